"""Measure games per second: the rules written out by hand, the engine with one job, and with two.

Run it as `python -m benchmarks.games`. The three take turns in several rounds, so that a machine that is busy
now and then decides nothing: the ratios printed are the middle ones of all rounds.
"""

from collections.abc import Callable
from itertools import pairwise
from statistics import median
from time import perf_counter

import click

from benchmarks import by_hand
from interpreter.board import Board
from interpreter.load import load_board
from interpreter.simulate import simulate


def play_by_hand(players: int, games: int) -> None:
    """Play games by the rules written out by hand."""
    for seed in range(games):
        by_hand.play(players, seed)


def simulate_games(board: Board, players: int, games: int, jobs: int) -> None:
    """Play games through the engine, and gather all that `robinson simulate` prints."""
    simulate(board, players, games, seed=0, jobs=jobs)


def games_per_second(play: Callable[[], None], games: int) -> float:
    """Measure how many games are played in a second."""
    start = perf_counter()
    play()
    return games / (perf_counter() - start)


@click.command()
@click.option("--players", default=4, show_default=True)
@click.option("--games", default=20_000, show_default=True, help="Games of each, in all rounds together.")
@click.option("--rounds", default=10, show_default=True)
def main(players: int, games: int, rounds: int) -> None:
    """Measure, and print what was measured."""
    board, _ = load_board("nl")
    if board is None:
        raise click.ClickException("the board that ships cannot be read")
    each = games // rounds
    contestants: dict[str, Callable[[], None]] = {
        "by hand": lambda: play_by_hand(players, each),
        "engine, 1 job": lambda: simulate_games(board, players, each, jobs=1),
        "engine, 2 jobs": lambda: simulate_games(board, players, each, jobs=2),
    }
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, play in contestants.items():
            speeds[name].append(games_per_second(play, each))
    for name, measured in speeds.items():
        click.echo(f"{name:15} {median(measured):8.0f} games per second")
    for name, other in pairwise(contestants):
        ratios = [speed / others for speed, others in zip(speeds[other], speeds[name], strict=True)]
        click.echo(f"{other} / {name}: {median(ratios):.2f}")


if __name__ == "__main__":
    main()
