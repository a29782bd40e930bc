"""The schema for editors: it takes the boards that ship, as an editor of YAML 1.1 reads them, and refuses slips."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from support import PLAIN, ROOT

from interpreter.load import board_path, shipped_boards
from interpreter.reader import read_board
from interpreter.schema import schema, schema_text
from interpreter.source import Source

SCHEMA = ROOT / "boards" / "board.schema.json"
VALIDATOR = Draft7Validator(schema())


def typed(text: str, loader: Any = yaml.SafeLoader) -> Any:
    """Read YAML as an editor does: values have types, and keys are texts."""
    return json.loads(json.dumps(yaml.load(text, Loader=loader)))


def places(text: str, loader: Any = yaml.SafeLoader) -> list[str]:
    """Say where the schema finds something wrong."""
    return sorted("/".join(map(str, error.absolute_path)) for error in VALIDATOR.iter_errors(typed(text, loader)))


def changed(old: str, new: str) -> str:
    assert PLAIN.count(old) == 1, old
    return PLAIN.replace(old, new)


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(schema())


def test_the_schema_that_ships_is_current() -> None:
    written_now = SCHEMA.read_text("utf-8")
    assert written_now == schema_text(), "write schema_text() to boards/board.schema.json"


@pytest.mark.parametrize("name", shipped_boards())
def test_the_boards_that_ship_name_the_schema_and_follow_it(name: str) -> None:
    path = Path(board_path(name))
    text = path.read_text("utf-8")
    modeline, _, _ = text.partition("\n")
    assert (path.parent / modeline.removeprefix("# yaml-language-server: $schema=")).samefile(SCHEMA)
    assert places(text) == []
    assert places(text, yaml.BaseLoader) == []


def test_yaml_1_1_has_types_that_surprise() -> None:
    board = typed((ROOT / "boards" / "no.yaml").read_text("utf-8"))
    assert board["language"] is False
    assert board["stake"] == 10
    assert board["phrases"]["false"] == "nei, n"
    assert board["phrases"]["even"] == "0"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("stake: 10", "stakes: 10", ""),
        ("stake: 10", "stake: -1", "stake"),
        ("stake: 10", "stake: 10000", "stake"),
        ("stake: 10", 'stake: "10000"', "stake"),
        ("stake: 10", "stake: ten", "stake"),
        ("stake: 10", "stake: 1.5", "stake"),
        ("stake: 10", "purse: unlimitd", "purse"),
        ("stake: 10", "finish: exact", "finish"),
        ("stake: 10", "landing: throw, fly", "landing"),
        ("stake: 10", "order: [clockwise]", "order"),
        ("stake: 10", "roles: {friday 2: Friday}", "roles"),
        ("dice: 1d6", "dice: 6", "dice"),
        ("dice: 1d6", "dice: 0d6", "dice"),
        ("dice: 1d6", "", ""),
        ("language: en", "language: english!", "language"),
        ("language: en", "language: 10", "language"),
        ("name: Plain", "name:", "name"),
        ("name: Plain", "name: {en: Plain}", "name"),
        ("  throw:", "  thrown:", "phrases"),
        ('throw: "{player} throws', 'throw: "{thrower} throws', "phrases/throw"),
        ("    1: 1 chip\n", "    one: 1 chip\n", "phrases/chips"),
        ("  1: The first", "  0: The first", "squares"),
        ("  1: The first", "  1000: The first", "squares"),
        ("    effect: win", "    efect: win", "squares/12"),
        ("    effect: win", "    effect:", "squares/12"),
    ],
)
def test_the_schema_refuses(old: str, new: str, place: str) -> None:
    assert place in places(changed(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stake: 10", 'stake: "010"'),
        ("stake: 10", "purse: unlimited"),
        ("stake: 10", "purse: 20"),
        ("stake: 10", "landing: swap,throw"),
        ("stake: 10", "roles: {vrijdag: yes, שישי: 5}"),
        ("stake: 10", "translates: 2048"),
        ("name: Plain", "name: 2048"),
        ("language: en", "language: pt-BR"),
        ("    1: 1 chip\n", "    2-4, 22-24: 1 chip\n"),
        ("  1: The first", "  001: The first"),
        ("  1: The first", "  999: The first"),
        ('  throw: "{player} throws {throw}."', "  throw: 1"),
    ],
)
def test_the_schema_takes_what_a_board_can_have(old: str, new: str) -> None:
    text = changed(old, new)
    assert places(text) == []
    assert read_board(Source("board", text))[1] == []


def test_what_the_schema_refuses_for_a_key_is_what_a_board_cannot_have() -> None:
    for text in ("0", "00", "9999", "009999", "10000", "0009999", "٥", "-1"):
        board = changed("stake: 10", f'stake: "{text}"')
        refused = any(finding.code == "bad-value" for finding in read_board(Source("board", board))[1])
        assert (places(board) == ["stake"]) == refused, text
