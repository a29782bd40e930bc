"""What makes a board good: one pure function a check, from a board to findings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import TypeVar

from interpreter.board import Arrival, Board, LastPlayer, Square
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.effects import (
    START,
    And,
    Become,
    Condition,
    EachTurnHere,
    Effect,
    GoBy,
    GoTo,
    HasRole,
    If,
    Leave,
    May,
    NextTurn,
    Node,
    Not,
    Or,
    Pass,
    PlayerOn,
    RoleOfYours,
    Rolled,
    Several,
    SomeoneOn,
    Swap,
    Whenever,
    Who,
    Win,
    parts,
    walk,
)
from interpreter.phrases import answers

Check = Callable[[Board], Iterator[Diagnostic]]
Kind = TypeVar("Kind", bound=Node)


def squares_without_gaps(board: Board) -> Iterator[Diagnostic]:
    """Find numbers that no square has, below the last one."""
    before = START
    for number in sorted(board.squares):
        if number > before + 1:
            gap = (
                f"is no square {before + 1}" if number == before + 2 else f"are no squares {before + 1} to {number - 1}"
            )
            remedy = "A board has every number from 1 to its last square."
            yield _at(board, board.squares[number], "key", "missing-square", f"there {gap} before it", remedy)
        before = number


def squares_with_text(board: Board) -> Iterator[Diagnostic]:
    """Find squares that the sheet would print without a word, and rules printed or executed without the other."""
    for square in board.squares.values():
        if "story" not in square.spans and "rule" not in square.spans:
            yield _at(board, square, "key", "missing-text", "the square has no words", "Write its story, or its rule.")
        elif "story" not in square.spans:
            message, remedy = "the square has a rule and no story", "Write its story: the words before the dash."
            yield _at(board, square, "key", "rule-without-story", message, remedy, Severity.WARNING)
        if "effect" in square.spans and "story" in square.spans and "rule" not in square.spans:
            message, remedy = "the effect has no printed rule", "Write the rule, as players read it on the sheet."
            yield _at(board, square, "effect", "effect-without-rule", message, remedy, Severity.WARNING)
        elif "rule" in square.spans and "effect" not in square.spans:
            message, remedy = "the printed rule has no effect", "Write its effect, or make it part of the story."
            yield _at(board, square, "rule", "rule-without-effect", message, remedy, Severity.WARNING)


def targets_on_the_board(board: Board) -> Iterator[Diagnostic]:
    """Find effects that name a square beyond the last."""
    for square, node in _find(board, Node):
        if isinstance(node, GoTo | PlayerOn | SomeoneOn) and node.square > board.last:
            message = f"there is no square {node.square}; the last one is {board.last}"
            yield _in(board, square, node, "target-off-the-board", message, "Write a square of the board.")


def throws_of_the_dice(board: Board) -> Iterator[Diagnostic]:
    """Find conditions on a throw that no throw, or every throw, fulfils."""
    for square in board.squares.values():
        for effect in square.effects:
            for node, context in _in_context(effect):
                if isinstance(node, Rolled):
                    message = _pointless(board, node, context)
                    if message:
                        remedy = f"The dice show {board.dice.lowest} to {board.dice.highest}."
                        yield _in(board, square, node, "pointless-condition", message, remedy, Severity.WARNING)


def roles_that_somebody_gets(board: Board) -> Iterator[Diagnostic]:
    """Find roles that a rule speaks of and no rule gives, and roles that no rule speaks of."""
    given = {node.role for _, node in _find(board, Become) if node.who != RoleOfYours(node.role)}
    spoken_of = given.copy()
    for square, node in _find(board, Node):
        if isinstance(node, RoleOfYours | HasRole) and node.role not in spoken_of:
            message = f"nobody ever becomes your {node.role}"
            remedy = f"Give the role in some rule: your right neighbour becomes your {node.role}."
            yield _in(board, square, node, "role-never-given", message, remedy)
            spoken_of.add(node.role)
    for role in board.roles:
        if role not in spoken_of:
            message, remedy = f'no rule speaks of the role "{role}"', "Delete it, or give it in some rule."
            yield Diagnostic(
                board.source, board.span_of(f"roles/{role}"), "role-unused", message, remedy, None, Severity.WARNING
            )


def stake_from_the_purse(board: Board) -> Iterator[Diagnostic]:
    """Find a stake that nobody can pay."""
    if board.purse is not None and board.purse < board.stake:
        message = f"a purse of {board.purse} cannot pay a stake of {board.stake}"
        remedy = "Make the purse larger, or the stake smaller."
        yield Diagnostic(board.source, board.span_of("purse"), "stake-above-purse", message, remedy)


def answers_told_apart(board: Board) -> Iterator[Diagnostic]:
    """Find words that mean both yes and no."""
    yes, no = ({word.casefold() for word in answers(board.phrases[phrase])} for phrase in ("yes", "no"))
    both = yes & no
    for phrase, words in (("yes", yes), ("no", no)):
        if not words and board.phrases[phrase].other:
            message, remedy = f'the phrase "{phrase}" lists no word', "Write the words that mean it, with commas."
            yield Diagnostic(board.source, board.span_of(f"phrases/{phrase}"), "no-answer", message, remedy)
    if both:
        message = f'"{min(both)}" means both yes and no'
        remedy = "Take it out of one of the two phrases."
        yield Diagnostic(board.source, board.span_of("phrases/no"), "ambiguous-answer", message, remedy)


def landings_that_end(board: Board) -> Iterator[Diagnostic]:
    """Find squares that send a pawn round in a circle within one throw.

    A circle of rules that always happen is an error. Where a condition or an answer can break it, it is a
    warning, since the game is stopped if they never do.
    """
    moves = {square.number: list(_moves(board, square)) for square in board.squares.values()}
    certain = {number: [target for _, target, always in leads if always] for number, leads in moves.items()}
    possible = {number: [target for _, target, _ in leads] for number, leads in moves.items()}
    reported: list[set[int]] = []
    for ways, how, severity in ((certain, "go", Severity.ERROR), (possible, "can go", Severity.WARNING)):
        for circle in _circles(ways):
            if set(circle) in reported:
                continue
            reported.append(set(circle))
            message = f"landings {how} on for ever: {', '.join(map(str, [*circle, circle[0]]))}"
            remedy = "Let one of these squares lead elsewhere, or let it happen at the next turn: next turn, ..."
            move = next(move for move, target, _ in moves[circle[0]] if target in circle)
            yield _in(board, board.squares[circle[0]], move, "endless-landing", message, remedy, severity)


def somebody_can_win(board: Board) -> Iterator[Diagnostic]:
    """Find boards that nobody can win, because no square does it or none of those can be reached."""
    winning = {square.number for square in board.squares.values() if _can_win(board, square.effects)}
    if board.last_player is LastPlayer.WINS and any(True for _ in _find(board, Leave)):
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


CHECKS: tuple[Check, ...] = (
    landings_that_end,
    squares_without_gaps,
    squares_with_text,
    targets_on_the_board,
    throws_of_the_dice,
    stake_from_the_purse,
    answers_told_apart,
)
"""What can be said of a board whatever else is wrong in it."""

CHECKS_OF_THE_WHOLE: tuple[Check, ...] = (roles_that_somebody_gets, somebody_can_win)
"""What can be said only when every square has been read."""


def _find(board: Board, kind: type[Kind]) -> Iterator[tuple[Square, Kind]]:
    for square in board.squares.values():
        for effect in square.effects:
            for node in walk(effect):
                if isinstance(node, kind):
                    yield square, node


def _in_context(node: Node, context: type[Effect] | None = None) -> Iterator[tuple[Node, type[Effect] | None]]:
    """Give all nodes of an effect, each with the kind of effect that makes it happen at another time, if any."""
    yield node, context
    later = type(node) if isinstance(node, NextTurn | EachTurnHere | Whenever) else context
    for part in parts(node):
        yield from _in_context(part, later)


def _pointless(board: Board, condition: Rolled, context: type[Effect] | None) -> str | None:
    if context in (NextTurn, EachTurnHere):
        return "this happens before the throw, when nothing has been rolled yet"
    fulfilled = [condition.comparison.holds(throw, condition.number) for throw in board.dice.throws]
    if not any(fulfilled):
        return f"no throw of {board.dice} is like that"
    if all(fulfilled) and context is None:
        return f"every throw of {board.dice} is like that"
    return None


Move = GoTo | GoBy | Swap


def _moves(board: Board, square: Square) -> Iterator[tuple[Move, int, bool]]:
    """Give the landings that can follow at once from landing on a square: effect, target, whether always."""

    def moves(effect: Effect, *, always: bool) -> Iterator[tuple[Move, int, bool]]:
        match effect:
            case GoTo(target, who=who) if Arrival.GO in board.landing and target <= board.last:
                yield effect, target, always and who in (Who.YOU, Who.EVERYONE)
            case GoBy(steps, who=Who.YOU | Who.EVERYONE):
                target, arrival = board.destination(square.number, steps)
                if (Arrival.GO if arrival is Arrival.THROW else arrival) in board.landing:
                    yield effect, target, always
            case Swap(PlayerOn(target)) if Arrival.SWAP in board.landing:
                yield effect, target, False
            case Several(effects):
                yield from all_moves(effects, always=always)
            case May(inner):
                yield from moves(inner, always=False)
            case If(_, then, otherwise):
                yield from moves(then, always=False)
                if otherwise:
                    yield from moves(otherwise, always=False)

    def all_moves(effects: Iterable[Effect], *, always: bool) -> Iterator[tuple[Move, int, bool]]:
        for effect in effects:
            if isinstance(effect, Pass | Leave | Win):
                return
            yield from moves(effect, always=always)

    yield from all_moves(square.effects, always=True)


def _circles(ways: Mapping[int, list[int]]) -> Iterator[list[int]]:
    """Find the circles in a graph by going into its depth; each begins with its lowest square."""
    finished: set[int] = set()
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
            case Rolled(number, comparison, from_here):
                holds = comparison.holds(throw, number)
                return {holds, False} if from_here else {holds}
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
        effects = board.effects_of(square)
        waiting += [(board.destination(square, steps)[0], Arrival.GO in board.landing) for steps in moved_by_others]
        for node in (node for effect in effects for node in walk(effect)):
            if isinstance(node, GoTo):
                waiting.append((node.square, Arrival.GO in board.landing))
            elif isinstance(node, GoBy):
                by = [square] if node.who is Who.YOU else [place for place, _ in reached]
                waiting += [(board.destination(place, node.steps)[0], Arrival.GO in board.landing) for place in by]
                if node.who is not Who.YOU:
                    moved_by_others.add(node.steps)
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


def _at(
    board: Board,
    square: Square,
    part: str,
    code: str,
    message: str,
    remedy: str,
    severity: Severity = Severity.ERROR,
) -> Diagnostic:
    return Diagnostic(board.source, square.spans[part], code, message, remedy, square.number, severity)


def _in(
    board: Board,
    square: Square,
    node: Node,
    code: str,
    message: str,
    remedy: str,
    severity: Severity = Severity.ERROR,
) -> Diagnostic:
    span = node.span or square.spans["effect"]
    return Diagnostic(board.source, span, code, message, remedy, square.number, severity)
