"""In which direction a board is read, and what in its texts runs the other way."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "ltr", "rtl"

_LETTERS = {LEFT_TO_RIGHT: ("L",), RIGHT_TO_LEFT: ("R", "AL")}
_OTHER = {LEFT_TO_RIGHT: RIGHT_TO_LEFT, RIGHT_TO_LEFT: LEFT_TO_RIGHT}
_DIGITS = ("EN", "AN")
_SEPARATORS = ("ES", "CS")
_NEUTRAL = ("WS", "ON", "ET", "NSM", "BN")

# Letters that run the other way, with what stands between them: words, and numbers beside them. And numbers.
_FOREIGN = re.compile("f(?:[fdsn]*[fd])?")
_FOREIGN_OR_NUMBER = re.compile("f(?:[fdsn]*[fd])?|d+(?:sd+)*")


@dataclass(frozen=True)
class Run:
    """A part of a text; one that is foreign runs in its own direction, and is to be kept apart."""

    text: str
    foreign: bool


def direction_of(texts: Iterable[str]) -> str:
    """Tell in which direction texts are read: that of most of their letters."""
    kinds = Counter(unicodedata.bidirectional(character) for text in texts for character in text)
    count = {direction: sum(kinds[kind] for kind in letters) for direction, letters in _LETTERS.items()}
    return max(count, key=lambda direction: count[direction])


def runs(text: str, direction: str) -> Iterator[Run]:
    """Part a text into what is read in its direction and what is foreign to it."""
    kinds = "".join(_kind(character, direction) for character in text)
    foreign = _FOREIGN if direction == LEFT_TO_RIGHT else _FOREIGN_OR_NUMBER
    end = 0
    for found in foreign.finditer(kinds):
        if found.start() > end:
            yield Run(text[end : found.start()], False)
        end = found.end()
        yield Run(text[found.start() : end], True)
    if end < len(text):
        yield Run(text[end:], False)


def _kind(character: str, direction: str) -> str:
    """Give one letter for a character: foreign, digit, separator, neutral, or its own."""
    kind = unicodedata.bidirectional(character)
    if kind in _LETTERS[_OTHER[direction]]:
        return "f"
    if kind in _DIGITS:
        return "d"
    if kind in _SEPARATORS:
        return "s"
    return "n" if kind in _NEUTRAL else "o"
