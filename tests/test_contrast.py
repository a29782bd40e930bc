"""Two boards beside each other: what is said of their differences, for people and for programs."""

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Sequence
from math import inf
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import CONTRASTS, EXACT, contrast
from support import ROOT

from interpreter.contrast import as_object, as_text, completed, exact_contrasts
from interpreter.differences import Difference, What
from interpreter.estimates import mean
from interpreter.measures import KINDS, KINDS_ALONE, Verdict, verdict
from interpreter.results import Advice, Contrast, Contrasts, Figure

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


def unchanged(contrasts: Contrasts) -> Contrasts:
    """Let games on a second board come to what they come to on the first."""

    def same(each: Any) -> Any:
        if isinstance(each, Contrast):
            return Contrast(each.first, each.first, mean(Counter({0: contrasts.games or 1})))
        if isinstance(each, tuple):
            return tuple(map(same, each))
        return {key: same(value) for key, value in each.items()} if isinstance(each, dict) else each

    return dataclasses.replace(
        contrasts, **{each.name: same(getattr(contrasts, each.name)) for each in dataclasses.fields(contrasts)}
    )


@pytest.mark.parametrize(
    "contrasts",
    [
        exact_contrasts(EXACT, EXACT),
        completed(exact_contrasts(EXACT, EXACT), unchanged(CONTRASTS)),
        unchanged(CONTRASTS),
        unchanged(dataclasses.replace(CONTRASTS, games=1)),
    ],
)
def test_boards_that_are_the_same_game(contrasts: Contrasts) -> None:
    text = as_text(contrasts, [], ("a", "b"))
    assert "\n\nThe two boards are the same game: no rule differs. No figure differs.\n\nWhat a game" in text
    assert not re.search("may be chance|none seen|±|What differs", text)
    assert {each["verdict"] for each in as_object(contrasts, [], ("a", "b"))["measures"]} == {"none"}


def test_other_rules_and_no_other_figure() -> None:
    exact, estimated = exact_contrasts(EXACT, EXACT), unchanged(CONTRASTS)
    sums = {
        "exact": (exact, "No figure differs."),
        "estimated": (estimated, "In 20,000 games on each board, no figure differed."),
        "completed": (
            completed(exact, estimated),
            "Nothing changes in who wins, how many players are put out, the average length of games or where players "
            "land. In 20,000 games on each board, nothing changed in the chips.",
        ),
    }
    for contrasts, said in sums.values():
        assert paragraphs(as_text(contrasts, RULES, NAMES, width=1000))[1] == said
    assert "none seen: it was the same in every game on both boards." in as_text(estimated, RULES, NAMES)
    assert "none seen" not in as_text(exact, RULES, NAMES)


def paragraphs(text: str) -> list[str]:
    return text.split("\n\n")


def test_nothing_can_be_told_from_a_single_game() -> None:
    unclear = dataclasses.replace(CONTRASTS.out, difference=Figure(-1.0, inf))
    single = dataclasses.replace(
        CONTRASTS, games=1, wins=(unclear,), out=unclear, turns=unclear, chips=(), nobody=unclear, landings={}
    )
    text = as_text(single, RULES, NAMES)
    assert (
        paragraphs(text)[1] == "No difference to speak of can be told from chance; more games may tell more."
    )  # fmt: skip
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


def test_a_single_player_and_what_never_happens() -> None:
    alone = dataclasses.replace(EXACT, players=1, wins=(Figure(0.975),), out=Figure(0.0))
    text = as_text(exact_contrasts(alone, dataclasses.replace(alone, wins=(Figure(0.9),))), RULES, NAMES)
    rows = re.findall("^  ([a-z ]+?)  +[0-9]", text, re.MULTILINE)
    assert rows == ["the player wins", "turns", "throws"]
    assert "nobody" not in text


A_GOES_ON = (Advice(4, 4, "go to the start", True), Advice(36, 4, "go to the start", False))
ANSWERS_THAT_DIFFER = {
    "another answer": (
        [Advice(23, 23, "go to 27", True), Advice(20, 20, "roll again", True)],
        [Advice(20, 20, "roll again", True), Advice(23, 23, "go to 27", False)],
        ["23: go to 27 - A: yes, B: no"],
    ),
    "another question": (
        [Advice(7, 7, "pass", False), Advice(23, 23, "go to 27", True)],
        [Advice(7, 7, "pass", False), Advice(23, 23, "go to 30", True)],
        ["23: go to 27 - A: yes, B: not asked", "23: go to 30 - A: not asked, B: yes"],
    ),
    "by the squares of the rules": (
        [Advice(7, 7, "pass", False), Advice(9, 9, "pass", False)],
        [Advice(7, 7, "pass", True), Advice(8, 8, "pass", True), Advice(9, 9, "pass", True)],
        ["7, 9: pass - A: no, B: yes", "8: pass - A: not asked, B: yes"],
    ),
    "several squares": (
        [],
        [Advice(square, square, "roll again", square != 2) for square in (1, 2, 3, 4, 6)],
        ["1, 3-4, 6: roll again - A: not asked, B: yes", "2: roll again - A: not asked, B: no"],
    ),
    "another place": (
        [*A_GOES_ON, Advice(0, 4, "go to the start", False)],
        A_GOES_ON[:1],
        ["4, at the start: go to the start - A: no, B: yes", "4, on 36: go to the start - A: no, B: yes"],
    ),
    "the same": (A_GOES_ON, A_GOES_ON, []),
    "the same, said twice": (
        A_GOES_ON[:1],
        [*A_GOES_ON[:1], Advice(9, 4, "go to the start", True)],
        [],
    ),
    "nobody asked": ([], [], []),
}


@pytest.mark.parametrize(("first", "second", "lines"), ANSWERS_THAT_DIFFER.values(), ids=ANSWERS_THAT_DIFFER)
def test_answers_that_differ(first: Sequence[Advice], second: Sequence[Advice], lines: list[str]) -> None:
    text = as_text(CONTRASTS, RULES, NAMES, (first, second))
    shown = [each.split("\n  ") for each in paragraphs(text) if each.startswith("What players answer")]
    assert shown == ([["What players answer where a rule says may", *lines]] if lines else [])
    assert "What players answer" not in as_text(CONTRASTS, [], NAMES, (first, second))


def test_answers_are_broken_at_the_width_of_the_page() -> None:
    long = Advice(9, 9, "if you rolled 4 and 5 then go to 53 otherwise go on by your throw", True)
    text = as_text(CONTRASTS, RULES, NAMES, ([long], [dataclasses.replace(long, answer=False)]), width=50)
    assert (
        """

What players answer where a rule says may
  9: if you rolled 4 and 5 then go to 53 otherwise
  go on by your throw - A: yes, B: no

What that does in a game
"""
        in text
    )


def test_rules_are_broken_at_the_width_of_the_page() -> None:
    rule = "if you rolled 4 and 5 then go to 53 otherwise go on by your throw"
    text = as_text(EXACT_CONTRASTS, [Difference(What.EFFECT, 9, rule, f"pay 1 to the pot\n{rule}")], NAMES, width=50)
    assert (
        paragraphs(text)[2]
        == """\
What differs in the rules
  square 9:
    A:  if you rolled 4 and 5 then go to 53
          otherwise go on by your throw
    B:  pay 1 to the pot
        if you rolled 4 and 5 then go to 53
          otherwise go on by your throw"""
    )


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
    assert verdict(difference, None) is expected
    assert verdict(difference, 20_000) is expected


def test_games_none_of_which_differ() -> None:
    assert [verdict(mean(Counter({0: games})), games) for games in (1, 2, 20_000)] == [Verdict.NONE_SEEN] * 3
    assert verdict(mean(Counter({0: 19_998, 1: 1, -1: 1})), 20_000) is Verdict.UNCLEAR
    assert verdict(mean(Counter({0: 10})), None) is Verdict.UNCLEAR


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_the_other_way_round_the_verdict_is_the_opposite(value: float, margin: float) -> None:
    opposite = {Verdict.MORE: Verdict.LESS, Verdict.LESS: Verdict.MORE}
    found = verdict(Figure(value, margin), 100)
    assert verdict(Figure(-value, margin), 100) is opposite.get(found, found)


def test_a_board_without_a_square_has_no_landings_there() -> None:
    landings = EXACT_CONTRASTS.landings
    assert list(landings) == [1, 2, 3, 10, 11]
    assert landings[11].first == Figure(0.0)
    assert landings[11].difference == Figure(0.25)
    assert landings[2].difference == Figure(-0.25)


def test_an_object_has_all_measures_with_stable_keys() -> None:
    found = json.loads(json.dumps(as_object(CONTRASTS, RULES, NAMES, (A_GOES_ON, ()))))
    assert list(found) == ["first", "second", "players", "choose", "games", "rules", "strategy", "measures"]
    assert found["rules"][1]["square"] == 8
    assert found["strategy"] == {
        "first": [
            {"place": 4, "square": 4, "effect": "go to the start", "answer": True},
            {"place": 36, "square": 4, "effect": "go to the start", "answer": False},
        ],
        "second": [],
    }
    assert [(each["what"], each["seat"], each["square"]) for each in found["measures"]] == [
        ("wins", 1, None), ("wins", 2, None), ("nobody", None, None), ("out", None, None), ("turns", None, None),
        ("throws", None, None), ("chips", 1, None), ("chips", 2, None), ("pot", None, None),
        *(("landings", None, square) for square in range(1, 9)),
    ]  # fmt: skip
    assert found["measures"][5] == {
        "what": "throws",
        "seat": None,
        "square": None,
        "first": {"value": 51.2, "margin": 0.39},
        "second": {"value": 51.25, "margin": 0.39},
        "difference": {"value": pytest.approx(0.05), "margin": 0.13},
        "verdict": "may be chance",
    }
    exact = next(each for each in as_object(EXACT_CONTRASTS, RULES, NAMES)["measures"] if each["what"] == "throws")
    assert exact["difference"] == {"value": 0.0, "margin": None}


def test_the_page_for_programs_has_all_of_it() -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    section = page[page.index("## A comparison of two boards") :]
    found = as_object(CONTRASTS, RULES, NAMES)
    words = [*found, *found["strategy"], *found["measures"][0], *KINDS, *(each.value for each in Verdict)]
    assert not [word for word in words if f"`{word}`" not in section]


def test_sentences_need_nothing_that_they_are_not_given() -> None:
    known = {"number", "by", "first", "second", "little"}
    for kind in (*KINDS.values(), *KINDS_ALONE.values()):
        for text in (kind.name, kind.more, kind.less):
            assert {field for _, field, _, _ in Formatter().parse(text) if field is not None} <= known
