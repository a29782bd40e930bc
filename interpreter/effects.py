"""What a rule can do, as small frozen dataclasses.

A rule is a tuple of effects, executed in their order. Numbers are squares, chips, turns or throws, as
the fields' names say. Where an effect came from a text, `span` says from where; it plays no part in
comparisons.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction

from interpreter.source import Span

START = 0
"""The square before the first, off the board, where everyone begins."""


@dataclass(frozen=True)
class Node:
    """Part of an effect that can be written in a text."""

    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


class Who(Enum):
    """A player or several, as seen from the player whose rule it is; the value is the canonical text."""

    YOU = "you"
    EVERYONE = "everyone"
    EVERYONE_ELSE = "everyone else"
    RIGHT_NEIGHBOUR = "your right neighbour"
    LEFT_NEIGHBOUR = "your left neighbour"
    NEAREST = "the nearest player"
    CASHIER = "the cashier"


@dataclass(frozen=True)
class PlayerOn(Node):
    """Another player on this square: of several, the first in the order that the board's `ties` says."""

    square: int


@dataclass(frozen=True)
class RoleOfYours(Node):
    """Whoever has this role for the player whose rule it is."""

    role: str


class Pot(Enum):
    """The pot, which is the cashier's box too."""

    POT = "the pot"


Players = Who | PlayerOn | RoleOfYours
Holder = Players | Pot


class Trigger(Enum):
    """What sets off a rule for the rest of the game; the value is the canonical text."""

    PAY_POT = "you pay the pot"
    TAKE_POT = "you take from the pot"


class Comparison(Enum):
    """How a throw is compared with a number; the value is the canonical text."""

    EXACTLY = ""
    AT_LEAST = "at least"
    AT_MOST = "at most"

    def holds(self, throw: int, number: int) -> bool:
        """Compare a throw with a number."""
        if self is Comparison.EXACTLY:
            return throw == number
        return throw >= number if self is Comparison.AT_LEAST else throw <= number


class Here(Enum):
    """The square whose rule it is; the value is the canonical text."""

    HERE = "here"


Origin = int | Here
"""From which square a throw was thrown."""


@dataclass(frozen=True)
class Condition(Node):
    """Something that is so or is not, when the rule happens."""


@dataclass(frozen=True)
class Rolled(Condition):
    """The last throw of your turn, wherever it was thrown, or only if it was thrown from this square."""

    number: int
    comparison: Comparison = Comparison.EXACTLY
    origin: Origin | None = None


@dataclass(frozen=True)
class RolledDice(Condition):
    """What each die shows in the last throw of your turn: all of them, the lowest number first."""

    dice: tuple[int, ...]
    origin: Origin | None = None


@dataclass(frozen=True)
class HasRole(Condition):
    """You have somebody in this role."""

    role: str


@dataclass(frozen=True)
class SomeoneOn(Condition):
    """Another player is on this square."""

    square: int


@dataclass(frozen=True)
class SomeoneHere(Condition):
    """Another player is on the square whose rule it is."""


@dataclass(frozen=True)
class Not(Condition):
    """The condition is not so."""

    condition: Condition


@dataclass(frozen=True)
class And(Condition):
    """All conditions are so; there are two at least."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Or(Condition):
    """At least one condition is so; there are two at least."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Effect(Node):
    """Something that a rule does."""


@dataclass(frozen=True)
class Act(Effect):
    """Something that one player or several do."""

    who: Players = field(default=Who.YOU, kw_only=True)


@dataclass(frozen=True)
class Pay(Act):
    """Each of `who` gives chips to each of `to`."""

    amount: int
    to: Holder


@dataclass(frozen=True)
class Take(Act):
    """Each of `who` gets chips from each of `source`."""

    amount: int
    source: Holder


@dataclass(frozen=True)
class TakeShare(Act):
    """Each of `who` gets this share of what is in the pot, rounded down; 1 is the rest of it."""

    share: Fraction


@dataclass(frozen=True)
class ReceiveShare(Act):
    """Each of `who` wins this share of what is in the pot, rounded down; no rule that a payment sets off is set off."""

    share: Fraction


@dataclass(frozen=True)
class GoTo(Act):
    """Land on a square, or go back to the start."""

    square: int


@dataclass(frozen=True)
class GoBy(Act):
    """Land so many squares further on, or back if the number is negative."""

    steps: int


@dataclass(frozen=True)
class GoOn(Effect):
    """Land further on by the throw of this turn, in the direction in which the pawn was moving."""


@dataclass(frozen=True)
class Return(Effect):
    """Go back to where the throw of this turn began, which is no landing unless the board says so."""


@dataclass(frozen=True)
class Swap(Act):
    """Two pawns change places, which is no landing unless the board says so."""

    other: Players


@dataclass(frozen=True)
class RollAgain(Effect):
    """Throw once more in this turn, when the rules of this square are done."""


@dataclass(frozen=True)
class Skip(Act):
    """The next turns pass."""

    turns: int


@dataclass(frozen=True)
class Wait(Effect):
    """Turns pass until another player lands on this square and comes to wait there instead."""


@dataclass(frozen=True)
class Pass(Effect):
    """End the turn now."""


@dataclass(frozen=True)
class Say(Act):
    """Say the text, in the board's language."""

    text: str


@dataclass(frozen=True)
class Become(Act):
    """A player gets a role towards the player whose rule it is, in place of who had it."""

    role: str


@dataclass(frozen=True)
class Leave(Act):
    """Be out of the game: the pawn leaves the board, the chips stay with the player."""


@dataclass(frozen=True)
class Win(Act):
    """The game ends, and is won."""


@dataclass(frozen=True)
class Several(Effect):
    """Effects one after the other, as one; there are two at least, none of them made of others."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class May(Effect):
    """The effect happens if the player wants it."""

    effect: Effect


@dataclass(frozen=True)
class NextTurn(Effect):
    """The effect happens once, at the start of the player's next turn, before the throw."""

    effect: Effect


@dataclass(frozen=True)
class EachTurnHere(Effect):
    """The effect happens at the start of every turn that begins on this square, before the throw."""

    effect: Effect


@dataclass(frozen=True)
class Whenever(Effect):
    """From now on the effect happens each time that the trigger does."""

    trigger: Trigger
    effect: Effect


@dataclass(frozen=True)
class If(Effect):
    """One effect or another, or nothing."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None


def effects_in(rule: Iterable[Effect]) -> Iterator[Effect]:
    """Give the effects of a rule and every effect in them, the outer ones first.

    The place of an effect among them is the number by which it is known in the rule of its square.
    """
    return (node for effect in rule for node in walk(effect) if isinstance(node, Effect))


def is_simple(effect: Effect) -> bool:
    """Tell whether an effect is not made of others."""
    return not any(isinstance(part, Effect) for part in parts(effect))


_FIELDS: dict[type[Node], tuple[str, ...]] = {}
"""The names of the fields of each kind of node, found when one is met."""


def walk(node: Node) -> Iterator[Node]:
    """Give a node and every node in it, the outer ones first."""
    yield node
    for part in parts(node):
        yield from walk(part)


def parts(node: Node) -> Iterator[Node]:
    """Give the nodes of which a node is made."""
    kind = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(each.name for each in fields(node))
    for name in _FIELDS[kind]:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield part
