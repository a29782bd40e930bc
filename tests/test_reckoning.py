"""The commands that say what comes of many games, as people and programs call them."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from support import ROOT, board_text
from test_cli import robinson


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A board of six squares without chips, won on the last, with something to decide."""
    path = tmp_path / "small.yaml"
    squares = {2: "may go to 4", 3: "skip 1 turn", 6: "win"}
    text = board_text(squares, last=6, stake="0").replace("  friday: Friday\n", "").replace("roles:\n", "")
    path.write_text(text, "utf-8")
    return str(path)


class TestOdds:
    def test_a_page_of_exact_figures(self, small: str) -> None:
        code, out, err = robinson("odds", small, "--players", "1")
        assert (code, err) == (0, "")
        assert out.startswith(
            """\
Exact odds of 1 player on Small

Where a rule says may, the answer is what brings a lone player home in the
fewest throws:
  2: go to 4 - no
"""
        )

    def test_the_answers_can_be_others(self, small: str) -> None:
        means = {}
        for choose in ("race", "yes", "no", "random"):
            found = json.loads(robinson("odds", small, "--choose", choose, "--players", "1", "--format", "json")[1])
            means[choose] = found["throws"]["mean"]["value"]
            assert [advice["effect"] for advice in found["strategy"]] == (["go to 4"] if choose == "race" else [])
        assert means["race"] == min(means.values())

    def test_two_players_unless_something_else_is_said(self, small: str) -> None:
        assert len(json.loads(robinson("odds", small, "--format", "json")[1])["wins"]) == 2

    def test_too_many_positions(self) -> None:
        code, out, err = robinson("odds", "nl", "--players", "9")
        assert (code, out) == (1, "")
        assert err.startswith("robinson: nl: ")
        assert "positions" in err
        assert "robinson simulate" in err


class TestSimulate:
    ARGUMENTS = ("--games", "50", "--seed", "3")

    def test_whatever_the_number_of_jobs(self, small: str) -> None:
        pages = [robinson("simulate", small, *self.ARGUMENTS, "--jobs", jobs) for jobs in ("1", "2")]
        assert pages[0] == pages[1]
        assert pages[0][0] == 0
        assert pages[0][1].startswith("50 games of 2 players on Small\n")

    def test_another_seed_is_another_page(self, small: str) -> None:
        assert robinson("simulate", small, *self.ARGUMENTS)[1] != robinson("simulate", small, "--games", "50")[1]

    def test_the_table_has_what_the_object_has(self, small: str) -> None:
        found = json.loads(robinson("simulate", small, *self.ARGUMENTS, "--format", "json")[1])
        rows = list(csv.DictReader(io.StringIO(robinson("simulate", small, *self.ARGUMENTS, "--format", "csv")[1])))
        wins = [float(row["value"]) for row in rows if row["what"] == "win"]
        assert wins == [each["value"] for each in found["wins"]]

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_ctrl_c_prints_what_there_is(self, small: str, jobs: str) -> None:
        arguments = [
            str(ROOT / "cli.py"),
            "simulate",
            small,
            "--games",
            "100000000",
            "--jobs",
            jobs,
            "--format",
            "json",
        ]
        child = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=30)
        try:
            child.expect(r"playing .*[1-9]\d*/100000000")
            child.sendintr()
            child.expect(r'"games": (\d+),')
            assert isinstance(child.match, re.Match)
            games = int(child.match[1])
            assert 0 < games < 100_000_000
            child.expect(f"robinson: stopped after {games:,} of 100,000,000 games")
            child.expect(pexpect.EOF)
        finally:
            child.close(force=True)
        assert child.exitstatus == 130

    def test_a_bar_at_a_terminal(self, small: str) -> None:
        child = pexpect.spawn(sys.executable, [str(ROOT / "cli.py"), "simulate", small], encoding="utf-8", timeout=30)
        child.expect("playing .*10000/10000")
        child.expect("Chance to win")
        child.expect(pexpect.EOF)

    def test_a_closed_pipe(self, small: str) -> None:
        command = f"'{sys.executable}' cli.py simulate '{small}' --games 50 | head -n 1"
        done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert (done.stdout, done.stderr) == ("50 games of 2 players on Small\n", "")


class TestCompare:
    def test_a_board_and_a_change(self, small: str) -> None:
        code, out, err = robinson("compare", "small.yaml", "--set", "3=", cwd=Path(small).parent)
        assert (code, err) == (0, "")
        assert "A: small.yaml\nB: small.yaml with 3=\n" in out
        assert "  square 3:\n    A:  skip 1 turn\n    B:  (no effect)\n" in out
        assert "\nSeat 1 wins a little more often (54.0%, then 54.5%)." in out

    @pytest.mark.parametrize("arguments", [["no", "he"], ["nl", "nl", "--estimate"], ["nl", "nl", "--players", "6"]])
    def test_the_same_game(self, arguments: list[str]) -> None:
        code, out, _ = robinson("compare", *arguments, "--games", "10")
        assert code == 0
        assert "\n\nThe two boards are the same game: no rule differs. No figure differs.\n\n" in out
        assert not re.search("may be chance|±", out)

    def test_another_rule_without_an_effect(self, small: str) -> None:
        assert "\n\nNo figure differs.\n\n" in robinson("compare", small, "--set", '1=say "Hello!"')[1]
        arguments = ("--set", '1=say "Hello!"', "--estimate", "--games", "10")
        assert "\n\nIn 10 games on each board, no figure differed.\n\n" in robinson("compare", small, *arguments)[1]

    def test_games_where_there_are_too_many_positions(self) -> None:
        code, out, err = robinson("compare", "nl", "no", "--players", "5", "--games", "10")
        assert code == 0
        assert err == (
            "robinson: nl: 5 players on 45 squares can come to about 205,962,976 positions, too many for exact odds; "
            "so every figure comes from games that are played on both boards\n"
        )
        assert out.startswith("5 players, 10 games on each board, with the same throws, answers: race\n")

    def test_a_board_without_chips_has_none_in_its_games(self, small: str) -> None:
        for arguments in (("--estimate",), ()):
            out = robinson("compare", small, "--set", "3=", "--games", "10", *arguments, "--format", "json")[1]
            assert not {each["what"] for each in json.loads(out)["measures"]} & {"chips", "pot"}

    def test_several_squares_by_one_change(self, small: str) -> None:
        code, out, err = robinson("compare", small, "--set", "1, 3-4=pass", "--games", "10")
        assert (code, err) == (0, "")
        assert "\n  squares 1, 4:\n    A:  (no effect)\n    B:  pass\n" in out

    def test_settings_and_several_changes(self, small: str) -> None:
        found = json.loads(
            robinson("compare", small, "--set", "finish=pass", "--set", "3=go to 5", "--format", "json")[1]
        )
        assert [(each["key"], each["square"], each["second"]) for each in found["rules"]] == [
            ("finish", None, "pass"),
            (None, 3, "go to 5"),
        ]
        assert found["games"] is None

    def test_chips_are_estimated_beside_exact_figures(self, small: str) -> None:
        changes = ("--set", "stake=5", "--set", "6=take the rest of the pot; win")
        found = json.loads(robinson("compare", small, *changes, "--games", "60", "--format", "json")[1])
        assert found["games"] == 60
        margins = {each["what"]: each["difference"]["margin"] for each in found["measures"]}
        assert margins["wins"] is None
        assert margins["chips"] > 0

    def test_only_games_if_that_is_wanted(self, small: str) -> None:
        found = json.loads(
            robinson("compare", small, "--set", "3=", "--estimate", "--games", "60", "--format", "json")[1]
        )
        assert all(each["difference"]["margin"] for each in found["measures"])

    def test_all_that_is_wrong_with_the_changes(self, small: str) -> None:
        code, out, err = robinson("compare", small, "--set", "7=win", "--set", "stake=much", "--set", "8")
        assert (code, out) == (1, "")
        assert (
            err
            == f"""\
--set:1:1: error[bad-square]: there is no square 7
    1 | 7=win
      | ^
The squares are 1 to 6.

--set:1:7: error[bad-value]: stake: "much" is no number from 0 to 9999
    1 | stake=much
      |       ^^^^
Write the number in the digits 0 to 9.

--set:1:1: error[no-equals-sign]: there is no = in this change
    1 | 8
      | ^
Write KEY=TEXT, as in 8="pay 5 to the pot".

robinson: {small}: the board cannot be changed like this
"""
        )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["odds", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["odds", "nl", "--players", "0"], "0 is not in the range 1<=x<=99"),
        (["odds", "nl", "--players", "ב"], "'ב' is not a valid integer range"),
        (["odds", "nl", "--plot", "nl.gif"], "nl.gif: a picture's name ends with .svg or .png"),
        (["odds", "nl", "--format", "csv"], "'csv' is not one of 'text', 'json'"),
        (["simulate", "/"], "/: is a directory"),
        (["simulate", "nl", "--games", "0"], "0 is not in the range"),
        (["simulate", "nl", "--games", "9" * 30], "is not in the range"),
        (["simulate", "nl", "--seed", "-1"], "-1 is not in the range x>=0"),
        (
            ["compare", "nl"],
            'Error: Compare nl with what? Name another board, or try a change: --set 8="pay 5 to the pot".\n',
        ),
        (
            ["compare", "nl", "no", "--set", "8=win"],
            "Error: Either compare nl with no, or try changes of nl with --set; it cannot be both at once.\n",
        ),
    ],
)
def test_wrong_usage(arguments: list[str], complaint: str) -> None:
    code, out, err = robinson(*arguments)
    assert (code, out) == (2, "")
    assert complaint in err


def test_pictures(small: str, tmp_path: Path) -> None:
    for command in (["odds", small], ["compare", small, "--set", "3="]):
        picture = tmp_path / "picture.svg"
        code, _, err = robinson(*command, "--plot", str(picture))
        assert (code, err) == (0, f"robinson: {picture}: drawn\n")
        assert picture.read_text("utf-8").startswith("<?xml")
    code, out, err = robinson("odds", small, "--plot", str(tmp_path / "nowhere" / "picture.svg"))
    assert code == 2
    assert out.startswith("Exact odds")
    assert err.endswith("nowhere/picture.svg: no such file or directory\n")
