"""Changes as people write them behind --set: what they make of a board, and every message in full."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from support import small_board

from interpreter.board import Board
from interpreter.changes import changed
from interpreter.diagnostics import as_text
from interpreter.differences import Difference, What, differences
from interpreter.load import load_board

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
