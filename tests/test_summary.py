"""The sentences at the top of a comparison: what is said of which difference, and in which words."""

import re
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from samples import contrast

from interpreter.estimates import mean
from interpreter.measures import KINDS, KINDS_ALONE, Measure, verdict
from interpreter.results import Contrast, Figure
from interpreter.summary import summary

GAMES = 10_000
NEVER = mean(Counter({0: GAMES}))


def exact(what: str, first: float, second: float, number: int | None = None) -> Measure:
    """Make a measure of two exact figures."""
    compared = Contrast(Figure(first), Figure(second), Figure(second - first))
    return Measure(what, compared, verdict(compared.difference, None), number)


def estimated(what: str, first: float, second: float, margin: float, number: int | None = None) -> Measure:
    """Make a measure of two estimates of which the difference has this margin."""
    compared = contrast(first, second, margin)
    return Measure(what, compared, verdict(compared.difference, GAMES), number)


def never_seen(what: str, figure: float, number: int | None = None) -> Measure:
    """Make a measure of which every game on one board is as it is on the other."""
    compared = Contrast(Figure(figure, 0.1), Figure(figure, 0.1), NEVER)
    return Measure(what, compared, verdict(compared.difference, GAMES), number)


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        ([exact("wins", 0.5, 0.6, 1)], "Seat 1 wins more often (50.0%, then 60.0%)."),
        ([exact("wins", 0.6, 0.595, 2)], "Seat 2 wins a little less often (60.0%, then 59.5%)."),
        ([exact("wins", 0.46606, 0.46661, 2)], "Seat 2 wins a little more often (46.6%, then 46.7%)."),
        ([exact("wins", 0.46561, 0.46616, 2)], "Seat 2 wins a little more often (46.56%, then 46.62%)."),
        ([exact("wins", 0.46561, 0.46609, 2)], "Hardly anything changes."),
        ([exact("nobody", 0.5, 0.25)], "It happens less often that nobody wins (50.0%, then 25.0%)."),
        ([exact("out", 0.16, 0.0)], "Fewer players are put out (0.16 in a game, then 0.00)."),
        ([exact("out", 1.0, 1.002)], "More players are put out (1.000 in a game, then 1.002)."),
        ([exact("out", 0.1609046, 0.1609535)], "Hardly anything changes."),
        ([exact("turns", 28.6074, 29.3117)], "Games are longer (28.6 turns, then 29.3)."),
        ([exact("turns", 28.6074, 28.5923)], "Games are a little shorter (28.61 turns, then 28.59)."),
        ([exact("turns", 130.0, 128.0)], "Games are shorter (130.0 turns, then 128.0)."),
        ([exact("turns", 1.25, 1.5)], "Games are longer (1.2 turns, then 1.5)."),
        ([exact("throws", 28.6, 27.6)], "The dice are thrown less often (28.6 times, then 27.6)."),
        ([exact("turns", 5.0, 6.0), exact("throws", 5.0, 6.0)], "Games are longer (5.0 turns, then 6.0)."),
        (
            [exact("turns", 5.0, 6.0), exact("throws", 6.0, 7.0)],
            "Games are longer (5.0 turns, then 6.0). The dice are thrown more often (6.0 times, then 7.0).",
        ),
        ([exact("chips", -0.05, 0.95, 2)], "Seat 2 ends with 1.0 chips more."),
        ([exact("pot", 12.0, 0.0)], "The pot ends with 12 chips less."),
        ([estimated("pot", 0.294, 0.0, 0.094)], "The pot ends with about 0.29 chips less."),
        ([estimated("turns", 58.9, 60.2, 0.56)], "Games are longer (about 58.9 turns, then 60.2)."),
        (
            [exact("landings", 1.0, 1.25, 7), exact("landings", 1.0, 0.5, 8), exact("landings", 1.0, 1.3, 9)],
            "The square that changes most is 8: it is landed on 0.50 times less in a game.",
        ),
        ([exact("landings", 1.0, 1.0, 7), exact("landings", 1.0, 1.005, 8)], "Hardly anything changes."),
        ([exact("wins", 0.5, 0.5, 1), exact("turns", 5.0, 5.0)], "No figure differs."),
        (
            [exact("wins", 0.5, 0.5, 1), exact("turns", 5.0, 6.0), exact("landings", 0.5, 0.5, 1)],
            "Games are longer (5.0 turns, then 6.0). Nothing changes in who wins or where players land.",
        ),
        (
            [exact("turns", 5.0, 6.0), exact("wins", 0.5, 0.5001, 1)],
            "Games are longer (5.0 turns, then 6.0). Hardly anything changes in who wins.",
        ),
        (
            [exact("turns", 5.0, 6.0), exact("throws", 6.0, 6.001)],
            "Games are longer (5.0 turns, then 6.0).",
        ),
        ([never_seen("wins", 0.5, 1), never_seen("turns", 9.0)], "In 10,000 games on each board, no figure differed."),
        (
            [exact("wins", 0.5, 0.5, 1), never_seen("chips", 0.5, 1), never_seen("pot", 0.5)],
            "Nothing changes in who wins. In 10,000 games on each board, nothing changed in the chips.",
        ),
        (
            [estimated("wins", 0.5, 0.51, 0.02, 1), never_seen("wins", 0.5, 2)],
            "No difference to speak of can be told from chance; more games may tell more.",
        ),
        (
            [estimated("wins", 0.5, 0.51, 0.02, 1), estimated("pot", 5.0, 6.0, 0.5)],
            "The pot ends with about 1.0 chips more. In who wins, no difference to speak of can be told from chance.",
        ),
        (
            [estimated("chips", 0.5, 0.505, 0.001, 1), estimated("chips", 0.5, 0.505, 0.01, 2)],
            "No difference to speak of can be told from chance; more games may tell more.",
        ),
        (
            [estimated("landings", 0.5, 0.512, 0.01, 1)],  # among many squares, that may well be chance
            "No difference to speak of can be told from chance; more games may tell more.",
        ),
        (
            [estimated("landings", 0.5, 0.52, 0.01, 1)],
            "The square that changes most is 1: it is landed on about 0.020 times more in a game.",
        ),
    ],
)  # fmt: skip
def test_what_is_said(measures: list[Measure], said: str) -> None:
    assert summary(measures, 2, GAMES) == said


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (exact("wins", 0.5, 0.6, 1), "The player wins more often (50.0%, then 60.0%)."),
        (exact("wins", 0.5, 0.5001, 1), "Hardly anything changes."),
        (exact("out", 0.505, 0.5, 1), "The player is put out a little less often (50.5%, then 50.0%)."),
        (exact("turns", 5.0, 6.0), "Games are longer (5.0 turns, then 6.0)."),
        (exact("chips", 1.0, 0.5, 1), "The player ends with 0.50 chips less."),
    ],
)
def test_what_is_said_of_a_single_player(measure: Measure, said: str) -> None:
    assert summary([measure], 1, None) == said


def test_topics_of_a_single_player() -> None:
    measures = [
        exact("wins", 0.5, 0.5, 1),
        exact("out", 0.5, 0.5),
        exact("turns", 5.0, 6.0),
        exact("landings", 1, 1, 1),
    ]
    assert summary(measures, 1, None) == (
        "Games are longer (5.0 turns, then 6.0). "
        "Nothing changes in whether the player wins, whether the player is put out or where the player lands."
    )


@pytest.mark.parametrize("what", [what for what, kind in KINDS.items() if "{first}" in kind.more])
@given(first=st.floats(0, 1), second=st.floats(0, 1), single=st.booleans())
def test_numbers_in_a_sentence_are_true_and_told_apart(what: str, first: float, second: float, single: bool) -> None:
    kind = KINDS_ALONE.get(what, KINDS[what]) if single else KINDS[what]
    assume(abs(second - first) >= kind.least)
    said = summary([exact(what, first, second, 1)], 1 if single else 2, None)
    found = re.search(r"\(([0-9.]+)(%?)[^,]*, then ([0-9.]+)", said)
    assert found
    scale = 100 if found[2] else 1
    for written, figure in ((found[1], first), (found[3], second)):
        digits = len(written.partition(".")[2])
        assert abs(float(written) - scale * figure) <= 0.5 / 10**digits + 1e-9
    assert (float(found[3]) > float(found[1])) == (second > first)


@given(st.sampled_from(sorted(KINDS)), st.floats(0, 100), st.floats(0, 1, exclude_max=True))
def test_what_nobody_would_notice_is_not_said(what: str, first: float, share: float) -> None:
    second = first + 0.99 * share * KINDS[what].least
    assert summary([exact(what, first, second, 1)], 2, None) in ("Hardly anything changes.", "No figure differs.")
