"""The track of a board in lines of text: rows of numbers that run to and fro, with the players below them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from interpreter.letters import to_the_left, to_the_right, width_of

_WAY, _DOWN, _GAP = "─", "│", "⋮"
_TURNS_BACK: Mapping[bool, str] = {False: "─┐", True: "┌─"}
"""How a row ends that goes on below, by whether it runs back."""
_COMES_BACK: Mapping[bool, str] = {False: "└─", True: "─┘"}
"""How the row below it begins."""

_MIRRORED = str.maketrans("┌┐└┘", "┐┌┘└")
_EDGE = 2
_BETWEEN = 2
_SHORTEST = 0.6
"""The part of the columns there is room for that a row has at least, if all rows can then be equally long."""


@dataclass(frozen=True)
class _Line:
    """A line of the track, as it stands if the first row runs from the left: what is at its edges, and its cells.

    `way` tells of each cell whether the track is drawn at the left of what stands in it.
    """

    left: str
    cells: Sequence[str]
    right: str
    way: Sequence[bool]


def draw(last: int, pawns: Mapping[str, int], width: int, height: int, *, from_the_right: bool = False) -> list[str]:
    """Draw a track of so many squares, with the marks of players below the squares on which they are.

    Where the height is not enough, those rows are drawn that have a pawn, the first pawn's before others, and what is
    around them.
    """
    size = max(len(str(last)), *map(width_of, pawns), 0) + _BETWEEN
    columns = _columns(last, max(1, (width - 2 * _EDGE) // size), height)
    rows = [range(first, min(first + columns, last + 1)) for first in range(1, last + 1, columns)]
    drawn = [list(_row(rows, number, columns, pawns, size)) for number in range(len(rows))]
    with_pawns = dict.fromkeys((square - 1) // columns for square in pawns.values() if 0 < square <= last)
    shown = _shown([len(lines) for lines in drawn], list(with_pawns) or [0], height)
    lines: list[_Line] = []
    for number in shown:
        if number and number - 1 not in shown:
            lines.append(_below(number - 1, columns, _GAP))
        lines += drawn[number]
    if shown[-1] + 1 < len(rows):
        lines.append(_below(shown[-1], columns, _GAP))
    return [_text(line, size, width, from_the_right) for line in lines]


def _columns(last: int, most: int, height: int) -> int:
    """Choose how many squares stand in a row: so that rows are equally long if there is room, or else nearly so."""
    rows = -(-last // most)
    for columns in range(most, 0, -1):
        if last % columns == 0 and columns >= most * _SHORTEST and 2 * last // columns <= max(height, 2 * rows):
            return columns
    return -(-last // rows)


def _row(
    rows: Sequence[Sequence[int]], number: int, columns: int, pawns: Mapping[str, int], size: int
) -> Iterator[_Line]:
    """Give the lines of a row: its squares, and below them the players who are there."""
    squares, runs_back, goes_on = rows[number], number % 2 == 1, number + 1 < len(rows)
    blank = columns - len(squares)
    begins = _COMES_BACK[runs_back] if number else " " * _EDGE
    ends = _TURNS_BACK[runs_back] if goes_on else " " * _EDGE
    numbers = [*map(str, squares), *[""] * blank]
    way = [number > 0, *[True] * (len(squares) - 1), *[False] * blank]
    if runs_back:
        # What leads to a square stands at its left, so that it belongs to the next square of a row that runs back.
        numbers.reverse()
        way = [False] * blank + [goes_on] + [True] * (len(squares) - 1)
        yield _Line(ends, numbers, begins, way)
    else:
        yield _Line(begins, numbers, ends, way)
    standing = [_packed([mark for mark, at in pawns.items() if at == square], size - 1) for square in squares]
    standing += [[]] * blank
    if runs_back:
        standing.reverse()
    below = _below(number, columns, _DOWN if goes_on else " ")
    for depth in range(max(map(len, standing))):
        cells = [marks[depth] if depth < len(marks) else "" for marks in standing]
        yield _Line(below.left, cells, below.right, below.way)


def _below(number: int, columns: int, sign: str) -> _Line:
    """Give the line below a row, with a sign where the track goes on to the next one."""
    edges = [" " * _EDGE, to_the_right(sign, _EDGE)]
    if number % 2 == 1:
        edges = [to_the_left(sign, _EDGE), " " * _EDGE]
    return _Line(edges[0], [""] * columns, edges[1], [False] * columns)


def _packed(marks: Sequence[str], room: int) -> list[str]:
    """Put marks into lines, as many beside each other as there is room for."""
    lines: list[str] = []
    for mark in marks:
        if lines and width_of(lines[-1]) + 1 + width_of(mark) <= room:
            lines[-1] += f" {mark}"
        else:
            lines.append(mark)
    return lines


def _shown(heights: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Choose the rows that are drawn: all, or those that are wanted and what is around them, as far as there is room.

    The first that is wanted is always drawn.
    """
    if sum(heights) <= room:
        return list(range(len(heights)))
    around = sorted(range(len(heights)), key=lambda row: (min(abs(row - each) for each in wanted), -row))
    shown: list[int] = []
    for row in [*wanted, *around]:
        more = sorted({*shown, row})
        gaps = sum(row > 0 and row - 1 not in more for row in more) + (more[-1] + 1 < len(heights))
        if not shown or sum(heights[row] for row in more) + gaps <= room:
            shown = more
    return shown


def _text(line: _Line, size: int, width: int, from_the_right: bool) -> str:
    fills = [_WAY if leads else " " for leads in line.way]
    if not from_the_right:
        cells = [to_the_right(cell, size, fill) for cell, fill in zip(line.cells, fills, strict=True)]
        return f"{line.left}{''.join(cells)}{line.right}".rstrip()
    cells = [to_the_left(cell, size, fill) for cell, fill in zip(line.cells, fills, strict=True)]
    left, right = (edge[::-1].translate(_MIRRORED) for edge in (line.right, line.left))
    return to_the_right(f"{left}{''.join(reversed(cells))}{right}", width).rstrip()
