"""What is said of a translation: boards broken by hand, and all of what is found in them."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import HERE, ROOT, board_text

from interpreter.diagnostics import Diagnostic, Severity, as_text
from interpreter.load import load_board
from interpreter.review import review
from interpreter.sentences import read_sentence

BROKEN = sorted((HERE / "broken").glob("*.yaml"))


def text_of(findings: list[Diagnostic]) -> str:
    return "".join(f"{as_text(finding)}\n\n" for finding in findings)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_board(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE / "broken")
    assert text_of(review(path.name)) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("name", ["nl", "no", "he"])
def test_the_boards_that_ship_have_notes_at_the_most(name: str) -> None:
    findings = review(str(ROOT / "boards" / f"{name}.yaml"))
    assert {finding.severity for finding in findings} <= {Severity.NOTE}


@pytest.mark.parametrize("name", ["nl", "no", "he"])
def test_every_printed_rule_is_read_into_its_effect(name: str) -> None:
    board, _ = load_board(name)
    assert board is not None
    rules = [square for square in board.squares.values() if square.rule]
    assert len(rules) == 23
    for square in rules:
        assert read_sentence(square.rule, board.language, board.roles) == square.effects


def test_the_old_sheet_that_says_one_thing_in_two_ways() -> None:
    findings = [each for each in review(str(ROOT / "boards" / "no.yaml")) if each.code == "wording"]
    assert [(finding.square, finding.source.text[finding.span.start : finding.span.end]) for finding in findings] == [
        (None, "brikker"),
        (1, "brikke"),
        (11, "Får"),
    ]


class TestReference:
    ABOUT_SQUARES = ("effect-differs", "square-too-many", "squares-missing", "rule-differs")

    def write(self, folder: Path, name: str, old: str = "", new: str = "") -> str:
        text = (ROOT / "boards" / f"{name}.yaml").read_text("utf-8")
        assert old in text
        (folder / f"{name}.yaml").write_text(text.replace(old, new, 1), "utf-8")
        return str(folder / f"{name}.yaml")

    def codes(self, name: str, against: str | None = None) -> list[tuple[str, int | None]]:
        found = review(name, load_board(against)[0] if against else None)
        return [(finding.code, finding.square) for finding in found if finding.severity is not Severity.NOTE]

    def test_a_difference_that_is_not_declared(self, tmp_path: Path) -> None:
        self.write(tmp_path, "nl")
        path = self.write(tmp_path, "no", "    differs: this sheet says must, the Dutch one may (ruling 5)\n")
        assert self.codes(path) == [("effect-differs", 12)]

    def test_a_difference_that_is_none_any_more(self, tmp_path: Path) -> None:
        self.write(tmp_path, "nl", "may skip 1 turn", "skip 1 turn")
        path = self.write(tmp_path, "no")
        assert self.codes(path) == [("differs-no-longer", 12)]

    def test_a_difference_from_no_board(self, tmp_path: Path) -> None:
        path = self.write(tmp_path, "no", "translates: nl.yaml\n")
        assert self.codes(path) == [("differs-no-longer", 12)]

    def test_another_board_than_the_header_names(self, tmp_path: Path) -> None:
        path = self.write(tmp_path, "no", "translates: nl.yaml", "translates: nowhere.yaml")
        assert self.codes(path) == [("reference-unreadable", None)]
        assert self.codes(path, str(ROOT / "boards" / "he.yaml")) == [("differs-no-longer", 12)]

    def test_a_reference_with_errors(self, tmp_path: Path) -> None:
        self.write(tmp_path, "nl", "pay 3 to the pot", "betaal 3")
        assert self.codes(self.write(tmp_path, "no")) == [("reference-unreadable", None)]

    def test_settings(self, tmp_path: Path) -> None:
        self.write(tmp_path, "nl")
        path = self.write(tmp_path, "no", "stake: 10", "stake: 12")
        assert ("setting-differs", None) in self.codes(path)

    def test_squares(self, tmp_path: Path) -> None:
        self.write(tmp_path, "nl", "\n  45:", "\n  46: Nog een.\n  45:")
        path = self.write(tmp_path, "no")
        assert ("squares-missing", None) in self.codes(path)
        self.write(tmp_path, "nl")
        path = self.write(tmp_path, "no", "\n  45:", "\n  46: En til.\n  45:")
        assert ("square-too-many", 46) in self.codes(path)

    def test_of_squares_below_one_key_it_is_said_once(self, tmp_path: Path) -> None:
        first, other = tmp_path / "first.yaml", tmp_path / "other.yaml"
        text = board_text({1: "skip 1 turn", 2: "skip 1 turn", 4: "win"}, last=4, roles="x: y")
        first.write_text(text, "utf-8")
        start = text.index("squares:")
        text = text[:start] + (
            "squares:\n"
            "  1-2:\n    story: Square 1.\n    rule: The rule of 1.\n    effect: pass\n"
            "  3: Square 3.\n"
            "  4:\n    story: Square 4.\n    rule: The rule of 4.\n    effect: win\n"
            "  5-99: More.\n"
        )
        other.write_text(text, "utf-8")
        found = self.codes(str(other), str(first))
        assert [each for each in found if each[0] in self.ABOUT_SQUARES] == [
            ("effect-differs", 1),
            ("square-too-many", 5),
        ]
        missing = [each for each in review(str(first), load_board(str(other))[0]) if each.code == "squares-missing"]
        assert [each.message for each in missing] == [f"there are no squares 5-99, as in {other}"]


class TestAcceptance:
    TEXT = board_text({1: "pay 3 to the pot", 12: "win"}, roles="x: y", language="da")

    def found(self, tmp_path: Path, text: str) -> list[tuple[str, int | None]]:
        path = tmp_path / "a.yaml"
        path.write_text(text.replace("The rule of 1.", "Betal 4 brikker til kassereren."), "utf-8")
        wanted = ("number-unused", "number-unsaid", "sentence-differs", "accepts-nothing")
        return [(finding.code, finding.square) for finding in review(str(path)) if finding.code in wanted]

    def test_findings_can_be_accepted_in_the_square(self, tmp_path: Path) -> None:
        assert set(self.found(tmp_path, self.TEXT)) == {("number-unused", 1), ("number-unsaid", 1)}
        accept = "    accept: {number-unused: so it is, number-unsaid: so it is}\n"
        text = self.TEXT.replace("    story: Square 1.\n", "    story: Square 1.\n" + accept)
        assert self.found(tmp_path, text) == []

    def test_findings_can_be_accepted_in_the_header(self, tmp_path: Path) -> None:
        text = "accept:\n  number-unused: so it is\n" + self.TEXT
        assert self.found(tmp_path, text) == [("number-unsaid", 1)]

    def test_a_sentence_that_is_read_says_it_all(self, tmp_path: Path) -> None:
        text = self.TEXT.replace("language: da", "language: nl").replace(
            "The rule of 1.", "Betaal 4 fiches aan de kassier."
        )
        assert self.found(tmp_path, text) == [("sentence-differs", 1)]

    def test_an_acceptance_of_nothing_is_reported(self, tmp_path: Path) -> None:
        text = "accept: {wordng: a slip}\n" + self.TEXT.replace(
            "    story: Square 2.\n", "    story: Square 2.\n    accept: {number-unused: none here}\n"
        )
        found = self.found(tmp_path, text)
        assert ("accepts-nothing", None) in found
        assert ("accepts-nothing", 2) in found

    def test_errors_of_the_file_cannot_be_accepted(self, tmp_path: Path) -> None:
        text = "accept: {unknown-word: really}\n" + self.TEXT.replace("pay 3 to the pot", "betaal 3")
        (tmp_path / "a.yaml").write_text(text, "utf-8")
        assert "unknown-word" in [finding.code for finding in review(str(tmp_path / "a.yaml"))]


@given(st.sampled_from(["nl", "he"]), st.integers(0, 400), st.sampled_from(["", "x", "- x", "  y: z", "Friday: *a"]))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_board_makes_a_traceback(tmp_path: Path, name: str, line: int, instead: str) -> None:
    lines = (ROOT / "boards" / f"{name}.yaml").read_text("utf-8").split("\n")
    lines[line % len(lines)] = instead
    path = tmp_path / "board.yaml"
    path.write_text("\n".join(lines), "utf-8")
    for finding in review(str(path)):
        assert as_text(finding)


def test_a_slip_of_yaml_brings_no_false_findings_with_it(tmp_path: Path) -> None:
    (tmp_path / "nl.yaml").write_text((ROOT / "boards" / "nl.yaml").read_text("utf-8"), "utf-8")
    for old, new in (("6: Robinson er reddet.", "6: Robinson: reddet."), ("effect: may go to 27", "effect: go: to 27")):
        text = (ROOT / "boards" / "no.yaml").read_text("utf-8")
        assert old in text
        (tmp_path / "no.yaml").write_text(text.replace(old, new), "utf-8")
        findings = review(str(tmp_path / "no.yaml"))
        assert [each.code for each in findings if each.severity is not Severity.NOTE] == ["yaml"]


def test_a_story_that_names_a_square(tmp_path: Path) -> None:
    text = (ROOT / "boards" / "nl.yaml").read_text("utf-8").replace("6: R. is gered.", "6: R. is gered, zie nr. 17.")
    (tmp_path / "nl.yaml").write_text(text, "utf-8")
    assert [each.code for each in review(str(tmp_path / "nl.yaml")) if each.square == 6] == ["square-unused"]


def test_a_board_without_a_language(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text((ROOT / "boards" / "nl.yaml").read_text("utf-8").replace("language: nl\n", ""), "utf-8")
    assert "missing-key" in [finding.code for finding in review(str(path))]


def test_every_code_about_a_translation_is_explained_to_translators() -> None:
    page = (ROOT / "docs" / "translating.md").read_text("utf-8")
    sources = ["hygiene", "translation", "printed_rules", "review"]
    text = "".join((ROOT / "interpreter" / f"{name}.py").read_text("utf-8") for name in sources)
    codes = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', text)) | {"wording", "unbalanced", "untranslated"}
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []
