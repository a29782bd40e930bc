"""In what two boards differ as games: the settings that play, and the effects square by square."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from interpreter.board import Board
from interpreter.keys import HEADER
from interpreter.language import canonical, canonical_rule
from interpreter.languages import primary_language
from interpreter.values import written


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


def as_text(found: Iterable[Difference], first: str, second: str) -> str:
    """Write differences for a person, who knows the two boards by these names."""
    return "\n\n".join(_as_lines(difference, first, second) for difference in found) or "No difference."


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
    """Tell whether two rules differ, in the words that they say only if the boards have the same language."""
    same_language = primary_language(first.language) == primary_language(second.language)
    return rules[0] != rules[1] and (same_language or _unsaid(rules[0]) != _unsaid(rules[1]))


def _unsaid(rule: str | None) -> str:
    """Leave out of a rule what it says to the players."""
    return re.sub('"[^"]*"', '""', rule or "")


def _as_lines(difference: Difference, first: str, second: str) -> str:
    place = difference.place if isinstance(difference.place, str) else f"square {difference.place}"
    width = max(len(first), len(second)) + 1
    lines = [f"{place}:"]
    for name, value in ((first, difference.first), (second, difference.second)):
        shown = "(there is no such square)" if value is None else value or "(no effect)"
        label = f"  {name + ':':{width}}  "
        lines += [label + shown.replace("\n", "\n" + " " * len(label))]
    return "\n".join(lines)
