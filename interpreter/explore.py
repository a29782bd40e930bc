"""All positions that a game can come to, and where each leads: the engine plays every throw that there can be.

A position is what is the case between two turns, or before another throw in a turn, as far as it matters. Seats are
turned, so that seat 0 is always that of the player whose turn it is.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial, prod

from interpreter import events
from interpreter.board import Board
from interpreter.chain import NEGLIGIBLE
from interpreter.deciders import Question
from interpreter.dice import Shown
from interpreter.engine import Engine, ThrowLimit
from interpreter.matters import Matters
from interpreter.program import Program
from interpreter.state import Player, State
from interpreter.table import EndlessLanding
from interpreter.tally import Tally

MOST_BRANCHES = 20_000
"""The answers and throws that are followed in all the ways in which one throw can go."""

Asked = Sequence[tuple[Question, bool]]
"""Questions with their answers, in the order in which they were asked."""

Chances = Callable[[Question, Asked], Mapping[bool, float]]
"""Gives the answers that can be given to a question, each with its probability; after those that were given before it
by the same throw, or ahead of it."""


class TooManyWays(Exception):
    """A game can go on in more ways than are followed."""


@dataclass(slots=True)
class Outcome:
    """A way in which a turn can go, until it ends or another throw is to come.

    `state` is how things stand then, with the seats as before, and `reason` why the game ends, or None.
    `asked` are the questions in it with their answers. `landings` and `times` count as a tally does.
    """

    probability: float
    state: State
    reason: str | None
    asked: Asked
    landings: dict[int, int]
    times: dict[int, int]


class _Fork(Exception):
    """A game waits for a throw or an answer; `ways` are those that there can be, with their probabilities."""

    def __init__(self, ways: Mapping[Shown, float] | Mapping[bool, float]) -> None:
        super().__init__()
        self.ways = ways


class Explorer:
    """Finds all ways in which a turn can go, by playing it again and again with other throws and answers."""

    def __init__(self, program: Program, chances: Chances) -> None:
        self.program = program
        self.chances = chances
        self.throws = chances_of_throws(program.board)

    def outcomes(self, state: State) -> Iterator[Outcome]:
        """Give each way in which a game can go on, unless it is next to impossible. Raises TooManyWays."""
        waiting: list[tuple[float, tuple[Shown | bool, ...]]] = [(1.0, ())]
        found = 0
        while waiting:
            probability, script = waiting.pop()
            found += 1
            if found > MOST_BRANCHES:
                raise TooManyWays(f"one throw can go on in more than {MOST_BRANCHES:,} ways, by the answers given")
            try:
                yield self._play(state, probability, script)
            except _Fork as fork:
                following = ((probability * chance, (*script, way)) for way, chance in fork.ways.items())
                waiting += [each for each in following if each[0] > NEGLIGIBLE]

    def _play(self, start: State, probability: float, script: tuple[Shown | bool, ...]) -> Outcome:
        state = start.copy()
        scripted = iter(script)
        asked: list[tuple[Question, bool]] = []

        def roll(_: str) -> Shown:
            for throw in scripted:
                assert isinstance(throw, tuple)
                return throw
            raise _Fork(self.throws)

        def decide(question: Question) -> bool:
            ways = self.chances(question, asked)
            answer = next(iter(ways)) if len(ways) == 1 else next(scripted, None)
            if answer is None:
                raise _Fork(ways)
            asked.append((question, bool(answer)))
            return bool(answer)

        landings: defaultdict[int, int] = defaultdict(int)
        times: defaultdict[int, int] = defaultdict(int)
        tally = Tally(landings, times, defaultdict(int))
        engine = Engine(self.program, state, roll, decide, None, tally)
        reason: str | None
        try:
            reason = engine.play(most_turns=1, most_throws=1)
        except ThrowLimit:
            reason = None
        except EndlessLanding:
            reason = events.STUCK
            # What happens once and again without end counts once.
            for counts in (landings, times):
                counts.update(dict.fromkeys(counts, 1))
        return Outcome(probability, state, None if reason == events.TURN_LIMIT else reason, asked, landings, times)


def chances_of_throws(board: Board) -> dict[Shown, float]:
    """Find how probable each throw of the board's dice is, as far as rules tell throws apart.

    Those that a condition names are told by what each die shows, all others by their sums.
    """
    dice = board.dice
    ways = Counter({0: 1})
    for _ in range(dice.count):
        ways = Counter(
            {
                total: sum(ways[total - side] for side in range(1, dice.sides + 1))
                for total in range(min(ways) + 1, max(ways) + dice.sides + 1)
            }
        )
    throws: Counter[Shown] = Counter({(total,): count for total, count in ways.items()})
    for shown in board.named_throws:
        throws[shown] = factorial(dice.count) // prod(map(factorial, Counter(shown).values()))
        throws[sum(shown),] -= throws[shown]
    return {shown: count / dice.sides**dice.count for shown, count in throws.items() if count}


def turned(state: State, matters: Matters) -> State:
    """Turn the seats so that the player whose turn it is sits on seat 0, and leave out what does not matter."""
    count, first = len(state.players), state.current
    players = [
        Player(
            player.name,
            0 if player.out else player.square,
            player.chips if matters.chips else 0,
            player.skips,
            player.waits,
            player.out,
            player.next_turn_rules,
            player.standing_rules if matters.standing_rules else (),
            {role: (seat - first) % count for role, seat in player.roles.items()} if matters.roles else {},
        )
        for player in (*state.players[first:], *state.players[:first])
    ]
    cashier = (state.cashier - first) % count if matters.cashier else 0
    return State(players, state.step, cashier, 0, state.pot if matters.chips else 0, throws_left=state.throws_left)


def key_of(state: State) -> Hashable:
    """Give what tells a turned state from others; rules are told apart by their squares and numbers."""
    players = [
        player.square
        if not (player.chips or player.skips or player.waits or player.out)
        and not (player.next_turn_rules or player.standing_rules or player.roles)
        else (
            player.square,
            player.chips,
            player.skips,
            player.waits,
            player.out,
            tuple([(rule.square, rule.number) for rule in player.next_turn_rules]),
            tuple([(rule.square, rule.number) for rule in player.standing_rules]),
            tuple(sorted(player.roles.items())),
        )
        for player in state.players
    ]
    return (state.pot, state.cashier, state.throws_left, *players)
