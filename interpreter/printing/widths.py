"""How wide a text is, without a font: as in the fonts that the sheet asks for first, and in the widest instead of them.

Where a text will be printed, other fonts may be there than here.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache

BOLD = 1.09
"""How much wider bold text is."""

WIDEST = 1.1
"""How much wider a text is in the widest of the usual fonts."""

_OTHER_LETTERS, _CAPITALS, _SIGNS, _IDEOGRAPHS = 0.6, 0.69, 0.9, 1.0
_BY_WIDTH = {0.27: " .,:;'’‘·", 0.32: "ijl|!", 0.37: "ftIJ()[]-/", 0.48: 'rsc?"“”„«»–', 0.94: "mwæœMWÆŒ@%—…"}
_BY_CHARACTER: Mapping[str, float] = {
    character: width for width, characters in _BY_WIDTH.items() for character in characters
}
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")


@cache
def _width_of(character: str) -> float:
    if character in _BY_CHARACTER:
        return _BY_CHARACTER[character]
    category = unicodedata.category(character)
    if category in _WITHOUT_WIDTH:
        return 0.0
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return _IDEOGRAPHS
    if category.startswith("S"):
        return _SIGNS
    return _CAPITALS if category == "Lu" else _OTHER_LETTERS


def width_of(text: str) -> float:
    """Give the width of a text, as a multiple of the size of its font."""
    return sum(map(_width_of, text))


def cut(word: str, width: float) -> list[str]:
    """Cut a word that is too wide for a line into parts that are not; a mark stays with its letter."""
    if width_of(word) <= width:
        return [word]
    parts, taken = [""], 0.0
    for character in word:
        size = _width_of(character)
        if parts[-1] and size and taken + size > width:
            parts.append("")
            taken = 0.0
        parts[-1] += character
        taken += size
    return parts
