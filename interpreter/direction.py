"""The direction of texts at a terminal: of one that orders them itself, and of one that does not.

A text is kept and written in the order in which it is read. A terminal that knows of scripts that run from right to
left puts each line into the order in which it is seen; for one that does not, python-bidi can do so, which is imported
when it is needed.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module

from interpreter.extras import how_to_get
from interpreter.letters import letters_of
from interpreter.signs import DIRECTION_MARKS, END_OF_ISOLATE, ISOLATES, visible

STRONG = {"L": False, "R": True, "AL": True}
"""Whether a letter of each class that has a direction belongs to a script that runs from right to left."""

_ISOLATE = "\u2068"
_LEFT_TO_RIGHT_MARK = "\u200e"

_ORDERING_TERMINALS: Mapping[str, str] = {
    "VTE_VERSION": "",
    "KONSOLE_VERSION": "",
    "TERM_PROGRAM": "Apple_Terminal",
    "TERM": "mlterm",
}
"""What tells a terminal that orders lines: a variable of the environment, and what it begins with."""

# What stands, while a line is put into order, for letters with marks, for pairs of brackets, and for brackets without
# a partner: each of the same class as what it stands for, and of what nobody writes in a game.
_LETTERS: Mapping[str, range] = {
    "L": range(0x13000, 0x13400),
    "R": range(0x1E800, 0x1E8C0),
    "AL": range(0x1EE00, 0x1EE04),
}
_BRACKETS = [(chr(first), chr(first + 1)) for first in (*range(0x2768, 0x2775, 2), *range(0x27E6, 0x27EF, 2))]
_LONE = range(0x2580, 0x25A0)

_PARTNERS: Mapping[str, str] = {"(": ")", "[": "]", "{": "}", "<": ">", "«": "»", "‹": "›"}
_WITHOUT_MARKS = str.maketrans("", "", DIRECTION_MARKS + ISOLATES + END_OF_ISOLATE)
_TURNED_ROUND = {**_PARTNERS, **{closing: opening for opening, closing in _PARTNERS.items()}}


class NoOrder(Exception):
    """Why lines cannot be put into order, in words for the person who wants it."""


def is_from_the_right(text: str) -> bool:
    """Tell whether a text is written from right to left, as a terminal tells it: by its first letter."""
    return _direction(text, otherwise=False)


def orders_lines(environment: Mapping[str, str]) -> bool:
    """Tell whether this is known to be the environment of a terminal that orders lines."""
    return any(
        name in environment and environment[name].startswith(beginning)
        for name, beginning in _ORDERING_TERMINALS.items()
    )


def isolated(text: str, *, from_the_right: bool) -> str:
    """Keep a text that has letters of the other direction together, in a line of a terminal that orders lines."""
    text = visible(text)
    directions = {STRONG.get(unicodedata.bidirectional(letter)) for letter in text}
    return f"{_ISOLATE}{text}{END_OF_ISOLATE}" if (not from_the_right) in directions else text


def closed_in_each(lines: Iterable[str]) -> Iterator[str]:
    """Close at the end of each line of a text the isolates that go on in the next one, and open them there again."""
    are_open = ""
    for line in lines:
        marked = are_open + line
        for letter in line:
            if letter in ISOLATES:
                are_open += letter
            elif letter == END_OF_ISOLATE:
                are_open = are_open[:-1]
        yield marked + END_OF_ISOLATE * len(are_open)


def as_picture(line: str) -> str:
    """Keep a terminal that orders lines from changing one that stands as it is to be seen."""
    letters = letters_of(line)
    if not any(is_from_the_right(letter) for letter in letters):
        return line
    parts = (f"{isolated(letter, from_the_right=False)}{_LEFT_TO_RIGHT_MARK}" if is_from_the_right(letter) else letter
             for letter in letters)  # fmt: skip
    return _LEFT_TO_RIGHT_MARK + "".join(parts)


def check() -> None:
    """Raise NoOrder if lines cannot be put into order here."""
    try:
        import_module("bidi")
    except ImportError as error:
        raise NoOrder(how_to_get("python-bidi", "bidi", "--bidi visual")) from error


def as_seen(line: str, *, from_the_right: bool) -> str:
    """Put a line into the order in which it is seen, for a terminal that shows what comes first at the left.

    Marks stay behind their letters, and brackets that are seen from their other side are turned round. What only says
    in which order letters are to be seen is left out, for it has been done.
    """
    get_display: Callable[..., str] = import_module("bidi").get_display
    letters = letters_of(line)
    pairs = dict(_pairs(letters))
    meant: dict[str, str] = {}
    lone = [place for place, letter in enumerate(letters) if letter in _TURNED_ROUND]
    lone = [place for place in lone if place not in pairs and place not in pairs.values()]
    turned = [_TURNED_ROUND[letters[place]] if _runs_back(letters, place, from_the_right) else letters[place]
              for place in lone]  # fmt: skip
    for place, sign, letter in zip(lone, map(chr, _LONE), turned, strict=False):
        meant[sign], letters[place] = letter, sign
    for (opening, closing), signs in zip(pairs.items(), _BRACKETS, strict=False):
        meant |= {signs[0]: letters[opening], signs[1]: letters[closing]}
        letters[opening], letters[closing] = signs
    for direction, signs_of_letters in _LETTERS.items():
        marked = [place for place, letter in enumerate(letters) if _is_marked(letter, direction)]
        for place, sign in zip(marked, map(chr, signs_of_letters), strict=False):
            meant[sign], letters[place] = letters[place], sign
    ordered = get_display("".join(letters), base_dir="R" if from_the_right else "L")
    for first, second in _BRACKETS:
        if first in meant and ordered.index(second) < ordered.index(first):
            meant[first], meant[second] = meant[second], meant[first]
    return "".join(meant.get(letter, letter) for letter in ordered).translate(_WITHOUT_MARKS)


def _is_marked(letter: str, direction: str) -> bool:
    return len(letter) > 1 and unicodedata.bidirectional(letter[0]) == direction


def _pairs(letters: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Find the places of brackets and of what closes them."""
    are_open: list[int] = []
    for place, letter in enumerate(letters):
        if letter in _PARTNERS:
            are_open.append(place)
        elif are_open and letter == _PARTNERS[letters[are_open[-1]]]:
            yield are_open.pop(), place


def _runs_back(letters: Sequence[str], place: int, from_the_right: bool) -> bool:
    """Tell whether a sign without a direction runs from the right: as what is on both sides of it, or as the line."""
    before = _direction(letters[:place][::-1], from_the_right)
    after = next((place for place in range(place + 1, len(letters)) if _is_decided(letters[place])), None)
    if after is None:
        return from_the_right
    beside = STRONG.get(unicodedata.bidirectional(letters[after][0]))
    if beside is None:  # a number, which runs as the last letter before it
        beside = before
    return before if before == beside else from_the_right


def _is_decided(letter: str) -> bool:
    return unicodedata.bidirectional(letter[0]) in (*STRONG, "EN", "AN")


def _direction(letters: Sequence[str], otherwise: bool) -> bool:
    directions = (STRONG.get(unicodedata.bidirectional(letter[0])) for letter in letters)
    return next((direction for direction in directions if direction is not None), otherwise)
