"""Players that are programs: they know slots, tokens and odds, never a game."""
