"""Numbers, permission and obligation in printed sentences: those of the sheets, and of every language with words."""

import unicodedata
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support import HERE, ROOT

from interpreter.effects import START, Effect, ReceiveShare, TakeShare, walk
from interpreter.load import load_board
from interpreter.source import Span
from interpreter.words import Found, find_numbers, find_obligation, find_permission, word_languages

TABLES = sorted((ROOT / "grammar" / "words").glob("*.yaml"))
LANGUAGES = [path.stem for path in TABLES]
KEYS = {"numbers", "joined", "doubtful", "prefixes", "permission", "obligation"}
FIELDS = ("amount", "square", "steps", "turns", "number")


def read(path: Path) -> dict[str, Any]:
    table: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
    return table


RULES = read(HERE / "words" / "rules.yaml")
CASES = [
    (language, text, expected)
    for language in LANGUAGES
    for text, expected in read(HERE / "words" / f"{language}.yaml").items()
]


def told(numbers: list[Found]) -> str:
    return ", ".join(f"{number.value}{'' if number.certain else '?'}" for number in numbers)


def cut(text: str, span: Span | None) -> str | None:
    return None if span is None else text[span.start : span.end]


def found(text: str, language: str) -> dict[str, str]:
    parts = {
        "numbers": told(find_numbers(text, language)),
        "permission": cut(text, find_permission(text, language)),
        "obligation": cut(text, find_obligation(text, language)),
    }
    return {key: value for key, value in parts.items() if value}


def numbers_of(effect: Effect) -> set[int | Fraction]:
    """Give the numbers of an effect that a sentence names: not the start, and not the share that is all the rest."""
    nodes = list(walk(effect))
    shares = {node.share for node in nodes if isinstance(node, TakeShare | ReceiveShare)}
    return {getattr(node, name) for node in nodes for name in FIELDS if hasattr(node, name)} - {START} | shares - {1}


def read_numbers(text: str) -> set[Fraction]:
    return {Fraction(number) for number in text.split(", ") if number}


@pytest.mark.parametrize("language", RULES)
def test_the_rules_of_the_sheets(language: str) -> None:
    board, _ = load_board(language)
    assert board is not None
    assert {str(number) for number, square in board.squares.items() if square.rule} == set(RULES[language])
    for number, expected in RULES[language].items():
        rule = board.squares[int(number)].rule
        assert found(rule, language) == {key: value for key, value in expected.items() if key != "more"}, rule


@pytest.mark.parametrize("language", RULES)
def test_the_numbers_of_the_sheets_are_those_of_the_effects(language: str) -> None:
    board, _ = load_board(language)
    assert board is not None
    for number, expected in RULES[language].items():
        square = board.squares[int(number)]
        used = set[int | Fraction]().union(*map(numbers_of, square.effects))
        numbers = find_numbers(square.rule, language)
        assert used <= {each.value for each in numbers}, square
        certain = {each.value for each in numbers if each.certain}
        assert certain - used - {square.number} == read_numbers(expected.get("more", "")), square


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_sentences(language: str, text: str, expected: dict[str, str]) -> None:
    assert found(text, language) == expected


@pytest.mark.parametrize("path", TABLES, ids=LANGUAGES)
def test_a_table_has_all_that_is_looked_for(path: Path) -> None:
    table = read(path)
    assert {"numbers", "doubtful", "permission", "obligation"} <= set(table) <= KEYS
    assert set(table["doubtful"]) <= {"before", "after"}
    assert all(set(side) == {"words", "counted"} for side in table["doubtful"].values())
    assert set(table["permission"]) == set(table["obligation"]) == {"words", "but not"}
    small = {str(number) for number in (*range(21), *range(30, 101, 10))}
    assert small | {"1/2", "1/3", "2/3", "1/4", "3/4"} <= set(table["numbers"])


@pytest.mark.parametrize("path", TABLES, ids=LANGUAGES)
def test_every_number_word_is_found_in_any_case(path: Path) -> None:
    table = read(path)
    doubtful = {word for side in table["doubtful"].values() for word in side["words"]}
    words = {word: Fraction(value) for value, words in table["numbers"].items() for word in words}
    assert doubtful <= set(words)
    assert sum(map(len, table["numbers"].values())) == len(words), "no word has two values"
    for word, value in words.items():
        for text in (word, word.upper(), unicodedata.normalize("NFD", word), word.replace(" ", "\u00a0")):
            assert find_numbers(f"({text})", path.stem) == [Found(value, Span(1, len(text) + 1), word not in doubtful)]


@pytest.mark.parametrize("path", TABLES, ids=LANGUAGES)
def test_plain_words_permit_and_oblige(path: Path) -> None:
    table = read(path)
    for key, find in (("permission", find_permission), ("obligation", find_obligation)):
        for word in table[key]["words"]:
            if word.isalpha():
                assert find(f"— {word.upper()}!", path.stem) == Span(2, len(word) + 2), word


def test_languages_go_by_several_codes() -> None:
    assert word_languages() == set(LANGUAGES)
    for language in ("nb", "nn", "no-NO", "NB"):
        assert told(find_numbers("ti brikker", language)) == "10"
        assert find_permission("Du kan vente.", language) == Span(3, 6)


def test_without_words_only_digits_are_found() -> None:
    for language in ("ja", "und", "../words/nl", ""):
        assert told(find_numbers("three 3, een 1, ⅔", language)) == "3, 1, 2/3"
        assert find_permission("Je mag, you may", language) is None
        assert find_obligation("Je moet, you must", language) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("٢٧ ۴۱ ２ ४", [(27, 0, 2), (41, 3, 5), (2, 6, 7), (4, 8, 9)]),
        ("#8 (12) 3! nr.27 4-5", [(8, 1, 2), (12, 4, 6), (3, 8, 9), (27, 14, 16), (4, 17, 18), (5, 19, 20)]),
        ("1٢ is one number", [(12, 0, 2)]),
        ("R2 2x a2b ²", []),
        ("\u20671\u200e2\u2069, \u200f3\u061c", [(12, 1, 4), (3, 8, 9)]),
        ("9" * 641, []),
    ],
)  # fmt: skip
def test_digits(text: str, expected: list[tuple[int, int, int]]) -> None:
    assert find_numbers(text, "ja") == [Found(value, Span(start, end), True) for value, start, end in expected]


def test_marks_and_invisible_signs_do_not_move_spans() -> None:
    text = "\u200fתּוֹר\u200f אֶ\u2068חָד\u2069 וּשְׁנֵי\u200e אסימונים"
    numbers = find_numbers(text, "he")
    assert [(number.value, number.certain) for number in numbers] == [(1, True), (2, True)]
    assert [cut(text, number.span) for number in numbers] == ["אֶ\u2068חָד", "שְׁנֵי"]


INSIDE = st.text(alphabet=st.sampled_from("een ein אחד בשני ένα١2½/-–\u200f\u0301\u05bcİß mag niet får kaste."))


@given(st.text() | INSIDE, st.sampled_from([*LANGUAGES, "ja"]))
def test_what_is_found_lies_in_the_text_and_is_found_again_alone(text: str, language: str) -> None:
    end = 0
    for number in find_numbers(text, language):
        assert end <= number.span.start < number.span.end <= len(text)
        end = number.span.end
        (alone,) = find_numbers(text[number.span.start : end], language)
        assert (alone.value, alone.span) == (number.value, Span(0, end - number.span.start))
    for find in (find_permission, find_obligation):
        span = find(text, language)
        assert span is None or 0 <= span.start < span.end <= len(text)


@given(st.integers(0, 9999), st.sampled_from(LANGUAGES))
def test_a_number_is_found_wherever_it_stands(number: int, language: str) -> None:
    text = f"– {number}!"
    assert find_numbers(text, language) == [Found(number, Span(2, 2 + len(str(number))), True)]


def test_numbers_touch_the_letters_of_scripts_without_spaces_only() -> None:
    assert [found.value for found in find_numbers("会計係から3枚もらう", "ja")] == [3]
    assert [found.value for found in find_numbers("จ่าย ๔เหรียญ", "th")] == [4]
    assert find_numbers("Nummer R2 und 3fach", "de") == []
