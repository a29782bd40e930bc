"""What may reach a terminal or a log: every command, with something hostile in every place, and what it prints.

The hostile texts begin escape sequences, end lines, turn the direction of what is around them, and begin commands to
the runner of a workflow.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import PHRASES, ROOT, board_text
from test_cli import CLI, robinson

import cli
from interpreter.direction import closed_in_each
from interpreter.door import door, json_text
from interpreter.inputs import By, Settings, Throw
from interpreter.journal import Opening, line_of
from interpreter.signs import END_OF_ISOLATE, ISOLATES, visible, visible_lines
from interpreter.state import Participant
from interpreter.terminal import STYLES

OBEYED = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u206a-\u206f\ufeff\U000e0000-\U000e007f\ud800-\udfff]"
)
OWN_STYLES = {click.style("x", **style, reset=False)[:-1] for style in STYLES.values()} | {"\x1b[0m"}
OWN = re.compile("|".join(map(re.escape, [*OWN_STYLES, "\r\n", "\r\x1b[K", "\r\x1b[?25l", "\x1b[?25h", "\rplaying"])))
"""What the program itself writes at a terminal: its colours, and what moves the cursor for its progress."""

HOSTILE = "\x1b]52;c;aGk=\x07\x9b45m\r\n::warning::pwned\n\u202e\u2067\u2028\ufeff\U000e0041\t|"
RAW = "\u202e\u2067\ufeff\U000e0041"
"""What can stand in a file as it is, and not only as an escape."""

WORDS = f"\x85::warning::pwned{RAW}\u2028\t|"
"""What can stand in the words of a board that can be played."""

NAME = HOSTILE.replace("/", "")
GOOD, LOUD, BAD, SHEET = (f"{NAME}{each}" for each in ("good.yaml", "loud.yaml", "bad.yaml", "sheet.txt"))


def quoted(text: str) -> str:
    """Write a text as YAML, with an escape for all that is not printed."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub("[^ -~]", lambda found: f"\\U{ord(found[0]):08x}", inside) + '"'


def harmless(text: str, *, commands: bool = False, log: bool = True) -> None:
    """Fail if there is anything in a text that a terminal obeys; or, in a log, the runner of a workflow."""
    found = OBEYED.search(text)
    assert found is None, f"{found[0]!r} in {text[max(found.start() - 60, 0) : found.end() + 20]!r}"
    for line in text.split("\n"):
        depth = 0
        for character in line:
            depth += (character in ISOLATES) - (character == END_OF_ISOLATE)
            assert depth >= 0, line
        assert depth == 0, line
        if commands:
            assert re.match("::(error|warning|notice) file=", line) or not line
        elif log:
            assert not line.lstrip().startswith("::"), line


def board(said: str) -> str:
    """Write a board with something hostile in all of its words; it can be played if what is said can be."""
    effects = {
        1: f'pay 1 to the pot; everyone says "Oh{RAW}!"; may roll again; your right neighbour becomes your friday',
        2: f'next turn, may say "No{RAW}"',
        3: "take the rest of the pot; win",
    }
    text = board_text(effects, last=3, name=quoted(said), roles=f"friday: {quoted(said)}")
    rules = "Rules.\n::warning::" + said
    text = text.replace("intro: Rules.", f"intro: {quoted(rules)}").replace("label: No.", f"label: {quoted(said)}")
    text = re.sub("(story|rule): (.*)", lambda found: f"{found[1]}: {quoted(found[2] + said)}", text)
    placed = re.compile(r"^( +[^:\n]+): \"?(.*?)\"?$", re.MULTILINE)
    phrases = placed.sub(lambda found: f"{found[1]}: {quoted(said + found[2])}", PHRASES)
    # A control character in the name of a player is refused where a game goes on.
    phrases = re.sub("^  (player|computer): .*", r'  \1: "A \\u202e {number}"', phrases, flags=re.MULTILINE)
    return text.replace(PHRASES, phrases)


BROKEN: Mapping[str, str] = {
    "dice": f"dice: {quoted(HOSTILE)}",
    "language": f"language: {quoted(HOSTILE)}",
    "finish": f"finish: {quoted(HOSTILE)}",
    "stake": f"stake: {quoted(HOSTILE)}",
    "landing": f"landing: {quoted(HOSTILE)}",
    "translates": f"translates: {quoted(HOSTILE)}",
    "key": f"{quoted(HOSTILE)}: x",
    "key with a key": f"{quoted(HOSTILE)}: {{{quoted(HOSTILE)}: x}}",
    "key twice": f"{quoted(HOSTILE)}: x\n{quoted(HOSTILE)}: y",
    "name with a key": f"name: {{{quoted(HOSTILE)}: x}}",
    "role": f"roles: {{{quoted(HOSTILE)}: x, {quoted('pay' + HOSTILE)}: y}}",
    "accepted": f"accept: {{{quoted(HOSTILE)}: {quoted(HOSTILE)}}}",
    "phrase": f"phrases: {{{quoted(HOSTILE)}: x}}",
    "placeholder": f"phrases: {{go: {quoted('{player' + HOSTILE + '}')}}}",
    "form": f"phrases: {{chips: {{{quoted(HOSTILE)}: x, other: y}}}}",
    "square": f"squares: {{{quoted(HOSTILE)}: x}}",
    "key of a square": f"squares: {{1: {{{quoted(HOSTILE)}: x}}}}",
    "effect": f"squares:\n  1: {{story: x, rule: y, effect: {quoted(HOSTILE)}}}",
    "words": f"squares:\n  1:\n    story: x\n    effect: pay{RAW} {RAW}3 to the pot; wan{RAW}",
    "spared": f"every square: {{rule: x, effect: win, except: {quoted(HOSTILE)}}}",
    "anchor": f"name: &a{RAW} x\nlabel: *a{RAW}",
    "tag": f"name: !a{RAW} x",
    "remark": f"name: x{RAW}#y",
    "no YAML": f"name: [{RAW}",
    "list": f"- {quoted(HOSTILE)}",
    "nothing but a text": quoted(HOSTILE),
}
"""Files with something hostile in each place of which a finding can speak."""


FEW = ["--players", "2", "--choose", "yes"]
GAMES = [*FEW, "--games", "20", "--jobs", "1"]


def commands() -> Iterator[list[str]]:
    """Give every command, with hostile files and hostile arguments."""
    for name in (GOOD, LOUD, BAD, HOSTILE):
        yield from (["validate", name, "--format", form] for form in ("text", "json", "github", "sarif"))
        yield ["validate", "nl", "--against", name]
        yield from (["fmt", how, name] for how in ("--diff", "--check"))
        yield ["diff", name, "nl"]
        yield ["diff", "nl", name, "--format", "json"]
        yield ["new", "da", "--from", name, "-o", "-"]
        yield ["new", "da", "--from", "nl", "--sheet", name, "-o", "-"]
        yield ["run", name, *FEW, "--max-turns", "20", "--dice", "1,2,1,1,3"]
        yield ["run", name, *FEW, "--max-turns", "20", "--plain", "--seed", "1"]
        yield ["run", name, *FEW, "--max-turns", "20", "--format", "jsonl"]
        yield from (["odds", name, *FEW, "--format", form] for form in ("text", "json"))
        yield from (["simulate", name, *GAMES, "--format", form] for form in ("text", "json", "csv"))
        yield ["compare", name, "nl", *GAMES, "--estimate"]
        yield from (["sheet", name, "--format", form] for form in ("text", "svg", "html"))
        yield ["compare", name, "--set", f"{HOSTILE}={HOSTILE}"]
        yield ["compare", name, "--set", f"dice={HOSTILE}", "--set", f"1={HOSTILE}", "--set", HOSTILE]
        yield ["compare", name, "--set", f'2=say "{RAW}"', *GAMES, "--estimate"]
    yield ["new", HOSTILE, "--from", "nl", "-o", "x.yaml"]
    yield ["new", "da", "--from", "nl", "--sheet", SHEET, "-o", "-"]
    yield ["new", "da", "--from", "nl", "-o", f"{HOSTILE}/x"]
    yield ["sheet", "nl", "-o", GOOD]
    yield ["sheet", "nl", "-o", f"{HOSTILE}/x", "--paper", HOSTILE]
    yield from (
        [command, "nl", "--plot", name] for command in ("odds", "simulate") for name in (HOSTILE, f"{NAME}/x.svg")
    )
    yield ["compare", "nl", HOSTILE, "--set", HOSTILE]
    yield ["schema"]
    yield ["schema", HOSTILE]
    yield [HOSTILE]
    yield [f"--{HOSTILE}"]
    options = (
        "player",
        "players",
        "computer",
        "seed",
        "dice",
        "choose",
        "answers",
        "max-turns",
        "format",
        "journal",
        "bidi",
    )
    yield from (["run", "nl", f"--{option}", f"{HOSTILE}/"] for option in (*options, HOSTILE))
    yield ["run", "nl", "--player", f"{RAW}:{HOSTILE}"]
    yield ["games"]
    yield ["games", "--all", "--format", "json"]
    yield ["games", "--format", HOSTILE]
    for command in ("replay", "resume"):
        yield [command, HOSTILE]
        for number in range(4):
            yield [command, f"{NAME}{number}", *(["--with-its-board"] if command == "resume" and number == 0 else [])]
            yield [command, f"{NAME}{number}", "--format", "jsonl"]


COMMANDS = list(commands())
AT_A_TERMINAL = [
    ["run", GOOD, *FEW, "--max-turns", "20", "--no-journal"],
    ["run", GOOD, *FEW, "--max-turns", "20", "--no-journal", "--bidi", "visual"],
    ["run", GOOD, "--dice", "ask", "--no-journal"],
    ["replay", f"{NAME}0"],
    ["resume", f"{NAME}0", "--with-its-board"],
    ["games"],
    ["validate", GOOD, BAD],
    ["fmt", "--diff", GOOD],
    ["diff", GOOD, "nl"],
    ["new", "da", "--from", GOOD, "-o", "-"],
    ["odds", GOOD, *FEW],
    ["simulate", GOOD, *GAMES],
    ["compare", GOOD, "--set", f'2=say "{RAW}"', *GAMES],
    ["compare", GOOD, "nl", *GAMES, "--estimate", "--format", "json"],
    ["sheet", GOOD],
    ["schema", HOSTILE],
    [HOSTILE],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with boards, sheets and journals whose names are as hostile as what stands in them."""
    (tmp_path / GOOD).write_text(board(WORDS), "utf-8")
    (tmp_path / LOUD).write_text(board(HOSTILE), "utf-8")
    (tmp_path / BAD).write_text(board_text({1: f"paz{RAW} 3", 12: "win"}, dice=quoted(HOSTILE)), "utf-8")
    (tmp_path / SHEET).write_text(f"Rules{RAW}\n\nNr. 1: One{RAW}\nNr. 2: Two\nNr. 2: Two{RAW}\n", "utf-8")
    (tmp_path / "robinson").mkdir()
    settings = Settings("chance", "no", 1)
    for number, place, player, throws in (
        (0, HOSTILE, f"A{RAW}", f"A{RAW}"),
        (1, "nl", "B", HOSTILE),
        (2, HOSTILE, "C", "C"),
    ):
        text = f"name: [{HOSTILE}" if number == 2 else board(WORDS)
        opening = Opening(f"0{RAW}", f"now{RAW}", place, text, (Participant(player),), settings, 100)
        line, check = line_of(opening)
        throw, _ = line_of(Throw(throws, (1,), By.CHANCE, False), check)
        (tmp_path / "robinson" / f"{NAME}{number}.jsonl").write_bytes(line + throw)
    (tmp_path / "robinson" / f"{NAME}3.jsonl").write_text(HOSTILE, "utf-8")
    return tmp_path


def test_every_command_is_tried() -> None:
    assert {arguments[0] for arguments in COMMANDS} >= set(cli.commands.commands)
    assert {arguments[0] for arguments in AT_A_TERMINAL} >= set(cli.commands.commands)


def test_a_hostile_board_can_be_played_and_its_game_shown_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    code, out, _ = robinson("run", GOOD, *FEW, "--dice", "1,2,1,1,3", cwd=folder)
    assert code == 0
    assert r"Oh\u202e\u2067\ufeff\U000e0041!" in out
    code, out, _ = robinson("replay", f"{NAME}0")
    assert code == 0
    assert r"A\u202e\u2067\ufeff\U000e0041" in out


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: repr(" ".join(arguments))[:60])
def test_nothing_that_is_obeyed_is_printed(arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, err = robinson(*arguments, cwd=folder)
    harmless(out, commands="github" in arguments)
    harmless(err)
    if "json" in arguments and out:
        assert json.loads(out)


@pytest.mark.parametrize("place", BROKEN)
@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_no_finding_has_anything_that_is_obeyed(place: str, form: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(BROKEN[place], "utf-8")
    code, out, err = robinson("validate", "a.yaml", "--format", form, cwd=tmp_path)
    assert code == 1
    harmless(out, commands=form == "github")
    harmless(err)


@pytest.mark.parametrize("arguments", AT_A_TERMINAL, ids=lambda arguments: repr(" ".join(arguments))[:60])
def test_nothing_that_is_obeyed_reaches_a_terminal(arguments: list[str], folder: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        [str(ROOT / "cli.py"), *arguments],
        encoding="utf-8",
        cwd=str(folder),
        timeout=60,
        dimensions=(40, 60),
        env={
            "PATH": "/usr/bin:/bin",
            "TERM": "xterm",
            "LANG": "C.UTF-8",
            "VTE_VERSION": "1",
            "XDG_STATE_HOME": str(folder),
        },
    )
    child.setecho(False)
    child.delaybeforesend = None
    if arguments[1:3] == [GOOD, "--dice"]:
        for answer in (f"A{RAW}", "Anna", "8", "x", "?", "done", "3", "1", "y", "quit"):
            child.sendline(answer)
    child.expect(pexpect.EOF)
    harmless(OWN.sub(lambda found: "\n" if found[0] == "\r\n" else "", child.before or ""), log=False)


def test_a_sheet_is_to_the_letter_in_a_file_and_goes_through_the_door_elsewhere(folder: Path) -> None:
    command = [*CLI, "sheet", GOOD]
    with (folder / "printed.txt").open("wb") as printed:
        assert subprocess.run(command, stdout=printed, cwd=folder, timeout=60).returncode == 0
    piped = subprocess.run(command, capture_output=True, cwd=folder, timeout=60).stdout.decode("utf-8")
    assert subprocess.run([*command, "-o", "sheet.txt"], cwd=folder, timeout=60).returncode == 0
    text = (folder / "sheet.txt").read_bytes().decode("utf-8")
    assert (folder / "printed.txt").read_bytes().decode("utf-8") == text
    assert f"The rule of 3.{WORDS}\n" in text
    assert piped == visible_lines(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x00\t\n\r\x1b\x7f\x85\x9b", r"\x00\t\n\r\x1b\x7f\x85\x9b"),
        ("\u202eabc\u202c \u2028 \ufeff \U000e0041 \ud800", r"\u202eabc\u202c \u2028 \ufeff \U000e0041 \ud800"),
        ("\u2067closed\u2069 \u2066\u2068both\u2069\u2069", "\u2067closed\u2069 \u2066\u2068both\u2069\u2069"),
        ("\u2069 \u2067open \u2068x\u2069", "\\u2069 \\u2067open \u2068x\u2069"),
        ("\u2067open\nclosed\u2069", "\u2067open\\nclosed\u2069"),
        ("👨‍👩‍👧 ❤️ می‌خواهم क्‍ष a\u200eb\u200fc\u061cd e\u0301 ש\u05b8 soft\u00adhyphen \u200b", None),
        (r"\x1b \u202e", None),
    ],
)
def test_what_is_shown_as_an_escape(text: str, shown: str | None) -> None:
    assert visible(text) == (text if shown is None else shown)


@given(st.text(st.one_of(st.sampled_from("a\n\u2066\u2067\u2068\u2069\u202e"), st.characters())))
def test_any_text_is_harmless_once_it_has_been_made_visible(text: str) -> None:
    shown = visible(text)
    harmless(shown, log=False)
    assert "\n" not in shown
    assert visible(shown) == shown
    harmless(visible_lines(text), log=False)
    assert visible_lines(text).count("\n") == text.count("\n")


@given(st.dictionaries(st.text(st.characters()), st.text(st.sampled_from("\x85\u202e\u2067\U000e0041\ud83d#[ :\n"))))
def test_json_gives_back_what_it_was_written_from(value: dict[str, str]) -> None:
    for indent in (None, 2):
        text = json_text(value, indent)
        harmless(text, log=False)
        assert "##[" not in text
        assert json.loads(text) == value


def test_letters_stay_letters_in_json() -> None:
    assert json_text({"name": "רובינזון, é"}) == '{"name": "רובינזון, é"}'


@given(st.lists(st.text(st.sampled_from("ab \u2066\u2067\u2068\u2069")), max_size=5))
def test_a_text_that_is_broken_into_lines_is_closed_in_each(words: list[str]) -> None:
    lines = visible("\n".join(words)).split("\\n")
    text = "\n".join(closed_in_each(visible(" ".join(lines)).split(" ")))
    harmless(text, log=False)


def test_an_isolate_goes_on_in_the_next_line() -> None:
    assert list(closed_in_each(["a \u2068b", "c", "d\u2069 e"])) == [
        "a \u2068b\u2069", "\u2068c\u2069", "\u2068d\u2069 e",
    ]  # fmt: skip


def test_nothing_is_printed_past_the_door(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    with door():
        print("\x1b[45mprint", "a\nb")
        click.echo("\u202eclick")
        click.echo("\x85click", err=True)
        click.secho(" ::error::", file=sys.stdout, color=True)
        sys.stdout.write("##[error]x\n")
        sys.stderr.write("\x07\n")
        assert not hasattr(sys.stdout, "buffer")
    print("\x1b[0m")
    out, err = capsys.readouterr()
    assert out == "\\x1b[45mprint a\nb\n\\u202eclick\n \\x3a:error::\n\\x23#[error]x\n\x1b[0m\n".replace(
        " \\x3a:error::", " \\x3a:error::\\x1b[0m"
    )
    assert err == "\\x85click\n\\x07\n"


def test_a_terminal_that_says_it_is_ascii_gets_nothing_past_the_door(folder: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "TERM": "xterm"}
    child = pexpect.spawn(
        sys.executable, [str(ROOT / "cli.py"), "diff", GOOD, "nl"], cwd=str(folder), timeout=60, env=environment
    )
    child.expect(pexpect.EOF)
    assert b"\\x1b]52;" in (child.before or b"")
    assert b"\x1b" not in (child.before or b"")
