"""What rules do in games, counted while they are played."""

from collections import defaultdict

from interpreter.board import Board

Counts = list[int] | defaultdict[int, int]
"""Numbers by numbers: of all that is counted, or only of what has happened."""


class Tally:
    """Counts of one game or of several.

    `landings` counts for each square, by its number, how often somebody landed there. `times` counts for each of the
    board's simple effects, in their order, how often it happened, and `chips` how many changed hands by it. `short`
    counts how often a rule was to take more from the pot than there was, and `out` the players who were put out of
    the game.
    """

    __slots__ = ("chips", "landings", "out", "short", "times")

    def __init__(self, landings: Counts, times: Counts, chips: Counts) -> None:
        self.landings = landings
        self.times = times
        self.chips = chips
        self.short = 0
        self.out = 0


def nothing_counted(board: Board) -> tuple[list[int], list[int], list[int]]:
    """Make the counts of a tally for a board: of its squares, and twice of its simple effects."""
    effects = len(board.simple_effects)
    return [0] * (board.last + 1), [0] * effects, [0] * effects
