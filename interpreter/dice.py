"""What the dice can show, and where throws come from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

Shown = tuple[int, ...]
"""What each die shows; or one number, which is the sum of all dice where no more is known."""

Roller = Callable[[str], Shown]
"""Gives what the dice show when the player with this name throws. Raises ScriptEnded when there is no throw."""


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

    def can_show(self, shown: Shown) -> bool:
        """Tell whether the dice can show that, in any order, or have that sum."""
        if len(shown) == 1:
            return shown[0] in self.throws
        return len(shown) == self.count and all(1 <= die <= self.sides for die in shown)

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


def random_roller(dice: Dice, seed: int) -> Roller:
    """Throw by chance: the same seed gives the same throws on every machine and Python version."""
    random = Random(seed).random
    sides = dice.sides
    if dice.count == 1:
        faces = [(side,) for side in range(1, sides + 1)]
        return lambda _: faces[int(random() * sides)]

    def roll(_: str) -> Shown:
        return tuple(int(random() * sides) + 1 for _ in range(dice.count))

    return roll


def scripted_roller(dice: Dice, throws: Iterable[Shown], *, each_die: bool = False) -> Roller:
    """Throw what the list says; with `each_die`, a sum is not enough.

    The end of the list, a throw that the dice cannot show, and a sum that is not enough raise ScriptEnded.
    """
    script = enumerate(throws, start=1)

    def roll(player: str) -> Shown:
        number, shown = next(script, (0, ()))
        if not number:
            raise ScriptEnded(f"the list of throws has ended, and {player} is to throw")
        written = "+".join(map(str, shown))
        if not dice.can_show(shown):
            possible = f"{dice.lowest} to {dice.highest}"
            if len(shown) > 1:
                possible = f"{example_of(dice)}, each die 1 to {dice.sides}" if dice.count > 1 else possible
            raise ScriptEnded(f"throw {number} of the list is {written}, which {dice} cannot show ({possible})")
        if each_die and len(shown) < dice.count:
            raise ScriptEnded(
                f"throw {number} of the list is {written}, and the rules of this board need to know what each die "
                f"shows: write {example_of(dice, shown[0])} or the like"
            )
        return shown

    return roll


def example_of(dice: Dice, total: int | None = None) -> str:
    """Write down a throw, die by die, as an example; one with this sum, if it is given."""
    left = dice.highest // 2 + 1 if total is None else total
    shown = []
    for dice_left in range(dice.count - 1, -1, -1):
        shown.append(max(left - dice_left * dice.sides, min(left // (dice_left + 1), dice.sides)))
        left -= shown[-1]
    return "+".join(map(str, shown))
