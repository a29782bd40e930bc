"""Whom a rule means, and whether a condition holds, as seen from one player."""

from interpreter.board import Ties
from interpreter.effects import And, Condition, HasRole, Not, Or, PlayerOn, Players, RoleOfYours, Rolled, SomeoneOn, Who
from interpreter.state import State


def seats_meant(who: Players, seat: int, state: State, ties: Ties) -> list[int]:
    """Find the seats of the players whom a rule of the player on `seat` means: none that is out of the game.

    The order is that of the turns, from `seat` on. A rule about somebody who does not exist means nobody.
    """
    match who:
        case Who.YOU:
            return [seat]
        case Who.EVERYONE:
            return [seat, *state.others(seat)]
        case Who.EVERYONE_ELSE:
            return list(state.others(seat))
        case Who.RIGHT_NEIGHBOUR:
            return list(state.others(seat, -1))[:1]
        case Who.LEFT_NEIGHBOUR:
            return list(state.others(seat, 1))[:1]
        case Who.NEAREST:
            here = state.players[seat].square
            away = {other: abs(state.players[other].square - here) for other in state.others(seat)}
            return _one([other for other in away if away[other] == min(away.values())], ties)
        case Who.CASHIER:
            return [] if state.players[state.cashier].out else [state.cashier]
        case PlayerOn(square):
            return _one([other for other in state.others(seat) if state.players[other].square == square], ties)
        case RoleOfYours(role):
            holder = state.players[seat].roles.get(role)
            return [] if holder is None else [holder]


def holds(condition: Condition, seat: int, square: int, state: State) -> bool:
    """Tell whether a condition holds for the player on `seat`, in a rule of `square`."""
    match condition:
        case Rolled(number, comparison, from_here):
            throw = state.throw
            if throw is None or throw.seat != seat or (from_here and throw.square != square):
                return False
            return comparison.holds(throw.sum, number)
        case HasRole(role):
            return role in state.players[seat].roles
        case SomeoneOn(place):
            return any(state.players[other].square == place for other in state.others(seat))
        case Not(inner):
            return not holds(inner, seat, square, state)
        case And(conditions):
            return all(holds(each, seat, square, state) for each in conditions)
        case Or(conditions):
            return any(holds(each, seat, square, state) for each in conditions)
    raise TypeError(f"no condition: {condition!r}")


def _one(seats: list[int], ties: Ties) -> list[int]:
    return seats[:1] if ties is Ties.FIRST else seats[-1:]
