"""Exact odds beside figures that others have published, and beside what games that are played come to."""

import dataclasses

import pytest
from support import small_board

from interpreter.board import Board, Finish
from interpreter.load import load_board
from interpreter.odds import odds
from interpreter.results import Figure, Length, Results
from interpreter.simulate import simulate

GAMES, SEED = 600, 11

MARGINS = 2.5
"""Of so many figures, some are beyond their 95% interval; with this seed, none is further off than so many margins."""


def shipped(name: str) -> Board:
    board, _ = load_board(name)
    assert board is not None
    return board


def alone(board: Board) -> Length:
    results = odds(board, 1, "race")
    assert results.throws is not None
    assert results.turns == results.throws
    return results.throws


@pytest.mark.parametrize(
    ("finish", "mean", "deviation", "seven"),
    [
        (Finish.STAY, 39.2251223, 25.225, 0.0015111),
        (Finish.COUNT_BACK, 43.3245974, 30.254, 0.0015111),
        (Finish.PASS, 35.8349384, 23.354, 0.0019076),
    ],
)
def test_snakes_and_ladders_alone(finish: Finish, mean: float, deviation: float, seven: float) -> None:
    # The first mean is that of S. C. Althoen, L. King, K. Schilling, How long is a game of Snakes and Ladders?, The
    # Mathematical Gazette 77 (1993), 71-76; the others were solved as fractions.
    throws = alone(dataclasses.replace(shipped("snakes-and-ladders"), finish=finish))
    assert throws.mean.value == pytest.approx(mean, abs=5e-8)
    assert throws.deviation == pytest.approx(deviation, abs=5e-4)
    assert throws.shares[7] == pytest.approx(seven, abs=5e-8)
    assert min(throws.shares) == 7


def test_the_middle_and_the_most_frequent_length_of_snakes_and_ladders() -> None:
    throws = alone(shipped("snakes-and-ladders"))
    assert throws.median == 32
    assert max(throws.shares, key=throws.shares.__getitem__) == 22


@pytest.mark.parametrize("finish", [Finish.STAY, Finish.COUNT_BACK])
def test_an_empty_board(finish: Finish) -> None:
    board = small_board({45: "win"}, last=45, finish=finish.value)
    throws = alone(board)
    assert throws.mean.value == pytest.approx(17.619048098, abs=5e-10)
    assert throws.deviation == pytest.approx(5.7242, abs=5e-5)
    assert min(throws.shares) == 8
    assert odds(board, 2, "race").wins[0].value == pytest.approx(0.533583, abs=5e-7)


def test_who_begins_at_snakes_and_ladders() -> None:
    assert odds(shipped("snakes-and-ladders"), 2, "race").wins[0].value == pytest.approx(0.507912, abs=5e-7)


def test_the_goose_alone() -> None:
    # The rules are those of the example game_of_goose of mCRL2 (J. F. Groote, F. Wiedijk, H. Zantema, A Probabilistic
    # Analysis of the Game of the Goose, SIAM Review 58, 2016).
    results = odds(shipped("goose"), 1, "race")
    assert results.wins[0].value == pytest.approx(0.388772, abs=5e-7)
    assert results.nobody["stuck"].value == pytest.approx(0.611228, abs=5e-7)
    assert results.turns is not None
    assert results.turns.mean.value == pytest.approx(17.007, abs=5e-4)


@pytest.mark.parametrize("name", ["nl", "no", "he", "goose", "snakes-and-ladders"])
def test_games_that_are_played_come_to_the_same(name: str) -> None:
    board = shipped(name)
    # Alone where two take their time: what a rule does is the same.
    players = 1 if name == "snakes-and-ladders" else 2
    exact, played = odds(board, players, "race"), simulate(board, players, GAMES, SEED)
    if name == "goose":
        # Found in games of a second interpreter, which was written from the documentation alone.
        ends = [*(figure.value for figure in exact.wins), exact.nobody["stuck"].value]
        assert ends == pytest.approx([0.392810, 0.379165, 0.228025], abs=5e-7)
    for what, figure, estimate in figures(exact, played):
        assert abs(figure.value - estimate.value) <= MARGINS * estimate.margin, what


def figures(exact: Results, played: Results) -> list[tuple[str, Figure, Figure]]:
    """Give what both know, by its name."""
    none = Figure(0.0)
    found = [(f"seat {seat}", *pair) for seat, pair in enumerate(zip(exact.wins, played.wins, strict=True))]
    found += [(reason, exact.nobody.get(reason, none), figure) for reason, figure in played.nobody.items()]
    found.append(("out", exact.out, played.out))
    for length in ("turns", "throws"):
        found.append((length, getattr(exact, length).mean, getattr(played, length).mean))
    found += [(f"landings on {square}", figure, played.landings[square]) for square, figure in exact.landings.items()]
    found += [
        (f"{one.square}: {one.effect}", one.times, other.times)
        for one, other in zip(exact.happenings, played.happenings, strict=True)
        if one.times is not None and other.times is not None
    ]
    return found
