"""What any screen is told about a party between missions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sightline.core.camp import Camp
from sightline.core.catalog import figures
from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.screen import Badge, Clock, Figure, Gauge, Gear, Phase, Stat, Ware
from sightline.core.table import Model, ModelId, Side, Table
from sightline.games.starquest import barracks, look, quest, shop, wares
from sightline.games.starquest import camp_words as w
from sightline.games.starquest.catalog import JOINED, PACKAGE, classes, heroes, items, skills, upgrades
from sightline.games.starquest.growth import (
    CREDITS,
    HIGHEST,
    LEVEL,
    XP,
    injuries,
    injury_rule,
    levels,
    most_power,
)
from sightline.games.starquest.measure import wounds_left
from sightline.games.starquest.tokens import CONDITIONS, POWER, TOUGH


@cache
def drawn() -> Mapping[str, str]:
    """The icons of what only a campaign has."""
    found: Mapping[str, str] = figures(PACKAGE, "campaign.toml")["glyphs"]
    return found


class CampScreen(Camp):
    """Heroes with what they have become and what they carry."""

    @property
    def glyphs(self) -> Mapping[str, str]:
        return {**look.glyphs(), **drawn()}

    def figure(self, table: Table, id: ModelId) -> Figure:
        model = table.models[id]
        if model.kind != "model":
            return Figure(model.name or model.id, look.NOBODY)
        return Figure(
            role=f"{heroes()[model.profile].role.capitalize()}, level {model.tokens[LEVEL]}",
            glyph=look.glyphs().get(model.profile, look.NOBODY),
            health=Gauge("Wounds left", max(0, wounds_left(model)), model.tokens[TOUGH], "SQ-SPR-04"),
            points=Gauge("Power", model.tokens.get(POWER, 0), most_power(model), "SQ-GEN-05"),
            badges=tuple(badges(model)),
            stats=(*look.stats(model), *purse(model)),
            gear=tuple(belongings(model)),
        )

    def clock(self, table: Table) -> Clock:
        chapters = quest.chapters(table)
        done = sum(w.DONE in chapter.tokens for chapter in chapters)
        phase = Phase("campaign", "Campaign", drawn()["campaign"], "SQ-CMP-01")
        return Clock("Chapter", done, len(chapters), (phase,), 0)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        credits = sum(hero.tokens.get(CREDITS, 0) for hero in barracks.party(table))
        return (Badge(CREDITS, "Credits", drawn()["purse"], "SQ-SHP-03", "plain", credits),)

    def cost(self, table: Table, offer: Offer) -> int:
        if offer.action is w.Buy:
            return shop.price(offer.given["item"])
        return shop.price(shop.SURGERY) if offer.action is w.Treat else 0

    def ware(self, table: Table, offer: Offer) -> Ware | None:
        return wares.ware(table, offer)

    def withheld(self, table: Table, decision: Decision) -> Sequence[tuple[Offer, Refusal]]:
        return tuple(wares.withheld(table, decision))


def badges(model: Model) -> Iterator[Badge]:
    """The bench, injuries and conditions."""
    if w.BENCH in model.tokens:
        yield Badge(w.BENCH, "On the bench", drawn()["bench"], "SQ-PRT-06", "plain")
    for id, injury in injuries().items():
        if id in model.tokens:
            yield Badge(id, injury.name, drawn()["wound"], injury_rule(id), "bad")
    for id in CONDITIONS:
        if id in model.tokens:
            at = look.looks("badges")[id]
            yield Badge(id, at.name, at.glyph, at.rule, at.tone)


def purse(model: Model) -> Iterator[Stat]:
    """Experience, and credits."""
    xp, level = model.tokens.get(XP, 0), model.tokens[LEVEL]
    goal = f"/{levels()[level + 1].xp}" if level < HIGHEST else ""
    yield Stat("XP", f"{xp}{goal}", "SQ-LVL-02", "Experience, and what the next level takes")
    yield Stat("Credits", f"{model.tokens.get(CREDITS, 0)}c", "SQ-SHP-03", "Credits")


def belongings(model: Model) -> Iterator[Gear]:
    """Class, skills, upgrades, and what a hero carries."""
    for item in (*model.kit, *(id for id in skills() if id in model.tokens)):
        glyph = look.glyphs().get(item.partition(JOINED)[0], look.NOBODY)
        if item in classes():
            yield Gear(item, classes()[item].name, glyph, "SQ-HSK-01")
        elif item in skills():
            yield Gear(item, skills()[item].name, glyph, "SQ-SKL-05", skills()[item].effect)
        else:
            upgrade = upgrades()[item.partition(JOINED)[0]]
            yield Gear(item, upgrade.name, glyph, "SQ-PRT-03", upgrade.effect)
    for item in shop.things():
        for _ in range(model.tokens.get(item, 0)):
            yield Gear(item, items()[item].name, look.glyphs()[item], wares.rule_of(item), items()[item].effect)
