"""The command that plays a game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from interpreter.console import WRONG_USAGE, open_board
from interpreter.options import (
    MOST_PLAYERS,
    check_usage,
    gather_players,
    make_settings,
    read_answers,
    read_players,
    read_throws,
)

# What plays a game is imported when one is played, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.dice import Shown
    from interpreter.state import Participant


@click.command()
@click.argument("board", metavar="BOARD")
@click.option(
    "--player", "named", metavar="NAME[:AGE]", multiple=True, callback=read_players, help="A player; repeat it."
)
@click.option("--players", "count", metavar="N", type=click.IntRange(1, MOST_PLAYERS), help="So many unnamed players.")
@click.option("--seed", metavar="N", type=click.IntRange(0), help="The same number gives the same throws.")
@click.option(
    "--dice",
    metavar="LIST|ask",
    callback=read_throws,
    help="These throws and no others, as in 3,1,6 or 4+5,3+6; or ask for what your own dice show.",
)
@click.option(
    "--choose",
    type=click.Choice(["ask", "yes", "no", "random", "race"]),
    help="Who decides when a rule says may: ask at a terminal; race, going on and not back, elsewhere.",
)
@click.option(
    "--answers",
    metavar="LIST",
    callback=read_answers,
    help="These answers (y or n) and no others.",
)
@click.option(
    "--max-turns",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    default=10_000,
    show_default=True,
    help="Stop a game that goes on and on.",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Text to read, or one JSON object a line for each event.",
)
@click.option(
    "--journal", "journal_file", metavar="FILE", help="Keep the game in this new file; robinson resume goes on with it."
)
@click.option("--no-journal", "unkept", is_flag=True, help="Do not keep the game, as is done at a terminal.")
@click.pass_context
def run(
    context: click.Context,
    board: str,
    named: Sequence["Participant"],
    count: int | None,
    seed: int | None,
    dice: "tuple[Shown, ...] | str | None",
    choose: str | None,
    answers: tuple[bool, ...] | None,
    max_turns: int,
    output: str,
    journal_file: str | None,
    unkept: bool,
) -> None:
    """Play a game.

    At a terminal, run asks for the players and their answers, unless options say who plays and who
    decides. Elsewhere four players without names play by themselves.
    """
    check_usage(named, count, seed, dice, choose, answers)
    if journal_file is not None and unkept:
        raise click.UsageError("Keep the game in a file with --journal, or not at all with --no-journal, not both.")
    playable = open_board(board)

    from interpreter import playing
    from interpreter.narrate import Narrator
    from interpreter.terminal import Terminal

    journal = None if journal_file is None else playing.open_asked_for(journal_file)
    terminal = Terminal(Narrator(playable), as_json=output == "jsonl")
    players = list(named) or gather_players(terminal, count)
    settings = make_settings(terminal, dice, choose, answers, seed)
    if terminal.can_ask and not unkept:
        journal = journal or playing.open_usual(board)
    if journal is not None:
        context.call_on_close(journal.close)
        playing.begin(journal, board, playable, players, settings, max_turns)
        if journal_file is not None and journal.failure is not None:
            context.exit(WRONG_USAGE)
    context.exit(playing.play(terminal, playable, players, settings, max_turns, journal))
