"""A game played by a command: in its journal if it has one, with complaints for people, and an exit code."""

import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.console import FINDINGS, Unreadable, complain, version
from interpreter.door import echo
from interpreter.options import make_seats

# What plays a game is imported when one is played, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.inputs import Input, Settings
    from interpreter.keeping import Journal
    from interpreter.session import Session
    from interpreter.state import Participant
    from interpreter.terminal import Terminal


def open_asked_for(path: str) -> "Journal":
    """Open the new journal of this name, or end: before anybody has typed anything."""
    from interpreter.journal import UnusableJournal
    from interpreter.keeping import open_new

    try:
        return open_new(Path(path))
    except UnusableJournal as error:
        raise Unreadable(f"{path}: {error}") from error


def open_usual(board: str) -> "Journal | None":
    """Open a new journal in the usual place, for a game on the board of this name; say so if that cannot be."""
    from interpreter.journal import UnusableJournal
    from interpreter.shelf import folder, new_in_folder

    try:
        return new_in_folder(board, datetime.now())
    except UnusableJournal as error:
        complain(f"{folder()}: {error}; this game is not kept")
        return None


def begin(
    journal: "Journal",
    name: str,
    board: "Board",
    players: Sequence["Participant"],
    settings: "Settings",
    most_turns: int,
) -> None:
    """Write with what a game is begun, on the board of this name."""
    from interpreter.journal import Opening
    from interpreter.load import shipped_boards

    place = name if name in shipped_boards() else os.path.abspath(name)
    opening = Opening(version(), now(), place, board.source.text, tuple(players), settings, most_turns)
    journal.report = report
    journal.append(opening)


def now() -> str:
    """Give the time as it stands in a journal."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def report(journal: "Journal") -> None:
    """Say that a game is not kept any more, and what of it is; or that it is kept again."""
    from interpreter.keeping import reason

    if journal.failure is None:
        complain(f"{journal.path}: the game is kept again, with all that could not be written before")
    elif journal.is_begun:
        complain(
            f"{journal.path}: the game is not kept any more: {reason(journal.failure)}; "
            "what was kept until now is whole"
        )
    else:
        complain(f"{journal.path}: the game is not kept: {reason(journal.failure)}")


def play(
    terminal: "Terminal",
    board: "Board",
    players: Sequence["Participant"],
    settings: "Settings",
    most_turns: int,
    journal: "Journal | None",
    inputs: "Iterable[Input]" = (),
) -> int:
    """Play a game on from its throws and answers, in its journal if it has one; give the exit code."""
    from interpreter.asking import Quit
    from interpreter.events import SCRIPT_ENDED, TURN_LIMIT
    from interpreter.journal import End
    from interpreter.session import Session
    from interpreter.table import EndlessLanding

    seats = make_seats(terminal, board, players, settings)
    keep = _keep_nothing if journal is None else journal.append
    session = Session(board, players, seats, terminal, keep, inputs, most_turns)
    terminal.can_take_back = lambda: session.can_take_back
    try:
        ended = session.play()
        if journal is not None:
            journal.append(End(ended.reason, ended.winner))
    except Quit:
        _say_what_is_missing(journal)
        terminal.stop(_command_to_go_on(journal))
        return 0
    except (KeyboardInterrupt, click.Abort):
        echo(err=True)
        _say_what_is_missing(journal)
        _say_how_to_go_on(journal)
        raise
    stopped_by = session.game.stopped_by
    if stopped_by is not None:
        complain(str(stopped_by))
    _say_what_is_missing(journal)
    can_go_on = ended.reason in (SCRIPT_ENDED, TURN_LIMIT)
    if not can_go_on:
        _say_what_was_not_needed(session, settings)
    elif isinstance(settings.dice, str) and isinstance(settings.choose, str):
        _say_how_to_go_on(journal, *(["--max-turns", "N"] if ended.reason == TURN_LIMIT else []))
    return FINDINGS if can_go_on or isinstance(stopped_by, EndlessLanding) else 0


def _keep_nothing(_: object) -> None:
    """Keep nothing: the game has no journal."""


def _say_what_is_missing(journal: "Journal | None") -> None:
    if journal is not None and journal.unkept:
        complain(f"{journal.path}: lines at its end that could not be written: {journal.unkept}")


def _command_to_go_on(journal: "Journal | None", *words: str) -> str | None:
    from interpreter.shelf import command

    return command(journal.path, "resume", *words) if journal is not None and journal.is_begun else None


def _say_how_to_go_on(journal: "Journal | None", *words: str) -> None:
    command = _command_to_go_on(journal, *words)
    if command is not None:
        complain(f"the game is kept; this goes on with it: {command}")


def _say_what_was_not_needed(session: "Session", settings: "Settings") -> None:
    from interpreter.inputs import Answer, By, Throw

    for what, script, kind in (("throws", settings.dice, Throw), ("answers", settings.choose, Answer)):
        used = sum(isinstance(given, kind) and given.by is By.LIST for given in session.inputs)
        if not isinstance(script, str) and len(script) > used:
            complain(f"{what} of the list that the game did not need: {len(script) - used}")
