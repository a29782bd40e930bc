"""What decides a game besides its board and its players: throws and answers, in the order in which they come."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from interpreter.deciders import Decider
from interpreter.dice import Roller, Shown


class By(Enum):
    """Where a throw or an answer comes from; the value is its name in a journal."""

    PERSON = "person"
    CHANCE = "chance"
    LIST = "list"
    RULE = "rule"


DRAWN = frozenset({By.CHANCE, By.LIST})
"""What gives one thing after another, so that it must have given what came before."""


@dataclass(frozen=True)
class Throw:
    """What the dice showed when a player threw; `asked` if a person typed it or let the dice roll."""

    player: str
    dice: Shown
    by: By
    asked: bool


@dataclass(frozen=True)
class Answer:
    """What a player answered to the rule of a square; `asked` if a person said so."""

    player: str
    square: int
    answer: bool
    by: By
    asked: bool


Input = Throw | Answer


@dataclass(frozen=True)
class TakenBack:
    """So many of the last throws and answers do not count any more."""

    count: int


@dataclass(frozen=True)
class Seat:
    """Where the throws and the answers of a player come from.

    `wait`, if it is there, is called with the player's name before each throw: it lets a person have the dice rolled.
    """

    roll: Roller
    throws_by: By
    decide: Decider
    answers_by: By
    wait: Callable[[str], None] | None = None


Seats = Mapping[str, Seat]
"""The seat of each player, by name."""


DICE = ("chance", "ask")
CHOOSE = ("ask", "yes", "no", "random", "race")


@dataclass(frozen=True)
class Settings:
    """What else a game was begun with: `dice` is one of DICE or a list of throws, `choose` of CHOOSE or of answers."""

    dice: str | tuple[Shown, ...]
    choose: str | tuple[bool, ...]
    seed: int


def to_take_back(inputs: Sequence[Input]) -> int:
    """Count what goes when the last throw or answer that a person was asked for is taken back: it and all after it.

    It is 0 if nobody was asked for anything.
    """
    return next((count for count, given in enumerate(reversed(inputs), start=1) if given.asked), 0)
