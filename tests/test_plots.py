"""Pictures: written, the same each time, without a display; clear words where there can be none."""

import dataclasses
import errno
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import ESTIMATED, EXACT
from support import small_board

from interpreter.plots import NoPicture, check, plot, plot_both
from interpreter.results import Chips
from interpreter.track import columns_for, positions

BOARD = small_board({1: "take 1 from the pot", 3: "win"}, last=10)


def test_a_picture_is_the_same_each_time_and_says_what_it_shows(tmp_path: Path) -> None:
    for name in ("one.svg", "other.svg"):
        plot(ESTIMATED, dataclasses.replace(BOARD, name="רובינזון $1"), str(tmp_path / name))
    drawn = (tmp_path / "one.svg").read_text("utf-8")
    assert drawn == (tmp_path / "other.svg").read_text("utf-8")
    assert "date" not in drawn
    written = re.findall("<!-- (.*?) -->", drawn, re.DOTALL)
    assert {text for text in written if len(text) > 12} == {
        "2 players, 20,000 games, answers: random",
        "Turns until the end",
        "Throws until the end",
        "games that end",
        "games that end, by 2",
        "mean 52.75 ± 0.42",
        "mean 51.98 ± 0.42",
        "Chips won or lost",
        "seat, and what is left in the pot",
        "Landings on each square in a game; the squares with a red border have a rule",
    }
    assert {"רובינזון $1", *(str(number) for number in range(1, 11))} <= set(written)


@pytest.mark.parametrize(
    ("chips", "heading"), [(None, "exact odds"), (ESTIMATED.chips, "exact odds; chips from 20,000 games")]
)
def test_a_picture_says_what_is_exact(tmp_path: Path, chips: Chips | None, heading: str) -> None:
    plot(dataclasses.replace(EXACT, chips=chips), BOARD, str(tmp_path / "exact.svg"))
    written = re.findall("<!-- (.*?) -->", (tmp_path / "exact.svg").read_text("utf-8"), re.DOTALL)
    assert f"2 players, {heading}, answers: race" in written
    assert ("Chips won or lost" in written) == (chips is not None)


def test_two_boards_beside_each_other(tmp_path: Path) -> None:
    exact = dataclasses.replace(EXACT, turns=None)
    plot_both(exact, ESTIMATED, (BOARD, BOARD), ("a.yaml", "日本.yaml"), str(tmp_path / "BOTH.PNG"))
    assert (tmp_path / "BOTH.PNG").read_bytes().startswith(b"\x89PNG")


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "picture.jpeg")
    with pytest.raises(NoPicture, match=re.escape(f"{path}: a picture's name ends with .svg or .png")):
        plot(EXACT, BOARD, path)
    assert not (tmp_path / "picture.jpeg").exists()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere/picture.svg", "no such file or directory"),
        ("file.txt/picture.svg", "not a directory"),
        ("folder.svg", "is a directory"),
        ("loop.svg", "the link leads to itself"),
    ],
)
def test_where_no_picture_can_be_it_is_said_before_one_is_drawn(tmp_path: Path, path: str, reason: str) -> None:
    (tmp_path / "file.txt").touch()
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "loop.svg").symlink_to("loop.svg")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(NoPicture, match=f"^{re.escape(f'{tmp_path / path}: it cannot be written: {reason}')}$"):
        check(str(tmp_path / path))
    assert sorted(tmp_path.iterdir()) == before


def test_a_picture_or_a_folder_that_is_protected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text("old", "utf-8")
    monkeypatch.setattr("os.access", lambda path, _: Path(path) != picture)  # root may write everywhere
    for path, reason in ((str(picture), "permission denied"), ("/proc/picture.svg", "no such file or directory")):
        with pytest.raises(NoPicture, match=f"{path}: it cannot be written: {reason}"):
            check(path, force=True)


def test_a_check_leaves_no_trace(tmp_path: Path) -> None:
    (tmp_path / "old.png").write_text("old", "utf-8")
    for name in ("new.svg", "old.png"):
        check(str(tmp_path / name), force=True)
    assert [(each.name, each.read_text("utf-8")) for each in tmp_path.iterdir()] == [("old.png", "old")]


def test_an_old_picture_is_there_until_the_new_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text("old", "utf-8")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for part in ("matplotlib.figure.Figure.savefig", "os.fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(part, fail)
            with pytest.raises((OSError, NoPicture), match=r"(?i)no space left on device"):
                plot(EXACT, BOARD, str(picture), force=True)
        assert [(each.name, each.read_text("utf-8")) for each in tmp_path.iterdir()] == [("picture.svg", "old")]
    plot(EXACT, BOARD, str(picture), force=True)
    assert picture.read_text("utf-8").startswith("<?xml")


def test_without_matplotlib_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(sys, "executable", "/venv/bin/python")
    needed = "a picture needs matplotlib; in the project's folder: /venv/bin/python -m pip install '.[plot]'"
    with pytest.raises(NoPicture, match=f"^{re.escape(needed)}$"):
        check("picture.svg")


def test_who_draws_nothing_does_not_wait_for_matplotlib() -> None:
    code = "import sys, interpreter.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


@pytest.mark.parametrize(("squares", "columns"), [(1, 1), (7, 3), (45, 9), (63, 9), (100, 10), (999, 37)])
def test_rows_are_full_where_they_can_be(squares: int, columns: int) -> None:
    assert columns_for(squares) == columns


@given(st.integers(1, 999))
def test_each_square_is_beside_the_one_before(squares: int) -> None:
    placed = positions(squares, columns_for(squares))
    assert list(placed) == list(range(1, squares + 1))
    assert placed[1] == (0, 0)
    assert len(set(placed.values())) == squares
    for number in range(2, squares + 1):
        (column, row), (column_before, row_before) = placed[number], placed[number - 1]
        assert abs(column - column_before) + abs(row - row_before) == 1
