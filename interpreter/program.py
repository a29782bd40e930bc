"""A board made ready to be played: what executes its effects, and where throws lead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from interpreter.board import Arrival, Board
from interpreter.effects import START, EachTurnHere, Effect, effects_in, is_simple
from interpreter.execution import EXECUTION, NOT_COUNTED, Workshop
from interpreter.selection import finder
from interpreter.state import LaterRule
from interpreter.table import Doing, Rule, Table

Way = tuple[int, Arrival, bool, Rule | None, bool, bool]
"""A throw leads to a square; how, whether the pawn lands there and by which rule, whether any throw leads on, and
whether the pawn then goes backward."""


@dataclass(frozen=True)
class SquareRule:
    """The rule of a square, made ready.

    `landing` executes it when a pawn lands, `doings` has what executes each effect in it, by its number, and
    `each_turn` are the effects that happen at every turn that begins on the square.
    """

    landing: Rule | None
    doings: tuple[Doing, ...]
    each_turn: tuple[LaterRule, ...]


class Program:
    """What the games on a board have in common: made once for all of them, and of a square when a game comes there.

    An effect is known by its square and its number in the rule of that square (`effects_in`), which mean the same in
    every process. `ways` says where throws lead, for those squares from which one has been thrown, and
    `each_turn_squares` are those on which something happens at every turn that begins there.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ways: list[list[Way] | None] = [None] * (board.last + 1)
        every = board.every_square.effects if board.every_square else ()
        self.each_turn_squares = frozenset(
            square
            for square in board.squares
            if _has_each_turn(board.effects_of(square)) or (_has_each_turn(every) and board.every_effects_of(square))
        )
        self._rules: dict[int, SquareRule] = {}

    def rule(self, square: int) -> SquareRule:
        """Give the rule of a square, made ready; one without effects does nothing."""
        if square not in self._rules:
            self._rules[square] = self._made_ready(square)
        return self._rules[square]

    def later(self, rule: LaterRule) -> Doing:
        """Give what executes an effect that was still to happen."""
        return self.rule(rule.square).doings[rule.number]

    def ways_from(self, square: int) -> list[Way]:
        """Find where throws lead from a square; the number of a throw is its place in the list."""
        board = self.board
        # Only a throw that leads nowhere makes it worth asking whether another would have led somewhere.
        leads_on = board.can_move_from(square)
        ways: list[Way] = [(square, Arrival.STAY, False, None, leads_on, False)] * board.dice.lowest
        for throw in board.dice.throws:
            target, how = board.destination(square, throw)
            lands = how in board.landing and target != START
            is_backward = how is Arrival.COUNT_BACK
            rule = self.rule(target).landing if lands else None
            ways.append((target, how, lands, rule, leads_on, is_backward))
        self.ways[square] = ways
        return ways

    def _made_ready(self, square: int) -> SquareRule:
        board, doings = self.board, list[Doing]()
        first_simple = board.first_simple_effects
        own = self._prepared(board.effects_of(square), square, first_simple.get(square, 0), doings)
        every = self._prepared(board.every_effects_of(square), square, first_simple.get(None, 0), doings)
        # Of a square that is spared it must be known too that a pawn has landed there last.
        landing = [*own, _if_left(square, every)] if board.every_square else own
        each_turn = tuple(
            LaterRule(square, effect.effect, number=number + 1)
            for number, effect in enumerate(effects_in(board.rule_of(square)))
            if isinstance(effect, EachTurnHere)
        )
        return SquareRule((landing[0], tuple(reversed(landing[1:]))) if landing else None, tuple(doings), each_turn)

    def _prepared(self, rule: Iterable[Effect], square: int, first_simple: int, doings: list[Doing]) -> list[Doing]:
        """Make functions of effects, and add those of all effects in them to the ones of the square."""
        simple = count(first_simple)

        def prepare(effect: Effect) -> Doing:
            number = len(doings)
            doings.append(_do_nothing)
            counted_as = next(simple) if is_simple(effect) else NOT_COUNTED
            workshop = Workshop(square, number, counted_as, prepare, lambda who: finder(who, self.board.ties))
            do = doings[number] = EXECUTION[type(effect)](effect, workshop)
            return do

        return [prepare(effect) for effect in rule]


def _has_each_turn(rule: Iterable[Effect]) -> bool:
    return any(isinstance(effect, EachTurnHere) for effect in rule)


def _if_left(square: int, every: Sequence[Doing]) -> Doing:
    """Make what executes the rule of every square, if the square's own has left the pawn there."""
    parts = tuple(reversed(every))

    def do_if_left(table: Table, seat: int, _: int) -> None:
        if table.is_left_on(square, seat):
            table.agenda += [(part, seat, seat) for part in parts]

    return do_if_left


def _do_nothing(_: Table, __: int, ___: int) -> None:
    """Hold the place of an effect while those in it are made ready."""
