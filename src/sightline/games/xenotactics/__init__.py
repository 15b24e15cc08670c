"""Xenotactics."""

from sightline.games.xenotactics.book import Xenotactics

GAME = Xenotactics()
