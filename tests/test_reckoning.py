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
from terminals import spawn
from test_cli import robinson

import cli


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

    def test_ctrl_c_at_a_terminal(self) -> None:
        child = spawn("odds", "goose")
        child.expect(r"following turns, \d+%")
        shown = child.before or ""
        child.sendintr()
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130
        assert (child.before or "").endswith("\r\x1b[Krobinson: goose: stopped; no odds have been found\r\n")
        explored = [int(number.replace(",", "")) for number in re.findall(r"goose: ([\d,]+) positions explored", shown)]
        assert explored == sorted(explored)
        assert len(explored) > 1


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

    def test_ctrl_c_before_a_game_has_been_played(
        self, small: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def interrupt(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("interpreter.simulate.simulate", interrupt)
        with pytest.raises(SystemExit) as end:
            cli.main(["simulate", small])
        assert end.value.code == 130
        assert capsys.readouterr() == ("", "robinson: stopped before a game had been played\n")

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
        assert re.search(r"^Games are [0-9.]+ turns shorter\.", out, re.MULTILINE)

    def test_a_rule_for_every_square_where_none_has_a_rule_of_its_own(self) -> None:
        rule = "if you rolled 6 then go forward 1"
        code, out, err = robinson("compare", "snakes-and-ladders", "--set", f"every square={rule}", "--players", "1")
        assert code == 0
        assert f"  every square:\n    A:  no rule\n    B:  {rule}\n" in out
        assert "error" not in err

    def test_nothing_that_differs(self, small: str) -> None:
        code, out, _ = robinson("compare", small, small)
        assert code == 0
        assert "The games come to the same." in out
        assert "No difference." in out

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
        changes = ("--set", "3=slip 1 turn", "--set", "7=win", "--set", "stake=much")
        code, out, err = robinson("compare", small, *changes)
        assert (code, out) == (1, "")
        assert (
            '--set 3:1:1: error[unknown-word]: square 3: "slip" is not a word of the effect language\n'
            "    1 | slip 1 turn\n"
            "      | ^^^^\n"
            'Did you mean "skip"?'
        ) in err
        assert '--set 7:1:1: error[unknown-key]: "7" is no square and no setting\n' in err
        assert '--set stake:1:1: error[bad-value]: stake: "much" is no number from 0 to 9999\n' in err
        assert err.endswith(f"robinson: {small}: the board cannot be changed like this\n")

    @pytest.mark.parametrize(
        ("change", "square", "problem"),
        [
            ("2=go to 2", "square 2: ", "landings go on for ever: 2, 2"),
            ("6=", "", "nobody can win: no effect comes to a win"),
            ("4=go to 9", "square 4: ", "there is no square 9; the last one is 6"),
        ],
    )
    def test_a_change_that_makes_no_game(self, small: str, change: str, square: str, problem: str) -> None:
        code, _, err = robinson("compare", small, "--set", change)
        key, _, text = change.partition("=")
        assert code == 1
        assert err.startswith(f"--set {key}:1:1: error[")
        assert f"]: {square}{problem}\n    1 | {text}".rstrip() + "\n" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["odds", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["odds", "nl", "--players", "0"], "'0' is no number from 1 to 99\n"),
        (["odds", "nl", "--players", "ב"], "'ב' is no number from 1 to 99\n"),
        (["odds", "nl", "--plot", "nl.gif"], "nl.gif: a picture's name ends with .svg or .png"),
        (["odds", "nl", "--format", "csv"], "'csv' is not one of 'text', 'json'"),
        (["simulate", "/"], "/: is a directory"),
        (["simulate", "nl", "--games", "0"], "'0' is no number from 1 to 1,000,000,000\n"),
        (["simulate", "nl", "--games", "-1"], "'-1' is no number from 1 to 1,000,000,000\n"),
        (["odds", "nl", "--plot", ""], "robinson: the name of the picture is empty\n"),
        (["simulate", "nl", "--jobs", "257"], "'257' is no number from 1 to 256\n"),
        (["simulate", "nl", "--games", "9" * 30], f"'{'9' * 30}' is no number from 1 to 1,000,000,000\n"),
        (["simulate", "nl", "--seed", "-1"], "'-1' is no number from 0 on, with 100 digits at the most\n"),
        (["compare", "nl"], "Give another board to compare with, or changes with --set, not both."),
        (["compare", "nl", "no", "--set", "8=win"], "not both."),
        (["compare", "nl", "--set", "8"], "'8' has no =; write KEY=TEXT"),
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


@pytest.mark.parametrize("command", ["odds", "simulate", "compare"])
def test_where_no_picture_can_be_nothing_is_reckoned(small: str, tmp_path: Path, command: str) -> None:
    picture = str(tmp_path / "nowhere" / "picture.svg")
    others = ["--set", "3="] if command == "compare" else []
    assert robinson(command, small, *others, "--plot", picture) == (
        2,
        "",
        f"robinson: {picture}: it cannot be written: no such file or directory\n",
    )
