"""All that `robinson validate` has to say of a board: its sense, its texts, and its faith to what it translates."""

from collections.abc import Iterator
from pathlib import Path

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity, in_order
from interpreter.hygiene import HYGIENE
from interpreter.load import load_board
from interpreter.printed_rules import PRINTED_RULES
from interpreter.source import Span, UnreadableFile
from interpreter.translation import COMPARISONS

ABOUT_WORDS = ("number-unused", "number-unsaid", "permission-unused", "permission-unsaid")
"""What goes without saying where the whole sentence says something else."""

ABOUT_EFFECTS = ("effect-differs", "sentence-differs", *ABOUT_WORDS)
"""What cannot be said of a square whose effect could not be read."""


def review(name: str, against: str | None = None) -> list[Diagnostic]:
    """Find what is wrong in a board file, compared with the board that it translates or another one.

    Raises UnreadableFile if the file itself cannot be read; the other one is reported.
    """
    board, findings = load_board(name)
    if board is None or not board.squares:
        return findings
    found = [*findings, *(finding for check in (*HYGIENE, *PRINTED_RULES) for finding in check(board))]
    reference, problems = _reference(board, against)
    found += problems
    if reference is not None:
        found += [finding for compare in COMPARISONS for finding in compare(board, reference)]
    unread = {finding.square for finding in findings if finding.severity is Severity.ERROR}
    misread = {finding.square for finding in found if finding.code == "sentence-differs"}
    kept = [
        finding
        for finding in found[len(findings) :]
        if not _accepted(board, finding)
        and not (finding.code in ABOUT_EFFECTS and finding.square in unread)
        and not (finding.code in ABOUT_WORDS and finding.square in misread)
    ]
    return in_order([*findings, *kept, *_accepting_nothing(board, found)])


def _reference(board: Board, against: str | None) -> tuple[Board | None, list[Diagnostic]]:
    """Load the board to compare with: the one given, or the one that the header names, or none."""
    if not against and not board.translates:
        return None, []
    name = against or str(Path(board.source.path).parent / board.translates)
    span = board.spans.get("translates", Span(0, 1))
    try:
        reference, problems = load_board(name)
    except UnreadableFile as error:
        message, remedy = f"{name}, which this board translates, cannot be read: {error}", "Write its path from here."
        return None, [Diagnostic(board.source, span, "reference-unreadable", message, remedy)]
    if reference is None or any(problem.severity is Severity.ERROR for problem in problems):
        message, remedy = f"{name}, which this board translates, has errors", f"See robinson validate {name}."
        return None, [Diagnostic(board.source, span, "reference-unreadable", message, remedy)]
    return reference, []


def _accepted(board: Board, finding: Diagnostic) -> bool:
    """Tell whether the board or the square accepts a finding; what keeps a board from being played cannot be."""
    if finding.code in board.accept:
        return True
    square = board.squares.get(finding.square) if finding.square else None
    return square is not None and finding.code in square.accept


def _accepting_nothing(board: Board, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Find acceptances of findings that are not there, or not any more."""
    codes = {finding.code for finding in found}
    in_squares = {(finding.square, finding.code) for finding in found}
    remedy = "Delete it; or see whether the code is written right."
    for code in board.accept:
        if code not in codes:
            message = f'there is no finding "{code}" to accept'
            span = board.spans[f"accept/{code}"]
            yield Diagnostic(board.source, span, "accepts-nothing", message, remedy, severity=Severity.WARNING)
    for square in board.squares.values():
        for code in square.accept:
            if (square.number, code) not in in_squares:
                message = f'there is no finding "{code}" to accept'
                span = square.spans[f"accept/{code}"]
                yield Diagnostic(
                    board.source, span, "accepts-nothing", message, remedy, square.number, Severity.WARNING
                )
