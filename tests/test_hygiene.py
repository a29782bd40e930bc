"""What a careful reader marks in any text: files that provoke it, and what is said of them in full."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import HERE, PHRASES, board_text

from interpreter.diagnostics import as_text, in_order
from interpreter.hygiene import HYGIENE
from interpreter.reader import read_board
from interpreter.source import Source

FILES = sorted((HERE / "hygiene").glob("*.yaml"))


def marked(path: str, text: str) -> str:
    board, findings = read_board(Source(path, text))
    assert board is not None
    hidden = [finding for finding in findings if finding.code == "hidden-character"]
    marks = [mark for check in HYGIENE for mark in check(board)]
    return "".join(f"{as_text(finding)}\n\n" for finding in in_order([*hidden, *marks]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_marked(path: Path) -> None:
    assert marked(path.name, path.read_text("utf-8") + PHRASES) == path.with_suffix(".txt").read_text("utf-8")


def test_nothing_is_marked_in_good_texts() -> None:
    assert marked("good.yaml", board_text({1: "pay 1 to the pot", 12: "win"})) == ""


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_no_text_makes_a_traceback(story: str) -> None:
    quoted = '"' + story.replace("\\", "\\\\").replace('"', '\\"') + '"'
    marked("any.yaml", board_text({12: "win"}).replace("Square 1.", quoted))
