"""Files made to be slow: each is read in a small part of the processor time that it is given here.

`python -m benchmarks.bounds` measures many more of them, at their full size.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from kept import opening
from support import ROOT, Robinson, small_board

from benchmarks.bounds import board, filled, quoted, spent
from interpreter.journal import line_of
from interpreter.state import Participant

SECONDS = 30
"""The processor time that a command is given. Each took minutes, or had no end."""

WORDS = [f"{first}{second}{third}" for first in "bcdfghjkl" for second in "aeiou" for third in "mnprstvwxz"]


def _story(text: str) -> str:
    return board(f"  1: {quoted(text)}\n  2:\n    story: Two.\n    rule: Klaar.\n    effect: win\n")


def _all_differ() -> str:
    rules = "".join(
        f"  {n}:\n    rule: Betaal {WORDS[n % 450]} {n}\n    effect: pay {n} to the pot\n" for n in range(1, 800)
    )
    return board(rules + "  800:\n    rule: Klaar.\n    effect: win\n")


FILES: Mapping[str, str] = {
    "a condition of many parts": board(
        "  1: One.\n  2:\n    rule: Klaar.\n    effect: if "
        + " or ".join(f"someone is on {square}" for square in range(1, 30))
        + " then win\n"
    ),
    "rules whose words all differ": _all_differ(),
    "statements of every square": board(
        "".join(f"  {number}: x\n" for number in range(1, 1000)),
        every="every square:\n  rule: x\n  effect: |\n" + filled("    win\n", 36_000),
    ),
    "keys of all squares": board(f'  "{filled("1-999,", 16_000)}1": x\n'),
    "one letter": _story("x " * 10_000),
    "two scripts": _story("aб " * 5_000),
    "numbers of squares": _story("Sq 99 " * 5_000),
    "hidden characters": _story("\u200b" * 20_000),
    "one word": _story("ab " * 33_000),
    "permission": board(f"  1: One.\n  2:\n    rule: {quoted('niet x x x x x ' * 10_000)}\n    effect: win\n"),
    "going on by dice": board(
        "".join(f"  {number}:\n    rule: x\n    effect: go on by your throw\n" for number in range(1, 999))
        + "  999:\n    rule: x\n    effect: win\n",
        dice="10d100",
    ),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["validate", "sheet"])
def test_no_file_takes_long(tmp_path: Path, name: str, command: str) -> None:
    path = tmp_path / "slow.yaml"
    path.write_text(FILES[name], "utf-8")
    _, megabytes, code = spent([command, str(path)], SECONDS)
    assert code in (0, 1), "stopped for want of time, or by an exception"
    assert megabytes < 500


@pytest.mark.parametrize(
    ("name", "code", "count"),
    [
        ("one letter", "doubled-word", 5_000),
        ("two scripts", "mixed-scripts", 5_000),
        ("hidden characters", "hidden-character", 20_000),
        ("numbers of squares", "square-off-the-board", 5_000),
        ("permission", "doubled-word", 20_000),
    ],
)
def test_like_findings_in_one_text_are_one(
    robinson: Robinson, tmp_path: Path, name: str, code: str, count: int
) -> None:
    path = tmp_path / "slow.yaml"
    path.write_text(FILES[name], "utf-8")
    _, out, _ = robinson("validate", "--format", "json", str(path))
    (finding,) = (each for each in json.loads(out) if each["code"] == code)
    assert finding["message"].endswith(f" (the first of {count:,} like it in this text)")


def test_excerpts_fit_into_a_terminal(robinson: Robinson, tmp_path: Path) -> None:
    path = tmp_path / "slow.yaml"
    for name in ("one letter", "two scripts", "hidden characters", "permission"):
        path.write_text(FILES[name], "utf-8")
        _, out, _ = robinson("validate", str(path))
        excerpts = re.findall(r"^ +[0-9]* \| (.*)$", out.replace("\u200b", ""), re.MULTILINE)
        assert excerpts
        assert max(map(len, excerpts)) <= 80


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_with_a_name_is_refused_where_a_file_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    translation = tmp_path / "board.yaml"
    translation.write_text(board(translates="pipe"), "utf-8")
    said = {
        ("validate", str(pipe)): f"robinson: {pipe}: is a FIFO, not a file\n",
        ("run", str(pipe)): f"robinson: {pipe}: is a FIFO, not a file\n",
        ("replay", str(pipe)): f"robinson: {pipe}: it is no file that a journal can be kept in\n",
        ("validate", str(translation)): "pipe, which this board translates, cannot be read: is a FIFO, not a file\n",
    }
    for arguments, message in said.items():
        done = subprocess.run(
            [sys.executable, str(ROOT / "cli.py"), *arguments], capture_output=True, text=True, timeout=60, check=False
        )
        assert message in done.stdout + done.stderr


def test_a_journal_has_no_more_players_than_a_game(robinson: Robinson, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun = opening(small_board({12: "win"}), [Participant(str(number)) for number in range(20_000)])
    path.write_bytes(line_of(begun)[0])
    code, _, err = robinson("replay", str(path))
    assert code == 2
    assert err == f"robinson: {path}: line 1 is damaged: it has 20,000 players, and a game has 99 at the most\n"
