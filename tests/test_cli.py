"""The commands as a person or a program calls them: output, complaints, exit codes."""

import errno
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support import HERE, PHRASES, ROOT, board_text

import cli
from interpreter.game import MOST_TURNS
from interpreter.load import board_path

CLI = [sys.executable, str(ROOT / "cli.py")]

WITHOUT_OUTPUT = {
    "run": ("nl --seed 1", 0),
    "validate": ("nl", 0),
    "new": ("da --from nl -o -", 0),
    "diff": ("nl no", 1),
    "fmt": ("nl --diff", 0),
    "schema": ("", 0),
    "sheet": ("nl --format pdf", 0),
    "games": ("", 0),
    "replay": ("nothing.jsonl", 2),
    "resume": ("nothing.jsonl", 2),
    "odds": ("snakes-and-ladders --players 1", 0),
    "simulate": ("nl --games 10", 0),
    "compare": ("nl no --estimate --games 10", 0),
}
"""Every command with arguments, and the exit code that it has whoever reads."""


def robinson(*arguments: str, stdin: str | bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    """Run a command in this process, which begins sooner; give the exit code, and what went to stdout and stderr."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    typed, out, err = (io.TextIOWrapper(io.BytesIO(content)) for content in (data, b"", b""))
    with pytest.MonkeyPatch.context() as patched:
        for name, stream in (("stdin", typed), ("stdout", out), ("stderr", err)):
            patched.setattr(sys, name, stream)
        # With one processor, no process is forked: this one has threads of the tests, whose locks would stay locked.
        patched.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
        if cwd is not None:
            patched.chdir(cwd)
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
    assert isinstance(end.value.code, int)
    return end.value.code, written(out), written(err)


def written(stream: io.TextIOWrapper) -> str:
    """Give what has been written to a stream that is kept in memory."""
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def events(*arguments: str, stdin: str = "", code: int = 0) -> list[dict[str, Any]]:
    """Play with JSON lines; give the events."""
    exit_code, out, _ = robinson("run", *arguments, "--format", "jsonl", stdin=stdin)
    assert exit_code == code
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A board of six squares, won on the last."""
    path = tmp_path / "small.yaml"
    squares = {2: "may go to 4", 3: "pay 3 to the pot", 6: "take the rest of the pot; win"}
    path.write_text(board_text(squares, last=6).replace("  friday: Friday\n", "").replace("roles:\n", ""), "utf-8")
    return str(path)


class TestRun:
    def test_the_last_line_of_json(self, small: str) -> None:
        last = events(small, "--player", "Anna", "--player", "Bram", "--dice", "3,1,3")[-1]
        assert list(last) == ["event", "reason", "winner", "pot", "turns", "rolls", "players"]
        assert last == {
            "event": "end",
            "reason": "won",
            "winner": "Anna",
            "pot": 0,
            "turns": 3,
            "rolls": 3,
            "players": [
                {"name": "Anna", "square": 6, "chips": 10, "out": False},
                {"name": "Bram", "square": 1, "chips": -10, "out": False},
            ],
        }

    def test_every_event_of_a_game(self, small: str) -> None:
        assert events(small, "--player", "Anna", "--dice", "2,2", "--answers", "y") == [
            {"event": "begin", "board": "Small", "players": ["Anna"]},
            {"event": "stake", "chips": 10, "pot": 10},
            {"event": "first", "player": "Anna"},
            {"event": "turn", "turn": 1, "player": "Anna", "square": 0},
            {"event": "roll", "player": "Anna", "throw": 2, "dice": [2]},
            {"event": "move", "player": "Anna", "start": 0, "square": 2, "how": "throw"},
            {"event": "land", "player": "Anna", "square": 2},
            {"event": "answer", "player": "Anna", "square": 2, "effect": "may go to 4", "answer": True},
            {"event": "move", "player": "Anna", "start": 2, "square": 4, "how": "go"},
            {"event": "land", "player": "Anna", "square": 4},
            {"event": "turn end", "player": "Anna"},
            {"event": "turn", "turn": 2, "player": "Anna", "square": 4},
            {"event": "roll", "player": "Anna", "throw": 2, "dice": [2]},
            {"event": "move", "player": "Anna", "start": 4, "square": 6, "how": "throw"},
            {"event": "land", "player": "Anna", "square": 6},
            {"event": "pay", "payer": None, "payee": "Anna", "chips": 10, "due": 10, "pot": 0},
            {"event": "turn end", "player": "Anna"},
            {
                "event": "end", "reason": "won", "winner": "Anna", "pot": 0, "turns": 2, "rolls": 2,
                "players": [{"name": "Anna", "square": 6, "chips": 0, "out": False}],
            },
        ]  # fmt: skip

    def test_without_a_terminal_four_unnamed_players_play_by_themselves(self) -> None:
        last = events("nl", "--seed", "4")[-1]
        assert [player["name"] for player in last["players"]] == ["Speler 1", "Speler 2", "Speler 3", "Speler 4"]
        assert last["reason"] == "won"

    def test_the_number_of_players(self) -> None:
        for count in (1, 2, 12, 99):
            last = events("he", "--players", str(count), "--seed", "1")[-1]
            assert [player["name"] for player in last["players"]] == [f"שחקן {n}" for n in range(1, count + 1)]

    def test_numbers_in_the_digits_of_any_script(self) -> None:
        for count, seed in (("٣", "٧"), ("３", "७"), (" 3 ", "007")):
            told = robinson("run", "he", "--players", count, "--seed", seed)
            assert told == robinson("run", "he", "--players", "3", "--seed", "7")
            assert told[0] == 0

    def test_the_same_seed_gives_the_same_game(self) -> None:
        games = [robinson("run", "no", "--seed", seed)[1] for seed in ("7", "7", "8")]
        assert games[0] == games[1] != games[2]

    def test_without_a_seed_games_differ(self) -> None:
        assert len({robinson("run", "nl")[1] for _ in range(4)}) > 1

    def test_ages_decide_who_begins(self, small: str) -> None:
        told = events(small, "--player", "Anna:40", "--player", "Bram:7", "--dice", "1", code=1)
        assert {"event": "first", "player": "Bram"} in told

    def test_a_list_of_throws_that_ends_before_the_game(self, small: str) -> None:
        code, out, err = robinson("run", small, "--player", "Anna", "--dice", "1,1", "--choose", "no")
        assert code == 1
        assert out.endswith(
            "Turn 3: Anna, on square 2\n"
            "\n"
            "There are no more throws or answers, and the game is stopped.\n"
            "  Anna on square 2: 10 chips lost (stake 10, paid 0, received 0)\n"
            "  Left in the pot: 10 chips.\n"
            "  The game took 3 turns, with 2 throws.\n"
        )
        assert err == "robinson: the list of throws has ended, and Anna is to throw\n"

    def test_a_throw_that_the_die_cannot_show(self, small: str) -> None:
        code, out, err = robinson("run", small, "--player", "Anna", "--dice", "1,7,1", "--format", "jsonl")
        assert code == 1
        assert [json.loads(line)["event"] for line in out.splitlines()].count("roll") == 1
        assert json.loads(out.splitlines()[-1])["reason"] == "script ended"
        assert err == "robinson: throw 2 of the list is 7, which 1d6 cannot show (1 to 6)\n"

    def test_a_list_of_answers_that_ends_before_the_game(self, small: str) -> None:
        code, _, err = robinson("run", small, "--players", "2", "--dice", "2,2,2", "--answers", "n")
        assert code == 1
        assert err == "robinson: the list of answers has ended, and Player 2 is asked\n"

    def test_what_is_left_of_the_lists_is_said(self, small: str) -> None:
        code, _, err = robinson("run", small, "--players", "1", "--dice", "6,6,6", "--answers", "n")
        assert code == 0
        assert err == (
            "robinson: throws of the list that the game did not need: 2\n"
            "robinson: answers of the list that the game did not need: 1\n"
        )

    @pytest.mark.parametrize(("choose", "square"), [("yes", 4), ("no", 2), ("race", 2)])
    def test_who_decides(self, small: str, choose: str, square: int) -> None:
        last = events(small, "--players", "1", "--dice", "2", "--choose", choose, code=1)[-1]
        assert last["players"][0]["square"] == square

    @pytest.mark.parametrize(("throws", "square"), [("6,6,6,5", 27), ("4,1", 5), ("6,6,6,2,1", 21)])
    def test_who_races_goes_on_and_not_back(self, throws: str, square: int) -> None:
        last = events("nl", "--players", "1", "--dice", throws, code=1)[-1]
        assert last["players"][0]["square"] == square

    def test_answers_by_chance_are_the_same_for_the_same_seed(self) -> None:
        games = [robinson("run", "nl", "--seed", "5", "--choose", "random")[1] for _ in range(2)]
        assert games[0] == games[1]

    def test_a_limit_of_turns(self) -> None:
        last = events("nl", "--seed", "1", "--max-turns", "5", code=1)[-1]
        assert (last["reason"], last["turns"], last["winner"]) == ("turn limit", 5, None)

    def test_a_player_who_is_out_has_no_square(self, tmp_path: Path) -> None:
        path = tmp_path / "b.yaml"
        path.write_text(board_text({1: "leave the game", 12: "win"}, roles="x: y"), "utf-8")
        last = events(str(path), "--players", "1", "--dice", "1")[-1]
        assert last["reason"] == "all out"
        assert last["players"] == [{"name": "Player 1", "square": None, "chips": -10, "out": True}]

    def test_asking_through_a_pipe(self, small: str) -> None:
        given = "7\nx\n٢\nmaybe\nY\n2\n"
        code, out, err = robinson("run", small, "--player", "Anna", "--dice", "ask", "--choose", "ask", stdin=given)
        assert (code, err) == (0, "")
        assert out.count("That cannot be. A throw is a number from 1 to 6.") == 2
        assert out.count("Answer yes or no.") == 1
        assert "Anna wants that." in out
        assert "Anna is on square 6 and wins!" in out

    @pytest.mark.parametrize(
        ("name", "prompt", "complaint"),
        [
            (
                "snakes-and-ladders",
                "Anna, what does each die show? (1 to 6, as in 3+4)",
                "Each die counts. Write what each of them shows, 1 to 6, as in {}.",
            ),
            (
                "nl",
                "Anna, wat geeft elke dobbelsteen aan? (1–6, bijvoorbeeld 3+4)",
                "Elke dobbelsteen telt. Schrijf op wat ze elk aangeven, 1 tot en met 6, bijvoorbeeld {}.",
            ),
            (
                "no",
                "Anna, hva viser hver terning? (1–6, for eksempel 3+4)",
                "Hver terning teller. Skriv hva hver av dem viser, fra 1 til 6, for eksempel {}.",
            ),
            (
                "he",
                "מה יצא בכל קובייה בהטלה של Anna? (מ־1 עד 6, למשל 3+4)",
                "כל קובייה נחשבת. כותבים מה יצא בכל אחת, מ־1 עד 6, למשל {}.",
            ),
        ],
    )
    def test_asking_for_each_die(self, tmp_path: Path, name: str, prompt: str, complaint: str) -> None:
        phrases = re.search(r"^phrases:\n(  .*\n|\n)*", Path(board_path(name)).read_text("utf-8"), re.MULTILINE)
        assert phrases is not None
        text = board_text({3: "if you rolled 1 and 2 then win"}, dice="2d6", roles="x: y").replace(PHRASES, phrases[0])
        (tmp_path / "board.yaml").write_text(text, "utf-8")
        arguments = ("--player", "Anna", "--dice", "ask")
        code, out, _ = robinson("run", "board.yaml", *arguments, stdin="5+7\n3\n1+1+1\n1+2\n", cwd=tmp_path)
        assert code == 0
        said = [line.strip() for line in out.splitlines()]
        place = said.index(prompt)
        assert said[place + 1 : place + 4] == [complaint.format(example) for example in ("3+4", "1+2", "3+4")]

    def test_a_die_that_cannot_show_that_where_a_sum_is_enough(self, tmp_path: Path) -> None:
        (tmp_path / "two.yaml").write_text(board_text({12: "win"}, dice="2d6", roles="x: y"), "utf-8")
        given = "5+7\n13\n12\n"
        code, out, _ = robinson("run", "two.yaml", "--player", "Anna", "--dice", "ask", stdin=given, cwd=tmp_path)
        assert code == 0
        said = [line.strip() for line in out.splitlines()]
        place = said.index("Anna, what did you throw? (2 to 12)")
        assert said[place + 1 : place + 3] == [
            "Each die counts. Write what each of them shows, 1 to 6, as in 3+4.",
            "That cannot be. A throw is a number from 2 to 12.",
        ]

    def test_asking_through_a_pipe_that_ends(self, small: str) -> None:
        code, out, err = robinson("run", small, "--player", "Anna", "--dice", "ask", stdin="1\n")
        assert code == 1
        assert "There are no more throws or answers" in out
        assert err == "robinson: there is no more input\n"

    def test_questions_do_not_get_into_the_json(self, small: str) -> None:
        arguments = (small, "--player", "Anna", "--dice", "ask", "--choose", "ask", "--format", "jsonl")
        code, out, err = robinson("run", *arguments, stdin="2\ny\n2\n")
        assert code == 0
        assert all(json.loads(line) for line in out.splitlines())
        assert "No. 2: The rule of 2." in err
        assert "Anna, do you want that? (yes/no)" in err

    def test_a_board_with_errors_is_not_played(self, tmp_path: Path) -> None:
        path = tmp_path / "b.yaml"
        path.write_text(board_text({1: "betaal 3 to the pot", 2: "go to 99", 12: "win"}), "utf-8")
        code, out, err = robinson("run", str(path))
        assert (code, out) == (1, "")
        assert 'square 1: "betaal" is not a word of the effect language' in err
        assert "square 2: there is no square 99" in err
        assert err.endswith(f"robinson: {path}: the board cannot be played like this\n")

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["--players", "0"], "Invalid value for '--players': '0' is no number from 1 to 99\n"),
            (["--players", "100"], "'100' is no number from 1 to 99\n"),
            (["--players", "x"], "'x' is no number from 1 to 99\n"),
            (["--players", "1_0"], "'1_0' is no number from 1 to 99\n"),
            (["--players", ""], "'' is no number from 1 to 99\n"),
            (["--computer", "½"], "'½' is no number from 1 to 99\n"),
            (["--players", "2", "--player", "Anna"], "not both"),
            (["--player", ""], "'' is no name"),
            (["--player", "x" * 41], "is no name"),
            (["--player", "a\tb"], "is no name"),
            (["--player", "\u202eanna"], "is no name"),
            (["--player", "Anna:"], "'' is no age"),
            (["--player", "Anna:x"], "'x' is no age"),
            (["--player", "Anna:-1"], "'-1' is no age"),
            (["--player", "Anna:151"], "'151' is no age"),
            (["--player", "Anna:" + "9" * 5000], "is no age"),
            (["--player", "Anna", "--player", " Anna"], "Two players are called Anna"),
            (["--dice", ""], "'' cannot be part of a list such as 3,1,6"),
            (["--dice", "3,,1"], "'' cannot be part"),
            (["--dice", "3,x"], "'x' cannot be part"),
            (["--dice", "שש"], "'שש' cannot be part"),
            (["--dice", "9" * 5000], "cannot be part"),
            (["--dice", "3", "--seed", "1"], "--seed has nothing to do"),
            (["--seed", "-1"], "'-1' is no number from 0 on, with 100 digits at the most\n"),
            (["--seed", "1" * 5000], f"'{'1' * 39}…' is no number from 0 on, with 100 digits at the most\n"),
            (["--answers", "y,maybe"], "'maybe' cannot be part of a list such as y,n"),
            (["--answers", "y", "--choose", "no"], "not both"),
            (["--choose", "me"], "'me' is not one of"),
            (["--max-turns", "0"], "'0' is no number from 1 to 1,000,000\n"),
            (["--journal", ""], "Invalid value for '--journal': the name is empty\n"),
            (["--format", "xml"], "'xml' is not one of"),
            (["--frobnicate"], "No such option"),
            (["extra"], "unexpected extra argument"),
        ],
    )
    def test_wrong_usage(self, arguments: list[str], complaint: str) -> None:
        code, out, err = robinson("run", "nl", *arguments)
        assert (code, out) == (2, "")
        assert complaint in err


class TestFiles:
    """Whatever stands where a board should, every command says so and ends with 2, or with 1 and findings."""

    @pytest.mark.parametrize("command", ["run", "validate", "sheet"])
    @pytest.mark.parametrize(
        ("make", "code", "complaint"),
        [
            (lambda path: None, 2, "no such file or directory"),
            (lambda path: path.mkdir(), 2, "is a directory"),
            (lambda path: path.write_bytes(b"\xff\xfe\x00"), 2, "not UTF-8 text: byte 1"),
            (lambda path: path.write_bytes(b"name: x\0"), 2, "it has NUL characters"),
            (lambda path: path.write_bytes(b"#" * 1_000_001), 2, "larger than 1,000,000 bytes"),
            (lambda path: path.write_bytes(b""), 1, "error[empty-board]"),
            (lambda path: path.write_bytes(b"\xef\xbb\xbf"), 1, "error[empty-board]"),
            (lambda path: path.write_bytes(b"[" * 2000), 1, "error[yaml]"),
            (lambda path: path.write_bytes(b"{a: " * 2000), 1, "error[yaml]"),
            (lambda path: path.write_bytes(b"name: \x1b[31mred"), 1, "U+001B cannot stand in a board file"),
        ],
    )
    def test_no_board(self, tmp_path: Path, command: str, make: Any, code: int, complaint: str) -> None:
        path = tmp_path / "board.yaml"
        make(path)
        found, out, err = robinson(command, str(path))
        assert found == code
        assert complaint in out + err
        assert "\x1b" not in out + err

    def test_a_name_that_is_no_file_says_which_boards_ship(self) -> None:
        shipped = "the boards that ship are goose, he, nl, no, snakes-and-ladders"
        assert robinson("run", "da")[2] == f"robinson: da: no such file or directory; {shipped}\n"

    @pytest.mark.parametrize(
        ("name", "meant"), [("NL", "nl"), ("Goose", "goose"), ("snakes_and_ladders", "snakes-and-ladders")]
    )
    def test_a_name_that_is_nearly_that_of_a_board_that_ships(self, name: str, meant: str) -> None:
        shipped = "The boards that ship are goose, he, nl, no, snakes-and-ladders"
        said = f"robinson: {name}: no such file or directory; did you mean {meant}? {shipped}\n"
        assert robinson("odds", name) == (2, "", said)

    @pytest.mark.parametrize(("name", "meant"), [("nl.yaml", "nl"), ("mine/GOOSE.yml", "goose")])
    def test_a_path_that_is_nearly_the_name_of_a_board_that_ships(self, name: str, meant: str, tmp_path: Path) -> None:
        said = f"robinson: {name}: no such file or directory; did you mean {meant}?\n"
        assert robinson("odds", name, cwd=tmp_path) == (2, "", said)

    def test_a_path_that_is_no_file(self, tmp_path: Path) -> None:
        (tmp_path / "nl.yaml").mkdir()
        assert robinson("odds", "nl.yaml", cwd=tmp_path) == (2, "", "robinson: nl.yaml: is a directory\n")
        assert robinson("odds", "nope.yaml", cwd=tmp_path)[2] == "robinson: nope.yaml: no such file or directory\n"

    @pytest.mark.parametrize(
        "command",
        ["run @", "sheet @", "diff @ nl", "diff nl @", "odds @", "simulate @", "compare @ nl", "compare nl @",
         "new da --from @ -o -", "validate nl --against @"],
    )  # fmt: skip
    def test_an_empty_name_of_a_board(self, command: str) -> None:
        arguments = ["" if part == "@" else part for part in command.split()]
        assert robinson(*arguments) == (2, "", "robinson: the name of a board is empty\n")

    @pytest.mark.parametrize(
        ("command", "which"),
        [
            ("validate nl @", "BOARD..."),
            ("fmt @", "BOARD..."),
            ("replay @", "FILE"),
            ("resume @", "[FILE]"),
            ("run nl --journal @", "--journal"),
            ("sheet nl -o @", "-o' / '--output"),
            ("new da --from nl -o @", "-o' / '--output"),
            ("new da --from nl -o - --sheet @", "--sheet"),
        ],
    )
    def test_an_empty_name_of_a_file(self, tmp_path: Path, command: str, which: str) -> None:
        code, out, err = robinson(*["" if part == "@" else part for part in command.split()], cwd=tmp_path)
        assert (code, out) == (2, "")
        assert err.endswith(f"\nError: Invalid value for '{which}': the name is empty\n")
        assert not list(tmp_path.iterdir())

    def test_throws_can_be_given_die_by_die(self) -> None:
        told = events("goose", "--players", "1", "--dice", "4+5,6+4")
        assert [event["dice"] for event in told if event["event"] == "roll"] == [[4, 5], [6, 4]]
        assert told[-1]["reason"] == "won"
        code, _, err = robinson("run", "goose", "--players", "1", "--dice", "9")
        assert code == 1
        assert "throw 1 of the list is 9, and the rules of this board need to know what each die shows" in err

    def test_boards_with_a_byte_order_mark_and_windows_line_ends(self, tmp_path: Path) -> None:
        for name in ("nl", "he"):
            text = (ROOT / "boards" / f"{name}.yaml").read_text("utf-8")
            path = tmp_path / f"{name}.yaml"
            path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
            code, out, err = robinson("validate", str(path))
            assert (code, err) == (0, "")
            assert "\n1 board, 0 errors, 0 warnings, " in out
            assert robinson("sheet", str(path))[1] == (HERE / "sheets" / f"{name}.txt").read_text("utf-8")

    def test_places_in_a_file_with_windows_line_ends(self, tmp_path: Path) -> None:
        path = tmp_path / "b.yaml"
        text = board_text({5: "pay 1 to the pot\npaz 1 to the pot", 12: "win"})
        path.write_bytes(text.replace("\n", "\r\n").encode())
        line = text[: text.index("paz")].count("\n") + 1
        assert f"{path}:{line}:7: error[unknown-word]: square 5" in robinson("validate", str(path))[1]

    def test_a_shipped_board_is_found_whatever_lies_around(self, tmp_path: Path) -> None:
        (tmp_path / "nl").mkdir()
        (tmp_path / "boards").mkdir()
        (tmp_path / "boards" / "nl.yaml").write_text("rubbish", "utf-8")
        assert robinson("sheet", "nl", cwd=tmp_path)[1] == (HERE / "sheets" / "nl.txt").read_text("utf-8")


class TestValidate:
    def test_good_boards(self) -> None:
        for strict in ((), ("--strict",)):
            code, out, err = robinson("validate", "nl", "no", "he", *strict)
            assert (code, err) == (0, "")
            assert "\n3 boards, 0 errors, 0 warnings, " in out

    def test_all_findings_of_all_files(self, tmp_path: Path) -> None:
        for name in ("a", "b"):
            text = board_text({1: "paz", 2: "go to 99", 12: "win"}, roles="x: y").replace("paz", f"pa{name}")
            (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
        code, out, err = robinson("validate", "a.yaml", "gone.yaml", "b.yaml", "nl", cwd=tmp_path)
        assert code == 2
        assert [line.split(": error")[0].split(":")[0] for line in out.splitlines() if "error[" in line] == [
            "a.yaml", "a.yaml", "b.yaml", "b.yaml",
        ]  # fmt: skip
        assert "\n3 boards, 4 errors, " in out
        assert err == "robinson: gone.yaml: no such file or directory\n"

    def test_warnings_alone_are_no_failure(self, tmp_path: Path) -> None:
        (tmp_path / "a.yaml").write_text(board_text({12: "win"}), "utf-8")
        code, out, _ = robinson("validate", "a.yaml", cwd=tmp_path)
        assert code == 0
        assert out.endswith("\n\n1 board, 0 errors, 1 warning, 1 note\n")
        assert robinson("validate", "--strict", "a.yaml", cwd=tmp_path)[0] == 1

    def test_findings_about_the_header_do_not_hide_those_about_the_whole(self, tmp_path: Path) -> None:
        text = board_text({1: "go to 2", 2: "go to 1", 3: "pay 1 to your friday"}).replace("stake: 10", "colour: red")
        (tmp_path / "a.yaml").write_text(text, "utf-8")
        code, out, _ = robinson("validate", "a.yaml", cwd=tmp_path)
        assert code == 1
        for finding in ("unknown-key", "endless-landing", "role-never-given", "nobody-can-win"):
            assert f"error[{finding}]" in out

    def test_json(self, tmp_path: Path) -> None:
        (tmp_path / "a.yaml").write_text(board_text({1: "paz", 12: "win"}, roles="x: y"), "utf-8")
        code, out, _ = robinson("validate", "a.yaml", "nl", "--format", "json", cwd=tmp_path)
        assert code == 1
        findings = json.loads(out)
        assert ("a.yaml", "unknown-word", 1) in [(each["file"], each["code"], each["square"]) for each in findings]
        assert {finding["severity"] for finding in findings} == {"error", "note"}

    def test_an_unreadable_file_is_in_the_json_too(self) -> None:
        code, out, _ = robinson("validate", "nope.yaml", "--format", "json")
        assert code == 2
        assert [(finding["file"], finding["code"]) for finding in json.loads(out)] == [("nope.yaml", "unreadable-file")]

    def test_a_board_is_needed(self) -> None:
        code, _, err = robinson("validate")
        assert code == 2
        assert "Missing argument" in err


class TestSheet:
    def test_a_sheet_is_printed_whatever_its_effects_are(self, tmp_path: Path) -> None:
        text = (ROOT / "boards" / "no.yaml").read_text("utf-8").replace("pay 3 to the pot", "betal 3")
        (tmp_path / "a.yaml").write_text(text, "utf-8")
        code, out, err = robinson("sheet", "a.yaml", cwd=tmp_path)
        assert (code, out) == (1, (HERE / "sheets" / "no.txt").read_text("utf-8"))
        assert err == "robinson: a.yaml: the board has errors; robinson validate says which\n"


class TestHelp:
    @pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["run", "--help"], ["validate", "-h"], ["sheet", "-h"]])
    def test_help(self, arguments: list[str]) -> None:
        code, out, err = robinson(*arguments)
        assert (code, err) == (0, "")
        assert out.startswith("Usage: robinson")
        assert "..." not in out.replace("BOARD...", "").replace("[ARGS]...", ""), "no help text is cut off"

    def test_nothing_said(self) -> None:
        code, out, err = robinson()
        assert code == 2
        assert "Commands:" in out + err

    def test_the_limit_of_turns_is_the_engines(self) -> None:
        option = next(each for each in cli.commands.commands["run"].params if each.name == "max_turns")
        assert option.default == MOST_TURNS

    def test_version(self) -> None:
        code, out, _ = robinson("--version")
        assert code == 0
        assert out.startswith("robinson ")

    def test_help_does_not_import_what_reads_boards(self) -> None:
        program = "import sys, cli; sys.stdout = sys.stderr\ntry: cli.main(['--help'])\nexcept SystemExit: pass\n"
        program += "sys.exit(bool({'lark', 'yaml', 'interpreter.engine'} & set(sys.modules)))"
        assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True).returncode == 0


class TestStreams:
    def test_a_pipe_that_closes(self) -> None:
        process = subprocess.Popen([*CLI, "run", "nl", "--seed", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 141

    def test_a_full_disk(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        class Full(io.RawIOBase):
            device = os.open(os.devnull, os.O_WRONLY)

            def writable(self) -> bool:
                return True

            def fileno(self) -> int:
                return self.device

            def write(self, _: object) -> int:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(Full(), 1), "utf-8", write_through=True))
        with pytest.raises(SystemExit) as end:
            cli.main(["run", "nl", "--seed", "1"])
        assert end.value.code == 2
        assert capsys.readouterr().err == "robinson: stdout: no space left on device\n"

    def test_no_streams_at_all(self) -> None:
        command = f"{' '.join(CLI)} run nl --dice ask --players 1 <&- >&- 2>&-"
        assert subprocess.run(["sh", "-c", command]).returncode == 1

    @pytest.mark.parametrize("closed", [">&-", "2>&-"])
    @pytest.mark.parametrize("command", WITHOUT_OUTPUT)
    def test_an_output_that_is_closed(self, tmp_path: Path, command: str, closed: str) -> None:
        arguments, code = WITHOUT_OUTPUT[command]
        line = f"{shlex.join(CLI)} {command} {arguments} {closed}"
        kept = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
        done = subprocess.run(["sh", "-c", line], capture_output=True, cwd=tmp_path, env=kept)
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert done.returncode == code

    def test_every_command_is_tried_without_its_output(self) -> None:
        assert set(WITHOUT_OUTPUT) == set(cli.commands.commands)

    def test_ctrl_c(self, small: str) -> None:
        command = [*CLI, "run", small, "--dice", "ask", "--players", "1"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        output = b""
        while b"what did you throw" not in output:
            output += os.read(process.stdout.fileno(), 1000)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)
        assert process.returncode == 130
        assert err.strip() == b""

    @pytest.mark.parametrize(("handler", "code"), [("default_int_handler", -signal.SIGINT), ("SIG_IGN", 3)])
    def test_ctrl_c_while_the_program_is_read(self, handler: str, code: int, tmp_path: Path) -> None:
        program = "import signal\nsignal.raise_signal(signal.SIGINT)\nraise SystemExit(3)"
        assert self._installed(program, handler, tmp_path) == (code, b"", b"")

    @pytest.mark.parametrize(("handler", "code"), [("default_int_handler", 130), ("SIG_IGN", 3)])
    def test_ctrl_c_once_the_program_has_been_read(self, handler: str, code: int, tmp_path: Path) -> None:
        program = """
import signal
def main():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise SystemExit(130)
    raise SystemExit(3)
"""
        assert self._installed(program, handler, tmp_path) == (code, b"", b"")

    @pytest.mark.parametrize(("handler", "code"), [("default_int_handler", -signal.SIGINT), ("SIG_IGN", 3)])
    def test_ctrl_c_while_a_command_reads_more_of_the_program(self, handler: str, code: int, tmp_path: Path) -> None:
        """An interrupt in the middle of an import is not made another error, which Python would do here."""
        (tmp_path / "more.py").write_text("""
import signal
class Name:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGINT)
class Named:
    name = Name()
""")
        program = "def main():\n    import more\n    raise SystemExit(3)"
        assert self._installed(program, handler, tmp_path) == (code, b"", b"")

    def test_ctrl_c_before_it_is_known_how_to_handle_it(self) -> None:
        start = """
import sys
del sys.modules["signal"]
class Interrupt:
    def find_spec(self, name, *_):
        if name == "signal":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
import interpreter.entry
"""
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", f"import signal{start}"], capture_output=True, env=environment)
        assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")

    @pytest.mark.parametrize(("handler", "code"), [("default_int_handler", -signal.SIGINT), ("SIG_IGN", 3)])
    def test_ctrl_c_while_python_ends(self, handler: str, code: int, tmp_path: Path) -> None:
        program = """
import atexit, signal
def main():
    atexit.register(signal.raise_signal, signal.SIGINT)
    raise SystemExit(3)
"""
        assert self._installed(program, handler, tmp_path) == (code, b"", b"")

    @staticmethod
    def _installed(program: str, handler: str, folder: Path) -> tuple[int, bytes, bytes]:
        """Run the installed command where Ctrl-C is handled so, with this in the place of the program."""
        (folder / "cli.py").write_text(program, "utf-8")
        start = (
            f"import signal\nsignal.signal(signal.SIGINT, signal.{handler})\nfrom interpreter.entry import main\nmain()"
        )
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", start], capture_output=True, cwd=folder, env=environment)
        return done.returncode, done.stdout, done.stderr

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
    def test_whatever_the_locale_says_a_pipe_gets_utf_8(self, encoding: str) -> None:
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        done = subprocess.run([*CLI, "sheet", "he"], capture_output=True, env=environment)
        assert done.stdout == (HERE / "sheets" / "he.txt").read_bytes()

    def test_nothing_in_a_pipe_has_colour(self) -> None:
        for name in ("nl", "he"):
            assert "\x1b" not in robinson("run", name, "--seed", "2")[1]
