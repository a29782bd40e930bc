"""Small boards and scripted games, as tests and the documentation's examples write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from interpreter.board import Board
from interpreter.deciders import Decider, scripted
from interpreter.diagnostics import Severity, as_text
from interpreter.dice import Shown, scripted_roller
from interpreter.events import Ended, Event, Opened, Said
from interpreter.game import Game
from interpreter.load import check_source, load_board
from interpreter.source import Source
from interpreter.state import Participant

Robinson = Callable[..., tuple[int, str, str]]
"""Runs a command in this process; gives the exit code, what went to stdout and what went to stderr."""

HERE = Path(__file__).parent
ROOT = HERE.parent
PLAIN = (HERE / "boards" / "plain.yaml").read_text("utf-8")
PHRASES = PLAIN[PLAIN.index("phrases:") : PLAIN.index("squares:")]
HEADER = {"name": "Small", "language": "en", "label": "No.", "dice": "1d6", "stake": "10", "intro": "Rules."}


def board_text(squares: Mapping[int, str], last: int = 12, **settings: str) -> str:
    """Write a board file with these effects, on squares without rules from 1 to `last`.

    The settings are keys of the header, and for the rule of every square its effect, `every square`, and `except`.
    """
    header = HEADER | {key.replace("_", " "): value for key, value in settings.items()}
    roles = header.pop("roles", "friday: Friday").split("; ")
    every = {key: header.pop(key) for key in ("every square", "except") if key in header}
    lines = [f"{key}: {value}" for key, value in header.items()]
    lines += ["roles:", *(f"  {role}" for role in roles), PHRASES]
    if every:
        lines += ["every square:", "  rule: The rule of all.", f"  effect: {every['every square']}"]
        lines += [f"  except: {every['except']}"] if "except" in every else []
    lines.append("squares:")
    for number in range(1, max([last, *squares]) + 1):
        lines.append(f"  {number}:\n    story: Square {number}.")
        if number in squares:
            effect = re.sub(r"\s*\n\s*", "\n      ", squares[number].strip())
            lines.append(f"    rule: The rule of {number}.\n    effect: |\n      {effect}")
    return "\n".join(lines) + "\n"


def small_board(squares: Mapping[int, str], last: int = 12, **settings: str) -> Board:
    """Make a board with these effects; an error in it fails the test, but for there being no way to win."""
    board, findings = check_source(Source("small.yaml", board_text(squares, last, **settings)))
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    others = [as_text(finding) for finding in errors if finding.code != "nobody-can-win"]
    assert not others, "\n".join(others)
    assert board is not None
    return board


def players(names: Iterable[str]) -> list[Participant]:
    """Read players as the command line has them: Anna, or Anna:8."""
    read = []
    for text in names:
        name, _, age = text.strip().partition(":")
        read.append(Participant(name, int(age) if age else None))
    return read


def play(
    board: Board,
    throws: Iterable[int | Shown],
    answers: Iterable[bool] = (),
    names: Iterable[str] = ("Anna", "Bram"),
    decide: Decider | None = None,
    **options: Any,
) -> tuple[Ended, list[Event], Game]:
    """Play with scripted throws and answers; give the end, all events and the game."""
    events: list[Event] = []
    shown = (throw if isinstance(throw, tuple) else (throw,) for throw in throws)
    roller = scripted_roller(board.dice, shown, each_die=board.reads_each_die)
    game = Game(board, players(names), roller, decide or scripted(answers), events.append, **options)
    return game.play(), events, game


def read_list(text: str) -> list[str]:
    """Read a list with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def example_board(example: Mapping[str, Any]) -> Board:
    """Make the board of an example."""
    settings = {key.replace(" ", "_"): value for key, value in example.get("settings", {}).items()}
    effects = {int(number): effect for number, effect in example["squares"].items()}
    return small_board(effects, int(example.get("last", 12)), **settings)


def play_example(example: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Play an example; give what came of it and what it expects: each player's square and chips, and the pot.

    An example has `squares` with their effects on a board of twelve, or a `board` that ships, and `throws`;
    it can have `players`, `answers`, `last`, `settings`, and in `expect` also `reason`, `winner`, `turns`, `rolls`
    and `first`.
    """
    unknown = set(example) - {
        "title", "board", "squares", "last", "settings", "players", "throws", "answers", "expect",
    }  # fmt: skip
    assert not unknown, f"an example has no {unknown}"
    if "board" in example:
        loaded, _ = load_board(example["board"])
        assert loaded is not None
        board = loaded
    else:
        board = example_board(example)
    answers = [{"y": True, "n": False}[answer] for answer in read_list(example.get("answers", ""))]
    throws = [tuple(int(die) for die in throw.split("+")) for throw in read_list(example["throws"])]
    names = read_list(example.get("players", "Anna, Bram"))
    ended, events, _ = play(board, throws, answers, names)
    found: dict[str, str] = {}
    for player in ended.players:
        place = "out" if player.out else "start" if player.square == 0 else str(player.square)
        found[player.name] = f"{place}, {player.chips}"
    found["pot"] = str(ended.pot)
    told = {"reason": ended.reason, "winner": str(ended.winner), "turns": str(ended.turns), "rolls": str(ended.rolls)}
    told["first"] = next(event.player for event in events if isinstance(event, Opened))
    told["says"] = "; ".join(f"{', '.join(event.players)}: {event.text}" for event in events if isinstance(event, Said))
    expected = {key: re.sub(r"\s+", " ", value) for key, value in example["expect"].items()}
    found |= {key: told[key] for key in expected if key in told}
    return found, expected


def read_examples(path: Path) -> list[Mapping[str, Any]]:
    """Read a file of examples."""
    examples: list[Mapping[str, Any]] = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
    return examples
