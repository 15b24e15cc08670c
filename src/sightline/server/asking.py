"""Free measuring: questions about the table, answered on copies of it."""

from __future__ import annotations

from sightline.core.decisions import Illegal
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.server import views
from sightline.server.describe import change_view, decision_view
from sightline.server.messages import Answer, Ask, Try, TryAnswer
from sightline.server.rooms import Room, Visitor


async def answer(room: Room, visitor: Visitor, said: Ask) -> None:
    """Answer a question for the table as it is."""
    version = room.version
    if isinstance(said.query, Try):
        visitor.tell(Answer(said.id, version, tried(room, said.query)))
        return
    raise BadInput("this cannot be asked yet")


def tried(room: Room, query: Try) -> TryAnswer:
    """What comes of answers before any die falls."""
    trial = room.chronicle.match.fork()
    try:
        for plain in query.answers:
            trial.play(room.chronicle.read(plain))
    except Illegal as error:
        return TryAnswer(views.refusal(trial, error.refusal))
    return TryAnswer(
        change=change_view(room.scene, views.scene(trial)),
        decision=decision_view(trial),
        rolls=isinstance(trial.pending, Roll),
    )
