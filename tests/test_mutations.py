"""Whatever stands in a file or behind an option: never an exception, and what is wrong has a place.

Each test tries a few things, always the same. A hundred times as many, and others each time, are tried by

    pytest --hypothesis-profile long tests/test_mutations.py
"""

import contextlib
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutations import mutated_board, mutated_effect, mutated_journal, nasty
from support import HERE, ROOT, play

import cli
from interpreter.board import Board, sheet
from interpreter.changes import changed
from interpreter.diagnostics import Diagnostic, as_json, as_text, has_errors
from interpreter.differences import as_objects, differences
from interpreter.differences import as_text as differences_text
from interpreter.draft import draft_board
from interpreter.formatting import formatted
from interpreter.language import canonical_rule, parse
from interpreter.load import check_source, load_board, shipped_boards
from interpreter.printing import printed
from interpreter.reader import read_board
from interpreter.reports import as_github, as_sarif
from interpreter.review import review
from interpreter.sheets import read_sheet
from interpreter.source import LINE_END, Source, UnreadableFile, read_source

FOLDERS = [ROOT / "boards", ROOT / "boards" / "classics", HERE / "boards", HERE / "broken"]
TEXTS = [path.read_text("utf-8") for folder in FOLDERS for path in sorted(folder.glob("*.yaml"))]
SMALL = [text for text in TEXTS if len(text) < 8000]
SHEETS = [path.read_text("utf-8") for path in sorted((HERE / "sheets").glob("*.txt"))]
SHIPPED = {name: board for name in shipped_boards() if (board := load_board(name)[0]) is not None}
EFFECTS = [canonical_rule(square.effects) for board in SHIPPED.values() for square in board.squares.values()]
EFFECTS = [effect for effect in EFFECTS if effect]
ROLES = ("friday", "Yardımcı", "λόγος")
JOURNALED = [
    ("run", "nl", "--players", "2", "--seed", "1"),
    ("run", "goose", "--players", "2", "--seed", "4", "--choose", "random"),
    ("run", "nl", "--players", "2", "--dice", "4,4,3,6,5,2,2", "--answers", "y,n,y,y"),
    ("run", "snakes-and-ladders", "--player", "Anna:9", "--player", "Bo", "--seed", "2", "--max-turns", "5"),
]  # fmt: skip
OPTIONS = (
    "--dice",
    "--answers",
    "--player",
    "--players",
    "--computer",
    "--seed",
    "--max-turns",
    "--choose",
    "--format",
)

chance = st.randoms(use_true_random=True)


def examples(count: int) -> settings:
    """So many examples, always the same; in the profile `long`, more of them, and others each time."""
    more = settings().max_examples // settings.get_profile("default").max_examples
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=count * more, derandomize=more == 1, suppress_health_check=checks, database=None)


def command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    """Run a command in this process, which must end as one does; give its exit code, and what it said."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
    assert end.value.code in (0, 1, 2)
    return end.value.code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Give a folder in which games are kept, and everything else is tried."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", name)
        (Path(name) / "robinson").mkdir()
        yield Path(name)


@pytest.fixture(scope="module")
def journals(folder: Path) -> list[bytes]:
    """Give journals of whole games, and their beginnings."""
    whole = []
    for number, arguments in enumerate(JOURNALED):
        path = folder / f"{number}.jsonl"
        command(*arguments, "--journal", str(path))
        whole.append(path.read_bytes())
    return [*whole, *(b"".join(each.splitlines(keepends=True)[:9]) for each in whole)]


def board_of(random: Random, path: Path) -> Source | None:
    """Write a board with something wrong in it, mostly a small one, and read its text if it is one."""
    text = random.choice(SMALL if random.random() < 0.8 else TEXTS)
    path.write_bytes(mutated_board(random, text))
    try:
        return read_source(str(path))
    except UnreadableFile:
        for each in ("validate", "run", "sheet", "fmt"):
            assert command(each, str(path))[0] == 2
        return None


def assert_placed(finding: Diagnostic) -> None:
    text, span = finding.source.text, finding.span
    assert 0 <= span.start <= span.end <= len(text) + 1
    line, column = finding.source.position(span.start)
    lines = LINE_END.split(text)
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


def effects_of(board: Board) -> dict[int | None, object]:
    every = board.every_square.effects if board.every_square else None
    return {None: every, **{number: square.effects for number, square in board.squares.items()}}


@examples(12)
@given(random=chance)
def test_every_finding_has_a_place_in_its_file(folder: Path, random: Random) -> None:
    source = board_of(random, folder / "board.yaml")
    if source is None:
        return
    findings = review(source.path)
    for finding in findings:
        assert_placed(finding)
        as_text(finding).encode()
    assert len(json.loads(as_json(findings))) == len(findings)
    assert len(json.loads(as_sarif(findings))["runs"][0]["results"]) == len(findings)
    assert len(as_github(findings).split("\n")) == max(len(findings), 1)
    code, out, _ = command("validate", source.path)
    assert code == has_errors(findings)
    assert out.count(source.path) >= len(findings)


@examples(12)
@given(random=chance)
def test_what_has_been_formatted_is_the_same_game_and_stays_as_it_is(folder: Path, random: Random) -> None:
    source = board_of(random, folder / "board.yaml")
    if source is None:
        return
    text, _ = formatted(source)
    again = Source(source.path, text)
    assert formatted(again)[0] == text
    before, after = read_board(source)[0], read_board(again)[0]
    assert (before and effects_of(before)) == (after and effects_of(after))


@examples(6)
@given(random=chance)
def test_a_sheet_of_any_board_is_well_formed(folder: Path, random: Random) -> None:
    source = board_of(random, folder / "board.yaml")
    board = check_source(source)[0] if source else None
    if board is None or not board.squares:
        return
    sheet(board).encode()
    page, picture = printed(board, "html", "a4"), printed(board, "svg", "a4")
    assert isinstance(page, str)
    page.encode()
    ElementTree.fromstring(picture)


@examples(16)
@given(random=chance)
def test_a_board_without_errors_is_played_compared_and_translated(folder: Path, random: Random) -> None:
    source = board_of(random, folder / "board.yaml")
    board, findings = check_source(source) if source else (None, [])
    if source is None or board is None or has_errors(findings):
        return
    looks = random.choice([(), ("--plain",), ("--format", "jsonl"), ("--choose", "random"), ("--choose", "yes")])
    command("run", source.path, "--seed", "1", "--max-turns", "50", *looks)
    found = differences(board, SHIPPED["nl"])
    json.dumps(as_objects(found))
    differences_text(found, "one", "other").encode()
    new, said = read_board(Source("new.yaml", draft_board("da", board, "board.yaml").text))
    assert not [each for each in said if each.code in ("yaml", "escape", "duplicate-key", "unknown-key")]
    assert new is not None
    assert effects_of(new) == effects_of(board)


@examples(12)
@given(random=chance)
def test_whatever_a_sheet_says_becomes_a_board(random: Random) -> None:
    reference = SHIPPED[random.choice(["nl", "no", "he"])]
    text = mutated_board(random, random.choice(SHEETS)).decode("utf-8", "replace")
    read = read_sheet(Source("sheet.txt", text))
    for finding in read.findings:
        assert_placed(finding)
    if read.squares:
        draft = draft_board("da", reference, "nl.yaml", read)
        for finding in draft.findings:
            assert_placed(finding)
        new, said = read_board(Source("new.yaml", draft.text))
        assert not [each for each in said if each.code not in ("empty-text", "missing-square")]
        assert new is not None
        assert set(read.squares) <= set(new.squares)


@examples(150)
@given(random=chance)
def test_an_effect_is_read_or_what_is_wrong_in_it_is_said(random: Random) -> None:
    text = mutated_effect(random, random.choice(EFFECTS))
    effects, problems = parse(text, ROLES)
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        f"{problem.message} {problem.remedy}".encode()
    assert parse(canonical_rule(effects), ROLES) == (effects, [])


@examples(40)
@given(random=chance)
def test_a_change_is_played_or_what_is_wrong_with_it_is_said(random: Random) -> None:
    board = random.choice(list(SHIPPED.values()))
    keys = [
        "3",
        "8",
        "4-6",
        "every square",
        "except",
        "dice",
        "stake",
        "finish",
        "landing",
        "first",
        "٣",
        "999",
        "name",
    ]
    values: Sequence[Callable[[], str]] = [
        lambda: random.choice(EFFECTS),
        lambda: mutated_effect(random, random.choice(EFFECTS)),
        lambda: nasty(random),
        lambda: random.choice(["2d6", "exact, stay", "pass", "0", "throw, go", "unlimited", "", "1,2"]),
    ]
    changes = [f"{random.choice(keys)}={random.choice(values)()}" for _ in range(random.choice([1, 1, 2, 3]))]
    other, findings = changed(board, changes)
    for finding in findings:
        assert_placed(finding)
    if not has_errors(findings):
        shown = [tuple(random.randint(1, other.dice.sides) for _ in range(other.dice.count)) for _ in range(20)]
        play(other, shown, [random.random() < 0.5 for _ in range(20)])


@examples(25)
@given(random=chance)
def test_whatever_stands_behind_an_option_is_taken_or_refused(random: Random) -> None:
    def value() -> str:
        parts = [nasty(random), "1", "6", "y", "n", ",", ",", "+", ":", "Anna", "9", " "]
        return "".join(random.choice(parts) for _ in range(random.randint(1, 6)))

    options = [each for name in random.sample(OPTIONS, random.choice([1, 1, 2])) for each in (name, value())]
    code, out, err = command("run", "snakes-and-ladders", "--max-turns", "9", *options, typed=f"{value()}\n{value()}\n")
    assert out if code == 0 else err or out


@examples(12)
@given(random=chance)
def test_a_journal_is_read_or_what_is_wrong_with_it_is_said(
    folder: Path, journals: list[bytes], random: Random
) -> None:
    games = folder / "robinson"
    (games / "good.jsonl").write_bytes(journals[-1])
    (games / "bad.jsonl").write_bytes(mutated_journal(random, random.choice(journals)))
    code, out, err = command("games", "--all")
    assert "robinson resume good" in out
    assert (code == 1) == bool(re.search(r"bad\.jsonl: ", err))
    assert command("replay", "bad")[0] in (0, 2)
    command("resume", "bad", "--max-turns", "100", typed=random.choice(["", "3\n", "y\n2\n", "undo\n3\nn\nquit\n"]))
    assert command("replay", "bad")[0] in (0, 2)
