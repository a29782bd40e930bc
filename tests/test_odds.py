"""Exact odds: by hand, against all games played one by one, and against estimates on any board."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from outcomes import all_games, disagreements
from strategies import ROLES, board_settings, rules
from support import small_board

from interpreter import chain as chains
from interpreter import explore
from interpreter import odds as exact
from interpreter.board import Board, Finish
from interpreter.chain import TooSlow
from interpreter.dice import Dice
from interpreter.effects import Effect
from interpreter.explore import TooManyWays
from interpreter.load import load_board
from interpreter.odds import odds
from interpreter.program import Program
from interpreter.results import Length, Results
from interpreter.simulate import simulate

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def shipped(name: str) -> Board:
    board, findings = load_board(name)
    assert board is not None
    assert not findings
    return board


def length(found: Length | None) -> Length:
    assert found is not None
    return found


def about(number: float | Fraction, digits: int = 12) -> Any:
    """Be the same in so many digits behind the point."""
    return pytest.approx(float(number), rel=0, abs=0.5 * 10**-digits)


@pytest.mark.parametrize(
    ("finish", "first"), [(Finish.STAY, 0.507912), (Finish.COUNT_BACK, 0.506982), (Finish.PASS, 0.508784)]
)
def test_the_first_of_two_wins_as_often_as_elsewhere(finish: Finish, first: float) -> None:
    # Players do not meet at snakes and ladders, so that it follows from how long one alone takes.
    shares = length(odds(replace(shipped("snakes-and-ladders"), finish=finish), 1, "race").throws).shares
    not_sooner = [sum(share for later, share in shares.items() if later >= turn) for turn in shares]
    found = sum(share * after for share, after in zip(shares.values(), not_sooner, strict=True))
    assert found == about(first, 6), "as published figures have it, from fractions"


# Boards on which a reader can follow every game: a die with two sides, and throws that are too high win too.


def board_of(squares: Mapping[int, str], last: int = 2, **others: str) -> Board:
    return small_board(squares, last, **{"dice": "1d2", "finish": "pass", **others})


def wins(results: Results) -> list[float]:
    return [figure.value for figure in results.wins]


def nobody(results: Results) -> dict[str, float]:
    return {reason: figure.value for reason, figure in results.nobody.items()}


def times(results: Results) -> dict[str, float | None]:
    return {f"{each.square}: {each.effect}": each.times.value if each.times else None for each in results.happenings}


def landings(results: Results) -> dict[int, float]:
    return {square: figure.value for square, figure in results.landings.items()}


def test_who_throws_first_wins_more_often() -> None:
    # Each throw wins with 1/2: from the start by a 2, and from 1 by a 1, while a 2 stays there.
    board = board_of({2: "win"}, finish="exact, stay")
    for players in (1, 2, 3):
        results = odds(board, players, "no")
        total = 2**players - 1
        assert wins(results) == [about(Fraction(2**seat, total)) for seat in reversed(range(players))]
        turns = length(results.turns)
        assert turns.mean.value == about(2)
        assert turns.deviation == about(sqrt(2), 9)
        assert turns.median == 1
        assert [turns.shares[turn] for turn in range(1, 12)] == [about(HALF**turn) for turn in range(1, 12)]
        assert landings(results) == {1: about(1 - HALF**players), 2: about(1)}
        assert times(results) == {"2: win": about(1)}


def test_turns_to_skip_take_no_throw() -> None:
    board = board_of({1: "skip 1 turn", 2: "win"})
    results = odds(board, 2, "no")
    assert wins(results) == [about(Fraction(3, 4)), about(Fraction(1, 4))]
    assert length(results.turns).shares == {1: about(HALF), 2: about(HALF**2), 5: about(HALF**2)}
    assert length(results.throws).shares == {1: about(HALF), 2: about(HALF**2), 3: about(HALF**2)}
    assert times(results) == {"1: skip 1 turn": about(Fraction(3, 4)), "2: win": about(1)}


def test_rolling_again_takes_no_turn() -> None:
    results = odds(board_of({1: "roll again", 2: "win"}), 2, "no")
    assert wins(results) == [about(1), 0]
    assert length(results.turns).shares == {1: about(1)}
    assert length(results.throws).shares == {1: about(HALF), 2: about(HALF)}
    assert landings(results) == {1: about(HALF), 2: about(1)}


def test_many_throws_in_a_turn_are_as_many_turns_without_them() -> None:
    again = {**dict.fromkeys(range(1, 12), "roll again"), 12: "win"}
    for dice in ("1d6", "2d6"):
        others = {"dice": dice, "finish": "exact, bounce back"}
        one_turn = odds(board_of({**again, 5: "go to the start; roll again"}, 12, **others), 1, "no")
        turns = odds(board_of({5: "go to the start", 12: "win"}, 12, **others), 1, "no")
        assert length(one_turn.turns).shares == {1: about(1)}
        assert length(one_turn.throws).mean.value == about(length(turns.turns).mean.value)
        assert length(one_turn.throws).deviation == about(length(turns.turns).deviation, 9)
        assert landings(one_turn) == {square: about(times) for square, times in landings(turns).items()}


def test_who_throws_for_ever_is_stuck() -> None:
    results = odds(board_of({1: "win", 2: "roll again", 3: "roll again"}, 3), 2, "no")
    assert (wins(results), nobody(results)) == ([about(HALF), 0], {"stuck": about(HALF)})


def test_a_rule_of_the_next_turn_needs_no_throw() -> None:
    results = odds(board_of({1: "next turn, win", 2: "win"}), 1, "no")
    assert length(results.turns).shares == {1: about(HALF), 2: about(HALF)}
    assert length(results.throws).shares == {1: about(1)}
    assert times(results) == {"1: win": about(HALF), "2: win": about(HALF)}


@pytest.mark.parametrize(
    ("last_player", "players", "seats", "all_out", "out"),
    [
        ("plays on", 1, [HALF], HALF, HALF),
        ("plays on", 2, [HALF, HALF**2], HALF**2, Fraction(3, 4)),
        ("wins the pot", 1, [HALF], HALF, HALF),
        ("wins the pot", 2, [HALF, HALF], 0, HALF),
        ("wins the pot", 3, [HALF, HALF**2, HALF**2], 0, Fraction(3, 4)),
    ],
)
def test_who_leaves(last_player: str, players: int, seats: list[Fraction], all_out: Fraction, out: Fraction) -> None:
    board = board_of({1: "leave the game", 2: "win"}, last_player=last_player)
    results = odds(board, players, "no")
    assert wins(results) == list(map(about, seats))
    assert sum(nobody(results).values()) == about(all_out)
    assert set(nobody(results)) == ({"all out"} if all_out else set())
    assert results.out.value == about(out)
    assert times(results)["1: leave the game"] == about(out)


def test_who_waits_for_ever_does_not_win() -> None:
    board = board_of({1: "wait until another player lands here", 2: "win"})
    alone, two = odds(board, 1, "no"), odds(board, 2, "no")
    assert (wins(alone), nobody(alone)) == ([about(HALF)], {"stuck": about(HALF)})
    assert length(alone.turns).shares == {1: about(1)}
    # Whoever comes to 1 frees the first there, who wins with the next throw.
    assert (wins(two), nobody(two)) == ([about(Fraction(3, 4)), about(HALF**2)], {})


def test_pawns_that_change_places() -> None:
    # Seat 1 wins only if seat 0 swaps places with it on 1, which needs three throws of 1.
    results = odds(board_of({2: "swap places with the player on 1", 3: "win"}, 3), 2, "no")
    assert wins(results) == [about(Fraction(7, 8)), about(HALF**3)]
    assert times(results)["2: swap places with the player on 1"] == about(Fraction(3, 8))


@pytest.mark.parametrize(("order", "seats"), [("clockwise", [0, 2, 1]), ("counterclockwise", [0, 1, 2])])
def test_seats_are_in_the_order_of_turns(order: str, seats: list[int]) -> None:
    board = board_of({1: "your left neighbour wins", 2: "your left neighbour wins", 3: "your right neighbour wins"}, 3,
                     dice="1d3", order=order)  # fmt: skip
    assert wins(odds(board, 3, "no")) == [about(seat * THIRD) for seat in seats]


@pytest.mark.parametrize(("choose", "chance"), [("yes", HALF), ("random", HALF**2), ("no", Fraction(0))])
def test_answers(choose: str, chance: Fraction) -> None:
    results = odds(board_of({1: "may win", 2: "leave the game"}), 1, choose)
    assert (wins(results), nobody(results)) == ([about(chance)], {"all out": about(1 - chance)})
    assert times(results) == {"1: win": about(chance), "2: leave the game": about(1 - chance)}


def test_a_role_that_decides_moves() -> None:
    board = board_of({1: "your right neighbour becomes your friday", 2: "if you have a friday then win", 3: "win"}, 3)
    alone, two = odds(board, 1, "no"), odds(board, 2, "no")
    assert length(alone.turns).mean.value == about(Fraction(9, 4)), "a lone player has no neighbour"
    assert wins(two) == [about(1), 0]
    assert length(two.turns).shares == {3: about(1)}


def test_who_the_cashier_is_can_decide_moves() -> None:
    # Seat 1 gives the win to the cashier, who is seat 0, unless the first throw is a 2.
    board = board_of({1: "if someone is here then the cashier becomes your friday; your friday wins", 2: "win"})
    assert wins(odds(board, 2, "no")) == [about(Fraction(3, 4)), about(HALF**2)]


@pytest.mark.parametrize(("stake", "mean"), [(1, Fraction(3, 2)), (0, Fraction(9, 4))])
def test_the_stake_is_paid_before_the_first_turn(stake: int, mean: Fraction) -> None:
    board = board_of({1: "whenever you take from the pot, win; take 1 from the pot", 3: "win"}, 3, stake=str(stake))
    assert length(odds(board, 1, "no").turns).mean.value == about(mean)


@pytest.mark.parametrize(("purse", "mean"), [(1, Fraction(3, 2)), (0, Fraction(9, 4))])
def test_a_purse_can_be_empty(purse: int, mean: Fraction) -> None:
    rule = "whenever you pay the pot, win; pay 1 to the pot"
    board = board_of({1: rule, 3: "win"}, 3, stake="0", purse=str(purse))
    assert length(odds(board, 1, "no").turns).mean.value == about(mean)


def test_dice_are_read_one_by_one() -> None:
    board = board_of({3: "leave the game", 4: "if you rolled 2 and 2 then win"}, 4, dice="2d2", finish="exact, stay")
    results = odds(board, 1, "no")
    assert (wins(results), nobody(results)) == ([about(HALF**2)], {"all out": about(HALF), "stuck": about(HALF**2)})


def test_throws_are_told_apart_as_far_as_rules_do() -> None:
    rules = {**dict.fromkeys(range(3, 18), "leave the game"), 6: "if you rolled 1 and 2 and 3 then win; leave the game"}
    assert wins(odds(board_of(rules, 18, dice="3d6"), 1, "no")) == [about(Fraction(6, 6**3))]
    ones = " and ".join(["1"] * 10)
    throws = explore.chances_of_throws(board_of({10: f"if you rolled {ones} then win", 11: "win"}, 11, dice="10d100"))
    assert sum(throws.values()) == pytest.approx(1)
    assert len(throws) == 10 * 100 - 10 + 1
    assert throws[(1,) * 10] == pytest.approx(100.0**-10)


def test_landings_without_end_are_no_end() -> None:
    results = odds(board_of({1: "may go to 2", 2: "may go to 1", 3: "win"}, 3, dice="1d3"), 1, "yes")
    assert (wins(results), nobody(results)) == ([about(THIRD)], {"stuck": about(2 * THIRD)})
    assert landings(results) == {1: about(2 * THIRD), 2: about(2 * THIRD), 3: about(THIRD)}, "of a circle, once each"


def test_a_game_that_can_never_end_counts_until_it_goes_round() -> None:
    # From 2, every throw leads to 2 again.
    results = odds(board_of({1: "pay 1 to the pot"}), 1, "no")
    assert (wins(results), nobody(results)) == ([0], {"stuck": 1})
    assert results.turns is results.throws is None
    assert landings(results) == {1: about(HALF), 2: about(1)}


def test_what_happens_counts_when_nobody_can_win_any_more() -> None:
    # A 2 leads past the only square that wins; then a 1 leads to 3, and any other throw to 4, where the game ends.
    rules = {1: "win", 3: "pay 1 to the pot", 4: "wait until another player lands here"}
    results = odds(board_of(rules, 4), 1, "no")
    assert (wins(results), nobody(results)) == ([about(HALF)], {"stuck": about(HALF)})
    assert landings(results) == {1: about(HALF), 2: about(HALF), 3: about(HALF**2), 4: about(HALF)}
    assert list(times(results).values()) == [about(HALF), about(HALF**2), about(HALF)]
    assert length(results.turns).shares == {1: about(1)}, "of the games that end"


def test_turns_without_throws_can_come_again_and_again() -> None:
    results = odds(board_of({1: "each turn here, may pass", 2: "win"}), 1, "random")
    assert length(results.throws).shares == {1: about(HALF), 2: about(HALF)}
    assert length(results.turns).mean.value == about(1 + HALF * 2)


# All games of a board, one by one.

PLAYED_OUT: list[tuple[dict[int, str], int, str, dict[str, str]]] = [
    ({1: "skip 1 turn", 2: "roll again", 3: "everyone else goes to 1", 4: "win"}, 2, "no", {}),
    ({1: "may go to 3", 2: "may skip 2 turns", 3: "next turn, may roll again", 4: "win"}, 2, "random", {}),
    ({1: "swap places with the nearest player", 2: "leave the game", 4: "win"}, 3, "no", {"ties": "last after you"}),
    ({1: "your left neighbour becomes your friday", 2: "your friday goes to 3", 3: "skip 1 turn", 4: "win"}, 3, "no",
     {"order": "counterclockwise"}),
    ({1: "the cashier becomes your friday", 2: "if you have a friday then your friday wins", 4: "win"}, 3, "no", {}),
    ({1: "whenever you pay the pot, go forward 1", 2: "pay 1 to the pot", 3: "everyone pays 2 to the pot", 4: "win"},
     2, "no", {"purse": "12"}),
    ({1: "whenever you pay the pot, your left neighbour pays 1 to the pot", 2: "pay 1 to the pot",
      3: "everyone pays 2 to the pot", 4: "win"}, 2, "no", {"standing_rules": "set off each other"}),
    ({1: "pay 1 to the cashier; leave the game", 2: "pay 1 to the cashier", 4: "win"}, 3, "no", {}),
    ({1: "wait until another player lands here", 2: "everyone else leaves the game", 3: "may win", 4: "win"}, 2,
     "random", {"last_player": "wins the pot"}),
    ({1: "each turn here, roll again", 2: "go on by your throw", 3: "may win", 4: "win"}, 2, "random", {}),
    ({1: "next turn, roll again", 2: "roll again; everyone else skips 1 turn", 3: "may roll again", 4: "win"},
     2, "random", {}),
    ({2: "if you rolled 1 and 1 then roll again", 3: "may go forward 1", 4: "win"}, 2, "random", {"dice": "2d2"}),
]  # fmt: skip


@pytest.mark.parametrize(("squares", "players", "choose", "others"), PLAYED_OUT)
def test_the_games_one_by_one_come_to_the_same(
    squares: dict[int, str], players: int, choose: str, others: dict[str, str]
) -> None:
    board = board_of(squares, 4, **others)
    results, games = odds(board, players, choose), all_games(board, players, choose)
    assert games.open == 0
    assert wins(results) == [about(games.ends[seat]) for seat in range(players)]
    assert nobody(results) == {str(end): about(games.ends[end]) for end in games.ends if isinstance(end, str)}
    ended = sum(games.turns.values())
    for found, counted in ((results.turns, games.turns), (results.throws, games.throws)):
        assert length(found).shares == {steps: about(Fraction(share, ended)) for steps, share in counted.items()}
        assert length(found).median == next(
            steps
            for steps, below in zip(sorted(counted), accumulate(counted[each] for each in sorted(counted)), strict=True)
            if 2 * below >= ended
        )
    assert results.out.value == about(games.out)
    assert landings(results) == {square: about(games.landings[square]) for square in board.squares}
    for number, (each, figure) in enumerate(times(results).items()):
        assert figure == about(games.times[number]), each


@pytest.mark.parametrize("choose", ["yes", "no", "random"])
def test_long_games_one_by_one_come_close(choose: str) -> None:
    board = board_of({1: "may go back 1", 2: "if someone is on 1 then leave the game", 3: "go to the start"}, 3)
    board = replace(board, squares={**board.squares, 3: small_board({3: "win"}, 3).squares[3]})
    results, games = odds(board, 2, choose), all_games(board, 2, choose, longest=11)
    assert games.open < Fraction(1, 4)
    found: list[tuple[int | str, float]] = [*enumerate(wins(results)), *nobody(results).items()]
    for end, chance in found:
        assert games.ends[end] - 1e-12 <= chance <= games.ends[end] + games.open


# Any board.

SMALL = small_board({}, 5, roles="; ".join(f"{role}: {role}" for role in ROLES))
any_settings = board_settings([Dice(1, 2), Dice(1, 3), Dice(2, 2)], [0, 2], [None, 3])
WINNING = small_board({5: "win"}, 5).squares[5]


def any_board() -> st.SearchStrategy[Board]:
    """Boards of five squares with any rules, of which the last wins."""

    def make(squares: dict[int, tuple[Effect, ...]], header: dict[str, Any]) -> Board:
        changed = {number: replace(SMALL.squares[number], effects=rule) for number, rule in squares.items()}
        return replace(SMALL, squares={**SMALL.squares, **changed, 5: WINNING}, **header)

    return st.builds(make, st.dictionaries(st.integers(1, 4), rules(squares=5, amounts=3), max_size=4), any_settings)


@given(any_board(), st.integers(1, 3), st.sampled_from(["yes", "no", "random", "race"]))
@settings(derandomize=True, max_examples=60, suppress_health_check=list(HealthCheck))
def test_on_any_board_odds_agree_with_estimates(board: Board, players: int, choose: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(explore, "MOST_BRANCHES", 150)
        patched.setattr(exact, "MOST_WAYS", 3000)
        patched.setattr(chains, "MOST_STEPS", 1000)
        try:
            results = odds(board, players, choose)
        except (TooManyWays, TooSlow):
            return
    assert sum(wins(results)) + sum(nobody(results).values()) == pytest.approx(1)
    assert all(0 <= chance <= 1 + 1e-9 for chance in (*wins(results), *nobody(results).values()))
    for found in (results.turns, results.throws):
        assert found is None or sum(found.shares.values()) == pytest.approx(1)
    estimated = simulate(board, players, 150, 1, choose=choose, most_turns=300)
    if estimated.nobody["turn limit"].value or ("stuck" in results.nobody and Program(board).each_turn_squares):
        # What goes on for ever is played on, at least for a while, so that only the ends can be compared.
        results = replace(results, landings={}, happenings=(), out=estimated.out)
        estimated = replace(estimated, happenings=())
    assert disagreements(results, estimated, slack=0.03) == []


# The boards that ship.


@pytest.mark.parametrize("choose", ["yes", "no", "random"])
def test_odds_agree_with_estimates_whoever_answers(choose: str) -> None:
    results, estimated = (
        odds(shipped("nl"), 1, choose),
        simulate(shipped("nl"), 1, 300, 7, choose=choose, most_turns=2000),
    )
    # Whoever passes for ever is stuck at once in the one, and passes up to the limit in the other.
    happenings = tuple(replace(each, times=None) if each.effect == "pass" else each for each in results.happenings)
    assert ("stuck" in results.nobody) == (choose == "yes")
    assert disagreements(replace(results, happenings=happenings), estimated) == []


def test_what_depends_on_chips_is_left_out() -> None:
    unknown = [(each.square, each.effect) for each in odds(shipped("nl"), 1, "race").happenings if each.times is None]
    assert unknown == [(29, "your friday takes 1 from the pot")]


# What is too much.


def test_too_many_players_are_refused_at_once() -> None:
    message = r"^9 players on 45 squares can come to about 922,190,162,669,056 positions, each with 6 throws$"
    with pytest.raises(TooManyWays, match=message):
        odds(shipped("nl"), 9, "race")


def test_too_many_positions_are_refused_when_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_WAYS", 2000)
    monkeypatch.setattr(exact, "HOPELESS", 1000)
    message = r"^a game can come to more than \d\d\d positions, and throws can go on in more than 2,000 ways$"
    with pytest.raises(TooManyWays, match=message):
        odds(shipped("goose"), 2, "race")


@pytest.mark.parametrize(
    ("rule", "players"),
    [("skip 2 turns; roll again", 1), ("roll again; roll again", 1), ("everyone else skips 2 turns; roll again", 2)],
)
def test_what_adds_up_without_end_is_followed_as_far_as_it_is_probable(rule: str, players: int) -> None:
    board = board_of({2: rule, 3: "go to 2", 5: "win"}, 5, dice="1d4")
    results, estimated = odds(board, players, "no"), simulate(board, players, 2000, 1, choose="no")
    assert disagreements(results, estimated) == []


@pytest.mark.parametrize(
    ("rule", "most", "why"),
    [
        ("everyone else skips 9 turns", 2000, "turns to skip can add up without end"),
        ("roll again; roll again; roll again", 200, "throws in a turn can add up without end"),
        (
            "whenever you take from the pot, go to the start; take 1 from the pot",
            2000,
            "chips, which decide where pawns go, can add up without end",
        ),
    ],
)
def test_it_is_said_of_what_there_can_be_too_many(
    monkeypatch: pytest.MonkeyPatch, rule: str, most: int, why: str
) -> None:
    monkeypatch.setattr(exact, "MOST_WAYS", most)
    board = board_of({1: rule, 2: "pay 1 to the pot", 3: "go to the start", 4: "win"}, 4, finish="exact, stay")
    message = (
        rf"^a game can come to more than [\d,]+ positions, since {why}, and throws can go on in more than {most:,} ways"
    )
    with pytest.raises(TooManyWays, match=message):
        odds(board, 2, "no")


@pytest.mark.parametrize("few_ways", [1, 26])
def test_without_room_for_roles_their_effects_are_left_out(monkeypatch: pytest.MonkeyPatch, few_ways: int) -> None:
    board = board_of({1: "your right neighbour becomes your friday", 2: "your friday pays 1 to the pot", 4: "win"}, 4)
    fine = odds(board, 2, "no")
    monkeypatch.setattr(exact, "FEW_WAYS", few_ways)
    coarse = odds(board, 2, "no")
    assert Counter(times(fine).values())[None] == 0
    assert [each for each, figure in times(coarse).items() if figure is None] == ["2: your friday pays 1 to the pot"]
    assert (wins(coarse), landings(coarse)) == (list(map(about, wins(fine))), landings(fine))


def test_a_throw_that_can_go_on_in_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "; ".join(f"may pay {chips} to the pot" for chips in range(1, 6))
    board = board_of({1: rules, 2: "win"})
    assert odds(board, 1, "random").wins
    monkeypatch.setattr(explore, "MOST_BRANCHES", 60)
    message = r"^one throw can go on in more than 60 ways, by the answers given$"
    with pytest.raises(TooManyWays, match=message):
        odds(board, 1, "random")


def test_a_game_that_hardly_ever_ends_is_refused() -> None:
    board = small_board({**dict.fromkeys(range(1, 16), "go to the start"), 16: "win"}, 16, dice="8d2")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(chains, "MOST_STEPS", 5000)
        with pytest.raises(TooSlow, match=r"^after 5,000 turns or throws, a game still goes on with a probability of "):
            odds(board, 1, "no")


def test_a_game_that_would_take_too_long_is_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    # It goes on with 255/256 after each throw, and there is a single position.
    board = small_board({**dict.fromkeys(range(1, 16), "go to the start"), 16: "win"}, 16, dice="8d2")
    monkeypatch.setattr(chains, "MOST_WORK", 2000)
    with pytest.raises(TooSlow, match=r"^after 250 turns or throws, a game still goes on with a probability of 0\.38$"):
        odds(board, 1, "no")


def test_the_rule_of_every_square_happens_as_often_as_on_all_squares_together() -> None:
    every = {"every_square": 'say "Hello"; pay 1 to the pot', "except": "2"}
    results = odds(board_of({2: "skip 1 turn", 4: "win"}, last=4, **every), 1, "race")
    # Squares 1 and 3 are landed on by 1/2 and 5/8 of all games.
    assert times(results) == {
        "2: skip 1 turn": about(Fraction(3, 4)),
        "4: win": about(1),
        'None: say "Hello"': about(Fraction(9, 8)),
        "None: pay 1 to the pot": about(Fraction(9, 8)),
    }


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("nl", ["following turns", "following turns with effects", "following throws"]),
        ("goose", ["following turns", "following turns again", "following throws"]),
    ],
)
def test_progress_only_rises(name: str, steps: list[str]) -> None:
    told: list[tuple[str, float | None]] = []
    odds(shipped(name), 1, "race", lambda doing, share: told.append((doing, share)))
    explored = [int(doing.split()[2]) for doing, share in told if doing.startswith("positions explored:")]
    assert explored == list(range(1, len(explored) + 1))
    for_answers = [int(doing.split()[-1]) for doing, _ in told if doing.startswith("positions explored for answers:")]
    assert for_answers == sorted(for_answers)
    assert bool(for_answers) == (name == "nl"), "the goose asks nobody anything"
    assert list(dict.fromkeys(doing for doing, share in told if share is not None)) == steps
    for step in steps:
        shares = [round(share, 12) for doing, share in told if doing == step and share is not None]
        assert shares == sorted(shares)
        assert 0 <= shares[0] <= shares[-1] == 1
