"""The commands: they read arguments and print; what is played and what is checked stands in `interpreter`."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

import click

from interpreter import console
from interpreter.commands.games import games, replay, resume
from interpreter.commands.playing import run
from interpreter.commands.reckoning import compare, odds, simulate
from interpreter.console import (
    FINDINGS,
    WRONG_USAGE,
    Unreadable,
    complain,
    open_board,
    print_findings,
    read_board,
    refuse,
)
from interpreter.door import echo, echo_commands, echo_data, json_text
from interpreter.options import FORCE, read_file_name

BOARD = click.argument("board", metavar="BOARD")
BOARDS = click.argument("boards", metavar="BOARD...", nargs=-1, required=True, callback=read_file_name)


def show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version, and end."""
    if wanted:
        echo(f"robinson {console.version()}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version, help="Say which this is."
)
def commands() -> None:
    """Play printed race games from board files.

    BOARD is the path of a board file, or the name of one that comes with the program, such as nl.

    Exit codes: 0 fine; 1 findings, or a game that could not end; 2 wrong usage, or an unreadable file;
    130 stopped with Ctrl-C; 141 nobody reads the output any more.
    """


@commands.command()
@BOARDS
@click.option("--against", metavar="BOARD", help="Compare with this board, not with the one that the header names.")
@click.option("--strict", is_flag=True, help="Let warnings count as errors do.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="Text to read, one JSON array, annotations for a workflow on GitHub, or SARIF for code scanning.",
)
@click.pass_context
def validate(context: click.Context, boards: Sequence[str], against: str | None, strict: bool, output: str) -> None:
    """Check board files.

    Prints what is wrong in them, where, and what to do. A board that names another one with translates: is
    compared with it. Ends with 0 if no finding is an error, and with 1 if one is.
    """
    reference = open_board(against) if against is not None else None

    from interpreter.diagnostics import Diagnostic, Severity, as_json, as_text
    from interpreter.reports import as_github, as_sarif
    from interpreter.review import review
    from interpreter.source import Source, Span, UnreadableFile

    findings: list[Diagnostic] = []
    unreadable = 0
    for board in boards:
        try:
            findings += review(board, reference)
        except UnreadableFile as error:
            unreadable += 1
            complain(f"{board}: {error}")
            if output != "text":
                findings.append(Diagnostic(Source(board, ""), Span(0, 0), "unreadable-file", str(error)))
    if output == "text":
        for finding in findings:
            echo(f"{as_text(finding)}\n")
        kinds = Counter(finding.severity for finding in findings)
        counts = [(len(boards) - unreadable, "board"), *((kinds[severity], severity.value) for severity in Severity)]
        echo(", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in counts))
    else:
        say = echo_commands if output == "github" else echo
        say({"json": as_json, "github": as_github, "sarif": as_sarif}[output](findings))
    weighty = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    if unreadable:
        context.exit(WRONG_USAGE)
    context.exit(FINDINGS if any(finding.severity in weighty for finding in findings) else 0)


@commands.command()
@click.argument("language")
@click.option(
    "--from", "reference", metavar="BOARD", required=True, help="Where effects, settings and phrases come from."
)
@click.option(
    "--sheet",
    metavar="FILE",
    callback=read_file_name,
    help="The printed sheet as plain text; without it, the words of the other board.",
)
@click.option(
    "-o", "--output", metavar="FILE", required=True, callback=read_file_name, help="The new board file; - prints it."
)
@FORCE
@click.pass_context
def new(context: click.Context, language: str, reference: str, sheet: str | None, output: str, force: bool) -> None:
    """Make a board from a sheet in another language.

    LANGUAGE is the code of its language, such as da. What of the sheet could not be placed, or only with doubt, is
    said. Ends with 1 if anything could not be placed.
    """
    from interpreter.diagnostics import has_errors
    from interpreter.draft import UnwritablePath, draft
    from interpreter.source import UnreadableFile, read_source

    board = open_board(reference)
    made_from = [board.source.path, *([sheet] if sheet else [])]
    console.check_output(output, force=force, made_from=made_from)
    try:
        source = read_source(sheet, may_be_open=True) if sheet else None
    except UnreadableFile as error:
        raise Unreadable(f"{sheet}: {error}") from error
    try:
        drafted = draft(language, board, output, source)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="LANGUAGE") from error
    except UnwritablePath as error:
        raise Unreadable(f"{reference}: {error}") from error
    if not drafted.text:
        refuse(drafted.findings, f"{sheet}: there is nothing to make a board of")
    print_findings(drafted.findings)
    console.deliver(drafted.text, output, force=force, made_from=made_from)
    if output != console.PRINTED:
        complain(f"{output}: written; robinson validate {output} says what is left to do")
    context.exit(FINDINGS if has_errors(drafted.findings) else 0)


@commands.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text to read, or one JSON array of all differences.",
)
@click.pass_context
def diff(context: click.Context, first: str, second: str, output: str) -> None:
    """Compare two boards as games.

    Shows in which effects and settings they differ; stories and other words do not count. Ends with 0 if they are
    the same game, and with 1 if not.
    """
    from interpreter.differences import as_objects, as_text, differences

    found = differences(open_board(first), open_board(second))
    if output == "json":
        echo(json_text(as_objects(found), indent=2))
    else:
        echo(as_text(found, first, second).rstrip("\n"))
    context.exit(FINDINGS if found else 0)


@commands.command()
@BOARDS
@click.option("--check", is_flag=True, help="Write nothing; end with 1 if a file would change.")
@click.option("--diff", "show", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def fmt(context: click.Context, boards: Sequence[str], check: bool, show: bool) -> None:
    """Write effects in their full form.

    Every effect of the files is put into canonical text; nothing else is changed. Ends with 1 if an effect has an
    error, and is left as it is.
    """
    from interpreter.diagnostics import has_errors
    from interpreter.files import changes, rewrite_text
    from interpreter.formatting import formatted
    from interpreter.load import board_path
    from interpreter.source import UnreadableFile, read_source

    code = 0
    for board in boards:
        try:
            source = read_source(board_path(board), may_be_open=True)
            text, findings = formatted(source)
            print_findings(findings)
            if has_errors(findings):
                code = max(code, FINDINGS)
            if text == source.text:
                continue
            if show:
                echo_data(changes(board, source.text, text))
            if check:
                complain(f"{board}: would be changed")
                code = max(code, FINDINGS)
            elif not show:
                rewrite_text(source.path, text)
                complain(f"{board}: changed")
        except UnreadableFile as error:
            complain(f"{board}: {error}")
            code = WRONG_USAGE
    context.exit(code)


@commands.command()
def schema() -> None:
    """Print a JSON Schema of board files.

    Editors use it to complete keys and to check values while you type.
    """
    from interpreter.schema import schema_text

    echo_data(schema_text())


@commands.command()
@BOARD
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "svg", "pdf"]),
    default="text",
    show_default=True,
    help="Text, or a board to print and play on.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    default="-",
    callback=read_file_name,
    help="Where to write it; otherwise it is printed.",
)
@FORCE
@click.option("--paper", type=click.Choice(["a4", "a3"]), default="a4", show_default=True, help="The paper of a board.")
@click.pass_context
def sheet(context: click.Context, board: str, form: str, output: str, force: bool, paper: str) -> None:
    """Print the sheet, as text or as a board to play on.

    As text, it is the rules, and then the words of each square on a line of its own; whether the rules have effects
    does not matter. Ends with 1 if the board has errors.
    """
    from interpreter.board import sheet as as_text
    from interpreter.diagnostics import has_errors

    read, findings = read_board(board)
    if read is None or not read.squares:
        refuse(findings, f"{board}: there are no squares to print")
    made_from = [read.source.path]
    console.check_output(output, force=force, made_from=made_from)
    if form == "text":
        console.deliver(as_text(read), output, force=force, made_from=made_from)
    else:
        from interpreter.printing import NoSheet, printed

        try:
            console.deliver(printed(read, form, paper), output, force=force, made_from=made_from)
        except NoSheet as error:
            raise Unreadable(str(error)) from error
    if has_errors(findings):
        complain(f"{board}: the board has errors; robinson validate says which")
        context.exit(FINDINGS)


for command in (run, games, replay, resume, odds, simulate, compare):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command."""
    console.main(commands, sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    main()
