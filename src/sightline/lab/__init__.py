"""The laboratory: many games at once, and what they say about squads, players and the engine."""
