"""How large a game can be, at the most."""

MOST_PLAYERS = 99
MOST_TURNS = 1_000_000
