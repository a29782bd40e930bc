"""What rules do in games, counted while they are played."""

from collections import defaultdict

from interpreter.effects import START


class Tally:
    """Counts of one game or of several on a board.

    `landings` counts by the numbers of squares how often somebody landed there. `times` counts how often an effect
    that is not made of others happened, and `chips` how many changed hands by it; both by the effect's id(), since
    the same words can stand on several squares. `short` counts how often a rule was to take more from the pot than
    there was, and `out` the players who were put out of the game.
    """

    def __init__(self, last: int) -> None:
        self.landings = [0] * (last - START + 1)
        self.times: defaultdict[int, int] = defaultdict(int)
        self.chips: defaultdict[int, int] = defaultdict(int)
        self.short = 0
        self.out = 0
