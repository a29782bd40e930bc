"""All games on a small board, played one by one: a second way to exact odds, and how far estimates may be from them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from interpreter.board import Board
from interpreter.deciders import Question
from interpreter.dice import Shown
from interpreter.engine import Engine
from interpreter.game import opening, pay_stake
from interpreter.program import Program
from interpreter.results import Figure, Results
from interpreter.state import Participant
from interpreter.table import EndlessLanding
from interpreter.tally import Tally, nothing_counted

FAR = 4.5 / 1.96
"""So many margins reach to 4.5 standard errors: of millions of estimates, a few are farther from what is true."""


class _MoreNeeded(Exception):
    """A game waits for a throw or an answer; `choices` are those that there can be, each with its probability."""

    def __init__(self, choices: dict[Shown, Fraction] | dict[bool, Fraction]) -> None:
        super().__init__()
        self.choices = choices


def nothing() -> defaultdict[Any, Fraction]:
    return defaultdict(Fraction)


@dataclass
class Games:
    """What comes of all games, as fractions; `open` is the probability of games that were not played to the end."""

    open: Fraction = Fraction(0)
    ends: dict[int | str, Fraction] = field(default_factory=nothing)
    turns: dict[int, Fraction] = field(default_factory=nothing)
    throws: dict[int, Fraction] = field(default_factory=nothing)
    out: Fraction = Fraction(0)
    landings: dict[int, Fraction] = field(default_factory=nothing)
    times: dict[int, Fraction] = field(default_factory=nothing)


def all_games(board: Board, players: int, choose: str, longest: int = 12) -> Games:
    """Play all games of no more than so many throws and answers."""
    games = Games()
    program = Program(board)
    for weight, script in _scripts(board, program, players, choose, longest, games):
        engine, reason = _play(board, program, players, choose, script)
        state, tally = engine.state, engine.tally
        seat = None if state.winner is None else (state.winner - state.cashier) * state.step % players
        games.ends[reason if seat is None else seat] += weight
        if reason != "stuck":
            games.turns[state.turns] += weight
            games.throws[state.rolls] += weight
        games.out += tally.out * weight
        for counts, counted in ((games.landings, tally.landings), (games.times, tally.times)):
            assert isinstance(counted, list)
            for number, times in enumerate(counted):
                counts[number] += times * weight
    return games


def _scripts(
    board: Board, program: Program, players: int, choose: str, longest: int, games: Games
) -> Iterator[tuple[Fraction, tuple[Shown | bool, ...]]]:
    waiting: list[tuple[Fraction, tuple[Shown | bool, ...]]] = [(Fraction(1), ())]
    while waiting:
        weight, script = waiting.pop()
        try:
            _play(board, program, players, choose, script)
        except _MoreNeeded as more:
            if len(script) == longest:
                games.open += weight
            else:
                waiting += [(weight * chance, (*script, choice)) for choice, chance in more.choices.items()]
        else:
            yield weight, script


def _play(
    board: Board, program: Program, players: int, choose: str, script: tuple[Shown | bool, ...]
) -> tuple[Engine, str]:
    rest = iter(script)
    sides = range(1, board.dice.sides + 1)
    dice = Counter(tuple(sorted(shown)) for shown in product(sides, repeat=board.dice.count))
    throws = {shown: Fraction(count, dice.total()) for shown, count in dice.items()}

    def roll(_: str) -> Shown:
        shown = next(rest, None)
        if not isinstance(shown, tuple):
            raise _MoreNeeded(throws)
        return shown

    def decide(_: Question) -> bool:
        if choose != "random":
            return choose == "yes"
        answer = next(rest, None)
        if not isinstance(answer, bool):
            raise _MoreNeeded({True: Fraction(1, 2), False: Fraction(1, 2)})
        return answer

    state = opening(board, [Participant(str(number)) for number in range(players)])
    pay_stake(board, state)
    engine = Engine(program, state, roll, decide, None, Tally(*nothing_counted(board)))
    try:
        return engine, engine.play(most_turns=1000)
    except EndlessLanding:
        return engine, "stuck"


def disagreements(exact: Results, estimated: Results, slack: float = 0.0) -> list[str]:
    """Say which estimates are so far from what is exact that it can hardly be chance; each may be off by the slack."""
    pairs: dict[str, tuple[Figure | None, Figure | None]] = {"out": (exact.out, estimated.out)}
    for seat, wins in enumerate(exact.wins):
        pairs[f"wins of seat {seat}"] = wins, estimated.wins[seat]
    nobody = [sum(figure.value for figure in results.nobody.values()) for results in (exact, estimated)]
    margin = sum(figure.margin for figure in estimated.nobody.values())
    pairs["nobody"] = Figure(nobody[0]), Figure(nobody[1], margin)
    pairs["all out"] = exact.nobody.get("all out", Figure(0)), estimated.nobody["all out"]
    for what, one, other in (("turns", exact.turns, estimated.turns), ("throws", exact.throws, estimated.throws)):
        pairs[what] = (one.mean if one else None, other.mean if other else None)
    for square, landings in exact.landings.items():
        pairs[f"landings on {square}"] = landings, estimated.landings[square]
    for happens, happened in zip(exact.happenings, estimated.happenings, strict=True):
        assert (happens.square, happens.effect) == (happened.square, happened.effect)
        pairs[f"{happens.effect} on {happens.square}"] = happens.times, happened.times
    return [
        f"{what}: {known.value:.6f}, estimated {found.value:.6f} ± {found.margin:.6f}"
        for what, (known, found) in pairs.items()
        if known and found and found.margin < inf and abs(known.value - found.value) > FAR * found.margin + slack
    ]
