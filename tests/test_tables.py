"""Results for people: exact pages of text, figures with the digits that fit them, bars of blocks."""

import dataclasses
from collections import Counter
from collections.abc import Mapping
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import ESTIMATED, EXACT

from interpreter.estimates import PERCENTAGES, length, share, spread
from interpreter.events import REASONS, SCRIPT_ENDED, WON
from interpreter.figures import column, figure_text, shown
from interpreter.histogram import TAIL, bins, boxes, histogram, level
from interpreter.layout import Column, side_by_side, table, wrapped
from interpreter.results import Chips, Figure, Happening, Results, Spread
from interpreter.tables import REASON_WORDS, as_text

SHOWN = Path(__file__).parent / "shown"


@pytest.mark.parametrize(
    ("name", "results", "width"),
    [("exact", EXACT, 80), ("estimated", ESTIMATED, 80), ("narrow", EXACT, 50), ("narrower", ESTIMATED, 54)],
)
def test_a_page_of_results(name: str, results: Results, width: int) -> None:
    text = as_text(results, width)
    assert f"{text}\n" == (SHOWN / f"{name}.txt").read_text("utf-8")
    assert max(map(len, text.split("\n"))) <= width


def test_a_page_for_an_output_that_has_only_plain_signs() -> None:
    text = shown(as_text(ESTIMATED), "ascii")
    assert f"{text}\n" == (SHOWN / "plain.txt").read_text("ascii")


def test_an_output_that_has_only_some_of_the_signs_gets_those() -> None:
    assert shown("0.53 ± 0.02 – ██▌", "latin-1") == "0.53 ± 0.02 - ###"
    assert shown("0.53 ± 0.02 – ██▎", "no-such-encoding") == "0.53 +-0.02 - ## "
    assert shown("0.53 ± 0.02 – ██▌", "utf-8") == "0.53 ± 0.02 – ██▌"


def test_a_game_that_never_ends() -> None:
    stuck = dataclasses.replace(
        EXACT,
        wins=(Figure(0.0),),
        players=1,
        choose="no",
        nobody={"stuck": Figure(1.0)},
        out=Figure(0.0),
        turns=None,
        throws=None,
        landings={},
        happenings=(),
        strategy=(),
    )
    assert (
        as_text(stuck)
        == """\
Exact odds of 1 player on Short

Where a rule says may, the answer is no.

Chance to win
  seat 1                          0.000000
  nobody: the game can never end  1.000000

No game ends."""
    )


def test_a_single_game_has_no_margins() -> None:
    nothing = Spread(Figure(0.0, inf), 0.0, dict.fromkeys(PERCENTAGES, 0))
    single = Results(
        board="Short",
        players=1,
        choose="no",
        games=1,
        wins=(share(1, 1),),
        nobody={"all out": share(0, 1)},
        out=Figure(0.0, inf),
        turns=length(Counter([4])),
        throws=length(Counter([3])),
        landings={1: Figure(2.0, inf), 2: Figure(0.0, inf)},
        happenings=(Happening(1, "take 1 from the pot", Figure(2.0, inf), Figure(1.0, inf)),),
        chips=Chips((spread(Counter([1])),), nothing, Figure(1.0, inf), share(1, 1), games=1),
        strategy=(),
    )
    assert (
        as_text(single)
        == """\
1 game of 1 player on Short
A single game has no margins.

Where a rule says may, the answer is no.

Chance to win
  seat 1  1
  nobody  0

Until the end of a game
                 standard
          mean  deviation  median
  turns      4       0.00       4
  throws     3       0.00       3

How many turns games have
  4  100.0%  ██████████████████████████████████████████████████

How many throws games have
  3  100.0%  ██████████████████████████████████████████████████

Landings on each square in a game
  1 █ 2    2 ▁ 0

What the rules do in a game
  square  times  chips  effect
       1      2      1  take 1 from the pot

Chips won or lost, and left in the pot (5%: at most that in 5% of the games)
                 standard
          mean  deviation  5%  25%  50%  75%  95%
  seat 1    +1       0.00  +1   +1   +1   +1   +1
  pot        0       0.00   0    0    0    0    0

The same drawn: boxes from 25% to 75%, lines from 5% to 95%
  seat 1                                                             ┃
  pot     ┃
          +0                                                        +1

The pot has too little for a rule 1 times in a game; that happens in 1 of all
games."""
    )


def test_a_game_without_chips_says_nothing_of_them() -> None:
    nothing = Spread(Figure(0.0), 0.0, {50: 0})
    text = as_text(dataclasses.replace(ESTIMATED, chips=Chips((nothing,), nothing, Figure(0.0), Figure(0.0), 1)))
    assert "pot ran" not in text
    assert "won or lost" not in text


def test_every_reason_for_an_end_that_many_games_can_have_has_words() -> None:
    assert {*REASON_WORDS, WON, SCRIPT_ENDED} == set(REASONS)


@pytest.mark.parametrize(
    ("figure", "digits", "expected"),
    [
        (Figure(39.2251223), 7, "39.2251223"),
        (Figure(0.507912), 6, "0.507912"),
        (Figure(0.0), 6, "0.000000"),
        (Figure(1e-9), 6, "1.00e-09"),
        (Figure(0.000012), 6, "0.000012"),
        (Figure(3.0), 0, "3"),
        (Figure(0.53341, 0.00312), 6, "0.5334 ± 0.0031"),
        (Figure(-0.0001, 0.012), 6, "0.000 ± 0.012"),
        (Figure(1234.5, 123.4), 6, "1234 ± 123"),
        (Figure(12.34, 1.25), 6, "12.3 ± 1.2"),
        (Figure(0.5, float("inf")), 2, "0.50 ± ?"),
        (None, 6, "–"),
    ],
)
def test_a_figure(figure: Figure | None, digits: int, expected: str) -> None:
    assert figure_text(figure, digits) == expected


def test_a_figure_with_its_sign() -> None:
    figures = (Figure(1.5), Figure(-1.5), Figure(1.25, 0.5))
    assert [figure_text(figure, 1, signed=True) for figure in figures] == ["+1.5", "-1.5", "+1.25 ± 0.50"]


def test_points_and_margins_stand_below_each_other() -> None:
    assert column(["0.5334 ± 0.0031", "12.3 ± 1.2", "–", "1"]) == [
        " 0.5334 ± 0.0031",
        "12.3    ± 1.2   ",
        "               –",
        " 1              ",
    ]
    assert column(["–", "12.5"]) == ["   –", "12.5"]
    assert column(["–", ""]) == ["–", " "]
    assert column([]) == []


@given(st.lists(st.builds(Figure, st.floats(-1e6, 1e6), st.floats(1e-6, 1e4) | st.just(0.0)), min_size=1))
def test_a_column_is_straight(figures: list[Figure]) -> None:
    lines = column(figure_text(figure, 6) for figure in figures)
    assert len({len(line) for line in lines}) == 1
    assert len({line.index("±") for line in lines if "±" in line}) <= 1


def test_words_of_the_last_column_are_broken() -> None:
    columns = [Column("the\nn", ["1", "22"]), Column("words", ["one two three four five", "six"], words=True)]
    assert table(columns, 27) == ["  the", "    n  words", "    1  one two three four", "       five", "   22  six"]


def test_columns_are_closer_where_lines_are_short_and_the_words_may_go_below() -> None:
    columns = [
        Column("number", ["1", "22"]),
        Column("figure", ["0.25", "7"]),
        Column("words", ["one two three four five", ""], words=True),
    ]
    assert table(columns, 34) == [
        "  number  figure  words",
        "       1    0.25  one two three",
        "                  four five",
        "      22       7",
    ]
    assert table(columns, 33) == [
        "  number figure words",
        "       1   0.25 one two three",
        "                four five",
        "      22      7",
    ]
    assert table(columns, 31) == [
        "  number figure",
        "        words",
        "       1   0.25",
        "        one two three four five",
        "      22      7",
    ]
    assert table(columns[:2], 16) == ["  number  figure", "       1    0.25", "      22       7"]
    assert table(columns[:2], 15) == ["  number figure", "       1   0.25", "      22      7"]


def test_a_figure_stays_with_its_margin() -> None:
    assert wrapped("The chance is now 0.5 ± 0.01.", 23) == ["The chance is now", "0.5 ± 0.01."]
    assert wrapped("The chance is now 0.5 ± 0.01.", 29) == ["The chance is now 0.5 ± 0.01."]


def test_cells_are_read_down_and_then_to_the_right() -> None:
    assert side_by_side(["a", "b", "c", "d", "e"], 13) == ["  a    c    e", "  b    d"]
    assert side_by_side(["a", "b"], 1) == ["  a", "  b"]
    assert side_by_side([], 80) == []


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ({}, []),
        ({7: 1.0}, ["7  100.0%  ██████████"]),
        ({-1: 0.5, 1: 0.25, 2: 0.25}, ["-1  50.0%  ██████████", " 0   0.0%", " 1  25.0%  █████", " 2  25.0%  █████"]),
        ({1: 0.79, 2: 0.01, 3: 0.2}, ["1  79.0%  ██████████", "2   1.0%  ▏", "3  20.0%  ██▌"]),
        (
            dict.fromkeys(range(-5, 5), 0.1),
            ["-6 to -5  10.0%  █████", "-4 to -3  20.0%  ██████████", "-2 to -1  20.0%  ██████████",
             "  0 to 1  20.0%  ██████████", "  2 to 3  20.0%  ██████████", "  4 to 5  10.0%  █████"],
        ),
        (
            {-900: 0.004, 10: 0.5, 11: 0.491, 9000: 0.005},
            ["up to 9   0.4%  ▏", "     10  50.0%  ██████████", "     11  49.1%  █████████▉", "from 12   0.5%  ▏"],
        ),
    ],
)  # fmt: skip
def test_a_histogram(shares: Mapping[int, float], expected: list[str]) -> None:
    assert histogram(shares, 0, most=8) == expected


@given(
    st.dictionaries(st.integers(-5000, 5000), st.integers(0, 1000), max_size=50),
    st.integers(4, 20),
)
def test_bins_have_everything_once(counts: dict[int, int], most: int) -> None:
    total = sum(counts.values())
    shares = {number: count / total for number, count in counts.items()} if total else {}
    found = bins(shares, most)
    assert len(found) <= most
    assert sum(each.share for each in found) == pytest.approx(1.0 if total else 0.0)
    inside = [each for each in found if each.low is not None and each.high is not None]
    assert len({each.high - each.low for each in inside if each.high is not None and each.low is not None}) <= 1
    assert all(each.share <= TAIL + 1e-9 for each in found if each not in inside)
    for each in found:
        low = -9999 if each.low is None else each.low
        high = 9999 if each.high is None else each.high
        assert each.share == pytest.approx(sum(shares.get(number, 0.0) for number in range(low, high + 1)))


@given(st.dictionaries(st.integers(-500, 500), st.floats(0.001, 1), min_size=1, max_size=30), st.integers(35, 120))
def test_a_histogram_fits(shares: dict[int, float], width: int) -> None:
    lines = histogram(shares, width)
    assert len(lines) <= 14
    assert max(map(len, lines)) <= width


def test_boxes_on_one_scale() -> None:
    quantiles = [{5: -10, 25: -5, 50: 0, 75: 5, 95: 10}, {5: 0, 25: 0, 50: 0, 75: 10, 95: 10}]
    assert boxes(quantiles, 21) == ["─────█████┃█████─────", "          ┃██████████"]
    assert boxes([{25: 3, 50: 3, 75: 3}], 21) == ["┃"]


def test_levels() -> None:
    assert "".join(level(share / 8) for share in range(9)) == "▁▂▃▄▅▆▇██"
