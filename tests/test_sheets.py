"""The boards that ship say what their sheets say, to the letter."""

import pytest
from support import HERE, ROOT

from interpreter.board import Board, sheet
from interpreter.diagnostics import as_text
from interpreter.effects import walk
from interpreter.language import canonical_rule
from interpreter.load import load_board, shipped_boards
from interpreter.phrases import PHRASES

LANGUAGES = ["he", "nl", "no"]
EFFECTS = {
    1: "everyone pays 1 to the pot",
    3: "take 1 from the pot",
    4: "next turn, may go to the start",
    7: "each turn here, may pass",
    8: "pay 3 to the pot",
    10: "pay 2 to your right neighbour",
    11: "take 1 from the pot",
    12: "skip 1 turn",
    14: "take 2 from the pot",
    15: "pay 2 to the pot",
    17: 'everyone says "..."',
    18: "take 4 from the pot",
    20: "may roll again",
    23: "may go to 27",
    25: "go to 14",
    26: "pay 3 to the pot",
    29: "take 2 from your right neighbour\n"
    "your right neighbour becomes your friday\n"
    "whenever you pay the pot, your friday pays 1 to the pot\n"
    "whenever you take from the pot, your friday takes 1 from the pot",
    32: "everyone else pays 1 to you",
    33: "take 3 from the pot",
    36: "swap places with the player on 41",
    40: "take 4 from the pot",
    42: "if you rolled 6 from here then leave the game",
    45: "if you have a friday then your friday receives 1/3 of the pot "
    "otherwise the nearest player receives 1/2 of the pot\nreceive the rest of the pot\nwin",
}


def load(language: str) -> Board:
    board, findings = load_board(language)
    assert [as_text(finding) for finding in findings] == []
    assert board is not None
    return board


def test_these_boards_ship() -> None:
    assert set(LANGUAGES) < set(shipped_boards())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_prints_its_sheet(language: str) -> None:
    assert sheet(load(language)).encode() == (HERE / "sheets" / f"{language}.txt").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_printed_rule_has_its_effect(language: str) -> None:
    board = load(language)
    said = {"nl": "Arme Robinson!", "no": "Stakkars Robinson!", "he": "רובינזון המסכן!"}[language]
    expected = EFFECTS | {17: f'everyone says "{said}"'}
    if language == "nl":
        expected[12] = "may skip 1 turn"
    assert {
        square.number: canonical_rule(square.effects) for square in board.squares.values() if square.rule
    } == expected
    assert list(board.squares) == list(range(1, 46))


@pytest.mark.parametrize("language", LANGUAGES)
def test_effects_stand_in_the_file_in_canonical_text(language: str) -> None:
    text = (ROOT / "boards" / f"{language}.yaml").read_text("utf-8")
    for square in load(language).squares.values():
        for effect in square.effects:
            assert effect.span is not None
            assert text[effect.span.start : effect.span.end] == canonical_rule([effect])
            assert all(node.span for node in walk(effect))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_uses_all_it_is_given_or_has_a_reason_not_to(language: str) -> None:
    # The results of a game can be told in chips or in bare numbers; Hebrew gives the throw and the turn
    # without the player where the line before has named them.
    either = {("gain", "chips"), ("gain", "count"), ("loss", "chips"), ("loss", "count")}
    for name, phrase in load(language).phrases.items():
        texts = [phrase.other, *(text for _, _, text in phrase.forms)]
        for placeholder in PHRASES[name].placeholders:
            if (name, placeholder) not in either:
                assert any("{" + placeholder + "}" in text for text in texts), f"{language}: {name} lacks {placeholder}"


@pytest.mark.parametrize(
    ("language", "beginnings"),
    [
        (
            "nl",
            "Iedere Neem Je Je Betaal Betaal Neem Je Neem Betaal Alle Neem Je Je Van Betaal Je Ze Neem Als Neem Als",
        ),
        ("no", "Hver Få Du Her Betal Betal Får Du Får Betal Alle Får Du Kan Av Betal Du De Får Hvis Får Hvis"),
        ("he", "כל קבל מותר מותר שלם שלם קבל אתה קבל שלם כל קבל אתה מותר מתוך שלם אתה הם קבל אם קבל אם"),
    ],
)
def test_rules_begin_where_the_story_ends(language: str, beginnings: str) -> None:
    rules = [square.rule for square in load(language).squares.values() if square.rule]
    assert [rule.split()[0] for rule in rules[:-1]] == beginnings.split()
    assert rules[-1].split()[0] in ("Je", "Du", "אתה")


def test_no_board_says_anything_in_python() -> None:
    boards = [load(language) for language in LANGUAGES]
    names = {name for board in boards for role in board.roles.items() for name in role}
    for path in [ROOT / "cli.py", *(ROOT / "interpreter").rglob("*.py")]:
        text = path.read_text("utf-8").casefold()
        assert not [name for name in names if name.casefold() in text], path
