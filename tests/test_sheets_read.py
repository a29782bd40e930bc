"""Plain sheets, as people have them, are read into rules and squares, and nothing is lost in silence."""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import HERE

from interpreter.diagnostics import as_text
from interpreter.load import load_board
from interpreter.sheets import Sheet, read_sheet
from interpreter.signs import without_outer_marks
from interpreter.source import Source, read_source

LANGUAGES = ["he", "nl", "no"]
DRAFTS = sorted((HERE / "drafts").glob("*.txt"))

_NUMBER = re.compile(r"^(Nr\.|מס’) (\d+): ", re.MULTILINE)


def shown(sheet: Sheet) -> str:
    lines = [f"label: {sheet.label}", *(f"| {line}" for line in sheet.intro.split("\n"))]
    lines += [f"{square.number}: {square.text}" for square in sheet.squares.values()]
    return "\n".join([*lines, "", *map(as_text, sheet.findings)]).rstrip() + "\n"


def write(form: str) -> Callable[[str], str]:
    return lambda text: _NUMBER.sub(lambda found: form.replace("8", found[2]), text)


def in_digits_from(zero: str) -> Callable[[str], str]:
    def other(found: re.Match[str]) -> str:
        return "".join(chr(ord(zero) + int(digit)) for digit in found[0])

    return lambda text: re.sub(r"\d+(?=:)", other, text)


def broken_at(width: int) -> Callable[[str], str]:
    return lambda text: "\n".join(
        "\n".join(textwrap.wrap(line, width, break_on_hyphens=False)) for line in text.split("\n")
    )


WRITINGS: dict[str, Callable[[str], str]] = {
    "as printed": lambda text: text,
    "Arabic digits": in_digits_from("٠"),
    "Devanagari digits": in_digits_from("०"),
    "fullwidth": lambda text: in_digits_from("０")(text).replace("1:", "1："),
} | {
    form: write(form)
    for form in [
        "Nr 8. ", "8. ", "#8 ", "8) ", "(8) ", "[8] ", "No. 8 - ", "No. 8 – ", "8 − ", "8 ", "8\t", "Nr 8 ", "8:",
        "8番：", "第8番：", "8. ruutu: ", "N.º 8 – ", "• Nr. 8: ", "8\n", "Nr. 8:\n",
    ]
}  # fmt: skip

LAYOUTS: dict[str, Callable[[str], str]] = {
    "lines as printed": lambda text: text,
    "lines of 30": broken_at(30),
    "lines of 40": broken_at(40),
    "lines of 60": broken_at(60),
    "blank lines between": lambda text: text.replace("\n", "\n\n"),
    "Windows": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "indented": lambda text: re.sub("^", "   ", text, flags=re.MULTILINE) + "\n\n",
    "embedded": lambda text: "\n".join(f"\u202b{line}\u202c" for line in text.split("\n")),
    "marked": lambda text: re.sub("^", "\u200f", re.sub(r"(\d+):", "\u200f\\1\u200f:", text), flags=re.MULTILINE),
}


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_sheets_as_people_have_them(path: Path) -> None:
    sheet = read_sheet(Source(path.name, read_source(str(path)).text))
    assert shown(sheet) == path.with_suffix(".expected").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_printed_sheets_are_read_however_they_are_written(language: str, layout: str) -> None:
    # Every layout meets every way to write a number, in one of the languages.
    turn = LANGUAGES.index(language) + list(LAYOUTS).index(layout)
    board, _ = load_board(language)
    assert board is not None
    expected = {number: square.text for number, square in board.squares.items()}
    printed = (HERE / "sheets" / f"{language}.txt").read_text("utf-8")
    for writing, written in list(WRITINGS.items())[turn % len(LANGUAGES) :: len(LANGUAGES)]:
        sheet = read_sheet(Source("sheet.txt", LAYOUTS[layout](written(printed))))
        assert [as_text(finding) for finding in sheet.findings] == [], writing
        assert {number: square.text for number, square in sheet.squares.items()} == expected, writing
        assert sheet.intro.split() == board.intro.split(), writing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_and_the_label_are_those_of_the_board(language: str) -> None:
    board, _ = load_board(language)
    assert board is not None
    sheet = read_sheet(read_source(str(HERE / "sheets" / f"{language}.txt")))
    assert (sheet.intro, sheet.label) == (board.intro, board.label)


def test_a_square_knows_its_lines() -> None:
    source = Source("sheet.txt", "Rules.\n\n  Nr. 1: One\n  and more.  \nNr. 2: Two.\n")
    spans = [square.span for square in read_sheet(source).squares.values()]
    assert [source.text[span.start : span.end] for span in spans] == ["Nr. 1: One\n  and more.", "Nr. 2: Two."]


@given(
    st.lists(st.tuples(st.sampled_from(["", "{}", "{}.", "Nr. {}:", "Nr {}", "w {}: ", "- {}"]), st.integers(0, 12))),
    st.lists(st.sampled_from(["\n", "\n\n", "\r\n", "\u2028", ".\n", "-\n", " – ", ".\n\n"])),
)
def test_no_word_is_lost_in_silence(beginnings: list[tuple[str, int]], ends: list[str]) -> None:
    words = ["w" + "abcdefghijklmnopqrstuvxyz"[place % 25] * (place + 1) for place in range(2 * len(beginnings))]
    text = ""
    for place, (form, number) in enumerate(beginnings):
        beginning = form.replace("w", words[2 * place]).format(number)
        text += f"{beginning} {words[2 * place + 1]}{ends[place] if place < len(ends) else chr(10)}"
    sheet = read_sheet(Source("sheet.txt", text))
    said = [text[finding.span.start : finding.span.end] for finding in sheet.findings]
    kept = " ".join([sheet.label, sheet.intro, *said, *(square.text for square in sheet.squares.values())])
    for word in words:
        assert not re.search(rf"\b{word}\b", text) or re.search(rf"\b{word}\b", kept)


@given(st.text(st.sampled_from("ab \u200e\u200f\u202a\u202b\u202c\u2067\u2068\u2069"), max_size=30))
def test_outer_marks_go_once_and_for_all(text: str) -> None:
    bare = without_outer_marks(text)
    assert without_outer_marks(bare) == bare
    assert re.sub("[^ab]", "", bare) == re.sub("[^ab]", "", text)
