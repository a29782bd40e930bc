"""Every line of the words with its place on the sheet, for what cannot break lines by itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.printing.direction import RIGHT_TO_LEFT
from interpreter.printing.drawing import STEP, height_of, rows_for
from interpreter.printing.paper import MILLIMETRES_PER_POINT
from interpreter.printing.setting import (
    BOARD_SPACE,
    COLUMN_GAP,
    INDENT,
    LEADING,
    TITLE_LEADING,
    Block,
    Line,
    Setting,
)

# Where the baseline is in the height of a line.
_BASELINE = 0.72


@dataclass(frozen=True)
class PlacedLine:
    """A line that begins at `x`, with its baseline at `y`; lengths are in millimetres."""

    line: Line
    x: float
    y: float


@dataclass(frozen=True)
class Bar:
    """The bar beside the lines of a rule."""

    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Placed:
    """What has a place on a sheet: the title, the corner of the track, the words; and the height of the whole."""

    title: tuple[PlacedLine, ...]
    track: tuple[float, float]
    lines: tuple[PlacedLine, ...]
    bars: tuple[Bar, ...]
    height: float


def placed(setting: Setting, last: int, direction: str) -> Placed:
    """Place everything on the sheet; words that have sheets of their own stand below it."""
    paper = setting.paper
    size = setting.title_size * MILLIMETRES_PER_POINT
    title = tuple(
        PlacedLine(Line(((text, ""),)), paper.width / 2, paper.margin + (number + _BASELINE) * size * TITLE_LEADING)
        for number, text in enumerate(setting.title)
    )
    top = paper.margin + setting.title_height
    track = (paper.width - setting.columns * setting.step * setting.stretch) / 2, top
    bottom = top + height_of(rows_for(last, setting.columns)) * setting.step / STEP
    words = setting.words
    lines: list[PlacedLine] = []
    bars: list[Bar] = []
    y = bottom + BOARD_SPACE * words.em if setting.together else paper.height + paper.margin
    for sheet in words.sheets:
        for number, column in enumerate(sheet):
            x, below = paper.margin + number * (words.width + COLUMN_GAP * words.em), y
            for block in column:
                lines += _lines(setting, block, x, below, direction)
                bars += _bars(setting, block, x, below, direction)
                below += block.height * words.em
        y += max(paper.height, words.height + 2 * paper.margin)
    height = paper.height if setting.together else y - paper.margin
    return Placed(title, track, tuple(lines), tuple(bars), height)


def _lines(setting: Setting, block: Block, start: float, y: float, direction: str) -> Iterator[PlacedLine]:
    for number, line in enumerate(block.lines):
        x = start + (INDENT * setting.words.em if line.is_rule else 0)
        yield PlacedLine(line, _mirrored(setting, x, direction), y + (number + _BASELINE) * LEADING * setting.words.em)


def _bars(setting: Setting, block: Block, start: float, y: float, direction: str) -> Iterator[Bar]:
    rules = [number for number, line in enumerate(block.lines) if line.is_rule]
    if rules:
        x = _mirrored(setting, start + INDENT / 3 * setting.words.em, direction)
        line = LEADING * setting.words.em
        yield Bar(x, y + rules[0] * line, len(rules) * line)


def _mirrored(setting: Setting, x: float, direction: str) -> float:
    return setting.paper.width - x if direction == RIGHT_TO_LEFT else x
