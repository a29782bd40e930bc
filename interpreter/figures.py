"""Figures as text: with as many digits as they are worth, below each other at their points."""

import math
from collections.abc import Iterable, Mapping, Sequence

from interpreter.results import Figure

UNKNOWN = "–"
MARGIN = " ± "

# What stands for a sign that an output cannot show, in as many characters, so that columns stay columns.
_PLAIN: Sequence[Mapping[str, str]] = (
    {"± ": "+-"},
    {"–": "-"},
    {"─": "-", "┃": "|"},
    {"▏": " ", "▎": " ", "▍": " ", "▌": "#", "▋": "#", "▊": "#", "▉": "#", "█": "#"},
    {"▁": ".", "▂": ".", "▃": ":", "▄": ":", "▅": "+", "▆": "+", "▇": "#"},
)


def figure_text(figure: Figure | None, digits: int, signed: bool = False) -> str:
    """Write a figure: an exact one with so many digits behind the point, another with its margin and what fits it.

    A margin has two digits that say something; one without an end is a question mark. What is not known is a dash.
    """
    if figure is None:
        return UNKNOWN
    sign = "+" if signed and figure.value else ""
    if not figure.margin:
        return f"{figure.value:{sign}z{_form(figure.value, digits)}}"
    if not math.isfinite(figure.margin):
        return f"{figure.value:{sign}z.{min(digits, 2)}f}{MARGIN}?"
    digits = max(0, 1 - math.floor(math.log10(figure.margin)))
    return f"{figure.value:{sign}z.{digits}f}{MARGIN}{figure.margin:.{digits}f}"


def column(texts: Iterable[str]) -> list[str]:
    """Pad figures so that points and margins stand below each other; all become equally long.

    What is not known has no point, and stands at the right.
    """
    texts = list(texts)
    parts = [("" if text == UNKNOWN else text).partition(MARGIN) for text in texts]
    values = _at_points([value for value, _, _ in parts])
    margins = _at_points([margin for _, _, margin in parts])
    gap = max((len(between) for _, between, _ in parts), default=0)
    lines = [
        value + between.ljust(gap) + margin
        for value, (_, between, _), margin in zip(values, parts, margins, strict=True)
    ]
    width = max(map(len, [*lines, *texts]), default=0)
    return [(text if text == UNKNOWN else line).rjust(width) for text, line in zip(texts, lines, strict=True)]


def shown(text: str, encoding: str) -> str:
    """Put plain signs in the place of those that an encoding does not have; the text stays as wide as it is."""
    for plain in _PLAIN:
        if _lacks(encoding, "".join(plain)):
            for sign, replacement in plain.items():
                text = text.replace(sign, replacement)
    return text


def _form(value: float, digits: int) -> str:
    """Choose the form of an exact number; one of which the digits would show next to nothing has a power of ten."""
    return ".2e" if digits and 0 < abs(value) < 10.0 ** (1 - digits) else f".{digits}f"


def _at_points(numbers: Sequence[str]) -> list[str]:
    parts = [number.partition(".") for number in numbers]
    before = max((len(whole) for whole, _, _ in parts), default=0)
    behind = max((len(point + rest) for _, point, rest in parts), default=0)
    return [whole.rjust(before) + (point + rest).ljust(behind) for whole, point, rest in parts]


def _lacks(encoding: str, signs: str) -> bool:
    try:
        signs.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False
