"""What whoever runs a server may set."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True):
    """How patient a server is, and how generous."""

    local: bool = True
    """It serves one machine: everything that is stored is shown, and limits are wide."""
    hosts: tuple[str, ...] = ()
    """The names it answers to besides those of this machine."""
    pace: float = 0.35
    """Seconds between two answers of a program, so that people can follow."""
    absence: float = 20.0
    """Seconds somebody must be away before the other side may let a program play for them."""
    patience: float = 5.0
    """Seconds a question about the table may take to be measured."""
    grace: float = 3.0
    """Seconds a program has beyond twice the time of its level; then it is ended, and something quick plays for it."""
    idle: float = 900.0
    """Seconds a room stays in memory after everybody has left."""
    hello: float = 10.0
    """Seconds a new connection has to say who it is."""
    rate: float = 20.0
    """Requests a second from one address, in the long run."""
    burst: float = 120.0
    """Requests at once."""
    match_rate: float = 0.1
    """New matches a second from one address, in the long run: each stays in memory for a while, and in the store."""
    match_burst: float = 20.0
    sockets: int = 40
    """Connections from one address at a time."""
    code_rate: float = 0.2
    """Tries to join by code a second from one address, in the long run."""
    code_burst: float = 10.0
    thought_rate: float = 0.5
    """Hints and reasons a second that one line may have programs think about, in the long run."""
    thought_burst: float = 8.0
    workers: int = 1
    """Processes for questions about tables; none is started before it is needed."""
    thinkers: int = 1
    """Processes for programs that play."""
    advisers: int = 1
    """Processes for programs that give hints and reasons; none is started before somebody asks."""


def local_settings() -> Settings:
    """A server for one machine: nobody needs to be kept in check."""
    return Settings(
        rate=400.0, burst=2000.0, match_rate=20.0, match_burst=200.0, sockets=400, thought_rate=4.0, thought_burst=40.0
    )
