from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sightline.core import events as e
from sightline.core.table import TABLE, Attachment, Grant, Outcome, Piece, Table, laid
from tests.core.sandbox import model, table

A, R, WOUND = "a", "r", "wound"
LAID = Attachment("1", "aura", A, until="dusk")
BLOCK = Piece(((1.0, 1.0), (2.0, 1.0), (1.0, 2.0)))

Look = Callable[[Table], object]

WRITTEN: list[tuple[e.Event, Look, object]] = [
    (
        e.Placed(rule=R, model=A, at=(3.0, 4.0), facing=90.0),
        lambda t: (t.models[A].at, t.models[A].facing),
        ((3.0, 4.0), 90.0),
    ),
    (e.Placed(rule=R, model=A, at=(3.0, 4.0), z=6.0), lambda t: (t.models[A].at, t.models[A].z), ((3.0, 4.0), 6.0)),
    (e.Moved(rule=R, model=A, path=((1.0, 1.0), (5.0, 1.0)), length=4.0), lambda t: t.models[A].at, (5.0, 1.0)),
    (e.Turned(rule=R, model=A, facing=45.0), lambda t: t.models[A].facing, 45.0),
    (
        e.Removed(rule=R, model=A),
        lambda t: (t.models[A].at, t.models[A].tokens, t.attachments),
        (None, {"removed": 1}, {}),
    ),
    (e.Spawned(rule=R, new=model("b")), lambda t: ("b" in t.models, t.serial), (True, 1)),
    (e.Counted(rule=R, bearer=A, token=WOUND, by=2), lambda t: t.tokens(A, WOUND), 3),
    (e.Counted(rule=R, bearer=A, token=WOUND, by=-9), lambda t: t.models[A].tokens, {"fades:x": 1}),
    (e.Marked(rule=R, bearer=TABLE, token=WOUND, value=7), lambda t: t.tokens(TABLE, WOUND), 7),
    (
        e.Refilled(rule=R, bearers=(A, "red"), token=WOUND, value=4),
        lambda t: (t.tokens(A, WOUND), t.tokens("red", WOUND)),
        (4, 4),
    ),
    (e.Swept(rule=R, moment="dusk", kinds=("fades",)), lambda t: (t.models[A].tokens, t.attachments), ({WOUND: 1}, {})),
    (e.Swept(rule=R, moment="dawn"), lambda t: (len(t.models[A].tokens), t.attachments), (2, {"1": LAID})),
    (
        e.Attached(rule=R, attachment=Attachment("2", "aura", A)),
        lambda t: (list(t.attachments), len(t.borne[A]), t.serial),
        (["1", "2"], 2, 1),
    ),
    (
        e.Attached(rule=R, attachment=Attachment("1", "aura", "red")),
        lambda t: (t.attachments["1"].bearer, A in t.borne),
        ("red", False),
    ),
    (e.Detached(rule=R, attachment="1"), lambda t: (t.attachments, t.borne), ({}, {})),
    (e.Detached(rule=R, attachment="never was"), lambda t: list(t.attachments), ["1"]),
    (
        e.Commanded(rule=R, model=A, side="blue"),
        lambda t: (t.models[A].owner, t.models[A].side, list(t.squad("red"))),
        ("red", "blue", []),
    ),
    (e.Granted(rule=R, model=A, grant=Grant("new")), lambda t: t.models[A].effects, (Grant("old"), Grant("new"))),
    (e.Revoked(rule=R, model=A, grant=Grant("old")), lambda t: t.models[A].effects, ()),
    (e.Reshaped(rule=R, pieces=(BLOCK,)), lambda t: (t.terrain.pieces, t.terrain.width), ((BLOCK,), 10.0)),
    (e.Laid(rule=R, piece=BLOCK), lambda t: t.terrain.pieces, (BLOCK,)),
    (e.Cleared(rule=R, piece="nothing"), lambda t: t.terrain.pieces, ()),
    (e.Rolled(rule=R, side="red", sides=6, faces=(1, 2)), lambda t: t.serial, 0),
    (e.Ended(rule=R, winner="red"), lambda t: (t.outcome, t.agenda), (Outcome("red", R), ())),
    (e.Conceded(rule=R, winner="blue", side="red"), lambda t: t.outcome, Outcome("blue", R)),
    (e.Fought(rule=R, match="M1", winner="red"), lambda t: (t.outcome, t.serial), (None, 0)),
]


def fresh() -> Table:
    tokens = {WOUND: 1, "fades:x": 1}
    on = table(replace(model(A, "old"), tokens=tokens))
    on.attach(LAID)
    on.memo["standing"] = (A,)
    return on


@pytest.mark.parametrize(("event", "look", "found"), WRITTEN, ids=[type(event).__name__ for event, _, _ in WRITTEN])
def test_an_event_writes_what_happened(event: e.Event, look: Look, found: object) -> None:
    before = fresh()
    kept = before.copy()
    event.apply(before)
    assert look(before) == found
    assert kept.models == fresh().models, "a copy made before sees nothing of it"
    assert kept.borne == fresh().borne


def test_every_event_of_the_core_is_tried() -> None:
    assert {type(event) for event, _, _ in WRITTEN} == set(e.CORE_EVENTS)


@pytest.mark.parametrize("event", [w[0] for w in WRITTEN], ids=[type(w[0]).__name__ for w in WRITTEN])
def test_whoever_moves_the_pieces_or_lays_an_effect_forgets_what_was_remembered(event: e.Event) -> None:
    on = fresh()
    event.apply(on)
    moving = isinstance(event, e.Placed | e.Moved | e.Removed | e.Spawned | e.Commanded)
    laying = on.borne != fresh().borne or on.models[A].effects != fresh().models[A].effects
    shaping = isinstance(event, e.Reshaped | e.Laid | e.Cleared)
    assert (on.memo == {}) == (moving or laying or shaping or isinstance(event, e.Attached))


@pytest.mark.parametrize("event", [w[0] for w in WRITTEN], ids=[type(w[0]).__name__ for w in WRITTEN])
def test_whoever_changes_anything_forgets_what_held_for_now(event: e.Event) -> None:
    on, before = fresh(), fresh()
    on.now["asked"] = "answered"
    event.apply(on)
    changed = on.models != before.models or on.borne != before.borne or on.terrain.pieces != before.terrain.pieces
    assert not changed or on.now == {}


def test_a_piece_is_laid_in_the_place_of_the_one_with_its_id() -> None:
    on = fresh()
    e.Laid(rule=R, piece=BLOCK).apply(on)
    before = on.terrain
    e.Laid(rule=R, piece=replace(BLOCK, id="second")).apply(on)
    e.Laid(rule=R, piece=replace(BLOCK, traits=("open",))).apply(on)
    assert [(p.id, p.traits) for p in on.terrain.pieces] == [(BLOCK.id, ("open",)), ("second", ())]
    e.Cleared(rule=R, piece="second").apply(on)
    e.Laid(rule=R, piece=BLOCK).apply(on)
    assert on.terrain is before, "equal pieces are one terrain, whoever laid them"


def test_a_mat_keeps_its_name_when_pieces_come_and_go() -> None:
    on = fresh()
    on.terrain = laid(24.0, 24.0, (), "yard")
    e.Laid(rule=R, piece=BLOCK).apply(on)
    assert on.terrain.id == "yard"
    e.Cleared(rule=R, piece=BLOCK.id).apply(on)
    assert on.terrain.id == "yard"
