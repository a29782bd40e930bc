"""Plays games on two boards with the same dice, so that small differences between the boards show."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import sub

from interpreter import simulate
from interpreter.board import Board
from interpreter.chunks import PlayChunk, Progress, play_in_chunks
from interpreter.effects import START
from interpreter.estimates import Counts, Pairs, difference_of_means, mean, share
from interpreter.events import NOBODY_WON
from interpreter.game import MOST_TURNS
from interpreter.records import ENDS, Record, play_apart
from interpreter.results import Contrast, Contrasts, Figure, Length, Results

Pair = tuple[Record, Record]

_NUMBERS: Mapping[str, Callable[[Record], Sequence[int]]] = {
    "wins": lambda record: [int(seat == record.winner) for seat in range(len(record.chips))],
    "nobody": lambda record: [int(record.winner is None)],
    "out": lambda record: [record.out],
    "pot": lambda record: [record.pot],
    "chips": lambda record: record.chips,
    "landings": lambda record: record.landings,
}
"""What every game has, in numbers: several where there is one for each seat or square."""

_LENGTHS: Mapping[str, Callable[[Record], int]] = {
    "turns": lambda record: record.turns,
    "throws": lambda record: record.throws,
}
"""What is compared of games that end."""


@dataclass(frozen=True)
class Counted:
    """Pairs of games, counted: those on each board by themselves, and what differs between the two of a pair.

    `differences` count how much more it is on the second board, of each of the numbers that every game has, and
    `lengths` how long games are on both boards, None for one that does not end.
    """

    first: simulate.Counted
    second: simulate.Counted
    differences: Mapping[str, Sequence[Counts]]
    lengths: Mapping[str, Pairs]


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
) -> tuple[Contrasts, tuple[Results, Results]]:
    """Play so many games on each board; estimate what differs, and what comes of each board by itself.

    Each player has the same throws on both boards, whatever the others do; a game's number and the seed decide
    which. So the margin of a difference is that of the differences between pairs of games. The same seed gives the
    same results, whatever the number of jobs, and an interrupt ends it as it does `simulate`.
    """
    prepare = partial(_play_and_count, first, second, players, seed, choose, most_turns)
    counted = play_in_chunks(prepare, add, games, jobs, progress)
    results = simulate.estimate(first, choose, counted.first), simulate.estimate(second, choose, counted.second)
    return contrast(*results, counted), results


def _play_and_count(
    first: Board, second: Board, players: int, seed: int, choose: str, most_turns: int
) -> PlayChunk[Counted]:
    one, other = (play_apart(board, players, seed, choose, most_turns) for board in (first, second))
    return lambda numbers: count([(one(number), other(number)) for number in numbers])


def count(pairs: Sequence[Pair]) -> Counted:
    """Count pairs of games."""
    return Counted(
        simulate.count([first for first, _ in pairs]),
        simulate.count([second for _, second in pairs]),
        {
            name: simulate.count_each(_differences(numbers(first), numbers(second)) for first, second in pairs)
            for name, numbers in _NUMBERS.items()
        },
        {
            name: Counter((_if_it_ends(first, length), _if_it_ends(second, length)) for first, second in pairs)
            for name, length in _LENGTHS.items()
        },
    )


def _differences(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Give how much more each number is the second time, with zeros where one board has fewer squares."""
    longer = max(len(first), len(second))
    return list(map(sub, [*second, *[0] * (longer - len(second))], [*first, *[0] * (longer - len(first))]))


def _if_it_ends(record: Record, length: Callable[[Record], int]) -> int | None:
    return length(record) if record.reason in ENDS else None


def add(some: Counted, others: Counted) -> Counted:
    """Count pairs and others together."""
    return Counted(
        simulate.add(some.first, others.first),
        simulate.add(some.second, others.second),
        {
            name: [one + other for one, other in zip(counts, others.differences[name], strict=True)]
            for name, counts in some.differences.items()
        },
        {name: pairs + others.lengths[name] for name, pairs in some.lengths.items()},
    )


def contrast(first: Results, second: Results, counted: Counted) -> Contrasts:
    """Estimate what differs from pairs of games that were counted, beside what comes of each board by itself."""
    differences = {name: tuple(map(mean, counts)) for name, counts in counted.differences.items()}
    never = mean(Counter({0: counted.first.endings.total()}))
    assert first.chips is not None
    assert second.chips is not None
    return Contrasts(
        players=first.players,
        choose=first.choose,
        games=first.games,
        wins=tuple(map(Contrast, first.wins, second.wins, differences["wins"])),
        nobody=Contrast(_nobody(counted.first), _nobody(counted.second), *differences["nobody"]),
        out=Contrast(first.out, second.out, *differences["out"]),
        turns=_of_lengths(first.turns, second.turns, counted.lengths["turns"]),
        throws=_of_lengths(first.throws, second.throws, counted.lengths["throws"]),
        chips=tuple(
            Contrast(one.mean, other.mean, difference)
            for one, other, difference in zip(first.chips.seats, second.chips.seats, differences["chips"], strict=True)
        ),
        pot=Contrast(first.chips.pot.mean, second.chips.pot.mean, *differences["pot"]),
        landings={
            square: Contrast(first.landings.get(square, never), second.landings.get(square, never), difference)
            for square, difference in enumerate(differences["landings"], START)
            if square != START
        },
    )


def _nobody(counted: simulate.Counted) -> Figure:
    return share(sum(counted.endings[reason] for reason in NOBODY_WON), counted.endings.total())


def _of_lengths(first: Length | None, second: Length | None, pairs: Pairs) -> Contrast | None:
    if first is None or second is None:
        return None
    return Contrast(first.mean, second.mean, difference_of_means(pairs))
