"""Formatting puts effects into canonical text, and changes nothing else."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import rules

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic
from interpreter.effects import Effect
from interpreter.formatting import formatted
from interpreter.language import canonical
from interpreter.load import board_path, shipped_boards
from interpreter.reader import read_board
from interpreter.source import Source

HEADER = """\
name: Small
language: en
label: No.
dice: 1d6
intro: PAY 3 to pot
roles: {friday: Friday, tante: Tante}
"""

SQUARES = """\
squares:   # PAY 3 to pot
  1: {story: PAY 3 to pot, rule: 'x', effect: Pay 3 chips to pot}   # a remark
  "2":
     effect:   PAY  3 to pot ;;take 1 from pot;   # a remark, pay 3 to pot
     rule: PAY 3 to pot
  3:
    rule: |
      PAY 3 to pot
    effect: |+
      next turn may roll  again

        say  "PAY  3 to pot; # no remark" ; pay 3 to the pot
      if you rolled 6
        then WIN
        otherwise pass

  4: {rule: "It's", effect: 'each turn here may pass'}
  5: {rule: "It's", effect: each turn here may pass}
  6:
    rule: Many.
    effect: >-
      pay 3 to
      pot;
      pay 4 to pot

      pay 5 to pot
  7:
    rule: Many.
    effect: if you rolled at most 2 then
      pay 3 to pot
  8:
    rule: Many.
    effect: "pay 3 to pot

      PAY 4 to pot"
"""

FORMATTED = """\
squares:   # PAY 3 to pot
  1: {story: PAY 3 to pot, rule: 'x', effect: pay 3 to the pot}   # a remark
  "2":
     effect:   pay 3 to the pot ;;take 1 from the pot;   # a remark, pay 3 to pot
     rule: PAY 3 to pot
  3:
    rule: |
      PAY 3 to pot
    effect: |+
      next turn, may roll again

        say "PAY  3 to pot; # no remark" ; pay 3 to the pot
      if you rolled 6 then win otherwise pass

  4: {rule: "It's", effect: 'each turn here, may pass'}
  5: {rule: "It's", effect: "each turn here, may pass"}
  6:
    rule: Many.
    effect: >-
      pay 3 to the pot;
      pay 4 to the pot

      pay 5 to the pot
  7:
    rule: Many.
    effect: if you rolled at most 2 then pay 3 to the pot
  8:
    rule: Many.
    effect: "pay 3 to the pot

      pay 4 to the pot"
"""


def read(text: str) -> tuple[Board, list[Diagnostic]]:
    """Read a board, without its places; that it has no phrases is no finding."""
    board, findings = read_board(Source("board.yaml", text))
    assert board is not None
    findings = [finding for finding in findings if finding.code != "missing-key"]
    squares = {number: replace(square, spans={}) for number, square in board.squares.items()}
    return replace(board, source=Source("", ""), spans={}, squares=squares), findings


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_effects_become_canonical_and_nothing_else_changes(line_end: str) -> None:
    text, expected = ((HEADER + squares).replace("\n", line_end) for squares in (SQUARES, FORMATTED))
    assert read(text)[1] == []
    assert formatted(Source("board.yaml", text)) == (expected, [])
    assert formatted(Source("board.yaml", expected)) == (expected, [])
    assert read(expected) == read(text)


@pytest.mark.parametrize("name", shipped_boards())
def test_the_boards_that_ship_are_formatted(name: str) -> None:
    text = Path(board_path(name)).read_text("utf-8")
    assert formatted(Source(name, text)) == (text, [])


def test_an_effect_with_an_error_is_left_and_reported() -> None:
    text = HEADER + (
        "squares:\n"
        "  1: {rule: A, effect: PAY 1 to pot; paz 2}\n"
        "  2: {rule: B, effect: PAY 1 to pot}\n"
        "  3: {rule: C, effect: [PAY 1 to pot]}\n"
        "  02: {rule: D, effect: PAY 1 to pot}\n"
        '  4: {rule: E, effect: "PAY 1 to \\x70ot"}\n'
        "  5: {rule: F, efect: PAY 1 to pot}\n"
    )
    done, findings = formatted(Source("board.yaml", text))
    assert done == text.replace("B, effect: PAY 1 to pot", "B, effect: pay 1 to the pot")
    assert [(finding.code, finding.square) for finding in findings] == [
        ("unknown-word", 1),
        ("yaml", None),
        ("duplicate-key", 2),
        ("escape", 4),
        ("unknown-key", 5),
    ]


@pytest.mark.parametrize(
    "effect",
    [
        # with brackets around, the comma needs quotation marks; what is said has those of both kinds
        '{rule: A, effect: "next turn, say " it\'s " "}'.replace(
            '"next turn, say " it\'s " "', 'next turn say "it\'s"'
        ),
        # the deeper line keeps its line end, and would no longer be there to do so
        "\n    rule: A\n    effect: >\n      if you rolled 1\n        then PASS\n      roll again",
    ],
)
def test_an_effect_whose_canonical_text_does_not_fit_is_left_and_reported(effect: str) -> None:
    text = HEADER + f"squares:\n  1: {effect}\n  2: {{rule: B, effect: PAY 1 to pot}}\n"
    assert read(text)[1] == []
    done, findings = formatted(Source("board.yaml", text))
    assert done == text.replace("PAY 1 to pot", "pay 1 to the pot")
    assert [(finding.code, finding.square) for finding in findings] == [("not-formatted", 1)]


def test_a_file_without_a_board_is_left_and_reported() -> None:
    for text in ("", "name: [", "squars: {1: {effect: PAY 1 to pot}}", "- effect: PAY 1 to pot"):
        done, findings = formatted(Source("board.yaml", text))
        assert done == text
        assert findings != []


def test_what_is_missing_elsewhere_does_not_matter() -> None:
    text = "squares:\n  1:\n    effect: PAY 1 to pot\n"
    assert formatted(Source("board.yaml", text)) == (text.replace("PAY 1 to pot", "pay 1 to the pot"), [])


STYLES = {
    "plain": "{}",
    "single": "'{}'",
    "block": "|2-\n        {}",
    "folded": ">\n      {}",
    "flow": "{{rule: R, effect: {}}}",
}


def carelessly(text: str) -> str:
    """Write a statement as nobody should, but for what is said in it."""
    parts = re.split(r'("[^"]*")', text)
    for place in range(0, len(parts), 2):
        careless = (
            parts[place].replace(",", "").replace(" the ", " ").replace(" to ", " TO   ").replace(" a ", " your ")
        )
        parts[place] = re.sub(r" (then|otherwise|and|or) ", r"\n            \1 ", careless)
    return "".join(parts)


@given(rules(), st.sampled_from(sorted(STYLES)), st.sampled_from(["\n", "\r\n"]))
def test_formatting_keeps_the_game_and_is_done_once(rule: tuple[Effect, ...], style: str, line_end: str) -> None:
    effect = " ;\n            ".join(carelessly(canonical(each)) for each in rule)
    before = HEADER + "squares:   # pay 1 to pot\n  1: " + ("" if style == "flow" else "\n    rule: R\n    effect: ")
    after = "   \n  2: The end.  # pay 1 to pot\n"
    text = (before + STYLES[style].format(effect) + after).replace("\n", line_end)
    # what is said can mean something to YAML
    assume(all(finding.code == "missing-key" for finding in read_board(Source("board.yaml", text))[1]))
    board, _ = read(text)
    done, findings = formatted(Source("board.yaml", text))
    assert findings == [] or style in ("flow", "folded")
    before, after = before.replace("\n", line_end), after.replace("\n", line_end)
    assert done.startswith(before)
    assert done.endswith(after)
    assert read(done) == (board, [])
    assert formatted(Source("board.yaml", done))[0] == done
    if not findings:
        shown = done[len(before) : -len(after)]
        assert [part for part in map(canonical, board.squares[1].effects) if part not in shown] == []
