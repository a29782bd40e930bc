"""The commands that say what comes of many games, as people and programs call them."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import termios
from pathlib import Path

import pexpect
import pytest
from pexpect import fdpexpect
from support import ROOT, Robinson, board_text
from terminals import spawn
from test_cli import robinson

import cli
from interpreter import explore
from interpreter.figures import figure_text
from interpreter.progress import progress_of_odds
from interpreter.results import Figure


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
        assert err == (
            "robinson: nl: 9 players on 45 squares can come to about 922,190,162,669,056 positions, each with 6 "
            "throws, too much for exact odds; robinson simulate estimates them\n"
        )

    def test_ctrl_c_at_a_terminal(self) -> None:
        child = spawn("odds", "goose")
        child.expect(r"following throws, \d+%")
        shown = child.before or ""
        child.sendintr()
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130
        assert (child.before or "").endswith("\r\x1b[Krobinson: goose: stopped; no odds have been found\r\n")
        for pattern in (r"goose: positions explored: ([\d,]+)", r"goose: following turns, (\d+)%"):
            numbers = [int(number.replace(",", "")) for number in re.findall(pattern, shown)]
            assert numbers == sorted(numbers)
            assert len(numbers) > 1

    @pytest.mark.parametrize(
        ("width", "shown"),
        [(40, "boards/mine.yaml: following turns, 5%"), (37, "following turns, 5%"), (11, "following ")],
    )
    def test_what_is_said_of_the_progress_fits_the_terminal(
        self, width: int, shown: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        master, terminal = os.openpty()
        termios.tcsetwinsize(terminal, (24, width))
        monkeypatch.setenv("TERM", "xterm")
        reader = fdpexpect.fdspawn(master, encoding="utf-8", timeout=20)
        with open(terminal, "w", encoding="utf-8") as stream:
            monkeypatch.setattr(sys, "stderr", stream)
            with progress_of_odds("boards/mine.yaml") as progress:
                progress("following turns", 0.05)
            reader.expect_exact(f"\r\x1b[K{shown}\r\x1b[K")
        assert reader.before == ""
        reader.close()


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
        child = spawn("simulate", small, "--games", "100000000", "--jobs", jobs, "--format", "json")
        try:
            child.expect(r"playing .*[1-9][\d,]*/100,000,000")
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

    @pytest.mark.parametrize(
        ("width", "last"),
        [
            (200, f"playing  [{'#' * 50}]  100%  2,000/2,000"),
            (80, f"playing  [{'#' * 36}]  100%  2,000/2,000"),
            (40, "playing  [#########]  100%"),
        ],
    )
    def test_a_bar_fits_the_terminal(self, small: str, width: int, last: str) -> None:
        child = spawn("simulate", small, "--games", "2000", width=width)
        child.expect("2,000 games of 2 players on Small")
        bars = [line.strip() for line in re.sub(r"\x1b\[\?25[lh]", "", child.before or "").split("\r")]
        child.expect(pexpect.EOF)
        assert last in bars
        assert max(map(len, bars)) < width

    @pytest.mark.parametrize("command", ["odds", "simulate"])
    def test_a_terminal_that_cannot_write_over_a_line_gets_nothing_but_the_results(
        self, small: str, command: str
    ) -> None:
        child = spawn(command, small, TERM="dumb")
        child.expect(pexpect.EOF)
        assert (child.before or "").replace("\r\n", "\n") == robinson(command, small)[1]

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

    def test_a_rule_for_every_square_where_none_has_a_rule_of_its_own(self) -> None:
        rule = "if you rolled 6 then go forward 1"
        code, out, err = robinson("compare", "snakes-and-ladders", "--set", f"every square={rule}", "--players", "1")
        assert code == 0
        assert f"  every square:\n    A:  no rule\n    B:  {rule}\n" in out
        assert "error" not in err

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

    def test_one_game_has_no_margins(self, small: str) -> None:
        out = robinson("compare", small, "--set", "3=", "--estimate", "--games", "1")[1]
        assert "± ?" in out.split("\n\n")[-2]
        assert "\n± ?: there are too few games to know a margin.\n" in out

    def test_games_where_there_are_too_many_positions(self) -> None:
        code, out, err = robinson("compare", "nl", "no", "--players", "5", "--games", "10")
        assert code == 0
        assert err == (
            "robinson: nl: 5 players on 45 squares can come to about 205,962,976 positions, each with 6 throws, "
            "too much for exact odds; so every figure comes from games that are played on both boards\n"
        )
        assert out.startswith("5 players, 10 games on each board, with the same throws, answers: race\n")

    def test_a_board_without_chips_has_none_in_its_games(self, small: str) -> None:
        for arguments in (("--estimate",), ()):
            out = robinson("compare", small, "--set", "3=", "--games", "10", *arguments, "--format", "json")[1]
            assert not {each["what"] for each in json.loads(out)["measures"]} & {"chips", "pot"}

    @pytest.mark.parametrize("arguments", [(), ("--estimate", "--games", "10")])
    def test_what_players_answer_on_both_boards(self, small: str, arguments: tuple[str, ...]) -> None:
        command = ("compare", small, "--set", "4=may go to 6", *arguments)
        assert """

What players answer where a rule says may
  2: go to 4 - A: no, B: yes
  4: go to 6 - A: not asked, B: yes

What that does in a game
""" in robinson(*command)[1]
        strategy = json.loads(robinson(*command, "--format", "json")[1])["strategy"]
        assert [[(each["square"], each["answer"]) for each in strategy[side]] for side in ("first", "second")] == [
            [(2, False)],
            [(2, True), (4, True)],
        ]

    def test_players_who_always_say_yes_have_no_strategy(self, small: str) -> None:
        command = ("compare", small, "--set", "4=may go to 6", "--choose", "yes")
        assert "What players answer" not in robinson(*command)[1]
        strategy = json.loads(robinson(*command, "--format", "json")[1])["strategy"]
        assert strategy == {"first": [], "second": []}

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

    def test_a_change_that_looks_wrong_is_tried_all_the_same(self, small: str) -> None:
        code, out, err = robinson("compare", small, "--set", "3=if you rolled 9 then win")
        assert (code, out.startswith("2 players, exact odds")) == (0, True)
        assert (
            err
            == """\
--set:1:3: warning[pointless-condition]: square 3: no throw of 1d6 is like that
    1 | 3=if you rolled 9 then win
      |   ^^^^^^^^^^^^^^^^^^^^^^^^
The dice show 1 to 6.

"""
        )

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
        picture = tmp_path / f"{command[0]}.svg"
        code, _, err = robinson(*command, "--plot", str(picture))
        assert (code, err) == (0, f"robinson: {picture}: drawn\n")
        assert picture.read_text("utf-8").startswith("<?xml")


def test_a_picture_of_two_boards_has_the_figures_of_the_table(small: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    arguments = ("--set", "3=", "--estimate", "--games", "60", "--plot", str(picture), "--format", "json")
    found = json.loads(robinson("compare", small, *arguments)[1])
    lengths = [each for each in found["measures"] if each["what"] in ("turns", "throws")]
    expected = [f"mean {figure_text(Figure(**each[side]), 2)}" for side in ("first", "second") for each in lengths]
    assert len({*expected}) > 2
    assert sorted(re.findall("<!-- (mean .*?) -->", picture.read_text("utf-8"))) == sorted(expected)


def test_a_picture_has_chips_beside_exact_odds(small: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    changes = ("--set", "stake=5", "--set", "6=take the rest of the pot; win")
    code, _, err = robinson("compare", small, *changes, "--games", "60", "--plot", str(picture))
    assert (code, err) == (0, f"robinson: {picture}: drawn\n")
    written = re.findall("<!-- (.*?) -->", picture.read_text("utf-8"), re.DOTALL)
    # Chips move on the second board only.
    assert written.count("Chips won or lost") == 1
    assert "2 players, exact odds, answers: race" in written
    assert "2 players, exact odds; chips from 60 games, answers: race" in written


@pytest.mark.parametrize("command", ["odds", "simulate", "compare"])
def test_where_no_picture_can_be_nothing_is_reckoned(small: str, tmp_path: Path, command: str) -> None:
    picture = str(tmp_path / "nowhere" / "picture.svg")
    others = ["--set", "3="] if command == "compare" else []
    assert robinson(command, small, *others, "--plot", picture) == (
        2,
        "",
        f"robinson: {picture}: it cannot be written: no such file or directory\n",
    )


@pytest.mark.parametrize(
    "arguments", ["odds", "simulate", "compare --set 1=", "run", "run --player Anna --computer 1"]
)  # fmt: skip
def test_answers_that_cannot_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, robinson: Robinson, arguments: str
) -> None:
    path = tmp_path / "many.yaml"
    rule = "; ".join(f"may pay {chips} to the pot" for chips in range(1, 6))
    path.write_text(board_text({3: rule, 12: "win"}), "utf-8")
    monkeypatch.setattr(explore, "MOST_BRANCHES", 60)
    command, *options = arguments.split()
    assert robinson(command, str(path), *options) == (
        1,
        "",
        f"robinson: {path}: one throw can go on in more than 60 ways, by the answers given, too many to find the best: "
        "neither race nor computers can answer; use --choose yes, no or random\n",
    )


def test_it_is_said_how_many_games_were_stopped(tmp_path: Path, robinson: Robinson) -> None:
    # From 3, every throw leads to 4 and so back, for ever.
    path = tmp_path / "ring.yaml"
    path.write_text(board_text({1: "win", 4: "pay 1 to the pot and go to 3"}, last=4, dice="1d2"), "utf-8")
    arguments = (str(path), "--players", "1", "--games", "10", "--jobs", "1")
    until_then = "were stopped after 10,000 turns; what happened in them until then counts\n"
    _, out, err = robinson("simulate", *arguments)
    (stopped,) = re.findall(r"nobody: stopped after very many turns +(0\.\d)", out)
    assert err == f"robinson: {float(stopped):.1%} of the games {until_then}"
    err = robinson("compare", *arguments, "--set", "2=win")[2]
    assert re.fullmatch(
        rf"robinson: \d+\.0% of the games on A and 0\.0% of the games on B {re.escape(until_then)}", err
    )
