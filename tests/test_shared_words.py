"""Several squares below one key, and the rule of every square: what is done with them beside playing."""

from pathlib import Path

import pytest
from support import PHRASES, play

from interpreter.board import Board, sheet
from interpreter.deciders import Question
from interpreter.differences import What, differences
from interpreter.draft import draft
from interpreter.events import Answered
from interpreter.formatting import formatted
from interpreter.language import canonical_rule
from interpreter.load import check_source, load_board
from interpreter.narrate import Narrator
from interpreter.review import review
from interpreter.source import Source

TEXT = """\
name: Small
language: en
label: No.
dice: 1d6
stake: 10
accept:
  sentences-unread: there is no grammar
intro: |
  Rules.
  Wherever you land, you may pay.
every square:
  rule: Wherever you land, you may pay.
  effect: may pay 1 to pot
  except: 3, 7-8
squares:
  1, 4-5:
    story: A goose.
    rule: Pay a chip.
    effect: pay 1 to pot; "roll" again
  2: A road.
  3, 6-7: A wood.
  8:
    story: The last.
    rule: You have won.
    effect: win
"""


def board_of(text: str) -> Board:
    board, findings = check_source(Source("small.yaml", text + PHRASES))
    assert board is not None
    assert findings == []
    return board


@pytest.fixture
def text() -> str:
    return TEXT.replace('"roll"', "roll")


def test_squares_with_the_same_words_are_squares_of_their_own(text: str) -> None:
    board = board_of(text)
    assert list(board.squares) == [1, 4, 5, 2, 3, 6, 7, 8]
    assert [board.squares[number].together for number in (1, 2, 4, 6)] == [(1, 4, 5), (2,), (1, 4, 5), (3, 6, 7)]
    assert board.squares[1].effects == board.squares[4].effects
    assert [square.number for square in board.written] == [1, 2, 3, 8]
    lines = sheet(board).split("\n")
    assert lines[1:4] == ["Wherever you land, you may pay.", "No. 1: A goose. – Pay a chip.", "No. 2: A road."]
    assert [number for number in board.squares if board.every_effects_of(number)] == [1, 4, 5, 2, 6]


def test_effects_are_formatted_once(text: str) -> None:
    result, findings = formatted(Source("small.yaml", text + PHRASES))
    assert findings == []
    assert result == (text + PHRASES).replace("to pot", "to the pot")


def test_an_error_is_said_once_and_left_as_it_is() -> None:
    source = Source("small.yaml", TEXT.replace("may pay", "may pai") + PHRASES)
    result, findings = formatted(source)
    assert [(finding.code, finding.square) for finding in findings] == [("unknown-word", None), ("unexpected-word", 1)]
    assert result == source.text


def test_a_finding_is_accepted_for_all_squares_with_the_same_words(text: str, tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(text + PHRASES, "utf-8")
    assert review(str(path)) == []
    path.write_text(text.replace("rule: Pay a chip.", "rule: Pay 7 chips.") + PHRASES, "utf-8")
    found = [(finding.code, finding.square) for finding in review(str(path))]
    assert ("number-unused", 1) in found
    assert len([code for code, _ in found if code == "number-unused"]) == 1
    accepted = "rule: Pay 7 chips.\n    accept: {number-unused: so it is, number-unsaid: so it is, x: no}"
    path.write_text(text.replace("rule: Pay a chip.", accepted) + PHRASES, "utf-8")
    assert [(finding.code, finding.square) for finding in review(str(path))] == [("accepts-nothing", 1)]


def test_boards_differ_in_the_rule_of_every_square(text: str) -> None:
    board = board_of(text)
    assert differences(board, board_of(text)) == []
    (other,) = differences(board, board_of(text.replace("7-8", "7")))
    assert (other.what, other.place) == (What.SETTING, "every square")
    assert (other.first, other.second) == (
        "may pay 1 to the pot (except: 3, 7, 8)",
        "may pay 1 to the pot (except: 3, 7)",
    )
    without = board_of("".join(text.partition("every square:")[0]) + text[text.index("squares:\n  1") :])
    assert [each.second for each in differences(board, without)] == ["no rule"]


def test_a_draft_has_the_rule_of_every_square(text: str, tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(text + PHRASES, "utf-8")
    reference, _ = load_board(str(path))
    assert reference is not None
    drafted = draft("da", reference, str(tmp_path / "da.yaml"))
    (tmp_path / "da.yaml").write_text(drafted.text, "utf-8")
    assert (
        "every square:\n"
        "  rule: Wherever you land, you may pay.   # translate\n"
        "  effect: may pay 1 to the pot\n"
        "  except: 3, 7, 8\n"
    ) in drafted.text
    board, findings = load_board(str(tmp_path / "da.yaml"))
    assert board is not None
    assert findings == []
    assert differences(board, reference) == []
    assert all(
        canonical_rule(board.effects_of(each)) == canonical_rule(reference.effects_of(each)) for each in range(9)
    )


def test_a_question_of_every_square_shows_its_own_rule(text: str) -> None:
    board = board_of(text)
    narrator = Narrator(board)
    told: list[str] = []

    def decide(question: Question) -> bool:
        told.extend(line.text for line in narrator.ask(question))
        return True

    _, events, _ = play(board, [2, 3], names=["Anna"], decide=decide)
    told_without_asking = Narrator(board)
    lines: list[str] = []
    for event in events:
        told_again = [line.text for line in told_without_asking.tell(event)]
        lines += told_again if isinstance(event, Answered) else []
    assert told[:1] == ["Wherever you land, you may pay."]
    assert lines[:2] == ["Wherever you land, you may pay.", "Anna wants that."]
