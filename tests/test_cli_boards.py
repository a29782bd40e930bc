"""The commands around boards: new, diff, fmt and schema, as a translator calls them."""

import json
import os
import stat
from pathlib import Path

import pytest
from support import HERE, ROOT, board_text
from test_cli import robinson

SHIPPED = ROOT / "boards"


class TestNew:
    def make(self, folder: Path, *arguments: str, language: str = "no") -> tuple[int, str, str]:
        return robinson("new", language, *arguments, cwd=folder)

    def test_a_board_from_a_sheet(self, tmp_path: Path) -> None:
        sheet = str(HERE / "sheets" / "no.txt")
        code, out, err = self.make(tmp_path, "--from", "nl", "--sheet", sheet, "-o", "boards.yaml")
        assert (code, out) == (0, "")
        assert "square 12: the rule says [skip 1 turn], and the effect of the reference is [may skip 1 turn]" in err
        assert err.endswith("robinson: boards.yaml: written; robinson validate boards.yaml says what is left to do\n")
        assert robinson("sheet", "boards.yaml", cwd=tmp_path)[1] == Path(sheet).read_text("utf-8")
        assert robinson("diff", "boards.yaml", "no", cwd=tmp_path)[0] == 0
        code, out, _ = robinson("validate", "boards.yaml", "--format", "json", cwd=tmp_path)
        assert code == 1
        found = {(finding["code"], finding["square"]) for finding in json.loads(out) if finding["severity"] != "note"}
        assert ("effect-differs", 12) in found
        assert {code for code, _ in found} == {"effect-differs", "untranslated"}

    def test_a_board_without_a_sheet_has_the_words_of_the_other(self, tmp_path: Path) -> None:
        code, _, _ = self.make(tmp_path, "--from", "nl", "-o", "da.yaml", language="da")
        assert code == 0
        assert robinson("diff", "da.yaml", "nl", cwd=tmp_path)[0] == 0
        code, out, _ = robinson("validate", "da.yaml", "--strict", cwd=tmp_path)
        assert code == 1
        assert out.count("warning[untranslated]") > 80

    def test_a_file_that_is_there_is_kept(self, tmp_path: Path) -> None:
        (tmp_path / "da.yaml").write_text("precious", "utf-8")
        code, _, err = self.make(tmp_path, "--from", "nl", "-o", "da.yaml", language="da")
        assert code == 2
        assert err == "robinson: da.yaml: there is such a file already; --force writes over it\n"
        assert (tmp_path / "da.yaml").read_text("utf-8") == "precious"
        assert self.make(tmp_path, "--from", "nl", "-o", "da.yaml", "--force", language="da")[0] == 0
        assert (tmp_path / "da.yaml").read_text("utf-8").startswith("# A draft.")

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["dutch!", "--from", "nl", "-o", "x.yaml"], "is no language code"),
            (["da", "--from", "nowhere", "-o", "x.yaml"], "nowhere: no such file"),
            (["da", "--from", "nl", "--sheet", "nowhere.txt", "-o", "x.yaml"], "nowhere.txt: no such file"),
            (["da", "--from", "nl", "--sheet", "/", "-o", "x.yaml"], "/: is a directory"),
            (["da", "--from", "nl", "-o", "nowhere/x.yaml"], "cannot be written: no such file or directory"),
            (["da", "--from", "nl"], "Missing option"),
            (["da", "-o", "x.yaml"], "Missing option"),
        ],
    )
    def test_wrong_usage(self, tmp_path: Path, arguments: list[str], complaint: str) -> None:
        code, out, err = robinson("new", *arguments, cwd=tmp_path)
        assert (code, out) == (2, "")
        assert complaint in err
        assert list(tmp_path.iterdir()) == []

    def test_a_sheet_without_squares_makes_no_board(self, tmp_path: Path) -> None:
        (tmp_path / "sheet.txt").write_text("Only some words.\n", "utf-8")
        code, _, err = self.make(tmp_path, "--from", "nl", "--sheet", "sheet.txt", "-o", "da.yaml", language="da")
        assert code == 1
        assert "error[sheet-without-squares]" in err
        assert not (tmp_path / "da.yaml").exists()


class TestDiff:
    def test_the_same_game(self) -> None:
        assert robinson("diff", "no", "he") == (0, "No difference.\n", "")

    def test_another_game(self) -> None:
        code, out, _ = robinson("diff", "nl", "no")
        assert (code, out) == (1, "square 12:\n  nl:  may skip 1 turn\n  no:  skip 1 turn\n")

    def test_json(self, tmp_path: Path) -> None:
        text = (SHIPPED / "nl.yaml").read_text("utf-8")
        (tmp_path / "mine.yaml").write_text(text.replace("stake: 10", "stake: 5"), "utf-8")
        code, out, _ = robinson("diff", "nl", "mine.yaml", "--format", "json", cwd=tmp_path)
        assert code == 1
        (difference,) = json.loads(out)
        assert (difference["key"], difference["first"], difference["second"]) == ("stake", "10", "5")

    def test_boards_that_cannot_be_read(self, tmp_path: Path) -> None:
        assert robinson("diff", "nl", "nowhere.yaml")[0] == 2
        assert robinson("diff", "nl")[0] == 2


class TestFmt:
    TEXT = board_text({1: "PAY 3 chips to pot", 2: "next turn may go to start", 12: "win"}, roles="x: y")

    @pytest.mark.parametrize(("mark", "end"), [("", "\n"), ("\ufeff", "\r\n")])
    def test_only_effects_are_changed(self, tmp_path: Path, mark: str, end: str) -> None:
        path = tmp_path / "a.yaml"
        path.write_bytes((mark + self.TEXT.replace("\n", end)).encode())
        path.chmod(0o640)
        assert robinson("fmt", "a.yaml", cwd=tmp_path) == (0, "", "robinson: a.yaml: changed\n")
        expected = self.TEXT.replace("PAY 3 chips to pot", "pay 3 to the pot")
        expected = expected.replace("next turn may go to start", "next turn, may go to the start")
        assert path.read_bytes() == (mark + expected.replace("\n", end)).encode()
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert robinson("fmt", "a.yaml", cwd=tmp_path) == (0, "", "")
        assert os.listdir(tmp_path) == ["a.yaml"]

    def test_check_and_diff_write_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        path.write_text(self.TEXT, "utf-8")
        assert robinson("fmt", "--check", "a.yaml", cwd=tmp_path) == (1, "", "robinson: a.yaml: would be changed\n")
        code, out, _ = robinson("fmt", "--diff", "a.yaml", cwd=tmp_path)
        assert code == 0
        assert "-      PAY 3 chips to pot\n+      pay 3 to the pot\n" in out
        assert path.read_text("utf-8") == self.TEXT

    def test_the_boards_that_ship_are_in_full_form(self) -> None:
        paths = [str(path) for path in sorted(SHIPPED.glob("*.yaml"))]
        assert robinson("fmt", "--check", *paths) == (0, "", "")

    def test_an_effect_with_an_error_is_left_as_it_is(self, tmp_path: Path) -> None:
        (tmp_path / "a.yaml").write_text(self.TEXT.replace("next turn may", "next trun may"), "utf-8")
        code, _, err = robinson("fmt", "a.yaml", "nowhere.yaml", cwd=tmp_path)
        assert code == 2
        assert "error[unknown-word]" in err
        assert "robinson: nowhere.yaml: no such file or directory\n" in err
        text = (tmp_path / "a.yaml").read_text("utf-8")
        assert "pay 3 to the pot" in text
        assert "next trun may go to start" in text

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        link = tmp_path / "a.yaml"
        target = tmp_path / "real.yaml"
        target.write_text(self.TEXT, "utf-8")
        link.symlink_to(target)
        assert robinson("fmt", "a.yaml", cwd=tmp_path)[0] == 0
        assert link.is_symlink()
        assert "pay 3 to the pot" in target.read_text("utf-8")


def test_the_schema_is_the_one_that_ships() -> None:
    assert robinson("schema") == (0, (SHIPPED / "board.schema.json").read_text("utf-8"), "")


@pytest.mark.parametrize(("output", "begins"), [("github", "::error file=a.yaml,"), ("sarif", "{")])
def test_reports_for_github(tmp_path: Path, output: str, begins: str) -> None:
    (tmp_path / "a.yaml").write_text(board_text({1: "paz", 12: "win"}, roles="x: y"), "utf-8")
    code, out, err = robinson("validate", "a.yaml", "--format", output, cwd=tmp_path)
    assert (code, err) == (1, "")
    assert begins in out
    assert "unknown-word" in out


def test_a_new_board_never_takes_the_place_of_what_it_is_made_from(tmp_path: Path) -> None:
    reference = (SHIPPED / "nl.yaml").read_text("utf-8")
    (tmp_path / "nl.yaml").write_text(reference, "utf-8")
    (tmp_path / "sheet.txt").write_bytes((HERE / "sheets" / "no.txt").read_bytes())
    for output in ("nl.yaml", "sheet.txt"):
        arguments = ("--from", "./nl.yaml", "--sheet", "sheet.txt", "-o", output, "--force")
        code, _, err = robinson("new", "no", *arguments, cwd=tmp_path)
        assert code == 2
        assert err == f"robinson: {output}: that is what it is made from; give another name\n"
    assert (tmp_path / "nl.yaml").read_text("utf-8") == reference
    assert (tmp_path / "sheet.txt").read_bytes() == (HERE / "sheets" / "no.txt").read_bytes()


def test_a_board_beside_its_reference_has_the_line_for_editors(tmp_path: Path) -> None:
    (tmp_path / "nl.yaml").write_text((SHIPPED / "nl.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "elsewhere").mkdir()
    for output, first in (
        ("da.yaml", "# yaml-language-server: $schema=board.schema.json"),
        ("elsewhere/da.yaml", "# A draft"),
    ):
        assert robinson("new", "da", "--from", "./nl.yaml", "-o", output, "--force", cwd=tmp_path)[0] == 0
        assert (tmp_path / output).read_text("utf-8").startswith(first)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_line_for_editors_is_one_line_whatever_ends_it(line_end: str, tmp_path: Path) -> None:
    text = (SHIPPED / "nl.yaml").read_text("utf-8")
    (tmp_path / "nl.yaml").write_bytes(text.replace("\n", line_end).encode())
    assert robinson("new", "da", "--from", "./nl.yaml", "-o", "da.yaml", cwd=tmp_path)[0] == 0
    assert (tmp_path / "da.yaml").read_text("utf-8").count("name: ") == text.count("name: ")


@pytest.mark.parametrize("name", [b"\xff.yaml", b"a\nb.yaml", b"a\x1b.yaml"])
def test_a_reference_whose_name_cannot_be_written_is_refused(name: bytes, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text((SHIPPED / "nl.yaml").read_text("utf-8"), "utf-8")
    code, out, err = robinson("new", "da", "--from", str(path), "-o", "da.yaml", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.endswith("its name has characters in it that cannot stand in a board; give the file another name\n")
    assert not (tmp_path / "da.yaml").exists()


def test_the_other_board_must_be_readable(tmp_path: Path) -> None:
    code, out, err = robinson("validate", "no", "--against", "nope.yaml", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == "robinson: nope.yaml: no such file or directory\n"
