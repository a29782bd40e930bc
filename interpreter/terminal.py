"""A game at a terminal or in a pipe: events printed as they happen, and what people type."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from interpreter import direction
from interpreter.dice import ScriptEnded
from interpreter.door import echo, json_text
from interpreter.effects import START
from interpreter.events import Began, Event, Opened, TurnBegan, TurnEnded, as_object
from interpreter.letters import to_the_right
from interpreter.marks import marks_of
from interpreter.narrate import Kind, Line, Narrator
from interpreter.signs import visible
from interpreter.trail import draw

WIDEST_TEXT = 100

LINES_OF_A_TURN = 10
"""The lines of a window that the track leaves for what is told of a turn."""

STYLES: Mapping[Kind, Mapping[str, Any]] = {
    Kind.TITLE: {"bold": True},
    Kind.TURN: {"bold": True},
    Kind.PRINTED: {"fg": "cyan"},
    Kind.STANDINGS: {"dim": True},
    Kind.END: {"fg": "green", "bold": True},
}


@dataclass(frozen=True)
class Manner:
    """How people want to play at a terminal.

    With `auto`, nobody is waited for before the dice roll. `plain` is for those who listen: each fact has a line of
    its own, and nothing is drawn. `visual` is for terminals that do not order texts that run from right to left.
    """

    auto: bool = False
    plain: bool = False
    visual: bool = False


class Terminal:
    """Prints a game as it happens, and reads what people type.

    `can_take_back` says whether there is anything to take back, `has_helped` whether people know what they can type.
    """

    def __init__(self, narrator: Narrator, *, as_json: bool, manner: Manner = Manner()) -> None:
        self.narrator = narrator
        self.as_json = as_json
        self.can_take_back: Callable[[], bool] = lambda: True
        self.has_helped = False
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        self.can_ask = self.is_terminal and sys.stdin is not None and sys.stdin.isatty()
        self.waits = self.can_ask and not manner.auto
        self.plain = manner.plain
        self.draws = self.is_terminal and not as_json and not manner.plain
        self.visual = self.is_terminal and not as_json and manner.visual
        has_colours = self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.colour = has_colours and not manner.plain
        self.from_the_right = direction.is_from_the_right(narrator.place(START))
        self._orders_lines = self.is_terminal and not manner.visual and direction.orders_lines(os.environ)
        if self._orders_lines and not as_json:
            narrator.write_name = partial(direction.isolated, from_the_right=self.from_the_right)
        self._recalled: list[list[Line]] = []

    def tell(self, event: Event) -> None:
        """Print an event."""
        if self.as_json:
            echo(json_text(as_object(event)))
            return
        for line in self._lines(event):
            self.print(line)

    def print(self, line: Line) -> None:
        """Print a line; with JSON on stdout, on stderr."""
        if line.kind in (Kind.TURN, Kind.END) and not self.plain:
            echo(err=self.as_json)
        style = STYLES.get(line.kind) if self.colour else None
        echo(self.layout(line.kind, line.text), err=self.as_json, style=style)

    def say(self, phrase: str, **values: object) -> None:
        """Print a phrase of the board."""
        self.print(Line(Kind.CHANGE, self.narrator.say(phrase, **values)))

    def _lines(self, event: Event) -> list[Line]:
        """Give the lines of an event, and with the standings the track, as the window has room for it now."""
        narrator = self.narrator
        lines = narrator.tell(event)
        if isinstance(event, Began) and self.draws:
            narrator.marks = marks_of(event.players)
        if isinstance(event, Opened) and self.draws:
            return [*lines, *self._track(event.player), Line(Kind.STANDINGS, narrator.standings())]
        if isinstance(event, TurnEnded):
            return [*(self._track(event.player) if self.draws else ()), *(self._facts() if self.plain else lines)]
        return lines

    def _track(self, player: str) -> list[Line]:
        """Draw the track for the window as it is now; the part with this player is there in any case."""
        marks, accounts = self.narrator.marks, self.narrator.accounts
        order = sorted(accounts, key=lambda name: name != player)
        pawns = {marks[name]: accounts[name].square for name in order if not accounts[name].out}
        columns, lines = shutil.get_terminal_size()
        width = min(columns, WIDEST_TEXT)
        # Where a terminal orders lines, those that run from the right begin at the right edge of the window.
        shift = " " * (columns - width if self.from_the_right and self._orders_lines else 0)
        squares = len(self.narrator.board.squares)
        drawn = draw(squares, pawns, width, lines - LINES_OF_A_TURN, from_the_right=self.from_the_right)
        return [Line(Kind.PICTURE, ""), *(Line(Kind.PICTURE, shift + line) for line in drawn)]

    def _facts(self) -> list[Line]:
        """Give the standings, each of them as a line."""
        narrator = self.narrator
        pot = narrator.say("left in pot", chips=narrator.chips(narrator.pot))
        return [Line(Kind.STANDINGS, text) for text in (pot, *map(narrator.standing, narrator.accounts))]

    def recall(self, event: Event) -> None:
        """Take notice of an event of a game that goes on; as JSON, it is printed as any other."""
        if self.as_json:
            self.tell(event)
            return
        if isinstance(event, Began):
            self._recalled = []
        if isinstance(event, Began | TurnBegan):
            self._recalled = [*self._recalled[-1:], []]
        self._recalled[-1] += self._lines(event)

    def go_on(self) -> None:
        """Print where a game goes on that was recalled: the last whole turn, and what there is of the next."""
        for line in (line for turn in self._recalled for line in turn):
            self.print(line)
        self._recalled = []

    def stop(self, command: str | None = None) -> None:
        """Say that the game stops because somebody wants it to, and with what command it can go on."""
        self.say("stopped")
        if command is not None:
            self.say("kept")
            self.print(Line(Kind.PICTURE, f"  {command}"))

    def layout(self, kind: Kind, text: str) -> str:
        """Give a line its place, and write what cannot be printed as escapes; at a terminal, wrap it.

        A line that runs from the right is left for the terminal to break: what is broken off would be ordered by a
        first letter of its own, which may be that of a name in another script.
        """
        text = visible(text)
        if self.plain and not self.visual:
            return text
        if kind is Kind.PICTURE:
            return direction.as_picture(text) if self._orders_lines else text
        indent = "" if self.plain or kind in (Kind.TITLE, Kind.TURN, Kind.END) else "  "
        return "\n".join(direction.closed_in_each(self._broken(text, indent)))

    def _broken(self, text: str, indent: str) -> list[str]:
        """Break a text into lines, ordered as they are seen if that is wanted."""
        if not self.is_terminal or (direction.is_from_the_right(text) and not self.visual):
            return [indent + text]
        width = max(min(shutil.get_terminal_size().columns, WIDEST_TEXT), 20)
        lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "  ")
        if not self.visual:
            return lines
        seen = [direction.as_seen(line, from_the_right=self.from_the_right) for line in lines]
        return [to_the_right(line, width) for line in seen] if self.from_the_right else seen

    def input(self, prompt: str) -> str:
        """Read a line behind a prompt; with JSON on stdout, on stderr. Raises ScriptEnded if there is none any more."""
        before = "\n> " if self.visual and self.from_the_right else " "
        echo(self.layout(Kind.QUESTION, prompt) + before, nl=False, err=self.as_json)
        try:
            answer = input()
        except (EOFError, RuntimeError) as error:  # RuntimeError: there is no standard input at all
            echo(err=self.as_json)
            raise ScriptEnded("there is no more input") from error
        if not sys.stdin.isatty():
            echo(err=self.as_json)  # nobody typed the line end that a terminal would show
        return answer
