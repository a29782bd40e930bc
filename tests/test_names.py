"""Names of roles in any case: what the header says is what an effect has, whoever wrote it in capitals."""

import re
from collections.abc import Callable
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import play, small_board

from interpreter.effects import Become, Who
from interpreter.events import RoleGiven
from interpreter.language import in_one_case, is_keyword, parse
from interpreter.sentences import read_with

EVERY_CHARACTER = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
IN_SEVERAL_CASES = [
    each for each in EVERY_CHARACTER if {each} != {each.lower(), each.upper(), each.title(), each.casefold()}
]


@st.composite
def words_alike(draw: st.DrawFn) -> tuple[str, str]:
    """Give two words, which are often the same but for the case of their letters."""
    letters = st.one_of(st.characters(categories=["L"]), st.sampled_from(IN_SEVERAL_CASES))
    word = draw(st.text(letters, min_size=1, max_size=6).filter(lambda each: re.fullmatch(r"[^\W\d_]+", each)))
    cases: list[Callable[[str], str]] = [str.upper, str.lower, str.title, str.casefold, str.swapcase, str]
    other = "".join(draw(st.sampled_from(cases))(letter) for letter in word)
    return word, other


def test_a_character_is_the_same_as_those_that_a_regular_expression_takes_it_for() -> None:
    together = "".join(IN_SEVERAL_CASES)
    groups: dict[str, list[str]] = {}
    for each in IN_SEVERAL_CASES:
        groups.setdefault(in_one_case(each), []).append(each)
    for group in groups.values():
        for each in group:
            assert re.findall(re.escape(each), together, re.IGNORECASE) == group


@given(words_alike())
def test_two_names_are_the_same_when_a_regular_expression_says_so(words: tuple[str, str]) -> None:
    word, other = words
    alike = re.fullmatch(re.escape(word), other, re.IGNORECASE) is not None
    assert (in_one_case(word) == in_one_case(other)) == alike
    assert len(in_one_case(word)) == len(word)


@given(words_alike())
def test_an_effect_has_the_role_as_the_header_writes_it(words: tuple[str, str]) -> None:
    word, other = words
    if is_keyword(word):
        return
    effects, problems = parse(f"your right neighbour becomes your {other}", [word])
    if in_one_case(word) == in_one_case(other):
        assert effects == (Become(word, who=Who.RIGHT_NEIGHBOUR),)
    else:
        assert not effects
        assert problems


@settings(max_examples=30)  # each builds a parser
@given(words_alike())
def test_a_sentence_has_the_role_whose_name_it_writes_in_another_case(words: tuple[str, str]) -> None:
    word, other = words
    read = read_with('rule: become\nbecome: implied_right_neighbour "jouw" ROLE "is"', f"Jouw {other} is", {"x": word})
    alike = in_one_case(normalize("NFC", word)) == in_one_case(normalize("NFC", other))
    assert read == ((Become("x", who=Who.RIGHT_NEIGHBOUR),) if alike else None)


@pytest.mark.parametrize(
    ("header", "written"),
    [("Yardımcı", "YARDIMCI"), ("λόγος", "λόγοσ"), ("sx", "ſx"), ("İsa", "isa"), ("Friday", "friday")],
)
def test_a_role_in_another_case_is_given(header: str, written: str) -> None:
    effect = f"your right neighbour becomes your {written}; your {written} pays 1 to the pot"
    board = small_board({1: effect}, roles=f"{header}: Helper")
    _, events, _ = play(board, [1])
    assert [event.role for event in events if isinstance(event, RoleGiven)] == [header]
