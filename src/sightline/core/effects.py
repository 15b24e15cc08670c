"""Exceptions that live with the exception: six verbs, and the tallies they write their notes on.

An effect is a bundle of clauses under one rule id. Models bear effects by grant, by attachment or by condition; the
sentinel of the table bears the rules everybody is under. A rule asks a *question*; whoever bears a clause about that
question answers it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from sightline.core.table import TABLE, Attachment, Grant, ModelId, RuleId, Table

if TYPE_CHECKING:
    from sightline.core.decisions import Offer
    from sightline.core.events import Event
    from sightline.core.referee import Referee


class Note(Struct, frozen=True, omit_defaults=True):
    """One reason in a tally: the rule, what it is worth, and how it counts."""

    rule: RuleId
    value: float
    how: str = "add"
    """`add`, `set`, `times`, `least` or `most`, or a word the question's own fold understands."""
    group: str = ""
    """Notes of one group are one source; empty: the rule is its own group."""
    muted: RuleId = ""
    """The rule that silenced it: shown, not counted."""

    @property
    def source(self) -> str:
        """What this note counts as when sources of one name count once."""
        return self.group or self.rule


class Tally(Struct, frozen=True, omit_defaults=True):
    """A number with its reasons."""

    base: float
    value: float
    notes: tuple[Note, ...] = ()
    low: bool = False
    """Dice reach it from below: a face up to the number succeeds, not one from it upwards."""
    bonus: bool = False
    """Notes are added to what falls, so that each makes the number smaller by as much."""

    def met(self, face: int) -> bool:
        """Whether a die reaches the number."""
        return face <= self.value if self.low else face >= self.value

    def good(self, sides: int) -> int:
        """How many faces of a die reach it."""
        return sum(map(self.met, range(1, sides + 1)))


def fold(base: float, notes: Sequence[Note]) -> float:
    """The plain way to fold notes: set, then add the strongest of each group, then multiply, then bound."""
    value = base
    for note in notes:
        if note.how == "set":
            value = note.value
    strongest: dict[str, float] = {}
    for note in notes:
        if note.how == "add":
            known = strongest.get(note.source)
            if known is None or abs(note.value) > abs(known):
                strongest[note.source] = note.value
    for amount in strongest.values():
        value += amount
    for note in notes:
        if note.how == "times":
            value *= note.value
    for note in notes:
        if note.how == "least":
            value = max(value, note.value)
        elif note.how == "most":
            value = min(value, note.value)
    return value


class Question(Struct, frozen=True):
    """Something a rule asks of everyone concerned before it goes on."""

    roles: ClassVar[tuple[str, ...]] = ()
    """The fields that name a model, or several: bearers there may answer."""
    low: ClassVar[bool] = False
    """Whether dice have to stay below the number it comes to."""
    bonus: ClassVar[bool] = False
    """Whether notes are added to the dice and not to the number they have to reach."""

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """How the notes on this question make a number."""
        return fold(base, notes)


class Bearing(Struct, frozen=True):
    """Who bears a clause, in which role of the subject, and through which grant or attachment."""

    bearer: ModelId
    role: str
    effect: RuleId
    grant: Grant
    attachment: Attachment | None


When = Callable[[Table, Any, Bearing], bool]
Amount = Callable[[Table, Any, Bearing], float]


class Clause(NamedTuple):
    """One answer of an effect to one kind of question or event."""

    verb: str
    about: type
    role: str
    when: When | None
    payload: Any
    how: str = "add"
    group: str = ""
    once: bool = False


class Effect(NamedTuple):
    """A bundle of clauses under the rule that grants them."""

    rule: RuleId
    clauses: tuple[Clause, ...]


def effect(rule: RuleId, *clauses: Clause) -> Effect:
    """An effect as its card reads: the rule and what it does."""
    return Effect(rule, clauses)


def modify(
    about: type[Question],
    amount: float | Amount,
    *,
    role: str = "",
    when: When | None = None,
    how: str = "add",
    group: str = "",
) -> Clause:
    """Write a note on a tally."""
    return Clause("modify", about, role, when, amount, how, group)


def forbid(about: type[Question], *, role: str = "", when: When | None = None, facts: Any = None) -> Clause:
    """Say no to a question; `facts` makes the figures of the refusal."""
    return Clause("forbid", about, role, when, facts)


def offer(
    about: type[Question], make: Callable[[Table, Any, Bearing], Offer], *, role: str = "", when: When | None = None
) -> Clause:
    """Put an offer of one's own among those of a decision."""
    return Clause("offer", about, role, when, make)


def instead(
    about: type[Event],
    script: Callable[[Referee, Any, Bearing], Awaitable[tuple[Event, ...]]],
    *,
    role: str = "",
    when: When | None = None,
) -> Clause:
    """Put other events in the place of one that is about to happen."""
    return Clause("instead", about, role, when, script)


def after(
    about: type[Event],
    script: Callable[[Referee, Any, Bearing], Awaitable[None]],
    *,
    role: str = "",
    when: When | None = None,
    once: bool = False,
) -> Clause:
    """Go on once something has happened; `once`: a single time in a whole chain of answers."""
    return Clause("after", about, role, when, script, once=once)


def silence(about: type[Question], *effects: RuleId, role: str = "", when: When | None = None) -> Clause:
    """Mute what other effects say to a question."""
    return Clause("silence", about, role, when, effects)


class Bearings:
    """Everything a set of grants has to say, found by verb and subject; compiled once per set."""

    __slots__ = ("_entries", "_found")

    def __init__(self, entries: Sequence[tuple[Clause, Grant]]) -> None:
        self._entries = entries
        self._found: dict[tuple[str, type], tuple[tuple[Clause, Grant], ...]] = {}

    def of(self, verb: str, about: type) -> tuple[tuple[Clause, Grant], ...]:
        """The clauses of a verb that hear this kind of question or event."""
        found = self._found.get((verb, about))
        if found is None:
            found = tuple((c, g) for c, g in self._entries if c.verb == verb and issubclass(about, c.about))
            self._found[verb, about] = found
        return found


Voice = tuple[tuple[Grant, ...], tuple[tuple[Clause, Grant], ...]]
"""A set of grants, and what it says in one role to one kind of question or event."""
Voices = dict[int, Voice]
"""The same of many sets, by the identity of each."""

KNOWN = 4096
"""How many sets of grants are remembered."""


class Effects:
    """The effects a game knows, and the index that finds who has something to say."""

    def __init__(self, effects: Sequence[Effect], dormant: Mapping[str, Iterable[RuleId]] | None = None) -> None:
        self.dormant = {token: frozenset(rules) for token, rules in (dormant or {}).items()}
        """The effects that fall silent on a bearer while it has tokens of a kind."""
        self.by_rule: dict[RuleId, Effect] = {e.rule: e for e in effects}
        if len(self.by_rule) != len(effects):
            doubled = sorted({e.rule for e in effects if sum(o.rule == e.rule for o in effects) > 1})
            raise ValueError(f"effects under one rule twice: {', '.join(doubled)}")
        self._compiled: dict[tuple[Grant, ...], Bearings] = {}
        self._voices: dict[tuple[str, type], tuple[tuple[str, Voices], ...]] = {}
        self._alone: dict[RuleId, Bearings] = {}
        self._all = Bearings([(c, Grant(e.rule)) for e in effects for c in e.clauses])
        self._heard: dict[type, bool] = {}

    def by_verb(self, verb: str, about: type) -> bool:
        """Whether any effect of the game has this verb for a kind of question or event."""
        return bool(self._all.of(verb, about))

    def hears(self, event: type) -> bool:
        """Whether any effect of the game answers a kind of event at all."""
        heard = self._heard.get(event)
        if heard is None:
            heard = self._heard[event] = self.by_verb("instead", event) or self.by_verb("after", event)
        return heard

    def bearings(self, grants: tuple[Grant, ...]) -> Bearings:
        """What a set of grants has to say."""
        found = self._compiled.get(grants)
        if found is None:
            by_rule = self.by_rule
            found = Bearings([(c, g) for g in grants if g.effect in by_rule for c in by_rule[g.effect].clauses])
            if len(self._compiled) >= KNOWN:
                self._compiled.clear()
            self._compiled[grants] = found
        return found

    def _voices_on(self, verb: str, about: type[Any]) -> tuple[tuple[str, Voices], ...]:
        """What sets of grants are known to say with a verb to a kind of question or event, by role, the table first."""
        found = self._voices.get((verb, about))
        if found is None:
            found = self._voices[verb, about] = tuple((role, {}) for role in ("", *about.roles))
        return found

    def _voice(self, voices: Voices, verb: str, about: type, role: str, grants: tuple[Grant, ...]) -> Voice:
        # A model keeps its grants while it is replaced over and over: found by identity, they need not be hashed.
        if len(voices) >= KNOWN:
            voices.clear()
        said = self.bearings(grants).of(verb, about)
        if role:  # Clauses that name another role have nothing to say in this one; the table has none.
            said = tuple((c, g) for c, g in said if c.role in ("", role))
        found = voices[id(grants)] = (grants, said)
        return found

    def alone(self, rule: RuleId) -> Bearings:
        """What one effect has to say, as an attachment bears it."""
        found = self._alone.get(rule)
        if found is None:
            found = self._alone[rule] = self.bearings((Grant(rule),))
        return found

    def answers(self, table: Table, verb: str, subject: Any) -> list[tuple[Clause, Bearing]]:
        """Every clause of a verb that applies to a question or event, rules of the table first, then by role."""
        return list(self._listen(table, verb, subject)) if self._all.of(verb, type(subject)) else []

    def _listen(self, table: Table, verb: str, subject: Any) -> Iterator[tuple[Clause, Bearing]]:
        """The same one by one: whoever has heard enough need not ask the rest."""
        about = type(subject)
        models, borne, dormant = table.models, table.borne, self.dormant.keys()
        met: list[ModelId] = []
        for role, voices in self._voices_on(verb, about):
            named = getattr(subject, role) if role else TABLE
            for bearer in (named,) if isinstance(named, str) else named:
                model = models.get(bearer)
                if model is None or (role and bearer == TABLE):
                    continue
                effects = model.effects
                voice = voices.get(id(effects))
                if voice is None or voice[0] is not effects:
                    voice = self._voice(voices, verb, about, role, effects)
                said = voice[1]
                if said:
                    silent = () if dormant.isdisjoint(model.tokens.keys()) else self.asleep(table, bearer)
                    for clause, grant in said:
                        # A model in two roles speaks once, unless a clause names the role.
                        if grant.effect in silent or (bearer in met and not clause.role):
                            continue
                        bearing = Bearing(bearer, role, grant.effect, grant, None)
                        if clause.when is None or clause.when(table, subject, bearing):
                            yield clause, bearing
                for attachment in borne.get(bearer, ()) if borne else ():
                    for clause, grant in self.alone(attachment.effect).of(verb, about):
                        if role and clause.role != role and (clause.role or bearer in met):
                            continue
                        bearing = Bearing(bearer, role, grant.effect, grant, attachment)
                        if clause.when is None or clause.when(table, subject, bearing):
                            yield clause, bearing
                met.append(bearer)

    def asleep(self, table: Table, bearer: ModelId) -> frozenset[RuleId]:
        """The effects that are silent on a bearer because of its tokens."""
        silent: frozenset[RuleId] = frozenset()
        tokens = table.models[bearer].tokens
        for token, rules in self.dormant.items():
            if token in tokens:
                silent |= rules
        return silent

    def tally(self, table: Table, question: Question, base: float) -> Tally:
        """The number a question comes to, with every note that was written on it."""
        key = (question, base, type(base))  # 3 and 3.0 are one key, but not one text in a record
        known: Tally | None = table.now.get(key)
        if known is None:
            known = table.now[key] = self._tally(table, question, base)
        return known

    def _tally(self, table: Table, question: Question, base: float) -> Tally:
        notes: list[Note] = []
        for clause, bearing in self.answers(table, "modify", question):
            amount = clause.payload
            value = amount(table, question, bearing) if callable(amount) else amount
            notes.append(Note(bearing.effect, value, clause.how, clause.group))
        low, bonus = question.low, question.bonus
        if not notes:
            return Tally(base, question.fold(table, base, ()), low=low, bonus=bonus)
        muted = self.silenced(table, question)
        if muted:
            notes = [Note(n.rule, n.value, n.how, n.group, muted.get(n.rule, "")) for n in notes]
            return Tally(base, question.fold(table, base, [n for n in notes if not n.muted]), tuple(notes), low, bonus)
        return Tally(base, question.fold(table, base, notes), tuple(notes), low, bonus)

    def silenced(self, table: Table, question: Question) -> dict[RuleId, RuleId]:
        """The effects that are muted on a question, each with the rule that mutes it."""
        return {
            quiet: bearing.effect
            for clause, bearing in self.answers(table, "silence", question)
            for quiet in clause.payload
        }

    def forbids(self, table: Table, question: Question) -> tuple[RuleId, dict[str, Any]] | None:
        """The first rule that says no to a question, with its figures; None if nobody does."""
        no = self._no(table, question)
        if no is None:
            return None
        clause, bearing = no
        return bearing.effect, clause.payload(table, question, bearing) if clause.payload is not None else {}

    def allows(self, table: Table, question: Question) -> bool:
        """Whether nobody says no to a question; cheaper than asking why."""
        return self._no(table, question) is None

    def _no(self, table: Table, question: Question) -> tuple[Clause, Bearing] | None:
        known: tuple[Clause, Bearing] | bool | None = table.now.get(question, False)
        if known is False:
            known = table.now[question] = self._first_no(table, question)
        assert not isinstance(known, bool)
        return known

    def _first_no(self, table: Table, question: Question) -> tuple[Clause, Bearing] | None:
        if not self._all.of("forbid", type(question)):
            return None
        muted: dict[RuleId, RuleId] | None = None
        for clause, bearing in self._listen(table, "forbid", question):
            if muted is None:
                muted = self.silenced(table, question)
            if bearing.effect not in muted:
                return clause, bearing
        return None

    def offers(self, table: Table, question: Question) -> list[Offer]:
        """What those concerned offer of their own on a question."""
        found = self.answers(table, "offer", question)
        if not found:
            return []
        muted = self.silenced(table, question)
        return [c.payload(table, question, b) for c, b in found if b.effect not in muted]
