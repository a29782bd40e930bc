"""The chain of a board: all positions that a game of so many players can come to, with what happens from each."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from interpreter.chain import Chain, Ending
from interpreter.explore import Explorer, Outcome, key_of, turned
from interpreter.matters import Matters
from interpreter.state import State

MANY_SKIPS = 20
"""The turns to skip of which more are taken to have added up, rather than to be by one rule."""

Progress = Callable[[int, int], None]
"""Is told how many positions have been explored, and how many found."""


class TooManyPositions(Exception):
    """A game can come to so many positions that they are not all followed."""


@dataclass(slots=True)
class Positions:
    """A chain, and what happens on average from each of its positions until it comes to the next.

    `landings` gives how often somebody lands on a square, `times` how often an effect happens, by its number, and `out`
    how many players are put out. `ways` is the number of ways in which all of them can go on.
    """

    chain: Chain = field(default_factory=Chain)
    landings: list[dict[int, float]] = field(default_factory=list)
    times: list[dict[int, float]] = field(default_factory=list)
    out: list[float] = field(default_factory=list)
    ways: int = 0


def find_positions(start: State, explorer: Explorer, matters: Matters, most_ways: int, progress: Progress) -> Positions:
    """Explore all positions of a game that begins like this.

    Raises TooManyPositions if they can go on in more than so many ways, and TooManyBranches.
    """
    found = Positions()
    first = turned(start, matters)
    numbers: dict[Hashable, int] = {key_of(first): 0}
    to_explore = deque([first])

    def number_of(state: State) -> int:
        position = turned(state, matters)
        key = key_of(position)
        if key not in numbers:
            numbers[key] = len(numbers)
            to_explore.append(position)
        return numbers[key]

    while to_explore:
        state = to_explore.popleft()
        _add(found, state, explorer.outcomes(state), number_of)
        if found.ways > most_ways:
            size = f"{len(numbers):,} positions{_why_so_many(state, matters)}"
            raise TooManyPositions(
                f"a game can come to more than {size}, and throws can go on in more than {most_ways:,} ways"
            )
        progress(len(found.out), len(numbers))
    return found


def _why_so_many(state: State, matters: Matters) -> str:
    """Say what there can be of without end, if it is that."""
    if matters.chips:
        return ", since chips decide where pawns go"
    if max(player.skips for player in state.players) > MANY_SKIPS:
        return ", since turns to skip can add up without end"
    return ""


def _add(found: Positions, start: State, outcomes: Iterable[Outcome], number_of: Callable[[State], int]) -> None:
    """Add a position with all ways in which it can go on."""
    targets: defaultdict[tuple[int, int, int], defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    ends: defaultdict[tuple[Ending, int], float] = defaultdict(float)
    landings: defaultdict[int, float] = defaultdict(float)
    times: defaultdict[int, float] = defaultdict(float)
    out = 0.0
    in_play = start.in_play()
    for outcome in outcomes:
        found.ways += 1
        state, probability = outcome.state, outcome.probability
        if outcome.reason is None:
            turns = 0 if state.throws_left else 1
            targets[state.rolls, turns, state.current][number_of(state)] += probability
        else:
            how = outcome.reason if state.winner is None else state.winner
            ends[how, state.rolls] += probability
        for square, count in outcome.landings.items():
            landings[square] += count * probability
        for number, count in outcome.times.items():
            times[number] += count * probability
        out += (in_play - state.in_play()) * probability
    moves = ((*steps, tuple(reached.items())) for steps, reached in targets.items())
    found.chain.moves.append(tuple(moves))
    found.chain.ends.append(tuple((how, throws, probability) for (how, throws), probability in ends.items()))
    found.landings.append(landings)
    found.times.append(times)
    found.out.append(out)
