"""The commands that say what comes of many games: odds, simulate and compare."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from interpreter.console import (
    INTERRUPTED,
    NotReckoned,
    Stopped,
    Unreadable,
    complain,
    is_terminal,
    open_board,
    print_findings,
    refuse,
)
from interpreter.door import echo, echo_data, json_text
from interpreter.limits import MOST_PLAYERS
from interpreter.options import FORCE, find_strategy, number_option
from interpreter.progress import progress_of_games, progress_of_odds

# What plays and reckons is imported when it is needed, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.results import Advice, Contrasts, Results

PLAYERS = 2
GAMES = 10_000
MOST_GAMES = 1_000_000_000
MOST_JOBS = 256
WIDEST = 100

Command = Callable[..., Any]


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Make one decorator of several options, which the help lists in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_BOARD = click.argument("board", metavar="BOARD")
_GAME = _options(
    number_option(
        "--players", metavar="N", least=1, most=MOST_PLAYERS, default=PLAYERS, show_default=True,
        help=f"So many players, 1 to {MOST_PLAYERS}.",
    ),
    click.option(
        "--choose", type=click.Choice(["race", "yes", "no", "random"]), default="race", show_default=True,
        help="Who decides when a rule says may: race, which brings a lone player home in the fewest throws; or always "
        "the same; or chance.",
    ),
)  # fmt: skip
_GAMES = _options(
    number_option(
        "--games", metavar="G", least=1, most=MOST_GAMES, default=GAMES, show_default=True,
        help="Play so many games.",
    ),
    number_option(
        "--seed", metavar="S", least=0, default=0, show_default=True,
        help="The same number gives the same games.",
    ),
    number_option(
        "--jobs", metavar="J", least=1, most=MOST_JOBS,
        help=f"Let so many processes play, 1 to {MOST_JOBS}, which changes no result; without it, one for each "
        "processor.",
    ),
)  # fmt: skip
_PLOT = _options(
    click.option("--plot", "picture", metavar="FILE", help="Draw the results too, as FILE.svg or FILE.png."), FORCE
)


def _format(*formats: str, what: str) -> Callable[[Command], Command]:
    return click.option("--format", "output", type=click.Choice(formats), default="text", show_default=True, help=what)


@click.command()
@_BOARD
@_GAME
@_PLOT
@_format("text", "json", what="Text to read, or one JSON object.")
def odds(board: str, players: int, choose: str, picture: str | None, force: bool, output: str) -> None:
    """Find the exact odds of a board.

    Who wins, how long games are, how often squares are landed on and effects happen: all games that there can be are
    reckoned with, and no die is thrown. That fits for few players; robinson simulate estimates it for more.
    """
    playable = open_board(board)
    _check_picture(picture, force, playable)
    _answers(choose, playable)  # if nobody can answer, that is said before any work is done
    try:
        results = _exact(playable, players, choose, board)
    except NotReckoned as error:
        raise NotReckoned(f"{error.message}; robinson simulate estimates them") from error
    _print(results, output)
    _draw(results, playable, picture, force)


@click.command()
@_BOARD
@_GAME
@_GAMES
@_PLOT
@_format("text", "json", "csv", what="Text to read, one JSON object, or a table for a spreadsheet.")
@click.pass_context
def simulate(
    context: click.Context,
    board: str,
    players: int,
    choose: str,
    games: int,
    seed: int,
    jobs: int | None,
    picture: str | None,
    force: bool,
    output: str,
) -> None:
    """Play many games, and estimate what comes of a board.

    All that robinson odds says, with 95% intervals, and what the games do with chips. Ctrl-C prints what there is
    so far.
    """
    playable = open_board(board)
    _check_picture(picture, force, playable)
    results = _estimated(playable, players, choose, games, seed, jobs)
    _print(results, output)
    _draw(results, playable, picture, force)
    _say_if_endless({"the games": results})
    _say_if_stopped(context, results.games, games)


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option(
    "--set", "changes", metavar="KEY=TEXT", multiple=True,
    help='Instead of B: A with another effect of a square, --set 8="pay 5 to the pot", or of several, as in 8-10, or '
    "another setting, --set stake=5. Repeat it for more changes.",
)  # fmt: skip
@_GAME
@_GAMES
@click.option("--estimate", is_flag=True, help="Do not look for exact odds; only play games.")
@_PLOT
@_format("text", "json", what="Text to read, or one JSON object.")
@click.pass_context
def compare(
    context: click.Context,
    first: str,
    second: str | None,
    changes: Sequence[str],
    players: int,
    choose: str,
    games: int,
    seed: int,
    jobs: int | None,
    estimate: bool,
    picture: str | None,
    force: bool,
    output: str,
) -> None:
    """Find what another board, or a change of rules, does to the game.

    Says in what A and B differ, and what that does to who wins, how long it takes, and the chips. Figures are exact
    where robinson odds can find them; others come from games on both boards with the same throws, so that small
    differences show.
    """
    if second is None and not changes:
        raise click.UsageError(
            f'Compare {first} with what? Name another board, or try a change: --set 8="pay 5 to the pot".'
        )
    if second is not None and changes:
        raise click.UsageError(
            f"Either compare {first} with {second}, or try changes of {first} with --set; it cannot be both at once."
        )
    one = open_board(first)
    other, name = (open_board(second), second) if second is not None else _changed(one, first, changes)
    _check_picture(picture, force, one, other)

    from interpreter.contrast import as_object, as_text
    from interpreter.differences import differences
    from interpreter.figures import shown

    answers = _answers(choose, one), _answers(choose, other)
    results = None if estimate else _exact_both((one, other), players, choose, (first, name))
    contrasts, drawn = _compared((one, other), results, players, choose, games, seed, jobs)
    differing, names = differences(one, other), (first, name)
    if output == "json":
        echo(json_text(as_object(contrasts, differing, names, answers), indent=2))
    else:
        echo(shown(as_text(contrasts, differing, names, answers, _width()), _encoding()))
    if picture is not None:
        from interpreter.plots import plot_both

        _save(lambda: plot_both(*drawn, (one, other), names, picture, force=force), picture)
    if contrasts.games is not None:
        _say_if_stopped(context, contrasts.games, games)


def _answers(choose: str, board: "Board") -> "tuple[Advice, ...]":
    """Find the answers of race, or say why there can be none and end."""
    return find_strategy(board).advice() if choose == "race" else ()


def _exact(board: "Board", players: int, choose: str, name: str) -> "Results":
    """Find exact odds, or say why they cannot be found and end."""
    from interpreter.chain import TooSlow
    from interpreter.explore import TooManyWays
    from interpreter.odds import odds as find

    try:
        with progress_of_odds(name) as progress:
            return find(board, players, choose, progress)
    except (TooManyWays, TooSlow) as error:
        raise NotReckoned(f"{name}: {error}, too much for exact odds") from error
    except KeyboardInterrupt as error:
        raise Stopped(f"{name}: stopped; no odds have been found") from error


def _exact_both(
    boards: "tuple[Board, Board]", players: int, choose: str, names: tuple[str, str]
) -> "tuple[Results, Results] | None":
    try:
        return _exact(boards[0], players, choose, names[0]), _exact(boards[1], players, choose, names[1])
    except NotReckoned as error:
        complain(f"{error.message}; so every figure comes from games that are played on both boards")
        return None


def _estimated(board: "Board", players: int, choose: str, games: int, seed: int, jobs: int | None) -> "Results":
    from dataclasses import replace

    from interpreter.simulate import simulate as play

    advice = _answers(choose, board)
    with progress_of_games(games) as progress, _failing_clearly():
        results = play(board, players, games, seed, _jobs(jobs), choose, progress=progress)
    return replace(results, strategy=advice)


def _compared(
    boards: "tuple[Board, Board]",
    exact: "tuple[Results, Results] | None",
    players: int,
    choose: str,
    games: int,
    seed: int,
    jobs: int | None,
) -> "tuple[Contrasts, tuple[Results, Results]]":
    """Compare exactly as far as there are exact results; the rest, which are the chips, by games.

    Give what comes of each board by itself too, from the same odds and the same games.
    """
    from dataclasses import replace

    from interpreter.contrast import completed, exact_contrasts
    from interpreter.paired import paired

    has_chips = any(board.has_chips for board in boards)
    if exact is not None and not has_chips:
        return exact_contrasts(*exact), exact
    with progress_of_games(games) as progress, _failing_clearly():
        estimated, played = paired(*boards, players, games, seed, _jobs(jobs), choose, progress=progress)
    _say_if_endless({"the games on A": played[0], "the games on B": played[1]})
    if exact is not None:
        first, second = (replace(one, chips=other.chips) for one, other in zip(exact, played, strict=True))
        return completed(exact_contrasts(*exact), estimated), (first, second)
    return estimated if has_chips else replace(estimated, chips=(), pot=None), played


def _changed(board: "Board", name: str, changes: Sequence[str]) -> "tuple[Board, str]":
    """Change a board as the command line says, and say what looks wrong with that; if it cannot be played, end."""
    from interpreter.changes import changed
    from interpreter.diagnostics import has_errors

    other, findings = changed(board, changes)
    if has_errors(findings):
        refuse(findings, f"{name}: the board cannot be changed like this")
    print_findings(findings)
    return other, f"{name} with {', '.join(changes)}"


def _print(results: "Results", output: str) -> None:
    from interpreter import exports, tables
    from interpreter.figures import shown

    if output == "text":
        echo(shown(tables.as_text(results, _width()), _encoding()))
    elif output == "json":
        echo(exports.as_json(results))
    else:
        echo_data(exports.as_csv(results))


def _check_picture(path: str | None, force: bool, *boards: "Board") -> None:
    """End before any work is done if no picture of these boards could be drawn."""
    if path == "":
        raise Unreadable("the name of the picture is empty")
    if path is not None:
        from interpreter.plots import check

        with _drawing():
            check(path, force=force, made_from=[board.source.path for board in boards])


def _draw(results: "Results", board: "Board", path: str | None, force: bool) -> None:
    if path is not None:
        from interpreter.plots import plot

        _save(lambda: plot(results, board, path, force=force), path)


def _save(draw: Callable[[], None], path: str) -> None:
    with _drawing():
        draw()
    complain(f"{path}: drawn")


@contextmanager
def _drawing() -> Iterator[None]:
    from interpreter.plots import NoPicture

    try:
        yield
    except NoPicture as error:
        raise Unreadable(str(error)) from error


def _say_if_endless(played: "Mapping[str, Results]") -> None:
    """Say how many games were stopped, of those with this name."""
    from interpreter.events import TURN_LIMIT
    from interpreter.game import MOST_TURNS

    shares = {name: results.nobody[TURN_LIMIT].value for name, results in played.items()}
    if any(shares.values()):
        stopped = " and ".join(f"{share:.1%} of {name}" for name, share in shares.items())
        complain(f"{stopped} were stopped after {MOST_TURNS:,} turns; what happened in them until then counts")


def _say_if_stopped(context: click.Context, played: int | None, wanted: int) -> None:
    if played is not None and played < wanted:
        complain(f"stopped after {played:,} of {wanted:,} games")
        context.exit(INTERRUPTED)


@contextmanager
def _failing_clearly() -> Iterator[None]:
    from interpreter.workers import WorkerFailed

    try:
        yield
    except WorkerFailed as error:
        raise NotReckoned(str(error)) from error
    except KeyboardInterrupt as error:
        raise Stopped("stopped before a game had been played") from error


def _jobs(jobs: int | None) -> int:
    if jobs is not None:
        return jobs
    # Of the processors of the machine, those that this process may use; not every system tells.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST) if is_terminal(sys.stdout) else 80


def _encoding() -> str:
    return "utf-8" if sys.stdout is None else sys.stdout.encoding
