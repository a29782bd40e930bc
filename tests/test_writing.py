"""What is written into a board file reads back to the letter."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from interpreter.document import Text, read_document
from interpreter.source import Source
from interpreter.syntax import UNREADABLE
from interpreter.writing import WIDTH, block, entry

REMARK = "# translate"


def read(written: str) -> str:
    read, findings = read_document(Source("", written))
    document = read.mapping
    assert findings == []
    assert document is not None
    ((_, value),) = document.entries.values()
    assert isinstance(value, Text)
    return value.value


def any_text(*, controls: bool = True) -> st.SearchStrategy[str]:
    signs = st.sampled_from([*":#-'\"\\{}[]&*!|>%@`?,. ~\t", ": ", " #", "word ", "דבר "])
    characters = st.characters(exclude_categories=["Cs"] if controls else ["Cs", "Cc"])
    characters = characters.filter(lambda character: not UNREADABLE.match(character))
    return st.lists(st.one_of(signs, characters, st.text("ab ", max_size=40)), max_size=30).map("".join)


@given(any_text(controls=False), st.integers(0, 3), st.sampled_from(["", REMARK]))
@example("no: yes", 0, "")
@example("\u2028", 0, REMARK)
@example("\ufeff\U0001f600\U0010ffff", 0, "")
@example("--- ...", 0, "")
def test_any_text_of_one_line_reads_back(text: str, depth: int, remark: str) -> None:
    assert read(entry("key", text, depth, remark)) == text


@given(any_text())
def test_so_does_any_other(text: str) -> None:
    assert read(entry("key", text)) == text
    assert read(block("key", text)) in (text, text + "\n")


@given(st.lists(st.text("ab:#", min_size=1, max_size=30), min_size=1, max_size=40), st.integers(0, 2))
def test_words_are_wrapped(words: list[str], depth: int) -> None:
    written = entry("key", " ".join(words), depth)
    assert read(written) == " ".join(words)
    assert all(len(line) <= WIDTH for line in written.split("\n"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Neem 1 fiche.", "rule: Neem 1 fiche.   # translate\n"),
        ("Zeg: “Ja!”", 'rule: "Zeg: “Ja!”"   # translate\n'),
        ('Zeg: "Ja!"', "rule: 'Zeg: \"Ja!\"'   # translate\n"),
        ('Zeg: "Ja!", \'t is zo.', 'rule: >-   # translate\n  Zeg: "Ja!", \'t is zo.\n'),
        ("{player} gooit.", 'rule: "{player} gooit."   # translate\n'),
        ("woord " * 20 + "einde", f"rule: {'woord ' * 14}woord\n  {'woord ' * 5}einde   # translate\n"),
        ("Zeg: " + "woord " * 20 + "!", f"rule: >-   # translate\n  Zeg: {'woord ' * 14}woord\n  {'woord ' * 5}!\n"),
        (" a", 'rule: " a"   # translate\n'),
        ("", 'rule: ""   # translate\n'),
    ],
)
def test_the_plainest_form_is_taken(text: str, written: str) -> None:
    assert entry("rule", text, 0, REMARK) == written


def test_a_block_keeps_its_lines() -> None:
    text = "Rules:\n\nOne # two: three.\n  - four"
    assert block("intro", text, 1) == "  intro: |\n    Rules:\n\n    One # two: three.\n      - four\n"
