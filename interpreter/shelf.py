"""The folder of a user's games, and what is to be said of each."""

import os
import re
import shlex
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import count
from pathlib import Path

from platformdirs import user_state_path

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity, has_errors
from interpreter.differences import as_text, differences
from interpreter.events import Ended, Event, TurnBegan
from interpreter.game import Game
from interpreter.journal import Kept, UnusableJournal
from interpreter.keeping import Journal, is_in_use, open_new, read_kept, reason
from interpreter.load import check_source, load_board
from interpreter.mended import MENDED_SINCE, Watch
from interpreter.passages import passages
from interpreter.session import Divergence, play_again
from interpreter.source import Source, UnreadableFile

ENDING = ".jsonl"
_LONGEST_BOARD_NAME = 40


class ChangedBoard(Exception):
    """A board is not as it was when a game was begun on it; the message says what has changed."""


class UnplayableBoard(Exception):
    """The board that a game was begun on cannot be played by this program any more."""

    def __init__(self, findings: list[Diagnostic]) -> None:
        super().__init__("this robinson cannot play the board that the game was begun on")
        self.findings = findings

    @property
    def reason(self) -> str:
        """The first error of the board, with its line."""
        first = next(finding for finding in self.findings if finding.severity is Severity.ERROR)
        return f"line {first.source.position(first.span.start)[0]}: {first.message}"


@dataclass(frozen=True)
class Standing:
    """How a game stands that has a journal: after so many turns, the last of them this player's."""

    path: Path
    kept: Kept
    turns: int
    player: str
    is_in_use: bool


def folder() -> Path:
    """Find the folder in which a user's games are kept if nothing else is said."""
    return user_state_path("robinson", appauthor=False)


def journal_path(name: str) -> Path:
    """Find the journal meant by a path, or by the name of one of the user's games."""
    path = Path(name)
    if path.name == name and not _may_be_there(path):
        for kept in (folder() / name, folder() / (name + ENDING)):
            if _may_be_there(kept):
                return kept
    return path


def _may_be_there(path: Path) -> bool:
    """Tell whether a file is there, or cannot be seen for a reason that opening it says."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        return True
    return True


def name_of(path: Path) -> str:
    """Give the shortest name by which `journal_path` finds a journal from anywhere."""
    absolute = path.absolute()
    return path.stem if absolute.parent == folder() and path.suffix == ENDING else str(absolute)


def command(path: Path, *words: str) -> str:
    """Write the command that does something with a journal."""
    return shlex.join(["robinson", *words[:1], name_of(path), *words[1:]])


def new_in_folder(board: str, now: datetime) -> Journal:
    """Open a new journal in the user's folder, by the time and the name of the board. Raises UnusableJournal."""
    place = folder()
    if not place.is_absolute():
        raise UnusableJournal("nothing says where the folder of this user is")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableJournal(reason(error)) from error
    letters = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", Path(board).stem)).strip("-")[:_LONGEST_BOARD_NAME]
    name = f"{now:%Y-%m-%d-%H%M}-{letters or 'board'}"
    for number in count(1):
        path = place / (f"{name}{'' if number == 1 else f'-{number}'}{ENDING}")
        try:
            return open_new(path, may_be_there=False)
        except UnusableJournal as error:
            if not isinstance(error.__cause__, FileExistsError):
                raise
    raise AssertionError("numbers do not end")


def journals() -> list[Path]:
    """Find the journals of the user's games, the last played first; those of which nothing can be told come last.

    Raises OSError if the folder cannot be read.
    """
    try:
        names = os.listdir(folder())
    except FileNotFoundError:
        return []
    found = []
    for path in (folder() / name for name in names if name.endswith(ENDING)):
        try:
            about = path.stat()
        except FileNotFoundError:  # deleted meanwhile
            continue
        except OSError:
            found.append((0, path))
            continue
        if about.st_size:
            found.append((about.st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def standing(path: Path) -> Standing:
    """Find out how a game stands. Raises UnusableJournal and UnplayableBoard."""
    kept = read_kept(path)
    turns: list[TurnBegan] = []

    def hear(event: Event) -> None:
        if isinstance(event, TurnBegan):
            turns.append(event)

    play_kept(board_as_begun(kept), kept, hear)
    return Standing(path, kept, turns[-1].turn, turns[-1].player, is_in_use(path))


def board_as_begun(kept: Kept) -> Board:
    """Read the board that stands in a journal. Raises UnplayableBoard."""
    return _read_board(kept.opening.board, kept.opening.text)


@lru_cache(maxsize=8)
def _read_board(name: str, text: str) -> Board:
    board, findings = check_source(Source(name, text))
    if board is None or has_errors(findings):
        raise UnplayableBoard(findings)
    return board


def unchanged_board(kept: Kept) -> Board:
    """Read the board that a game was begun on where it is now. Raises ChangedBoard if it is not the same any more."""
    name = kept.opening.board
    try:
        board, findings = load_board(name)
    except UnreadableFile as error:
        raise ChangedBoard(f"the board cannot be read any more: {error}") from error
    if board is not None and board.source.text == kept.opening.text:
        if has_errors(findings):
            raise UnplayableBoard(findings)
        return board
    if board is None or has_errors(findings):
        raise ChangedBoard("the board has been changed, and has errors now")
    raise ChangedBoard(what_has_changed(board_as_begun(kept), board))


def what_has_changed(before: Board, now: Board) -> str:
    """Say in what a board differs from what it was: as a game, or else in its words, or else in neither."""
    found = differences(before, now)
    if found:
        return f"the board has been changed as a game:\n\n{as_text(found, 'begun with', 'now')}\n"
    old, new = (
        {(passage.square, passage.kind): passage.text for passage in passages(board)} for board in (before, now)
    )
    places = [place for place in old | new if old.get(place) != new.get(place)]
    if places:
        named = ", ".join(kind if square is None else f"{kind} of square {square}" for square, kind in places)
        return f"the board has been changed in its words, and is the same game ({named})"
    return "the file of the board has been changed, but neither the game nor its words are others"


def play_kept(board: Board, kept: Kept, listen: Callable[[Event], None]) -> Game:
    """Play a game again as its journal has it, and give it as it stands then. Raises UnusableJournal."""
    ended: list[Ended] = []

    def hear(event: Event) -> None:
        listen(event)
        if isinstance(event, Ended):
            ended.append(event)

    end = kept.end
    try:
        game = play_again(board, kept.opening.players, kept.inputs, hear, kept.most_turns, ends=end is not None)
    except Divergence as error:
        raise UnusableJournal(other_game(kept, error)) from error
    if end is not None and [(each.reason, each.winner) for each in ended] != [(end.reason, end.winner)]:
        raise UnusableJournal(f"its last line does not fit the game: {_written_by(kept)}")
    return game


def played_otherwise(board: Board, kept: Kept) -> str | None:
    """Say that a game may have gone another way when it was played, by rules that have been mended since; None if not.

    To be asked when `play_kept` has played it.
    """
    watch = Watch(board, kept.programs)
    play_again(board, kept.opening.players, kept.inputs, watch.hear, kept.most_turns, ends=kept.end is not None)
    if not watch.found:
        return None
    what = "; ".join(f"{what} (turn {turn})" for what, turn in watch.found.items())
    return (
        f"this game was begun with robinson {MENDED_SINCE}, which played some rules differently: {what}; "
        "chips and squares may not be what they were then"
    )


def other_game(kept: Kept, error: Divergence) -> str:
    """Say that this program plays another game with what stands in a journal."""
    return f"line {kept.lines[error.place]} does not fit the game: {error}; {_written_by(kept)}"


def _written_by(kept: Kept) -> str:
    return f"it was written by robinson {kept.opening.program}, which may have played the rules in another way"
