"""What the options of `robinson run` mean: who plays, where throws come from, and who answers."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

# What plays a game is imported when one is played, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.deciders import Decider
    from interpreter.dice import Dice, Roller, Shown
    from interpreter.state import Participant
    from interpreter.terminal import Terminal

PLAYERS_UNASKED = 4
MOST_PLAYERS = 99

Value = TypeVar("Value")


def read_players(_: click.Context, __: click.Parameter, values: Sequence[str]) -> list["Participant"]:
    """Read players from NAME or NAME:AGE."""
    from interpreter.state import Participant
    from interpreter.terminal import LONGEST_NAME, is_name, read_age

    players = []
    for value in values:
        name, colon, age = value.rpartition(":") if ":" in value else (value, "", "")
        if not is_name(name.strip()):
            raise click.BadParameter(f"{name!r} is no name of 1 to {LONGEST_NAME} characters that can be printed")
        if colon and read_age(age) is None:
            raise click.BadParameter(f"{age!r} is no age in years; write NAME:AGE, as in Anna:8")
        players.append(Participant(name.strip(), read_age(age)))
    return players


def read_throws(_: click.Context, __: click.Parameter, value: str | None) -> Iterator["Shown"] | str | None:
    """Read a list of throws, or the word ask."""
    from interpreter.terminal import read_throw

    if value is None or value == "ask":
        return value
    return iter([_part(part, read_throw(part), "3,1,6 or 4+5,3+6") for part in value.split(",")])


def read_answers(_: click.Context, __: click.Parameter, value: str | None) -> Iterator[bool] | None:
    """Read a list of answers."""
    from interpreter.terminal import ENGLISH_ANSWERS

    if value is None:
        return None
    return iter([_part(part, ENGLISH_ANSWERS.get(part.strip().casefold()), "y,n") for part in value.split(",")])


def _part(text: str, value: Value | None, example: str) -> Value:
    if value is None:
        raise click.BadParameter(f"{text!r} cannot be part of a list such as {example}")
    return value


def check_usage(
    named: Sequence["Participant"],
    count: int | None,
    seed: int | None,
    dice: Iterator["Shown"] | str | None,
    choose: str | None,
    answers: Iterator[bool] | None,
) -> None:
    """Refuse options that contradict each other, before any file is read."""
    if named and count is not None:
        raise click.UsageError("Give each player with --player, or their number with --players, not both.")
    if len(named) > MOST_PLAYERS:
        raise click.UsageError(f"There can be {MOST_PLAYERS} players at the most.")
    names = [player.name for player in named]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(f"Two players are called {twice}; names must differ.")
    if choose and answers is not None:
        raise click.UsageError("Say who decides with --choose, or what with --answers, not both.")
    if seed is not None and dice is not None and choose != "random":
        raise click.UsageError("With --dice nothing is left to chance, so --seed has nothing to do.")


def gather_players(terminal: "Terminal", count: int | None) -> list["Participant"]:
    """Ask who plays, if there is a terminal and no number; else make players without names of their own."""
    from interpreter.dice import ScriptEnded
    from interpreter.state import Participant

    if count is None and terminal.can_ask:
        try:
            players = list(terminal.ask_players(MOST_PLAYERS))
        except ScriptEnded as error:
            raise click.Abort from error
        if players:
            return players
    numbers = range(1, (count or PLAYERS_UNASKED) + 1)
    return [Participant(terminal.narrator.say("player", number=number)) for number in numbers]


def make_roller(terminal: "Terminal", dice: "Dice", throws: Iterator["Shown"] | str | None, seed: int) -> "Roller":
    """Find out where throws come from: a list, a person, or chance."""
    from interpreter.dice import random_roller, scripted_roller

    if throws is None:
        return random_roller(dice, seed)
    if isinstance(throws, str):
        return lambda player: terminal.ask_throw(dice, player)
    return scripted_roller(dice, throws, each_die=terminal.narrator.board.reads_each_die)


def make_decider(terminal: "Terminal", answers: Iterator[bool] | str | None, seed: int) -> "Decider":
    """Find out where answers come from: a list, a person, or a rule."""
    from interpreter import deciders
    from interpreter.strategy import race

    if answers is None:
        answers = "ask" if terminal.can_ask else "race"
    if not isinstance(answers, str):
        return deciders.scripted(answers)
    if answers == "race":
        return race(terminal.narrator.board).decide
    return {
        "ask": terminal.ask_answer,
        "yes": deciders.always(True),
        "no": deciders.always(False),
        "random": deciders.by_chance(seed),
    }[answers]
