"""From a path, or the name of a board that ships, to a board with all that is wrong in it."""

import difflib
from pathlib import Path

from interpreter.board import Board
from interpreter.checks import CHECKS, CHECKS_OF_THE_WHOLE
from interpreter.diagnostics import Diagnostic, has_errors, in_order
from interpreter.reader import SQUARE_UNREAD, read_board
from interpreter.source import SHIPPED, Source, UnreadableFile, read_source

_BOARDS = SHIPPED / "boards"
_CLASSICS = _BOARDS / "classics"

# How like the name of a board that ships a name is that may mean it; a path mostly means a file of somebody's own.
_LIKENESS_OF_NAMES, _LIKENESS_OF_PATHS = 0.6, 0.8


def shipped_boards() -> list[str]:
    """Give the names of the boards that ship."""
    return sorted(_shipped())


def _shipped() -> dict[str, str]:
    return {path.stem: str(path) for folder in (_BOARDS, _CLASSICS) for path in folder.glob("*.yaml")}


def board_path(name: str) -> str:
    """Find the file meant by a path, or by the name of a board that ships."""
    return _shipped().get(name, name)


def load_board(name: str, *, may_be_open: bool = False) -> tuple[Board | None, list[Diagnostic]]:
    """Read and check a board file.

    The board can be played if it is there and no finding is an error. A name that a person has typed `may_be_open`, as
    `read_source` says. Raises UnreadableFile, whose message
    then says of a file that is not there which boards ship, or of a path which of them is meant.
    """
    try:
        source = read_source(board_path(name), may_be_open=may_be_open)
    except UnreadableFile as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        shipped = shipped_boards()
        is_path = bool(Path(name).suffix) or "/" in name
        likeness = _LIKENESS_OF_PATHS if is_path else _LIKENESS_OF_NAMES
        meant = difflib.get_close_matches(Path(name).stem.casefold(), shipped, n=1, cutoff=likeness)
        said = f"{error}; did you mean {meant[0]}?" if meant else str(error)
        if not is_path:
            said += f"{' The' if meant else '; the'} boards that ship are {', '.join(shipped)}"
        raise UnreadableFile(said) from error
    return check_source(source)


def check_source(source: Source) -> tuple[Board | None, list[Diagnostic]]:
    """Read and check the text of a board file; the findings are in the order of the file."""
    board, findings = read_board(source)
    if board is None or not board.squares:
        return board, in_order(findings)
    about_squares = [finding for finding in findings if finding.square is not None or finding.code in SQUARE_UNREAD]
    every = board.every_square
    unread = has_errors(about_squares) or (every is not None and not every.effects)
    checks = CHECKS if unread else CHECKS + CHECKS_OF_THE_WHOLE
    return board, in_order([*findings, *(finding for check in checks for finding in check(board))])
