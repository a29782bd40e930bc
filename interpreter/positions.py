"""The chain of a board: the positions that a game of so many players can come to, with what happens from each."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping

from interpreter.chain import Chain, Ending
from interpreter.effects import Skip
from interpreter.explore import Explorer, TooManyWays, key_of, turned
from interpreter.matters import Matters
from interpreter.state import State

Progress = Callable[[int], None]
"""Is told how many positions have been explored."""


class Positions:
    """The chain of a game that begins like this, and what happens on average from each position until the next.

    `landings` gives how often somebody lands on a square, `times` how often an effect happens, by its number, and `out`
    how many players are put out. `ways` is the number of ways in which those explored can go on. Exploring raises
    TooManyWays if there are more than so many.
    """

    def __init__(self, start: State, explorer: Explorer, matters: Matters, most_ways: int) -> None:
        self.chain = Chain(self._explore)
        self.landings: list[Mapping[int, float]] = []
        self.times: list[Mapping[int, float]] = []
        self.out: list[float] = []
        self.ways = 0
        self.matters = matters
        self._explorer = explorer
        self._most_skips = max(
            (node.turns for node in explorer.program.board.nodes() if isinstance(node, Skip)), default=0
        )
        self._most_ways = most_ways
        self._numbers: dict[Hashable, int] = {}
        self._unexplored: dict[int, State] = {}
        # There are few different ones; each kept once, they are found sooner, all in the processor's cache.
        self._probabilities: dict[float, float] = {}
        self._number_of(start)

    def explore_ahead(self, progress: Progress) -> None:
        """Explore all positions but those in which something has added up, as it can do without end.

        So numbers of positions between which a game goes are near to each other, and take less time to go through.
        """
        number = 0
        while number < len(self.out):
            if number in self._unexplored and not self._added_up(self._unexplored[number]):
                self._explore(number)
                progress(len(self.out) - len(self._unexplored))
            number += 1

    def _added_up(self, state: State) -> str | None:
        """Say what has added up in a position beyond what one rule gives, and so can without end; None if nothing."""
        if self.matters.chips:
            return "chips, which decide where pawns go,"
        if max(player.skips for player in state.players) > self._most_skips:
            return "turns to skip"
        return "throws in a turn" if state.throws_left > 1 else None

    def _number_of(self, state: State) -> int:
        position = turned(state, self.matters)
        key = key_of(position)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self._unexplored[number] = position
            self.chain.moves.append(None)
            self.chain.ends.append(())
            self.landings.append({})
            self.times.append({})
            self.out.append(0.0)
        return number

    def _explore(self, number: int) -> None:
        """Find all ways in which a position can go on."""
        start = self._unexplored.pop(number)
        targets: defaultdict[tuple[int, int, int], defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        ends: defaultdict[tuple[Ending, int], float] = defaultdict(float)
        landings: defaultdict[int, float] = defaultdict(float)
        times: defaultdict[int, float] = defaultdict(float)
        in_play = start.in_play()
        for outcome in self._explorer.outcomes(start):
            self.ways += 1
            state, probability = outcome.state, outcome.probability
            if outcome.reason is None:
                turns = 0 if state.throws_left else 1
                targets[state.rolls, turns, state.current][self._number_of(state)] += probability
            else:
                how = outcome.reason if state.winner is None else state.winner
                ends[how, state.rolls] += probability
            for square, count in outcome.landings.items():
                landings[square] += count * probability
            for effect, count in outcome.times.items():
                times[effect] += count * probability
            self.out[number] += (in_play - state.in_play()) * probability
        share = self._probabilities.setdefault
        self.chain.moves[number] = [
            (*steps, tuple((target, share(probability, probability)) for target, probability in reached.items()))
            for steps, reached in targets.items()
        ]
        self.chain.ends[number] = [(how, throws, probability) for (how, throws), probability in ends.items()]
        self.landings[number], self.times[number] = landings, times
        if self.ways > self._most_ways:
            added_up = self._added_up(start)
            why = f", since {added_up} can add up without end" if added_up else ""
            raise TooManyWays(
                f"a game can come to more than {len(self._numbers):,} positions{why}, "
                f"and throws can go on in more than {self._most_ways:,} ways"
            )
