"""DeepWars."""

from sightline.games.deepwars.book import DeepWars

GAME = DeepWars()
