"""The commands about games that are kept: going on with one, showing one again, and saying which there are."""

from collections.abc import Iterator
from datetime import datetime
from errno import EACCES, EPERM, EROFS
from typing import TYPE_CHECKING, Any

import click

from interpreter.commands.playing import AUTO, manner_of, with_looks
from interpreter.console import FINDINGS, Unreadable, complain, print_findings, version
from interpreter.door import echo, json_text
from interpreter.limits import MOST_TURNS
from interpreter.options import number_option, read_file_name
from interpreter.signs import visible

# What reads boards and journals is imported by the commands that read one, so that --help answers at once.
if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.journal import Kept
    from interpreter.keeping import Journal
    from interpreter.shelf import Standing

FORMAT = click.option(
    "--format",
    "output",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Text to read, or one JSON object a line for each event.",
)


@click.command()
@click.argument("file", required=False, callback=read_file_name)
@click.option("--with-its-board", "as_begun", is_flag=True, help="Go on with the board as the game was begun on it.")
@number_option(
    "--max-turns",
    "most_turns",
    metavar="N",
    least=1,
    most=MOST_TURNS,
    help="Stop after so many turns of the whole game; without it, after as many as before.",
)
@FORMAT
@AUTO
@with_looks
@click.pass_context
def resume(
    context: click.Context,
    file: str | None,
    as_begun: bool,
    most_turns: int | None,
    output: str,
    auto: bool,
    plain: bool,
    bidi: str,
) -> None:
    """Go on with a game that was stopped.

    FILE is its journal, or the name that robinson games says; without it, it is the last that was played. With
    --format jsonl, all events of the game are printed, from its beginning.
    """
    from interpreter.journal import Resumed, UnusableJournal
    from interpreter.narrate import Narrator
    from interpreter.playing import now, play, report
    from interpreter.shelf import command, name_of, play_kept, played_otherwise
    from interpreter.terminal import Terminal

    journal, kept = _open_last() if file is None else _open_named(file)
    context.call_on_close(journal.close)
    name = name_of(journal.path)
    if kept.end is not None and kept.is_finished:
        winner = f"{kept.end.winner} has won" if kept.end.winner else kept.end.reason
        raise Unreadable(f"{name}: the game has ended ({winner}); {command(journal.path, 'replay')} shows it")
    board = _board_of(name, kept, as_begun)
    try:
        turns = play_kept(board, kept, lambda _: None).state.turns
    except UnusableJournal as error:
        raise Unreadable(f"{name}: {error}") from error
    if most_turns is not None and most_turns < turns:
        raise click.BadParameter(f"the game is in turn {turns} already", param_hint="--max-turns")
    if file is None:
        complain(f"going on with {name}")
    difference = played_otherwise(board, kept)
    if difference:
        complain(f"{name}: {difference}")
    if kept.cut:
        complain(f"{name}: the last line was cut short and is dropped; the game is as it was before it")
    most_turns = most_turns or kept.most_turns
    journal.report = report
    journal.append(Resumed(version(), now(), most_turns))
    opening = kept.opening
    terminal = Terminal(Narrator(board), as_json=output == "jsonl", manner=manner_of(plain, bidi, auto=auto))
    context.exit(play(terminal, board, opening.players, opening.settings, most_turns, journal, kept.inputs))


def _open_named(name: str) -> "tuple[Journal, Kept]":
    from interpreter.journal import UnusableJournal
    from interpreter.keeping import open_kept
    from interpreter.shelf import journal_path

    try:
        return open_kept(journal_path(name))
    except UnusableJournal as error:
        only_read = isinstance(error.__cause__, OSError) and error.__cause__.errno in (EACCES, EPERM, EROFS)
        remedy = "; a copy that can be written can go on" if only_read else ""
        raise Unreadable(f"{name}: {error}{remedy}") from error


def _open_last() -> "tuple[Journal, Kept]":
    """Open the unfinished game that was played last, of those that nobody is playing."""
    from interpreter.journal import UnusableJournal
    from interpreter.keeping import open_kept
    from interpreter.shelf import folder, journals

    for path in journals():
        try:
            journal, kept = open_kept(path)
        except UnusableJournal as error:
            complain(f"{path}: {error}")
            continue
        if not kept.is_finished:
            return journal, kept
        journal.close()
    raise Unreadable(f"{folder()}: there is no game that could go on")


def _board_of(name: str, kept: "Kept", as_begun: bool) -> "Board":
    """Read the board of a game: the one in its journal, or the one where it was, if that is the same still."""
    from interpreter.shelf import ChangedBoard, UnplayableBoard, board_as_begun, unchanged_board

    try:
        return board_as_begun(kept) if as_begun else unchanged_board(kept)
    except ChangedBoard as error:
        raise Unreadable(
            *f"{visible(name)}: {visible(kept.opening.board)}: {error}".split("\n"),
            "--with-its-board goes on with the board as the game was begun on it",
        ) from error
    except UnplayableBoard as error:
        print_findings(error.findings)
        raise Unreadable(f"{name}: {error}") from error


@click.command()
@click.argument("file", callback=read_file_name)
@FORMAT
@with_looks
@click.pass_context
def replay(context: click.Context, file: str, output: str, plain: bool, bidi: str) -> None:
    """Show a game again.

    FILE is its journal, or the name that robinson games says. What was taken back is not shown.
    """
    from interpreter.journal import UnusableJournal
    from interpreter.keeping import read_kept
    from interpreter.narrate import Narrator
    from interpreter.shelf import command, journal_path, play_kept, played_otherwise
    from interpreter.terminal import Terminal

    path = journal_path(file)
    try:
        kept = read_kept(path)
        board = _board_of(file, kept, as_begun=True)
        terminal = Terminal(Narrator(board), as_json=output == "jsonl", manner=manner_of(plain, bidi))
        play_kept(board, kept, terminal.tell)
        difference = played_otherwise(board, kept)
    except UnusableJournal as error:
        raise Unreadable(f"{file}: {error}") from error
    if difference:
        complain(f"{file}: {difference}")
    if kept.cut:
        complain(f"{file}: the last line is cut short, and not shown")
    if not kept.is_finished:
        complain(f"the game has not ended; this goes on with it: {command(path, 'resume')}")


@click.command()
@click.option("--all", "with_finished", is_flag=True, help="Those that have ended too.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text to read, or one JSON array.",
)
@click.pass_context
def games(context: click.Context, with_finished: bool, output: str) -> None:
    """List the games that can go on.

    They are those of the folder in which games are kept if run is not told otherwise, the last played first. Ends
    with 1 if there is a file in it that cannot be read as a game.
    """
    from interpreter.journal import UnusableJournal
    from interpreter.shelf import UnplayableBoard, folder, journals, standing

    found: list[Standing] = []
    code = 0
    for path in journals():
        try:
            game = standing(path)
        except (UnusableJournal, UnplayableBoard) as error:
            reason = f" ({error.reason})" if isinstance(error, UnplayableBoard) else ""
            complain(f"{path}: {error}{reason}")
            code = FINDINGS
            continue
        if with_finished or not game.kept.is_finished:
            found.append(game)
    if output == "json":
        echo(json_text([_as_object(game) for game in found], indent=2))
    else:
        kind = "games" if with_finished else "games that could go on"
        told = ["\n".join(map(visible, _as_lines(game))) for game in found]
        echo("\n\n".join(told) or f"There are no {kind} in {folder()}.")
    context.exit(code)


def _as_object(game: "Standing") -> dict[str, Any]:
    from interpreter.shelf import command

    opening, end = game.kept.opening, game.kept.end
    finished = game.kept.is_finished
    return {
        "file": str(game.path),
        "begun": opening.begun,
        "board": opening.board,
        "players": [{"name": player.name, "age": player.age} for player in opening.players],
        "turns": game.turns,
        "turn_of": None if finished else game.player,
        "reason": end.reason if end else None,
        "winner": end.winner if end else None,
        "being_played": game.is_in_use,
        "command": command(game.path, "replay" if finished else "resume"),
    }


def _as_lines(game: "Standing") -> Iterator[str]:
    from interpreter.shelf import command

    opening, end = game.kept.opening, game.kept.end
    yield f"{_time(opening.begun)}, {opening.board}: {', '.join(player.name for player in opening.players)}"
    if game.kept.is_finished and end:
        how = f"{end.winner} has won" if end.winner else end.reason
        yield f"  after {game.turns} turns: {how}"
    elif game.is_in_use:
        yield f"  turn {game.turns}, of {game.player}; being played at this moment"
    else:
        yield f"  turn {game.turns}, of {game.player}"
    yield f"  {command(game.path, 'replay' if game.kept.is_finished else 'resume')}"


def _time(begun: str) -> str:
    """Write a time for people; as it is, if it is none."""
    try:
        return f"{datetime.fromisoformat(begun):%Y-%m-%d %H:%M}"
    except ValueError:
        return begun
