"""Printed sentences are read into exactly the effects that they say, or not at all."""

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.exceptions import GrammarError
from support import HERE

from interpreter.effects import Effect, Pass, Pay, Pot, RollAgain, Say
from interpreter.language import canonical_rule, parse
from interpreter.language.tree import Effects
from interpreter.load import load_board, shipped_boards
from interpreter.sentences import (
    GRAMMARS,
    LONGEST_SENTENCE,
    read_sentence,
    read_with,
    sentence_grammar,
    sentence_languages,
    sentence_parser,
)

LANGUAGES = sorted(sentence_languages())
DATA: dict[str, Any] = {
    language: yaml.load((HERE / "sentences" / f"{language}.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)
    for language in LANGUAGES
}
ROLES = {language: DATA[language]["roles"] for language in LANGUAGES}
READ = [(language, sentence) for language in LANGUAGES for sentence in DATA[language]["read"]]
NOT_READ = [(language, sentence) for language in LANGUAGES for sentence in DATA[language]["not read"]]


def written(text: str, language: str) -> tuple[Effect, ...]:
    effects, problems = parse(text, ROLES[language])
    assert problems == []
    return effects


def printed_rules(language: str) -> dict[int, tuple[str, tuple[Effect, ...]]]:
    board, _ = load_board(language)
    assert board is not None
    return {number: (square.rule, square.effects) for number, square in board.squares.items() if square.rule}


def test_the_languages_are_those_of_the_grammars() -> None:
    assert {"he", "nl", "no"} <= set(shipped_boards()) & sentence_languages()


@pytest.mark.parametrize(
    ("language", "grammar"),
    [("nl", "nl"), ("nl-BE", "nl"), ("NL_be", "nl"), ("no-NO", "no"), ("nb", "no"), ("nn-NO", "no"), ("he-IL", "he"),
     ("da", None), ("nds", None), ("", None), ("../nl", None)],
)  # fmt: skip
def test_a_language_is_read_with_the_grammar_of_its_primary_language(language: str, grammar: str | None) -> None:
    assert sentence_grammar(language) == grammar


def test_a_language_without_a_grammar_is_not_read() -> None:
    assert read_sentence("Betaal 3 fiches aan de kassier.", "nl-BE", {}) == (Pay(3, Pot.POT),)
    assert read_sentence("Betaal 3 fiches aan de kassier.", "da", {}) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_printed_rule_says_what_the_board_says(language: str) -> None:
    rules = printed_rules(language)
    assert len(rules) == 23
    for number, (rule, effects) in rules.items():
        assert read_sentence(rule, language, ROLES[language]) == effects, f"{language} {number}: {rule}"


@pytest.mark.parametrize(("language", "sentence"), READ)
def test_sentences_are_read(language: str, sentence: str) -> None:
    effects = read_sentence(sentence, language, ROLES[language])
    assert effects is not None
    meant = written(DATA[language]["read"][sentence], language)
    assert canonical_rule(effects) == canonical_rule(meant)
    assert effects == meant


@pytest.mark.parametrize(("language", "sentence"), NOT_READ)
def test_sentences_are_not_read(language: str, sentence: str) -> None:
    assert read_sentence(sentence, language, ROLES[language]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_rule_with_a_word_more_is_not_read(language: str) -> None:
    for rule, effects in printed_rules(language).values():
        words = rule.split()
        # between quotation marks, every word is good
        places = [0, len(words)] if isinstance(effects[0], Say) else range(len(words) + 1)
        for place in places:
            longer = " ".join([*words[:place], "xyz", *words[place:]])
            assert read_sentence(longer, language, ROLES[language]) is None, longer


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_and_too_much_is_not_read(language: str) -> None:
    rule, effects = printed_rules(language)[3]
    assert read_sentence("", language, ROLES[language]) is None
    assert read_sentence(" \n\u200f", language, ROLES[language]) is None
    most = LONGEST_SENTENCE // (len(rule) + 1)
    assert read_sentence(" ".join([rule] * most), language, ROLES[language]) == effects * most
    assert read_sentence(" ".join([rule] * (most + 1)), language, ROLES[language]) is None
    assert read_sentence("(" * 100_000, language, ROLES[language]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_in_which_a_text_is_encoded_does_not_matter(language: str) -> None:
    for rule, effects in printed_rules(language).values():
        for changed in (
            rule.replace(" ", "\u00a0\n "),
            f"\u200f{rule}\u200e",
            rule.upper() if ":" not in rule else rule,
        ):
            assert read_sentence(changed, language, ROLES[language]) == effects


WORDS = {
    language: sorted({word for sentence in DATA[language]["read"] for word in sentence.split()})
    for language in LANGUAGES
}


@given(st.sampled_from(LANGUAGES), st.data())
def test_no_text_makes_a_traceback(language: str, data: st.DataObject) -> None:
    words = st.lists(st.sampled_from(WORDS[language]), max_size=12).map(" ".join)
    sentence = data.draw(st.one_of(words, st.text(max_size=60)))
    effects = read_sentence(sentence, language, ROLES[language])
    if effects is not None:
        assert written(canonical_rule(effects), language) == effects


@settings(max_examples=10)  # each one builds a parser
@given(st.dictionaries(st.sampled_from(["friday", "aunt"]), st.text(max_size=5)))
def test_every_name_of_a_role_is_possible(roles: dict[str, str]) -> None:
    sentence_parser.cache_clear()
    sentence = "Neem 1 fiche uit de kassa."
    assert read_sentence(sentence, "nl", roles) == written("take 1 from the pot", "nl")


def test_roles_are_told_apart_by_their_names() -> None:
    sentence = "Je krijgt 1 fiche van je rechterbuurman, die nu tot het einde van het spel jouw {} is."

    def role(name: str, roles: dict[str, str]) -> str | None:
        effects = read_sentence(sentence.format(name), "nl", roles)
        return canonical_rule(effects).split()[-1] if effects else None

    roles = {"friday": "Vrijdag", "aunt": "Tante Sidonia", "niece": "Tante", "dog": "M.*"}
    assert role("vrijdag", roles) == "friday"
    assert role("Tante  Sidonia", roles) == "aunt"
    assert role("Tante", roles) == "niece"
    assert role("M.*", roles) == "dog"
    assert role("Mxx", roles) is None
    assert role("Max", {}) is None
    assert role("Max", {"friday": "Max", "dog": "max"}) is None, "a name of two roles names neither"


TOY = """
rule: a | b | c
?a: "go" number "on" pot   -> pay
  | "go"                   -> pass_turn
?b: "go" number "on" pot   -> {other}
c: "go"                    -> pass_turn
number: "3"                -> number_3
pot: "here"
"""


def test_a_sentence_with_two_meanings_is_not_read() -> None:
    assert read_with(TOY.format(other="take"), "go 3 on here", {}) is None


def test_two_ways_to_one_meaning_are_one_reading() -> None:
    assert read_with(TOY.format(other="pay"), "go 3 on here", {}) == (Pay(3, Pot.POT),)
    assert read_with(TOY.format(other="pay"), "Go!", {}) is None
    assert read_with(TOY.format(other="pay"), "Go", {}) == (Pass(),)


def test_a_mistake_in_a_grammar_is_no_sentence_that_is_not_read() -> None:
    with pytest.raises(GrammarError):
        read_with("rule: nothing", "go", {})
    with pytest.raises(ValueError, match="rol_again"):
        read_with('rule: again\nagain: "go" -> rol_again', "go", {})
    assert read_with('rule: again\nagain: "go" -> roll_again', "go", {}) == (RollAgain(),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_a_grammar_makes_something(language: str) -> None:
    parser = sentence_parser((GRAMMARS / f"{language}.lark").read_text("utf-8"), frozenset({"x"}))
    made = {
        str(rule.alias or rule.origin.name)
        for rule in parser.rules
        if rule.alias or not (rule.origin.name.startswith("_") or rule.options.expand1)
    }
    extra = {name for name in made if name.startswith("number_") and name[7:].isdecimal()}
    assert {name for name in made - extra if not hasattr(Effects, name)} <= {"rule", "if_role", "same_number", "here"}


@pytest.mark.parametrize("language", ["nl", "no", "he"])
def test_a_sentence_that_calls_its_square_by_another_number_is_not_read(language: str) -> None:
    board, _ = load_board(language)
    assert board is not None
    square = board.squares[36]
    assert read_sentence(square.rule, language, board.roles, 36) == square.effects
    assert read_sentence(square.rule, language, board.roles, 35) is None
