"""What every command shares: its exit codes, its complaints, and an end without a traceback."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from interpreter.door import door, echo, echo_data
from interpreter.signs import visible

# What reads boards is imported when one is read, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.diagnostics import Diagnostic

FINDINGS = 1
WRONG_USAGE = 2
INTERRUPTED = 130
NOBODY_READS = 141

PRINTED = "-"
"""The name of a file that means: print it."""


class Complaint(click.ClickException):
    """What ends a command, in one line or several."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(visible, lines)))


class Unreadable(Complaint):
    """A file that cannot be read; the message says which and why."""

    exit_code = WRONG_USAGE


class NotPlayable(Complaint):
    """A board that has errors; they have been printed."""

    exit_code = FINDINGS


class NotReckoned(Complaint):
    """Figures that cannot be found; the message says why."""

    exit_code = FINDINGS


class Stopped(Complaint):
    """An end that a person wanted; the message says what of."""

    exit_code = INTERRUPTED


def read_board(name: str) -> "tuple[Board | None, list[Diagnostic]]":
    """Read a board and what is wrong in it, or end if the file cannot be read."""
    from interpreter.load import load_board
    from interpreter.source import UnreadableFile

    if not name:
        raise Unreadable("the name of a board is empty")
    try:
        return load_board(name, may_be_open=True)
    except UnreadableFile as error:
        raise Unreadable(f"{name}: {error}") from error


def open_board(name: str) -> "Board":
    """Read a board that can be played, or say what is wrong with it and end."""
    from interpreter.diagnostics import has_errors

    board, findings = read_board(name)
    if board is None or has_errors(findings):
        refuse(findings, f"{name}: the board cannot be played like this")
    return board


def refuse(findings: "Iterable[Diagnostic]", message: str) -> NoReturn:
    """Print findings, and end."""
    print_findings(findings)
    raise NotPlayable(message)


def check_output(output: str, *, force: bool, made_from: Iterable[str]) -> None:
    """End before anything is made if it could not be delivered."""
    from interpreter.files import check_writable
    from interpreter.source import UnreadableFile

    if output != PRINTED:
        try:
            check_writable(output, force=force, made_from=made_from)
        except UnreadableFile as error:
            raise Unreadable(f"{output}: {error}") from error


def deliver(made: str | bytes, output: str, *, force: bool, made_from: Iterable[str]) -> None:
    """Write what has been made to a file, as `files.write` does; or print it, for -."""
    from interpreter.files import write
    from interpreter.source import UnreadableFile

    if output == PRINTED:
        if isinstance(made, bytes) and is_terminal(sys.stdout):
            raise click.UsageError("That cannot be shown on a terminal; name a file with -o.")
        echo_data(made)
        return
    try:
        write(output, made if isinstance(made, bytes) else made.encode(), force=force, made_from=made_from)
    except UnreadableFile as error:
        raise Unreadable(f"{output}: {error}") from error


def print_findings(findings: "Iterable[Diagnostic]") -> None:
    """Print findings as complaints."""
    from interpreter.diagnostics import as_text

    for finding in findings:
        echo(f"{as_text(finding)}\n", err=True)


def complain(message: str) -> None:
    """Say something in a line that is no part of what was asked for."""
    echo(f"robinson: {visible(message)}", err=True)


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a stream leads to a terminal; one that has been closed leads nowhere."""
    return stream is not None and stream.isatty()


def version() -> str:
    """Say which version of the program this is."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("robinson")
    except PackageNotFoundError:
        return "not installed"


def main(commands: click.Group, arguments: Sequence[str]) -> NoReturn:
    """Run a command, and end without a traceback whatever a person typed, wrote in a file or did to the pipe."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    with door():
        sys.exit(_main(commands, arguments))


def _main(commands: click.Group, arguments: Sequence[str]) -> int:
    try:
        code = _invoke(commands, list(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        with suppress(OSError):
            echo(err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        code = NOBODY_READS
        _discard_output()
    except OSError as error:
        with suppress(OSError):  # the same again, if it is where complaints go
            complain(_said(error))
        code = WRONG_USAGE
        _discard_output()
    return code


def _said(error: OSError) -> str:
    """Say what is the matter, and with which file if that is known."""
    names = [os.fsdecode(name) for name in (error.filename, error.filename2) if isinstance(name, str | bytes)]
    return ": ".join([*names, (error.strerror or str(error)).lower()])


def _invoke(commands: click.Group, arguments: list[str]) -> int:
    try:
        with commands.make_context("robinson", arguments) as context:
            commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except Complaint as error:
        echo(f"robinson: {error.message}", err=True)
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        vars(error)["message"] = visible(error.message)  # it quotes what somebody typed
        error.show()
        return error.exit_code
    return 0


def _discard_output() -> None:
    """Keep Python from complaining at its end that what is left cannot be written."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):  # no file is behind it, or it has been closed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
