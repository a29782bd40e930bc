"""A game at a real terminal: the questions, the colours, the width."""

import re
import time
import unicodedata
from pathlib import Path

import pexpect
import pytest
from support import board_text
from terminals import ESCAPES, spawn


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    text = board_text({2: "may go to 4", 6: "take the rest of the pot; win"}, last=6, roles="x: y")
    path.write_text(text.replace("Square 1.", "A story " + "that is long " * 12 + "and ends."), "utf-8")
    return str(path)


def test_with_nothing_said_it_asks_who_plays_and_what_they_answer(small: str) -> None:
    child = spawn("run", small, "--dice", "2,1,2")
    for prompt, answer in (
        ("Who is player 1\\?", "A" * 41),
        ("That name is taken, or is none.", "Anna"),
        ("How old is Anna\\?", "old"),
        ("That is no age.", "40"),
        ("Who is player 2\\?", "Anna"),
        ("That name is taken, or is none.", "Bram"),
        ("How old is Bram\\?", ""),
        ("Who is player 3\\?", ""),
        ("Anna, do you want that\\? \\(yes/no\\)", "perhaps"),
        ("Answer yes or no.", "YES"),
    ):
        child.expect(prompt)
        child.sendline(answer)
    child.expect("Anna is on square 6 and wins!")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("language", "yes", "question", "begin", "reached"),
    [
        ("nl", "j", "Anna, doe je dat\\? \\(ja/nee\\)", "Hoe heet speler 1\\?", "Anna gaat naar nr. 27"),
        ("no", "ja", "Anna, vil du det\\? \\(ja/nei\\)", "Hva heter spiller 1\\?", "Anna går til nr. 27"),
        ("he", "כן", "רוצה, Anna\\? \\(כן/לא\\)", "מה השם של שחקן 1\\?", "הכלי של Anna עובר אל משבצת 27"),
        ("he", "y", "רוצה, Anna\\? \\(כן/לא\\)", "מה השם של שחקן 1\\?", "הכלי של Anna עובר אל משבצת 27"),
    ],
)
def test_in_the_language_of_the_board(language: str, yes: str, question: str, begin: str, reached: str) -> None:
    child = spawn("run", language, "--dice", "6,5,5,6,1")
    child.expect(begin)
    child.sendline("Anna")
    child.expect("Anna")
    child.sendline("8")
    child.expect("2")
    child.sendline("")
    child.expect(question)
    child.sendline("?")
    child.sendline(yes)
    child.expect(reached)
    child.expect(pexpect.EOF)


def test_own_dice_on_the_table(small: str) -> None:
    child = spawn("run", small, "--player", "Anna", "--dice", "ask")
    child.expect("Anna, what did you throw\\? \\(1 to 6\\)")
    child.sendline("0")
    child.expect("That cannot be.")
    child.sendline("6")
    child.expect("wins!")
    child.expect(pexpect.EOF)


def test_own_dice_are_asked_for_one_by_one_where_each_of_them_counts() -> None:
    child = spawn("run", "goose", "--player", "Anna", "--dice", "ask", width=120)
    child.expect("Anna, wat geeft elke dobbelsteen aan\\? \\(1–6, bijvoorbeeld 3\\+4\\)")
    child.sendline("9")
    child.expect("Elke dobbelsteen telt. Schrijf op wat ze elk aangeven, 1 tot en met 6, bijvoorbeeld 4\\+5.")
    child.sendline("5+7")
    child.expect("Elke dobbelsteen telt. Schrijf op wat ze elk aangeven, 1 tot en met 6, bijvoorbeeld 3\\+4.")
    child.sendline("5 4")
    child.expect("Anna gooit 9 \\(5 \\+ 4\\).")
    child.expect("Anna gaat naar nr. 53.")
    child.expect("wat geeft elke dobbelsteen aan")
    child.sendline("6+4")
    child.expect("Anna staat op nr. 63 en wint het spel!")
    child.expect(pexpect.EOF)


def test_the_end_of_input_stops_the_game(small: str) -> None:
    child = spawn("run", small, "--player", "Anna", "--dice", "ask")
    child.expect("what did you throw")
    child.sendeof()
    child.expect("There are no more throws or answers")
    child.expect("robinson: there is no more input")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


@pytest.mark.parametrize("arguments", [(), ("--player", "Anna", "--dice", "ask")])
def test_ctrl_c_ends_quietly(small: str, arguments: tuple[str, ...]) -> None:
    child = spawn("run", small, *arguments)
    child.expect("Who is player 1|what did you throw")
    time.sleep(0.3)  # a signal in the moment between the prompt and the reading is noticed only with the next line
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in (child.before or "")
    assert "Abort" not in (child.before or "")


def whole(*arguments: str, width: int = 80, **environment: str) -> str:
    child = spawn("run", *arguments, width=width, **environment)
    child.expect(pexpect.EOF)
    return child.before or ""


def test_colour_at_a_terminal_only_and_only_if_it_is_wanted(small: str) -> None:
    game = (small, "--player", "Anna", "--dice", "1,5", "--choose", "race")
    assert "\x1b[36m" in whole(*game)
    assert "\x1b" not in whole(*game, NO_COLOR="1")
    assert "\x1b" not in whole(*game, TERM="dumb")


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_lines_are_broken_between_words_to_fit_the_window(small: str, width: int) -> None:
    for board in (small, "nl"):
        text = ESCAPES.sub(
            "", whole(board, "--players", "3", "--choose", "race", "--max-turns", "12", "--no-journal", width=width)
        )
        lines = text.replace("\r", "").split("\n")
        assert max(map(len, lines)) <= min(width, 100)
        assert len(lines) > 10


def test_lines_from_right_to_left_are_left_for_the_terminal_to_break() -> None:
    text = ESCAPES.sub("", whole("he", "--player", "Anna", "--player", "Bram", "--choose", "race", width=40))
    track = re.compile(".*[─│⋮].*|[ AB]*")  # it is drawn as it is to be seen, and has no direction
    for line in text.replace("\r", "").split("\n"):
        if track.fullmatch(line):
            continue
        strong = next(letter for letter in line if unicodedata.bidirectional(letter) in ("L", "R", "AL"))
        assert unicodedata.bidirectional(strong) == "R", line


def test_no_control_characters_but_colours_in_hebrew() -> None:
    text = ESCAPES.sub("", whole("he", "--players", "3", "--choose", "race", "--seed", "1"))
    assert not re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069\x1b]", text)
