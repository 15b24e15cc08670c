"""Building a warband: every fault at once, with its rule and figures, and a legal one drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sightline.core.decisions import Refusal
from sightline.core.dice import SeededDice
from sightline.core.muster import Allowance, Entry, Roster
from sightline.games.deepwars import growing
from sightline.games.deepwars.catalog import GAME_ID, SECTIONS, SIZES, Profile, profiles, sizes

FEWEST, MOST = 3, 15
MAKERS = {"mechanical": ("animist",), "living": ("biomancer", "re_animator")}
"""Who makes the constructs of a kind (DW-ABL-03, DW-ABL-10, DW-ABL-48)."""
HUNDREDTHS = 100
TRIES = 40


def known(roster: Roster) -> list[Profile]:
    """The profiles of a warband, as far as the book has them."""
    return [profiles()[e.profile] for e in roster.models if e.profile in profiles()]


def total(roster: Roster) -> int:
    """What a warband costs."""
    return sum(p.points for p in known(roster))


def matched(roster: Roster) -> int:
    """The total used for matching: rounded down to a ten (DW-GEN-11)."""
    return total(roster) // 10 * 10


def base(entry: Entry) -> float:
    """The diameter of a model's base (DW-GEN-05)."""
    found = profiles().get(entry.profile)
    size = SIZES.index(found.size) if found else entry.stats.get("size", 1) - 1
    return float(sizes()[size].base_inches)


def makers_of(construct: Profile) -> tuple[str, ...]:
    """The abilities that make a construct of its kind (DW-WAR-04)."""
    return MAKERS["mechanical" if construct.has("artificial") else "living"]


# ------------------------------------------------------------------ faults


def faults(roster: Roster, options: Mapping[str, Any]) -> list[Refusal]:
    """Everything that is wrong with a warband."""
    found: list[Refusal] = []
    if roster.game != GAME_ID:
        found.append(Refusal("DW-GEN-04", {"game": roster.game, "needed": GAME_ID}))
    spent, limit = total(roster), options["points_limit"]
    if spent > limit:
        found.append(Refusal("DW-WAR-01", {"points": spent, "limit": limit}))
    found.extend(band_faults(roster, options))
    for number, entry in enumerate(roster.models, 1):
        found.extend(Refusal(f.rule, {"model": number, **f.facts}) for f in model_faults(entry))
    found.extend(growing.bought_again(roster))
    return found


def band_faults(roster: Roster, options: Mapping[str, Any]) -> Iterator[Refusal]:
    """What is wrong with the models of a warband together."""
    band, losses = known(roster), options["warbands_after_losses"] and growing.seasoned(roster)
    leaders = sum(p.has("leader") for p in band) + sum("leader" in entry.items for entry in roster.models)
    if leaders > 1 or (leaders < 1 and not losses):
        yield Refusal("DW-WAR-02", {"leaders": leaders, "needed": 1})
    stars = [p for p in band if p.rank == "personality"]
    share, limit = sum(p.points for p in stars), options["points_limit"]
    allowed = round(options["personality_share"] * HUNDREDTHS) * limit // HUNDREDTHS
    # A share of 1 is no limit; and a warband must have its Leader, whatever it costs.
    if share > allowed and options["personality_share"] < 1 and len(stars) > 1:
        yield Refusal("DW-WAR-03", {"personalities": share, "most": allowed, "limit": limit})
    for id, times in Counter(p.id for p in stars).items():
        if times > 1:
            yield Refusal("DW-GEN-06", {"personality": id, "times": times, "limit": 1})
    if not (1 if losses else FEWEST) <= len(roster.models) <= MOST:
        yield Refusal("DW-WAR-04", {"models": len(roster.models), "least": FEWEST, "most": MOST})
    beasts = sum(p.has("warbeast") for p in band)
    if 2 * beasts > len(band) and not losses:
        yield Refusal("DW-WAR-04", {"warbeasts": beasts, "others": len(band) - beasts})
    for makers in MAKERS.values():
        made = [p for p in band if p.has("construct") and makers_of(p) == makers]
        if made and not losses and not any(p.has(m) for p in band for m in makers):
            yield Refusal("DW-WAR-04", {"construct": made[0].id, "needed": " or ".join(makers)})


def model_faults(entry: Entry) -> Iterator[Refusal]:
    """Everything that is wrong with one model of a warband."""
    if entry.profile not in profiles():
        yield Refusal("DW-GEN-04", {"unknown profile": entry.profile})
        return
    yield from growing.faults(entry)
    if entry.base is not None and entry.base != base(entry):
        yield Refusal("DW-GEN-05", {"base": entry.base, "needed": base(entry)})


def allowance(roster: Roster, options: Mapping[str, Any]) -> Allowance:
    """What a warband costs of what it may cost (DW-WAR-01)."""
    return Allowance("Points", total(roster), options["points_limit"], "DW-WAR-01", "pts")


def totals(roster: Roster) -> dict[str, float]:
    """Models, boxes and Combat."""
    band = known(roster)
    boxes = sum(getattr(p.boxes, s) for p in band for s in SECTIONS)
    return {"Models": len(roster.models), "Wound boxes": boxes, "Combat": sum(p.combat for p in band)}


# ------------------------------------------------------------------ a warband drawn at random


def draft(seed: str, options: Mapping[str, Any]) -> Roster:
    """A legal warband: a leader, then whoever fits while the points last; every other one of a single faction."""
    below = SeededDice(f"warband {seed}").below
    factions = sorted({p.faction for p in profiles().values()})
    # Those who are made for each other seldom meet where everybody is drawn from all.
    kin = factions[below(len(factions))] if below(2) else ""
    everybody = [p.id for p in profiles().values() if not kin or p.faction == kin]
    leaders = [id for id in everybody if profiles()[id].has("leader")]
    drawn = Roster(GAME_ID, f"Drafted {seed}", ())
    for _ in range(TRIES):
        band = [leaders[below(len(leaders))]]
        misses = 0
        while misses < 25 and len(band) < MOST:
            trial = Roster(GAME_ID, f"Drafted {seed}", tuple(map(Entry, (*band, everybody[below(len(everybody))]))))
            wrong = [f for f in faults(trial, options) if "least" not in f.facts]
            if wrong:
                misses += 1
            else:
                band = [e.profile for e in trial.models]
        drawn = Roster(GAME_ID, f"Drafted {seed}", tuple(map(Entry, band)))
        if not faults(drawn, options):
            break
    return drawn
