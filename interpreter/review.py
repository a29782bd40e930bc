"""All that `robinson validate` has to say of a board: its sense, its texts, and its faith to what it translates."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity, has_errors, in_order
from interpreter.hygiene import HYGIENE
from interpreter.load import load_board
from interpreter.printed_rules import PRINTED_RULES
from interpreter.reader import SQUARE_UNREAD
from interpreter.source import Span, UnreadableFile
from interpreter.translation import COMPARISONS

ABOUT_WORDS = ("number-unused", "number-unsaid", "permission-unused", "permission-unsaid")
"""What goes without saying where the whole sentence says something else."""

ABOUT_SENTENCES = ("sentence-differs", "sentence-unread", "wording", *ABOUT_WORDS)
"""What cannot be said of a rule that is not in the board's language yet."""

ABOUT_EFFECTS = ("effect-differs", "sentence-differs", *ABOUT_WORDS)
"""What cannot be said of a square whose effect could not be read."""

ABOUT_THE_REST = ("number-unused", "square-off-the-board", "square-unused", "wording", "end-punctuation")
"""What may be otherwise when the squares that could not be read are there."""

ONLY_BY_DIFFERS = "effect-differs"


def review(name: str, against: Board | None = None) -> list[Diagnostic]:
    """Find what is wrong in a board file, compared with another board or the one that it translates.

    Raises UnreadableFile if the file itself cannot be read; the one that it translates is reported.
    """
    board, findings = load_board(name, may_be_open=True)
    if board is None or not board.squares:
        return findings
    checked = [finding for check in (*HYGIENE, *PRINTED_RULES) for finding in check(board)]
    reference, problems = (against, []) if against else _translated(board)
    if reference is not None:
        checked += [finding for compare in COMPARISONS for finding in compare(board, reference)]
    elif not problems:
        checked += _differing_from_nothing(board)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    warnings = [finding for finding in findings if finding.severity is not Severity.ERROR]
    said = _Said(board, errors, checked)
    checked = [finding for finding in checked if not said.implies(finding)]
    acceptable = [finding for finding in (*warnings, *checked) if finding.code != ONLY_BY_DIFFERS]
    differing = [finding for finding in checked if finding.code == ONLY_BY_DIFFERS]
    kept = [finding for finding in acceptable if not board.accepts(finding.code, finding.square)]
    useless = [] if problems else list(_accepting_nothing(board, acceptable, errors))
    return in_order([*errors, *differing, *kept, *problems, *useless])


def _translated(board: Board) -> tuple[Board | None, list[Diagnostic]]:
    """Load the board that the header names, if it names one."""
    if not board.translates:
        return None, []
    name = str(Path(board.source.path).parent / board.translates)
    try:
        reference, problems = load_board(name)
        wrong = "has errors" if reference is None or has_errors(problems) else ""
    except UnreadableFile as error:
        reference, wrong = None, f"cannot be read: {error}"
    if not wrong:
        return reference, []
    message, remedy = f"{name}, which this board translates, {wrong}", "Write its path from here, or put it right."
    return None, [Diagnostic(board.source, board.span_of("translates"), "reference-unreadable", message, remedy)]


def _differing_from_nothing(board: Board) -> Iterator[Diagnostic]:
    """Find reasons for a difference in a board that is no translation."""
    for square in board.written:
        if square.differs:
            message, remedy = (
                "there is no board that this could differ from",
                "Delete this key, or write translates: ...",
            )
            span, severity = square.spans["differs"], Severity.WARNING
            yield Diagnostic(board.source, span, "differs-no-longer", message, remedy, square.number, severity)


class _Said:
    """What is said of a board, from which other findings follow."""

    def __init__(self, board: Board, errors: Sequence[Diagnostic], checked: Iterable[Diagnostic]) -> None:
        self._board = board
        self._codes: defaultdict[int | None, set[str]] = defaultdict(set)
        for finding in checked:
            self._codes[self._first(finding.square)].add(finding.code)
        self._unread = {self._first(error.square) for error in errors if error.square is not None}
        self._squares_unread = any(error.code in SQUARE_UNREAD for error in errors)
        self._starts = sorted(error.span.start for error in errors)

    def implies(self, finding: Diagnostic) -> bool:
        """Tell whether a finding only follows from an error of the file, or from another finding."""
        first = self._first(finding.square)
        codes = self._codes[first] if first is not None else set()
        if finding.code in ABOUT_EFFECTS and first in self._unread:
            return True
        if finding.code in ABOUT_THE_REST and self._squares_unread:
            return True
        if finding.code == "placeholder-missing":
            place = bisect_left(self._starts, finding.span.start)
            return place < len(self._starts) and self._starts[place] <= finding.span.end
        if finding.code == "squares-missing":
            return self._squares_unread
        if finding.code in ABOUT_WORDS and "sentence-differs" in codes:
            return True
        return finding.code in ABOUT_SENTENCES and "untranslated" in codes

    def _first(self, number: int | None) -> int | None:
        """Give the first of the squares that have the words of one: what is said of one of them, is said of all."""
        square = self._board.squares.get(number) if number is not None else None
        return square.together[0] if square else number


def _accepting_nothing(board: Board, acceptable: list[Diagnostic], errors: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Find acceptances of findings that are not there any more, or cannot be accepted."""
    unread = {error.square for error in errors}
    codes: defaultdict[int | None, set[str]] = defaultdict(set)
    for finding in acceptable:
        codes[finding.square].add(finding.code)
    yield from _useless(board, board.accept, board.spans, set().union(*codes.values()), None)
    for square in board.written:
        if square.accept and unread.isdisjoint(square.together):
            here = set[str]().union(*(codes[number] for number in square.together))
            yield from _useless(board, square.accept, square.spans, here, square.number)


def _useless(
    board: Board, accept: Mapping[str, str], spans: Mapping[str, Span], codes: set[str], square: int | None
) -> Iterator[Diagnostic]:
    for code in accept:
        if code not in codes:
            message = f'there is no finding "{code}" that could be accepted'
            remedy = "Delete it, or see whether the code is written right. Errors cannot be accepted"
            remedy += f"; for {ONLY_BY_DIFFERS}, write differs: and the reason."
            span, severity = spans[f"accept/{code}"], Severity.WARNING
            yield Diagnostic(board.source, span, "accepts-nothing", message, remedy, square, severity)
