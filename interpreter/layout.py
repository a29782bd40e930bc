"""Texts in columns and lines of a given width."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.figures import MARGIN
from interpreter.signs import visible

INDENT = "  "
_BETWEEN, _CLOSE = "  ", " "
_BELOW = INDENT * 4
_NARROWEST_TEXT = 16
_UNBROKEN_MARGIN = MARGIN.replace(" ", "\u00a0")


@dataclass(frozen=True)
class Column:
    """A column: its heading, in one or more lines, and its cells. Words begin below each other, all else ends so."""

    heading: str
    cells: Sequence[str]
    words: bool = False


def table(columns: Sequence[Column], width: int) -> list[str]:
    """Set columns beside each other, below their headings if there are any; words of the last one are broken.

    Where lines are too short for that, columns are closer to each other; where they still are, the words of the last
    column go below what they stand beside.
    """
    headings = [column.heading.split("\n") for column in columns]
    height = max(map(len, headings)) if any(column.heading for column in columns) else 0
    rows = [[([""] * height + heading)[line - height] for heading in headings] for line in range(height)]
    rows += map(list, zip(*(column.cells for column in columns), strict=True))
    widths = [max(len(row[number]) for row in rows) for number in range(len(columns))]
    has_words = columns[-1].words
    least = len(INDENT) + sum(widths[:-1]) + (min(widths[-1], _NARROWEST_TEXT) if has_words else widths[-1])
    gaps = [gap for gap in (_BETWEEN, _CLOSE) if least + len(gap) * (len(columns) - 1) <= width]
    gap = gaps[0] if gaps else _CLOSE
    lines = []
    for row in rows:
        cells = [
            cell.ljust(size) if column.words else cell.rjust(size)
            for cell, column, size in zip(row, columns, widths, strict=True)
        ]
        before = INDENT + "".join(cell + gap for cell in cells[:-1])
        if has_words and not gaps:
            lines += [before.rstrip(), *(wrapped(row[-1], width, _BELOW) if row[-1] else [])]
        else:
            lines += wrapped(row[-1] if has_words else cells[-1], width, before)
    return lines


def wrapped(text: str, width: int, before: str = "") -> list[str]:
    """Break a text into lines behind what stands before it; a word that is longer than a line is left whole.

    A figure stays in one line with its margin.
    """
    room = max(width, len(before) + _NARROWEST_TEXT)
    text = visible(text).replace(MARGIN, _UNBROKEN_MARGIN)
    filled = textwrap.wrap(
        text, room, initial_indent=before, subsequent_indent=" " * len(before),
        break_long_words=False, break_on_hyphens=False, drop_whitespace=True,
    )  # fmt: skip
    return [line.rstrip().replace(_UNBROKEN_MARGIN, MARGIN) for line in filled] or [before.rstrip()]


def side_by_side(cells: Sequence[str], width: int) -> list[str]:
    """Set equally long texts into as many columns as there is room for, to be read down and then to the right."""
    if not cells:
        return []
    across = max(1, (width - len(INDENT) + len(_BETWEEN) * 2) // (len(cells[0]) + len(_BETWEEN) * 2))
    down = -(-len(cells) // across)
    return [INDENT + (_BETWEEN * 2).join(cells[row::down]).rstrip() for row in range(down)]
