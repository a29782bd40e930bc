"""The keys of a board file: what each is for, and what its value can be.

The reader knows no key of the header by name: what stands in these tables is what a board file has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.board import Arrival, Finish, First, LastPlayer, Order, StandingRules, Ties
from interpreter.dice import Dice
from interpreter.language import LARGEST_NUMBER
from interpreter.values import Choice, Choices, Form, Number, SetOfDice, Value, Words


@dataclass(frozen=True)
class Key:
    """A key of the header: what it is for, what its value can be, and what holds if it is absent.

    `plays` tells whether its value has an influence on the game, and not only on what is said of it.
    """

    meaning: str
    value: Value
    default: Any = None
    required: bool = False
    plays: bool = True


HEADER: Mapping[str, Key] = {
    "name": Key("The name of the game.", Words(), "?", required=True, plays=False),
    "language": Key(
        "The language of the board, as a BCP 47 code.",
        Form(
            "[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
            "no language code",
            "Write a code of BCP 47, such as nl, no, he or pt-BR.",
        ),
        "und",
        required=True,
        plays=False,
    ),
    "translates": Key("The board of which this is a translation, as a path from this file.", Words(), "", plays=False),
    "dice": Key(
        "How many dice with how many sides: 1d6.", SetOfDice(most_dice=10, most_sides=100), Dice(1, 6), required=True
    ),
    "stake": Key("The chips that each player puts into the pot.", Number(0, LARGEST_NUMBER), 0),
    "purse": Key(
        "The chips that each player has before the stake, or: unlimited.",
        Number(0, LARGEST_NUMBER, unlimited="unlimited"),
    ),
    "finish": Key("What becomes of a throw beyond the last square.", Choice(Finish), Finish.COUNT_BACK),
    "landing": Key(
        "The ways to come to a square after which its rule happens.",
        Choices(
            (Arrival.THROW, Arrival.COUNT_BACK, Arrival.GO, Arrival.SWAP, Arrival.RETURN),
            always=Arrival.THROW,
            refusal="no way to land",
            introduction="The ways are",
        ),
        frozenset({Arrival.THROW, Arrival.COUNT_BACK, Arrival.GO}),
    ),
    "first": Key("Who begins, and is the cashier.", Choice(First), First.YOUNGEST),
    "order": Key("The direction in which turns go round the table.", Choice(Order), Order.CLOCKWISE),
    "ties": Key("Who is meant by a rule about one player when several fit.", Choice(Ties), Ties.FIRST),
    "standing rules": Key(
        "Whether the payment of one rule beginning with whenever sets off another.",
        Choice(StandingRules),
        StandingRules.APART,
    ),
    "last player": Key("What the only player left in the game does.", Choice(LastPlayer), LastPlayer.PLAYS_ON),
    "label": Key("The sheet's word before the number of a square.", Words(), "?", required=True, plays=False),
    "intro": Key("The printed rules, as on the sheet.", Words(), "", required=True, plays=False),
}

SECTIONS: Mapping[str, str] = {
    "roles": "The names, in the board's language, of the roles that rules give to players.",
    "accept": "Codes of findings that are meant, each with the reason.",
    "phrases": "The words of the game log.",
    "every square": "A rule for every square: its words, its effect, and the squares that it spares.",
    "squares": "The squares by their numbers: a story, or story, rule and effect.",
}

EVERY_SQUARE: Mapping[str, str] = {
    "rule": "The rule as the intro has it.",
    "effect": "What the rule does on every square, after the square's own rule.",
    "except": "The numbers of the squares on which it does not happen.",
}

SQUARE: Mapping[str, str] = {
    "story": "The sheet's words, up to the rule.",
    "rule": "The rule as the sheet prints it.",
    "effect": "What the rule does, in the effect language.",
    "differs": "Why the effect is another than in the board of which this is a translation.",
    "accept": "Codes of findings about this square that are meant, each with the reason.",
}
