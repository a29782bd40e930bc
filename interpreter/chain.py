"""A Markov chain of positions, and what comes of it: how games end, after how many steps, and what was on the way.

The probability that a game is in each position is carried on from step to step until next to nothing is left in play.
So lengths come as whole distributions, and no figure has an error much larger than what was left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from interpreter.events import STUCK
from interpreter.paths import never_left

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

Targets = tuple[tuple[int, float], ...]
"""Positions, and how probable each is."""

Move = tuple[int, int, int, Targets]
"""Where a position leads by so many throws, with which so many turns end, 1 or none, and with which it becomes the turn
of so many seats on."""

End = tuple[Ending, int, float]
"""How a game ends with the turn from a position: the ending, the throws until then, and how probable that is."""


@dataclass(frozen=True)
class Step:
    """What a step from a position costs on average, in several ways, and where it leads with which probability.

    None is the end.
    """

    costs: tuple[float, ...]
    targets: Mapping[int | None, float]


Steps = Sequence[tuple[Sequence[tuple[int, int, Targets]], Sequence[End]]]
"""Where each position leads in so many steps, to so many seats on, and how the game ends there in so many."""

Ahead = defaultdict[int, dict[int, list[float]]]
"""How probable each position is after so many steps, for each seat whose turn it can be."""

Progress = Callable[[float], None]
"""Is told the probability with which the game is still in play."""


class TooSlow(Exception):
    """A game is in play after as many steps as are followed with a probability that does not vanish."""


@dataclass(slots=True)
class Chain:
    """Positions, by their numbers: where each leads, and how the game ends there. It begins in position 0."""

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


def stuck_in(chain: Chain) -> set[int]:
    """Find the positions from which a game can only go round for ever, through these positions and no others."""
    end = len(chain.moves)
    targets = [
        {target for *_, reached in moves for target, _ in reached} | ({end} if ends else set())
        for moves, ends in zip(chain.moves, chain.ends, strict=True)
    ]
    return never_left([*targets, set()]) - {end}


def throws_are_turns(chain: Chain) -> bool:
    """Tell whether there is one throw in every turn."""
    return all(throws == turns for moves in chain.moves for throws, turns, _, _ in moves) and all(
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
    moves = ([(turns, further, targets) for _, turns, further, targets in moves] for moves in chain.moves)
    ends = ([(how, 1, probability) for how, _, probability in ends] for ends in chain.ends)
    return _follow(list(zip(moves, ends, strict=True)), stuck_in(chain), seats, progress)


def by_throws(chain: Chain, progress: Progress) -> Course:
    """Follow a game throw by throw, without regard to who wins. Raises TooSlow."""
    moves = ([(throws, 0, targets) for throws, _, _, targets in moves] for moves in chain.moves)
    return _follow(list(zip(moves, chain.ends, strict=True)), stuck_in(chain), 1, progress)


def _follow(chain: Steps, stuck: set[int], seats: int, progress: Progress) -> Course:
    """Carry on how probable each position is, for each seat whose turn it can be, from step to step."""
    size = len(chain)
    steps = [([], [(STUCK, 0, 1.0)]) if position in stuck else each for position, each in enumerate(chain)]
    work = sum(len(targets) for moves, _ in steps for _, _, targets in moves)
    most_steps = min(MOST_STEPS, MOST_WORK // max(work, 1))
    course = Course([0.0] * seats, {}, {}, [0.0] * size)
    ahead: Ahead = defaultdict(dict)
    ahead[0][0] = [1.0] + [0.0] * (size - 1)
    step = 0
    in_play = 1.0
    while in_play > LEFT_IN_PLAY:
        if step >= most_steps:
            raise TooSlow(f"after {step:,} turns or throws, a game still goes on with a probability of {in_play:.2g}")
        for seat, masses in ahead.pop(step, {}).items():
            _step(steps, course, ahead, step, seat, masses)
        step += 1
        in_play = sum(sum(masses) for level in ahead.values() for masses in level.values())
        progress(in_play)
    for position in stuck:
        course.visits[position] = 0.0
    return course


def _step(steps: Steps, course: Course, ahead: Ahead, step: int, seat: int, masses: list[float]) -> None:
    """Carry the probabilities of all positions on in which it is the turn of one seat."""
    size, seats = len(masses), len(course.wins)
    to_do: Iterable[tuple[int, float]] = enumerate(masses)
    while to_do:
        # What takes no step leaves the turn with the same seat, or seats do not matter.
        at_once: defaultdict[int, float] = defaultdict(float)
        for position, mass in to_do:
            if mass < NEGLIGIBLE:
                continue
            course.visits[position] += mass
            moves, ends = steps[position]
            for taken, further, targets in moves:
                carried: list[float] | defaultdict[int, float] = at_once
                if taken:
                    level, after = ahead[step + taken], (seat + further) % seats
                    carried = level[after] = level.get(after) or [0.0] * size
                for target, probability in targets:
                    carried[target] += mass * probability
            for how, taken, probability in ends:
                ended = mass * probability
                if isinstance(how, int):
                    course.wins[(seat + how) % seats] += ended
                else:
                    course.nobody[how] = course.nobody.get(how, 0.0) + ended
                if how != STUCK:
                    course.lengths[step + taken] = course.lengths.get(step + taken, 0.0) + ended
        to_do = list(at_once.items())
