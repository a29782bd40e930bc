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

_OBEYED_IN_JSON = re.compile(f"[{OBEYED}{ISOLATES}{END_OF_ISOLATE}]")
_REWRITE_LINE = "\r\x1b[K"

# A line that begins so is a command to the runner of a workflow on GitHub, in whose log it stands.
_COMMAND = re.compile(r"^(\s*):(?=:)|##(?=\[)", re.MULTILINE)
_COMMANDS_OBEYED = "GITHUB_ACTIONS"


class Door:
    """A stream of text that writes escapes for what a terminal would obey, line ends aside.

    All else is as with the stream behind it, but that its bytes cannot be come by: `own` gives that stream.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text; what is returned is how long it was."""
        self.stream.write(_harmless(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach", "reconfigure", "writelines"):
            raise AttributeError(name)
        return getattr(self.stream, name)


@contextmanager
def door() -> Iterator[None]:
    """Put the door before stdout and stderr, as far as they are there."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, None if stream is None else Door(stream)) for stream in streams)
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
    stream = sys.stderr if err else sys.stdout
    if stream is None:
        return
    shown = _harmless(text)
    if style:
        shown = click.style(shown, **style)
    click.echo(f"{_REWRITE_LINE if rewrite else ''}{shown}", own(stream), nl=nl, color=bool(style) or rewrite)


def echo_commands(text: str) -> None:
    """Print commands to the runner of a workflow, whose values are escaped already."""
    if sys.stdout is not None:
        click.echo(visible_lines(text), own(sys.stdout), nl=bool(text))


def echo_data(data: str | bytes) -> None:
    """Print what somebody wants to keep: to a file as it is, and as text through the door to anything else.

    Bytes that are no text are for the caller to keep from a terminal.
    """
    if sys.stdout is None:
        return
    stream = own(sys.stdout)
    if isinstance(data, bytes) or _is_file(stream):
        click.echo(data, stream, nl=False, color=True)
    else:
        click.echo(_harmless(data), stream, nl=False, color=True)


def json_text(value: Any, indent: int | None = None) -> str:
    """Write a value as JSON, in which what a terminal would obey stands as escapes; letters are as they are."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _OBEYED_IN_JSON.sub(lambda found: found[0] if found[0] == "\n" else json.dumps(found[0])[1:-1], text)


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
