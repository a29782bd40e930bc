"""The words of the sheet: paragraphs of rules, and for each square, or several together, its story and its rule."""

from dataclasses import dataclass

from interpreter.board import Board
from interpreter.values import numbers_text

_COLONS = (":", "：")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of the printed rules."""

    text: str

    @property
    def is_heading(self) -> bool:
        """Tell whether it announces what follows."""
        return self.text.endswith(_COLONS)


@dataclass(frozen=True)
class Entry:
    """The words of a square, or of several that have the same."""

    squares: tuple[int, ...]
    story: str
    rule: str

    @property
    def numbers(self) -> str:
        """The numbers of the squares: `2–3, 5`."""
        return numbers_text(self.squares, dash="–")


def paragraphs(board: Board) -> list[Paragraph]:
    """Give the printed rules."""
    return [Paragraph(line.strip()) for line in board.intro.split("\n") if line.strip()]


def entries(board: Board) -> list[Entry]:
    """Give the words of all squares, in their order; squares that stand together in the file have them once."""
    found: dict[tuple[int, ...], Entry] = {}
    for number in sorted(board.squares):
        square = board.squares[number]
        together = tuple(each for each in square.together if each in board.squares) or (number,)
        found.setdefault(together, Entry(together, square.story, square.rule))
    return list(found.values())
