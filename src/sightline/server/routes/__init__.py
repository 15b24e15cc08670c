"""Plain requests: rulebooks, squads, layouts, matches, campaigns and replays."""

from sightline.server.routes.campaigns import CAMPAIGNS
from sightline.server.routes.documents import DOCUMENTS
from sightline.server.routes.games import GAMES
from sightline.server.routes.matches import MATCHES
from sightline.server.routes.replays import REPLAYS

HANDLERS = (*GAMES, *DOCUMENTS, *MATCHES, *CAMPAIGNS, *REPLAYS)

__all__ = ["HANDLERS"]
