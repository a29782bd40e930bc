"""A new board is the sheet's words and all else of its reference, and says what is left to do."""

from collections.abc import Iterator

import pytest
from support import HERE, small_board

from interpreter.board import Board, Square
from interpreter.diagnostics import as_text
from interpreter.document import Mapping as Section
from interpreter.document import Text, read_document
from interpreter.draft import Draft, draft_board, split_rule
from interpreter.language import canonical_rule
from interpreter.load import check_source, load_board
from interpreter.sheets import read_sheet
from interpreter.source import Source, read_source
from interpreter.translation import UNTRANSLATED

LANGUAGES = ["he", "nl", "no"]


def load(language: str) -> Board:
    board, _ = load_board(language)
    assert board is not None
    return board


def checked(draft: Draft) -> Board:
    board, findings = check_source(Source("new.yaml", draft.text))
    assert [as_text(finding) for finding in findings] == []
    assert board is not None
    return board


@pytest.mark.parametrize("reference", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_sheets_become_the_boards_that_ship(language: str, reference: str) -> None:
    sheet = read_sheet(read_source(str(HERE / "sheets" / f"{language}.txt")))
    expected, other = load(language), load(reference)
    draft = draft_board(language, other, f"{reference}.yaml", sheet)
    board = checked(draft)
    for number, square in expected.squares.items():
        assert (board.squares[number].story, board.squares[number].rule) == (square.story, square.rule)
        assert canonical_rule(board.squares[number].effects) == canonical_rule(other.squares[number].effects)
    assert len(board.squares) == len(expected.squares)
    assert (board.intro, board.label, board.language) == (expected.intro, expected.label, language)
    assert (board.translates, board.phrases, board.roles) == (f"{reference}.yaml", other.phrases, other.roles)
    for setting in ("dice", "stake", "purse", "finish", "landing", "first", "order", "ties", "standing_rules"):
        assert getattr(board, setting) == getattr(other, setting)
    in_doubt = [(finding.code, finding.square) for finding in draft.findings]
    assert in_doubt == ([("rule-in-doubt", 45)] if language == "he" and reference != "he" else [])


@pytest.mark.parametrize("reference", LANGUAGES)
def test_without_a_sheet_every_text_of_the_reference_is_to_be_translated(reference: str) -> None:
    draft = draft_board("da", load(reference), f"{reference}.yaml")
    board = checked(draft)
    assert draft.findings == []
    assert [square.text for square in board.squares.values()] == [s.text for s in load(reference).squares.values()]
    source = Source("new.yaml", draft.text)
    for path, line in texts(source):
        of_the_reference = path[0] in {"name", "label", "roles", "intro", "phrases", "squares"}
        says = path[-1] != "effect" or path[1] == "17"
        assert (UNTRANSLATED in line) == (of_the_reference and says), path


def texts(source: Source) -> Iterator[tuple[tuple[str, ...], str]]:
    """Give the keys of every text, and the lines in which it stands."""

    def inside(section: Section, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        for key, (name, value) in section.entries.items():
            if isinstance(value, Text):
                yield (*path, key), source.text[name.span.start : source.text.index("\n", value.span.end)]
            else:
                yield from inside(value, (*path, key))

    document = read_document(source)[0].mapping
    assert document is not None
    return inside(document, ())


SMALL = """\
Regler:
Kast med terningen.
Felt 1: Hjemmefra.
Felt 2: Storm. Betal 2 brikker til kassen.
Felt 3: Skibet forliser
Felt 4: Alle råber: "Hej!" - Sig # og: "Hej: du!" 'nu'.
Felt 6: Øen.
Felt 7: Fredag – ven – kommer – Tag 1.
Felt 8: Hjemme.
"""


def test_a_draft_to_the_letter() -> None:
    effects = {2: "PAY 2 to pot", 3: "take 1 from the pot\nroll again", 4: 'say "Hey: you"', 5: "win"}
    effects[7] = "take 1 from the pot"
    reference = small_board(effects, 7, stake="3", translates="other.yaml", finish="exact, stay")
    draft = draft_board("da", reference, "../en.yaml", read_sheet(Source("sheet.txt", SMALL)))
    assert draft.text == (HERE / "drafts" / "small.yaml").read_text("utf-8")
    shown = "".join(f"{as_text(finding)}\n" for finding in draft.findings)
    assert shown == (HERE / "drafts" / "small.findings").read_text("utf-8")
    board, findings = check_source(Source("small.yaml", draft.text))
    assert board is not None
    assert board.squares[4].rule == "Sig # og: \"Hej: du!\" 'nu'."
    assert [finding.code for finding in findings] == ["role-unused"]


@pytest.mark.parametrize(
    ("text", "story", "expected"),
    [
        ("Storm. – Betal 1.", "Storm.", "Storm. | Betal 1."),
        ("Storm. - Betal 1.", "Storm.", "Storm. | Betal 1."),
        ("Storm.—Betal 1.", "Storm.", "Storm. | Betal 1."),
        ("Storm. -- Betal 1.", "Storm.", "Storm. | Betal 1."),
        ("Storm. ־ Betal 2-3.", "Storm.", "Storm. | Betal 2-3."),
        ("嵐。――１枚取る。", "Storm.", "嵐。 | １枚取る。"),
        ("Hjemmefra – Betal 1. – Straks.", "Away", "Hjemmefra | Betal 1. – Straks. | 1 of 2"),
        ("Storm. – Betal – straks.", "Storm.", "Storm. | Betal – straks."),
        ("Fanger – to – frie. – Betal.", "Prisoners – two – freed.", "Fanger – to – frie. | Betal."),
        ("Fanger – to – frie – Betal.", "Prisoners – two – freed", "Fanger – to – frie | Betal."),
        ("Glæde – stor. – Du vinder.", "Joy.", "Glæde – stor. | Du vinder. | 2 of 2"),
        ("R. – ja. – Du vinder.", "Joy.", "R. | ja. – Du vinder. | 1 of 2"),
        ("En – to – tre", "One.", "En | to – tre | 1 of 2"),
        ("Storm. Betal 1.", "Storm.", "Storm. | Betal 1. | last sentence"),
        ("R. ser nr. 41. Han går. Betal 1.", "Storm.", "R. ser nr. 41. Han går. | Betal 1. | last sentence"),
        ("R. betaler nr. 4 osv. på stedet.", "Storm.", "R. betaler nr. 4 osv. på stedet. |  | all of it"),
        ("嵐。１枚取る。", "Storm.", "嵐。 | １枚取る。 | last sentence"),
        ("", "Storm.", " |  | all of it"),
    ],
)
def test_where_the_rule_begins(text: str, story: str, expected: str) -> None:
    found_story, rule, doubt = split_rule(text, Square(1, story, "Pay 1.", (), {}, (1,)))
    parts = expected.split(" | ")
    assert (found_story, rule) == (parts[0].strip(), parts[1].strip())
    assert (parts[2] in doubt) if len(parts) == 3 else not doubt


def test_a_square_without_a_rule_is_all_story() -> None:
    text = "Fanger – to – frie."
    assert split_rule(text, Square(1, "Prisoners – two – free.", "", (), {}, (1,))) == (text, "", "")
    story, rule, doubt = split_rule(text, Square(1, "Prisoners.", "", (), {}, (1,)))
    assert (story, rule) == (text, "")
    assert doubt == "there is a dash, and the reference has no rule here; all of it was taken as the story"
    assert split_rule("Betal – straks.", Square(1, "", "Pay.", (), {}, (1,))) == ("", "Betal – straks.", "")
