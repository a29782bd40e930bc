"""Letters as people see them: with the marks on them, and as wide as a terminal shows them."""

import unicodedata

_JOINERS = "\u200d"
_ON_A_LETTER = ("Mn", "Mc", "Me", "Cf")


def letters_of(text: str) -> list[str]:
    """Part a text into letters, each with its marks; what a joiner joins is one letter."""
    letters: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        if letters and (unicodedata.category(character) in _ON_A_LETTER or letters[-1][-1] in _JOINERS):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def width_of(text: str) -> int:
    """Count the columns that a text takes at a terminal."""
    return sum(
        2 if unicodedata.east_asian_width(letter[0]) in "WF" else _is_seen(letter) for letter in letters_of(text)
    )


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter[0]) not in ("Mn", "Me", "Cf")


def to_the_right(text: str, width: int, fill: str = " ") -> str:
    """Put a text at the right end of so many columns."""
    return fill * (width - width_of(text)) + text


def to_the_left(text: str, width: int, fill: str = " ") -> str:
    """Put a text at the left end of so many columns."""
    return text + fill * (width - width_of(text))
