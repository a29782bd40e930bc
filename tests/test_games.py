"""The commands about games that are kept, and what run keeps."""

import errno
import json
import os
import re
import shutil
import signal
import stat
import sys
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pexpect
import pytest
from support import ROOT, Robinson, board_text

from interpreter.inputs import By, Throw
from interpreter.keeping import open_kept, open_new, read_kept
from interpreter.shelf import new_in_folder

SQUARES = {2: "may go to 4", 3: "pay 3 to the pot", 6: "take the rest of the pot; win"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to play in, with a small board, and no games of anybody."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    write_board()
    return tmp_path


def write_board(squares: dict[int, str] = SQUARES, **settings: str) -> None:
    Path("small.yaml").write_text(board_text(squares, last=6, roles="x: y", **settings), "utf-8")


def change(old: str, new: str) -> None:
    text = Path("small.yaml").read_text("utf-8")
    assert old in text
    Path("small.yaml").write_text(text.replace(old, new), "utf-8")


GAME = ("run", "small.yaml", "--player", "Anna:8", "--player", "Bram")
PLAYED = (*GAME, "--dice", "2,1,3,4,1,2,2,2,2,2,2,2", "--answers", "n,y,n")


def cut(lines: int) -> None:
    """Leave so many lines of the journal, and half of the next."""
    whole = Path("game").read_bytes().split(b"\n")
    Path("game").write_bytes(b"\n".join([*whole[:lines], whole[lines][:9]]))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (PLAYED, 0),
        ((*GAME, "--seed", "1", "--choose", "random"), 0),
        ((*GAME, "--seed", "3", "--max-turns", "2"), 1),
        ((*GAME, "--dice", "1,1"), 1),
        ((*GAME, "--dice", "1,9"), 1),
        ((*GAME, "--dice", "2,1", "--answers", "n"), 1),
        (("run", "nl", "--seed", "20"), 0),
        (("run", "goose", "--players", "3", "--seed", "1"), 0),
    ],
)
def test_a_replay_is_the_game(robinson: Robinson, arguments: tuple[str, ...], code: int) -> None:
    for output in ("text", "jsonl"):
        game = robinson(*arguments, "--format", output, "--journal", output)
        assert game[0] == code
        assert game[1].startswith(("Small", "R", "G", '{"event": "begin"'))
        assert robinson(*arguments, "--format", output)[1] == game[1], "whether it is kept makes no difference"
        again = robinson("replay", output, "--format", output)
        assert again[:2] == (0, game[1])
        assert again[2].startswith("robinson: the game has not ended; this goes on with it: robinson resume ") == code


def test_a_replay_of_a_game_that_was_stopped_is_what_was_played(robinson: Robinson) -> None:
    events = robinson(*PLAYED, "--format", "jsonl", "--journal", "game")[1]
    cut(3)
    code, out, err = robinson("replay", "game", "--format", "jsonl")
    assert events.startswith(out)
    assert [json.loads(line)["event"] for line in out.splitlines()][-2:] == ["turn end", "turn"]
    assert (code, err.splitlines()) == (
        0,
        [
            "robinson: game: the last line is cut short, and not shown",
            f"robinson: the game has not ended; this goes on with it: robinson resume {Path('game').absolute()}",
        ],
    )


def test_a_game_goes_on_to_the_same_end(robinson: Robinson, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for options in (PLAYED[6:], ("--seed", "5", "--choose", "random"), ("--seed", "7", "--choose", "race")):
        events = robinson(*GAME, *options, "--format", "jsonl", "--journal", "game")[1]
        whole = Path("game").read_bytes()
        for lines in (1, 3, whole.count(b"\n") - 1):
            Path("game").write_bytes(whole)
            cut(lines)
            (here / "elsewhere").mkdir(exist_ok=True)
            monkeypatch.chdir(here / "elsewhere")
            code, out, err = robinson("resume", "../game", "--format", "jsonl")
            monkeypatch.chdir(here)
            assert (code, out) == (0, events)
            assert err.startswith(f"robinson: {here / 'elsewhere' / '..' / 'game'}: the last line was cut short and is")
            assert robinson("replay", "game", "--format", "jsonl") == (0, events, "")
        Path("game").unlink()


def test_a_game_that_goes_on_shows_the_last_turn_and_what_there_is_of_the_next(robinson: Robinson) -> None:
    text = robinson(*PLAYED, "--journal", "game")[1]
    cut(5)
    code, out, _ = robinson("resume", "game")
    turns = text.split("\nTurn ")
    assert out == "\nTurn " + "\nTurn ".join(turns[3:])
    assert code == 0


def test_a_game_that_has_ended_cannot_go_on(robinson: Robinson, here: Path) -> None:
    robinson(*PLAYED, "--journal", "game")
    refusal = (
        f"robinson: {here / 'game'}: the game has ended (Anna has won); robinson replay {here / 'game'} shows it\n"
    )
    assert robinson("resume", "game") == (2, "", refusal)
    write_board({1: "everyone leaves the game", 6: "win"})
    robinson(*GAME, "--dice", "1", "--journal", "out")
    assert "out: the game has ended (all out); " in robinson("resume", "out")[2]


def test_a_game_stopped_by_a_limit_goes_on_with_a_higher_one(robinson: Robinson, here: Path) -> None:
    events = robinson(*GAME, "--seed", "5", "--format", "jsonl")[1]
    _, _, err = robinson(*GAME, "--seed", "5", "--max-turns", "2", "--journal", "game")
    assert err == f"robinson: the game is kept; this goes on with it: robinson resume {here / 'game'} --max-turns N\n"
    code, _, err = robinson("resume", "game", "--max-turns", "1")
    assert (code, "the game is in turn 2 already" in err) == (2, True)
    assert robinson("resume", "game")[0] == 1
    assert robinson("resume", "game", "--max-turns", "99", "--format", "jsonl") == (0, events, "")
    assert robinson("replay", "game", "--format", "jsonl") == (0, events, "")


class TestBoards:
    @pytest.fixture(autouse=True)
    def _game(self, robinson: Robinson) -> None:
        self.events = robinson(*PLAYED, "--format", "jsonl", "--journal", "game")[1]
        cut(4)

    def refusal(self, robinson: Robinson) -> str:
        before = Path("game").read_bytes()
        code, out, err = robinson("resume", "game")
        assert (code, out) == (2, "")
        assert err.endswith("\n--with-its-board goes on with the board as the game was begun on it\n")
        assert Path("game").read_bytes() == before
        code, out, _ = robinson("resume", "game", "--with-its-board", "--format", "jsonl")
        assert (code, out) == (0, self.events)
        return err.removeprefix(f"robinson: {Path('game').absolute()}: {Path('small.yaml').absolute()}: ")

    def test_one_that_was_changed_as_a_game(self, robinson: Robinson) -> None:
        change("pay 3 to the pot", "pay 5 to the pot")
        assert self.refusal(robinson).startswith(
            "the board has been changed as a game:\n\n"
            "square 3:\n  begun with:  pay 3 to the pot\n  now:         pay 5 to the pot\n\n"
        )

    def test_one_that_was_changed_in_its_words(self, robinson: Robinson) -> None:
        change("story: Square 3.", "story: Square three.")
        change("intro: Rules.", "intro: The rules.")
        expected = "the board has been changed in its words, and is the same game (intro, story of square 3)\n"
        assert self.refusal(robinson).startswith(expected)

    def test_one_that_has_other_remarks(self, robinson: Robinson) -> None:
        change("squares:", "# A remark.\nsquares:")
        expected = "the file of the board has been changed, but neither the game nor its words are others\n"
        assert self.refusal(robinson).startswith(expected)

    def test_one_that_has_errors_now(self, robinson: Robinson) -> None:
        change("pay 3 to the pot", "pay three")
        assert self.refusal(robinson).startswith("the board has been changed, and has errors now\n")

    def test_one_that_is_gone(self, robinson: Robinson) -> None:
        Path("small.yaml").unlink()
        assert self.refusal(robinson).startswith("the board cannot be read any more: no such file or directory\n")

    def test_another_one(self, robinson: Robinson) -> None:
        shutil.copy(ROOT / "boards" / "nl.yaml", "small.yaml")
        assert "\nsquare 45:\n  begun with:  (there is no such square)\n" in self.refusal(robinson)

    def test_one_that_no_program_can_play(self, robinson: Robinson) -> None:
        opening = read_kept(Path("game")).opening
        Path("game").unlink()
        change("pay 3 to the pot", "pay three")
        journal = open_new(Path("game"))
        journal.append(replace(opening, text=Path("small.yaml").read_text("utf-8")))
        journal.close()
        for arguments in (("replay", "game"), ("resume", "game"), ("resume", "game", "--with-its-board")):
            code, _, err = robinson(*arguments)
            assert code == 2
            assert "small.yaml:" in err
            assert "error[" in err
            assert err.endswith("this robinson cannot play the board that the game was begun on\n")


def test_a_journal_that_fits_no_game_is_refused(robinson: Robinson, here: Path) -> None:
    robinson(*PLAYED, "--journal", "game")
    whole = Path("game").read_bytes().split(b"\n")
    Path("game").write_bytes(b"\n".join([whole[0], *whole[2:]]))
    for command in ("resume", "replay"):
        code, out, err = robinson(command, "game")
        assert (code, out) == (2, "")
        assert err.startswith("robinson: game: line 2 is damaged: it is not what was written, or something before it")
    Path("game").write_bytes(whole[0] + b"\n")
    journal, _ = open_kept(Path("game"))
    journal.append(Throw("Bram", (2,), By.LIST, False))
    journal.close()
    for command in ("resume", "replay"):
        code, _, err = robinson(command, "game")
        assert code == 2
        assert (
            "game: line 2 does not fit the game: Anna is to throw, and it has a throw of Bram; it was written by" in err
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--journal", "small.yaml"), "small.yaml: there is such a file already; a game is begun in a new one"),
        (("--journal", "."), ".: is a directory"),
        (("--journal", "nowhere/game"), "nowhere/game: no such file or directory"),
        (("--journal", "small.yaml/game"), "small.yaml/game: not a directory"),
        (("--journal", "/dev/full"), "/dev/full: it is no file that a journal can be kept in"),
        (("--journal", "x" * 300), f"{'x' * 300}: file name too long"),
    ],
)
def test_a_journal_that_was_asked_for_and_cannot_be(
    robinson: Robinson, arguments: tuple[str, ...], message: str
) -> None:
    assert robinson(*GAME, *arguments) == (2, "", f"robinson: {message}\n")


def test_a_journal_and_none_cannot_both_be_wanted(robinson: Robinson) -> None:
    code, out, err = robinson(*GAME, "--journal", "game", "--no-journal")
    assert (code, out) == (2, "")
    assert "not both" in err
    assert not Path("game").exists()


def fill_disk(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    write, left = os.write, [room]

    def limited(file: int, data: bytes) -> int:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            return write(file, data)
        if left[0] <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(file, data[: left[0]])
        left[0] -= written
        return written

    monkeypatch.setattr(os, "write", limited)


def test_a_full_disk_does_not_end_the_game(robinson: Robinson, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = robinson(*PLAYED, "--journal", "whole")
    with monkeypatch.context() as patch:
        fill_disk(patch, len(Path("whole").read_bytes()) - 250)
        code, out, err = robinson(*PLAYED, "--journal", "game")
    assert (code, out) == expected[:2]
    said = err.splitlines()
    assert said[0] == (
        "robinson: game: the game is not kept any more: no space left on device; what was kept until now is whole"
    )
    assert re.fullmatch("robinson: game: lines at its end that could not be written: [1-9]", said[1])
    assert said[2:] == expected[2].splitlines()
    assert robinson("resume", "game", "--format", "jsonl")[:2] == robinson("replay", "whole", "--format", "jsonl")[:2]


def test_a_journal_that_was_asked_for_and_has_no_room_for_its_beginning_ends_it_before_the_first_throw(
    robinson: Robinson, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_disk(monkeypatch, 100)
    said = "robinson: game: the game is not kept: no space left on device\n"
    assert robinson(*PLAYED, "--journal", "game") == (2, "", said)
    assert Path("game").read_bytes() == b""


def test_a_journal_that_can_only_be_read(robinson: Robinson, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = robinson(*PLAYED, "--format", "jsonl", "--journal", "game")[1]
    cut(4)
    opened = os.open

    def read_only(path: str, how: int, *rest: int, **others: int) -> int:
        if how & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return opened(path, how, *rest, **others)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        said = "robinson: game: read-only file system; a copy that can be written can go on\n"
        assert robinson("resume", "game") == (2, "", said)
        assert events.startswith(robinson("replay", "game", "--format", "jsonl")[1])
        assert robinson(*PLAYED, "--journal", "other") == (2, "", "robinson: other: read-only file system\n")
    assert robinson("resume", "game", "--format", "jsonl")[:2] == (0, events)


class TestFolder:
    def keep(self, robinson: Robinson, here: Path, name: str, *options: str) -> Path:
        """Play a game, and keep it where games at a terminal are."""
        folder = here / "state" / "robinson"
        folder.mkdir(parents=True, exist_ok=True)
        robinson(*GAME, *options, "--journal", str(folder / name))
        time.sleep(0.01)
        return folder / name

    def test_there_are_none(self, robinson: Robinson, here: Path) -> None:
        folder = here / "state" / "robinson"
        assert robinson("games") == (0, f"There are no games that could go on in {folder}.\n", "")
        assert robinson("games", "--format", "json") == (0, "[]\n", "")
        assert robinson("resume") == (2, "", f"robinson: {folder}: there is no game that could go on\n")

    def test_those_that_can_go_on_and_all(self, robinson: Robinson, here: Path) -> None:
        self.keep(robinson, here, "one.jsonl", "--dice", "1,1,2", "--answers", "y")
        self.keep(robinson, here, "two.jsonl", *PLAYED[6:])
        self.keep(robinson, here, "three.jsonl", "--dice", "1")
        code, out, err = robinson("games")
        time_and_board = rf"20\d\d-\d\d-\d\d \d\d:\d\d, {here / 'small.yaml'}: Anna, Bram"
        three = rf"{time_and_board}\n  turn 2, of Bram\n  robinson resume three\n"
        one = rf"{time_and_board}\n  turn 4, of Bram\n  robinson resume one\n"
        assert (code, err) == (0, "")
        assert re.fullmatch(rf"{three}\n{one}", out)
        out = robinson("games", "--all")[1]
        two = rf"{time_and_board}\n  after \d turns: Anna has won\n  robinson replay two\n"
        assert re.fullmatch(rf"{three}\n{two}\n{one}", out)

    def test_as_json(self, robinson: Robinson, here: Path) -> None:
        path = self.keep(robinson, here, "one.jsonl", "--dice", "1,1")
        objects = json.loads(robinson("games", "--format", "json")[1])
        assert datetime.fromisoformat(objects[0].pop("begun")).tzinfo is not None
        assert objects == [
            {
                "file": str(path),
                "board": str(here / "small.yaml"),
                "players": [{"name": "Anna", "age": 8}, {"name": "Bram", "age": None}],
                "turns": 3,
                "turn_of": "Anna",
                "reason": "script ended",
                "winner": None,
                "being_played": False,
                "command": "robinson resume one",
            }
        ]

    def test_one_that_cannot_be_read_does_not_hide_the_others(self, robinson: Robinson, here: Path) -> None:
        path = self.keep(robinson, here, "one.jsonl", "--dice", "1")
        (path.parent / "bad.jsonl").write_bytes(path.read_bytes().replace(b"Anna", b"Anne", 1))
        (path.parent / "empty.jsonl").touch()
        (path.parent / "folder.jsonl").mkdir()
        (path.parent / "notes.txt").write_text("not a game")
        code, out, err = robinson("games")
        assert code == 1
        assert "robinson resume one" in out
        assert sorted(line.split(": ")[1] for line in err.splitlines()) == [
            str(path.parent / "bad.jsonl"),
            str(path.parent / "folder.jsonl"),
        ]

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("{a", "line 1: this is no YAML: expected ',' or '}', but got '<stream end>'"),
            ('name: "\\UFFFFFFFF"', "line 1: this is no YAML: found unknown escape: no character has this number"),
            (f"%YAML 1.{'1' * 5000}", "line 1: this is no YAML: found a number that is too long"),
            ("name: Small\n\ud83d", "line 2: the character U+D83D cannot stand in a board file"),
            ("", "line 1: there is no board in this file"),
        ],
    )
    def test_one_whose_board_cannot_be_read_does_not_hide_the_others(
        self, robinson: Robinson, here: Path, text: str, reason: str
    ) -> None:
        path = self.keep(robinson, here, "one.jsonl", "--dice", "1")
        journal = open_new(path.parent / "bad.jsonl")
        journal.append(replace(read_kept(path).opening, text=text))
        journal.close()
        code, out, err = robinson("games")
        assert code == 1
        assert "robinson resume one" in out
        why = "this robinson cannot play the board that the game was begun on"
        assert err == f"robinson: {path.parent / 'bad.jsonl'}: {why} ({reason})\n"

    def test_the_last_one_goes_on_unless_somebody_plays_it(self, robinson: Robinson, here: Path) -> None:
        for name in ("one", "two"):
            self.keep(robinson, here, f"{name}.jsonl", "--dice", "1,6")
            text = (here / "state" / "robinson" / f"{name}.jsonl").read_bytes().split(b"\n")
            (here / "state" / "robinson" / f"{name}.jsonl").write_bytes(b"\n".join([*text[:2], b""]))
            time.sleep(0.01)
        two, _ = open_kept(here / "state" / "robinson" / "two.jsonl")
        assert "turn 2, of Bram; being played at this moment\n  robinson resume two" in robinson("games")[1]
        code, out, err = robinson("resume")
        assert (code, err.splitlines()[-1]) == (0, "robinson: going on with one")
        assert "Bram is on square 6 and wins!" in out
        two.close()
        assert robinson("resume")[2] == "robinson: going on with two\n"
        assert robinson("resume")[0] == 2

    def test_names_never_meet(self, here: Path) -> None:
        now = datetime(2026, 1, 31, 20, 5)
        opened = [new_in_folder(name, now) for name in ("nl", "nl", "boards/לוח ראשון.yaml", "...", "x" * 300)]
        assert [journal.path.name for journal in opened] == [
            "2026-01-31-2005-nl.jsonl",
            "2026-01-31-2005-nl-2.jsonl",
            "2026-01-31-2005-לוח-ראשון.jsonl",
            "2026-01-31-2005-board.jsonl",
            f"2026-01-31-2005-{'x' * 40}.jsonl",
        ]
        for journal in opened:
            journal.close()


class TestTerminal:
    def spawn(self, here: Path, *arguments: str, state: str = "state") -> "pexpect.spawn[str]":
        variables = {"PATH": "/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8"}
        variables |= {"XDG_STATE_HOME": str(here / state), "HOME": str(here)}
        command = [str(ROOT / "cli.py"), *arguments]
        child = pexpect.spawn(sys.executable, command, encoding="utf-8", timeout=20, env=variables, cwd=str(here))
        child.setecho(False)
        return child

    def test_a_game_is_kept_killed_and_goes_on(self, here: Path, robinson: Robinson) -> None:
        child = self.spawn(here, *GAME, "--dice", "ask")
        child.expect("Anna, what did you throw")
        child.sendline("1")
        child.expect("Bram, what did you throw")
        second = self.spawn(here, "resume", "small")
        second.expect(pexpect.EOF)
        (path,) = (here / "state" / "robinson").iterdir()
        assert re.fullmatch(r"20\d\d-\d\d-\d\d-\d{4}-small\.jsonl", path.name)
        code, _, err = robinson("resume", path.stem)
        assert (code, err) == (2, f"robinson: {path.stem}: another robinson is playing this game\n")
        child.kill(signal.SIGKILL)
        child.expect(pexpect.EOF)
        child = self.spawn(here, "resume")
        child.expect(f"going on with {path.stem}")
        child.expect("Anna throws 1")
        child.expect("Bram, what did you throw")
        child.sendline("6")
        child.expect("Bram is on square 6 and wins!")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        events = [json.loads(line) for line in robinson("replay", path.stem, "--format", "jsonl")[1].splitlines()]
        assert [event["dice"] for event in events if event["event"] == "roll"] == [[1], [6]]

    def test_the_end_of_input_and_ctrl_c_say_how_it_goes_on(self, here: Path) -> None:
        child = self.spawn(here, *GAME, "--dice", "ask")
        child.expect("what did you throw")
        child.sendeof()
        child.expect("the game is kept; this goes on with it: robinson resume 20")
        child.expect(pexpect.EOF)
        child = self.spawn(here, "resume")
        child.expect("what did you throw")
        time.sleep(0.3)
        child.sendintr()
        child.expect("the game is kept; this goes on with it: robinson resume 20")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130

    @pytest.mark.parametrize(
        ("state", "said"), [("state", ""), ("small.yaml", "not a directory; this game is not kept")]
    )
    def test_a_game_that_is_not_kept(self, here: Path, state: str, said: str) -> None:
        options = [] if said else ["--no-journal"]
        child = self.spawn(here, *GAME, "--dice", "6", *options, state=state)
        child.expect(f"{said}(.|\n)*wins!")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        assert not (here / "state").exists()
