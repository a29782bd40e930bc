"""Plays many games in chunks, so that progress can be told, and what has been played so far can be had."""

import gc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TypeVar

from interpreter.records import SERIES
from interpreter.workers import answers

LARGEST_CHUNK = 2000
SECONDS_A_CHUNK = 0.2

Kept = TypeVar("Kept")
"""What is kept of games: the same for some and for many."""

PlayChunk = Callable[[range], Kept]
"""Plays the games with these numbers."""

Progress = Callable[[int], None]
"""Hears how many more games have been played."""


@dataclass
class Chunks:
    """The numbers of the games that are still to be played, in chunks of a size that can be changed on the way.

    A chunk has whole series of games, but for the last. Those at the end are smaller, so that all jobs end at about the
    same time.
    """

    games: int
    jobs: int
    size: int = SERIES
    begun: int = 0

    def __iter__(self) -> "Chunks":
        return self

    def __next__(self) -> range:
        if self.begun >= self.games:
            raise StopIteration
        left = self.games - self.begun
        size = min(self.size, left // (2 * self.jobs)) // SERIES * SERIES
        chunk = range(self.begun, self.begun + min(max(size, SERIES), left))
        self.begun = chunk.stop
        return chunk


def play_in_chunks(
    prepare: Callable[[], PlayChunk[Kept]],
    add: Callable[[Kept, Kept], Kept],
    games: int,
    jobs: int,
    progress: Progress,
) -> Kept:
    """Play so many games, at least one, and add up what is kept of them.

    An interrupt ends it: what is given then comes from the games that have been played, the first so many. Raises
    KeyboardInterrupt if there are none yet, and WorkerFailed.
    """
    jobs = min(jobs, 1 + games // SERIES)
    chunks = Chunks(games, jobs)
    kept: Kept | None = None
    try:
        with closing(answers(partial(_timed, prepare), chunks, jobs)) as parts:
            for chunk, part, seconds in parts:
                kept = part if kept is None else add(kept, part)
                chunks.size = min(max(1, int(SECONDS_A_CHUNK * len(chunk) / max(seconds, 1e-6))), LARGEST_CHUNK)
                progress(len(chunk))
    except KeyboardInterrupt:
        if kept is None:
            raise
    assert kept is not None
    return kept


def _timed(prepare: Callable[[], PlayChunk[Kept]]) -> Callable[[range], tuple[range, Kept, float]]:
    """Let the time that a chunk takes be told along with what is kept of it."""
    play = prepare()

    def play_and_time(chunk: range) -> tuple[range, Kept, float]:
        start = perf_counter()
        with _garbage_left_alone():
            kept = play(chunk)
        return chunk, kept, perf_counter() - start

    return play_and_time


@contextmanager
def _garbage_left_alone() -> Iterator[None]:
    """Keep Python from looking for objects that hold each other: games leave none, and looking takes a while."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
