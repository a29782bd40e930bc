"""A game as a person reads it, in full."""

import unicodedata

import pytest
from support import HERE, play, players, small_board

from interpreter.deciders import Question, always
from interpreter.dice import random_roller, scripted_roller
from interpreter.effects import GoTo, May
from interpreter.events import Event, Landed
from interpreter.game import Game
from interpreter.load import load_board
from interpreter.narrate import Line, Narrator
from interpreter.strategy import race

GAMES = {
    # board: players, seed
    "nl": (["Anna:9", "Bram:7"], 20),
    "no": (["Kari", "Ola", "Nils"], 11),
    "he": (["דנה", "Anna"], 5),
}


def text_of(lines: list[Line]) -> str:
    return "".join(f"{line.kind.name:10} {line.text}\n" for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_the_language_of_the_board(name: str) -> None:
    names, seed = GAMES[name]
    board, _ = load_board(name)
    assert board is not None
    narrator = Narrator(board)
    lines: list[Line] = []
    roll = random_roller(board.dice, seed)
    Game(board, players(names), roll, race(board).decide, lambda event: lines.extend(narrator.tell(event))).play()
    text = text_of(lines)
    assert text == (HERE / "games" / f"{name}.txt").read_text("utf-8")


def test_everything_that_can_be_told() -> None:
    board = small_board(
        {
            1: 'everyone says "x"',
            2: 'take 100 from the pot; take 1 from the pot; say "mine"',
            3: "pay 100 to your left neighbour; pay 1 to the pot",
            4: "skip 2 turns",
            5: "roll again",
            6: "swap places with the player on 2",
            7: "each turn here, may pass",
            8: "your left neighbour becomes your friday; next turn, may go to the start",
            9: "leave the game",
            11: "go back 1",
            12: "win",
        },
        purse="15",
    )  # fmt: skip
    _, events, _ = play(board, [1, 2, 2, 6, 1, 1, 1, 6, 6, 1], [True, False, True, True], ["Anna", "Bram"])
    narrator = Narrator(board)
    text = text_of([line for event in events for line in narrator.tell(event)])
    assert text == (HERE / "games" / "everything.txt").read_text("utf-8")


@pytest.mark.parametrize("finish", ["exact, bounce back", "exact, stay", "pass"])
def test_too_high_a_throw(finish: str) -> None:
    board = small_board({3: "win"}, last=3, finish=finish)
    _, events, _ = play(board, [2, 6], names=["Anna"])
    narrator = Narrator(board)
    lines = [line.text for event in events for line in narrator.tell(event)]
    told = {
        "exact, bounce back": "Too far: Anna counts back to the start.",
        "exact, stay": "Too far: Anna stays on square 2.",
        "pass": "Anna goes to square 3.",
    }
    assert told[finish] in lines


def test_hebrew_lines_begin_from_the_right_and_hold_no_control_characters() -> None:
    board, _ = load_board("he")
    assert board is not None
    throws = [6, 6, 6, 5, 6, 3, 3, 1, 6, 6, 6, 6, 4, 5]
    _, events, _ = play(board, throws, [True] * 5, ["Anna", "Bram"])
    narrator = Narrator(board)
    lines = [line.text for event in events for line in narrator.tell(event)]
    lines += [line.text for line in narrator.ask(Question("Anna", 23, 23, 0, May(GoTo(27))))]
    for line in lines:
        strong = next(letter for letter in line if unicodedata.bidirectional(letter) in "LRAL")
        assert unicodedata.bidirectional(strong) == "R", line
        assert not [letter for letter in line if unicodedata.category(letter) in ("Cc", "Cf")], line


def test_a_question_says_which_effect_is_meant_where_the_printed_rule_cannot() -> None:
    board = small_board({1: "may go to 5; may roll again", 2: "may go to 5"})
    narrator = Narrator(board)
    narrator.tell(Landed("Anna", 1))
    first = narrator.ask(Question("Anna", 1, 1, 0, May(GoTo(5))))
    assert [line.text for line in first] == ["may go to 5", "Anna, do you want that? (yes/no)"]
    narrator.tell(Landed("Anna", 2))
    only = narrator.ask(Question("Anna", 2, 2, 0, May(GoTo(5))))
    assert [line.text for line in only] == ["Anna, do you want that? (yes/no)"]


def test_a_question_about_another_rule_than_the_last_one_told_says_which() -> None:
    board = small_board({1: "whenever you pay the pot, may roll again", 3: "pay 1 to the pot", 5: "go to 3; may pass"})
    told: list[str] = []

    def decide(question: Question) -> bool:
        told.extend(line.text for line in narrator.ask(question))
        return False

    narrator = Narrator(board)

    def tell(event: Event) -> None:
        told.extend(line.text for line in narrator.tell(event))

    throws = scripted_roller(board.dice, [(1,), (5,), (2,)])
    Game(board, players(["Anna", "Bram"]), throws, decide, tell).play()
    question = "{}, do you want that? (yes/no)"
    at = told.index(question.format("Bram"))
    assert told[at - 2 : at] == ["Bram pays 1 chip to the pot.", "No. 5: The rule of 5."]
    at = told.index(question.format("Anna"))
    assert told[at - 2 : at] == ["Anna pays 1 chip to the pot.", "No. 1: The rule of 1."]


def test_a_share_that_is_less_than_a_chip() -> None:
    board = small_board({1: "take 1/3 of the pot", 2: "take the rest of the pot"}, stake="1")
    _, events, _ = play(board, [1, 2, 1])
    narrator = Narrator(board)
    lines = [line.text for event in events for line in narrator.tell(event)]
    assert "Anna gets nothing." in lines
    assert "The pot is empty, and Anna gets nothing." in lines


def test_landing_without_end() -> None:
    board = small_board({1: "may go to 2", 2: "may go to 1", 12: "win"})
    narrator = Narrator(board)
    lines: list[str] = []
    roll = scripted_roller(board.dice, [(1,)])
    Game(
        board,
        players(["Anna"]),
        roll,
        always(True),
        lambda event: lines.extend(each.text for each in narrator.tell(event)),
    ).play()
    assert "Anna goes from square to square without end." in lines
