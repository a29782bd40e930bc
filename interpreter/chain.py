"""A Markov chain of positions, and what comes of it: how games end, after how many steps, and what was on the way.

The probability that a game is in each position is carried on from step to step until next to nothing is left in play.
So lengths come as whole distributions, and no figure has an error much larger than what was left.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.events import STUCK

LEFT_IN_PLAY = 1e-15
"""The probability of still being in play with which a game is taken to have ended."""

NEGLIGIBLE = 1e-23
"""A probability that is not carried on: all of them together are less than what may be left in play."""

MOST_STEPS = 200_000
"""The steps after which a game is given up that goes on and on."""

Ending = int | str
"""How a game ends: the seat that wins, counted from the player whose turn it was, or the reason why nobody does."""

Move = tuple[int, int, tuple[tuple[int, float], ...]]
"""Where a turn leads that has so many throws, and with which the next turn is so many seats on: positions, and how
probable each is."""

End = tuple[Ending, int, float]
"""How a game ends with a turn: the ending, the throws of the turn, and how probable that is."""


Level = dict[int, list[float]]
"""How probable each position is after so many steps, for each seat whose turn it can be."""

Progress = Callable[[float], None]
"""Is told the probability with which the game is still in play."""


class TooSlow(Exception):
    """A game is in play after `MOST_STEPS` steps with a probability that does not vanish."""


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
    position how often a game comes to it.
    """

    wins: list[float]
    nobody: dict[str, float]
    lengths: dict[int, float]
    visits: list[float]


def ending(chain: Chain) -> Chain:
    """Let a game end as stuck as soon as it can never end."""
    before: defaultdict[int, list[int]] = defaultdict(list)
    for position, moves in enumerate(chain.moves):
        for _, _, targets in moves:
            for target, _ in targets:
                before[target].append(position)
    can_end = {position for position, ends in enumerate(chain.ends) if ends}
    to_do = list(can_end)
    while to_do:
        for position in before[to_do.pop()]:
            if position not in can_end:
                can_end.add(position)
                to_do.append(position)
    if len(can_end) == len(chain.moves):
        return chain
    changed = Chain()
    for moves, ends in zip(chain.moves, chain.ends, strict=True):
        kept = [
            (throws, seats, tuple(target for target in targets if target[0] in can_end))
            for throws, seats, targets in moves
        ]
        stuck: list[End] = [
            (STUCK, throws, probability)
            for throws, _, targets in moves
            for target, probability in targets
            if target not in can_end
        ]
        changed.moves.append(tuple(move for move in kept if move[2]))
        changed.ends.append((*ends, *stuck))
    if 0 not in can_end:
        changed.moves[0], changed.ends[0] = (), ((STUCK, 0, 1.0),)
    return changed


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
    course = Course([0.0] * seats, {}, {}, [0.0] * size)
    ahead: defaultdict[int, Level] = defaultdict(dict)
    ahead[0][0] = [1.0] + [0.0] * (size - 1)
    step = 0
    in_play = 1.0
    while in_play > LEFT_IN_PLAY:
        if step > MOST_STEPS:
            raise TooSlow(f"after {MOST_STEPS:,} steps, the game goes on with a probability of {in_play:.2g}")
        # A turn without a throw leads to another position after as many throws, so a step can be gone through again.
        while step in ahead:
            for seat, masses in ahead.pop(step).items():
                _step(chain, course, ahead, step, seat, masses)
        step += 1
        in_play = sum(sum(masses) for level in ahead.values() for masses in level.values())
        progress(in_play)
    return course


def _step(chain: Chain, course: Course, ahead: Mapping[int, Level], step: int, seat: int, masses: list[float]) -> None:
    """Carry the probabilities of all positions on in which it is the turn of one seat."""
    size, seats = len(masses), len(course.wins)
    visits, all_moves, all_ends = course.visits, chain.moves, chain.ends
    for position, mass in enumerate(masses):
        if mass < NEGLIGIBLE:
            continue
        visits[position] += mass
        for steps, further, targets in all_moves[position]:
            level = ahead[step + steps]
            after = (seat + further) % seats
            if after not in level:
                level[after] = [0.0] * size
            carried = level[after]
            for target, probability in targets:
                carried[target] += mass * probability
        for how, steps, probability in all_ends[position]:
            ended = mass * probability
            if isinstance(how, int):
                course.wins[(seat + how) % seats] += ended
            else:
                course.nobody[how] = course.nobody.get(how, 0.0) + ended
            if how != STUCK:
                course.lengths[step + steps] = course.lengths.get(step + steps, 0.0) + ended
