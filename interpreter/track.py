"""The squares of a board laid out as rows that run to and fro, as printed sheets have them."""

import math
from collections.abc import Mapping

_WIDE = 1.6
_TOLERANCE = 0.25


def columns_for(squares: int) -> int:
    """Choose how many squares stand in a row: so that the whole is a bit wider than high, with full rows if it can."""
    best = math.sqrt(squares * _WIDE)
    around = range(max(1, round(best * (1 - _TOLERANCE))), round(best * (1 + _TOLERANCE)) + 1)
    full = [columns for columns in around if squares % columns == 0]
    return min(full or [max(1, round(best))], key=lambda columns: abs(columns - best))


def positions(squares: int, columns: int) -> Mapping[int, tuple[int, int]]:
    """Give the column and the row of each square; the first stands in the lowest row at the left, and rows turn."""
    placed = {}
    for number in range(1, squares + 1):
        row, step = divmod(number - 1, columns)
        placed[number] = (step if row % 2 == 0 else columns - 1 - step, row)
    return placed
