"""A Markov chain of positions, and what comes of it: how games end, after how many steps, and what was on the way.

The probability that a game is in each position is carried on from step to step until next to nothing is left in play.
So lengths come as whole distributions, and no figure has an error much larger than what was left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from operator import add

from interpreter.events import STUCK

LEFT_IN_PLAY = 1e-15
"""The probability of still being in play with which a game is taken to have ended."""

NEGLIGIBLE = 1e-27
"""A probability that is not carried on: all of them together are less than what may be left in play."""

MOST_STEPS = 200_000
"""The steps after which a game is given up that goes on and on."""

MOST_WORK = 3_000_000_000
"""The probabilities that are carried on at the most, after which a game is given up too: a few minutes' work."""

Ending = int | str
"""How a game ends: the seat that wins, counted from the player whose turn it was, or the reason why nobody does."""

Move = tuple[int, int, tuple[tuple[int, float], ...]]
"""Where a turn leads that has so many throws, and with which the next turn is so many seats on: positions, and how
probable each is."""

End = tuple[Ending, int, float]
"""How a game ends with a turn: the ending, the throws of the turn, and how probable that is."""


@dataclass(frozen=True)
class Step:
    """What a step from a position costs on average, in several ways, and where it leads with which probability.

    None is the end.
    """

    costs: tuple[float, ...]
    targets: Mapping[int | None, float]


Level = dict[int, list[float]]
"""How probable each position is after so many steps, for each seat whose turn it can be."""

Progress = Callable[[float], None]
"""Is told the probability with which the game is still in play."""


class TooSlow(Exception):
    """A game is in play after as many steps as are followed with a probability that does not vanish."""


@dataclass(slots=True)
class Chain:
    """Positions, by their numbers: where each leads, and how the game ends there. It begins in position 0.

    A game that comes to a position with neither moves nor ends is stuck.
    """

    moves: list[tuple[Move, ...]] = field(default_factory=list)
    ends: list[tuple[End, ...]] = field(default_factory=list)


@dataclass(slots=True)
class Course:
    """What comes of a chain.

    `wins` gives the probability that a seat wins, counted from who begins, and `nobody` that nobody does, by the
    reason. `lengths` gives the probability of each number of steps, of those games that end. `visits` gives for each
    position how often a game goes on from it.
    """

    wins: list[float]
    nobody: dict[str, float]
    lengths: dict[int, float]
    visits: list[float]


def ending(chain: Chain) -> Chain:
    """Let a game be stuck as soon as it can never end."""
    targets = ((target for _, _, reached in moves for target, _ in reached) for moves in chain.moves)
    can_end = leading_to({position for position, ends in enumerate(chain.ends) if ends}, targets)
    return Chain([moves if position in can_end else () for position, moves in enumerate(chain.moves)], chain.ends)


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


def throws_are_turns(chain: Chain) -> bool:
    """Tell whether there is one throw in every turn."""
    return all(move[0] == 1 for moves in chain.moves for move in moves) and all(
        throws == 1 for ends in chain.ends for _, throws, _ in ends
    )


def totals(steps: Sequence[Step]) -> list[list[float]]:
    """Find what a game adds up on average until it ends, from each position; inf where it can go on without end.

    Positions are taken out one by one, the last first, and what leads to one then leads to where that leads (Gauss's
    elimination). Nothing is ever subtracted, so that no digits are lost (W. K. Grassmann, M. I. Taksar, D. P. Heyman,
    Regenerative analysis and steady state distributions, 1985).
    """
    rows = [dict(step.targets) for step in steps]
    sums = [list(step.costs) for step in steps]
    before: list[set[int]] = [set() for _ in steps]
    for position, row in enumerate(rows):
        for target in row:
            if target is not None:
                before[target].add(position)
    for position in range(len(rows) - 1, -1, -1):
        row = rows[position]
        row.pop(position, None)
        onward = sum(row.values())
        rows[position] = row = {target: weight / onward for target, weight in row.items()}
        sums[position] = [cost / onward if onward else inf for cost in sums[position]]
        for other in before[position] - {position}:
            if other > position:
                continue
            weight = rows[other].pop(position)
            for target, share in row.items():
                rows[other][target] = rows[other].get(target, 0.0) + weight * share
                if target is not None:
                    before[target].add(other)
            sums[other] = [own + weight * cost for own, cost in zip(sums[other], sums[position], strict=True)]
    for position, row in enumerate(rows):
        for target, weight in row.items():
            if target is not None:
                sums[position] = [own + weight * cost for own, cost in zip(sums[position], sums[target], strict=True)]
    return sums


def by_turns(chain: Chain, seats: int, progress: Progress) -> Course:
    """Follow a game of so many players turn by turn. Raises TooSlow."""
    moves = [tuple((1, further, targets) for _, further, targets in moves) for moves in chain.moves]
    ends = [tuple((how, 1, probability) for how, _, probability in ends) for ends in chain.ends]
    return _follow(Chain(moves, ends), seats, progress)


def by_throws(chain: Chain, progress: Progress) -> Course:
    """Follow a game throw by throw, without regard to who wins. Raises TooSlow."""
    moves = [tuple((throws, 0, targets) for throws, _, targets in moves) for moves in chain.moves]
    return _follow(Chain(moves, chain.ends), 1, progress)


def _follow(chain: Chain, seats: int, progress: Progress) -> Course:
    """Carry on how probable each position is, for each seat whose turn it can be, from step to step."""
    size = len(chain.moves)
    work = sum(len(targets) for moves in chain.moves for _, _, targets in moves)
    most_steps = min(MOST_STEPS, MOST_WORK // max(work, 1))
    stuck = [position for position in range(size) if not (chain.moves[position] or chain.ends[position])]
    ends = list(chain.ends)
    for position in stuck:
        ends[position] = ((STUCK, 0, 1.0),)
    course = Course([0.0] * seats, {}, {}, [0.0] * size)
    ahead: defaultdict[int, Level] = defaultdict(dict)
    ahead[0][0] = [1.0] + [0.0] * (size - 1)
    step = 0
    in_play = 1.0
    while in_play > LEFT_IN_PLAY:
        if step >= most_steps:
            raise TooSlow(
                f"after {step:,} turns or throws, a game still goes on with a probability of {in_play:.2g}, too much "
                "for exact odds; robinson simulate estimates them"
            )
        # A turn without a throw leads to another position after as many throws, so a step can be gone through again.
        while step in ahead:
            for seat, masses in ahead.pop(step).items():
                course.visits = list(map(add, course.visits, masses))
                _step(Chain(chain.moves, ends), course, ahead, step, seat, masses)
        step += 1
        in_play = sum(sum(masses) for level in ahead.values() for masses in level.values())
        progress(in_play)
    for position in stuck:
        course.visits[position] = 0.0
    return course


def _step(chain: Chain, course: Course, ahead: Mapping[int, Level], step: int, seat: int, masses: list[float]) -> None:
    """Carry the probabilities of all positions on in which it is the turn of one seat."""
    size, seats = len(masses), len(course.wins)
    for mass, moves, ends in zip(masses, chain.moves, chain.ends, strict=True):
        if mass < NEGLIGIBLE:
            continue
        for steps, further, targets in moves:
            level = ahead[step + steps]
            after = (seat + further) % seats
            if after not in level:
                level[after] = [0.0] * size
            carried = level[after]
            for target, probability in targets:
                carried[target] += mass * probability
        for how, steps, probability in ends:
            ended = mass * probability
            if isinstance(how, int):
                course.wins[(seat + how) % seats] += ended
            else:
                course.nobody[how] = course.nobody.get(how, 0.0) + ended
            if how != STUCK:
                course.lengths[step + steps] = course.lengths.get(step + steps, 0.0) + ended
