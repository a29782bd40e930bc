"""Sheets of paper, and how large things are on each."""

from collections.abc import Mapping
from dataclasses import dataclass

MILLIMETRES_PER_POINT = 25.4 / 72


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright, and what is good to read and to play on it; lengths are in millimetres.

    `text_sizes` are in points, the largest first; the last is as small as a text can be. On squares of the
    `comfortable` size a pawn leaves the number free; below the `smallest` size, the words go to a second sheet.
    """

    name: str
    width: float
    height: float
    margin: float
    title_size: float
    text_sizes: tuple[float, ...]
    comfortable: float
    smallest: float

    @property
    def inner_width(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin

    @property
    def inner_height(self) -> float:
        """The height between the margins."""
        return self.height - 2 * self.margin


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("a4", 210, 297, 8, 22, (11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7), 22, 16),
    "a3": Paper("a3", 297, 420, 11, 32, (15, 14, 13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9), 31, 23),
}
