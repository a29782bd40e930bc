"""Plays games on two boards with the same dice, so that small differences between the boards show."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import sub

from interpreter.board import Board
from interpreter.chunks import PlayChunk, Progress, play_in_chunks
from interpreter.effects import START
from interpreter.estimates import Counts, mean, share
from interpreter.game import MOST_TURNS
from interpreter.records import ENDS, Record, play_apart
from interpreter.results import Contrast, Contrasts
from interpreter.simulate import count_each

Pair = tuple[Record, Record]
Numbers = Callable[[Record], Sequence[int]]

_OF_ALL: Mapping[str, Numbers] = {
    "wins": lambda record: [int(seat == record.winner) for seat in range(len(record.chips))],
    "nobody": lambda record: [int(record.winner is None)],
    "out": lambda record: [record.out],
    "pot": lambda record: [record.pot],
    "chips": lambda record: record.chips,
    "landings": lambda record: record.landings,
}
_OF_THOSE_THAT_END: Mapping[str, Numbers] = {
    "turns": lambda record: [record.turns],
    "throws": lambda record: [record.throws],
}
"""What is compared, in numbers: several where there is one for each seat or square."""


@dataclass(frozen=True)
class Counted:
    """A number of each game, counted on the first board, on the second, and how much more it is there."""

    first: Counts
    second: Counts
    difference: Counts


def paired(
    first: Board,
    second: Board,
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    choose: str = "race",
    most_turns: int = MOST_TURNS,
    progress: Progress = lambda _: None,
) -> Contrasts:
    """Play so many games on each board, and estimate what differs.

    Each player has the same throws on both boards, whatever the others do; a game's number and the seed decide
    which. So the margin of a difference is that of the differences between pairs of games. The same seed gives the
    same results, whatever the number of jobs, and an interrupt ends it as it does `simulate`.
    """
    prepare = partial(_play_and_count, first, second, players, seed, choose, most_turns)
    counted = play_in_chunks(prepare, add, games, jobs, progress)
    return contrast(players, choose, counted)


def _play_and_count(
    first: Board, second: Board, players: int, seed: int, choose: str, most_turns: int
) -> PlayChunk[Mapping[str, Sequence[Counted]]]:
    one, other = (play_apart(board, players, seed, choose, most_turns) for board in (first, second))
    return lambda numbers: count([(one(number), other(number)) for number in numbers])


def count(pairs: Sequence[Pair]) -> Mapping[str, Sequence[Counted]]:
    """Count pairs of games, by what is compared."""
    ended = [pair for pair in pairs if all(record.reason in ENDS for record in pair)]
    return {name: _count(pairs, numbers) for name, numbers in _OF_ALL.items()} | {
        name: _count(ended, numbers) for name, numbers in _OF_THOSE_THAT_END.items()
    }


def _count(pairs: Iterable[Pair], numbers: Numbers) -> list[Counted]:
    rows = [_as_long_as_each_other(numbers(first), numbers(second)) for first, second in pairs]
    first = count_each(first for first, _ in rows)
    second = count_each(second for _, second in rows)
    difference = count_each(list(map(sub, second, first)) for first, second in rows)
    return [Counted(*counts) for counts in zip(first, second, difference, strict=True)]


def _as_long_as_each_other(first: Sequence[int], second: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """Add zeros where one board has fewer squares than the other."""
    longer = max(len(first), len(second))
    return [*first, *[0] * (longer - len(first))], [*second, *[0] * (longer - len(second))]


def add(
    some: Mapping[str, Sequence[Counted]], others: Mapping[str, Sequence[Counted]]
) -> Mapping[str, Sequence[Counted]]:
    """Count games and others together."""
    return {name: _add(some[name], others[name]) for name in some}


def _add(some: Sequence[Counted], others: Sequence[Counted]) -> Sequence[Counted]:
    if not (some and others):
        return some or others
    return [
        Counted(one.first + other.first, one.second + other.second, one.difference + other.difference)
        for one, other in zip(some, others, strict=True)
    ]


def contrast(players: int, choose: str, counted: Mapping[str, Sequence[Counted]]) -> Contrasts:
    """Estimate from pairs of games that were counted."""
    chances = {name: tuple(map(_chance, counted[name])) for name in ("wins", "nobody")}
    means = {name: tuple(map(_mean, counted[name])) for name in counted if name not in chances}
    return Contrasts(
        players=players,
        choose=choose,
        games=counted["nobody"][0].first.total(),
        wins=chances["wins"],
        nobody=chances["nobody"][0],
        out=means["out"][0],
        turns=next(iter(means["turns"]), None),
        throws=next(iter(means["throws"]), None),
        chips=means["chips"],
        pot=means["pot"][0],
        landings={square: each for square, each in enumerate(means["landings"], START) if square != START},
    )


def _chance(counted: Counted) -> Contrast:
    games = counted.first.total()
    return Contrast(share(counted.first[1], games), share(counted.second[1], games), mean(counted.difference))


def _mean(counted: Counted) -> Contrast:
    return Contrast(mean(counted.first), mean(counted.second), mean(counted.difference))
