"""From games that were counted to estimates with their errors.

A count says of a whole number, such as the turns of a game, in how many games it was so. Counts of some games and
of others add up to the counts of all, in any order, since nothing is rounded before the end.
"""

from collections import Counter
from fractions import Fraction
from math import inf, sqrt

from interpreter.results import Figure, Length, Spread

Z = 1.96
"""So many standard errors on either side make a 95% interval."""

PERCENTAGES = (5, 25, 50, 75, 95)

Counts = Counter[int]

Pairs = Counter[tuple[int | None, int | None]]
"""Counts two numbers of each game at once, as of a game on two boards; None where it has no such number."""


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
    value = _sum(counts) / games
    if games == 1:
        return Figure(value, inf)
    return Figure(value, Z * deviation(counts) / sqrt(games) if len(counts) > 1 else share(0, games).margin)


def difference_of_means(pairs: Pairs) -> Figure:
    """Estimate how much higher the mean of second numbers is than that of first ones; there is one of each at least.

    Each mean is over the games that have such a number, so it is a ratio: of the sum of the numbers to how many there
    are. The margin is by the delta method, as for two ratios from one sample (W. G. Cochran, Sampling Techniques,
    1977, chapter 6): with p for the share of games that have a number, m for its mean, and e = 1 for a game that has a
    number t, e = 0 for any other, a game moves the difference by

        e2 (t2 - m2) / p2 - e1 (t1 - m1) / p1

    and the variance of the difference is that of these moves, divided by the number of games. Where every game has
    both numbers, it is that of a mean of differences. Where no game moves it, the margin is as for a mean, and has no
    end where one of the means is of a single number.
    """
    games = pairs.total()
    first, second = _numbers(pairs, 0), _numbers(pairs, 1)
    first_mean, second_mean = (Fraction(_sum(counts), counts.total()) for counts in (first, second))
    first_share, second_share = (Fraction(counts.total(), games) for counts in (first, second))
    value, fewer = float(second_mean - first_mean), min(first.total(), second.total())
    if all(one == other for one, other in pairs):
        return mean(Counter({0: games}))
    if fewer == 1:
        return Figure(value, inf)
    squares = Fraction(0)
    for (one, other), times in pairs.items():
        move = (other - second_mean) / second_share if other is not None else Fraction(0)
        move -= (one - first_mean) / first_share if one is not None else Fraction(0)
        squares += times * move * move
    return Figure(value, Z * sqrt(squares / (games - 1)) / sqrt(games) if squares else share(0, fewer).margin)


def _numbers(pairs: Pairs, side: int) -> Counts:
    """Count the numbers of one side."""
    counts: Counts = Counter()
    for pair, times in pairs.items():
        number = pair[side]
        if number is not None:
            counts[number] += times
    return counts


def deviation(counts: Counts) -> float:
    """Estimate a standard deviation; that of a single game is 0."""
    games, total = counts.total(), _sum(counts)
    squares = sum(number * number * times for number, times in counts.items())
    return sqrt((games * squares - total * total) / (games * (games - 1))) if games > 1 else 0.0


def _sum(counts: Counts) -> int:
    return sum(number * times for number, times in counts.items())


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
