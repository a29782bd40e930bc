"""How far odds and games are, shown at a terminal: in one line, which fits into it as it is when the work begins."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from interpreter.console import is_terminal
from interpreter.door import echo, own
from interpreter.letters import width_of
from interpreter.signs import visible

BETWEEN_LINES = 0.1
"""The seconds for which what is said of the progress stands at least."""

_WIDEST_BAR, _NARROWEST_BAR = 50, 8
_BESIDE_THE_BAR = len("playing  []  100%  1d 00:00:00")
_BETWEEN = "  "


@contextmanager
def progress_of_games(games: int) -> Iterator[Callable[[int], None]]:
    """Show at a terminal how many games have been played, and how long the others will take."""
    width = _width_to_show()
    without_numbers = width - _BESIDE_THE_BAR
    with_numbers = without_numbers - len(f"{_BETWEEN}{games:,}/{games:,}")
    if without_numbers < _NARROWEST_BAR:
        yield lambda _: None
        return
    has_numbers = with_numbers >= _NARROWEST_BAR
    bar: Any = click.progressbar(
        length=games,
        label="playing",
        item_show_func=lambda _: f"{bar.pos:,}/{games:,}" if has_numbers else None,
        width=min(with_numbers if has_numbers else without_numbers, _WIDEST_BAR),
        info_sep=_BETWEEN,
        file=own(sys.stderr),
    )
    with bar:
        yield bar.update


@contextmanager
def progress_of_odds(name: str, patience: float = 0) -> Iterator[Callable[[str, float | None], None]]:
    """Show at a terminal what is being done, and how much of it has been as far as that is known.

    Nothing is shown in the first seconds, as many as somebody has patience.
    """
    width = _width_to_show()
    if not width:
        yield lambda _, __: None
        return
    shown = monotonic() + patience - BETWEEN_LINES
    is_shown = False

    def show(doing: str, share: float | None) -> None:
        nonlocal shown, is_shown
        now = monotonic()
        if now - shown >= BETWEEN_LINES:
            shown, is_shown = now, True
            said = doing if share is None else f"{doing}, {share:.0%}"
            line = f"{visible(name)}: {said}"
            echo(line if width_of(line) <= width else said[:width], nl=False, err=True, rewrite=True)

    try:
        yield show
    finally:
        if is_shown:
            echo(nl=False, err=True, rewrite=True)


def _width_to_show() -> int:
    """Find how long a line can be that is written again and again: 0 where that cannot be, as at a terminal for print.

    The last column is left free, where some terminals begin another line.
    """
    if not is_terminal(sys.stderr) or os.environ.get("TERM") == "dumb":
        return 0
    return (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
