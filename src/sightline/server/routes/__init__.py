"""Plain requests: rulebooks, squads, layouts, matches and replays."""

from sightline.server.routes.documents import DOCUMENTS
from sightline.server.routes.games import GAMES
from sightline.server.routes.matches import MATCHES

HANDLERS = (*GAMES, *DOCUMENTS, *MATCHES)

__all__ = ["HANDLERS"]
