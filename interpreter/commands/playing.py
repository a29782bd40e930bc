"""The command that plays a game, and how people say in what manner they want to play."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from interpreter.console import WRONG_USAGE, Unreadable, is_terminal, open_board
from interpreter.limits import MOST_PLAYERS, MOST_TURNS
from interpreter.options import (
    check_usage,
    gather_players,
    make_settings,
    number_option,
    read_answers,
    read_file_name,
    read_players,
    read_throws,
)

# What plays a game is imported when one is played, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.dice import Shown
    from interpreter.state import Participant
    from interpreter.terminal import Manner

Command = TypeVar("Command", bound=Callable[..., object])

AUTO = click.option("--auto", is_flag=True, help="Let the dice roll without waiting for anybody.")
_PLAIN = click.option("--plain", is_flag=True, help="One fact a line and nothing drawn, for those who listen.")
_BIDI = click.option(
    "--bidi",
    type=click.Choice(["logical", "visual"]),
    default="logical",
    show_default=True,
    help="Visual is for a terminal that does not put Hebrew and the like into order; it needs the extra bidi.",
)


def with_looks(command: Command) -> Command:
    """Give a command the options that say how a game is shown."""
    return _PLAIN(_BIDI(command))


def manner_of(plain: bool, bidi: str, *, auto: bool = False) -> "Manner":
    """Find out in what manner people want to play; nothing is ordered but at a terminal."""
    from interpreter.direction import NoOrder, check
    from interpreter.terminal import Manner

    visual = bidi == "visual" and is_terminal(sys.stdout)
    if visual:
        try:
            check()
        except NoOrder as error:
            raise Unreadable(str(error)) from error
    return Manner(auto, plain, visual)


@click.command()
@click.argument("board", metavar="BOARD")
@click.option(
    "--player", "named", metavar="NAME[:AGE]", multiple=True, callback=read_players, help="A player; repeat it."
)
@number_option(
    "--players",
    "count",
    metavar="N",
    least=1,
    most=MOST_PLAYERS,
    help=f"So many unnamed players, 1 to {MOST_PLAYERS}.",
)
@number_option(
    "--computer",
    "computers",
    metavar="N",
    least=1,
    most=MOST_PLAYERS,
    help="So many players that throw and answer by themselves.",
)
@number_option("--seed", metavar="N", least=0, help="The same number gives the same throws.")
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
@number_option(
    "--max-turns",
    metavar="N",
    least=1,
    most=MOST_TURNS,
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
    "--journal",
    "journal_file",
    metavar="FILE",
    callback=read_file_name,
    help="Keep the game in this new file; robinson resume goes on with it.",
)
@click.option("--no-journal", "unkept", is_flag=True, help="Do not keep the game, as is done at a terminal.")
@AUTO
@with_looks
@click.pass_context
def run(
    context: click.Context,
    board: str,
    named: Sequence["Participant"],
    count: int | None,
    computers: int | None,
    seed: int | None,
    dice: "tuple[Shown, ...] | str | None",
    choose: str | None,
    answers: tuple[bool, ...] | None,
    max_turns: int,
    output: str,
    journal_file: str | None,
    unkept: bool,
    auto: bool,
    plain: bool,
    bidi: str,
) -> None:
    """Play a game.

    At a terminal, run asks for the players and their answers, unless options say who plays and who
    decides; and where people decide, they let the dice roll, with Enter. Elsewhere four players without names
    play by themselves.
    """
    check_usage(named, count, computers, seed, dice, choose, answers)
    if journal_file is not None and unkept:
        raise click.UsageError("Keep the game in a file with --journal, or not at all with --no-journal, not both.")
    manner = manner_of(plain, bidi, auto=auto)
    playable = open_board(board)

    from interpreter import playing
    from interpreter.asking import Quit
    from interpreter.narrate import Narrator
    from interpreter.terminal import Terminal

    journal = None if journal_file is None else playing.open_asked_for(journal_file)
    terminal = Terminal(Narrator(playable), as_json=output == "jsonl", manner=manner)
    try:
        players = gather_players(terminal, named, count, computers)
    except Quit:
        terminal.stop()
        context.exit()
    settings = make_settings(terminal, dice, choose, answers, seed)
    if terminal.can_ask and not unkept:
        journal = journal or playing.open_usual(board)
    if journal is not None:
        context.call_on_close(journal.close)
        playing.begin(journal, board, playable, players, settings, max_turns)
        if journal_file is not None and journal.failure is not None:
            context.exit(WRONG_USAGE)
    context.exit(playing.play(terminal, playable, players, settings, max_turns, journal))
