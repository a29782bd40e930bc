"""The command that prints sheets, in every form."""

import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import HERE, ROOT, board_text
from test_cli import CLI, robinson


@pytest.mark.parametrize(("form", "begins"), [("html", "<!DOCTYPE html>\n<html lang="), ("svg", "<svg xmlns=")])
def test_a_sheet_is_printed_or_written_to_a_file(form: str, begins: str, tmp_path: Path) -> None:
    code, out, err = robinson("sheet", "he", "--format", form)
    assert (code, err) == (0, "")
    assert out.startswith(begins)
    arguments = ("sheet", "he", "--format", form, "--paper", "a4", "-o", "made")
    assert robinson(*arguments, cwd=tmp_path) == robinson(*arguments, "--force", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "made").read_text("utf-8") == out
    assert robinson("sheet", "he", "--format", form, "--paper", "a3")[1] != out


def test_text_can_be_written_to_a_file_too(tmp_path: Path) -> None:
    assert robinson("sheet", "he", "-o", "he.txt", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "he.txt").read_bytes() == (HERE / "sheets" / "he.txt").read_bytes()


def test_the_board_is_not_written_over(tmp_path: Path) -> None:
    shutil.copy(ROOT / "boards" / "nl.yaml", tmp_path / "nl.yaml")
    code, out, err = robinson("sheet", "nl.yaml", "-o", "./nl.yaml", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == "robinson: ./nl.yaml: that is what it is made from; give another name\n"
    assert (tmp_path / "nl.yaml").read_bytes() == (ROOT / "boards" / "nl.yaml").read_bytes()


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    code, _, err = robinson("sheet", "nl", "--format", "svg", "-o", "nowhere/x.svg", cwd=tmp_path)
    assert (code, err) == (2, "robinson: nowhere/x.svg: it cannot be written: no such file or directory\n")


def test_a_board_with_errors_is_printed_and_they_are_said(tmp_path: Path) -> None:
    text = board_text({2: "go to 4", 3: "win"}).replace("go to 4", "fly to 4")
    (tmp_path / "a.yaml").write_text(text.replace("phrases:", "phrase:"), "utf-8")
    code, out, err = robinson("sheet", "a.yaml", "--format", "html", cwd=tmp_path)
    assert (code, err) == (1, "robinson: a.yaml: the board has errors; robinson validate says which\n")
    assert '<span class="story">Square 12.</span>' in out


@pytest.mark.browser
def test_a_pdf_is_made_as_the_documentation_says(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "printing.md").read_text("utf-8")
    found = re.search("`robinson (sheet [^`]* pdf [^`]*)`", text)
    assert found is not None
    arguments = found[1].split()
    assert robinson(*arguments, cwd=tmp_path) == (0, "", "")
    made = (tmp_path / arguments[-1]).read_bytes()
    assert made.startswith(b"%PDF-")
    assert subprocess.run([*CLI, *arguments[:-2]], capture_output=True, timeout=60).stdout == made


@pytest.mark.browser
def test_a_pdf_is_not_shown_on_a_terminal() -> None:
    master, terminal = pty.openpty()
    done = subprocess.run([*CLI, "sheet", "nl", "--format", "pdf"], stdout=terminal, stderr=subprocess.PIPE, timeout=60)
    os.close(terminal)
    os.close(master)
    assert done.returncode == 2
    assert b"That cannot be shown on a terminal; name a file with -o." in done.stderr
