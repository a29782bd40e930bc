"""Short marks by which players are known on a track: the first letter of a name, or two where one is not enough."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, takewhile

from interpreter.letters import letters_of


def marks_of(names: Sequence[str]) -> dict[str, str]:
    """Give each player a mark of its own, by the name.

    A player whose name alone begins with a letter, or who is called so, has this letter. Others have another letter
    behind it, one in which the names differ if there is one; or the number with which the name ends; or, at last, that
    of the seat, or a higher one.
    """
    firsts = {name: _first(name) for name in names}
    common = Counter(first.casefold() for first in firsts.values())
    marks: dict[str, str] = {}
    for seat, name in enumerate(names, start=1):
        first = firsts[name]
        alike = [other for other in names if firsts[other].casefold() == first.casefold()]
        is_enough = common[first.casefold()] == 1 or len(letters_of(name)) == 1
        rests = [""] if is_enough else _rests(name, alike)
        taken = {mark.casefold() for mark in marks.values()}
        candidates = (first + rest for rest in chain(rests, map(str, count(seat))))
        marks[name] = next(mark for mark in candidates if mark.casefold() not in taken)
    return marks


def _first(name: str) -> str:
    """Give the first letter of a name, large if the script has large letters; its first sign if there is no letter."""
    letters = letters_of(name)
    first = next((letter for letter in letters if letter[0].isalpha()), letters[0])
    return first.upper() if len(first.upper()) == len(first) else first


def _rests(name: str, alike: Sequence[str]) -> Iterator[str]:
    """Give what can stand behind the first letter of a name, to tell it from those that are like it."""
    columns = zip(*(letters_of(other.casefold()) for other in alike), strict=False)
    common = sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))
    letters = letters_of(name)
    number = "".join(letters[common:]).strip()
    if number.isdecimal():
        yield number
    yield from (letter for letter in [*letters[max(common, 1) :], *letters[1:]] if letter[0].isalnum())
