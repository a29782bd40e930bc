"""Two boards side by side: what one of them has changed."""

import json
from itertools import product

import pytest
from support import ROOT, small_board

from interpreter.board import Board
from interpreter.differences import Difference, What, as_objects, as_text, differences
from interpreter.language import canonical_rule
from interpreter.load import check_source, load_board
from interpreter.source import Source


def shipped(name: str, *changes: tuple[str, str]) -> Board:
    """Load a board that ships, with changes in its text."""
    text = (ROOT / "boards" / f"{name}.yaml").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    board, _ = check_source(Source(f"{name}.yaml", text))
    assert board is not None
    return board


def test_a_board_does_not_differ_from_itself() -> None:
    board = shipped("nl")
    assert differences(board, shipped("nl")) == []
    assert as_text([], "nl.yaml", "mine.yaml") == "No difference."
    assert as_objects([]) == []


def test_a_rule_and_settings_changed_in_a_copy() -> None:
    copy = shipped(
        "nl",
        ("stake: 10", "stake: 5"),
        ("landing: throw, count back, go ", "landing: swap, throw "),
        ("may go to 27", "may go to 28"),
        ("effect: may skip 1 turn", "effect:"),
        ("      win\n", "      may win\n"),
        ("43: Vertrek", "46: Vertrek"),
        ("R. is gered", "R. is dood"),
    )
    found = differences(shipped("nl"), copy)
    pot = canonical_rule(shipped("nl").effects_of(45)[:2])
    assert found == [
        Difference(What.SETTING, "stake", "10", "5"),
        Difference(What.SETTING, "landing", "throw, count back, go", "throw, swap"),
        Difference(What.EFFECT, 12, "may skip 1 turn", ""),
        Difference(What.EFFECT, 23, "may go to 27", "may go to 28"),
        Difference(What.SQUARE_MISSING, 43, "", None),
        Difference(What.EFFECT, 45, f"{pot}\nwin", f"{pot}\nmay win"),
        Difference(What.SQUARE_MISSING, 46, None, ""),
    ]  # fmt: skip
    assert (
        as_text([each for each in found if each.place != 45], "boards/nl.yaml", "mine.yaml")
        == """\
stake:
  boards/nl.yaml:  10
  mine.yaml:       5

landing:
  boards/nl.yaml:  throw, count back, go
  mine.yaml:       throw, swap

square 12:
  boards/nl.yaml:  may skip 1 turn
  mine.yaml:       (no effect)

square 23:
  boards/nl.yaml:  may go to 27
  mine.yaml:       may go to 28

square 43:
  boards/nl.yaml:  (no effect)
  mine.yaml:       (there is no such square)

square 46:
  boards/nl.yaml:  (there is no such square)
  mine.yaml:       (no effect)"""
    )
    assert json.loads(json.dumps(as_objects(found)[1:5:3])) == [
        {"what": "setting", "key": "landing", "square": None, "first": "throw, count back, go",
         "second": "throw, swap"},
        {"what": "square missing", "key": None, "square": 43, "first": "", "second": None},
    ]  # fmt: skip


def test_several_statements_stand_below_each_other() -> None:
    found = [Difference(What.EFFECT, 2, "pay 1 to the pot\nwin", "win")]
    assert (
        as_text(found, "a.yaml", "b.yaml")
        == """\
square 2:
  a.yaml:  pay 1 to the pot
           win
  b.yaml:  win"""
    )


def test_squares_that_differ_in_the_same_way_stand_together() -> None:
    geese = [Difference(What.EFFECT, number, "", "go on by your throw") for number in (5, 9, 14, 15, 16, 20, 21)]
    found = [Difference(What.SETTING, "stake", "0", "5"), *geese, Difference(What.SQUARE_MISSING, 22, "", None)]
    found.insert(3, Difference(What.EFFECT, 10, "go to 38", ""))
    assert (
        as_text(found, "A", "B")
        == """\
stake:
  A:  0
  B:  5

squares 5, 9, 14-16, 20-21:
  A:  (no effect)
  B:  go on by your throw

square 10:
  A:  go to 38
  B:  (no effect)

square 22:
  A:  (no effect)
  B:  (there is no such square)"""
    )


def test_long_lines_are_broken_and_go_on_further_in() -> None:
    rule = "if you rolled 4 and 5 then go to 53 otherwise go on by your throw\nwin"
    found = [Difference(What.EFFECT, number, rule, None) for number in range(1, 30, 2)]
    assert (
        as_text(found, "A", "mine", width=40)
        == """\
squares 1, 3, 5, 7, 9, 11, 13, 15, 17,
  19, 21, 23, 25, 27, 29:
  A:     if you rolled 4 and 5 then go
           to 53 otherwise go on by your
           throw
         win
  mine:  (there is no such square)"""
    )
    assert rule.split("\n")[0] in as_text(found, "A", "mine")


def test_the_translations_differ_in_one_rule_only() -> None:
    boards = {name: load_board(name)[0] for name in ("nl", "no", "he")}
    assert boards["nl"]
    assert boards["no"]
    assert boards["he"]
    twelve = Difference(What.EFFECT, 12, "may skip 1 turn", "skip 1 turn")
    assert differences(boards["nl"], boards["no"]) == [twelve]
    assert differences(boards["nl"], boards["he"]) == [twelve]
    assert differences(boards["no"], boards["he"]) == []


def test_what_is_said_counts_in_one_language_only() -> None:
    hello = small_board({1: 'say "Hello!"; win'})
    bye = small_board({1: 'say "Bye!"; win'})
    assert [each.place for each in differences(hello, bye)] == [1]
    assert differences(hello, small_board({1: 'say "Hallo!"; win'}, language="nl")) == []
    loud = small_board({1: 'everyone says "Hallo!"; win'}, language="nl")
    assert differences(hello, loud) == [
        Difference(What.EFFECT, 1, 'say "Hello!"\nwin', 'everyone says "Hallo!"\nwin')
    ]  # fmt: skip


def test_the_case_of_a_role_is_no_difference() -> None:
    one, other = (
        small_board({1: f'your right neighbour becomes your friday; say "{said}"'}, roles=f"{role}: Friday")
        for role, said in (("friday", "Ah"), ("FRIDAY", "Ah"))
    )
    assert differences(one, other) == []
    aloud = small_board({1: 'your right neighbour becomes your friday; say "AH"'}, roles="FRIDAY: Friday")
    assert [each.place for each in differences(one, aloud)] == [1]


def test_a_setting_that_is_left_out_is_what_holds_without_it() -> None:
    said = small_board({1: "win"}, finish="exact, bounce back", purse="unlimited", landing="go, throw,count back")
    assert differences(said, small_board({1: "win"})) == []
    assert differences(small_board({1: "win"}, purse="20"), said) == [
        Difference(What.SETTING, "purse", "20", "unlimited")
    ]


def test_words_about_the_game_are_no_difference() -> None:
    other = small_board({1: "win"}, name="Other", label="Nr.", intro="Play!", language="da", translates="nl.yaml")
    assert differences(small_board({1: "win"}), other) == []


BOARDS = [
    small_board({1: "win"}),
    small_board({1: "win", 2: "pay 1 to the pot"}),
    small_board({2: "win"}, stake="3"),
    small_board({1: "win"}, last=9, dice="2d6", order="counterclockwise"),
]


@pytest.mark.parametrize(("one", "other"), list(product(BOARDS, repeat=2)))
def test_the_other_way_round_it_is_the_same(one: Board, other: Board) -> None:
    turned = [Difference(each.what, each.place, each.second, each.first) for each in differences(other, one)]
    assert differences(one, other) == turned
    assert (turned == []) == (one is other)
