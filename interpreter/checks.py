"""What makes a board good: one pure function a check, from a board to findings."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from interpreter.board import Board, Square
from interpreter.circles import landings_that_end
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.effects import (
    START,
    Become,
    EachTurnHere,
    Effect,
    GoTo,
    HasRole,
    NextTurn,
    Node,
    PlayerOn,
    RoleOfYours,
    Rolled,
    RolledDice,
    SomeoneOn,
    Whenever,
    parts,
    walk,
)
from interpreter.phrases import WORDS, answers
from interpreter.routes import find_in_effect, somebody_can_win
from interpreter.values import no_such_squares

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
    for square in board.written:
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
        named = node.square if isinstance(node, GoTo | PlayerOn | SomeoneOn) else START
        if isinstance(node, Rolled | RolledDice) and isinstance(node.origin, int):
            named = node.origin
        if named > board.last:
            message = f"there is no square {named}; the last one is {board.last}"
            yield find_in_effect(board, square, node, "target-off-the-board", message, "Write a square of the board.")
    spared = sorted(board.every_square.spared) if board.every_square else []
    off_the_board = [number for number in spared if number > board.last]
    if off_the_board:
        message = f"{no_such_squares(off_the_board)}; the last one is {board.last}"
        span, remedy = board.span_of("every square/except"), "Write squares of the board."
        yield Diagnostic(board.source, span, "target-off-the-board", message, remedy)


def throws_of_the_dice(board: Board) -> Iterator[Diagnostic]:
    """Find conditions on a throw that no throw, or every throw, fulfils, or that name too few or too many dice."""
    for square, effects in _rules(board):
        for node, context in (each for effect in effects for each in _in_context(effect)):
            if isinstance(node, RolledDice) and len(node.dice) != board.dice.count:
                message = f"this is what {len(node.dice)} dice show, and the board has {board.dice.count}"
                total = min(sum(node.dice), board.dice.highest)
                remedy = f"Write one number for each die, or the sum of all: you rolled {total}."
                yield find_in_effect(board, square, node, "number-of-dice", message, remedy)
            elif isinstance(node, Rolled | RolledDice):
                pointless = _pointless(board, node, context)
                if pointless:
                    code, severity = "pointless-condition", Severity.WARNING
                    remedy = f"The dice show {board.dice.lowest} to {board.dice.highest}."
                    remedy += f" Each shows 1 to {board.dice.sides}." if isinstance(node, RolledDice) else ""
                    yield find_in_effect(board, square, node, code, pointless, remedy, severity)


def roles_that_somebody_gets(board: Board) -> Iterator[Diagnostic]:
    """Find roles that a rule speaks of and no rule gives, and roles that no rule speaks of."""
    given = {node.role for _, node in _find(board, Become) if node.who != RoleOfYours(node.role)}
    spoken_of = given.copy()
    for square, node in _find(board, Node):
        if isinstance(node, RoleOfYours | HasRole) and node.role not in spoken_of:
            message = f"nobody ever becomes your {node.role}"
            remedy = f"Give the role in some rule: your right neighbour becomes your {node.role}."
            yield find_in_effect(board, square, node, "role-never-given", message, remedy)
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


def words_told_apart(board: Board) -> Iterator[Diagnostic]:
    """Find phrases that list no word, and words that mean two things at the same question."""
    meanings: dict[str, str] = {}
    for phrase in WORDS:
        words = [word.casefold() for word in answers(board.phrases[phrase])]
        place = board.span_of(f"phrases/{phrase}")
        if not words and board.phrases[phrase].other:
            message, remedy = f'the phrase "{phrase}" lists no word', "Write the words that mean it, with commas."
            yield Diagnostic(board.source, place, "no-answer", message, remedy)
        twice = next((word for word in words if meanings.setdefault(word, phrase) != phrase), None)
        if twice is not None:
            message = f'"{twice}" means both {meanings[twice]} and {phrase}'
            remedy = "Take it out of one of the two phrases."
            yield Diagnostic(board.source, place, "ambiguous-answer", message, remedy)


CHECKS: tuple[Check, ...] = (
    landings_that_end,
    squares_without_gaps,
    squares_with_text,
    targets_on_the_board,
    throws_of_the_dice,
    stake_from_the_purse,
    words_told_apart,
)
"""What can be said of a board whatever else is wrong in it."""

CHECKS_OF_THE_WHOLE: tuple[Check, ...] = (roles_that_somebody_gets, somebody_can_win)
"""What can be said only when every square has been read."""


def _rules(board: Board) -> Iterator[tuple[Square | None, tuple[Effect, ...]]]:
    """Give the effects of each text: those of squares with the first square that has it, and that of every square."""
    for square in board.written:
        yield square, square.effects
    if board.every_square:
        yield None, board.every_square.effects


def _find(board: Board, kind: type[Kind]) -> Iterator[tuple[Square | None, Kind]]:
    for square, effects in _rules(board):
        for effect in effects:
            for node in walk(effect):
                if isinstance(node, kind):
                    yield square, node


def _in_context(node: Node, context: type[Effect] | None = None) -> Iterator[tuple[Node, type[Effect] | None]]:
    """Give all nodes of an effect, each with the kind of effect that makes it happen at another time, if any."""
    yield node, context
    later = type(node) if isinstance(node, NextTurn | EachTurnHere | Whenever) else context
    for part in parts(node):
        yield from _in_context(part, later)


def _pointless(board: Board, condition: Rolled | RolledDice, context: type[Effect] | None) -> str | None:
    if context in (NextTurn, EachTurnHere):
        return "this happens before the throw, when nothing has been rolled yet"
    if isinstance(condition, RolledDice):
        return None if board.dice.can_show(condition.dice) else f"no throw of {board.dice} is like that"
    fulfilled = [condition.comparison.holds(throw, condition.number) for throw in board.dice.throws]
    if not any(fulfilled):
        return f"no throw of {board.dice} is like that"
    if all(fulfilled) and context is None and not isinstance(condition.origin, int):
        return f"every throw of {board.dice} is like that"
    return None


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
