"""Where steps lead in the end: which positions can come to a goal, and which are never left."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence


def leading_to(goals: set[int], targets: Iterable[Iterable[int]]) -> set[int]:
    """Find all positions from which one of the goals can be reached; `targets` are those of each position."""
    before: defaultdict[int, list[int]] = defaultdict(list)
    for position, reached in enumerate(targets):
        for target in reached:
            before[target].append(position)
    found = set(goals)
    to_do = list(goals)
    while to_do:
        new = [position for position in before[to_do.pop()] if position not in found]
        found.update(new)
        to_do += new
    return found


def never_left(targets: Sequence[Collection[int]]) -> set[int]:
    """Find the positions to which a game can always come back, wherever it has gone from them.

    They are those of the strongly connected components that nothing leads out of (R. Tarjan, Depth-first search and
    linear graph algorithms, 1972).
    """
    found: set[int] = set()
    # The order in which positions are come to, and for each the earliest to which it leads back.
    order: dict[int, int] = {}
    earliest: dict[int, int] = {}
    decided: set[int] = set()
    undecided: list[int] = []
    way: list[tuple[int, Iterator[int]]] = []

    def come_to(position: int) -> None:
        order[position] = earliest[position] = len(order)
        undecided.append(position)
        way.append((position, iter(targets[position])))

    for start in range(len(targets)):
        if start not in order:
            come_to(start)
        while way:
            position, following = way[-1]
            target = next(following, None)
            if target is not None and target not in order:
                come_to(target)
            elif target is not None and target not in decided:
                earliest[position] = min(earliest[position], order[target])
            elif target is None:
                way.pop()
                if way:
                    before = way[-1][0]
                    earliest[before] = min(earliest[before], earliest[position])
                if earliest[position] == order[position]:
                    component: set[int] = set()
                    while position not in component:
                        component.add(undecided.pop())
                    decided |= component
                    if all(component.issuperset(targets[member]) for member in component):
                        found |= component
    return found
