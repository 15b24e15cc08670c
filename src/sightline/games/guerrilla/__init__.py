"""Depths of Space: Guerrilla Tactics."""

from sightline.games.guerrilla.book import Guerrilla

GAME = Guerrilla()
