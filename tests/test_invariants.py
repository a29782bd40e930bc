"""What holds in every game, on every board."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import ROLES, board_settings, rules
from support import play, small_board

from interpreter.board import Board
from interpreter.deciders import always, by_chance
from interpreter.dice import Dice, random_roller
from interpreter.effects import Effect
from interpreter.events import REASONS, Ended, Event, Moved, Reminded, Rolled, Swapped, TurnEnded
from interpreter.game import Game
from interpreter.load import load_board
from interpreter.narrate import Narrator
from interpreter.state import Participant
from interpreter.strategy import race
from interpreter.table import EndlessLanding

LAST = 12


ROLE_NAMES = "; ".join(f"{role}: {role}" for role in ROLES)
PLAIN_BOARD = small_board({}, LAST, roles=ROLE_NAMES)

any_settings = board_settings([Dice(1, 6), Dice(2, 6), Dice(1, 8), Dice(1, 2)], [0, 3, 10], [None, 10, 15])


def any_board() -> st.SearchStrategy[Board]:
    """Boards of twelve squares with any rules, sensible or not, and any settings."""

    def make(squares: dict[int, tuple[Effect, ...]], header: dict[str, Any]) -> Board:
        changed = {number: replace(PLAIN_BOARD.squares[number], effects=rule) for number, rule in squares.items()}
        return replace(PLAIN_BOARD, squares={**PLAIN_BOARD.squares, **changed}, **header)

    squares = st.dictionaries(st.integers(1, LAST), rules(squares=LAST, amounts=5), max_size=LAST)
    return st.builds(make, squares, any_settings)


def watch(board: Board, count: int, seed: int, most_turns: int = 60) -> tuple[list[Event], Game]:
    """Play a game by chance, with all invariants looked at after every event."""
    events: list[Event] = []
    narrator = Narrator(board)

    def tell(event: Event) -> None:
        events.append(event)
        assert sum(player.chips for player in game.state.players) + game.state.pot == 0
        assert game.state.pot >= 0
        for player in game.state.players:
            assert 0 <= player.square <= board.last
            if board.purse is not None and board.purse >= board.stake:
                assert player.chips + board.purse >= 0
        if isinstance(event, Moved | Swapped):
            assert 0 <= event.square <= board.last
        for line in narrator.tell(event):
            assert line.text

    players = [Participant(f"P{number}") for number in range(count)]
    game = Game(board, players, random_roller(board.dice, seed), by_chance(seed), tell, most_turns)
    game.play()
    return events, game


boards_and_games = given(any_board(), st.integers(1, 12), st.integers(0, 2**32))
unhurried = settings(suppress_health_check=[HealthCheck.too_slow])


@boards_and_games
@unhurried
def test_chips_are_conserved_and_nobody_leaves_the_board(board: Board, count: int, seed: int) -> None:
    events, game = watch(board, count, seed)
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert ended.reason in REASONS
    assert (ended.winner is not None) == (ended.reason == "won")
    assert all(player.square is None for player in ended.players if player.out)
    if all(player.out for player in ended.players):
        assert ended.reason == "all out"
    assert game.state.turns <= 60


@boards_and_games
@unhurried
def test_the_same_seed_gives_the_same_game(board: Board, count: int, seed: int) -> None:
    assert watch(board, count, seed)[0] == watch(board, count, seed)[0]


@given(st.integers(1, 12), st.integers(0, 2**32), st.sampled_from(["nl", "no", "he"]))
@unhurried
def test_the_boards_that_ship(count: int, seed: int, name: str) -> None:
    board, _ = load_board(name)
    assert board is not None
    events, _ = watch(board, count, seed, most_turns=10_000)
    assert isinstance(events[-1], Ended)
    assert events[-1].reason in ("won", "all out")


@given(st.integers(1, 12), st.integers(0, 2**32))
def test_everybody_out_ends_the_game(count: int, seed: int) -> None:
    board = small_board(dict.fromkeys(range(1, LAST + 1), "leave the game"))
    events, game = watch(board, count, seed)
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.turns, ended.pot) == ("all out", count, 10 * count)
    assert game.state.in_play() == 0


@given(st.integers(1, 12), st.integers(0, 2**32), st.sampled_from(["pass", "pay 1 to the pot and pass"]))
def test_a_board_that_can_stop_moving_for_ever_ends_and_says_so(count: int, seed: int, waiting: str) -> None:
    board = small_board(dict.fromkeys(range(1, LAST + 1), f"each turn here, {waiting}"))
    events, _ = watch(board, count, seed)
    assert isinstance(events[-1], Ended)
    assert events[-1].reason == "stuck"


def test_whoever_waits_for_ever_does_not_stop_the_others() -> None:
    board = small_board({1: "each turn here, pass", 12: "win"})
    throws = iter([1, 6, 6])
    game = Game(board, [Participant("Anna"), Participant("Bram")], lambda _: (next(throws),), always(False))
    assert game.play().winner == "Bram"


def test_dice_that_can_only_throw_too_high_do_not_throw_for_ever() -> None:
    board = small_board({12: "win"}, dice="2d6", finish="exact, stay")
    throws = iter([11, 11] + [2, 5] * 100)
    ended = Game(board, [Participant("Anna"), Participant("Bram")], lambda _: (next(throws),), always(False)).play()
    assert (ended.reason, ended.rolls) == ("stuck", 5)


def test_nothing_happens_to_who_is_out_by_then() -> None:
    board = small_board({1: "everyone goes to 3", 3: "everyone else leaves the game"})
    ended, _, _ = play(board, [1, 5])
    assert [(player.square, player.out) for player in ended.players] == [(8, False), (None, True)]


def test_skipped_turns_are_no_standstill() -> None:
    board = small_board({1: "skip 40 turns", 2: "win"})
    throws = iter([1, 1])
    ended = Game(board, [Participant("Anna")], lambda _: (next(throws),), always(False)).play()
    assert (ended.winner, ended.turns) == ("Anna", 42)


def test_saying_yes_for_ever_is_stopped_by_the_limit_of_turns() -> None:
    board = small_board({1: "each turn here, may pass", 12: "win"})
    ended = Game(board, [Participant("Anna")], lambda _: (1,), always(True), most_turns=25).play()
    assert (ended.reason, ended.turns, ended.winner) == ("turn limit", 25, None)


def test_chips_that_can_still_move_a_pawn_are_no_standstill() -> None:
    board = small_board(
        {
            1: "each turn here, pay 1 to the pot and pass",
            2: "whenever you take from the pot, go to 12; each turn here, take 1/5 of the pot and pass",
            12: "win",
        },
        stake="0",
    )
    ended, _, _ = play(board, [1, 2])
    assert (ended.reason, ended.winner) == ("won", "Bram")


def test_landings_of_different_throws_are_no_endless_chain() -> None:
    board = small_board({1: "go to the start"})
    ended, _, _ = play(board, [1] * 1500, names=["Anna"], most_turns=1500)
    assert (ended.reason, ended.turns) == ("turn limit", 1500)


def test_a_win_ends_what_others_would_still_do() -> None:
    board = small_board({1: "whenever you pay the pot, win", 3: "everyone pays 1 to the pot"})
    ended, _, _ = play(board, [1, 6, 2])
    assert [(player.name, player.chips) for player in ended.players] == [("Anna", -11), ("Bram", -10)]
    board = small_board({1: "everyone else leaves the game; pay 1 to the pot"}, last_player="wins the pot")
    ended, _, _ = play(board, [1])
    assert (ended.winner, ended.players[0].chips, ended.pot) == ("Anna", 10, 0)


def test_whoever_passes_keeps_nobody_else_from_moving() -> None:
    board = small_board({5: "everyone goes to 7", 7: "pass"})
    ended, _, _ = play(board, [5])
    assert [player.square for player in ended.players] == [7, 7]


def test_names_differ() -> None:
    board = small_board({})
    for names in ([], ["Anna", "Anna"]):
        with pytest.raises(ValueError, match=r"a player|names that differ"):
            Game(board, [Participant(name) for name in names], lambda _: (1,), always(False))


def test_rules_for_the_next_turn_do_not_pile_up() -> None:
    board = small_board({1: "next turn, everyone goes to 1", 12: "win"})
    players = [Participant(f"P{number}") for number in range(12)]
    events: list[Event] = []
    game = Game(board, players, lambda _: (1,), always(False), events.append, most_turns=60)
    assert game.play().reason == "turn limit"
    assert sum(isinstance(event, Reminded) for event in events) <= 60


def test_throwing_again_for_ever_is_stopped_too() -> None:
    board = small_board({1: "roll again and go to the start", 12: "win"})
    ended = Game(board, [Participant("Anna")], lambda _: (1,), always(True), most_turns=25).play()
    assert (ended.reason, ended.turns, ended.rolls) == ("turn limit", 1, 25)


def test_landings_without_end_are_stopped() -> None:
    board = small_board({1: "may go to 2", 2: "may go to 1", 12: "win"})
    game = Game(board, [Participant("Anna")], lambda _: (1,), always(True))
    assert game.play().reason == "stuck"
    assert isinstance(game.stopped_by, EndlessLanding)
    assert str(game.stopped_by) == "Anna has landed 1000 times by one throw: ..., 2, 1, 2, 1, 2, 1, ..."


def test_a_long_chain_of_landings_is_no_endless_one() -> None:
    chain = dict.fromkeys(range(1, 400), "go forward 1; pay 1 to the pot") | {400: "win"}
    board = small_board(chain, stake="0")
    ended = Game(board, [Participant("Anna")], lambda _: (1,), always(False)).play()
    assert (ended.winner, ended.pot) == ("Anna", 0), "winning ends the rules that were still to come"


@pytest.mark.parametrize(("dice", "lowest", "highest"), [("1d6", 1, 6), ("2d6", 2, 12), ("1d8", 1, 8), ("3d4", 3, 12)])
def test_dice_show_what_they_can(dice: str, lowest: int, highest: int) -> None:
    count, sides = map(int, dice.split("d"))
    roll = random_roller(Dice(count, sides), seed=5)
    assert {sum(roll("Anna")) for _ in range(3000)} == set(range(lowest, highest + 1))


def test_throws_are_the_same_on_every_machine() -> None:
    random = Random(7)
    roll = random_roller(Dice(1, 6), seed=7)
    assert [roll("Anna") for _ in range(12)] == [(int(random.random() * 6) + 1,) for _ in range(12)]
    roll = random_roller(Dice(1, 6), seed=7)
    assert [sum(roll("Anna")) for _ in range(12)] == [2, 1, 4, 1, 4, 3, 1, 4, 1, 3, 1, 1]


def test_answers_do_not_change_the_throws() -> None:
    board, _ = load_board("nl")
    assert board is not None
    throws = []
    for decide in (always(True), always(False), by_chance(3), race(board).decide):
        events: list[Event] = []
        players = [Participant("Anna"), Participant("Bram")]
        Game(board, players, random_roller(board.dice, 3), decide, events.append, most_turns=30).play()
        throws.append([event.throw for event in events if isinstance(event, Rolled)][:15])
    assert throws[0] == throws[1] == throws[2] == throws[3]


@boards_and_games
@unhurried
def test_no_rule_makes_a_player_who_is_out_do_anything(board: Board, count: int, seed: int) -> None:
    gone: set[str] = set()
    events, _ = watch(board, count, seed)
    for event in (event for event in events if not isinstance(event, TurnEnded | Ended)):
        names = {getattr(event, name, None) for name in ("player", "other", "payer", "payee")}
        assert not (names & gone), event
        if event.kind == "leave":
            gone.add(getattr(event, "player", ""))


def test_leaving_is_the_last_thing_a_rule_does() -> None:
    board = small_board({1: "everyone leaves the game and take 3 from the pot", 2: "win"})
    ended = Game(board, [Participant("Anna"), Participant("Bram")], lambda _: (1,), always(False)).play()
    assert (ended.reason, ended.pot) == ("all out", 20)
