"""From games that were counted to estimates with their errors.

A count says of a whole number, such as the turns of a game, in how many games it was so. Counts of some games and
of others add up to the counts of all, in any order, since nothing is rounded before the end.
"""

from collections import Counter
from math import inf, sqrt

from interpreter.results import Figure, Length, Spread

Z = 1.96
"""So many standard errors on either side make a 95% interval."""

PERCENTAGES = (5, 25, 50, 75, 95)

Counts = Counter[int]


def share(number: int, games: int) -> Figure:
    """Estimate a chance from the number of games in which something was so.

    The margin reaches to the farther end of Wilson's score interval, which is sound for 0 of n and n of n too.
    """
    part = number / games
    square = Z * Z / games
    middle = (part + square / 2) / (1 + square)
    half = Z * sqrt(part * (1 - part) / games + square / games / 4) / (1 + square)
    return Figure(part, abs(middle - part) + half)


def mean(counts: Counts) -> Figure:
    """Estimate a mean, with the normal approximation for its margin.

    Where all games gave the same number, the margin is that of the chance of a game that is one off; the number of
    a single game says nothing of others, and its margin has no end.
    """
    games = counts.total()
    value = sum(number * times for number, times in counts.items()) / games
    if games == 1:
        return Figure(value, inf)
    return Figure(value, Z * deviation(counts) / sqrt(games) if len(counts) > 1 else share(0, games).margin)


def deviation(counts: Counts) -> float:
    """Estimate a standard deviation; that of a single game is 0."""
    games = counts.total()
    total = sum(number * times for number, times in counts.items())
    squares = sum(number * number * times for number, times in counts.items())
    return sqrt((games * squares - total * total) / (games * (games - 1))) if games > 1 else 0.0


def quantiles(counts: Counts) -> dict[int, int]:
    """Find for each of the percentages the lowest number that at least so many games do not exceed."""
    found: dict[int, int] = {}
    games, below = counts.total(), 0
    for number in sorted(counts):
        below += counts[number]
        found |= {percent: number for percent in PERCENTAGES if percent not in found and below * 100 >= percent * games}
    return found


def length(counts: Counts) -> Length | None:
    """Say how long games are, if there are any."""
    games = counts.total()
    if not games:
        return None
    shares = {number: counts[number] / games for number in sorted(counts)}
    return Length(mean(counts), deviation(counts), quantiles(counts)[50], shares)


def spread(counts: Counts) -> Spread:
    """Say how a number of chips varies from game to game."""
    return Spread(mean(counts), deviation(counts), quantiles(counts))
