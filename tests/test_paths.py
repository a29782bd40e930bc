"""Which positions can come to a goal, and which are never left."""

from hypothesis import given
from hypothesis import strategies as st

from interpreter.paths import leading_to, never_left


def graphs() -> st.SearchStrategy[list[set[int]]]:
    """For each of a few positions, those to which it leads."""
    return st.integers(1, 9).flatmap(
        lambda size: st.lists(st.sets(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
    )


def reached(targets: list[set[int]], start: int) -> set[int]:
    """Find all positions to which one leads in any number of steps, itself among them."""
    found = {start}
    while True:
        more = found.union(*(targets[position] for position in found))
        if more == found:
            return found
        found = more


def test_a_way_of_many_positions() -> None:
    way = [{position + 1} for position in range(20_000)]
    assert never_left([*way, set()]) == {20_000}
    assert never_left([*way, {19_999}]) == {19_999, 20_000}
    assert never_left([*way, {0}]) == set(range(20_001))


@given(graphs())
def test_what_is_never_left_leads_back_from_wherever_it_leads(targets: list[set[int]]) -> None:
    ways = [reached(targets, position) for position in range(len(targets))]
    assert never_left(targets) == {
        position for position, way in enumerate(ways) if all(position in ways[other] for other in way)
    }


@given(graphs(), st.data())
def test_what_leads_to_a_goal(targets: list[set[int]], data: st.DataObject) -> None:
    goals = data.draw(st.sets(st.integers(0, len(targets) - 1)))
    assert leading_to(goals, targets) == {
        position for position in range(len(targets)) if reached(targets, position) & goals
    }
