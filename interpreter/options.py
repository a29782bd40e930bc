"""What options mean: numbers and names; and of `robinson run`, who plays, where throws come from, and who answers."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.console import NotReckoned
from interpreter.limits import MOST_PLAYERS
from interpreter.progress import progress_of_odds

# What plays a game is imported when one is played, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.deciders import Decider
    from interpreter.dice import Roller, Shown
    from interpreter.inputs import By, Seats, Settings
    from interpreter.state import Participant
    from interpreter.strategy import Strategy
    from interpreter.terminal import Terminal

PLAYERS_UNASKED = 4

PATIENCE = 1.0
"""The seconds after which people who want to play are shown what they wait for."""


LONGEST_NUMBER = 100
"""The digits of a number that may be as high as anybody wants."""

LONGEST_QUOTED = 40

FORCE = click.option("--force", is_flag=True, help="Write over a file that is there already.")

Value = TypeVar("Value")
Name = TypeVar("Name", str, str | None, tuple[str, ...])
Command = TypeVar("Command", bound=Callable[..., Any])


def number_option(*names: str, least: int, most: int | None = None, **others: Any) -> Callable[[Command], Command]:
    """Make an option that has a number, in the digits of any script, as numbers are read that people type."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
        from interpreter.asking import read_number

        number = None if text is None else read_number(text, LONGEST_NUMBER)
        if text is None or (number is not None and least <= number and (most is None or number <= most)):
            return number
        quoted = text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"
        end = f"on, with {LONGEST_NUMBER} digits at the most" if most is None else f"to {most:,}"
        raise click.BadParameter(f"{quoted!r} is no number from {least} {end}")

    return click.option(*names, type=str, callback=read, **others)


def read_file_name(_: click.Context, __: click.Parameter, name: Name) -> Name:
    """Refuse an empty name, or an empty one among several: it would be taken for the folder that one is in."""
    if name == "" or (isinstance(name, tuple) and "" in name):
        raise click.BadParameter("the name is empty")
    return name


def read_players(_: click.Context, __: click.Parameter, values: Sequence[str]) -> list["Participant"]:
    """Read players from NAME or NAME:AGE."""
    from interpreter.asking import LONGEST_NAME, is_name, read_age
    from interpreter.state import Participant

    players = []
    for value in values:
        name, colon, age = value.rpartition(":") if ":" in value else (value, "", "")
        if not is_name(name.strip()):
            raise click.BadParameter(f"{name!r} is no name of 1 to {LONGEST_NAME} characters that can be printed")
        if colon and read_age(age) is None:
            raise click.BadParameter(f"{age!r} is no age in years; write NAME:AGE, as in Anna:8")
        players.append(Participant(name.strip(), read_age(age)))
    return players


def read_throws(_: click.Context, __: click.Parameter, value: str | None) -> "tuple[Shown, ...] | str | None":
    """Read a list of throws, or the word ask."""
    from interpreter.asking import read_throw

    if value is None or value == "ask":
        return value
    return tuple(_part(part, read_throw(part), "3,1,6 or 4+5,3+6") for part in value.split(","))


def read_answers(_: click.Context, __: click.Parameter, value: str | None) -> tuple[bool, ...] | None:
    """Read a list of answers."""
    from interpreter.asking import ENGLISH_ANSWERS

    if value is None:
        return None
    return tuple(_part(part, ENGLISH_ANSWERS.get(part.strip().casefold()), "y,n") for part in value.split(","))


def _part(text: str, value: Value | None, example: str) -> Value:
    if value is None:
        raise click.BadParameter(f"{text!r} cannot be part of a list such as {example}")
    return value


def check_usage(
    named: Sequence["Participant"],
    count: int | None,
    computers: int | None,
    seed: int | None,
    dice: "tuple[Shown, ...] | str | None",
    choose: str | None,
    answers: tuple[bool, ...] | None,
) -> None:
    """Refuse options that contradict each other, before any file is read."""
    if named and count is not None:
        raise click.UsageError("Give each player with --player, or their number with --players, not both.")
    if len(named) + (count or 0) + (computers or 0) > MOST_PLAYERS:
        raise click.UsageError(f"There can be {MOST_PLAYERS} players at the most.")
    names = [player.name for player in named]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(f"Two players are called {twice}; names must differ.")
    if choose and answers is not None:
        raise click.UsageError("Say who decides with --choose, or what with --answers, not both.")
    if seed is not None and dice is not None and choose != "random" and not (computers and dice == "ask"):
        raise click.UsageError("With --dice nothing is left to chance, so --seed has nothing to do.")


def gather_players(
    terminal: "Terminal", named: Sequence["Participant"], count: int | None, computers: int | None
) -> list["Participant"]:
    """Give those who play: people by name; by number, without names of their own; or asked for; and computers.

    If nothing is said, and there is no terminal, there are some without names.
    """
    from interpreter.asking import ask_players
    from interpreter.dice import ScriptEnded
    from interpreter.state import Participant

    say = terminal.narrator.say
    players = list(named)
    if not players and count is None and terminal.can_ask:
        try:
            players = ask_players(terminal, MOST_PLAYERS - (computers or 0))
        except ScriptEnded as error:
            raise click.Abort from error
    if not players:
        unnamed = count or (PLAYERS_UNASKED if computers is None else 0)
        players = [Participant(say("player", number=number)) for number in range(1, unnamed + 1)]
    taken = {player.name for player in players}
    names = (name for number in range(1, 2 * MOST_PLAYERS) if (name := say("computer", number=number)) not in taken)
    return [*players, *(Participant(name, is_computer=True) for name in islice(names, computers or 0))]


def make_settings(
    terminal: "Terminal",
    dice: "tuple[Shown, ...] | str | None",
    choose: str | None,
    answers: tuple[bool, ...] | None,
    seed: int | None,
) -> "Settings":
    """Find out where throws and answers come from: a list, a person, chance, or a rule."""
    from interpreter.inputs import Settings

    usual = "ask" if terminal.can_ask else "race"
    return Settings(
        "chance" if dice is None else dice,
        answers if answers is not None else choose or usual,
        secrets.randbelow(2**32) if seed is None else seed,
    )


def find_strategy(board: "Board", patience: float = 0) -> "Strategy":
    """Find the answers of race, or say why they cannot be found and end; show how far that is after some seconds."""
    from interpreter.explore import TooManyWays
    from interpreter.strategy import race

    try:
        with progress_of_odds(board.source.path, patience) as progress:
            return race(board, progress)
    except TooManyWays as error:
        raise NotReckoned(
            f"{board.source.path}: {error}, too many to find the best: neither race nor computers can answer; use "
            "--choose yes, no or random"
        ) from error


def make_seats(
    terminal: "Terminal", board: "Board", players: Sequence["Participant"], settings: "Settings"
) -> "Callable[[], Seats]":
    """Make what gives each player a seat, with chance and lists at their beginning; people have the same one.

    Where people answer and chance throws, a person is waited for before the dice roll.
    """
    from interpreter.asking import ask_roll
    from interpreter.dice import random_roller
    from interpreter.inputs import By, Seat

    has_computers = any(player.is_computer for player in players)
    racing = find_strategy(board, PATIENCE).decide if has_computers or settings.choose == "race" else None
    waits = terminal.waits and (settings.dice, settings.choose) == ("chance", "ask")

    def seats() -> "Seats":
        roll, throws_by = _throws(terminal, board, settings)
        decide, answers_by = _answers(terminal, racing, settings)
        person = Seat(roll, throws_by, decide, answers_by, partial(ask_roll, terminal) if waits else None)
        if racing is None:
            return {player.name: person for player in players}
        if throws_by is By.PERSON:
            roll, throws_by = random_roller(board.dice, settings.seed), By.CHANCE
        computer = Seat(roll, throws_by, racing, By.RULE)
        return {player.name: computer if player.is_computer else person for player in players}

    return seats


def _throws(terminal: "Terminal", board: "Board", settings: "Settings") -> "tuple[Roller, By]":
    from interpreter.asking import ask_throw
    from interpreter.dice import random_roller, scripted_roller
    from interpreter.inputs import By

    if settings.dice == "ask":
        return lambda player: ask_throw(terminal, board.dice, player), By.PERSON
    if isinstance(settings.dice, str):
        return random_roller(board.dice, settings.seed), By.CHANCE
    return scripted_roller(board.dice, settings.dice, each_die=board.reads_each_die), By.LIST


def _answers(terminal: "Terminal", racing: "Decider | None", settings: "Settings") -> "tuple[Decider, By]":
    from interpreter import deciders
    from interpreter.asking import ask_answer
    from interpreter.inputs import By

    if racing is not None and settings.choose == "race":
        return racing, By.RULE
    if not isinstance(settings.choose, str):
        return deciders.scripted(settings.choose), By.LIST
    people: Decider = partial(ask_answer, terminal)
    return {
        "ask": (people, By.PERSON),
        "yes": (deciders.always(True), By.RULE),
        "no": (deciders.always(False), By.RULE),
        "random": (deciders.by_chance(settings.seed), By.CHANCE),
    }[settings.choose]
