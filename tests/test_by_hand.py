"""A second opinion on the engine: the Robinson rules written out by hand come to the same games."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import by_hand
from benchmarks.by_hand import Answers, Outcome
from interpreter.board import Board
from interpreter.dice import random_roller
from interpreter.effects import May, walk
from interpreter.game import Game
from interpreter.load import load_board
from interpreter.state import Participant

ASKING = (4, 7, 12, 20, 23)
ALL_ANSWERS = [Answers(*answers) for answers in product([False, True], repeat=len(ASKING))]


@pytest.fixture(scope="module")
def board() -> Board:
    board, findings = load_board("nl")
    assert board is not None
    assert not findings
    return board


def by_engine(board: Board, players: int, seed: int, answers: Answers, most_turns: int) -> Outcome:
    names = [Participant(str(number)) for number in range(1, players + 1)]
    answer_at = dict(zip(ASKING, answers, strict=True))
    roll = random_roller(board.dice, seed)
    game = Game(board, names, roll, lambda question: answer_at[question.square], most_turns=most_turns)
    game.play()
    state = game.state
    return Outcome(
        state.winner,
        state.turns,
        state.rolls,
        state.pot,
        [player.chips for player in state.players],
        [player.square for player in state.players],
        [player.out for player in state.players],
    )


def test_every_question_of_the_board_has_an_answer(board: Board) -> None:
    asking = {
        number
        for number, square in board.squares.items()
        for effect in square.effects
        for node in walk(effect)
        if isinstance(node, May)
    }
    assert asking == set(ASKING)


@given(st.integers(1, 6), st.integers(0, 2**32), st.sampled_from(ALL_ANSWERS), st.sampled_from([30, 100, 400]))
def test_the_engine_agrees_with_the_rules_by_hand(
    board: Board, players: int, seed: int, answers: Answers, most_turns: int
) -> None:
    assert by_hand.play(players, seed, answers, most_turns) == by_engine(board, players, seed, answers, most_turns)


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("answers", [Answers(), Answers(*[True] * 5), Answers(*[False] * 5)])
def test_it_agrees_on_games_in_a_row(board: Board, players: int, answers: Answers) -> None:
    for seed in range(20):
        assert by_hand.play(players, seed, answers, 400) == by_engine(board, players, seed, answers, 400), seed


def test_the_games_reach_every_rule_that_is_seldom_needed() -> None:
    outcomes = [by_hand.play(2, seed) for seed in range(2000)]
    assert any(outcome.winner is None for outcome in outcomes), "all are out"
    assert any(outcome.winner is not None and any(outcome.out) for outcome in outcomes), "the last player plays on"
