"""The keys of a board file: what each is for, and how its text is read.

The reader knows no key of the header by name: what stands in these tables is what a board file has.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from interpreter.board import Arrival, Finish, First, LastPlayer, Order, StandingRules, Ties
from interpreter.dice import Dice
from interpreter.language import LARGEST_NUMBER

MOST_DICE = 10
MOST_SIDES = 100

Choice = TypeVar("Choice", bound=Enum)


class BadValue(Exception):
    """A value that its key cannot have: what is wrong with it, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True)
class Key:
    """A key of the header: what it is for, how its text is read, and what holds if it is absent."""

    meaning: str
    read: Callable[[str], Any]
    default: Any = None
    required: bool = False


def _words(text: str) -> str:
    return text.rstrip("\n")


def _language(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", text):
        raise BadValue(f'"{text}" is no language code', "Write a code of BCP 47, such as nl, no, he or pt-BR.")
    return text


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch("[0-9]{1,6}", text) and least <= int(text) <= most:
            return int(text)
        raise BadValue(f'"{text}" is no number from {least} to {most}', "Write the number in the digits 0 to 9.")

    return read


def _purse(text: str) -> int | None:
    return None if text == "unlimited" else _number(0, LARGEST_NUMBER)(text)


def _dice(text: str) -> Dice:
    found = re.fullmatch("([0-9]{1,4})d([0-9]{1,4})", text)
    if found is None:
        raise BadValue(f'"{text}" is no set of dice', "Write how many dice with how many sides: 1d6, 2d6, 1d8.")
    count, sides = int(found[1]), int(found[2])
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise BadValue(
            f'"{text}" makes no sense as dice', f"There are 1 to {MOST_DICE} dice, with 2 to {MOST_SIDES} sides each."
        )
    return Dice(count, sides)


def _choice(kind: type[Choice]) -> Callable[[str], Choice]:
    choices = {each.value: each for each in kind}

    def read(text: str) -> Choice:
        if text in choices:
            return choices[text]
        raise BadValue(f'"{text}" is not one of its values', listed(text, choices, "Its values are"))

    return read


def _landing(text: str) -> frozenset[Arrival]:
    ways = {way.value: way for way in Arrival if way is not Arrival.STAY}
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part not in ways:
            raise BadValue(f'"{part}" is no way to land', listed(part, ways, "The ways are"))
    return frozenset(ways[part] for part in parts) | {Arrival.THROW}


HEADER: Mapping[str, Key] = {
    "name": Key("The name of the game.", _words, "?", required=True),
    "language": Key("The language of the board, as a BCP 47 code.", _language, "und", required=True),
    "translates": Key("The board of which this is a translation, as a path from this file.", _words, ""),
    "dice": Key("How many dice with how many sides: 1d6.", _dice, Dice(1, 6), required=True),
    "stake": Key("The chips that each player puts into the pot.", _number(0, LARGEST_NUMBER), 0),
    "purse": Key("The chips that each player has before the stake, or: unlimited.", _purse),
    "finish": Key("What becomes of a throw beyond the last square.", _choice(Finish), Finish.COUNT_BACK),
    "landing": Key(
        "The ways to come to a square after which its rule happens.",
        _landing,
        frozenset({Arrival.THROW, Arrival.COUNT_BACK, Arrival.GO}),
    ),
    "first": Key("Who begins, and is the cashier.", _choice(First), First.YOUNGEST),
    "order": Key("The direction in which turns go round the table.", _choice(Order), Order.CLOCKWISE),
    "ties": Key("Who is meant by a rule about one player when several fit.", _choice(Ties), Ties.FIRST),
    "standing rules": Key(
        "Whether the payment of one rule beginning with whenever sets off another.",
        _choice(StandingRules),
        StandingRules.APART,
    ),
    "last player": Key("What the only player left in the game does.", _choice(LastPlayer), LastPlayer.PLAYS_ON),
    "label": Key("The sheet's word before the number of a square.", _words, "?", required=True),
    "intro": Key("The printed rules, as on the sheet.", _words, "", required=True),
}

SECTIONS: Mapping[str, str] = {
    "roles": "The names, in the board's language, of the roles that rules give to players.",
    "phrases": "The words of the game log.",
    "squares": "The squares by their numbers: a story, or story, rule and effect.",
}

SQUARE: Mapping[str, str] = {
    "story": "The sheet's words, up to the rule.",
    "rule": "The rule as the sheet prints it.",
    "effect": "What the rule does, in the effect language.",
}


def listed(word: str, known: Iterable[str], introduction: str) -> str:
    """Say what is known, and which of it the word was probably meant to be."""
    known = list(known)
    close = difflib.get_close_matches(word, known, n=1)
    listed = f"{introduction}: {'; '.join(known) if any(',' in each for each in known) else ', '.join(known)}."
    return f'Did you mean "{close[0]}"? {listed}' if close else listed
