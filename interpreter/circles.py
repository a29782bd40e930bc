"""Where rules send pawns round in circles, by landings that follow each other within one throw."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from interpreter.board import Arrival, Board
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.effects import Effect, GoBy, GoOn, GoTo, If, Leave, May, Pass, PlayerOn, Several, Swap, Who, Win
from interpreter.routes import find_in_effect

Move = GoTo | GoBy | GoOn | Swap

Place = int
"""A square that a pawn has come to: its number, and below 0 if the pawn was moving backward."""

MOST_STEPS = 1_000_000
"""The steps from one place to the next that are looked at, over all throws, before no other throw is."""

MOST_CIRCLES = 1_000
"""The circles that are looked at: many are a longer way round through one that is known."""


def landings_that_end(board: Board) -> Iterator[Diagnostic]:
    """Find squares that send a pawn round in a circle within one throw.

    A circle of rules that always happen is an error. Where a condition or an answer can break it, it is a
    warning, since the game is stopped if they never do. Going on by a throw is looked at for each throw. Where rules
    lead on in too many ways to look at all, a note says so.
    """
    landings = _Landings(board)
    search = _Search(landings)
    # What always happens does not depend on the throw.
    for circle in search.circles(board.dice.lowest, always=True):
        yield _endless(landings, circle, board.dice.lowest, "go", Severity.ERROR)
    for throw in board.dice.throws if landings.go_on else (board.dice.lowest,):
        for circle in search.circles(throw, always=False):
            yield _endless(landings, circle, throw, "can go", Severity.WARNING)
    if search.is_given_up:
        message = "landings may go on for ever in other ways too: rules lead on in too many to look at all"
        span, remedy = board.span_of("squares"), "A game in which they do is stopped."
        yield Diagnostic(board.source, span, "endless-landing", message, remedy, severity=Severity.NOTE)


def _endless(landings: "_Landings", circle: Sequence[Place], throw: int, how: str, severity: Severity) -> Diagnostic:
    squares = [*map(abs, circle), abs(circle[0])]
    message = f"landings {how} on for ever: {', '.join(map(str, squares))}"
    remedy = "Let one of these squares lead elsewhere, or let it happen at the next turn: next turn, ..."
    move, board = landings.move_into(circle, throw), landings.board
    return find_in_effect(board, board.squares[squares[0]], move, "endless-landing", message, remedy, severity)


class _Landings:
    """The landings that can follow at once from landing on a square by a throw.

    To return to where the throw began leads to no square in particular, and is left out.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        every = board.every_square.effects if board.every_square else ()
        self._every = tuple(dict.fromkeys((move, False) for move, _ in self._moves(every)))
        own = ((square, tuple(dict.fromkeys(self._moves(square.effects)))) for square in board.written)
        self._own = {number: moves for square, moves in own for number in square.together}
        on_every = any(isinstance(move, GoOn) for move, _ in self._every)
        self._going_on = {
            number
            for number, moves in self._own.items()
            if (on_every and self._every_of(number)) or any(isinstance(move, GoOn) for move, _ in moves)
        }
        self._fixed: dict[tuple[int, bool], list[Place]] = {}
        self._ends: dict[int, Place] = {}

    @property
    def go_on(self) -> bool:
        """Tell whether any rule leads on by the throw."""
        return bool(self._going_on)

    def beginnings(self) -> Iterator[Place]:
        """Give places of which one is in every circle: going on by the throw leads round on the last square at most."""
        for square in self.board.squares:
            if self._fixed_ways(square, always=False) or square == self.board.last:
                yield square
                if self.go_on:
                    yield -square

    def ways(self, place: Place, throw: int, *, always: bool) -> list[Place]:
        """Give the places to which a pawn can go on from a place, or always does."""
        square = abs(place)
        fixed = self._fixed_ways(square, always=always)
        if always or square not in self._going_on:
            return fixed
        onward = self._onward(square, throw if place > 0 else -throw)
        return [*fixed, onward] if onward else fixed

    def _fixed_ways(self, square: int, *, always: bool) -> list[Place]:
        """Give those of them that do not depend on the throw."""
        fixed = self._fixed.get((square, always))
        if fixed is None:
            sure = (move for move, sure in self._all_moves(square) if sure or not always)
            targets = (self._target(square, move) for move in sure if not isinstance(move, GoOn))
            fixed = self._fixed[square, always] = list(dict.fromkeys(target for target in targets if target))
        return fixed

    def move_into(self, circle: Sequence[Place], throw: int) -> Move:
        """Give the first move that leads from the first place of a circle to another in it."""
        square, steps = abs(circle[0]), throw if circle[0] > 0 else -throw
        moves = (move for move, _ in self._all_moves(square))
        return next(
            move
            for move in moves
            if (self._onward(square, steps) if isinstance(move, GoOn) else self._target(square, move)) in circle
        )

    def _moves(self, effects: Iterable[Effect], *, always: bool = True) -> Iterator[tuple[Move, bool]]:
        """Give the moves in the effects of a rule, up to where it ends, and whether they always happen."""
        for effect in effects:
            match effect:
                case Pass() | Leave() | Win():
                    return
                case GoTo(who=who):
                    yield effect, always and who in (Who.YOU, Who.EVERYONE)
                case GoBy(who=Who.YOU | Who.EVERYONE):
                    yield effect, always
                case GoOn() | Swap(PlayerOn()):
                    yield effect, False
                case Several(inner):
                    yield from self._moves(inner, always=always)
                case May(inner):
                    yield from self._moves([inner], always=False)
                case If(_, then, otherwise):
                    yield from self._moves([then], always=False)
                    yield from self._moves([otherwise] if otherwise else [], always=False)

    def _every_of(self, square: int) -> tuple[tuple[Move, bool], ...]:
        return self._every if self.board.every_effects_of(square) else ()

    def _all_moves(self, square: int) -> Iterator[tuple[Move, bool]]:
        return chain(self._own[square], self._every_of(square))

    def _target(self, square: int, move: Move) -> Place | None:
        """Find where a move leads that does not depend on the throw; None if the pawn does not land there."""
        landing = self.board.landing
        match move:
            case GoTo(target) if Arrival.GO in landing and target in self.board.squares:
                return -target if target < square else target
            case GoBy(steps):
                return self._onward(square, steps)
            case Swap(PlayerOn(target)) if Arrival.SWAP in landing and target in self.board.squares:
                return target
        return None

    def _onward(self, square: int, steps: int) -> Place | None:
        """Find where so many steps lead; None if the pawn does not land there."""
        end = self._ends.get(square + steps)
        if end is None:
            target, arrival = self.board.destination(square, steps)
            lands = (Arrival.GO if arrival is Arrival.THROW else arrival) in self.board.landing
            end = (
                (-target if arrival is Arrival.COUNT_BACK else target) if lands and target in self.board.squares else 0
            )
            self._ends[square + steps] = end
        return -end if 0 < end < square else end or None


class _Search:
    """Looks for circles that are not a longer way round through all squares of one that is known."""

    def __init__(self, landings: _Landings) -> None:
        self.is_given_up = False
        self._landings = landings
        self._known: list[frozenset[int]] = []
        self._circles = self._steps = 0

    def circles(self, throw: int, *, always: bool) -> Iterator[list[Place]]:
        """Find circles of moves that can happen after a throw, or that always happen."""
        if self.is_given_up:
            return
        for circle in _circles(self._landings.beginnings(), lambda place: self._ways(place, throw, always=always)):
            squares = frozenset(map(abs, circle))
            if not any(known <= squares for known in self._known):
                self._known.append(squares)
                yield circle
            self._circles += 1
            if self._circles >= MOST_CIRCLES:
                break
        self.is_given_up = self._circles >= MOST_CIRCLES or self._steps >= MOST_STEPS

    def _ways(self, place: Place, throw: int, *, always: bool) -> list[Place]:
        ways = self._landings.ways(place, throw, always=always)
        self._steps += len(ways)
        return ways


def _circles(places: Iterable[Place], ways: Callable[[Place], Iterable[Place]]) -> Iterator[list[Place]]:
    """Find the circles in a graph by going into its depth; each begins with its lowest square."""
    finished: set[Place] = set()
    for start in places:
        path = [start] if start not in finished else []
        on_path = {start: 0}
        to_try = [iter(ways(start))]
        while path:
            target = next(to_try[-1], None)
            if target is None:
                finished.add(path[-1])
                del on_path[path.pop()]
                to_try.pop()
            elif target in on_path:
                circle = path[on_path[target] :]
                lowest = min(range(len(circle)), key=lambda place: abs(circle[place]))
                yield circle[lowest:] + circle[:lowest]
            elif target not in finished:
                on_path[target] = len(path)
                path.append(target)
                to_try.append(iter(ways(target)))
