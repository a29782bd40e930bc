"""How large everything is on a sheet of paper, and which words stand in which line.

The squares are as large as the words leave them room, and the words as large as the squares do. All texts are reckoned
so many times wider as `wider` says: what breaks lines anew, as a browser does, can do without.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.board import Board
from interpreter.printing.drawing import STEP, height_of, rows_for
from interpreter.printing.paper import MILLIMETRES_PER_POINT, Paper
from interpreter.printing.widths import BOLD, cut, width_of
from interpreter.printing.words import Entry, Paragraph, entries, paragraphs

HEADING, TEXT, NUMBERS, RULE = "heading", "text", "numbers", "rule"
"""How a part of a line is set."""

# These are multiples of the size of the text. The template has the same.
LEADING = 1.25
COLUMN = 25
COLUMN_GAP = 1.8
BETWEEN = 0.32
INDENT = 0.8
TITLE_LEADING = 1.2
TITLE_SPACE = 0.25
BOARD_SPACE = 1.6

# What is left free below: lines of words, and millimetres, as browsers round lengths.
_SPARE_LINES, _SPARE = 1.2, 2
_MOST_STRETCH = 1.4
_LEAST_IN_A_ROW = 4


@dataclass(frozen=True)
class Line:
    """A line of text in parts that are set alike, each with its style."""

    parts: tuple[tuple[str, str], ...]

    @property
    def is_rule(self) -> bool:
        """Tell whether it belongs to the rule of a square."""
        return self.parts[0][1] == RULE


@dataclass(frozen=True)
class Block:
    """The lines of a paragraph or an entry, which stay together, with a space below."""

    of: Paragraph | Entry
    lines: tuple[Line, ...]

    @property
    def height(self) -> float:
        """The height, as a multiple of the size of the text."""
        return len(self.lines) * LEADING + BETWEEN


@dataclass(frozen=True)
class Words:
    """The words in columns, on as many sheets as they need; lengths in millimetres, the size of the text in points."""

    size: float
    sheets: Sequence[Sequence[Sequence[Block]]]
    width: float
    height: float

    @property
    def em(self) -> float:
        """The size of the text in millimetres."""
        return self.size * MILLIMETRES_PER_POINT


@dataclass(frozen=True)
class Setting:
    """The sizes of a sheet: lengths in millimetres, the size of the title in points.

    A square is `step` high with the gap around it, and `stretch` times as wide. With `together`, the words have room on
    the sheet of the track.
    """

    paper: Paper
    title: tuple[str, ...]
    title_size: float
    columns: int
    step: float
    stretch: float
    words: Words
    together: bool

    @property
    def title_height(self) -> float:
        """The height of the title with the space below it."""
        return _title_height(self.title, self.title_size)


def setting(board: Board, paper: Paper, wider: float) -> Setting:
    """Choose the sizes for a board: the largest text beside which the squares are comfortable, if there is one."""
    title_size, title = _title(board.name, paper, wider)
    room = paper.inner_height - _SPARE - _title_height(title, title_size)

    def chosen(words: Words, together: bool) -> Setting:
        left = room - (words.height + (BOARD_SPACE + _SPARE_LINES * LEADING) * words.em if together else 0)
        columns, step = _squares(board.last, paper.inner_width, left)
        stretch = min(paper.inner_width / columns / step, _MOST_STRETCH) if step else 1.0
        return Setting(paper, title, title_size, columns, step, stretch, words, together)

    tried = [_words(board, paper, size, wider) for size in paper.text_sizes]
    beside = [chosen(words, together=True) for words in tried]
    alone = chosen(next((words for words in tried if len(words.sheets) == 1), tried[-1]), together=False)
    for each in beside:
        if each.step >= paper.comfortable:
            return each
    best = max(beside, key=lambda each: each.step)
    return best if best.step >= min(paper.smallest, alone.step) else alone


def blocks(board: Board, width: float) -> Iterator[Block]:
    """Break the words of a board into lines that are so wide, as a multiple of the size of the text."""
    for paragraph in paragraphs(board):
        yield Block(paragraph, tuple(_paragraph_lines(paragraph, width)))
    for entry in entries(board):
        yield Block(entry, tuple(_entry_lines(entry, width)))


def _paragraph_lines(paragraph: Paragraph, width: float) -> list[Line]:
    return _lines([(paragraph.text, HEADING if paragraph.is_heading else TEXT)], width)


def _entry_lines(entry: Entry, width: float) -> list[Line]:
    lines = _lines([(entry.numbers, NUMBERS), (entry.story, TEXT)], width)
    return lines + _lines([(entry.rule, RULE)], width - INDENT)


def _lines(texts: Sequence[tuple[str, str]], width: float) -> list[Line]:
    """Break texts, one behind the other, into lines."""
    lines: list[list[tuple[str, str]]] = []
    room = -1.0
    for text, style in texts:
        factor = BOLD if style in (HEADING, NUMBERS) else 1.0
        for word in (part for whole in text.split() for part in cut(whole, width / factor)):
            size = factor * width_of(word)
            if size > room:
                lines.append([])
                room = width
            lines[-1].append((word, style))
            room -= size + factor * width_of(" ")
    return [Line(tuple(_joined(line))) for line in lines]


def _joined(words: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Join neighbours of one style."""
    start = 0
    for place in range(1, len(words) + 1):
        if place == len(words) or words[place][1] != words[start][1]:
            yield " ".join(word for word, _ in words[start:place]), words[start][1]
            start = place


def _title(name: str, paper: Paper, wider: float) -> tuple[float, tuple[str, ...]]:
    """Choose the size of the title: on one line, if it does not become too small for that."""
    width = paper.inner_width / MILLIMETRES_PER_POINT / wider
    size = max(2 * paper.text_sizes[-1], min(paper.title_size, width / (BOLD * max(width_of(name), 1))))
    lines = _lines([(name, HEADING)], width / size)
    return size, tuple(" ".join(text for text, _ in line.parts) for line in lines)


def _title_height(title: Sequence[str], size: float) -> float:
    return (len(title) * TITLE_LEADING + TITLE_SPACE) * size * MILLIMETRES_PER_POINT


def _squares(last: int, width: float, height: float) -> tuple[int, float]:
    """Choose how many squares stand in a row, so that they are as large as can be; give that and their size."""
    found = (1, 0.0)
    for columns in range(min(_LEAST_IN_A_ROW, last + 1), last + 2):
        size = min(width / columns, STEP * height / height_of(rows_for(last, columns)))
        if size > found[1]:
            found = columns, size
    return found


def _words(board: Board, paper: Paper, size: float, wider: float) -> Words:
    """Set the words in columns that are as low as can be, on as few sheets as can be."""
    em = size * MILLIMETRES_PER_POINT
    count = max(1, round((paper.inner_width / em + COLUMN_GAP) / (COLUMN + COLUMN_GAP)))
    width = (paper.inner_width / em + COLUMN_GAP) / count - COLUMN_GAP
    texts = list(blocks(board, width / wider))
    filled = _filled(texts, (paper.inner_height - _SPARE) / em - _SPARE_LINES * LEADING)
    columns = filled if len(filled) > count else _balanced(texts, count)
    sheets = [columns[start : start + count] for start in range(0, len(columns), count)]
    return Words(size, sheets, width * em, max(map(_height, columns), default=0) * em)


def _balanced(texts: Sequence[Block], count: int) -> list[list[Block]]:
    """Fill columns one after the other, all as low as can be."""
    lowest, highest = _height(texts) / count, _height(texts) + 1
    while highest - lowest > LEADING / 8:
        tried = (lowest + highest) / 2
        lowest, highest = (lowest, tried) if len(_filled(texts, tried)) <= count else (tried, highest)
    return _filled(texts, highest)


def _filled(texts: Sequence[Block], height: float) -> list[list[Block]]:
    columns: list[list[Block]] = []
    room = -1.0
    for block in texts:
        if not columns or block.height > room:
            columns.append([])
            room = height
        columns[-1].append(block)
        room -= block.height
    return columns


def _height(texts: Sequence[Block]) -> float:
    return sum(block.height for block in texts)
