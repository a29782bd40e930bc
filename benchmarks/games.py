"""Measure games per second: the rules written out by hand, and the engine, each with one process and with two.

Run it as `python -m benchmarks.games`. All take turns in several rounds, so that a machine that is busy now and then
decides nothing: what is printed are the middle ones of all rounds. How much faster two processes play by hand tells
how much two can be faster at all, there and then.
"""

from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from time import perf_counter

import click

from benchmarks import by_hand
from interpreter.load import load_board
from interpreter.simulate import simulate
from interpreter.workers import answers

CHUNK = 500

HAND, HAND_2, ENGINE, ENGINE_2 = "by hand", "by hand, 2 processes", "engine, 1 job", "engine, 2 jobs"
RATIOS = [(ENGINE, HAND), (ENGINE_2, ENGINE), (HAND_2, HAND)]


def play_by_hand(players: int, games: int, jobs: int) -> None:
    """Play games by the rules written out by hand."""
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    for _ in answers(partial(_prepare, players), chunks, jobs):
        pass


def _prepare(players: int) -> Callable[[range], None]:
    def play(seeds: range) -> None:
        for seed in seeds:
            by_hand.play(players, seed)

    return play


def measure(contestants: Mapping[str, Callable[[], object]], games: int, rounds: int) -> dict[str, list[float]]:
    """Measure in each round how many games each plays in a second."""
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, play in contestants.items():
            start = perf_counter()
            play()
            speeds[name].append(games / (perf_counter() - start))
    return speeds


@click.command()
@click.option("--players", default=4, show_default=True)
@click.option("--games", default=20_000, show_default=True, help="Games of each in a round.")
@click.option("--rounds", default=5, show_default=True)
def main(players: int, games: int, rounds: int) -> None:
    """Measure, and print what was measured."""
    board, _ = load_board("nl")
    if board is None:
        raise click.ClickException("the board that ships cannot be read")
    speeds = measure(
        {
            HAND: lambda: play_by_hand(players, games, jobs=1),
            ENGINE: lambda: simulate(board, players, games, seed=0, jobs=1),
            ENGINE_2: lambda: simulate(board, players, games, seed=0, jobs=2),
            HAND_2: lambda: play_by_hand(players, games, jobs=2),
        },
        games,
        rounds,
    )
    for name, measured in speeds.items():
        click.echo(f"{name:20} {median(measured):8.0f} games per second")
    for name, other in RATIOS:
        ratios = [one / another for one, another in zip(speeds[name], speeds[other], strict=True)]
        click.echo(f"{name} / {other}: {median(ratios):.2f}")


if __name__ == "__main__":
    main()
