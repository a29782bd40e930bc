"""Files that commands write: new, over others, through links, into devices and pipes; and where they cannot."""

import errno
import os
import shlex
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import HERE, ROOT, board_text
from test_cli import CLI, robinson

from interpreter.files import check_writable, rewrite_text, write
from interpreter.source import UnreadableFile

SHEET = (HERE / "sheets" / "nl.txt").read_bytes()
NL = (ROOT / "boards" / "nl.yaml").read_bytes()
LONG = "x" * 300
EXISTS = "there is such a file already; --force writes over it"
MADE_FROM = "that is what it is made from; give another name"

POWERLESS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
"""What a command begins with for permissions to count for root too."""

ODDS = ("odds", "snakes-and-ladders", "--players", "1", "--plot")
WRITING = {
    "new": ("new", "no", "--from", "nl", "-o"),
    "sheet": ("sheet", "nl", "-o"),
    "odds": ODDS,
    "simulate": ("simulate", "nl", "--games", "2", "--jobs", "1", "--plot"),
    "compare": ("compare", "nl", "no", "--games", "2", "--jobs", "1", "--estimate", "--plot"),
}
"""Every command that writes a file, up to the file's name."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def umask() -> Iterator[Callable[[int], int]]:
    """Set what new files may not have; as it was again behind the test."""
    before = os.umask(0)
    os.umask(before)
    yield os.umask
    os.umask(before)


@pytest.mark.parametrize("command", WRITING)
def test_what_is_there_is_written_over_only_by_force(command: str, tmp_path: Path) -> None:
    file = tmp_path / "made.svg"
    file.write_text("precious", "utf-8")
    file.chmod(0o604)
    code, out, err = robinson(*WRITING[command], "made.svg", cwd=tmp_path)
    assert (code, out, err) == (2, "", f"robinson: made.svg: {EXISTS}\n")
    assert file.read_text("utf-8") == "precious"
    assert robinson(*WRITING[command], "made.svg", "--force", cwd=tmp_path)[0] == 0
    assert len(file.read_bytes()) > 1000
    assert mode(file) == 0o604
    assert os.listdir(tmp_path) == ["made.svg"]


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("link", ["symbolic", "hard", "none"])
def test_never_over_what_it_is_made_from(command: str, link: str, tmp_path: Path) -> None:
    board = tmp_path / "nl.svg"
    board.write_bytes(NL)
    name = "nl.svg" if link == "none" else "other.svg"
    if link == "symbolic":
        (tmp_path / name).symlink_to("nl.svg")
    elif link == "hard":
        (tmp_path / name).hardlink_to(board)
    arguments = [f"{tmp_path}/./nl.svg" if argument == "nl" else argument for argument in WRITING[command]]
    arguments = [f"{tmp_path}/./nl.svg" if argument == "snakes-and-ladders" else argument for argument in arguments]
    for force in ([], ["--force"]):
        code, out, err = robinson(*arguments, name, *force, cwd=tmp_path)
        assert (code, out, err) == (2, "", f"robinson: {name}: {MADE_FROM}\n")
    assert board.read_bytes() == NL


@pytest.mark.parametrize("command", ["new --sheet", "compare"])
def test_nor_over_the_second_file_that_it_is_made_from(command: str, tmp_path: Path) -> None:
    second = tmp_path / "second.svg"
    second.write_bytes(SHEET if command == "new --sheet" else NL)
    before = second.read_bytes()
    arguments = {
        "new --sheet": ("new", "nl", "--from", "no", "--sheet", "second.svg", "-o", "second.svg"),
        "compare": ("compare", "no", "second.svg", "--plot", "second.svg"),
    }[command]
    assert robinson(*arguments, "--force", cwd=tmp_path) == (2, "", f"robinson: second.svg: {MADE_FROM}\n")
    assert second.read_bytes() == before


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path, umask: Callable[[int], int]) -> None:
    for hidden in (0o022, 0o077, 0o002):
        umask(hidden)
        write(str(tmp_path / f"{hidden}"), b"new")
        assert mode(tmp_path / f"{hidden}") == 0o666 & ~hidden


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_a_link(tmp_path: Path, is_there: bool) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "sheet.txt"
    if is_there:
        target.write_text("old", "utf-8")
    (tmp_path / "link").symlink_to("between")
    (tmp_path / "between").symlink_to("folder/sheet.txt")
    if is_there:
        assert robinson("sheet", "nl", "-o", "link", cwd=tmp_path)[2] == f"robinson: link: {EXISTS}\n"
    assert robinson("sheet", "nl", "-o", "link", *(["--force"] if is_there else []), cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "between").is_symlink()
    assert target.read_bytes() == SHEET
    assert os.listdir(tmp_path / "folder") == ["sheet.txt"]


@pytest.mark.parametrize("command", WRITING)
def test_a_pipe_with_a_name_is_written_to(command: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.svg"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    code, _, err = robinson(*WRITING[command], "pipe.svg", cwd=tmp_path)
    reader.join(20)
    assert code == 0, err
    assert len(read[0]) > 1000
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe.svg"]


def test_devices_are_written_to_and_stay_what_they_are(tmp_path: Path) -> None:
    assert robinson("sheet", "nl", "-o", "/dev/null") == (0, "", "")
    (tmp_path / "null").symlink_to("/dev/null")
    assert robinson("sheet", "nl", "-o", "null", "--force", cwd=tmp_path) == (0, "", "")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert robinson("sheet", "nl", "-o", "/dev/full") == (
        2, "", "robinson: /dev/full: it cannot be written: no space left on device\n",
    )  # fmt: skip
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_stdout_has_a_name_too(tmp_path: Path) -> None:
    command = [*CLI, "sheet", "nl", "-o", "/dev/stdout"]
    assert subprocess.run(command, capture_output=True, timeout=60).stdout == SHEET
    with (tmp_path / "printed").open("wb") as printed:
        printed.write(b"Before.\n")
        printed.flush()
        inode = (tmp_path / "printed").stat().st_ino
        assert subprocess.run(command, stdout=printed, timeout=60).returncode == 0
    assert (tmp_path / "printed").read_bytes() == b"Before.\n" + SHEET
    assert (tmp_path / "printed").stat().st_ino == inode


@pytest.mark.parametrize("fails", ["os.fsync", "os.replace", "os.chmod"])
@pytest.mark.parametrize("how", [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), KeyboardInterrupt()], ids=repr)
def test_the_old_file_is_there_until_the_new_one_is(
    fails: str, how: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise how

    file = tmp_path / "file"
    file.write_text("old", "utf-8")
    monkeypatch.setattr(fails, fail)
    with pytest.raises(UnreadableFile if isinstance(how, OSError) else KeyboardInterrupt) as caught:
        write(str(file), b"new", force=True)
    if isinstance(how, OSError):
        assert str(caught.value) == "it cannot be written: no space left on device"
    assert [(each.name, each.read_text("utf-8")) for each in tmp_path.iterdir()] == [("file", "old")]


def test_fmt_writes_over_its_board_and_over_nothing_that_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableFile, match=r"^it cannot be written: it is no file whose text could be another$"):
        rewrite_text(str(tmp_path / "pipe"), "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.parametrize("check", [check_writable, lambda path: write(path, b"x")], ids=["check", "write"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "is a directory"),
        ("folder/", "is a directory"),
        ("nothing/", "is a directory"),
        ("nothing/x", "no such file or directory"),
        ("file/x", "not a directory"),
        ("loop", "the link leads to itself"),
        ("loop/x", "the link leads to itself"),
        (LONG, "file name too long"),
        ("a\0b", "that is not the name of a file"),
        ("socket", "no such device or address"),
    ],
)
def test_where_nothing_can_be_written(
    check: Callable[[str], None], name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    Path("loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("socket")
        before = sorted(os.listdir())
        if name == "socket" and check is check_writable:
            return  # what cannot be opened is found out only by opening it
        with pytest.raises(UnreadableFile) as caught:
            check(name)
    assert str(caught.value) == f"it cannot be written: {reason}"
    assert sorted(os.listdir()) == before


READING = {
    "validate": ["validate", "@"],
    "validate --against": ["validate", "nl", "--against", "@"],
    "run": ["run", "@"],
    "sheet": ["sheet", "@"],
    "fmt": ["fmt", "@"],
    "diff": ["diff", "nl", "@"],
    "new": ["new", "da", "--from", "@", "-o", "-"],
    "new --sheet": ["new", "da", "--from", "nl", "--sheet", "@", "-o", "-"],
    "odds": ["odds", "@"],
    "simulate": ["simulate", "@"],
    "compare": ["compare", "nl", "@"],
    "replay": ["replay", "@"],
    "resume": ["resume", "@"],
}


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nothing/x.yaml", "no such file or directory"),
        ("file/x.yaml", "not a directory"),
        ("loop.yaml", "too many levels of symbolic links"),
        (LONG, "file name too long"),
        ("a\0b", "not the name of a file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(command: str, name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    arguments = [name if argument == "@" else argument for argument in READING[command]]
    code, _, err = robinson(*arguments, cwd=tmp_path)
    shown = name.replace("\0", r"\x00")
    assert (code, err) == (2, f"robinson: {shown}: {reason}\n")


@pytest.mark.parametrize("command", READING)
def test_a_folder_is_no_file(command: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    arguments = ["folder" if argument == "@" else argument for argument in READING[command]]
    is_journal = command in ("replay", "resume")
    reason = "it is no file that a journal can be kept in" if is_journal else "is a directory"
    if command == "resume":
        reason = "is a directory"  # the system does not open it for writing
    code, _, err = robinson(*arguments, cwd=tmp_path)
    assert (code, err) == (2, f"robinson: folder: {reason}\n")


DENIED = {
    **READING,
    "sheet -o": ["sheet", "nl", "-o", "@"],
    "new -o": ["new", "da", "--from", "nl", "-o", "@"],
    "run --journal": ["run", "nl", "--seed", "1", "--journal", "@"],
    "odds --plot": [*ODDS, "@.svg"],
}


@pytest.mark.parametrize("command", DENIED)
def test_what_is_protected_is_named(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "x").touch()
    folder.chmod(0)
    try:
        arguments = [argument.replace("@", "folder/x") for argument in DENIED[command]]
        done = subprocess.run([*POWERLESS, *CLI, *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    finally:
        folder.chmod(0o700)
    name = "folder/x.svg" if "--plot" in command else "folder/x"
    written = "it cannot be written: " if command in ("sheet -o", "new -o", "odds --plot") else ""
    copied = "; a copy that can be written can go on" if command == "resume" else ""
    assert (done.returncode, done.stderr) == (2, f"robinson: {name}: {written}permission denied{copied}\n")


@pytest.mark.parametrize("command", ["run --journal", "sheet -o", "new -o", "odds --plot"])
def test_a_folder_that_can_only_be_read(command: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    arguments = [argument.replace("@", "x") for argument in DENIED[command]]
    done = subprocess.run([*POWERLESS, *CLI, *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    name = "x.svg" if command == "odds --plot" else "x"
    written = "" if command == "run --journal" else "it cannot be written: "
    assert (done.returncode, done.stderr) == (2, f"robinson: {name}: {written}permission denied\n")
    assert os.listdir(tmp_path) == []


def test_a_board_that_fmt_may_not_write(tmp_path: Path) -> None:
    board = tmp_path / "a.yaml"
    board.write_text(board_text({12: "WIN"}), "utf-8")
    board.chmod(0o400)
    done = subprocess.run([*POWERLESS, *CLI, "fmt", "a.yaml"], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (2, "robinson: a.yaml: it cannot be written: permission denied\n")


@pytest.mark.parametrize("command", ["games", "resume", "replay x"])
def test_a_folder_of_games_that_is_protected_is_named(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "robinson"
    folder.mkdir()
    (folder / "x.jsonl").touch()
    folder.chmod(0)
    try:
        environment = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
        done = subprocess.run(
            [*POWERLESS, *CLI, *command.split()], capture_output=True, text=True, env=environment, timeout=60
        )
    finally:
        folder.chmod(0o700)
    name = "x" if command == "replay x" else folder
    assert (done.returncode, done.stderr) == (2, f"robinson: {name}: permission denied\n")
    assert done.stdout == ""


def test_an_old_picture_that_is_protected(tmp_path: Path) -> None:
    (tmp_path / "old.svg").touch()
    (tmp_path / "old.svg").chmod(0o444)
    command = [*POWERLESS, *CLI, *ODDS, "old.svg", "--force"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (2, "robinson: old.svg: it cannot be written: permission denied\n")


def test_an_error_of_the_system_names_its_file_wherever_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, said in (
        (PermissionError(errno.EACCES, "Permission denied", "a\nb"), r"a\nb: permission denied"),
        (OSError(errno.EXDEV, "Invalid cross-device link", b"a", None, "b"), "a: b: invalid cross-device link"),
        (OSError("something else"), "something else"),
    ):

        def fail(*_: object, error: OSError = error, **__: object) -> None:
            raise error

        monkeypatch.setattr("interpreter.load.load_board", fail)
        assert robinson("run", "nl") == (2, "", f"robinson: {said}\n")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stream_that_cannot_be_written_is_named(stream: str) -> None:
    board, redirected = ("nl", ">") if stream == "stdout" else ("nope", "2>")
    line = f"{shlex.join([*CLI, 'validate', board])} {redirected} /dev/full"
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == (b"robinson: stdout: no space left on device\n" if stream == "stdout" else b"")
