"""The words of the game log: which phrases a board has, and what they can speak of.

A phrase is a text with {placeholders}. A phrase that counts can have several forms, chosen by the
number: `1`, `2-4, 22-24`, and `other` for the rest.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
OTHER = "other"

FORM = re.compile(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?")


@dataclass(frozen=True)
class PhraseKind:
    """What a phrase is for, which placeholders it can have or needs, and whether it counts."""

    meaning: str
    placeholders: tuple[str, ...] = ()
    counts: bool = False
    needs: str = ""


def _kind(meaning: str, *placeholders: str) -> PhraseKind:
    return PhraseKind(meaning, placeholders)


PHRASES: Mapping[str, PhraseKind] = {
    # things and places
    "chips": PhraseKind("a number of chips", ("count",), counts=True),
    "turns": PhraseKind("a number of turns", ("count",), counts=True),
    "players": PhraseKind("a number of players", ("count",), counts=True),
    "player": PhraseKind("the name of a player who has none", ("number",), needs="number"),
    "computer": PhraseKind("the name of a player who is the computer", ("number",), needs="number"),
    "square": PhraseKind("a square, as the place where somebody is or goes", ("square",), needs="square"),
    "start": _kind("the start, as the place where somebody is or goes"),
    "gain": _kind("a result: so many chips won", "chips", "count"),
    "loss": _kind("a result: so many chips lost", "chips", "count"),
    "even": _kind("a result: nothing won and nothing lost"),
    # the beginning
    "begin": _kind("a game begins", "name", "players"),
    "stake": _kind("everyone has put the stake into the pot", "chips", "pot"),
    "first": _kind("who begins, and is the cashier", "player"),
    # a turn
    "turn": _kind("a turn begins", "turn", "player", "place"),
    "skipped": _kind("the player's turn passes", "player"),
    "waits": _kind("the player's turn passes, because the player waits for another", "player"),
    "throw": _kind("a throw", "player", "throw"),
    "go": _kind("a player lands somewhere", "player", "place"),
    "count back": _kind("the throw was too high, and counts back to a place", "player", "place"),
    "return": _kind("a player goes back to where the throw began", "player", "place"),
    "stay": _kind("the throw was too high, and the player stays", "player", "place"),
    "lands for ever": _kind("rules send a player round and round, and the game cannot go on", "player"),
    "swap": _kind("two players change places", "player", "place", "other", "other place"),
    # what a rule does
    "pay": _kind("a player pays the pot", "player", "chips"),
    "take": _kind("a player takes from the pot", "player", "chips"),
    "give": _kind("a player pays another", "player", "other", "chips"),
    "pot empty": _kind("a player would take, and the pot is empty", "player"),
    "nothing": _kind("a share of the pot is less than a chip", "player"),
    "purse empty": _kind("a player would pay, and has nothing", "player"),
    "roll again": _kind("a player throws again", "player"),
    "skip": _kind("a player will skip turns", "player", "turns"),
    "wait": _kind("a player waits on a square until another one comes there", "player", "place"),
    "free": _kind("a player no longer waits, and can go on", "player"),
    "pass": _kind("a player ends the turn and does not throw", "player"),
    "say": _kind("a player says something", "player", "text"),
    "all say": _kind("everyone says something", "text"),
    "role": _kind("a player becomes something for another", "player", "other", "role"),
    "leave": _kind("a player is out of the game", "player"),
    # questions
    "question": _kind("does the player want what the rule allows?", "player", "yes", "no"),
    "yes": _kind("the answers that mean yes, the usual one first, with commas"),
    "no": _kind("the answers that mean no, the usual one first, with commas"),
    "agree": _kind("a player wants what the rule allows", "player"),
    "decline": _kind("a player does not want what the rule allows", "player"),
    "answer unclear": _kind("the answer was neither yes nor no", "yes", "no"),
    "ask throw": _kind("what did the player throw?", "player", "lowest", "highest"),
    "ask dice": _kind("what does each die show? asked where the rules depend on it", "player", "sides", "example"),
    "dice unclear": PhraseKind(
        "a sum is not enough, or no die shows that; what does each show?", ("sides", "example"), needs="example"
    ),
    "throw unclear": _kind("the dice cannot show that", "lowest", "highest"),
    "ask name": _kind("the name of the next player; an empty line or a word ends the list", "number", "enough"),
    "ask age": _kind("how old is this player? an empty line leaves it open", "player"),
    "name unclear": _kind("the name is taken, or is none"),
    "age unclear": _kind("this is no age"),
    "ask roll": _kind("a player can throw now, by pressing Enter", "player"),
    # what can be typed at a question instead of an answer, and what comes of it
    "enough": _kind("the words that end the list of players, the usual one first, with commas"),
    "help": _kind("the words that ask what can be typed, the usual one first, with commas"),
    "undo": _kind("the words that take back the last throw or answer, the usual one first, with commas"),
    "quit": _kind("the words that stop the game, the usual one first, with commas"),
    "help text": _kind("what can be typed at every question", "help", "undo", "quit"),
    "taken back": _kind("the last throw or answer is taken back"),
    "nothing to take back": _kind("there is no throw and no answer to take back"),
    "stopped": _kind("the game stops, because somebody said so"),
    "kept": _kind("the game is kept, and can go on with the command below"),
    # standings and the end
    "standings": _kind("the pot and all players", "pot", "players"),
    "standing": _kind("where one player is, and what this player has won or lost", "player", "place", "result"),
    "standing out": _kind("the same for a player who is out of the game", "player", "result"),
    "won": _kind("the game is won", "player", "place"),
    "all out": _kind("the game ends because everyone is out"),
    "stuck": _kind("the game ends because nobody can ever move again"),
    "turn limit": _kind("the game is stopped because it goes on and on"),
    "script ended": _kind("the game is stopped because there are no more throws or answers"),
    "result": _kind("where a player is in the end, and with what", "player", "place", "result", "account"),
    "result out": _kind("the same for a player who is out of the game", "player", "result", "account"),
    "account": _kind("where the result comes from, in chips", "stake", "paid", "received"),
    "role of": _kind("a player who is something for another", "player", "role", "other"),
    "left in pot": _kind("what is left in the pot", "chips"),
    "length": _kind("how long the game was", "turns", "throws"),
}

WORDS = ("yes", "no", "enough", "help", "undo", "quit")
"""The phrases that list words which people can type."""


@dataclass(frozen=True)
class Phrase:
    """A text with placeholders, or several for several numbers: from, to (both included), text."""

    other: str
    forms: tuple[tuple[int, int, str], ...] = ()

    def fill(self, **values: object) -> str:
        """Put values for the placeholders; {other place} is given as other_place."""
        text = self.other
        count = values.get("count")
        if isinstance(count, int):
            text = next((form for low, high, form in self.forms if low <= count <= high), text)
        return PLACEHOLDER.sub(lambda found: str(values[found[1].replace(" ", "_")]), text)


def read_form(key: str) -> list[tuple[int, int]] | None:
    """Read the numbers that a form is for, `2-4, 22` say, as ranges; None if the key is not of that kind."""
    ranges = []
    for part in key.split(","):
        found = FORM.fullmatch(part)
        if found is None:
            return None
        low, high = int(found[1]), int(found[2] or found[1])
        if high < low:
            return None
        ranges.append((low, high))
    return ranges


def answers(phrase: Phrase) -> list[str]:
    """Give the words of a phrase that lists answers, with the commas of any script between them."""
    return [word.strip() for word in re.split("[,،、]", phrase.other) if word.strip()]
