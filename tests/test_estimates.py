"""Figures from games that were counted, beside numbers worked out by hand."""

from collections import Counter
from math import inf
from statistics import fmean, stdev

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from interpreter.estimates import PERCENTAGES, deviation, difference_of_means, length, mean, quantiles, share, spread
from interpreter.results import Figure

numbers = st.lists(st.integers(-40, 40), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("number", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634), (0, 1, 0, 0.7935)],
)
def test_a_chance_has_the_interval_of_wilson(number: int, games: int, low: float, high: float) -> None:
    figure = share(number, games)
    assert figure.value == number / games
    assert figure.margin == pytest.approx(max(high - figure.value, figure.value - low), abs=5e-5)


def test_a_mean_has_the_margin_of_the_normal_approximation() -> None:
    # The squares of the distances from 3 add up to 10, so the variance is 10/4, and the error 1.96 * sqrt(2.5 / 5).
    found = mean(Counter([1, 2, 3, 4, 5]))
    assert found.value == 3
    assert found.margin == pytest.approx(1.385929)


def test_games_that_are_all_alike_still_leave_room_for_others() -> None:
    assert mean(Counter({7: 100})) == Figure(7.0, share(0, 100).margin)
    assert share(0, 100).margin == pytest.approx(0.036995, abs=1e-6)


def test_one_game_says_nothing_of_others() -> None:
    assert mean(Counter([7])) == Figure(7.0, inf)
    assert deviation(Counter([7])) == 0


def test_quantiles_are_the_lowest_numbers_that_so_many_do_not_exceed() -> None:
    assert quantiles(Counter(range(1, 101))) == {5: 5, 25: 25, 50: 50, 75: 75, 95: 95}
    assert quantiles(Counter({2: 50, 9: 50})) == {5: 2, 25: 2, 50: 2, 75: 9, 95: 9}
    assert quantiles(Counter({-3: 1})) == dict.fromkeys(PERCENTAGES, -3)


@given(numbers)
def test_quantiles_as_they_are_defined(values: list[int]) -> None:
    for percent, found in quantiles(Counter(values)).items():
        assert found == min(each for each in values if sum(x <= each for x in values) * 100 >= percent * len(values))


@given(numbers)
def test_means_and_deviations_as_others_work_them_out(values: list[int]) -> None:
    assert mean(Counter(values)).value == pytest.approx(fmean(values))
    assert deviation(Counter(values)) == pytest.approx(stdev(values) if len(values) > 1 else 0)


def test_a_length() -> None:
    found = length(Counter({3: 1, 2: 3}))
    assert found is not None
    assert found.mean.value == 2.25
    assert found.mean.margin == pytest.approx(0.49)
    assert (found.deviation, found.median) == (0.5, 2)
    assert list(found.shares.items()) == [(2, 0.75), (3, 0.25)]
    assert length(Counter()) is None


def test_a_spread() -> None:
    found = spread(Counter({-3: 1, 2: 3}))
    assert (found.mean.value, found.deviation, found.quantiles[5], found.quantiles[50]) == (0.75, 2.5, -3, 2)


def test_a_difference_of_means_of_which_each_leaves_games_out() -> None:
    # The means are 4 and 14/3, of 3 of 4 games each. What the four games move the difference by is 4/9, 0, 4/9 and
    # -8/9, of which the squares add up to 32/27; so its variance is 32/27 / (4 * 3).
    found = difference_of_means(Counter([(2, 3), (4, None), (None, 5), (6, 6)]))
    assert found.value == pytest.approx(2 / 3)
    assert found.margin == pytest.approx(1.96 * (8 / 81) ** 0.5)


def test_games_that_are_left_out_on_both_sides_still_count_as_games() -> None:
    # 1, 0 and 2 move the difference by 0, -5/3 and 5/3: less than if each were a third of all games.
    found = difference_of_means(Counter([(3, 4), (3, 3), (3, 5), (None, None), (None, None)]))
    assert found.value == 1.0
    assert found.margin == pytest.approx(1.96 * (2 * (5 / 3) ** 2 / (5 * 4)) ** 0.5)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=60))
def test_a_difference_of_means_of_all_games_is_the_mean_of_the_differences(pairs: list[tuple[int, int]]) -> None:
    found = difference_of_means(Counter[tuple[int | None, int | None]](pairs))
    assert found == mean(Counter(second - first for first, second in pairs))


lengths = st.one_of(st.none(), st.integers(0, 40))


@given(st.lists(st.tuples(lengths, lengths), min_size=1, max_size=60))
def test_a_difference_of_means_is_that_of_the_means(pairs: list[tuple[int | None, int | None]]) -> None:
    first = [one for one, _ in pairs if one is not None]
    second = [other for _, other in pairs if other is not None]
    assume(first and second)
    found = difference_of_means(Counter(pairs))
    assert found.value == pytest.approx(fmean(second) - fmean(first), abs=1e-9)
    assert found.margin > 0
    turned = difference_of_means(Counter((other, one) for one, other in pairs))
    assert (turned.value, turned.margin) == (-found.value, found.margin)


def test_a_difference_that_no_game_shows() -> None:
    same = Counter[tuple[int | None, int | None]]({(5, 5): 60, (7, 7): 20, (None, None): 20})
    assert difference_of_means(same) == mean(Counter({0: 100}))
    ended_less_often = Counter[tuple[int | None, int | None]]({(5, 5): 60, (5, None): 40})
    assert difference_of_means(ended_less_often) == Figure(0.0, share(0, 60).margin)


def test_the_number_of_a_single_game_says_nothing_of_a_difference() -> None:
    assert difference_of_means(Counter([(5, 9)])) == Figure(4.0, inf)
    assert difference_of_means(Counter({(5, 9): 1, (3, None): 99})).margin == inf
