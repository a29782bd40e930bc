"""A family at a terminal: from the names to the end, with all that can be typed on the way."""

import json
import re
import shlex
import sys
from pathlib import Path

import pexpect
import pytest
from support import ROOT, Robinson, board_text
from terminals import ESCAPES, converse, spawn

from interpreter.asking import ENGLISH
from interpreter.load import load_board
from interpreter.phrases import WORDS, answers

# What is asked in each language: the names, the ages, for a throw, and for an answer.
QUESTIONS = {
    "nl": (r"Hoe heet speler .*\) $", r"Hoe oud is .*\) $", r"Enter om te gooien\. $", r"doe je dat\? \(ja/nee\) $"),
    "no": (r"Hva heter spiller .*\) $", r"Hvor gammel er .*\) $", r"Enter for å kaste\. $", r"du det\? \(ja/nei\) $"),
    "he": (r"מה השם של .*\) $", r"מה הגיל של .*\) $", r"לוחצים על Enter\. $", r"רוצה, .*\? \(כן/לא\) $"),
    "small": (r"Who is player .*\) $", r"How old is .*\) $", r"press Enter to throw\. $", r"want that\? \(yes/no\) $"),
}  # fmt: skip
NAMES = {"nl": ["Anna", "Bram", "klaar"], "no": ["Kari", "Ola", "ferdig"], "he": ["דנה", "Anna", "זהו"]}
YES = {"nl": "ja", "no": "ja", "he": "כן"}
NO = {"nl": "nee", "no": "nei", "he": "לא"}


SEED = "4"
"""With it, everybody is asked everything in the small game."""


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    path.write_text(board_text({2: "may go to 4", 6: "take the rest of the pot; win"}, last=6, roles="x: y"), "utf-8")
    return str(path)


def exit_of(child: "pexpect.spawn[str]") -> int | None:
    child.close()
    status: int | None = child.exitstatus
    return status


def without_track(text: str) -> str:
    """Leave out the track and the marks in the standings, and part words by single blanks."""
    lines = [line for line in ESCAPES.sub("", text).split("\n") if not re.fullmatch(r".*[─│⋮].*| *\w( \w)*", line)]
    return re.sub(r"\s+", " ", re.sub(r" \[\w+\]", "", "\n".join(lines)))


@pytest.mark.parametrize("board", ["nl", "no", "he"])
def test_a_family_plays_from_the_names_to_the_end(board: str, robinson: Robinson) -> None:
    names, ages, throws, mays = QUESTIONS[board]
    child = spawn("run", board, "--seed", "1", width=100)
    replies = {names: NAMES[board], ages: ["8", "7"], throws: [""], mays: [YES[board], NO[board]]}
    said = converse(child, replies)
    assert exit_of(child) == 0
    asked = len(re.findall(mays.removesuffix("$"), said))
    first, second = (f"{name}:{age}" for name, age in zip(NAMES[board][:2], ("8", "7"), strict=True))
    answers = ",".join(["y", *["n"] * 9])
    code, out, err = robinson("run", board, "--seed", "1", "--player", first, "--player", second, "--answers", answers)
    assert (code, err) == (0, f"robinson: answers of the list that the game did not need: {10 - asked}\n")
    told = without_track(said)
    place = 0
    for line in filter(None, map(str.strip, out.split("\n"))):
        place = told.index(line, place) + len(line)
    thrown = re.search(r"([0-9]+)\D*$", told)
    assert thrown
    assert len(re.findall(throws.removesuffix("$"), said)) == int(thrown[1])


WINDOWS = {
    (40, 80): ["     1───2───3───4───5───6───7───8───9──10──11──12──13──14──15─┐"],
    (24, 40): ["     1───2───3───4───5───6───7───8───9─┐"],
    (50, 200): ["     1───2───3───4───5───6───7───8───9──10──11──12──13──14──15─┐"],
    (24, 60): ["     1───2───3───4───5───6───7───8───9─┐"],
}


def test_the_track_is_as_wide_as_the_window_at_each_turn() -> None:
    child = spawn("run", "nl", "--seed", "1", "--player", "Anna", "--player", "Bram", NO_COLOR="1")
    throws = QUESTIONS["nl"][2]
    for (height, width), first in WINDOWS.items():
        child.expect(throws)
        child.setwinsize(height, width)
        child.sendline("")
        child.expect(throws)
        lines = (child.before or "").replace("\r", "").split("\n")
        assert max(map(len, lines)) <= min(width, 100)
        assert [line for line in lines if "───1───2" in line.replace(" ", "─")] == first
        child.sendline("")
    child.close()


def test_undo_at_every_question_and_the_same_game_again(small: str, robinson: Robinson, tmp_path: Path) -> None:
    names, ages, throws, mays = QUESTIONS["small"]
    replies = {names: ["Anna", "Bram", "done"], ages: ["8", ""], throws: [""], mays: ["no", "yes"]}
    game = ("run", small, "--seed", SEED, "--computer", "1", "--journal")
    journal = tmp_path / "as played"
    said = converse(spawn(*game, str(journal)), replies)
    typed = []
    left = {question: iter(answers) for question, answers in replies.items()}
    for match in re.finditer("|".join(f"({question.removesuffix('$')})" for question in replies), said):
        question = list(replies)[(match.lastindex or 0) - 1]
        typed.append((question, next(left[question], replies[question][-1])))
    assert {question for question, _ in typed} == set(replies)
    assert len(typed) > 10

    undone = tmp_path / "undone"
    child = spawn(*game, str(undone))
    for place, (question, answer) in enumerate(typed):
        child.expect(question)
        child.sendline("undo")
        if place in (0, 5):  # nobody has said anything yet; all names are known
            child.expect("There is nothing to take back\\.")
        else:
            child.expect("The last throw or answer is taken back\\.")
            child.expect(typed[place - 1][0])
            child.sendline(typed[place - 1][1])
        child.expect(question)
        child.sendline(answer)
    child.expect(pexpect.EOF)
    assert exit_of(child) == 0
    assert (child.before or "").replace("\r", "").endswith(said[said.rindex("\n\n") :])
    events = robinson("replay", str(journal), "--format", "jsonl")
    assert events == robinson("replay", str(undone), "--format", "jsonl")
    assert json.loads(events[1].splitlines()[-1])["reason"] == "won"


KEPT = "It is kept, and this goes on with it"


@pytest.mark.parametrize(
    ("board", "replies", "last", "word", "closing"),
    [
        ("nl", {}, 0, "stop", "Het spel stopt hier.\n"),
        ("no", {0: ["Kari"]}, 1, "slutt", "Spillet stopper her.\n"),
        ("small", {0: ["Anna", ""], 1: [""]}, 2, "QUIT", f"The game stops here.\n  {KEPT}:\n"),
        ("he", {0: ["דנה", ""], 1: [""], 2: [""]}, 3, "סיום", "המשחק נעצר כאן.\n  המשחק נשמר, וכך ממשיכים:\n"),
    ],
)
def test_quit_at_every_question(
    small: str, board: str, replies: dict[int, list[str]], last: int, word: str, closing: str
) -> None:
    questions = QUESTIONS[board]
    child = spawn("run", small if board == "small" else board, "--seed", SEED, NO_COLOR="1")
    converse(child, {questions[place]: answers for place, answers in replies.items()}, last=questions[last])
    child.sendline(word)
    child.expect(pexpect.EOF)
    said = (child.before or "").replace("\r", "").lstrip()
    assert exit_of(child) == 0
    if "\n  " in closing:
        command = re.fullmatch(f"{re.escape(closing)}  robinson resume ([0-9]{{4}}-[^ ]+)\n", said)
        assert command
    else:
        assert said == closing


def test_nonsense_and_very_long_lines_at_every_question(small: str) -> None:
    names, ages, throws, mays = QUESTIONS["small"]
    nonsense = ["x" * 3000, "\x01\x02", "-1", "؟", "ja"]
    child = spawn("run", small, "--seed", SEED, "--computer", "1", NO_COLOR="1")
    clear = {names: ["Anna", "done"], ages: ["٨"], throws: [""], mays: ["y"]}
    unclear = {
        names: r"That name is taken, or is none\. $",
        ages: r"That is no age\. $",
        throws: throws,
        mays: r"Answer yes or no\. $",
    }
    seen = set()
    while True:
        found = child.expect([*clear, pexpect.EOF])
        if found == len(clear):
            break
        question = list(clear)[found]
        if question not in seen:
            seen.add(question)
            for text in nonsense if question != names else nonsense[:2]:
                child.sendline(text)
                child.expect(unclear[question])
        child.sendline(clear[question].pop(0) if len(clear[question]) > 1 else clear[question][0])
    assert seen == set(clear)
    assert exit_of(child) == 0


@pytest.mark.parametrize("last", range(4))
@pytest.mark.parametrize("key", ["c", "d"])
def test_ctrl_c_and_ctrl_d_at_every_question(small: str, last: int, key: str) -> None:
    questions = QUESTIONS["small"]
    replies = {0: ["Anna", ""], 1: ["8"], 2: [""], 3: [""]}
    child = spawn("run", small, "--seed", SEED, NO_COLOR="1")
    before = {questions[place]: answers for place, answers in replies.items() if place < last}
    converse(child, before, last=questions[last])
    child.delaybeforesend = 0.2  # see tests/test_terminal.py
    child.sendcontrol(key)
    child.expect(pexpect.EOF)
    said = (child.before or "").replace("\r", "")
    assert exit_of(child) == (130 if key == "c" or last < 2 else 1)
    assert "Traceback" not in said
    assert ("this goes on with it: robinson resume" in said) == (last >= 2)


def test_help_says_what_can_be_typed_and_asks_again(small: str) -> None:
    child = spawn("run", "he", "--player", "Anna", "--seed", "1", NO_COLOR="1")
    throws = QUESTIONS["he"][2]
    text = "בכל שאלה אפשר לכתוב גם: עזרה (ההסבר הזה), ביטול (ביטול ההטלה או התשובה האחרונה) או יציאה (הפסקת המשחק)."
    for word in ("עזרה", "help", "?", "HELP", "xyz"):
        child.expect(throws)
        assert (child.before or "").count(text) == 1
        child.sendline(word)
    child.expect(throws)
    child.close()


PLAIN = """\
At every question you can also type: help (this text), undo (take the last throw or answer back) or quit (stop).
Anna, what did you throw? (1 to 6) Anna throws 2.
Anna goes to square 2.
No. 2: Square 2. – The rule of 2.
Anna, do you want that? (yes/no) Anna wants that.
Anna goes to square 4.
No. 4: Square 4.
Left in the pot: 20 chips.
Anna on square 4 (10 chips lost)
Computer 1 on the start (10 chips lost)
Turn 2: Computer 1, on the start
"""


def test_plain_is_one_fact_a_line_and_nothing_else(small: str) -> None:
    child = spawn("run", small, "--player", "Anna:8", "--computer", "1", "--dice", "ask", "--plain", width=40)
    said = converse(child, {r"what did you throw\? \(1 to 6\) $": ["2", "2"], QUESTIONS["small"][3]: ["y"]})
    assert said.startswith(
        "Small, for 2 players.\n"
        "Everyone puts 10 chips into the pot, which has 20.\n"
        "Anna begins and is the cashier.\n"
        "Turn 1: Anna, on the start\n"
    )
    assert PLAIN.replace("(1 to 6) ", "(1 to 6) \n").replace("(yes/no) ", "(yes/no) \n") in said
    assert not re.search("[\x1b─│⋮]|\n\n|\n ", said)
    assert exit_of(child) == 0


def test_plain_off_a_terminal(small: str, robinson: Robinson) -> None:
    code, out, _ = robinson("run", small, "--player", "Anna", "--dice", "1,5", "--plain")
    assert code == 0
    assert out.startswith(
        "Small, for 1 player.\n"
        "Everyone puts 10 chips into the pot, which has 10.\n"
        "Anna begins and is the cashier.\n"
        "Turn 1: Anna, on the start\n"
        "Anna throws 1.\n"
        "Anna goes to square 1.\n"
        "No. 1: Square 1.\n"
        "Left in the pot: 10 chips.\n"
        "Anna on square 1 (10 chips lost)\n"
    )


def test_auto_waits_for_nobody_and_asks_every_may(small: str) -> None:
    child = spawn("run", small, "--player", "Anna", "--player", "Bram", "--auto", "--seed", SEED)
    said = converse(child, {QUESTIONS["small"][3]: ["no"]})
    assert "do you want that" in said
    assert "press Enter" not in said
    assert exit_of(child) == 0


def test_computers_throw_and_answer_by_themselves(tmp_path: Path, robinson: Robinson) -> None:
    board = tmp_path / "skip.yaml"
    board.write_text(board_text({2: "may skip 1 turn", 6: "win"}, last=6, roles="x: y"), "utf-8")
    game = ("run", str(board), "--dice", "2,2,4", "--choose", "yes", "--format", "jsonl")
    code, out, _ = robinson(*game, "--player", "Computer 1:9", "--computer", "1")
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert events[0]["players"] == ["Computer 1", "Computer 2"]
    answers = [(event["player"], event["answer"]) for event in events if event["event"] == "answer"]
    assert answers == [("Computer 1", True), ("Computer 2", False)]


def test_how_many_can_play(small: str, robinson: Robinson) -> None:
    assert json.loads(robinson("run", small, "--computer", "2", "--format", "jsonl")[1].split("\n")[0])["players"] == [
        "Computer 1",
        "Computer 2",
    ]
    both = robinson("run", small, "--players", "1", "--computer", "1", "--format", "jsonl")[1].split("\n")[0]
    assert json.loads(both)["players"] == ["Player 1", "Computer 1"]
    code, _, err = robinson("run", small, "--players", "50", "--computer", "50")
    assert (code, "There can be 99 players at the most." in err) == (2, True)


VISUAL = """\
                                                    .םינקחש 2 םע ,ןוזניבור קחשמה
                                  .20 הב שי וישכע .הפוקב םינומיסא 10 םימש םלוכ
                                          .Anna :הפוקה לע תוירחאהו ןושארה רותה

                ┌─15──14──13──12──11──10──9───8───7───6───5───4───3───2───1
                └─16──17──18──19──20──21──22──23──24──25──26──27──28──29──30───┐
                  45──44──43──42──41──40──39──38──37──36──35──34──33──32──31───┘
       [דָּ] הנָדָּ · (םינומיסא 10 לש דספה) הלחתהה תדוקנב Anna [A] · 20 הפוקב :בצמה
                                         (םינומיסא 10 לש דספה) הלחתהה תדוקנב

                                                      הלחתהה תדוקנב ,Anna :1 רות
        הבושתה וא הלטהה לוטיב) לוטיב ,(הזה רבסהה) הרזע :םג בותכל רשפא הלאש לכב
                                            .(קחשמה תקספה) האיצי וא (הנורחאה
                                                .Enter לע םיצחול Anna לש הלטהל
"""


def test_visual_is_in_the_order_in_which_it_is_seen() -> None:
    child = spawn("run", "he", "--player", "Anna:8", "--player", "דָּנָה", "--bidi", "visual", "--seed", "1", NO_COLOR="1")
    child.expect("> $")
    lines = [line.rstrip() for line in (child.before or "").replace("\r", "").split("\n")]
    child.close()
    assert lines == VISUAL.split("\n")


def test_what_visual_needs_is_said(tmp_path: Path) -> None:
    (tmp_path / "bidi.py").write_text("raise ImportError", "utf-8")
    child = spawn("run", "he", "--bidi", "visual", PYTHONPATH=str(tmp_path))
    child.expect(pexpect.EOF)
    command = f"{shlex.quote(sys.executable)} -m pip install '.[bidi]'"
    assert child.before == f"robinson: --bidi visual needs python-bidi; in the project's folder: {command}\r\n"
    assert exit_of(child) == 2


def test_visual_is_for_terminals_only(robinson: Robinson) -> None:
    game = ("run", "he", "--players", "2", "--seed", "1")
    assert robinson(*game) == robinson(*game, "--bidi", "visual")


def test_a_game_with_a_computer_goes_on_as_it_was(tmp_path: Path, robinson: Robinson) -> None:
    journal = str(tmp_path / "game")
    throws, mays = QUESTIONS["nl"][2:]
    child = spawn("run", "nl", "--player", "Anna:8", "--computer", "1", "--seed", "1", "--journal", journal)
    child.expect(throws)
    child.sendline("")
    child.expect(throws)
    child.sendline("stop")
    child.expect(pexpect.EOF)
    child = spawn("resume", journal, "--plain", "--auto")
    said = converse(child, {mays: ["nee"]})
    assert exit_of(child) == 0
    assert "Computer 1, doe je dat" not in said
    played = robinson("replay", journal, "--format", "jsonl")[1].splitlines()
    rolled = [event["player"] for event in map(json.loads, played) if event["event"] == "roll"]
    assert rolled[:2] == ["Anna", "Computer 1"]
    assert rolled.count("Computer 1") > 3


@pytest.mark.parametrize("board", ["nl", "no", "he"])
def test_the_documentation_has_the_words_that_can_be_typed(board: str) -> None:
    read, _ = load_board(board)
    assert read is not None
    rows = re.findall(r"(?m)^\| (`.*) \|.*\|$", (ROOT / "docs" / "playing.md").read_text("utf-8"))
    words = [[re.findall("`([^`]+)`", cell) for cell in row.split(" | ")] for row in rows if row.count(" | ") == 3]
    column = ["nl", "no", "he"].index(board) + 1
    documented = {tuple(row[0]): row[column] for row in words}
    assert documented == {
        tuple(word for word in sorted(ENGLISH, key=len, reverse=True) if ENGLISH[word] == phrase): answers(
            read.phrases[phrase]
        )
        for phrase in WORDS
    }
