"""The engine plays every game as the second interpreter does, which knows the documentation alone: to the last chip.

Some hundred random boards are played with the other tests. To play more of them, say how many:
`RANDOM_BOARDS=20000 pytest -n 0 tests/test_second_interpreter.py`. When the two disagree, the documentation says which
is right; where it is silent, it has to say more.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
import second_interpreter
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import boards
from support import HERE, example_board, players, read_examples, read_list
from test_documentation import blocks

from interpreter import table
from interpreter.board import Board
from interpreter.deciders import scripted
from interpreter.dice import Shown, scripted_roller
from interpreter.engine import Engine
from interpreter.game import opening, pay_stake, reach_end
from interpreter.load import load_board, shipped_boards
from interpreter.program import Program
from interpreter.state import Participant, Player
from interpreter.table import EndlessLanding
from interpreter.tally import Tally, nothing_counted

RANDOM_BOARDS = int(os.environ.get("RANDOM_BOARDS", "150"))
MOST_TURNS = 60
EXAMPLES = {place: yaml.load(text, Loader=yaml.BaseLoader) for place, text in blocks("yaml").items()} | {
    f"{path.stem}: {example['title']}": example
    for path in sorted((HERE / "rulings").glob("*.yaml"))
    for example in read_examples(path)
}

Script = tuple[Board, list[int | None], list[Shown], list[bool]]
"""A board, the players' ages, throws die by die, and answers."""


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    board = draw(boards())
    die = st.integers(1, board.dice.sides)
    ages = draw(st.lists(st.one_of(st.none(), st.integers(1, 3)), min_size=6, max_size=6))
    throws = draw(st.lists(st.tuples(*[die] * board.dice.count), min_size=10, max_size=30))
    answers = draw(st.lists(st.booleans(), min_size=5, max_size=20))
    return board, ages, throws, answers


@given(scripts())
@settings(max_examples=RANDOM_BOARDS, suppress_health_check=[HealthCheck.too_slow])
def test_random_boards(script: Script) -> None:
    drawn, ages, throws, answers = script
    # Rounds without end would take most of the time.
    with patch.object(table, "LONGEST_CHAIN", 40), patch.object(second_interpreter, "MOST_LANDINGS", 40):
        for number in range(len(ages)):
            game = mixed(drawn, number), ages[: number + 1], throws[number:] + throws[:number], answers
            assert by_the_engine(*game) == by_the_second(*game)


def mixed(board: Board, ahead: int) -> Board:
    """Add to the rule of each square that of the one so far ahead, going round: to play is quicker than to draw."""
    if ahead % board.last == 0:
        return board
    squares = {
        number: replace(square, effects=square.effects + board.squares[(number + ahead - 1) % board.last + 1].effects)
        for number, square in board.squares.items()
    }
    return replace(board, squares=squares)


@pytest.mark.parametrize("name", shipped_boards())
@pytest.mark.parametrize("count", range(1, 7))
def test_boards_that_ship(name: str, count: int) -> None:
    board, _ = load_board(name)
    assert board is not None
    for seed in range(max(3, RANDOM_BOARDS // 100)):
        random = Random(f"{name} {count} {seed}")
        throws = [tuple(random.randint(1, board.dice.sides) for _ in range(board.dice.count)) for _ in range(1000)]
        answers = [random.random() < 0.5 for _ in range(1000)]
        game = board, [random.randint(5, 9) for _ in range(count)], throws, answers
        assert by_the_engine(*game, most_turns=1000) == by_the_second(*game, most_turns=1000)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_examples(example: Mapping[str, Any]) -> None:
    board = load_board(example["board"])[0] if "board" in example else example_board(example)
    assert board is not None
    ages = [player.age for player in players(read_list(example.get("players", "Anna, Bram")))]
    throws = [tuple(map(int, throw.split("+"))) for throw in read_list(example["throws"])]
    answers = [answer == "y" for answer in read_list(example.get("answers", ""))]
    assert by_the_engine(board, ages, throws, answers) == by_the_second(board, ages, throws, answers)


def by_the_engine(
    board: Board,
    ages: Sequence[int | None],
    throws: Sequence[Shown],
    answers: Sequence[bool],
    most_turns: int = MOST_TURNS,
) -> dict[str, Any]:
    state = opening(board, [Participant(str(number), age) for number, age in enumerate(ages)])
    pay_stake(board, state)
    tally = Tally(*nothing_counted(board))
    engine = Engine(Program(board), state, scripted_roller(board.dice, throws), scripted(answers), None, tally)
    reason, stop = reach_end(engine, most_turns)
    return {
        "reason": "endless landing" if isinstance(stop, EndlessLanding) else reason,
        "winner": state.winner,
        "turns": state.turns,
        "rolls": state.rolls,
        "pot": state.pot,
        "short": tally.short,
        "landings": list(tally.landings),
        "times": list(tally.times),
        "chips moved": list(tally.chips),
        "players": [_standing(player) for player in state.players],
    }


def by_the_second(
    board: Board,
    ages: Sequence[int | None],
    throws: Sequence[Shown],
    answers: Sequence[bool],
    most_turns: int = MOST_TURNS,
) -> dict[str, Any]:
    outcome = second_interpreter.play(board, ages, throws, answers, most_turns)
    return {
        "reason": outcome.reason,
        "winner": outcome.winner,
        "turns": outcome.turns,
        "rolls": outcome.rolls,
        "pot": outcome.pot,
        "short": outcome.short,
        "landings": outcome.landings,
        "times": outcome.times,
        "chips moved": outcome.chips_moved,
        "players": [_standing(player) for player in outcome.players],
    }


def _standing(player: Player | second_interpreter.Player) -> dict[str, Any]:
    """What a player has; of one who is out it is of no account what was still to come."""
    if player.out:
        return {"chips": player.chips, "out": True}
    names = ("square", "chips", "out", "skips", "waits")
    return {name: getattr(player, name) for name in names} | {"roles": dict(player.roles)}
