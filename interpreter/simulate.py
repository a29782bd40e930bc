"""Plays many games, and estimates from them what comes of a board's games."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from interpreter.board import Board
from interpreter.chunks import PlayChunk, Progress, play_in_chunks
from interpreter.effects import START
from interpreter.estimates import Counts, length, mean, share, spread
from interpreter.events import NOBODY_WON
from interpreter.game import MOST_TURNS
from interpreter.language import canonical
from interpreter.records import ENDS, Record, play_together
from interpreter.results import Chips, Happening, Results


@dataclass(frozen=True)
class Counted:
    """Games, counted by each thing that a record keeps of them.

    `endings` is by the seat that won or the reason why nobody did, and turns and throws are of games that end. What
    is kept of each seat, square or simple effect is counted for each.
    """

    endings: Counter[int | str]
    turns: Counts
    throws: Counts
    out: Counts
    pot: Counts
    short: Counts
    chips: Sequence[Counts]
    landings: Sequence[Counts]
    times: Sequence[Counts]
    moved: Sequence[Counts]


def simulate(
    board: Board,
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    choose: str = "race",
    most_turns: int = MOST_TURNS,
    progress: Progress = lambda _: None,
) -> Results:
    """Play so many games, and estimate from them.

    The same seed gives the same results, whatever the number of jobs. An interrupt ends it: the results then come
    from as many games as they say. Raises KeyboardInterrupt if no game has been played by then, and WorkerFailed.
    """
    prepare = partial(_play_and_count, board, players, seed, choose, most_turns)
    return estimate(board, choose, play_in_chunks(prepare, add, games, jobs, progress))


def _play_and_count(board: Board, players: int, seed: int, choose: str, most_turns: int) -> PlayChunk[Counted]:
    play = play_together(board, players, seed, choose, most_turns)
    return lambda numbers: count([play(number) for number in numbers])


def count(records: Sequence[Record]) -> Counted:
    """Count games."""
    ended = [record for record in records if record.reason in ENDS]
    return Counted(
        Counter(record.reason if record.winner is None else record.winner for record in records),
        Counter(record.turns for record in ended),
        Counter(record.throws for record in ended),
        Counter(record.out for record in records),
        Counter(record.pot for record in records),
        Counter(record.short for record in records),
        count_each(record.chips for record in records),
        count_each(record.landings for record in records),
        count_each(record.times for record in records),
        count_each(record.moved for record in records),
    )


def count_each(rows: Iterable[Sequence[int]]) -> list[Counts]:
    """Count what stands first in rows of the same length, what stands second, and so on."""
    return [_count(column) for column in zip(*rows, strict=True)]


def _count(numbers: Sequence[int]) -> Counts:
    """Count numbers. Most are small, and as bytes they are counted in less than half the time."""
    try:
        small = bytes(numbers)
    except ValueError:
        return Counter(numbers)
    counts: Counts = Counter()
    left, number = len(small), 0
    while left:
        times = small.count(number)
        if times:
            counts[number] = times
            left -= times
        number += 1
    return counts


def add(some: Counted, others: Counted) -> Counted:
    """Count games and others together."""
    sums: list[Any] = []
    for each in fields(Counted):
        one, other = getattr(some, each.name), getattr(others, each.name)
        counts = isinstance(one, Counter)
        sums.append(one + other if counts else [first + second for first, second in zip(one, other, strict=True)])
    return Counted(*sums)


def estimate(board: Board, choose: str, counted: Counted) -> Results:
    """Estimate from games that were counted."""
    games = counted.endings.total()
    seats = range(len(counted.chips))
    return Results(
        board=board.name,
        players=len(seats),
        choose=choose,
        games=games,
        wins=tuple(share(counted.endings[seat], games) for seat in seats),
        nobody={reason: share(counted.endings[reason], games) for reason in NOBODY_WON},
        out=mean(counted.out),
        turns=length(counted.turns),
        throws=length(counted.throws),
        landings={square: mean(counts) for square, counts in enumerate(counted.landings, START) if square != START},
        happenings=tuple(
            Happening(square, canonical(effect), mean(times), mean(moved))
            for (square, effect), times, moved in zip(board.simple_effects, counted.times, counted.moved, strict=True)
        ),
        chips=Chips(
            seats=tuple(spread(counts) for counts in counted.chips),
            pot=spread(counted.pot),
            short=mean(counted.short),
            games_short=share(games - counted.short[0], games),
            games=games,
        ),
        strategy=(),
    )
