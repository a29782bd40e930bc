"""Where rules lead pawns: round in circles, to squares that can be reached, to a win."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from interpreter.board import Arrival, Board, LastPlayer, Square
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.effects import (
    START,
    And,
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


def landings_that_end(board: Board) -> Iterator[Diagnostic]:
    """Find squares that send a pawn round in a circle within one throw.

    A circle of rules that always happen is an error. Where a condition or an answer can break it, it is a
    warning, since the game is stopped if they never do. Going on by a throw is looked at for each throw.
    """
    go_on = any(isinstance(node, GoOn) for node in board.nodes())
    reported: list[set[int]] = []
    for throw in board.dice.throws if go_on else (board.dice.lowest,):
        moves = {
            Place(square.number, is_backward): list(_moves(board, square, throw, is_backward=is_backward))
            for square in board.squares.values()
            for is_backward in (False, True)
        }
        certain = {place: [target for _, target, always in leads if always] for place, leads in moves.items()}
        possible = {place: [target for _, target, _ in leads] for place, leads in moves.items()}
        for ways, how, severity in ((certain, "go", Severity.ERROR), (possible, "can go", Severity.WARNING)):
            for circle in _circles(ways):
                squares = [place.square for place in circle]
                if any(known <= set(squares) for known in reported):
                    continue  # it goes a longer way round through all squares of one that is known
                reported.append(set(squares))
                message = f"landings {how} on for ever: {', '.join(map(str, [*squares, squares[0]]))}"
                remedy = "Let one of these squares lead elsewhere, or let it happen at the next turn: next turn, ..."
                move = next(move for move, target, _ in moves[circle[0]] if target in circle)
                first = board.squares[squares[0]]
                yield find_in_effect(board, first, move, "endless-landing", message, remedy, severity)


def somebody_can_win(board: Board) -> Iterator[Diagnostic]:
    """Find boards that nobody can win, because no square does it or none of those can be reached."""
    winning = {number for number in board.squares if _can_win(board, _all_effects_of(board, number))}
    if board.last_player is LastPlayer.WINS and any(isinstance(node, Leave) for node in board.nodes()):
        return
    if winning & _reachable(board):
        return
    message = "nobody can win: "
    if winning:
        message += f"no throw leads to square {', '.join(map(str, sorted(winning)))}"
        remedy = "Let a square on the way lead past what keeps players from it."
    else:
        message += "no effect comes to a win"
        remedy = "Write effect: win, at the last square for instance, and before what ends the turn or the rule."
    yield Diagnostic(board.source, board.span_of("squares"), "nobody-can-win", message, remedy)


def _all_effects_of(board: Board, square: int) -> tuple[Effect, ...]:
    """Give the effects of a square, with those of the rule of every square."""
    return *board.effects_of(square), *board.every_effects_of(square)


Move = GoTo | GoBy | GoOn | Swap


class Place(NamedTuple):
    """A square that a pawn has come to, and the direction in which it was moving, where that matters."""

    square: int
    is_backward: bool


def _moves(board: Board, square: Square, throw: int, *, is_backward: bool) -> Iterator[tuple[Move, Place, bool]]:
    """Give the landings that can follow at once from landing on a square by a throw: effect, target, whether always.

    To return to where the throw began leads to no square in particular, and is left out.
    """

    def place(target: int, *, counted_back: bool = False) -> Place:
        return Place(target, counted_back or target < square.number)

    def moves(effect: Effect, *, always: bool) -> Iterator[tuple[Move, Place, bool]]:
        match effect:
            case GoTo(target, who=who) if Arrival.GO in board.landing and target <= board.last:
                yield effect, place(target), always and who in (Who.YOU, Who.EVERYONE)
            case GoBy(steps, who=Who.YOU | Who.EVERYONE):
                yield from steps_lead(effect, steps, always=always)
            case GoOn():
                yield from steps_lead(effect, -throw if is_backward else throw, always=False)
            case Swap(PlayerOn(target)) if Arrival.SWAP in board.landing:
                yield effect, Place(target, False), False
            case Several(effects):
                yield from all_moves(effects, always=always)
            case May(inner):
                yield from moves(inner, always=False)
            case If(_, then, otherwise):
                yield from moves(then, always=False)
                if otherwise:
                    yield from moves(otherwise, always=False)

    def steps_lead(effect: Move, steps: int, *, always: bool) -> Iterator[tuple[Move, Place, bool]]:
        target, arrival = board.destination(square.number, steps)
        if (Arrival.GO if arrival is Arrival.THROW else arrival) in board.landing:
            yield effect, place(target, counted_back=arrival is Arrival.COUNT_BACK), always

    def all_moves(effects: Iterable[Effect], *, always: bool) -> Iterator[tuple[Move, Place, bool]]:
        for effect in effects:
            if isinstance(effect, Pass | Leave | Win):
                return
            yield from moves(effect, always=always)

    yield from all_moves(square.effects, always=True)
    yield from all_moves(board.every_effects_of(square.number), always=False)


def _circles(ways: Mapping[Place, list[Place]]) -> Iterator[list[Place]]:
    """Find the circles in a graph by going into its depth; each begins with its lowest square."""
    finished: set[Place] = set()
    for start in ways:
        path = [start] if start not in finished else []
        to_try = [iter(ways[start])]
        while path:
            target = next(to_try[-1], None)
            if target is None:
                finished.add(path.pop())
                to_try.pop()
            elif target in path:
                circle = path[path.index(target) :]
                lowest = circle.index(min(circle))
                yield circle[lowest:] + circle[:lowest]
            elif target in ways and target not in finished:
                path.append(target)
                to_try.append(iter(ways[target]))


def _can_win(board: Board, effects: Iterable[Effect]) -> bool:
    """Tell whether effects, one after the other, can come to a win; in doubt, they can."""
    for effect in effects:
        match effect:
            case Win():
                return True
            case Pass() | Leave(who=Who.YOU | Who.EVERYONE):
                return False
            case If(condition, then, otherwise):
                branches = [then] if _possible(board, condition, wanted=True) else []
                branches += [otherwise] if otherwise and _possible(board, condition, wanted=False) else []
                if any(_can_win(board, [branch]) for branch in branches):
                    return True
            case Several(inner):
                if _can_win(board, inner):
                    return True
            case May(inner) | NextTurn(inner) | EachTurnHere(inner) | Whenever(_, inner):
                if _can_win(board, [inner]):
                    return True
    return False


def _possible(board: Board, condition: Condition, *, wanted: bool) -> bool:
    """Tell whether a condition can come out as wanted, for some throw; what does not depend on the throw always can."""

    def outcomes(part: Condition, throw: int) -> set[bool]:
        match part:
            case Rolled(number, comparison, origin):
                holds = comparison.holds(throw, number)
                return {holds} if origin is None else {holds, False}
            case RolledDice(dice):
                return {sum(dice) == throw, False}
            case Not(inner):
                return {not outcome for outcome in outcomes(inner, throw)}
            case And(parts) | Or(parts):
                combine = all if isinstance(part, And) else any
                return {combine(each) for each in product(*(outcomes(inner, throw) for inner in parts))}
        return {True, False}

    return any(wanted in outcomes(condition, throw) for throw in board.dice.throws)


def _reachable(board: Board) -> set[int]:
    """Find the squares that a pawn can come to; in doubt, it can."""
    reached: set[tuple[int, bool]] = set()
    waiting = [(START, False)]
    moved_by_others: set[int] = set()
    while waiting:
        square, lands = waiting.pop()
        if (square, lands) in reached or not (square == START or square in board.squares):
            continue
        reached.add((square, lands))
        effects = _all_effects_of(board, square)
        waiting += [(board.destination(square, steps)[0], Arrival.GO in board.landing) for steps in moved_by_others]
        for node in (node for effect in effects for node in walk(effect)):
            if isinstance(node, GoTo):
                waiting.append((node.square, Arrival.GO in board.landing))
            elif isinstance(node, GoBy):
                by = [square] if node.who is Who.YOU else [place for place, _ in reached]
                waiting += [(board.destination(place, node.steps)[0], Arrival.GO in board.landing) for place in by]
                if node.who is not Who.YOU:
                    moved_by_others.add(node.steps)
            elif isinstance(node, GoOn):
                by_throws = [steps for throw in board.dice.throws for steps in (throw, -throw)]
                waiting += [(board.destination(square, steps)[0], Arrival.GO in board.landing) for steps in by_throws]
            elif isinstance(node, Swap):
                here, there = (square, node.other.square if isinstance(node.other, PlayerOn) else square)
                waiting += [(here, False), (there, False), (there, Arrival.SWAP in board.landing)]
        if not any(_keeps_from_throwing(effect, lands=lands) for effect in effects):
            for throw in board.dice.throws:
                target, arrival = board.destination(square, throw)
                waiting.append((target, arrival in board.landing))
    return {square for square, _ in reached}


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
