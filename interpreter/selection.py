"""Whom a rule means, and whether a condition holds, as seen from one player."""

from collections.abc import Callable, Mapping

from interpreter.board import Ties
from interpreter.dice import Shown
from interpreter.effects import (
    And,
    Condition,
    HasRole,
    Here,
    Not,
    Or,
    Origin,
    PlayerOn,
    Players,
    RoleOfYours,
    Rolled,
    RolledDice,
    SomeoneHere,
    SomeoneOn,
    Who,
)
from interpreter.state import State

Finder = Callable[[State, int], list[int]]
"""Finds the seats of the players whom a rule of the player on a seat means: none that is out of the game."""


Test = Callable[[State, int], bool]
"""Tells whether something is so for the player on a seat."""


def finder(who: Players, ties: Ties) -> Finder:
    """Make a function that finds whom a rule means.

    It gives them in the order of turns, from the player on. A rule about somebody who does not exist means nobody.
    """
    match who:
        case PlayerOn(square):

            def on_square(state: State, seat: int) -> list[int]:
                players = state.players
                for player in players:
                    if player.square == square:
                        return _one([other for other in state.others(seat) if players[other].square == square], ties)
                return []

            return on_square
        case RoleOfYours(role):

            def with_role(state: State, seat: int) -> list[int]:
                roles = state.players[seat].roles
                return [roles[role]] if role in roles else []

            return with_role
        case Who.NEAREST:
            return lambda state, seat: _nearest(state, seat, ties)
    return _FINDERS[who]


def _nearest(state: State, seat: int, ties: Ties) -> list[int]:
    here = state.players[seat].square
    away = {other: abs(state.players[other].square - here) for other in state.others(seat)}
    nearest = min(away.values(), default=0)
    return _one([other for other in away if away[other] == nearest], ties)


def _neighbour(step: int) -> Finder:
    def find(state: State, seat: int) -> list[int]:
        neighbour = state.after(seat, step)
        return [] if neighbour == seat else [neighbour]

    return find


_FINDERS: Mapping[Players, Finder] = {
    Who.YOU: lambda _, seat: [seat],
    Who.EVERYONE: lambda state, seat: [seat, *state.others(seat)],
    Who.EVERYONE_ELSE: lambda state, seat: state.others(seat),
    Who.RIGHT_NEIGHBOUR: _neighbour(-1),
    Who.LEFT_NEIGHBOUR: _neighbour(1),
    Who.CASHIER: lambda state, _: [] if state.players[state.cashier].out else [state.cashier],
}


def tester(condition: Condition, square: int) -> Test:
    """Make a function that tells whether a condition in a rule of a square holds."""
    match condition:
        case Rolled(number, comparison, origin):
            return _thrown(origin, square, lambda total, _: comparison.holds(total, number))
        case RolledDice(dice, origin):
            return _thrown(origin, square, lambda _, shown: tuple(sorted(shown)) == dice)
        case HasRole(role):
            return lambda state, seat: role in state.players[seat].roles
        case SomeoneOn(place):
            return _someone_on(place)
        case SomeoneHere():
            return _someone_on(square)
        case Not(inner):
            holds = tester(inner, square)
            return lambda state, seat: not holds(state, seat)
        case And(conditions):
            tests = [tester(each, square) for each in conditions]
            return lambda state, seat: all(holds(state, seat) for holds in tests)
        case Or(conditions):
            tests = [tester(each, square) for each in conditions]
            return lambda state, seat: any(holds(state, seat) for holds in tests)
    raise TypeError(f"no condition: {condition!r}")


def _thrown(origin: Origin | None, square: int, is_so: Callable[[int, Shown], bool]) -> Test:
    """Tell whether the last throw in this turn was the player's and from there, and is so by its sum or dice."""
    place = square if origin is Here.HERE else origin

    def has_thrown(state: State, seat: int) -> bool:
        thrown = state.thrown_by(seat)
        if thrown is None:
            return False
        total, _, start, shown = thrown
        return place in (None, start) and is_so(total, shown)

    return has_thrown


def _someone_on(place: int) -> Test:
    return lambda state, seat: any(state.players[other].square == place for other in state.others(seat))


def _one(seats: list[int], ties: Ties) -> list[int]:
    return seats[:1] if ties is Ties.FIRST else seats[-1:]
