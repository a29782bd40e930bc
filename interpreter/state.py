"""The position of a game: what is on the board, in the pot, and still to come."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache

from interpreter.dice import Shown
from interpreter.effects import START, Effect, Trigger
from interpreter.events import Standing


@dataclass(frozen=True)
class Participant:
    """Somebody who plays; the age, in years, is for who begins. The computer throws and answers by itself."""

    name: str
    age: int | None = None
    is_computer: bool = False


@dataclass(frozen=True)
class LaterRule:
    """An effect that is still to happen, the square whose rule it is, and its number in that rule."""

    square: int
    effect: Effect
    trigger: Trigger | None = None
    number: int = field(default=0, compare=False)


@dataclass(slots=True)
class Player:
    """What is the case for one player; players are known by their seats, counted from 0.

    `chips` is what the player has won or lost since before the stake, `skips` the turns still to pass; whoever
    `waits` has no turn until another player comes to wait on the same square. `next_turn_rules` happen at the start
    of the next turn, `standing_rules` for the rest of the game, and `roles` gives the seat of whoever has a role for
    this player.
    """

    name: str
    square: int = START
    chips: int = 0
    skips: int = 0
    waits: bool = False
    out: bool = False
    next_turn_rules: tuple[LaterRule, ...] = ()
    standing_rules: tuple[LaterRule, ...] = ()
    roles: Mapping[str, int] = field(default_factory=dict)


Thrown = tuple[int, int, int, Shown]
"""A throw: the sum, the seat of the player who threw, the square thrown from, and what the dice showed."""


@cache
def _around(count: int, seat: int, step: int) -> tuple[int, ...]:
    """Give the other seats of a table with so many, from a seat on."""
    return tuple((seat + away * step) % count for away in range(1, count))


@dataclass(slots=True)
class State:
    """The position of a game. `step` is the way from a seat to the next in turn order: 1 or -1.

    `throws_left` are those that are still to come in a turn that has begun: none between two turns. `thrown` is the
    last throw in this turn, as far as rules have needed to know it.
    """

    players: list[Player]
    step: int = 1
    cashier: int = 0
    current: int = 0
    pot: int = 0
    turns: int = 0
    rolls: int = 0
    throws_left: int = 0
    thrown: Thrown | None = None
    winner: int | None = None

    def copy(self) -> "State":
        """Give the same position to play on from, without what has only been counted."""
        players = [
            Player(
                player.name,
                player.square,
                player.chips,
                player.skips,
                player.waits,
                player.out,
                player.next_turn_rules,
                player.standing_rules,
                player.roles,
            )
            for player in self.players
        ]
        turns = 1 if self.throws_left else 0
        return State(players, self.step, self.cashier, self.current, self.pot, turns, 0, self.throws_left)

    def thrown_by(self, seat: int) -> Thrown | None:
        """Give the last throw in this turn, if it was a player's."""
        return self.thrown if self.thrown is not None and self.thrown[1] == seat else None

    def others(self, seat: int) -> list[int]:
        """Give the seats of the other players in the game, from a seat on, in turn order."""
        players = self.players
        return [other for other in _around(len(players), seat, self.step) if not players[other].out]

    def after(self, seat: int, step: int | None = None) -> int:
        """Find the seat of the next player in the game, in turn order or by `step`; the same, if there is no other."""
        players = self.players
        step = step or self.step
        other = seat
        while True:
            other = (other + step) % len(players)
            if other == seat or not players[other].out:
                return other

    def in_play(self) -> int:
        """Count the players who are still in the game."""
        return len([player for player in self.players if not player.out])

    def position(self, *, with_chips: bool) -> Hashable:
        """Give all that can decide how the game goes on from between two turns; chips only if they can."""
        return (
            self.current,
            self.pot if with_chips else None,
            tuple(
                (
                    player.square,
                    player.chips if with_chips else None,
                    player.skips,
                    player.waits,
                    player.out,
                    player.next_turn_rules,
                    player.standing_rules,
                    tuple(sorted(player.roles.items())),
                )
                for player in self.players
            ),
        )

    def standings(self) -> tuple[Standing, ...]:
        """Give what each player has, as listed."""
        return tuple(
            Standing(player.name, None if player.out else player.square, player.chips, player.out)
            for player in self.players
        )
