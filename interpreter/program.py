"""A board made ready to be played: what executes its effects, and where throws lead."""

from collections.abc import Iterator, Mapping

from interpreter.board import Arrival, Board
from interpreter.effects import START, Effect
from interpreter.execution import EXECUTION, Workshop
from interpreter.selection import finder
from interpreter.table import Doing, Rule, Table

Way = tuple[int, Arrival, bool, Rule | None, bool, bool]
"""A throw leads to a square; how, whether the pawn lands there and by which rule, whether any throw leads on, and
whether the pawn then goes backward."""


def ways_from(board: Board, rules: Mapping[int, Rule], square: int) -> list[Way]:
    """Find where throws lead from a square; the number of a throw is its place in the list."""
    # Only a throw that leads nowhere makes it worth asking whether another would have led somewhere.
    leads_on = board.can_move_from(square)
    ways: list[Way] = [(square, Arrival.STAY, False, None, leads_on, False)] * board.dice.lowest
    for throw in board.dice.throws:
        target, how = board.destination(square, throw)
        lands = how in board.landing and target != START
        is_backward = how is Arrival.COUNT_BACK
        ways.append((target, how, lands, rules.get(target) if lands else None, leads_on, is_backward))
    return ways


class Program:
    """What the games on a board have in common, made once for all of them.

    `rules` has what executes the rule of a square, for those that have one, and `ready` what executes any effect of the
    board, by the effect's id(). `ways` says where throws lead, for those squares from which one has
    been thrown.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ready: dict[int, Doing] = {}
        self.rules = {square: self._rule(square) for square in board.rules}
        self.ways: list[list[Way] | None] = [None] * (board.last + 1)

    def _rule(self, square: int) -> Rule:
        doings = [self._prepare(effect, square) for effect in self.board.effects_of(square)]
        doings += self._after_the_own_rule(square)
        return doings[0], tuple(reversed(doings[1:]))

    def _after_the_own_rule(self, square: int) -> Iterator[Doing]:
        """Make what executes the rule of every square, if there is one for this square."""
        parts = [self._prepare(effect, square) for effect in reversed(self.board.every_effects_of(square))]

        def do_if_left(table: Table, seat: int, _: int) -> None:
            if table.is_left_on(square, seat):
                table.agenda += [(part, seat, seat) for part in parts]

        if parts:
            yield do_if_left

    def _prepare(self, effect: Effect, square: int) -> Doing:
        workshop = Workshop(
            square=square,
            number=self.board.numbers_of_effects.get(id(effect), -1),
            prepare=lambda part: self._prepare(part, square),
            find=lambda who: finder(who, self.board.ties),
        )
        do = self.ready[id(effect)] = EXECUTION[type(effect)](effect, workshop)
        return do
