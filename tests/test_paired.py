"""Two boards, and the same dice for both."""

from math import hypot
from multiprocessing import get_all_start_methods, get_context
from statistics import fmean, stdev
from typing import Any

import pytest
from support import ROOT, small_board

from interpreter import workers
from interpreter.board import Board
from interpreter.dice import random_roller
from interpreter.load import check_source, load_board
from interpreter.odds import odds
from interpreter.paired import paired
from interpreter.records import play_apart, rollers_apart
from interpreter.results import Contrast, Contrasts, Results
from interpreter.simulate import count, estimate
from interpreter.source import Source
from interpreter.strategy import race

GAMES, SEED = 80, 2


def shipped(effect: str, other: str) -> Board:
    text = (ROOT / "boards" / "nl.yaml").read_text("utf-8")
    assert effect in text
    board, _ = check_source(Source("changed.yaml", text.replace(effect, other)))
    assert board is not None
    return board


def contrasts_of(*arguments: Any, **options: Any) -> Contrasts:
    """Play on both boards, and give what differs."""
    contrasts, _ = paired(*arguments, **options)
    return contrasts


@pytest.fixture(scope="module")
def board() -> Board:
    board, _ = load_board("nl")
    assert board is not None
    return board


@pytest.fixture(scope="module")
def dearer() -> Board:
    return shipped("effect: pay 3 to the pot", "effect: pay 5 to the pot")


@pytest.fixture(scope="module")
def shorter() -> Board:
    return shipped("effect: may go to 27", "effect: go to 41")


def all_of(contrasts: Contrasts) -> list[Contrast]:
    assert contrasts.turns is not None
    assert contrasts.throws is not None
    assert contrasts.pot is not None
    single = [contrasts.nobody, contrasts.out, contrasts.turns, contrasts.throws, contrasts.pot]
    return [*contrasts.wins, *single, *contrasts.chips, *contrasts.landings.values()]


def test_a_board_does_not_differ_from_itself(board: Board) -> None:
    for contrast in all_of(contrasts_of(board, board, 3, GAMES, SEED)):
        assert contrast.first == contrast.second
        assert contrast.difference.value == 0
        assert 0 < contrast.difference.margin < 0.05


def test_a_rule_about_chips_changes_chips_and_nothing_else(board: Board, dearer: Board) -> None:
    contrasts = contrasts_of(board, dearer, 3, GAMES, SEED)
    assert contrasts.games == GAMES
    assert contrasts.pot is not None
    assert sum(contrast.difference.value for contrast in contrasts.chips) == pytest.approx(
        -contrasts.pot.difference.value
    )
    changed = [contrast for contrast in all_of(contrasts) if contrast.difference.value]
    assert changed
    assert all(contrast in (*contrasts.chips, contrasts.pot) for contrast in changed)


def test_the_figures_are_those_of_games_played_one_by_one(board: Board, shorter: Board) -> None:
    contrasts = contrasts_of(board, shorter, 3, GAMES, SEED)
    first, second = (list(map(play_apart(each, 3, SEED, "race", 10_000), range(GAMES))) for each in (board, shorter))
    pairs = list(zip(first, second, strict=True))
    assert contrasts.turns is not None
    assert contrasts.turns.first.value == pytest.approx(fmean(one.turns for one in first))
    assert contrasts.turns.second.value == pytest.approx(fmean(one.turns for one in second))
    assert contrasts.turns.difference.value == pytest.approx(fmean(other.turns - one.turns for one, other in pairs))
    assert contrasts.turns.difference.value < 0
    for seat, contrast in enumerate(contrasts.wins):
        wins = [(one.winner == seat, other.winner == seat) for one, other in pairs]
        assert contrast.second.value == pytest.approx(fmean(there for _, there in wins))
        assert contrast.difference.value == pytest.approx(fmean(there - here for here, there in wins))
    assert contrasts.landings[41].difference.value == pytest.approx(
        fmean(other.landings[41] - one.landings[41] for one, other in pairs)
    )


def test_the_same_dice_make_differences_show_that_others_would_hide(board: Board, dearer: Board) -> None:
    for contrast in contrasts_of(board, dearer, 3, GAMES, SEED).chips:
        assert contrast.difference.margin < hypot(contrast.first.margin, contrast.second.margin) / 2


@pytest.mark.parametrize("choose", ["race", "random"])
def test_the_number_of_jobs_makes_no_difference(board: Board, shorter: Board, choose: str) -> None:
    found = [paired(board, shorter, 2, GAMES, SEED, jobs, choose) for jobs in (1, 2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("method", get_all_start_methods())
def test_the_way_to_start_processes_makes_no_difference(
    board: Board, shorter: Board, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    race(board)
    expected = paired(board, shorter, 2, GAMES, SEED)
    monkeypatch.setattr(workers, "get_context", lambda _: get_context(method))
    assert paired(board, shorter, 2, GAMES, SEED, jobs=2) == expected


def test_the_throws_of_a_player_do_not_depend_on_the_others(board: Board) -> None:
    alone, among_others = (rollers_apart(board, 2, first=100)(3) for _ in range(2))
    among = [(among_others("2"), among_others("1"), among_others("1")) for _ in range(20)]
    expected = random_roller(board.dice, 100 + 3 * 2)
    throws = [expected("") for _ in range(40)]
    assert [alone("1") for _ in range(40)] == throws
    assert [throw for _, *two in among for throw in two] == throws
    assert [throw for throw, *_ in among] != throws[:20]


def test_boards_of_different_lengths() -> None:
    short, long = (small_board({last: "win"}, last) for last in (6, 12))
    contrasts = contrasts_of(short, long, 1, 20, SEED)
    assert list(contrasts.landings) == list(range(1, 13))
    assert contrasts.landings[12].first.value == 0
    assert contrasts.landings[12].difference.value == 1
    assert contrasts.wins[0].difference.value == 0


def test_where_no_game_ends_on_one_board_lengths_are_not_compared() -> None:
    endless = small_board(dict.fromkeys(range(1, 13), "each turn here, pass"))
    quick = small_board(dict.fromkeys(range(1, 13), "win"))
    contrasts, (first, second) = paired(endless, quick, 2, 20, SEED, 2)
    assert (contrasts.turns, contrasts.throws) == (None, None)
    assert (contrasts.nobody.first.value, contrasts.nobody.difference.value) == (1, -1)
    assert (first.turns is None, second.turns is None) == (True, False)


def trap(*squares: int) -> Board:
    """Make a board where a lone player who lands on one of these squares is stuck."""
    rules = dict.fromkeys(squares, "wait until another player lands here")
    return small_board({12: "win", **rules}, finish="exact, stay")


def test_each_board_has_the_figures_of_its_own_games() -> None:
    first, second = trap(3), trap(3, 11)
    contrasts, results = paired(first, second, 1, GAMES, SEED, 2)
    assert (contrasts, results) == paired(first, second, 1, GAMES, SEED, 1)
    alone: list[Results] = []
    for board in (first, second):
        records = list(map(play_apart(board, 1, SEED, "race", 10_000), range(GAMES)))
        alone.append(estimate(board, "race", count(records)))
    assert results == tuple(alone)
    assert contrasts.turns is not None
    assert contrasts.throws is not None
    for contrast, lengths in (
        (contrasts.turns, [each.turns for each in results]),
        (contrasts.throws, [each.throws for each in results]),
    ):
        assert [contrast.first, contrast.second] == [length and length.mean for length in lengths]
        assert contrast.difference.value == pytest.approx(contrast.second.value - contrast.first.value)
    assert [contrast.first for contrast in contrasts.wins] == list(results[0].wins)
    assert [contrast.second for contrast in contrasts.landings.values()] == list(results[1].landings.values())
    assert (contrasts.out.first, contrasts.out.second) == (results[0].out, results[1].out)


def test_lengths_agree_with_exact_odds_where_games_may_not_end() -> None:
    first, second = trap(3), trap(3, 11)
    exact = [odds(board, 1, "race").turns for board in (first, second)]
    assert exact[0] is not None
    assert exact[1] is not None
    expected = exact[1].mean.value - exact[0].mean.value
    assert expected < -0.5
    found = [contrasts_of(first, second, 1, 200, seed).turns for seed in range(30)]
    differences = [contrast.difference for contrast in found if contrast is not None]
    off = [abs(each.value - expected) / each.margin for each in differences]
    assert max(off) < 4
    assert sum(each <= 1 for each in off) >= 25
    # The margins are as wide as the differences are spread, and not only wide enough.
    assert fmean(each.margin for each in differences) == pytest.approx(
        1.96 * stdev(each.value for each in differences), rel=0.35
    )


def test_an_interrupt_leaves_what_was_played(board: Board, shorter: Board) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    contrasts = contrasts_of(board, shorter, 2, 10**9, SEED, progress=interrupt)
    assert contrasts.games
    assert contrasts == contrasts_of(board, shorter, 2, contrasts.games, SEED)
