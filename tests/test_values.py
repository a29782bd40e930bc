"""What a key's text can be: read and written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.board import Arrival, Finish
from interpreter.dice import Dice
from interpreter.keys import HEADER
from interpreter.values import BadValue, read, written


@pytest.mark.parametrize("key", HEADER)
def test_what_holds_without_a_key_can_be_written(key: str) -> None:
    kind = HEADER[key]
    assert read(kind.value, written(kind.value, kind.default)) == kind.default


@given(st.frozensets(st.sampled_from([Arrival.COUNT_BACK, Arrival.GO, Arrival.SWAP])))
def test_choices_are_written_in_one_order(ways: frozenset[Arrival]) -> None:
    landing = HEADER["landing"].value
    text = written(landing, ways | {Arrival.THROW})
    assert read(landing, text) == ways | {Arrival.THROW}
    assert read(landing, ", ".join(reversed(text.split(", ")))) == ways | {Arrival.THROW}


def test_values_in_the_words_of_a_board() -> None:
    assert written(HEADER["landing"].value, frozenset({Arrival.GO, Arrival.THROW})) == "throw, go"
    assert written(HEADER["purse"].value, None) == "unlimited"
    assert written(HEADER["purse"].value, 0) == "0"
    assert written(HEADER["dice"].value, Dice(2, 8)) == "2d8"
    assert written(HEADER["finish"].value, Finish.STAY) == "exact, stay"


TEXTS = ["1d6", "010d020", "0", "9999", "unlimited", "nl", "go,swap", " throw ", *(finish.value for finish in Finish)]


@given(st.one_of(st.text(), st.sampled_from(TEXTS)))
def test_a_text_is_refused_or_can_be_written_back(text: str) -> None:
    for kind in HEADER.values():
        try:
            value = read(kind.value, text)
        except BadValue:
            continue
        assert read(kind.value, written(kind.value, value)) == value


def test_the_keys_that_do_not_play_are_words_about_the_game() -> None:
    assert [key for key, kind in HEADER.items() if not kind.plays] == [
        "name",
        "language",
        "translates",
        "label",
        "intro",
    ]
