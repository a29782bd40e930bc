"""What the documentation shows is so: its games are played, its commands run, its boards loaded."""

import dataclasses
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support import PHRASES, ROOT, example_board, play_example

from interpreter.diagnostics import as_text
from interpreter.effects import Node, Who
from interpreter.events import REASONS, Ended, Event
from interpreter.keys import HEADER, SECTIONS
from interpreter.load import check_source, load_board
from interpreter.phrases import PHRASES as ALL_PHRASES
from interpreter.source import Source

PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind: str) -> dict[str, str]:
    """Find the fenced blocks of a kind, by page and line."""
    found = {}
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in re.finditer(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            found[f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"] = match[1]
    return found


EXAMPLES = blocks("yaml")
CONSOLES = {
    page.name: [text for place, text in blocks("console").items() if place.startswith(page.name)] for page in PAGES
}
COMMANDS = {
    page.name: re.findall(r"^    (robinson .+)$", page.read_text("utf-8"), flags=re.MULTILINE) for page in PAGES
}
BOARDS = blocks("board")


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
def test_example(text: str) -> None:
    found, expected = play_example(yaml.load(text, Loader=yaml.BaseLoader))
    assert found == expected


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)
def test_board(text: str) -> None:
    _, findings = check_source(Source("board", text + PHRASES))
    assert [as_text(finding) for finding in findings] == []


@pytest.mark.parametrize("page", [page for page in CONSOLES if CONSOLES[page]])
def test_commands(page: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "boards", tmp_path / "boards")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in CONSOLES[page]:
        for shown in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
            command, _, expected = shown.removeprefix("$ ").partition("\n")
            done = subprocess.run(
                ["sh", "-c", command], capture_output=True, cwd=tmp_path, env=os.environ | {"PATH": path}, timeout=60
            )
            assert done.stdout.decode("utf-8") + done.stderr.decode("utf-8") == expected, command


@pytest.mark.parametrize("page", [page for page in COMMANDS if COMMANDS[page]])
def test_commands_without_output_run(page: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "boards", tmp_path / "boards")
    shutil.copy(ROOT / "tests" / "sheets" / "no.txt", tmp_path / "sheet.txt")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in COMMANDS[page]:
        done = subprocess.run(
            ["sh", "-c", command], capture_output=True, cwd=tmp_path, env=os.environ | {"PATH": path}, timeout=60
        )
        assert done.returncode in (0, 1), command
        assert b"Traceback" not in done.stderr


def test_the_language_page_shows_every_kind_of_effect() -> None:
    examples = [yaml.load(text, Loader=yaml.BaseLoader) for text in EXAMPLES.values()]
    shown: set[type[Node]] = set()
    people: set[object] = set()

    def look(value: object) -> None:
        if isinstance(value, Who):
            people.add(value)
        if isinstance(value, Node):
            shown.add(type(value))
            for part in vars(value).values():
                for each in part if isinstance(part, tuple) else [part]:
                    look(each)

    for example in examples:
        for _, effects in example_board(example).rules:
            for effect in effects:
                look(effect)

    def kinds(base: type[Node]) -> set[type[Node]]:
        below = {kind for each in base.__subclasses__() for kind in kinds(each)}
        return below or {base}

    assert kinds(Node) <= shown
    assert people == set(Who)


def test_the_board_file_page_has_every_key() -> None:
    text = (ROOT / "docs" / "board-file.md").read_text("utf-8")
    assert not [key for key in [*HEADER, *SECTIONS] if f"`{key}`" not in text]
    for key in HEADER.values():
        assert key.meaning


def test_every_phrase_says_what_it_is_for() -> None:
    assert all(kind.meaning for kind in ALL_PHRASES.values())


def test_each_ruling_quotes_the_sheets_to_the_letter() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text("utf-8")
    sheets = "".join(re.sub(r"\s+", " ", path.read_text("utf-8")) for path in (ROOT / "tests" / "sheets").glob("*.txt"))
    quotes = [re.sub(r"\s+", " ", quote).rstrip(".") for quote in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text)]
    missing = [quote for quote in quotes if quote not in sheets and quote != "sits"]
    assert missing == []
    assert len(quotes) > 40


def test_the_phrases_to_copy_are_all_phrases() -> None:
    text = (ROOT / "docs" / "phrases.yaml").read_text("utf-8")
    assert text.split("\n", 1)[1].strip() == PHRASES.strip()


def test_the_page_for_programs_has_every_event_with_its_fields() -> None:
    text = (ROOT / "docs" / "json.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z ]+)` \|[^|]*\|([^|]*)\|$", text, re.MULTILINE)
    shown = {kind: re.findall(r"`(\w+)`", fields) for kind, fields in rows}
    for kind in Event.__subclasses__():
        if kind is not Ended:
            names = [field.name for field in dataclasses.fields(kind)]
            assert [name for name in shown[kind.kind] if name in names] == names, kind
    assert all(f"`{reason}`" in text for reason in REASONS)


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_shipped_boards_point_to_pages_that_are_there() -> None:
    for name in ("nl", "no", "he"):
        board, _ = load_board(name)
        assert board is not None
        for page in re.findall(r"docs/[a-z-]+\.md", board.source.text):
            assert (ROOT / page).exists()
