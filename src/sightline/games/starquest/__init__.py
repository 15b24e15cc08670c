"""Star Quest."""

from sightline.games.starquest.book import StarQuest

GAME = StarQuest()
