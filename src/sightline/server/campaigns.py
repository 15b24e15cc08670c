"""Campaigns of this server: rooms whose table waits for battles, each of which is a match in a room of its own.

A battle goes through four steps, each written down before the next: it is called, its room is opened, it ends, and the
campaign is told. Whoever looks again after a crash finds the first step that is missing and takes it; none can be taken
twice, because the stream it would be written to has grown.
"""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING

from sightline.ai.levels import USUAL
from sightline.core.battle import Battle
from sightline.core.campaign import CAMP, Campaign, campaign
from sightline.core.campaign_file import CampaignStep, Restored, campaign_file, opening, write_campaign
from sightline.core.errors import BadInput
from sightline.core.game import SetUp, by_the_book, game, right_sides
from sightline.core.match import Match
from sightline.core.preparation import told_faults
from sightline.core.table import Side
from sightline.server.entries import (
    AnsweredEntry,
    CalledEntry,
    CreatedEntry,
    KeptSeat,
    NotKept,
    UndoneEntry,
    read_entry,
)
from sightline.server.messages import CampaignBrief, CampaignMade, NewCampaign, SeatWish
from sightline.server.rooms import CAMPAIGN_KIND, Room
from sightline.server.seats import NOBODY, hashed, new_token, same_secret, tidy
from sightline.server.showing import battle as battle_view
from sightline.server.showing import room_view

if TYPE_CHECKING:
    from sightline.server.hall import Hall

LOG = logging.getLogger("sightline.campaigns")

LONGEST_TITLE = 80
"""Characters of a campaign's name."""


class Campaigns:
    """Begins campaigns, has their battles fought, and keeps their files."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def room(self, id: str) -> Room | None:
        """The room of a campaign; a battle that is over has been told to it."""
        room = await self.hall.room(id)
        if room is None or room.kind != CAMPAIGN_KIND:
            return None
        if room.called is not None:
            await self.settle(room)
        return room

    # ------------------------------------------------------------------ beginning

    async def create(self, wish: NewCampaign) -> CampaignMade:
        """Begin a campaign."""
        book = campaign(wish.game)
        setup = prepared(book, wish)
        made = await self.hall.begin(
            setup, wish.seats, share=wish.share, name=tidy(wish.name, LONGEST_TITLE) or book.title, edition=book.edition
        )
        return CampaignMade(made.match, made.tokens, made.watch, made.mine)

    async def take_in(self, restored: Restored) -> CampaignMade:
        """Go on with a campaign from a file; whoever brings it has the first seat of a person, the others are open."""
        kept = restored.file
        wishes: dict[Side, SeatWish] = {}
        for side in kept.setup.rosters:
            level = kept.players.get(side, "")
            mine = not level and all(wish.kind != "me" for wish in wishes.values())
            wishes[side] = SeatWish("ai" if level else "me" if mine else "friend", level)
        made = await self.hall.begin(
            kept.setup,
            wishes,
            name=tidy(kept.name, LONGEST_TITLE),
            edition=kept.edition,
            past=kept.steps,
            rest=kept.rest,
            rules_hash="" if restored.changed else kept.rules_hash,
        )
        return CampaignMade(made.match, made.tokens, made.watch, made.mine, restored.changed)

    # ------------------------------------------------------------------ battles

    async def call(self, room: Room) -> str:
        """Have the battle fought that a campaign waits for; returns its match."""
        from sightline.server.hall import new_id

        async with room.lock:
            await room.mend()
            if not isinstance(room.chronicle.match.pending, Battle):
                raise BadInput("no battle is to be fought now")
            if room.called is None:
                await room.commit(CalledEntry(new_id(), secrets.token_hex(16)))
                room.chronicle.hold()
                room.show_presence()
            called = room.called
        await self.settle(room)
        assert called is not None
        return called.match

    async def hear_of(self, id: str) -> None:
        """A battle of a campaign is over."""
        await self.room(id)

    async def settle(self, room: Room) -> None:
        """Take the next step of a battle that was called: open its room, or tell the campaign what came of it."""
        try:
            async with room.lock:
                await room.mend()
                await self._settle(room)
        except (NotKept, BadInput) as error:
            LOG.warning("battle waits campaign=%s error=%s", room.id, error)  # Whoever comes next takes the step.

    async def _settle(self, room: Room) -> None:
        match, called = room.chronicle.match, room.called
        if called is None or not isinstance(match.pending, Battle):
            return
        found = await self.hall.room(called.match)
        if found is None:
            await self.hall.furnish(battle_entry(room, match.pending, called))
        elif found.over:
            assert isinstance(match.game, Campaign)
            told = match.game.debrief(match.pending, called.match, found.chronicle.match.table)
            await room.answer("", [told], automatic=True)
            LOG.info("battle told campaign=%s match=%s", room.id, called.match)

    # ------------------------------------------------------------------ files and lists

    async def file(self, room: Room) -> str:
        """A campaign as a file."""
        chronicle = room.chronicle
        kept = [read_entry(entry.body) for entry in await self.hall.store.read(room.id)]
        live: list[AnsweredEntry] = []
        for entry in kept:
            if isinstance(entry, AnsweredEntry):
                live.append(entry)
            elif isinstance(entry, UndoneEntry):
                del live[entry.keep :]
        created = room.created
        past = created.past or (opening(Match(chronicle.game, created.setup)),)
        steps = (*past, *(CampaignStep(e.answers, e.events, e.digest, e.by) for e in live))
        players = {side: seat.kept.level if seat.kept.kind == "ai" else "" for side, seat in room.seats.items()}
        rules = "" if chronicle.resumed else created.rules_hash
        return write_campaign(campaign_file(chronicle.match, created.name, steps, players, rules))

    def brief(self, room: Room, token: str = "") -> CampaignBrief:
        """A campaign in a list."""
        match, scene, view = room.chronicle.match, room.scene, room_view(room)
        assert isinstance(match.game, Campaign)
        ahead = battle_view(room)
        return CampaignBrief(
            campaign=room.id,
            game=view.game,
            title=view.title,
            name=room.created.name,
            seats=view.seats,
            scores={side: one.score for side, one in scene.sides.items()},
            clock=scene.clock,
            turn=view.turn,
            changed=room.changed,
            squads={side: one.name for side, one in scene.sides.items()},
            glyphs=tuple((m.side, m.figure.glyph) for m in scene.models.values() if m.kind == "model" and not m.gone),
            chapters=tuple(match.game.journey(match.table)),
            battle=ahead.briefing.name if ahead else "",
            match=ahead.match if ahead else "",
            you=next((s for s, seat in room.seats.items() if token and same_secret(token, seat.kept.token)), ""),
            outcome=view.outcome,
        )


def prepared(book: Campaign, wish: NewCampaign) -> SetUp:
    """The set-up of a new campaign; squads that are left out are drawn among the samples."""
    from sightline.server.hall import read_squad

    options = book.rulebook.settle(wish.options)
    if not right_sides(book, wish.seats):
        few = f"{book.fewest} to {len(book.sides)}" if book.fewest < len(book.sides) else f"{book.fewest}"
        raise BadInput(f"seats: expected {few} of {', '.join(book.sides)}, in this order")
    if set(wish.squads) - set(wish.seats):
        raise BadInput(f"squads: expected {', '.join(wish.seats)}")
    samples = [roster for roster in book.rosters.values() if not book.muster(roster, options)]
    rosters = {}
    for side in book.sides:
        if side in wish.seats:
            squad = wish.squads.get(side)
            if squad is None and not samples:
                raise BadInput(f"squads: expected one for {side}")
            roster = read_squad(book, squad) if squad is not None else samples[secrets.randbelow(len(samples))]
            faults = book.muster(roster, options)
            if faults:
                raise told_faults(book, f"squads.{side}", faults, roster)
            rosters[side] = roster
    return SetUp(book.id, rosters, CAMP, options)


def battle_entry(room: Room, battle: Battle, called: CalledEntry) -> CreatedEntry:
    """A battle as it is written down: whoever sits in the campaign sits here too, and their tokens open both."""
    created = room.created
    kept = by_the_book(game(battle.setup.game), battle.setup.options)
    nobody = {
        side: KeptSeat("ai", hashed(new_token()), "", "" if side in kept else USUAL, NOBODY)
        for side in battle.setup.rosters
    }
    seats = {
        side: room.seats[battle.commands[side]].kept if side in battle.commands else nobody[side]
        for side in battle.setup.rosters
    }
    return CreatedEntry(
        match=called.match,
        setup=battle.setup,
        seats=seats,
        watch=created.watch,
        key=called.key,
        rules_hash=room.chronicle.game.rulebook.rules_hash,
        campaign=room.id,
    )
