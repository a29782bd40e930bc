"""What the dice can show, and where throws come from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

Roller = Callable[[str], int]
"""Gives the throw of the player with this name: the sum of all dice. Raises ScriptEnded when there is none."""


class ScriptEnded(Exception):
    """There is no further throw or answer, and none is invented; the message says why."""


@dataclass(frozen=True)
class Dice:
    """So many dice with so many sides each; a throw is their sum."""

    count: int
    sides: int

    @property
    def lowest(self) -> int:
        """The lowest throw."""
        return self.count

    @property
    def highest(self) -> int:
        """The highest throw."""
        return self.count * self.sides

    @property
    def throws(self) -> range:
        """All throws that are possible."""
        return range(self.lowest, self.highest + 1)

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


def random_roller(dice: Dice, seed: int) -> Roller:
    """Throw by chance: the same seed gives the same throws on every machine and Python version."""
    random = Random(seed).random
    sides = dice.sides
    if dice.count == 1:
        return lambda _: int(random() * sides) + 1

    def roll(_: str) -> int:
        return sum(int(random() * sides) + 1 for _ in range(dice.count))

    return roll


def scripted_roller(dice: Dice, throws: Iterable[int]) -> Roller:
    """Throw what the list says. Its end, and a throw that the dice cannot show, raise ScriptEnded."""
    script = enumerate(throws, start=1)

    def roll(player: str) -> int:
        number, throw = next(script, (0, 0))
        if not number:
            raise ScriptEnded(f"the list of throws has ended, and {player} is to throw")
        if throw not in dice.throws:
            raise ScriptEnded(
                f"throw {number} of the list is {throw}, which {dice} cannot show ({dice.lowest} to {dice.highest})"
            )
        return throw

    return roll
