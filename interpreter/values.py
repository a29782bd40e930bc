"""What the text of a key can be, as data; how it is read, and written back.

`read` and `written` undo each other: the text that is written of a value is read as an equal value.
"""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from interpreter.diagnostics import shortened
from interpreter.dice import Dice

MOST_DIGITS = 6
"""The digits that a number can be written in, with zeros before it."""


class BadValue(Exception):
    """A text that its key cannot have: what is wrong with it, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True)
class Words:
    """Any words, to the letter."""


@dataclass(frozen=True)
class Form:
    """A text of a form: the whole of it matches `pattern`."""

    pattern: str
    refusal: str
    remedy: str


@dataclass(frozen=True)
class Number:
    """A number in the digits 0 to 9; the word `unlimited`, if there is one, says that there is none."""

    least: int
    most: int
    unlimited: str | None = None


@dataclass(frozen=True)
class SetOfDice:
    """So many dice with so many sides: 2d6."""

    most_dice: int
    most_sides: int


@dataclass(frozen=True)
class Choice:
    """One of the texts that an enum has for its values."""

    kind: type[Enum]


@dataclass(frozen=True)
class Choices:
    """Some of these, with commas between their texts; `always` is meant even if it is not written."""

    choices: tuple[Enum, ...]
    always: Enum
    refusal: str
    introduction: str


Value = Words | Form | Number | SetOfDice | Choice | Choices


def read(value: Value, text: str) -> Any:
    """Read a text as a value of this kind. Raises BadValue if it is none."""
    match value:
        case Words():
            return text.rstrip("\n")
        case Form(pattern, refusal, remedy):
            if not re.fullmatch(pattern, text):
                raise BadValue(f'"{shortened(text)}" is {refusal}', remedy)
            return text
        case Number():
            return _number(value, text)
        case SetOfDice():
            return _dice(value, text)
        case Choice(kind):
            return _chosen(text, kind, "not one of its values", "Its values are")
        case Choices(choices, always, refusal, introduction):
            parts = [part.strip() for part in text.split(",")]
            return frozenset(_chosen(part, choices, refusal, introduction) for part in parts) | {always}


def written(value: Value, read_as: Any) -> str:
    """Write what was read as a value of this kind in the words of a board file."""
    match value:
        case Number(unlimited=str(unlimited)) if read_as is None:
            return unlimited
        case Choice():
            return str(read_as.value)
        case Choices(choices):
            return ", ".join(choice.value for choice in choices if choice in read_as)
    return str(read_as)


def listed(word: str, known: Iterable[str], introduction: str) -> str:
    """Say what is known, and which of it the word was probably meant to be."""
    known = list(known)
    close = difflib.get_close_matches(word, known, n=1)
    listed = f"{introduction}: {'; '.join(known) if any(',' in each for each in known) else ', '.join(known)}."
    return f'Did you mean "{close[0]}"? {listed}' if close else listed


def ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Part numbers into ranges of those that follow each other: the first and the last of each."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def numbers_text(numbers: Iterable[int], dash: str = "-") -> str:
    """Write numbers as a board file has them: 5, 9, 14-16."""
    return ", ".join(str(first) if first == last else f"{first}{dash}{last}" for first, last in ranges(numbers))


def no_such_squares(numbers: Sequence[int]) -> str:
    """Say that there are no squares with these numbers."""
    return f"there {'is no square' if len(numbers) == 1 else 'are no squares'} {numbers_text(numbers)}"


def _number(value: Number, text: str) -> int | None:
    if value.unlimited is not None and text == value.unlimited:
        return None
    if re.fullmatch(f"[0-9]{{1,{MOST_DIGITS}}}", text) and value.least <= int(text) <= value.most:
        return int(text)
    raise BadValue(
        f'"{shortened(text)}" is no number from {value.least} to {value.most}', "Write the number in the digits 0 to 9."
    )


def _dice(value: SetOfDice, text: str) -> Dice:
    found = re.fullmatch("([0-9]{1,4})d([0-9]{1,4})", text)
    if found is None:
        raise BadValue(
            f'"{shortened(text)}" is no set of dice', "Write how many dice with how many sides: 1d6, 2d6, 1d8."
        )
    count, sides = int(found[1]), int(found[2])
    if not (1 <= count <= value.most_dice and 2 <= sides <= value.most_sides):
        remedy = f"There are 1 to {value.most_dice} dice, with 2 to {value.most_sides} sides each."
        raise BadValue(f'"{shortened(text)}" makes no sense as dice', remedy)
    return Dice(count, sides)


def _chosen(text: str, choices: Iterable[Enum], refusal: str, introduction: str) -> Enum:
    known = {choice.value: choice for choice in choices}
    if text not in known:
        raise BadValue(f'"{shortened(text)}" is {refusal}', listed(text, known, introduction))
    return known[text]
