"""In what two boards differ as games: the settings that play, and the effects square by square."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any

from interpreter.board import Board
from interpreter.keys import HEADER
from interpreter.language import canonical, canonical_rule, in_one_case
from interpreter.languages import primary_language
from interpreter.signs import visible
from interpreter.values import numbers_text, written

_NARROWEST = 20
"""A text has so much room at least, however narrow the page is."""


class What(Enum):
    """In what two boards can differ; the value is its text."""

    SETTING = "setting"
    EFFECT = "effect"
    SQUARE_MISSING = "square missing"


@dataclass(frozen=True)
class Difference:
    """A setting, or the effect of a square, that is not the same in two boards.

    `place` is the key of the setting or the number of the square. `first` and `second` are what the two boards
    have there: a setting in the words of a board file, an effect in canonical text, empty for a square without
    one, and None for a square that is not there.
    """

    what: What
    place: str | int
    first: str | None
    second: str | None


def differences(first: Board, second: Board) -> list[Difference]:
    """Compare two boards: settings in the order of their keys, then squares by their numbers.

    A setting that a board leaves out is what holds without it. What an effect says to the players belongs to
    the language of the board, and is compared only between boards of the same language.
    """
    return [*_settings(first, second), *_effects(first, second)]


def as_text(found: Iterable[Difference], first: str, second: str, width: float = inf) -> str:
    """Write differences for a person, who knows the two boards by these names.

    Squares that differ in the same way stand together. Lines longer than the width are broken at spaces.
    """
    together: dict[tuple[str, str | None, str | None], list[int]] = {}
    for each in found:
        place, numbers = (each.place, []) if isinstance(each.place, str) else ("", [each.place])
        together.setdefault((place, each.first, each.second), []).extend(numbers)
    paragraphs = [
        [*_broken(f"{place or _squares(numbers)}:", width, ""), *_below(first, one, second, other, width)]
        for (place, one, other), numbers in together.items()
    ]
    return "\n\n".join("\n".join(lines) for lines in paragraphs) or "No difference."


def as_objects(found: Iterable[Difference]) -> list[dict[str, Any]]:
    """Give differences as objects for JSON, each with all keys."""
    return [
        {
            "what": difference.what.value,
            "key": difference.place if isinstance(difference.place, str) else None,
            "square": difference.place if isinstance(difference.place, int) else None,
            "first": difference.first,
            "second": difference.second,
        }
        for difference in found
    ]


def _settings(first: Board, second: Board) -> Iterator[Difference]:
    for key, kind in HEADER.items():
        values = [getattr(board, key.replace(" ", "_")) for board in (first, second)]
        if kind.plays and values[0] != values[1]:
            yield Difference(What.SETTING, key, *(written(kind.value, value) for value in values))
    rules = [_of_every_square(board) for board in (first, second)]
    if _differ(rules, first, second):
        yield Difference(What.SETTING, "every square", *rules)


def _of_every_square(board: Board) -> str:
    """Write the rule of every square on one line, with the squares that it spares."""
    rule = board.every_square
    if rule is None:
        return "no rule"
    effect = "; ".join(canonical(effect) for effect in rule.effects)
    return f"{effect} (except: {', '.join(map(str, sorted(rule.spared)))})" if rule.spared else effect


def _effects(first: Board, second: Board) -> Iterator[Difference]:
    for number in sorted({*first.squares, *second.squares}):
        rules = [
            canonical_rule(board.effects_of(number)) if number in board.squares else None for board in (first, second)
        ]
        if None in rules:
            yield Difference(What.SQUARE_MISSING, number, *rules)
        elif _differ(rules, first, second):
            yield Difference(What.EFFECT, number, *rules)


def _differ(rules: Sequence[str | None], first: Board, second: Board) -> bool:
    """Tell whether two rules differ. What they say counts between boards of one language, the case of a role never."""
    same_language = primary_language(first.language) == primary_language(second.language)
    one, other = map(_without_case, rules)
    return one != other and (same_language or _unsaid(one) != _unsaid(other))


def _without_case(rule: str | None) -> str | None:
    """Write a rule in one case, but for what it says to the players."""
    parts = (rule or "").split('"')
    return rule and '"'.join(part if place % 2 else in_one_case(part) for place, part in enumerate(parts))


def _unsaid(rule: str | None) -> str:
    """Leave out of a rule what it says to the players."""
    return re.sub('"[^"]*"', '""', rule or "")


def _squares(numbers: Sequence[int]) -> str:
    """Name squares by their numbers, in rising order."""
    return f"square{'' if len(numbers) == 1 else 's'} {numbers_text(numbers)}"


def _below(first: str, one: str | None, second: str, other: str | None, width: float) -> Iterator[str]:
    """Write what each of two boards has, behind their names; each statement of a rule begins a line."""
    first, second = visible(first), visible(second)
    widest = max(len(first), len(second)) + 1
    for name, value in ((first, one), (second, other)):
        shown = "(there is no such square)" if value is None else value or "(no effect)"
        label = f"  {name + ':':{widest}}  "
        for statement in shown.split("\n"):
            yield from _broken(visible(statement), width, label)
            label = " " * len(label)


def _broken(text: str, width: float, before: str) -> list[str]:
    """Break a text at spaces behind what stands before it; its further lines stand further in."""
    if len(before + text) <= width:
        return [before + text]
    further = " " * (len(before) + 2)
    room = max(int(width), len(further) + _NARROWEST)
    return textwrap.wrap(
        text, room, initial_indent=before, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )
