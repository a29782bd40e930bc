"""A Markov chain of positions, and what comes of it: how games end, after how many steps, and what was on the way.

The probability that a game is in each position is carried on from step to step until next to nothing is left in play.
So lengths come as whole distributions, and no figure has an error much larger than what was left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log
from typing import NoReturn

from interpreter.events import STUCK
from interpreter.paths import never_left

LEFT_IN_PLAY = 1e-15
"""The probability of still being in play with which a game is taken to have ended."""

NEGLIGIBLE = 1e-27
"""A probability that is not carried on: all of them together are less than what may be left in play."""

MOST_STEPS = 200_000
"""The steps after which a game is given up that goes on and on."""

MOST_WORK = 60_000_000
"""How often a position is carried on from at the most, after which a game is given up too: a minute's work or two."""

BETWEEN_FORECASTS = 50
"""The steps after which it is looked how much less of a game is in play, and how long it will go on like that."""

FIRST_CHECK = 100
"""How often positions are gone through before it is looked for those in which a game is stuck; then twice as often."""

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


Ways = tuple[Sequence[tuple[int, int, Targets]], Sequence[End]]
"""Where a position leads in so many steps, to so many seats on, and how the game ends there in so many."""

_STUCK: Ways = ((), ((STUCK, 0, 1.0),))
_NOWHERE: Ways = ((), ())

Progress = Callable[[float], None]
"""Is told the probability with which the game is still in play."""


class TooSlow(Exception):
    """A game is in play after as many steps as are followed with a probability that does not vanish."""


@dataclass(slots=True)
class Chain:
    """Positions, by their numbers: where each leads, and how the game ends there. It begins in position 0.

    Where a position leads is None until it is explored, by which others can be found; `explore` does it.
    """

    explore: Callable[[int], None]
    moves: list[Sequence[Move] | None] = field(default_factory=list)
    ends: list[Sequence[End]] = field(default_factory=list)


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
        {end} if moves is None else {*_targets(moves), *((end,) if ends else ())}
        for moves, ends in zip(chain.moves, chain.ends, strict=True)
    ]
    return never_left([*targets, set()]) - {end}


def _targets(moves: Sequence[Move]) -> Iterator[int]:
    return (target for *_, reached in moves for target, _ in reached)


def throws_are_turns(chain: Chain) -> bool:
    """Tell whether there is one throw in every turn, as far as is explored."""
    return all(throws == turns for moves in chain.moves for throws, turns, _, _ in moves or ()) and all(
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


def by_turns(chain: Chain, seats: int, first: Progress, again: Progress) -> Course:
    """Follow a game of so many players turn by turn, and explore the positions to which it comes.

    A position is explored only if a game comes to it with a probability that is not negligible. Where it is known only
    afterwards that a game has been stuck, it is followed once more. Raises TooSlow, and what exploring raises.
    """
    course = _Follower(chain, _by_turns, seats, {}).follow(first)
    stuck = dict.fromkeys(stuck_in(chain), _STUCK)
    return _Follower(chain, _by_turns, seats, stuck).follow(again) if stuck else course


def by_throws(chain: Chain, progress: Progress) -> Course:
    """Follow a game throw by throw, without regard to who wins, where it has been followed turn by turn.

    Raises TooSlow.
    """
    known = dict.fromkeys(stuck_in(chain), _STUCK)
    known |= {position: _NOWHERE for position, moves in enumerate(chain.moves) if moves is None}
    return _Follower(chain, _by_throws, 1, known).follow(progress)


def _by_turns(moves: Sequence[Move], ends: Sequence[End]) -> Ways:
    return (
        [(turns, further, targets) for _, turns, further, targets in moves],
        [(how, 1, probability) for how, _, probability in ends],
    )


def _by_throws(moves: Sequence[Move], ends: Sequence[End]) -> Ways:
    return [(throws, 0, targets) for throws, _, _, targets in moves], ends


class _Follower:
    """Carries on how probable each position is, for each seat whose turn it can be, from step to step.

    Where some positions lead can be known; of others it is found out on the way, also if a game is stuck in them.
    """

    def __init__(
        self,
        chain: Chain,
        paced: Callable[[Sequence[Move], Sequence[End]], Ways],
        seats: int,
        known: Mapping[int, Ways],
    ) -> None:
        self.chain = chain
        self.paced = paced
        self.seats = seats
        self.course = Course([0.0] * seats, {}, {}, [])
        # How probable each position is after so many steps, by the seat whose turn it is.
        self.ahead: defaultdict[int, dict[int, list[float]]] = defaultdict(dict)
        self.ways = [known.get(position) for position in range(len(chain.moves))]
        self.in_play = self.was_in_play = 1.0
        self.decline = 0.0
        self.rounds = 0
        self.next_check = FIRST_CHECK
        self.work = 0

    def follow(self, progress: Progress) -> Course:
        """Follow a game until next to nothing of it is left in play."""
        self.course.visits = [0.0] * len(self.chain.moves)
        self.ahead[0][0] = [1.0] + [0.0] * (len(self.chain.moves) - 1)
        step = 0
        while self.in_play > LEFT_IN_PLAY:
            for seat, masses in self.ahead.pop(step, {}).items():
                self._step(step, seat, masses)
            step += 1
            self.in_play = sum(sum(masses) for level in self.ahead.values() for masses in level.values())
            progress(self.in_play)
            if step % BETWEEN_FORECASTS == 0:
                self._forecast(step)
        for position, ways in enumerate(self.ways):
            if ways is _STUCK:
                self.course.visits[position] = 0.0
        return self.course

    def _step(self, step: int, seat: int, masses: list[float]) -> None:
        """Carry the probabilities of all positions on in which it is the turn of one seat."""
        course, seats, ahead, ways = self.course, self.seats, self.ahead, self.ways
        to_do: Iterable[tuple[int, float]] = enumerate(masses)
        size = len(masses)
        while size:
            self._check(step, size)
            # What takes no step leaves the turn with the same seat, or seats do not matter.
            at_once: defaultdict[int, float] = defaultdict(float)
            for position, mass in to_do:
                if mass < NEGLIGIBLE:
                    continue
                moves, ends = ways[position] or self._ways_from(position)
                course.visits[position] += mass
                for taken, further, targets in moves:
                    carried: list[float] | defaultdict[int, float] = at_once
                    if taken:
                        level, after = ahead[step + taken], (seat + further) % seats
                        carried = level[after] = level.get(after) or [0.0] * len(course.visits)
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
            to_do, size = at_once.items(), len(at_once)

    def _check(self, step: int, positions: int) -> None:
        """Look now and then whether a game is stuck, and give it up when it takes too long."""
        self.rounds += 1
        self.work += positions
        if self.rounds == self.next_check:
            self.next_check *= 2
            for position in stuck_in(self.chain):
                self.ways[position] = _STUCK
        if step >= MOST_STEPS or self.work > MOST_WORK:
            self._give_up(step)

    def _forecast(self, step: int) -> None:
        """Give a game up, as soon as that can be told, that would take too long."""
        before, self.was_in_play = self.was_in_play, self.in_play
        decline_before, self.decline = self.decline, log(before / self.in_play) if self.in_play else inf
        if self.rounds < 2 * FIRST_CHECK or self.work < MOST_WORK / 20 or not 0 < self.decline <= decline_before:
            return  # it is too early to tell, or games have hardly begun to end
        steps = BETWEEN_FORECASTS * log(self.in_play / LEFT_IN_PLAY) / self.decline
        if self.work * (1 + steps / step) > 2 * MOST_WORK:
            self._give_up(step)

    def _give_up(self, step: int) -> NoReturn:
        raise TooSlow(f"after {step:,} turns or throws, a game still goes on with a probability of {self.in_play:.2g}")

    def _ways_from(self, position: int) -> Ways:
        """Find where a position leads to which a game comes for the first time, and make room for what is found."""
        if self.chain.moves[position] is None:
            self.chain.explore(position)
        moves = self.chain.moves[position] or ()
        self.ways[position] = ways = self.paced(moves, self.chain.ends[position])
        found = len(self.chain.moves) - len(self.ways)
        if found:
            self.ways += [None] * found
            for masses in (self.course.visits, *(each for level in self.ahead.values() for each in level.values())):
                masses += [0.0] * found
        return ways
