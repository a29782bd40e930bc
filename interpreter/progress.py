"""How far odds and games are, shown at a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

from interpreter.console import is_terminal

BETWEEN_LINES = 0.1
"""The seconds for which what is said of the progress stands at least."""


@contextmanager
def progress_of_games(games: int) -> Iterator[Callable[[int], None]]:
    """Show at a terminal how many games have been played, and how long the others will take."""
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    with click.progressbar(length=games, label="playing", show_pos=True, file=sys.stderr) as bar:
        yield bar.update


@contextmanager
def progress_of_odds(name: str) -> Iterator[Callable[[str, float | None], None]]:
    """Show at a terminal what is being done, and how much of it has been as far as that is known."""
    if not is_terminal(sys.stderr):
        yield lambda _, __: None
        return
    shown = 0.0

    def show(doing: str, share: float | None) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown >= BETWEEN_LINES:
            shown = now
            done = "" if share is None else f", {share:.0%}"
            click.echo(f"\r\033[K{name}: {doing}{done}", nl=False, err=True)

    try:
        yield show
    finally:
        click.echo("\r\033[K", nl=False, err=True)
