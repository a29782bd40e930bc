"""The strategy race: the answers that bring a lone player home in the fewest throws.

It is found by policy iteration (R. A. Howard, Dynamic Programming and Markov Processes, 1960) over the throws of a
player who is alone on the board, with a pot that is never empty. Being put out counts as starting over from the
beginning, and so does being stuck: where nothing leads to an end any more, or a pawn lands without end. Of answers that
need the same number of throws, that is taken with which a player gets stuck less often, then that with fewer turns, and
then that with more chips at once, before the next throw; a question whose answer changes none of these is answered no.

A question has one answer in each place where the player can be asked, whatever was thrown. Where it would need to be
another after another throw, no other single answer would be better, but two at once could be.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import isclose
from typing import NamedTuple

from interpreter.board import Board
from interpreter.chain import Step, totals
from interpreter.deciders import Question
from interpreter.effects import Effect, GoBy, GoTo, May, NextTurn, Swap, Who, effects_in
from interpreter.events import STUCK, WON
from interpreter.explore import Explorer, TooManyWays, key_of, turned
from interpreter.language import canonical
from interpreter.matters import for_moves
from interpreter.paths import leading_to
from interpreter.program import Program
from interpreter.results import Advice
from interpreter.state import LaterRule, Player, State

PLENTY = 1_000_000
"""The chips in the pot of the lone player, so that it never decides an answer that there are none."""

MOST_THROWS_LEFT = 20
"""The throws left in a turn of which more are not told apart: after so many, it matters to nothing that it ends."""

MOST_POSITIONS = 20_000
"""The positions of a lone player that are followed at the most."""

SAME = 1e-9
"""The relative difference up to which two values are taken to be the same."""

HARDLY = 1e-12
"""How probable an answer is taken to be that a policy does not give, to find what is best after it all the same."""

MOST_ROUNDS = 100
"""The rounds of policy iteration at the most; a few are enough, where an answer is as good after any throw."""

Asked = tuple[int, int, int]
"""The place of a player who is asked, the square of the rule by which, and the number of the question in it."""

Progress = Callable[[str, float | None], None]
"""Is told what is being done, and which share of it has been; None as long as nobody knows how much it is."""

Policy = Mapping[Asked, float]
"""How probable the answer yes is to each question."""


class Value(NamedTuple):
    """What it takes to come home, on average."""

    throws: float
    stuck: float
    turns: float


@dataclass(frozen=True)
class Way:
    """A way in which a lone player's turn can go until it ends or another throw is to come, if these answers are given.

    `probability` is that of the throw. `turns` is 1 if a turn ends with it, and those to skip. `target` is
    the number of the position after it: the first one after being put out or getting stuck, None after winning.
    """

    probability: float
    answers: tuple[tuple[Asked, bool], ...]
    throws: int
    is_stuck: bool
    turns: int
    chips: int
    target: int | None

    def weight(self, policy: Policy, asked: int | None = None) -> float:
        """Find how probable this way is with a policy; if it is to find the answer in one place, whatever that is."""
        weight = self.probability
        for place, (question, answer) in enumerate(self.answers):
            if place != asked:
                share = policy[question] if answer else 1 - policy[question]
                weight *= share if asked is None or place > asked else max(share, HARDLY)
        return weight


@dataclass(frozen=True)
class Strategy:
    """Answers to the questions of a board."""

    board: Board
    answers: Mapping[Asked, bool]

    def decide(self, question: Question) -> bool:
        """Answer a question; at a place where a lone player is never asked it, as on the square of the rule."""
        answer = self.answers.get(_asked(question))
        return self.answers.get(_asked(question, question.square), False) if answer is None else answer

    def advice(self) -> tuple[Advice, ...]:
        """Give the answers, by the squares of the rules; those at other places only where they are others."""
        return tuple(
            Advice(place, square, canonical(may.effect), answer)
            for square, number, may in _mays(self.board)
            for (place, *asked), answer in sorted(self.answers.items())
            if asked == [square, number] and (place == square or answer != self.answers.get((square, square, number)))
        )


def race(board: Board, progress: Progress = lambda _, __: None) -> Strategy:
    """Find the answers to every question that a lone player can be asked. Raises TooManyWays."""
    if not any(True for _ in _mays(board)):
        return Strategy(board, {})
    positions = _positions(board, progress)
    policy: Policy = dict.fromkeys((asked for ways in positions for way in ways for asked, _ in way.answers), 0.5)
    if any(way.target is None for ways in positions for way in ways):
        # Answering by chance is a policy by which a player comes home from wherever that is possible.
        for number in range(1, MOST_ROUNDS + 1):
            progress(f"answers improved: {number:,}", None)
            better = _improved(positions, policy, _values(positions, policy))
            if better == policy:
                break
            policy = better
        policy = _changed_one_by_one(positions, policy, progress)
    return Strategy(board, {asked: yes > 0.5 for asked, yes in policy.items()})


def _mays(board: Board) -> Iterator[tuple[int, int, May]]:
    """Give the questions of a board, each with its square and its number in the rule there."""
    for square, number, effect in _numbered(board):
        if isinstance(effect, May):
            yield square, number, effect


def _numbered(board: Board) -> Iterator[tuple[int, int, Effect]]:
    for square in sorted(board.squares):
        for number, effect in enumerate(effects_in(board.rule_of(square))):
            yield square, number, effect


def _positions(board: Board, progress: Progress) -> list[list[Way]]:
    """Find all positions of a lone player, and the ways that lead on from each; the first is the beginning.

    Turns to skip count when they are given: nothing else can happen in them.
    """
    explorer = Explorer(Program(board), _same_as_before)
    matters = replace(for_moves(board), chips=False)
    numbers: dict[object, int] = {}
    found: list[State] = []

    def number_of(state: State) -> int:
        position = turned(state, matters)
        key = key_of(position)
        if key not in numbers:
            numbers[key] = len(found)
            position.pot = PLENTY
            found.append(position)
        return numbers[key]

    for state in _beginnings(board):
        number_of(state)
    positions: list[list[Way]] = []
    for state in found:
        ways = []
        for outcome in explorer.outcomes(state):
            progress(f"positions explored for answers: {len(positions):,}", None)
            player = outcome.state.players[0]
            turns = player.skips + (0 if outcome.state.throws_left else 1)
            player.skips = 0
            outcome.state.throws_left = min(outcome.state.throws_left, MOST_THROWS_LEFT)
            target = None if outcome.reason == WON else 0 if outcome.reason else number_of(outcome.state)
            answers = tuple({_asked(question): answer for question, answer in outcome.asked}.items())
            is_stuck = outcome.reason == STUCK
            ways.append(Way(outcome.probability, answers, outcome.state.rolls, is_stuck, turns, player.chips, target))
        positions.append(ways)
        if len(found) > MOST_POSITIONS:
            raise TooManyWays(f"a lone player can come to more than {MOST_POSITIONS:,} positions")
    return _without_being_stuck(positions)


def _same_as_before(question: Question, before: Sequence[tuple[Question, bool]]) -> Mapping[bool, float]:
    """Let both answers be given to a question, but if it comes again before the next throw, only that which it had."""
    for earlier, answer in before:
        if _asked(earlier) == _asked(question):
            return {answer: 1.0}
    return {True: 1.0, False: 1.0}


def _asked(question: Question, place: int | None = None) -> Asked:
    """Give what a question is known by, where the player is or at another place."""
    return question.place if place is None else place, question.square, question.number


def _beginnings(board: Board) -> Iterator[State]:
    """Give the positions from which all others are found: the start; and any square, if others can move a pawn."""
    yield State([Player("")])
    if not any(
        isinstance(node, Swap) or (isinstance(node, GoTo | GoBy) and node.who is not Who.YOU) for node in board.nodes()
    ):
        return
    later = [
        LaterRule(square, effect.effect, number=number + 1)
        for square, number, effect in _numbered(board)
        if isinstance(effect, NextTurn)
    ]
    for place in board.squares:
        yield State([Player("", square=place)])
        yield from (State([Player("", square=place, next_turn_rules=(rule,))]) for rule in later)


def _without_being_stuck(positions: Sequence[Sequence[Way]]) -> list[list[Way]]:
    """Let a player begin again from where nothing leads to an end."""
    last = {position for position, ways in enumerate(positions) if any(way.target is None for way in ways)}
    targets = ((way.target for way in ways if way.target is not None) for ways in positions)
    at_home = {None, *leading_to(last, targets)}
    return [
        [way if way.target in at_home else replace(way, is_stuck=True, target=0) for way in ways] for ways in positions
    ]


def _values(positions: Sequence[Sequence[Way]], policy: Policy) -> list[Value]:
    """Evaluate a policy."""
    steps = []
    for ways in positions:
        throws, stuck, turns, targets = 0.0, 0.0, 0.0, defaultdict[int | None, float](float)
        for way in ways:
            weight = way.weight(policy)
            if weight:
                throws += weight * way.throws
                stuck += weight * way.is_stuck
                turns += weight * way.turns
                targets[way.target] += weight
        steps.append(Step((throws, stuck, turns), targets))
    return [Value(*sums) for sums in totals(steps)]


def _improved(positions: Sequence[Sequence[Way]], policy: Policy, values: Sequence[Value]) -> dict[Asked, float]:
    """Give each question the answer that is better if all others are answered as before."""
    weights: defaultdict[Asked, float] = defaultdict(float)
    outcomes: defaultdict[Asked, dict[bool, list[float]]] = defaultdict(lambda: {True: [0.0] * 4, False: [0.0] * 4})
    for ways in positions:
        for way in ways:
            home = Value(0.0, 0.0, 0.0) if way.target is None else values[way.target]
            for place, (asked, answer) in enumerate(way.answers):
                weight = way.weight(policy, place)
                if weight:
                    weights[asked] += weight / 2
                    total = outcomes[asked][answer]
                    total[0] += weight * (way.throws + home.throws)
                    total[1] += weight * (way.is_stuck + home.stuck)
                    total[2] += weight * (way.turns + home.turns)
                    total[3] -= weight * way.chips
    return {
        asked: float(
            _is_better(
                [total / weights[asked] for total in yes_and_no[True]],
                [total / weights[asked] for total in yes_and_no[False]],
            )
        )
        for asked, yes_and_no in outcomes.items()
    }


def _changed_one_by_one(positions: Sequence[Sequence[Way]], policy: Policy, progress: Progress) -> Policy:
    """Change single answers as long as that brings a player home sooner from the beginning.

    Where an answer is better after one throw and worse after another, policy iteration may not find the better one.
    """
    best = _values(positions, policy)[0]
    to_ask = _asked_on_the_way(positions)
    tried = count(1)
    is_changed = True
    while is_changed:
        is_changed = False
        for asked in to_ask:
            progress(f"other answers tried: {next(tried):,}", None)
            other = {**policy, asked: 1 - policy[asked]}
            value = _values(positions, other)[0]
            if _is_better(value, best):
                policy, best, is_changed = other, value, True
    return policy


def _asked_on_the_way(positions: Sequence[Sequence[Way]]) -> list[Asked]:
    """Find the questions that a player can be asked who begins at the beginning."""
    asked: dict[Asked, None] = {}
    reached, seen = [0], {0}
    for position in reached:
        for way in positions[position]:
            asked |= dict.fromkeys(question for question, _ in way.answers)
            if way.target is not None and way.target not in seen:
                seen.add(way.target)
                reached.append(way.target)
    return list(asked)


def _is_better(one: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether the first figure that is not the same is smaller."""
    for value, beside in zip(one, other, strict=True):
        if not isclose(value, beside, rel_tol=SAME, abs_tol=SAME):
            return value < beside
    return False
