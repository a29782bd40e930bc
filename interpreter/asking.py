"""Questions to the people at a terminal, who can also type words for help, to take something back, or to stop."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from interpreter.board import Board
from interpreter.deciders import Question
from interpreter.dice import Dice, Shown, example_of
from interpreter.phrases import WORDS, answers
from interpreter.session import TakeBack
from interpreter.state import Participant
from interpreter.terminal import Terminal

LONGEST_NAME = 40
HIGHEST_AGE = 150
MOST_DIGITS = 6

ENGLISH: Mapping[str, str] = {
    "y": "yes",
    "yes": "yes",
    "n": "no",
    "no": "no",
    "done": "enough",
    "help": "help",
    "?": "help",
    "undo": "undo",
    "quit": "quit",
}
"""What English words mean at every board: the phrase that lists the words of the board for the same."""

ANSWERS: Mapping[str, bool] = {"yes": True, "no": False}
ENGLISH_ANSWERS: Mapping[str, bool] = {word: ANSWERS[phrase] for word, phrase in ENGLISH.items() if phrase in ANSWERS}


class Quit(Exception):
    """Somebody wants to stop the game."""


def is_name(name: str) -> bool:
    """Tell whether a player can be called that: something that a terminal prints and does not obey."""
    joiners = "\u200c\u200d"  # which some scripts write names with
    return 0 < len(name) <= LONGEST_NAME and all(
        unicodedata.category(character)[0] not in "CZ" or character in " " + joiners for character in name
    )


def read_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """Read a number that a person typed, in the digits of any script; None if it is none."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= most_digits else None


def read_throw(text: str) -> Shown | None:
    """Read what the dice show, die by die with + or a blank between them, or their sum; None if it is neither."""
    shown = [read_number(part) for part in re.split(r"\s*\+\s*|\s+", text.strip())]
    numbers = tuple(number for number in shown if number is not None)
    return numbers if len(numbers) == len(shown) else None


def read_age(text: str) -> int | None:
    """Read an age in years; None if it is none."""
    age = read_number(text)
    return age if age is not None and age <= HIGHEST_AGE else None


def meaning_of(board: Board, text: str) -> str:
    """Give what a word means that somebody typed: the phrase that lists it; nothing if it is no such word."""
    own = {word.casefold(): phrase for phrase in WORDS for word in answers(board.phrases[phrase])}
    return {**ENGLISH, **own}.get(text.casefold(), "")


def ask(terminal: Terminal, prompt: str) -> str:
    """Ask a person, who can also want help. Raises Quit, or TakeBack, if that is what the person wants."""
    if terminal.can_ask and not terminal.has_helped:
        say_help(terminal)
    while True:
        answer = terminal.input(prompt).strip()
        meaning = meaning_of(terminal.narrator.board, answer) if terminal.can_ask else ""
        if meaning == "help":
            say_help(terminal)
        elif meaning == "quit":
            raise Quit
        elif meaning == "undo" and terminal.can_take_back():
            terminal.say("taken back")
            raise TakeBack
        elif meaning == "undo":
            terminal.say("nothing to take back")
        else:
            return answer


def say_help(terminal: Terminal) -> None:
    """Say what can be typed at every question."""
    phrases = terminal.narrator.board.phrases
    terminal.say("help text", **{word: answers(phrases[word])[0] for word in ("help", "undo", "quit")})
    terminal.has_helped = True


def ask_roll(terminal: Terminal, player: str) -> None:
    """Wait until a player lets the dice roll."""
    while ask(terminal, terminal.narrator.say("ask roll", player=player)):
        say_help(terminal)


def ask_throw(terminal: Terminal, dice: Dice, player: str) -> Shown:
    """Ask what the dice on the table show, until it is something that they can, and all that the rules need."""
    say = terminal.narrator.say
    each_die = terminal.narrator.board.reads_each_die
    sums = {"lowest": dice.lowest, "highest": dice.highest}
    prompt = say("ask throw", player=player, **sums)
    if each_die:
        prompt = say("ask dice", player=player, sides=dice.sides, example=example_of(dice))
    while True:
        shown = read_throw(ask(terminal, prompt)) or ()
        possible = dice.can_show(shown)
        if possible and (len(shown) == dice.count or not each_die):
            return shown
        if each_die or len(shown) > 1 < dice.count:
            example = example_of(dice, shown[0]) if possible else example_of(dice)
            prompt = say("dice unclear", sides=dice.sides, example=example)
        else:
            prompt = say("throw unclear", **sums)


def ask_answer(terminal: Terminal, question: Question) -> bool:
    """Ask whether a player wants what a rule allows, until the answer is yes or no."""
    narrator = terminal.narrator
    *lines, last = narrator.ask(question)
    for line in lines:
        terminal.print(line)
    prompt = last.text
    while (answer := ANSWERS.get(meaning_of(narrator.board, ask(terminal, prompt)))) is None:
        prompt = narrator.say("answer unclear", **narrator.yes_and_no())
    return answer


def ask_players(terminal: Terminal, most: int) -> list[Participant]:
    """Ask for names and ages, until somebody says that this is all, or until there are as many as can be."""
    players: list[Participant] = []
    name = ""
    terminal.can_take_back = lambda: bool(players or name)
    while name or len(players) < most:
        try:
            if not name:
                name = _ask_name(terminal, [player.name for player in players])
                if not name:
                    break
            players.append(Participant(name, _ask_age(terminal, name)))
            name = ""
        except TakeBack:
            name = "" if name else players.pop().name
    return players


def _ask_name(terminal: Terminal, taken: Sequence[str]) -> str:
    """Ask for the next name; there is none if it is empty."""
    narrator = terminal.narrator
    enough = answers(narrator.board.phrases["enough"])[0]
    prompt = narrator.say("ask name", number=len(taken) + 1, enough=enough)
    while name := ask(terminal, prompt):
        if meaning_of(narrator.board, name) == "enough":
            return ""
        if is_name(name) and name not in taken:
            return name
        prompt = narrator.say("name unclear")
    return ""


def _ask_age(terminal: Terminal, name: str) -> int | None:
    """Ask for the age of a player; there is none if it is left open."""
    prompt = terminal.narrator.say("ask age", player=name)
    while (age := ask(terminal, prompt)) and read_age(age) is None:
        prompt = terminal.narrator.say("age unclear")
    return read_age(age)
