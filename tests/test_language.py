"""The effect language: text to objects to text, and what is said of a text that is none."""

import logging
import re
from collections.abc import Sequence

import lark
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lark import Lark
from strategies import ROLES, rules
from support import ROOT

from interpreter.effects import Effect, Pay, Pot, Rolled, Several, TakeShare, Win, walk
from interpreter.language import canonical, canonical_rule, is_keyword, parse


def read(text: str) -> Effect:
    effects, problems = parse(text, ROLES)
    assert problems == []
    (effect,) = effects
    return effect


@given(rules())
def test_text_of_an_effect_is_read_as_that_effect(rule: tuple[Effect, ...]) -> None:
    text = canonical_rule(rule)
    again, problems = parse(text, ROLES)
    assert problems == []
    assert again == rule
    assert canonical_rule(again) == text


@given(rules())
def test_case_line_ends_and_blanks_do_not_matter(rule: tuple[Effect, ...]) -> None:
    text = canonical_rule(rule)
    assume('"' not in text)  # what is said keeps its case and its blanks
    for changed in (text.upper(), text.replace(" ", " \t "), text.replace("\n", " ;; \n\n"), text + ";"):
        assert parse(changed, ROLES) == (rule, [])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("pay 3 to pot", "pay 3 to the pot"),
        ("you pay 3 chips to the pot", "pay 3 to the pot"),
        ("Friday takes 1/3 of pot", "your friday takes 1/3 of the pot"),
        ("the friday takes 2/6 of the pot", "your friday takes 1/3 of the pot"),
        ("take 1/1 of the pot", "take the rest of the pot"),
        ("go to 0", "go to the start"),
        ("go to square 9", "go to 9"),
        ("go forward 1 square", "go forward 1"),
        ("right neighbor pays 007 to nearest player", "your right neighbour pays 7 to the nearest player"),
        ("next turn may roll again", "next turn, may roll again"),
        ("if ((you rolled 3)) then win", "if you rolled 3 then win"),
        ("skip 1 turns", "skip 1 turn"),
        ("if you rolled 1 then win\n  otherwise if you rolled 2\nthen pass\nand roll again",
         "if you rolled 1 then win otherwise if you rolled 2 then pass and roll again"),
    ],
)  # fmt: skip
def test_other_ways_to_write_it(written: str, meant: str) -> None:
    assert canonical(read(written)) == meant


ONE = ("your friday", "the nearest player")
SEVERAL = ("everyone", "everyone else")


@pytest.mark.parametrize(
    ("effects", "players", "others"),
    [
        (
            ["pays 1 to the pot", "takes 1 from the pot", "goes to 5", "goes forward 1", "goes back 1", "skips 1 turn",
             'says "Hello!"', "leaves the game"],
            (*ONE, *SEVERAL),
            (),
        ),
        (["swaps places with the cashier", "wins", "becomes your friday"], ONE, SEVERAL),
        (
            ["roll again", "pass", "wait until another player lands here", "go on by your throw",
             "return to where you threw from"],
            (),
            (*ONE, *SEVERAL),
        ),
    ],
    ids=["everyone's", "one player's", "yours"],
)  # fmt: skip
def test_who_can_stand_before_an_effect(effects: list[str], players: Sequence[str], others: Sequence[str]) -> None:
    for effect in effects:
        assert [player for player in (*players, *others) if not parse(f"{player} {effect}", ROLES)[1]] == [*players]


def test_brackets_stand_where_they_are_needed() -> None:
    for text in (
        "if you rolled 1 and not (you rolled 2 or you rolled 3) then win",
        "if (you rolled 1 or you rolled 2) and you rolled 3 then win",
        "if you rolled 1 or you rolled 2 and you rolled 3 then win",
        "if not not you rolled 1 then win",
    ):
        assert canonical(read(text)) == text
    assert canonical(read("if (you rolled 1) or (you rolled 2) then win")) == "if you rolled 1 or you rolled 2 then win"


def test_every_part_knows_its_place() -> None:
    text = "if you rolled 6 then pay 3 to the pot and win\ntake the rest of the pot"
    effects, _ = parse(text, offset=100)
    places = {type(node): (node.span.start, node.span.end) for e in effects for node in walk(e) if node.span}
    assert places[Rolled] == (103, 115)
    assert places[Pay] == (121, 137)
    assert places[Several] == (121, 145)
    assert places[Win] == (142, 145)
    assert places[TakeShare] == (146, 170)
    assert effects[0] == parse(text)[0][0], "places play no part in comparisons"


def test_each_bad_statement_is_reported_and_the_good_ones_are_read() -> None:
    effects, problems = parse("pay 3 to the pot\npaz 3\nwin; loose\n take 0 from the pot")
    assert effects == (Pay(3, Pot.POT), Win())
    assert [(problem.code, problem.span.start, problem.span.end) for problem in problems] == [
        ("unknown-word", 17, 20),
        ("unknown-word", 28, 33),
        ("bad-number", 40, 41),
    ]


@given(st.text())
def test_no_text_makes_a_traceback(text: str) -> None:
    _, problems = parse(text, ROLES)
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.message


WORDS = sorted(set(re.findall(r"/([a-z]+)", (ROOT / "grammar" / "effects.lark").read_text("utf-8"))))


@given(st.lists(st.sampled_from([*WORDS, "1", "0", "friday", '"x"', ",", "(", ")", ";", "\n", "/"])))
def test_no_order_of_words_makes_a_traceback(words: list[str]) -> None:
    text = " ".join(words)
    effects, problems = parse(text, ROLES)
    assert all(0 <= problem.span.start <= problem.span.end <= len(text) for problem in problems)
    assert parse(canonical_rule(effects), ROLES) == (effects, [])


def test_deep_nesting_is_refused_and_not_run_into() -> None:
    for text in (
        f"if {'not ' * 500}you rolled 1 then win",
        f"if {'not(' * 500}you rolled 1 then win",
        f"{'next turn, ' * 500}win",
        f"{'if you rolled 1 then win otherwise ' * 500}win",
    ):
        effects, problems = parse(text)
        assert effects == ()
        assert [problem.code for problem in problems] == ["too-long"]


def test_keywords_are_no_names() -> None:
    assert all(is_keyword(word) for word in ("pay", "Pays", "neighbor", "rolled", "the"))
    assert not any(is_keyword(word) for word in ("friday", "pa", "payer", "vrijdag", "שישי"))


def conflicts(grammar: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    caplog.clear()
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        Lark(grammar, parser="lalr", debug=True)
    return [message for message in caplog.messages if "conflict" in message]


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    # lark resolves them in silence, and then "otherwise" may belong to another "if" than a reader thinks
    dangling = 'start: "if" start | "if" start "else" start | "win"'
    assert conflicts(dangling, caplog) != []
    assert conflicts((ROOT / "grammar" / "effects.lark").read_text("utf-8"), caplog) == []
