"""Scuffle, a rulebook small enough to be read in one sitting: what a plug-in game is made of."""

from tests.plugins.scuffle.game import GAME

__all__ = ["GAME"]
