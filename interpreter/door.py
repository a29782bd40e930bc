"""The door through which all text goes out: nothing in it is anything that a terminal, or a workflow's log, obeys.

While a command runs, the door stands before stdout and stderr themselves, so that nothing can be printed past it,
whoever prints it. The program's own colours and movements of the cursor are never part of a text: `echo` has them
beside it.
"""

import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO, cast

import click

from interpreter.signs import END_OF_ISOLATE, ISOLATES, OBEYED, visible_lines

_OBEYED_IN_JSON = re.compile(rf"(?!\n)[{OBEYED}{ISOLATES}{END_OF_ISOLATE}]|#(?=#\[)")
_LINE_END = "\n"
_REWRITE_LINE = "\r\x1b[K"

# A line that begins so is a command to the runner of a workflow on GitHub, in whose log it stands.
_COMMAND = re.compile(r"^([^\S\n]*):(?=:)|##(?=\[)", re.MULTILINE)
_COMMANDS_OBEYED = "GITHUB_ACTIONS"


class Door:
    """A stream of text that writes escapes for what a terminal would obey, line ends aside.

    All else is as with the stream behind it, but that its bytes cannot be come by: `own` gives that stream.
    """

    def __init__(self, stream: TextIO, name: str) -> None:
        self.stream = stream
        self._name = name

    def write(self, text: str) -> int:
        """Write a text; what is returned is how long it was."""
        with _naming(self._name):
            self.stream.write(_harmless(text))
        return len(text)

    def flush(self) -> None:
        """Write what is kept in memory."""
        with _naming(self._name):
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach", "reconfigure", "writelines"):
            raise AttributeError(name)
        return getattr(self.stream, name)


@contextmanager
def door() -> Iterator[None]:
    """Put the door before stdout and stderr, as far as they are there."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        cast(TextIO, None if stream is None else Door(stream, name))
        for stream, name in zip(streams, ("stdout", "stderr"), strict=True)
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def own(stream: TextIO) -> TextIO:
    """Give the stream behind the door, for what the program alone has made."""
    return stream.stream if isinstance(stream, Door) else stream


def echo(
    text: str = "",
    *,
    nl: bool = True,
    err: bool = False,
    style: Mapping[str, Any] | None = None,
    rewrite: bool = False,
) -> None:
    """Print a text, in a style of click's if one is given; `rewrite` puts it in the place of the line as it is."""
    shown = _harmless(text)
    if style:
        shown = click.style(shown, **style)
    _print(f"{_REWRITE_LINE if rewrite else ''}{shown}{_LINE_END if nl else ''}", err=err)


def echo_commands(text: str) -> None:
    """Print commands to the runner of a workflow, whose values are escaped already."""
    _print(f"{visible_lines(text)}{_LINE_END if text else ''}")


def echo_data(data: str | bytes) -> None:
    """Print what somebody wants to keep: to a file as it is, and as text through the door to anything else.

    Bytes that are no text are for the caller to keep from a terminal.
    """
    if isinstance(data, str) and sys.stdout is not None and not _is_file(sys.stdout):
        data = _harmless(data)
    _print(data)


def json_text(value: Any, indent: int | None = None) -> str:
    """Write a value as JSON, in which what a terminal would obey stands as escapes; letters are as they are."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _OBEYED_IN_JSON.sub(lambda found: _json_escape(found[0]), text)


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def _print(made: str | bytes, *, err: bool = False) -> None:
    """Print what is as it is to be printed, if there is anything to print it to."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        with _naming("stderr" if err else "stdout"):
            click.echo(made, own(stream), nl=False, color=True)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Let an error say which stream it is of."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or name
        raise


def _harmless(text: str) -> str:
    text = visible_lines(text)
    if os.environ.get(_COMMANDS_OBEYED):
        text = _COMMAND.sub(lambda found: f"{found[1]}\\x3a" if found[1] is not None else r"\x23#", text)
    return text


def _is_file(stream: TextIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError, AttributeError):  # no file behind it, or one that is closed
        return False
