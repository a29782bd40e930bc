"""Changes as people write them behind --set: what they make of a board, and every message in full."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from support import board_text, small_board

from interpreter.board import Board
from interpreter.changes import changed
from interpreter.diagnostics import as_text
from interpreter.differences import Difference, What, differences
from interpreter.load import check_source, load_board
from interpreter.source import Source

MESSAGES = (Path(__file__).parent / "shown" / "changes.txt").read_text("utf-8")
SHOWN = dict(re.findall(r"^\$ (.+?)\n(--set:.+?)(?=^\$ |\Z)", MESSAGES, re.MULTILINE | re.DOTALL))


def with_changes(board: Board, *changes: str) -> Board:
    """Change a board, or fail with what is wrong with the changes."""
    other, findings = changed(board, changes)
    assert [as_text(finding) for finding in findings] == []
    return other


@cache
def shipped(name: str) -> Board:
    board, _ = load_board(name)
    assert board is not None
    return board


@pytest.mark.parametrize(("command", "expected"), SHOWN.items(), ids=list(SHOWN))
def test_what_is_wrong_with_changes(command: str, expected: str) -> None:
    name, *changes = (word for word in shlex.split(command) if word != "--set")
    _, findings = changed(shipped(name), changes)
    assert "".join(f"{as_text(finding)}\n\n" for finding in findings) == expected


def test_all_that_is_shown_is_tried() -> None:
    assert len(SHOWN) == len(re.findall(r"^\$ ", MESSAGES, re.MULTILINE)) > 40


@pytest.mark.parametrize("written", ["8=win", " 8 = win ", "08=WIN", "8=\n  win\n"])
def test_a_square(written: str) -> None:
    board = shipped("nl")
    assert differences(board, with_changes(board, written)) == [
        Difference(What.EFFECT, 8, "pay 3 to the pot", "win")
    ]  # fmt: skip


@pytest.mark.parametrize("written", ["8= ", "8=", "8=;"])
def test_a_square_without_a_rule(written: str) -> None:
    board = shipped("nl")
    assert differences(board, with_changes(board, written)) == [Difference(What.EFFECT, 8, "pay 3 to the pot", "")]


@pytest.mark.parametrize("key", ["8-10", "8,9,10", " 10 , 8 - 9 "])
def test_several_squares(key: str) -> None:
    board = shipped("nl")
    other = with_changes(board, f"{key}=skip 1 turn")
    assert [each.place for each in differences(board, other)] == [8, 9, 10]
    assert {other.effects_of(square) for square in (8, 9, 10)} == {other.effects_of(8)}


def test_squares_that_had_the_same_words_keep_their_rule() -> None:
    goose = shipped("goose")
    for square in goose.squares[14].together:
        other = with_changes(goose, f"{square}=")
        assert [each.place for each in differences(goose, other)] == [square]
        assert sorted(number for each in other.written for number in each.together) == sorted(other.squares)


def findings_of(board: Board, *changes: str) -> list[tuple[str, str, int | None, str]]:
    """Give what is said of changes: severity, code, square, and the change that it is about."""
    _, findings = changed(board, changes)
    return [(each.severity.value, each.code, each.square, each.source.text) for each in findings]


POINTLESS = "if you rolled 9 then win"


def test_a_warning_that_the_board_has_too_is_not_about_a_change() -> None:
    board = small_board({2: POINTLESS, 3: "may go to 4", 4: "may go to 3", 12: "win"})
    assert findings_of(board, "5=pay 1 to the pot") == []
    assert findings_of(board, f"5={POINTLESS}") == [("warning", "pointless-condition", 5, f"5={POINTLESS}")]
    assert findings_of(board, f"2={POINTLESS}; pay 1 to the pot") == [
        ("warning", "pointless-condition", 2, f"2={POINTLESS}; pay 1 to the pot")
    ]
    assert findings_of(board, "2=", "3=") == []


def test_a_warning_of_squares_with_the_same_words_is_no_other_if_one_of_them_is_changed() -> None:
    text = (
        board_text({2: POINTLESS, 12: "win"}).replace("  2:\n", "  2, 4:\n").replace("  4:\n    story: Square 4.\n", "")
    )
    board, findings = check_source(Source("small.yaml", text))
    assert board is not None
    assert ("pointless-condition", 2) in [(finding.code, finding.square) for finding in findings]
    assert findings_of(board, "2=win") == []


def test_a_warning_about_another_square_is_about_the_change_that_makes_it() -> None:
    board = small_board({2: "if you rolled 6 then win", 3: "may go to 4", 12: "win"})
    assert findings_of(board, "4=may go to 3", "dice=1d4") == [
        ("warning", "endless-landing", 3, "4=may go to 3"),
        ("warning", "pointless-condition", 2, "dice=1d4"),
    ]


def test_nothing_is_said_of_words_that_a_square_does_not_have() -> None:
    assert findings_of(small_board({3: "go to 5", 12: "win"}), "3=", "4=go to 6") == []


def test_a_warning_that_the_board_accepts_is_none() -> None:
    text = board_text({12: "win"})
    accepting = text.replace("squares:\n", "accept:\n  pointless-condition: It is a joke.\nsquares:\n")
    for written, findings in ((text, 1), (accepting, 0)):
        board, _ = check_source(Source("small.yaml", written))
        assert board is not None
        assert len(findings_of(board, f"5={POINTLESS}")) == findings


def test_settings() -> None:
    board = shipped("nl")
    other = with_changes(board, "stake=5", "finish=exact, stay", "landing=throw")
    assert [(each.place, each.second) for each in differences(board, other)] == [
        ("stake", "5"),
        ("finish", "exact, stay"),
        ("landing", "throw"),
    ]


def test_the_rule_of_every_square_and_those_that_it_spares() -> None:
    board = small_board({12: "win"})
    for order in (1, -1):
        changes = ["every square=pay 1 to the pot", "except=3, 5-6"][::order]
        other = with_changes(board, *changes)
        assert [each.second for each in differences(board, other)] == ["pay 1 to the pot (except: 3, 5, 6)"]
    assert [each.second for each in differences(other, with_changes(other, "except="))] == ["pay 1 to the pot"]
    assert [each.second for each in differences(other, with_changes(other, "every square="))] == ["no rule"]
    assert [each.second for each in differences(other, with_changes(other, "every square=;"))] == ["no rule"]


def test_a_board_changed_and_changed_back_is_the_same_game() -> None:
    board = shipped("goose")
    other = with_changes(board, "5, 14=", "stake=9")
    assert differences(board, with_changes(other, "5, 14=go on by your throw", f"stake={board.stake}")) == []


def test_an_error_is_gone_if_a_later_change_makes_up_for_it() -> None:
    with_changes(shipped("nl"), "45=", "44=win")
