"""What any screen is told about warbands between battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sightline.core.camp import Camp
from sightline.core.catalog import figures
from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.screen import Badge, Clock, Figure, Gauge, Gear, Phase, Stat, Ware
from sightline.core.table import Model, ModelId, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog, look, market, war, wares, workshop
from sightline.games.deepwars.arms import is_weapon
from sightline.games.deepwars.catalog import BODY, SECTIONS, abilities, names
from sightline.games.deepwars.damage import boxes
from sightline.games.deepwars.growing import advances, personal, upgrades
from sightline.games.deepwars.members import arms, worth
from sightline.games.deepwars.tokens import (
    ADVANCE,
    ARMOR,
    COMBAT,
    DAMAGED,
    LEARNED,
    LOAD,
    QUALITY,
    UPGRADE,
    about,
    kind_of,
)


@cache
def drawn() -> Mapping[str, str]:
    """The icons of what only a campaign has."""
    found: Mapping[str, str] = figures(catalog.PACKAGE, "campaign.toml")["glyphs"]
    return found


class CampScreen(Camp):
    """Members with what they have become, and the bank of their warband."""

    @property
    def glyphs(self) -> Mapping[str, str]:
        return {**look.glyphs(), **drawn()}

    def figure(self, table: Table, id: ModelId) -> Figure:
        model = table.models[id]
        if model.kind != "model":
            return Figure(model.name or model.id, look.NOBODY)
        who = catalog.profiles()[model.profile]
        body = boxes(model, BODY)
        left = 0 if w.DEAD in model.tokens else body
        return Figure(
            role=who.name,
            glyph=look.glyphs().get(model.profile, look.NOBODY),
            health=Gauge("Body", left, body, "DW-SUB-02"),
            badges=tuple(badges(model)),
            stats=tuple(stats(model)),
            gear=tuple(belongings(model)),
        )

    def clock(self, table: Table) -> Clock:
        every = war.scenarios(table)
        done = sum(w.DONE in one.tokens for one in every)
        phase = Phase("campaign", "Campaign", drawn()["advance"], "DW-CMP-02")
        return Clock("Scenario", done, len(every), (phase,), 0)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        tokens = table.models[side].tokens
        found = [Badge(w.VP, "Victory points to spend", drawn()[w.VP], "DW-CMP-01", "plain", tokens.get(w.VP, 0))]
        if tokens.get(w.FREE) or tokens.get(w.PAID):
            room = market.hire_room(
                int(table.options["points_limit"]),
                worth(table, side),
                tokens.get(w.FREE, 0),
                tokens.get(w.PAID, 0),
            )
            found.append(Badge(w.FREE, "Points of recruits left", drawn()[w.FREE], "DW-CMP-04", "plain", room))
        found += [
            Badge(id, str(row["name"]), drawn()["advance"], str(row["rule"]), "good")
            for id, row in advances().items()
            if f"{ADVANCE}:{id}" in tokens
        ]
        return tuple(found)

    def cost(self, table: Table, offer: Offer) -> int:
        given, kind = offer.given, offer.action
        if kind is w.BuyAdvance:
            return market.price(given["advance"])
        if kind is w.Upgrade:
            return market.price(given["upgrade"])
        if kind is w.Tutor:
            return market.price(given["training"])
        if kind is w.Hire:
            return market.hire_price(table, wares.buyer(table), given["profile"])
        if kind is w.Build:
            return workshop.price_of(given["weapon"])
        return workshop.MENDING if kind is w.PayMending else 0

    def ware(self, table: Table, offer: Offer) -> Ware | None:
        return wares.ware(table, offer)

    def withheld(self, table: Table, decision: Decision) -> Sequence[tuple[Offer, Refusal]]:
        return tuple(wares.withheld(table, decision))


def badges(model: Model) -> Iterator[Badge]:
    """What became of a member, and what it has learned."""
    if w.DEAD in model.tokens:
        yield Badge(w.DEAD, "Dead for good", drawn()[w.DEAD], "DW-SRV-05", "bad")
    if w.DISABLED in model.tokens:
        yield Badge(w.DISABLED, "Disabled", drawn()[w.DISABLED], "DW-SRV-04", "bad")
    if w.WEAK in model.tokens:
        yield Badge(w.WEAK, "Weak in the next battle", drawn()[w.DISABLED], "DW-SRV-03", "bad")
    for id, row in personal().items():
        if f"{ADVANCE}:{id}" in model.tokens:
            yield Badge(id, str(row["name"]), drawn()["advance"], str(row["rule"]), "good")


def stats(model: Model) -> Iterator[Stat]:
    """The profile as the book prints it, and experience."""
    tokens = model.tokens
    more = int(bool(tokens.get(f"{UPGRADE}:{market.REINFORCE}")))
    armor = "/".join(str(tokens.get(f"{ARMOR}:{s}", 0) + more) for s in SECTIONS)
    yield Stat("Q", f"{tokens.get(QUALITY, 6)}+", "DW-GEN-04", "Quality")
    yield Stat("C", str(tokens.get(COMBAT, 0)), "DW-GEN-04", "Combat")
    yield Stat("AV", armor, "DW-GEN-04", "Armor: body, head, locomotion")
    yield Stat("Exp", str(tokens.get(w.EXP, 0)), "DW-EXP-01", "Experience")


def belongings(model: Model) -> Iterator[Gear]:
    """Weapons, abilities, and the artifacts a member carries, each with what was done to it."""
    for item in arms(model):
        yield thing(model, item, look.glyphs().get(item, look.NOBODY), catalog.weapon(item).rule)
    gained = [about(t) for t in model.tokens if kind_of(t) == w.GAINED and about(t) in abilities()]
    for item in dict.fromkeys((*(i for i in model.kit if not is_weapon(i) and i in abilities()), *gained)):
        yield Gear(item, look.trained(model, item), look.glyphs().get(item, look.NOBODY), abilities()[item].rule)
    for token in model.tokens:
        if kind_of(token) == LOAD:
            yield thing(model, about(token), look.glyphs().get(about(token), look.NOBODY), "DW-CMP-05")


def thing(model: Model, item: str, glyph: str, rule: str) -> Gear:
    """Something a member has."""
    done = [t.split(":")[1] for t in model.tokens if kind_of(t) == UPGRADE and t.endswith(f":{item}")]
    words = [str(upgrades()[id]["name"]) for id in done]
    if f"{LOAD}:{item}" in model.tokens and f"{LEARNED}:{item}" not in model.tokens:
        words.append("not learned")
    broken = f"{DAMAGED}:{item}" in model.tokens
    words += ["damaged"] if broken else []
    return Gear(item, names().get(item, item), glyph, rule, ", ".join(words), "spent" if broken else "ready")
