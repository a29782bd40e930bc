"""What rules do in games, counted while they are played."""

from collections import defaultdict

from interpreter.board import Board

Counts = list[int] | defaultdict[int, int]
"""Numbers by numbers: for all that can be counted, or only for what has been."""


class Tally:
    """Counts of one game or of several on a board.

    `landings` counts for each square, by its number, how often somebody landed there. `times` counts for each of the
    board's simple effects, in their order, how often it happened, and `chips` how many changed hands by it. `short`
    counts how often a rule was to take more from the pot than there was, and `out` the players who were put out of
    the game.
    """

    __slots__ = ("chips", "landings", "out", "short", "times")

    def __init__(self, board: Board) -> None:
        self.landings: Counts = [0] * (board.last + 1)
        self.times: Counts = [0] * len(board.simple_effects)
        self.chips: Counts = [0] * len(board.simple_effects)
        self.short = 0
        self.out = 0
