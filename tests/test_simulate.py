"""Many games, and what is estimated from them."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle, pairwise
from multiprocessing import get_all_start_methods, get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import ROOT, small_board

from interpreter import chunks, workers
from interpreter.board import Board
from interpreter.chunks import play_in_chunks
from interpreter.deciders import by_chance
from interpreter.dice import random_roller
from interpreter.events import Ended, Event, Landed, Left, Moved, Paid, RoleGiven, SetOff
from interpreter.game import Game
from interpreter.load import load_board
from interpreter.records import SERIES, Record, first_seed, names, play_together
from interpreter.results import Happening, Results
from interpreter.simulate import add, count, count_each, simulate
from interpreter.state import Participant
from interpreter.strategy import race

GAMES, SEED = 60, 5


@pytest.fixture(scope="module")
def board() -> Board:
    board, findings = load_board("nl")
    assert board is not None
    assert not findings
    return board


@pytest.fixture(scope="module")
def results(board: Board) -> Results:
    return simulate(board, 4, GAMES, SEED, choose="random", most_turns=400)


@pytest.fixture(scope="module")
def games(board: Board) -> list[list[Event]]:
    return played_one_by_one(board)


def played_one_by_one(board: Board) -> list[list[Event]]:
    """Give the events of the same games that are simulated, played one by one."""
    told = []
    first = first_seed("games", SEED)
    for number in range(GAMES):
        if number % SERIES == 0:
            roll = random_roller(board.dice, first + number // SERIES)
        events: list[Event] = []
        players = [Participant(name) for name in names(4)]
        Game(board, players, roll, by_chance(first + number), events.append, 400).play()
        told.append(events)
    return told


@pytest.fixture(scope="module")
def events(games: list[list[Event]]) -> list[Event]:
    return [event for game in games for event in game]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_jobs_makes_no_difference(board: Board, results: Results, jobs: int) -> None:
    assert simulate(board, 4, GAMES, SEED, jobs, "random", 400) == results


@pytest.mark.parametrize("method", get_all_start_methods())
def test_the_way_to_start_processes_makes_no_difference(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    board = small_board(
        {
            2: "may go to 1; pay 1 to the pot; pay 1 to the pot",
            4: "next turn, pay 2 to the pot",
            6: "whenever you pay the pot, take 1 from your left neighbour",
            8: "each turn here, may pass",
            12: "take the rest of the pot; win",
        },
        every_square="if someone is here then return to where you threw from",
    )
    race(board)
    expected = simulate(board, 3, 100, SEED)
    monkeypatch.setattr(workers, "get_context", lambda _: get_context(method))
    assert simulate(board, 3, 100, SEED, jobs=2) == expected
    happen = {(each.square, each.effect) for each in expected.happenings if each.times and each.times.value > 0}
    assert {(2, "pay 1 to the pot"), (6, "take 1 from your left neighbour"), (12, "win")} <= happen


@pytest.mark.parametrize("seconds", [0, 1000])
def test_the_size_of_chunks_makes_no_difference(
    board: Board, results: Results, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(chunks, "SECONDS_A_CHUNK", seconds)
    assert simulate(board, 4, GAMES, SEED, 1, "random", 400) == results


def test_another_seed_makes_other_games(board: Board, results: Results) -> None:
    assert simulate(board, 4, GAMES, SEED + 1, 1, "random", 400) != results


def test_the_ends_agree_with_the_events(results: Results, games: list[list[Event]]) -> None:
    ends = [event for game in games for event in game if isinstance(event, Ended)]
    winners = Counter(end.winner for end in ends)
    assert [wins.value for wins in results.wins] == [winners[name] / GAMES for name in names(4)]
    assert sum(figure.value for figure in results.nobody.values()) == pytest.approx(winners[None] / GAMES)
    assert list(results.nobody) == ["all out", "stuck", "turn limit"]
    chips = results.chips
    assert chips is not None
    for seat, spread in enumerate(chips.seats):
        assert spread.mean.value == mean_of([end.players[seat].chips for end in ends])
    assert chips.pot.mean.value == mean_of([end.pot for end in ends])


def test_the_lengths_agree_with_the_events(results: Results, games: list[list[Event]]) -> None:
    assert results.turns is not None
    assert results.throws is not None
    ended = [game for game in games if getattr(game[-1], "reason", "") in ("won", "all out")]
    for length, kind in ((results.turns, "turn"), (results.throws, "roll")):
        lengths = [sum(event.kind == kind for event in game) for game in ended]
        assert length.mean.value == mean_of(lengths)
        assert length.shares == {each: lengths.count(each) / len(lengths) for each in sorted(set(lengths))}


def test_the_landings_agree_with_the_events(board: Board, results: Results, events: list[Event]) -> None:
    landings = Counter(event.square for event in events if isinstance(event, Landed))
    assert {square: figure.value for square, figure in results.landings.items()} == {
        square: landings[square] / GAMES for square in board.squares
    }


def happening(results: Results, square: int, effect: str) -> Happening:
    return next(each for each in results.happenings if (each.square, each.effect) == (square, effect))


@pytest.mark.parametrize(
    ("square", "effect", "happens"),
    [
        (8, "pay 3 to the pot", lambda event: isinstance(event, Landed) and event.square == 8),
        (25, "go to 14", lambda event: isinstance(event, Moved) and (event.start, event.square) == (25, 14)),
        (4, "go to the start", lambda event: isinstance(event, Moved) and (event.start, event.square) == (4, 0)),
        (7, "pass", lambda event: event.kind == "pass"),
        (12, "skip 1 turn", lambda event: event.kind == "skip"),
        (17, 'everyone says "Arme Robinson!"', lambda event: event.kind == "say"),
        (20, "roll again", lambda event: event.kind == "roll again"),
        (29, "your right neighbour becomes your friday", lambda event: event.kind == "role"),
        (36, "swap places with the player on 41", lambda event: event.kind == "swap"),
        (42, "leave the game", lambda event: event.kind == "leave"),
        (45, "win", lambda event: event.kind == "end" and event.reason == "won"),
    ],
)
def test_what_happens_agrees_with_the_events(
    results: Results, events: list[Event], square: int, effect: str, happens: Callable[[Event], bool]
) -> None:
    times = happening(results, square, effect).times
    assert times is not None
    assert times.value == sum(map(happens, events)) / GAMES


def test_the_players_out_agree_with_the_events(results: Results, events: list[Event]) -> None:
    assert results.out.value == sum(event.kind == "leave" for event in events) / GAMES


def payments(game: Sequence[Event]) -> tuple[Counter[int], int]:
    """Count the chips that the rules of each square move, and how often there was too little in the pot.

    A Friday who gets nothing is not told of, and nobody is where the Friday has left the game.
    """
    moved: Counter[int] = Counter()
    fridays: dict[str, str] = {}
    square = pot = short = 0
    set_off = False
    for event in game:
        match event:
            case Landed():
                square = event.square
            case RoleGiven():
                fridays[event.player] = event.other
            case Left():
                fridays = {player: friday for player, friday in fridays.items() if event.player not in (player, friday)}
            case SetOff() if event.player in fridays:
                set_off = pot > 0
                short += not set_off
            case Paid():
                moved[29 if set_off else square] += event.chips
                short += event.payer is None and event.due > event.chips
                pot, set_off = event.pot, False
    return moved, short


def test_the_rule_of_every_square_is_counted_once_for_all_squares() -> None:
    rules = {2: "pay 2 to the pot", 6: "win"}
    every = {"every_square": "may pay 1 to the pot; skip 1 turn", "except": "3, 6"}
    board = small_board(rules, 6, dice="1d2", finish="pass", **every)
    results = simulate(board, 2, 50, SEED, 1, "random")
    assert [(each.square, each.effect) for each in results.happenings] == [
        (2, "pay 2 to the pot"),
        (6, "win"),
        (None, "pay 1 to the pot"),
        (None, "skip 1 turn"),
    ]
    landings = sum(results.landings[square].value for square in (1, 2, 4, 5))
    _, _, pays, skips = results.happenings
    assert skips.times is not None
    assert skips.times.value == pytest.approx(landings)
    assert pays.times is not None
    assert pays.times == pays.chips
    assert 0 < pays.times.value < landings


def test_the_chips_that_rules_move_agree_with_the_events(results: Results, games: list[list[Event]]) -> None:
    moved = sum((payments(game)[0] for game in games), Counter[int]())
    for square in {each.square for each in results.happenings if each.square is not None}:
        chips = [each.chips.value for each in results.happenings if each.square == square and each.chips]
        assert sum(chips) == pytest.approx(moved[square] / GAMES)


def test_how_often_the_pot_runs_dry_agrees_with_the_events(board: Board) -> None:
    board = replace(board, stake=2)
    results = simulate(board, 4, GAMES, SEED, choose="random", most_turns=400)
    assert results.chips is not None
    short = [payments(game)[1] for game in played_one_by_one(board)]
    assert results.chips.short.value == mean_of(short) > 0
    assert results.chips.games_short.value == sum(map(bool, short)) / GAMES


def mean_of(numbers: Sequence[int]) -> float:
    return float(Fraction(sum(numbers), len(numbers)))


@pytest.fixture(scope="module")
def records(board: Board) -> list[Record]:
    return list(map(play_together(board, 3, 1, "race", 400), range(12)))


@given(st.data())
def test_games_can_be_counted_in_parts(records: list[Record], data: st.DataObject) -> None:
    order = data.draw(st.permutations(records))
    cut = data.draw(st.integers(1, len(records) - 1))
    assert add(count(order[:cut]), count(order[cut:])) == count(records)


def test_neighbouring_games_do_not_share_dice() -> None:
    board = small_board({})
    first = first_seed("games", 0)
    throws = [sum(random_roller(board.dice, first + number)("")) for number in range(7201)]
    pairs = Counter(pairwise(throws))
    assert sum((pairs[one, other] - 200) ** 2 / 200 for one in range(1, 7) for other in range(1, 7)) < 70
    assert len({first_seed(series, seed) for series in ("games", "players") for seed in range(-50, 50)}) == 200


def test_a_game_that_can_be_worked_out_by_hand() -> None:
    # From the start 2 wins at once; from 1, only a 1 of two leads on. That makes 2 throws in the mean.
    board = small_board({2: "win"}, last=2, dice="1d2", finish="exact, stay")
    results = simulate(board, 1, 4000, 1)
    assert results.throws is not None
    assert results.throws.mean.value == pytest.approx(2, abs=results.throws.mean.margin)
    assert results.throws.mean.margin < 0.05
    assert results.throws.shares[1] == pytest.approx(0.5, abs=0.03)
    assert results.wins[0].value == 1


@pytest.mark.parametrize(("order", "chips"), [("clockwise", [-10, -13, -10]), ("counterclockwise", [-10, -10, -13])])
def test_seats_are_in_turn_order(order: str, chips: list[int]) -> None:
    board = small_board(dict.fromkeys(range(1, 13), "your left neighbour pays 3 to the pot; win"), order=order)
    results = simulate(board, 3, 5, 1)
    assert results.chips is not None
    assert [wins.value for wins in results.wins] == [1, 0, 0]
    assert [spread.mean.value for spread in results.chips.seats] == chips
    assert results.chips.pot.mean.value == 33


@pytest.mark.parametrize(
    ("effects", "choose", "reason"),
    [
        ("each turn here, pass", "no", "stuck"),
        ("each turn here, may pass", "yes", "turn limit"),
        ("may go to 1; may go to 2", "yes", "stuck"),
        ("leave the game", "yes", "all out"),
    ],
)
def test_games_that_nobody_wins(effects: str, choose: str, reason: str) -> None:
    results = simulate(small_board(dict.fromkeys(range(1, 13), effects)), 2, 12, 1, 1, choose, most_turns=30)
    assert {each: figure.value for each, figure in results.nobody.items() if figure.value} == {reason: 1}
    assert [wins.value for wins in results.wins] == [0, 0]
    assert all(wins.margin > 0.2 for wins in results.wins)
    assert (results.turns is None) == (results.throws is None) == (reason != "all out")


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_what_was_played(board: Board, jobs: int) -> None:
    played: list[int] = []

    def interrupt(games: int) -> None:
        played.append(games)
        if len(played) == 3:
            raise KeyboardInterrupt

    results = simulate(board, 2, 10**9, 3, jobs, progress=interrupt)
    assert results.games == sum(played)
    assert results == simulate(board, 2, sum(played), 3)


def test_an_interrupt_before_any_game_is_one() -> None:
    def interrupted(_: range) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_in_chunks(lambda: interrupted, int.__add__, 10, 1, lambda _: None)


def test_progress_adds_up_to_all_games(board: Board) -> None:
    played: list[int] = []
    simulate(board, 2, 25, 3, 2, progress=played.append)
    assert sum(played) == 25
    assert len(played) > 1


@given(st.integers(1, 5000), st.integers(1, 8), st.lists(st.integers(1, 3000), min_size=1))
def test_every_game_is_in_one_chunk(games: int, jobs: int, sizes: list[int]) -> None:
    found = chunks.Chunks(games, jobs)
    numbers: list[int] = []
    for chunk, size in zip(found, cycle(sizes), strict=False):
        assert chunk
        numbers += chunk
        found.size = size
    assert numbers == list(range(games))


@given(st.lists(st.lists(st.one_of(st.integers(0, 3), st.integers(-300, 300)), min_size=2, max_size=2)))
def test_numbers_are_counted_whatever_they_are(rows: list[list[int]]) -> None:
    columns = [[row[place] for row in rows] for place in range(2)]
    assert count_each(rows) == ([Counter(column) for column in columns] if rows else [])


def test_an_interrupt_from_the_keyboard_ends_all_processes_quietly() -> None:
    program = """
from interpreter.load import load_board
from interpreter.simulate import simulate
board, _ = load_board("nl")
print(simulate(board, 4, 10**9, 1, 2, progress=lambda games: print("played", games, flush=True)).games)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("played")
    os.killpg(process.pid, signal.SIGINT)
    told, complaints = process.communicate(timeout=20)
    assert complaints == ""
    assert process.returncode == 0
    *played, games = told.splitlines()
    assert int(games) >= sum(int(line.split()[1]) for line in played) + 10 - 1
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
