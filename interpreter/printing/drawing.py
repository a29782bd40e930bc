"""The track as a drawing: squares in rows that run to and fro, from the start below to the last square above.

Lengths are in hundredths of the height of a square with the gap around it; squares can be wider than high.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.board import Board
from interpreter.effects import START, Act, Effect, GoBy, GoTo, Node, Several, Whenever, Who, parts
from interpreter.printing.direction import RIGHT_TO_LEFT
from interpreter.track import positions

STEP = 100
ROW_STEP = 116
_GAP = 8
_MOST_STEPS_OF_THE_LAST = 3
_POINTER = 7
_BOW, _MOST_BOW = 0.16, 42
_HEAD_LENGTH, _HEAD_WIDTH = 17, 15
_STAR_POINTS, _STAR_INNER = 5, 0.45

MOST_MOVES = 2_000
"""The arrows that are drawn; more could not be told apart."""

Point = tuple[float, float]


@dataclass(frozen=True)
class DrawnSquare:
    """A square with its place: the upper left corner, and its width and height."""

    number: int
    x: float
    y: float
    width: float
    height: float
    has_rule: bool

    @property
    def centre(self) -> Point:
        """The middle of the square."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Move:
    """Where a rule leads to: it always does, or only may; a curve from a square to another."""

    origin: int
    target: int
    always: bool


@dataclass(frozen=True)
class Arrow:
    """A move as a curve, from `start` by `middle` to `end`, with a head there."""

    move: Move
    start: Point
    middle: Point
    end: Point
    head: tuple[Point, Point, Point]

    @property
    def forward(self) -> bool:
        """Tell whether it leads on."""
        return self.move.target > self.move.origin


@dataclass(frozen=True)
class Drawing:
    """All that is drawn of a track. The way leads through the middle of each square; pointers show its direction."""

    width: float
    height: float
    squares: Sequence[DrawnSquare]
    way: Sequence[Point]
    pointers: Sequence[tuple[Point, Point, Point]]
    arrows: Sequence[Arrow]
    star: Sequence[Point]

    @property
    def start(self) -> DrawnSquare:
        """The place before the first square."""
        return self.squares[0]

    @property
    def last(self) -> DrawnSquare:
        """The last square."""
        return self.squares[-1]


def rows_for(squares: int, columns: int) -> int:
    """Give the number of rows, with a place for the start."""
    return -(-(squares + 1) // columns)


def height_of(rows: int) -> float:
    """Give the height of so many rows."""
    return (rows - 1) * ROW_STEP + STEP


def draw(board: Board, columns: int, stretch: float, direction: str) -> Drawing:
    """Draw the track of a board, with so many squares in a row, each so many times wider than high.

    It begins where a line of text begins.
    """
    squares = list(_squares(board, columns, STEP * stretch, direction == RIGHT_TO_LEFT))
    by_number = {square.number: square for square in squares}
    return Drawing(
        columns * STEP * stretch,
        height_of(rows_for(board.last, columns)),
        squares,
        [*(square.centre for square in squares[:-1]), *_ends(squares[-1], squares[-2])],
        [_pointer(one, other) for one, other in pairwise(squares)],
        [_arrow(move, by_number) for move in moves(board)],
        list(_star(squares[-1])),
    )


def moves(board: Board) -> list[Move]:
    """Find where the rules of squares lead who lands there, by the squares' numbers; what is off the board, nowhere.

    There are none if there are more than `MOST_MOVES`.
    """
    found: dict[tuple[int, int], bool] = {}
    for square in board.written:
        leads = dict.fromkeys(lead for effect in square.effects for lead in _leads(effect, True))
        for number in square.together:
            for node, always in leads:
                target = node.square if isinstance(node, GoTo) else board.destination(number, node.steps)[0]
                if target != number and START <= target <= board.last:
                    found[number, target] = found.get((number, target), False) or always
            if len(found) > MOST_MOVES:
                return []
    in_order = sorted(found.items(), key=lambda move: move[0][0])
    return [Move(origin, target, always) for (origin, target), always in in_order]


def _leads(node: Node, always: bool) -> Iterator[tuple[GoTo | GoBy, bool]]:
    """Give what in an effect leads somewhere; what is in another effect, but for a sequence, only may happen."""
    if isinstance(node, Whenever):
        return
    if isinstance(node, GoTo | GoBy) and node.who in (Who.YOU, Who.EVERYONE):
        yield node, always
    for part in parts(node):
        if isinstance(part, Effect):
            yield from _leads(part, always and isinstance(node, Several | Act))


def _squares(board: Board, columns: int, step: float, from_the_right: bool) -> Iterator[DrawnSquare]:
    """Place the start and the squares; the last is wider if its row has room."""
    rows = rows_for(board.last, columns)
    free = columns * rows - board.last - 1
    for place, (column, row) in positions(board.last + 1, columns).items():
        number = place - 1
        steps = min(free + 1, _MOST_STEPS_OF_THE_LAST) if number == board.last else 1
        first = column - (steps - 1 if row % 2 else 0)
        if from_the_right:
            first = columns - first - steps
        yield DrawnSquare(
            number,
            first * step + _GAP / 2,
            (rows - 1 - row) * ROW_STEP + _GAP / 2,
            steps * step - _GAP,
            STEP - _GAP,
            number in board.squares and bool(board.squares[number].rule),
        )


def _ends(square: DrawnSquare, before: DrawnSquare) -> list[Point]:
    """Give where the way comes into a square that can be wider than others, and its end."""
    (x, y), half = square.centre, (square.width - before.width) / 2
    return sorted([(x - half, y), (x + half, y)], key=lambda point: math.dist(point, before.centre))


def _pointer(one: DrawnSquare, other: DrawnSquare) -> tuple[Point, Point, Point]:
    """Draw a pointer in the gap between two squares, from the one to the other."""
    if one.y == other.y:
        sign = 1 if other.x > one.x else -1
        edges = (one.x + one.width, other.x) if sign > 0 else (one.x, other.x + other.width)
        x, y = sum(edges) / 2, one.y + one.height / 2
        return (x - sign * 5, y - _POINTER), (x + sign * 5, y), (x - sign * 5, y + _POINTER)
    x, y = one.centre[0], (one.y + other.y + other.height) / 2
    return (x - _POINTER, y + 5), (x, y - 5), (x + _POINTER, y + 5)


def _arrow(move: Move, squares: Mapping[int, DrawnSquare]) -> Arrow:
    """Draw a curve from the middle of a square to that of another, or to the edge of the start, which has a word."""
    (x1, y1), (x2, y2) = squares[move.origin].centre, squares[move.target].centre
    length = math.hypot(x2 - x1, y2 - y1)
    bow = min(_BOW * length, _MOST_BOW)
    across = (y2 - y1) / length, -(x2 - x1) / length
    middle = (x1 + x2) / 2 + 2 * bow * across[0], (y1 + y2) / 2 + 2 * bow * across[1]
    along = math.hypot(x2 - middle[0], y2 - middle[1])
    ahead = (x2 - middle[0]) / along, (y2 - middle[1]) / along
    if move.target == START:
        x2 -= squares[START].width / 2 * ahead[0]
        y2 -= squares[START].height / 2 * ahead[1]
    base = x2 - _HEAD_LENGTH * ahead[0], y2 - _HEAD_LENGTH * ahead[1]
    side = -ahead[1] * _HEAD_WIDTH / 2, ahead[0] * _HEAD_WIDTH / 2
    head = (base[0] + side[0], base[1] + side[1]), (x2, y2), (base[0] - side[0], base[1] - side[1])
    return Arrow(move, (x1, y1), middle, base, head)


def _star(square: DrawnSquare) -> Iterator[Point]:
    """Draw a star in the lower part of a square."""
    x, y, radius = square.x + square.width / 2, square.y + square.height * 0.6, square.height * 0.27
    for place in range(2 * _STAR_POINTS):
        angle = math.pi * place / _STAR_POINTS
        size = radius * (_STAR_INNER if place % 2 else 1)
        yield x + size * math.sin(angle), y - size * math.cos(angle)
