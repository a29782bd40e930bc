"""Where rules lead pawns: to squares that can be reached, and to a win."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

from interpreter.board import Arrival, Board, LastPlayer, Square
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.dice import Dice
from interpreter.effects import (
    START,
    And,
    Comparison,
    Condition,
    EachTurnHere,
    Effect,
    GoBy,
    GoOn,
    GoTo,
    If,
    Leave,
    May,
    NextTurn,
    Node,
    Not,
    Or,
    Pass,
    PlayerOn,
    Rolled,
    RolledDice,
    Several,
    Swap,
    Whenever,
    Who,
    Win,
    walk,
)


def somebody_can_win(board: Board) -> Iterator[Diagnostic]:
    """Find boards that nobody can win, because no square does it or none of those can be reached."""
    if board.last_player is LastPlayer.WINS and any(isinstance(node, Leave) for node in board.nodes()):
        return
    winning = set(_winning(board))
    if winning and _Reaching(board).can_reach(winning):
        return
    message = "nobody can win: "
    if winning:
        message += f"no throw leads to square {', '.join(map(str, sorted(winning)))}"
        remedy = "Let a square on the way lead past what keeps players from it."
    else:
        message += "no effect comes to a win"
        remedy = "Write effect: win, at the last square for instance, and before what ends the turn or the rule."
    yield Diagnostic(board.source, board.span_of("squares"), "nobody-can-win", message, remedy)


def _winning(board: Board) -> Iterator[int]:
    """Give the squares whose rules can come to a win; in doubt, they can."""
    every = _comes_to(board, board.every_square.effects if board.every_square else ())
    for square in board.written:
        own = _comes_to(board, square.effects)
        for number in square.together:
            if own.win or (own.end and every.win and board.every_effects_of(number)):
                yield number


class _Coming(NamedTuple):
    """Whether effects, one after the other, can come to a win, and to the end of the rule."""

    win: bool
    end: bool


def _comes_to(board: Board, effects: Iterable[Effect]) -> _Coming:
    win = False
    for effect in effects:
        match effect:
            case Win():
                return _Coming(win=True, end=False)
            case Pass() | Leave(who=Who.YOU | Who.EVERYONE):
                return _Coming(win, end=False)
            case If(condition, then, otherwise):
                throws = _throws(board.dice, condition)
                branches = [then] if throws.so else []
                branches += [otherwise] if otherwise and throws.otherwise else []
                win = win or any(_comes_to(board, [branch]).win for branch in branches)
            case Several(inner):
                win = win or _comes_to(board, inner).win
            case May(inner) | NextTurn(inner) | EachTurnHere(inner) | Whenever(_, inner):
                win = win or _comes_to(board, [inner]).win
        if win:
            break
    return _Coming(win, end=True)


class _Throws(NamedTuple):
    """The throws after which a condition can be so, and those after which it can be otherwise: a bit for each throw."""

    so: int
    otherwise: int


def _throws(dice: Dice, condition: Condition) -> _Throws:
    """Find the throws after which a condition can be so or not; what does not depend on the throw always can."""
    all_throws = (1 << dice.highest + 1) - (1 << dice.lowest)
    match condition:
        case Rolled(number, comparison, origin):
            so = _fulfilling(dice, comparison, min(number, dice.highest + 1))
            return _Throws(so, all_throws & ~so if origin is None else all_throws)
        case RolledDice(shown):
            return _Throws(1 << sum(shown) if sum(shown) in dice.throws else 0, all_throws)
        case Not(inner):
            so, otherwise = _throws(dice, inner)
            return _Throws(otherwise, so)
        case And(conditions) | Or(conditions):
            each = [_throws(dice, inner) for inner in conditions]
            all_so, all_otherwise = (reduce(and_, bits) for bits in zip(*each, strict=True))
            any_so, any_otherwise = (reduce(or_, bits) for bits in zip(*each, strict=True))
            return _Throws(all_so, any_otherwise) if isinstance(condition, And) else _Throws(any_so, all_otherwise)
    return _Throws(all_throws, all_throws)


@cache
def _fulfilling(dice: Dice, comparison: Comparison, number: int) -> int:
    return sum(1 << throw for throw in dice.throws if comparison.holds(throw, number))


@dataclass(frozen=True)
class _Leads:
    """Where the effects of a rule can lead, whenever they happen.

    `to` are squares, `by` steps of the player whose rule it is, and `others_by` those of other players. Who changes
    places with `swapped` comes there, and the other player comes here; None is a player who can be anywhere.
    `kept_there` and `kept_landing` tell whether a pawn never throws from the square: whenever it is there, or if it
    lands there.
    """

    to: frozenset[int]
    by: frozenset[int]
    others_by: frozenset[int]
    on_by_throw: bool
    swapped: frozenset[int | None]
    kept_there: bool
    kept_landing: bool


def _leads(board: Board, effects: Sequence[Effect]) -> _Leads:
    nodes = [node for effect in effects for node in walk(effect)]
    most = 2 * board.last  # so many steps lead to one end of the board or the other from everywhere
    steps = [(node.who, max(-most, min(node.steps, most))) for node in nodes if isinstance(node, GoBy)]
    others = (node.other for node in nodes if isinstance(node, Swap))
    return _Leads(
        frozenset(node.square for node in nodes if isinstance(node, GoTo)),
        frozenset(by for who, by in steps if who is Who.YOU),
        frozenset(by for who, by in steps if who is not Who.YOU),
        any(isinstance(node, GoOn) for node in nodes),
        frozenset(other.square if isinstance(other, PlayerOn) else None for other in others),
        any(_keeps_from_throwing(effect, lands=False) for effect in effects),
        any(_keeps_from_throwing(effect, lands=True) for effect in effects),
    )


class _Reaching:
    """Follows a pawn from the start to the squares that it can come to, and land on; in doubt, it can."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lands_by_going = Arrival.GO in board.landing
        own = ((square, _leads(board, square.effects)) for square in board.written)
        self.own = {number: leads for square, leads in own for number in square.together}
        self.every = _leads(board, board.every_square.effects if board.every_square else ())
        self.reached: set[tuple[int, bool]] = set()
        self.waiting: list[tuple[int, bool]] = []
        self.moved_by_others: set[int] = set()
        self.ends: dict[int, tuple[int, Arrival]] = {}

    def can_reach(self, goals: set[int]) -> bool:
        """Tell whether a pawn can come to one of these squares."""
        followed: set[int] = set()
        self.come(START, lands=False)
        while self.waiting and goals.isdisjoint(square for square, _ in self.waiting):
            square, lands = self.waiting.pop()
            rules = [self.own[square]] if square in self.own else []
            rules += [self.every] if self.board.every_effects_of(square) else []
            if square not in followed:
                followed.add(square)
                self.go_by(square, self.moved_by_others)
                for leads in rules:
                    self.follow(square, leads)
            if not any(leads.kept_landing if lands else leads.kept_there for leads in rules):
                for throw in self.board.dice.throws:
                    target, arrival = self.end_of(square, throw)
                    self.come(target, lands=arrival in self.board.landing)
        return bool(self.waiting)

    def come(self, square: int, *, lands: bool) -> None:
        """Come to a square, if it is there."""
        if (square, lands) not in self.reached and (square == START or square in self.board.squares):
            self.reached.add((square, lands))
            self.waiting.append((square, lands))

    def go_by(self, square: int, all_steps: Iterable[int]) -> None:
        """Go so many steps from a square."""
        for steps in all_steps:
            self.come(self.end_of(square, steps)[0], lands=self.lands_by_going)

    def end_of(self, square: int, steps: int) -> tuple[int, Arrival]:
        """Find where so many steps lead, and how: the same from every square, but for a pawn that stays on its own."""
        end = self.ends.get(square + steps)
        if end is None:
            end = self.ends[square + steps] = self.board.destination(square, steps)
        return (square, Arrival.STAY) if end[1] is Arrival.STAY else end

    def follow(self, square: int, leads: _Leads) -> None:
        """Go where a rule leads that is on a square."""
        for target in leads.to:
            self.come(target, lands=self.lands_by_going)
        self.go_by(square, leads.by)
        if leads.on_by_throw:
            self.go_by(square, (steps for throw in self.board.dice.throws for steps in (throw, -throw)))
        new = leads.others_by - self.moved_by_others
        self.moved_by_others |= new
        for place in {place for place, _ in self.reached}:
            self.go_by(place, new)
        for other in leads.swapped:
            there = square if other is None else other
            self.come(square, lands=False)
            self.come(there, lands=False)
            self.come(there, lands=Arrival.SWAP in self.board.landing)


def _keeps_from_throwing(effect: Effect, *, lands: bool) -> bool:
    """Tell whether a pawn that comes to a square with this effect, and lands there or not, never throws from there."""
    match effect:
        case GoTo(who=Who.YOU) | GoBy(who=Who.YOU) | Leave(who=Who.YOU | Who.EVERYONE):
            return lands
        case EachTurnHere(Pass()):
            return True
        case Several(effects):
            return any(_keeps_from_throwing(each, lands=lands) for each in effects)
    return False


def find_in_effect(
    board: Board,
    square: Square | None,
    node: Node,
    code: str,
    message: str,
    remedy: str,
    severity: Severity = Severity.ERROR,
) -> Diagnostic:
    """Make a finding about a part of an effect of a square, or of the rule of every square."""
    own = square.spans.get("effect") if square else None
    written = own or board.span_of("every square/effect")
    number = square.number if square else None
    return Diagnostic(board.source, node.span or written, code, message, remedy, number, severity)
