"""Marks by which players are known on a track, and letters as wide as they are seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.asking import is_name
from interpreter.letters import letters_of, to_the_left, to_the_right, width_of
from interpreter.marks import marks_of

NAMES = st.text(min_size=1, max_size=12).map(str.strip).filter(is_name)


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (["Anna", "Bram"], ["A", "B"]),
        (["anna", "bram"], ["A", "B"]),
        (["Anna", "Bram", "Arie"], ["An", "B", "Ar"]),
        (["Anna", "Annabel"], ["An", "Ab"]),
        (["Speler 1", "Speler 2", "Speler 10"], ["S1", "S2", "S10"]),
        (["דנה", "דוד"], ["דנ", "דו"]),
        (["דָּנָה", "Anna"], ["דָּ", "A"]),
        (["7 of 9", "1"], ["O", "1"]),
        (["A", "a", "AA"], ["A", "A2", "AA"]),
        (["ß", "Öl", "o\u0308"], ["ß", "Öl", "Ö"]),
        (["Al 3", "Al 4", "al 3"], ["A3", "A4", "Al"]),
        (["A 2", "a", "A"], ["A2", "A", "A3"]),
        (["李", "李明"], ["李", "李明"]),
    ],
)
def test_a_mark_is_the_first_letter_or_two(names: list[str], marks: list[str]) -> None:
    assert marks_of(names) == dict(zip(names, marks, strict=True))


@given(st.lists(NAMES, min_size=1, max_size=99, unique=True))
def test_marks_are_short_and_differ(names: list[str]) -> None:
    marks = marks_of(names)
    assert list(marks) == names
    assert len({mark.casefold() for mark in marks.values()}) == len(names)
    assert all(width_of(mark) <= 14 for mark in marks.values())


def test_letters_keep_their_marks() -> None:
    assert letters_of("דָּנָה") == ["דָּ", "נָ", "ה"]
    assert letters_of("e\u0301a") == ["é", "a"]
    assert letters_of("👩\u200d🚀!") == ["👩\u200d🚀", "!"]


def test_letters_are_as_wide_as_they_are_seen() -> None:
    assert width_of("דָּנָה") == 3
    assert width_of("李明") == 4
    assert width_of("👩\u200d🚀") == 2
    assert width_of("\u200eA") == 1
    assert to_the_right("李", 4) == "  李"
    assert to_the_left("דָּ", 3, "─") == "דָּ──"
