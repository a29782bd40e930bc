"""A game at a terminal or in a pipe: events printed as they happen, and people asked."""

import json
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import click

from interpreter.deciders import Question
from interpreter.dice import Dice, ScriptEnded, Shown, example_of
from interpreter.events import Began, Event, TurnBegan, as_object
from interpreter.narrate import Kind, Line, Narrator
from interpreter.phrases import answers
from interpreter.state import Participant

LONGEST_NAME = 40
HIGHEST_AGE = 150
WIDEST_TEXT = 100

ENGLISH_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}

STYLES: Mapping[Kind, Mapping[str, Any]] = {
    Kind.TITLE: {"bold": True},
    Kind.TURN: {"bold": True},
    Kind.PRINTED: {"fg": "cyan"},
    Kind.STANDINGS: {"dim": True},
    Kind.END: {"fg": "green", "bold": True},
}


def is_name(name: str) -> bool:
    """Tell whether a player can be called that: something that a terminal prints and does not obey."""
    joiners = "\u200c\u200d"  # which some scripts write names with
    return 0 < len(name) <= LONGEST_NAME and all(
        unicodedata.category(character)[0] not in "CZ" or character in " " + joiners for character in name
    )


def read_number(text: str) -> int | None:
    """Read a number that a person typed, in the digits of any script; None if it is none."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= 6 else None


def read_throw(text: str) -> Shown | None:
    """Read what the dice show, die by die with + or a blank between them, or their sum; None if it is neither."""
    shown = [read_number(part) for part in re.split(r"\s*\+\s*|\s+", text.strip())]
    numbers = tuple(number for number in shown if number is not None)
    return numbers if len(numbers) == len(shown) else None


def read_age(text: str) -> int | None:
    """Read an age in years; None if it is none."""
    age = read_number(text)
    return age if age is not None and age <= HIGHEST_AGE else None


def _from_the_right(text: str) -> bool:
    """Tell whether a terminal orders a line from right to left, as it does by its first letter.

    Such a line is left for the terminal to break: what is broken off would be ordered by a first letter of its
    own, which may be that of a name in another script.
    """
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((direction in ("R", "AL") for direction in directions if direction in ("L", "R", "AL")), False)


class Terminal:
    """Prints a game as it happens, and asks the people at the terminal."""

    def __init__(self, narrator: Narrator, *, as_json: bool) -> None:
        self.narrator = narrator
        self.as_json = as_json
        self._recalled: list[list[Line]] = []
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        self.can_ask = self.is_terminal and sys.stdin is not None and sys.stdin.isatty()
        self.colour = self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def tell(self, event: Event) -> None:
        """Print an event."""
        if self.as_json:
            click.echo(json.dumps(as_object(event), ensure_ascii=False))
            return
        for line in self.narrator.tell(event):
            click.echo(self.layout(line.kind, line.text), color=self.colour)

    def recall(self, event: Event) -> None:
        """Take notice of an event of a game that goes on; as JSON, it is printed as any other."""
        if self.as_json:
            self.tell(event)
            return
        if isinstance(event, Began):
            self._recalled = []
        if isinstance(event, Began | TurnBegan):
            self._recalled = [*self._recalled[-1:], []]
        self._recalled[-1] += self.narrator.tell(event)

    def go_on(self) -> None:
        """Print where a game goes on that was recalled: the last whole turn, and what there is of the next."""
        for line in (line for turn in self._recalled for line in turn):
            click.echo(self.layout(line.kind, line.text), color=self.colour)
        self._recalled = []

    def layout(self, kind: Kind, text: str) -> str:
        """Give a line its place and its colour; at a terminal, wrap it."""
        above = "\n" if kind in (Kind.TURN, Kind.END) else ""
        indent = "" if kind in (Kind.TITLE, Kind.TURN, Kind.END) else "  "
        if self.is_terminal and not _from_the_right(text):
            width = min(shutil.get_terminal_size().columns, WIDEST_TEXT)
            text = textwrap.fill(text, max(width, 20), initial_indent=indent, subsequent_indent=indent + "  ")
        else:
            text = indent + text
        if self.colour:
            text = click.style(text, **STYLES.get(kind, {}))
        return above + text

    def input(self, prompt: str) -> str:
        """Ask a person; with JSON on stdout, on stderr. Raises ScriptEnded when nobody answers any more."""
        click.echo(f"  {prompt} ", nl=False, err=self.as_json)
        try:
            answer = input()
        except (EOFError, RuntimeError) as error:  # RuntimeError: there is no standard input at all
            click.echo(err=self.as_json)
            raise ScriptEnded("there is no more input") from error
        if not sys.stdin.isatty():
            click.echo(err=self.as_json)  # nobody typed the line end that a terminal would show
        return answer

    def ask_throw(self, dice: Dice, player: str) -> Shown:
        """Ask what the dice on the table show, until it is something that they can, and all that the rules need."""
        values = {"lowest": dice.lowest, "highest": dice.highest}
        prompt = self.narrator.say("ask throw", player=player, **values)
        while True:
            shown = read_throw(self.input(prompt))
            if shown is None or not dice.can_show(shown):
                prompt = self.narrator.say("throw unclear", **values)
            elif self.narrator.board.reads_each_die and len(shown) < dice.count:
                prompt = self.narrator.say("dice unclear", example=example_of(dice, shown[0]))
            else:
                return shown

    def ask_answer(self, question: Question) -> bool:
        """Ask whether a player wants what a rule allows, until the answer is yes or no."""
        words = ENGLISH_ANSWERS.copy()
        for phrase, meaning in (("yes", True), ("no", False)):
            words.update({word.casefold(): meaning for word in answers(self.narrator.board.phrases[phrase])})
        *lines, last = self.narrator.ask(question)
        for line in lines:
            click.echo(self.layout(line.kind, line.text), err=self.as_json, color=self.colour)
        prompt = last.text
        while (answer := words.get(self.input(prompt).strip().casefold())) is None:
            prompt = self.narrator.say("answer unclear", **self.narrator.yes_and_no())
        return answer

    def ask_players(self, most: int) -> Iterator[Participant]:
        """Ask for names and ages, until an empty line, or until there are as many as can be."""
        names: list[str] = []
        while len(names) < most:
            enough = answers(self.narrator.board.phrases["enough"])[0]
            prompt = self.narrator.say("ask name", number=len(names) + 1, enough=enough)
            while not is_name(name := self.input(prompt).strip()) or name in names:
                if not name:
                    return
                prompt = self.narrator.say("name unclear")
            prompt = self.narrator.say("ask age", player=name)
            while (age := self.input(prompt).strip()) and read_age(age) is None:
                prompt = self.narrator.say("age unclear")
            names.append(name)
            yield Participant(name, read_age(age))
