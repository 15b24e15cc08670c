"""Plain requests: rulebooks, squads, layouts, matches and replays."""

from sightline.server.routes.documents import DOCUMENTS
from sightline.server.routes.games import GAMES
from sightline.server.routes.matches import MATCHES
from sightline.server.routes.replays import REPLAYS

HANDLERS = (*GAMES, *DOCUMENTS, *MATCHES, *REPLAYS)

__all__ = ["HANDLERS"]
