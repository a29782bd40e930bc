"""Lines that run from right to left, at a terminal that orders them and at one that does not."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.direction import NoOrder, as_picture, as_seen, check, is_from_the_right, isolated, orders_lines


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("תור 3: דנה, במשבצת 4", "4 תצבשמב ,הנד :3 רות"),
        ("רוצה, Anna? (כן/לא)", "(אל/ןכ) ?Anna ,הצור"),
        ("בהטלה של Anna יצא 9 (5 + 4).", ".(4 + 5) 9 אצי Anna לש הלטהב"),
        ("המצב: Anna [A] במשבצת 5 (הפסד של 3)", "(3 לש דספה) 5 תצבשמב Anna [A] :בצמה"),
        ("דָּנָה (Anna)", "(Anna) הנָדָּ"),
        ("שלום (א [ב] ג", "ג [ב] א) םולש"),
        ("של 3) · Anna (10", "Anna (10 · (3 לש"),
        ("א «Anna» < ב", "ב > «Anna» א"),
        ("א \u2066Anna!\u2069 ב\u200f!", "!ב Anna! א"),
        ("", ""),
    ],
)
def test_a_line_as_it_is_seen_from_the_right(line: str, seen: str) -> None:
    assert as_seen(line, from_the_right=True) == seen


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("Anna gooit 9 (5 + 4).", "Anna gooit 9 (5 + 4)."),
        ("דָּנָה gooit 3.", "הנָדָּ gooit 3."),
        ("Zoë (דנה) e\u0301!", "Zoë (הנד) é!"),
    ],
)
def test_a_line_from_the_left_with_names_from_the_right(line: str, seen: str) -> None:
    assert as_seen(line, from_the_right=False) == seen


@given(st.text("אבגדשׁ()[] .,:Ann12\u05b8\u05bc", max_size=60))
def test_ordering_loses_nothing_and_keeps_points_on_their_letters(line: str) -> None:
    line = line.lstrip("\u05b8\u05bc\u05c1")
    seen = as_seen(line, from_the_right=True)
    mirrored = str.maketrans("()[]", ")(][")
    assert sorted(seen.translate(mirrored) + seen) == sorted(line.translate(mirrored) + line)
    for pointed in re.findall("[אבגדש]\u05b8", line):
        assert pointed in seen


@given(st.text("abc xyz().,", max_size=60))
def test_what_runs_from_the_left_stays_as_it_is(line: str) -> None:
    assert as_seen(line, from_the_right=False) == line


def test_a_picture_stays_as_it_is_where_lines_are_ordered() -> None:
    assert as_picture("│   A   B") == "│   A   B"
    assert as_picture("│  דָּ A") == "\u200e│  \u2068דָּ\u2069\u200e A"


def test_names_of_another_direction_are_kept_together() -> None:
    assert isolated("Anna!", from_the_right=True) == "\u2068Anna!\u2069"
    assert isolated("דנה", from_the_right=True) == "דנה"
    assert isolated("דנה", from_the_right=False) == "\u2068דנה\u2069"
    assert isolated("7", from_the_right=True) == "7"
    assert isolated("a\u2069\u202e", from_the_right=True) == "\u2068a\\u2069\\u202e\u2069"


def test_the_direction_of_a_text_is_that_of_its_first_letter() -> None:
    assert is_from_the_right("12: דנה Anna")
    assert not is_from_the_right("12: Anna דנה")
    assert not is_from_the_right("12")


@pytest.mark.parametrize(
    ("environment", "orders"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7006"}, True),
        ({"TERM": "mlterm"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True),
        ({"TERM_PROGRAM": "vscode"}, False),
        ({}, False),
    ],
)
def test_terminals_that_are_known_to_order_lines(environment: dict[str, str], orders: bool) -> None:
    assert orders_lines(environment) is orders


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    check()
    monkeypatch.setitem(sys.modules, "bidi", None)
    monkeypatch.setattr(sys, "executable", "/venv/bin/python")
    needed = "--bidi visual needs python-bidi; in the project's folder: /venv/bin/python -m pip install '.[bidi]'"
    with pytest.raises(NoOrder, match=f"^{re.escape(needed)}$"):
        check()
