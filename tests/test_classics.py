"""The classic games that ship, by their rules and by figures from outside: no other rules than these are known."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from support import ROOT, play, small_board

from interpreter.board import Board
from interpreter.deciders import always
from interpreter.dice import Shown, example_of
from interpreter.engine import Engine
from interpreter.events import Freed, TurnSkipped, TurnWaited, WillWait
from interpreter.load import load_board, shipped_boards
from interpreter.program import Program
from interpreter.review import review
from interpreter.state import Player, State

NAMES = sorted(path.stem for path in (ROOT / "boards" / "classics").glob("*.yaml"))
GOOSE, LADDERS = "goose", "snakes-and-ladders"


def load(name: str) -> Board:
    board, _ = load_board(name)
    assert board is not None
    return board


@pytest.mark.parametrize("name", NAMES)
def test_it_ships_and_nothing_is_found_in_it(name: str) -> None:
    assert name in shipped_boards()
    assert review(name) == []


def squares(board: Board, throws: list[Shown], names: str = "Anna") -> list[int | None]:
    ended, _, _ = play(board, throws, names=names.split())
    return [player.square for player in ended.players]


@pytest.mark.parametrize(
    ("throws", "square"),
    [
        ([(1, 1)], 2),
        ([(4, 2)], 12),  # the bridge
        ([(4, 5)], 53),
        ([(5, 4)], 53),
        ([(3, 6)], 26),
        ([(4, 6), (2, 2)], 22),  # a chain: 10, 14, 18, 22
        ([(6, 4), (1, 3), (6, 6), (4, 4)], 30),  # the maze, by way of 34, after three geese
        ([(4, 5), (2, 3)], 0),  # death
        ([(4, 5), (6, 1), (3, 2)], 61),  # 60 and 5 are too much
        ([(4, 5), (6, 1), (3, 4)], 52),  # too much by 4: a goose, which leads on backward, into prison
        ([(4, 5), (2, 3), (5, 4)], 53),  # back at the start, 4 and 5 count again
        ([(6, 5), (6, 6), (1, 2)], 38),  # by 23, which is a goose
    ],
)
def test_where_throws_lead_in_the_goose(throws: list[Shown], square: int) -> None:
    assert squares(load(GOOSE), throws) == [square]


@pytest.mark.parametrize(
    ("throws", "places"),
    [
        ([(1, 2), (1, 2)], [3, 0]),
        ([(1, 2), (1, 1), (1, 1), (1, 4)], [7, 2]),
        ([(6, 4), (1, 4)], [10, 0]),  # by a goose
        ([(4, 2), (4, 2)], [12, 0]),  # over the bridge
        ([(4, 5), (5, 4)], [53, 0]),
    ],
)
def test_whoever_comes_to_an_occupied_square_goes_back_to_where_the_throw_began(
    throws: list[Shown], places: list[int]
) -> None:
    assert squares(load(GOOSE), throws, "Anna Bram") == places


def test_whoever_is_sent_back_from_the_occupied_inn_skips_no_turn() -> None:
    throws = [(3, 5), (5, 6), (5, 6), (4, 4), (1, 1), (1, 2)]
    ended, events, _ = play(load(GOOSE), throws)
    assert [event.player for event in events if isinstance(event, TurnSkipped)] == ["Anna"]
    assert [player.square for player in ended.players] == [22, 13]


def test_the_well_holds_a_player_until_another_one_comes() -> None:
    throws = [(6, 4), (6, 1), (1, 3), (6, 4), (5, 4), (6, 6), (1, 1), (1, 1)]
    ended, events, _ = play(load(GOOSE), throws)
    told = [event for event in events if isinstance(event, WillWait | Freed | TurnWaited)]
    assert told == [
        WillWait("Anna", 31),
        TurnWaited("Anna"),
        Freed("Anna", 31),
        WillWait("Bram", 31),
        TurnWaited("Bram"),
    ]
    assert [player.square for player in ended.players] == [33, 31]


def test_when_all_wait_the_game_is_over() -> None:
    board = load(GOOSE)
    ended, _, _ = play(board, [(6, 4), (1, 3), (5, 4)], names=["Anna"])
    assert (ended.reason, ended.winner) == ("stuck", None)


def test_one_in_the_well_and_one_in_prison_wait_for_ever() -> None:
    throws = [(6, 4), (4, 5), (1, 3), (6, 1), (5, 4), (3, 4)]
    ended, _, _ = play(load(GOOSE), throws)
    assert (ended.reason, [player.square for player in ended.players], ended.turns) == ("stuck", [31, 52], 9)


def test_single_dice_must_be_known_where_rules_read_them() -> None:
    _, _, game = play(load(GOOSE), [(9,)])
    assert str(game.stopped_by) == (
        "throw 1 of the list is 9, and the rules of this board need to know what each die shows: write 4+5 or the like"
    )
    assert squares(small_board({}, dice="2d6"), [(9,)]) == [9]
    assert squares(load(LADDERS), [(5,)]) == [5]


@pytest.mark.parametrize(
    ("dice", "shown", "why"),
    [
        ("2d6", (1, 7), "throw 1 of the list is 1+7, which 2d6 cannot show (3+4, each die 1 to 6)"),
        ("2d6", (1, 2, 3), "throw 1 of the list is 1+2+3, which 2d6 cannot show (3+4, each die 1 to 6)"),
        ("2d6", (13,), "throw 1 of the list is 13, which 2d6 cannot show (2 to 12)"),
        ("1d6", (1, 2), "throw 1 of the list is 1+2, which 1d6 cannot show (1 to 6)"),
        ("1d6", (7,), "throw 1 of the list is 7, which 1d6 cannot show (1 to 6)"),
    ],
)
def test_a_list_says_only_what_the_dice_can_show(dice: str, shown: Shown, why: str) -> None:
    _, _, game = play(small_board({}, dice=dice), [shown])
    assert str(game.stopped_by) == why


@pytest.mark.parametrize("dice", ["1d6", "2d6", "3d4", "10d100"])
def test_an_example_of_a_throw_is_one(dice: str) -> None:
    made = small_board({}, dice=dice).dice
    for total in made.throws:
        shown = tuple(map(int, example_of(made, total).split("+")))
        assert len(shown) == made.count
        assert made.can_show(shown)
        assert sum(shown) == total
    assert made.can_show(tuple(map(int, example_of(made).split("+"))))


def test_whoever_waits_after_throwing_again_throws_no_more() -> None:
    board = small_board({2: "roll again; wait until another player lands here", 5: "everyone else goes to 7"})
    ended, events, _ = play(board, [2, 5, 3])
    assert [player.square for player in ended.players] == [10, 5], "moved by a rule, and free"
    assert [event.kind for event in events if isinstance(event, WillWait | Freed | TurnWaited)] == ["wait", "free"]


def test_whoever_waits_keeps_turns_to_skip_and_rules_for_the_next_turn() -> None:
    rule = "skip 1 turn; next turn, pay 1 to the pot; wait until another player lands here"
    ended, events, _ = play(small_board({2: rule}), [2, 1, 1, 6])
    kinds = " ".join(event.kind for event in events if event.kind in ("turn", "skipped", "waits"))
    assert kinds == "turn turn turn waits turn turn skipped turn waits turn turn waits turn"
    assert [(player.square, player.chips) for player in ended.players] == [(8, -11), (2, -10)]


def test_a_player_who_is_out_frees_nobody_and_waits_for_nobody() -> None:
    board = small_board({1: "everyone else leaves the game", 2: "wait until another player lands here"})
    ended, _, _ = play(board, [2, 1])
    assert [player.out for player in ended.players] == [True, False]


def test_going_on_is_for_the_player_who_threw() -> None:
    board = small_board({3: "go on by your throw", 5: "everyone goes to 3"})
    ended, _, _ = play(board, [5, 1])
    assert [player.square for player in ended.players] == [0, 4], "Anna went back to 3, and so on backward"


def test_going_on_after_coming_back_or_changing_places_is_in_that_direction() -> None:
    board = small_board({4: "return to where you threw from and go on by your throw"})
    assert squares(board, [(1,), (3,)]) == [0], "back from 4 to 1, and on backward"
    board = small_board({1: "pay 1 to the pot", 5: "swap places with the player on 3 and go on by your throw"})
    assert squares(board, [(3,), (5,)], "Anna Bram") == [5, 0]
    board = small_board({3: "swap places with the player on 5 and go on by your throw"})
    assert squares(board, [(5,), (3,)], "Anna Bram") == [3, 8]


def test_the_rule_of_every_square_happens_once_where_a_pawn_is_left() -> None:
    settings: dict[str, Any] = {"every_square": "pay 1 to the pot", "except": "7"}
    board = small_board({2: "go to 5", 3: "go to 7", 4: "pass", 6: "may go to 8", 8: "go to 6"}, **settings)
    for throw, square, chips in ((1, 1, -11), (2, 5, -11), (3, 7, -10), (4, 4, -10), (6, 6, -11)):
        ended, _, _ = play(board, [throw], [True, False], names=["Anna"])
        assert (ended.players[0].square, ended.players[0].chips) == (square, chips)


@pytest.mark.parametrize("spared", ["7", "12"])
def test_who_comes_back_by_changing_places_has_not_been_left_there(spared: str) -> None:
    settings: dict[str, Any] = {"every_square": "pay 1 to the pot", "except": spared}
    rules = {4: "go to 5", 5: "if you rolled 4 then go to 7", 7: "swap places with the player on 5"}
    ended, _, _ = play(small_board(rules, **settings), [5, 4])
    assert [(player.square, player.chips) for player in ended.players] == [(7, -11), (5, -10)]


def test_the_rule_of_every_square_happens_after_a_square_that_it_spares() -> None:
    settings: dict[str, Any] = {"every_square": "take 1 from the pot", "except": "1"}
    ended, _, _ = play(small_board({}, **settings), [1, 1], names=["Anna"])
    assert (ended.players[0].square, ended.players[0].chips) == (2, -9)


def test_to_return_is_a_landing_where_the_board_says_so() -> None:
    rules = {3: "pay 1 to the pot", 5: "return to where you threw from"}
    assert play(small_board(rules), [3, 1, 2])[0].players[0].chips == -11
    assert play(small_board(rules, landing="return"), [3, 1, 2])[0].players[0].chips == -12


def steps(board: Board) -> Iterator[dict[str, float]]:
    """Give the chances of where a lone player is after each turn, won or waiting; squares with turns to skip else."""
    program = Program(board)
    dice = list(product(range(1, board.dice.sides + 1), repeat=board.dice.count))
    led_to: dict[tuple[int, int, Shown], str | tuple[int, int]] = {}

    def play_turn(square: int, skips: int, shown: Shown) -> str | tuple[int, int]:
        state = State([Player("Anna", square=square, skips=skips)])
        Engine(program, state, lambda _: shown, always(True)).play(1)
        (player,) = state.players
        return "won" if state.winner == 0 else "waits" if player.waits else (player.square, player.skips)

    chances: dict[tuple[int, int], float] = {(0, 0): 1.0}
    while sum(chances.values()) > 1e-12:
        ended = {"won": 0.0, "waits": 0.0}
        following: dict[tuple[int, int], float] = {}
        for (square, skips), chance in chances.items():
            for shown in dice:
                key = square, skips, shown
                end = led_to[key] = led_to[key] if key in led_to else play_turn(square, skips, shown)
                if isinstance(end, str):
                    ended[end] += chance / len(dice)
                else:
                    following[end] = following.get(end, 0.0) + chance / len(dice)
        chances = following
        yield ended


def test_the_goose_alone_is_won_as_often_and_as_fast_as_elsewhere() -> None:
    ended = list(steps(load(GOOSE)))
    won = sum(each["won"] for each in ended)
    assert won == pytest.approx(0.388772, abs=1e-6)
    assert sum(each["waits"] for each in ended) == pytest.approx(0.611228, abs=1e-6)
    turns = sum(turn * each["won"] for turn, each in enumerate(ended, start=1)) / won
    assert turns == pytest.approx(17.007, abs=5e-4)


def test_snakes_and_ladders_alone_take_as_long_as_elsewhere() -> None:
    ended = [each["won"] for each in steps(load(LADDERS))]
    assert sum(ended) == pytest.approx(1)
    assert sum(turn * share for turn, share in enumerate(ended, start=1)) == pytest.approx(39.2251223, abs=1e-6)
    assert ended[:7] == [0] * 6 + [pytest.approx(0.0015111, abs=1e-7)]
