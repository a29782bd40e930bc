"""Two boards beside each other: what is said of their differences, for people and for programs."""

import dataclasses
import json
import re
from math import inf
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import CONTRASTS, EXACT, contrast
from support import ROOT

from interpreter.contrast import KINDS, Verdict, as_object, as_text, completed, exact_contrasts, verdict
from interpreter.differences import Difference, What
from interpreter.results import Contrasts, Figure

SHOWN = Path(__file__).parent / "shown"
RULES = [
    Difference(What.SETTING, "stake", "10", "5"),
    Difference(What.EFFECT, 8, "pay 3 to the pot", "pay 5 to the pot\nskip 1 turn"),
]
NAMES = ("nl", "boards/רובינזון.yaml")

CHANGED = dataclasses.replace(
    EXACT,
    wins=(Figure(0.5), Figure(0.375 + 1e-12)),
    nobody={"stuck": Figure(0.125)},
    turns=None,
    landings={1: Figure(0.507912), 2: Figure(0.75), 11: Figure(0.25)},
)
EXACT_CONTRASTS = exact_contrasts(EXACT, CHANGED)


@pytest.mark.parametrize(
    ("name", "contrasts"),
    [
        ("contrast-estimated", CONTRASTS),
        ("contrast-exact", EXACT_CONTRASTS),
        ("contrast-completed", completed(EXACT_CONTRASTS, CONTRASTS)),
    ],
)
def test_a_page_of_two_boards(name: str, contrasts: Contrasts) -> None:
    text = as_text(contrasts, RULES, NAMES)
    assert f"{text}\n" == (SHOWN / f"{name}.txt").read_text("utf-8")
    assert max(map(len, text.split("\n"))) <= 80


def test_boards_that_are_the_same_game() -> None:
    text = as_text(exact_contrasts(EXACT, EXACT), [], ("a", "b"))
    assert "\n\nThe games come to the same.\n\nWhat differs in the rules\n  No difference.\n\n" in text
    assert "may be chance" not in text
    assert "±" not in text


def test_nothing_can_be_told_from_a_single_game() -> None:
    unclear = dataclasses.replace(CONTRASTS.out, difference=Figure(-1.0, inf))
    single = dataclasses.replace(
        CONTRASTS, games=1, wins=(unclear,), out=unclear, turns=unclear, chips=(), nobody=unclear, landings={}
    )
    text = as_text(single, RULES, NAMES)
    assert "\n\nNo difference can be told from chance.\n\n" in text
    assert re.search(r" -1\.00 +± \? +may be chance\n", text)
    difference = as_object(single, RULES, NAMES)["measures"][0]["difference"]
    assert difference == {"value": -1.0, "margin": None}


def test_of_many_seats_those_that_have_changed_most_are_worth_a_sentence() -> None:
    changes = (0.02, -0.03, 0.011, 0.05, 0.012, -0.04)
    wins = tuple(contrast(0.5, 0.5 + change, 0.001) for change in changes)
    text = as_text(dataclasses.replace(CONTRASTS, wins=wins), RULES, NAMES, width=1000)
    assert re.findall(r"Seat (\d) wins (\w+) often", text) == [
        ("1", "more"),
        ("2", "less"),
        ("4", "more"),
        ("6", "less"),
    ]


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (Figure(0.0), Verdict.NONE),
        (Figure(1e-12), Verdict.NONE),
        (Figure(-0.000001), Verdict.LESS),
        (Figure(0.0, 0.0001), Verdict.UNCLEAR),
        (Figure(0.5, 0.5), Verdict.UNCLEAR),
        (Figure(0.5, 0.49), Verdict.MORE),
        (Figure(-0.5, 0.49), Verdict.LESS),
        (Figure(5.0, inf), Verdict.UNCLEAR),
    ],
)
def test_a_verdict(difference: Figure, expected: Verdict) -> None:
    assert verdict(difference) is expected


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_the_other_way_round_the_verdict_is_the_opposite(value: float, margin: float) -> None:
    opposite = {Verdict.MORE: Verdict.LESS, Verdict.LESS: Verdict.MORE}
    found = verdict(Figure(value, margin))
    assert verdict(Figure(-value, margin)) is opposite.get(found, found)


def test_a_board_without_a_square_has_no_landings_there() -> None:
    landings = EXACT_CONTRASTS.landings
    assert list(landings) == [1, 2, 3, 10, 11]
    assert landings[11].first == Figure(0.0)
    assert landings[11].difference == Figure(0.25)
    assert landings[2].difference == Figure(-0.25)


def test_an_object_has_all_measures_with_stable_keys() -> None:
    found = json.loads(json.dumps(as_object(CONTRASTS, RULES, NAMES)))
    assert list(found) == ["first", "second", "players", "choose", "games", "rules", "measures"]
    assert found["rules"][1]["square"] == 8
    assert [(each["what"], each["seat"], each["square"]) for each in found["measures"]] == [
        ("turns", None, None), ("throws", None, None), ("wins", 1, None), ("wins", 2, None), ("nobody", None, None),
        ("out", None, None), ("chips", 1, None), ("chips", 2, None), ("pot", None, None),
        *(("landings", None, square) for square in range(1, 9)),
    ]  # fmt: skip
    assert found["measures"][1] == {
        "what": "throws",
        "seat": None,
        "square": None,
        "first": {"value": 51.2, "margin": 0.39},
        "second": {"value": 51.25, "margin": 0.39},
        "difference": {"value": pytest.approx(0.05), "margin": 0.13},
        "verdict": "may be chance",
    }
    exact = as_object(EXACT_CONTRASTS, RULES, NAMES)["measures"][0]
    assert exact["what"] == "throws"
    assert exact["difference"] == {"value": 0.0, "margin": None}


def test_the_page_for_programs_has_all_of_it() -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    section = page[page.index("## A comparison of two boards") :]
    found = as_object(CONTRASTS, RULES, NAMES)
    words = [*found, *found["measures"][0], *KINDS, *(each.value for each in Verdict)]
    assert not [word for word in words if f"`{word}`" not in section]


def test_sentences_need_nothing_that_they_are_not_given() -> None:
    known = {"number", "by", "first", "second", "little"}
    for kind in KINDS.values():
        for text in (kind.name, kind.more, kind.less):
            assert {field for _, field, _, _ in Formatter().parse(text) if field is not None} <= known
