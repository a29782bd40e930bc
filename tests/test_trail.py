"""The track in lines of text, as people see it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.trail import draw

AT_80 = """\
     1───2───3───4───5───6───7───8───9──10──11──12──13──14──15─┐
                         A                                     │
┌───30──29──28──27──26──25──24──23──22──21──20──19──18──17──16─┘
│   Br
│   C1
└───31──32──33──34──35──36──37──38──39──40──41──42──43──44──45
"""

FROM_THE_RIGHT = """\
             ┌─15──14──13──12──11──10──9───8───7───6───5───4───3───2───1
             │                                     A
             └─16──17──18──19──20──21──22──23──24──25──26──27──28──29──30───┐
                                                                       Br   │
                                                                       C1   │
               45──44──43──42──41──40──39──38──37──36──35──34──33──32──31───┘
"""

AT_40 = """\
     1───2───3───4───5───6───7───8───9─┐
                         A             │
┌───18──17──16──15──14──13──12──11──10─┘
└───19──20──21──22──23──24──25──26──27─┐
┌───36──35──34──33──32──31──30──29──28─┘
│                           Br
│                           C1
└───37──38──39──40──41──42──43──44──45
"""

NOT_FULL = """\
     1───2───3───4───5───6─┐
┌───12──11──10───9───8───7─┘
└───13──14──15──16──17──18─┐
        23──22──21──20──19─┘
"""

IN_PARTS = """\
      1────2────3────4────5────6─┐
                               A │
┌────12───11───10────9────8────7─┘
                                 ⋮
┌───492──491──490──489──488──487─┘
└───493──494──495──496──497──498─┐
┌───504──503──502──501──500──499─┘
│                         B
└───505──506──507──508──509──510─┐
┌───516──515──514──513──512──511─┘
⋮
"""


def drawn(*arguments: object, **options: object) -> str:
    return "".join(f"{line}\n" for line in draw(*arguments, **options))  # type: ignore[arg-type]


def test_a_track_runs_to_and_fro() -> None:
    assert drawn(45, {"A": 6, "Br": 30, "C1": 30}, 80, 14) == AT_80


def test_a_track_runs_from_the_right_where_people_read_so() -> None:
    assert drawn(45, {"A": 6, "Br": 30, "C1": 30}, 77, 14, from_the_right=True) == FROM_THE_RIGHT


def test_a_narrow_window() -> None:
    assert drawn(45, {"A": 6, "Br": 30, "C1": 30}, 40, 14) == AT_40


def test_the_last_row_can_be_shorter() -> None:
    assert drawn(23, {}, 34, 14) == NOT_FULL


def test_a_short_track_is_one_row() -> None:
    assert drawn(10, {"A": 3, "B": 3, "C": 10}, 80, 14) == (
        "     1───2───3───4───5───6───7───8───9──10\n           A B                           C\n"
    )


def test_who_is_off_the_track_is_not_on_it() -> None:
    assert drawn(4, {"A": 0, "B": 4}, 80, 14) == "    1──2──3──4\n             B\n"


def test_only_the_part_with_players_where_there_is_no_room_for_all() -> None:
    assert drawn(999, {"A": 6, "B": 500}, 36, 11) == IN_PARTS


def test_wide_letters_take_their_room() -> None:
    assert drawn(4, {"李1": 2}, 80, 14) == "      1────2────3────4\n         李1\n"


@pytest.mark.parametrize(("height", "first"), [(1, "B"), (3, "B"), (4, "B")])
def test_the_first_player_is_always_shown(height: int, first: str) -> None:
    assert first in drawn(999, {"B": 500, "A": 6, "C": 900}, 36, height)


@given(
    st.integers(10, 999),
    st.lists(st.integers(0, 999), max_size=12),
    st.integers(20, 200),
    st.integers(1, 60),
    st.booleans(),
)
def test_a_track_fits_the_window_and_has_its_squares_in_order(
    last: int, squares: list[int], width: int, height: int, from_the_right: bool
) -> None:
    pawns = {chr(ord("A") + place): min(square, last) for place, square in enumerate(squares)}
    lines = draw(last, pawns, width, height, from_the_right=from_the_right)
    assert max(map(len, lines)) <= width
    numbers = [[int(number) for number in re.findall("[0-9]+", line)] for line in lines]
    rows = [row if row[0] < row[-1] or len(row) == 1 else row[::-1] for row in numbers if row]
    shown = [number for row in rows for number in row]
    assert shown == sorted(set(shown))
    whole = shown == list(range(1, last + 1))
    assert whole or any("⋮" in line for line in lines)
    text = "".join(lines)
    on_the_track = [mark for mark, square in pawns.items() if square]
    assert all(text.count(mark) == 1 for mark in on_the_track) or not whole
    assert not on_the_track or text.count(on_the_track[0]) == 1
