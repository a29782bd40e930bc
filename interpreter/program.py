"""A board made ready to be played: what executes its effects, and where throws lead."""

from interpreter.board import Arrival, Board
from interpreter.effects import Effect
from interpreter.execution import EXECUTION, Workshop
from interpreter.selection import finder
from interpreter.table import Doing


class Ways(dict[tuple[int, int], tuple[int, Arrival, bool, bool]]):
    """Where a throw leads from a square: to which, how, whether the pawn lands there, and whether any throw leads on.

    Each is found when it is first asked for: a board can have many squares, and dice many throws.
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, key: tuple[int, int]) -> tuple[int, Arrival, bool, bool]:
        square, how = self.board.destination(*key)
        # Only a throw that leads nowhere makes it worth asking whether another would have led somewhere.
        leads_on = how is not Arrival.STAY or self.board.can_move_from(key[0])
        self[key] = square, how, how in self.board.landing, leads_on
        return self[key]


class Program:
    """What the games on a board have in common, made once for all of them.

    `rules` has what executes the rule of a square, its last effect first, and `ready` what executes any effect of the
    board, by the effect's id().
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ways = Ways(board)
        self.ready: dict[int, Doing] = {}
        self._numbers = {id(effect): number for number, (_, effect) in enumerate(board.simple_effects)}
        self.rules: dict[int, tuple[Doing, ...]] = {
            square: tuple(self._prepare(effect, square) for effect in reversed(effects))
            for square, effects in board.rules.items()
        }

    def _prepare(self, effect: Effect, square: int) -> Doing:
        workshop = Workshop(
            square=square,
            number=self._numbers.get(id(effect), -1),
            prepare=lambda part: self._prepare(part, square),
            find=lambda who: finder(who, self.board.ties),
        )
        do = self.ready[id(effect)] = EXECUTION[type(effect)](effect, workshop)
        return do
