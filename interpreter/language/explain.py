"""Why a text is no effect: the wrong word, what was probably meant, and what could stand there."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import yaml
from lark.exceptions import UnexpectedInput, UnexpectedToken

from interpreter.source import SHIPPED, Span

# A terminal is shown as its name in lower case, and these otherwise.
_SHOWN = {
    "$END": "the end of the rule",
    "_ANOTHER": "another player",
    "NUMBER": "a number",
    "TEXT": 'a text in "quotation marks"',
    "_CASHIER": "the cashier",
    "_CLOSE": ")",
    "_EACH": "each turn here",
    "_GAME": "the game",
    "_LEFT": "your left neighbour",
    "_NEAREST": "the nearest player",
    "_NEXT": "next turn",
    "_OPEN": "(",
    "_PLACE": "places",
    "_PLAYER": "the player on",
    "_POT": "the pot",
    "_REST": "the rest of the pot",
    "_RIGHT": "your right neighbour",
    "_SLASH": "/",
    "_START": "the start",
}
_NO_WORDS = {"_DETERMINER", "_COMMA", "_SLASH", "_OPEN", "_CLOSE"}
_MAY_BE_LEFT_OUT = {"_DETERMINER", "_CHIP", "_SQUARE", "_COMMA"}
_IS_SHOWN_ALREADY = {"_AND_DIE"}

# What was probably meant, where one of these is all that could come.
_HINTS = {
    "_UNTIL": "To let turns pass, write skip 1 turn.",
    "_WHERE": "To land on a square, write go to 5.",
}

# What only you do, with no player before it, and what only one player does: by the verb, or by what follows "go".
_FOR_YOU = {
    "on": "go on by your throw",
    "pass": "pass",
    "return": "return to where you threw from",
    "roll": "roll again",
    "wait": "wait until another player lands here",
}
_FOR_ONE = ("become", "swap", "win")

_WORD = re.compile(r"\w+(?:[-'’]\w+)*|\S")
_QUOTED = re.compile(r"[“”„«»‘’‚‹›'`״׳]")


@dataclass(frozen=True)
class Problem:
    """What is wrong in a text of the effect language, without the file that it stands in."""

    span: Span
    code: str
    message: str
    remedy: str

    def at(self, place: int, more: str) -> "Problem":
        """Give the problem of a text at a place in its file, and say how often it is there."""
        span = Span(place + self.span.start, place + self.span.end)
        return Problem(span, self.code, self.message + more, self.remedy)


class BadNumber(Exception):
    """A number that is written well and makes no sense; `span` is the place in the text."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def explain(error: UnexpectedInput, text: str, terminals: Sequence[str], roles: Iterable[str]) -> Problem:
    """Turn a parser's error about a text into a problem, with a span within that text.

    `terminals` are the grammar's, in the order in which messages list them.
    """
    accepted: set[str] = error.interactive_parser.accepts()  # type: ignore[no-untyped-call]
    roles = sorted(roles)
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        end = len(text.rstrip())
        expected = _expected(accepted, terminals, roles, at_start=False)
        return Problem(Span(end, end), "unfinished-rule", "the rule is not finished", expected)
    start = (error.token.start_pos if isinstance(error, UnexpectedToken) else error.pos_in_stream) or 0
    found = _WORD.match(text, start)
    word, span = (found[0], Span(*found.span())) if found else ("", Span(start, start))
    known = isinstance(error, UnexpectedToken)
    meant = " or ".join(f'"{each}"' for each in _meant(word, accepted, roles, known=known))
    expected = _expected(accepted, terminals, roles, at_start=not text[:start].strip())
    whose = _whose(word.casefold(), accepted)
    remedy = f"Did you mean {meant}? {expected}" if meant and not whose else f"{whose}{expected}"
    if known and word == "each":
        remedy = '"each turn here" comes first in a statement.'
    if known and word == "may":
        remedy = 'A statement has one question: "may" comes first, and "and" joins what depends on the answer.'
    if accepted == {"_SLASH"}:
        remedy = f"{remedy} To take a number of chips, write take 3 from the pot."
    remedy = " ".join([remedy, *(hint for terminal, hint in _HINTS.items() if terminal in accepted)])
    if known and word.startswith('"'):
        return Problem(span, "unexpected-word", "a text between quotation marks cannot stand here", remedy)
    if known:
        return Problem(span, "unexpected-word", f'"{word}" cannot stand here', remedy)
    return _unknown(word, text, span, remedy)


def _unknown(word: str, text: str, span: Span, remedy: str) -> Problem:
    character = word[:1]
    if character == '"':
        return Problem(
            span,
            "unclosed-text",
            "a text between quotation marks is empty or does not end on this line",
            'Close it with ". Behind a space, # begins a remark in YAML: put such a text in a | block.',
        )
    if unicodedata.category(character) == "Cf":
        name = unicodedata.name(character, "without a name")
        message = f"the invisible character U+{ord(character):04X} ({name.lower()}) does not belong in an effect"
        return Problem(span, "unknown-character", message, "Delete it.")
    if word.isdecimal() and not word.isascii():
        digits = "".join(str(unicodedata.decimal(digit)) for digit in word)
        return Problem(span, "unknown-character", f'"{word}" is not written in the digits 0 to 9', f"Write {digits}.")
    if _QUOTED.fullmatch(character):
        message = f"the quotation mark {character} is not one of the effect language"
        return Problem(span, "unknown-character", message, 'Put what is said between straight ones: say "...".')
    if not (character.isalnum() or character == "_"):
        if text[span.end :].strip() and character == ".":
            return Problem(span, "unknown-character", "numbers are whole, and rules have no full stops", remedy)
        hint = {
            "#": "A remark stands outside the effect: on a line of its own, not in a | block.",
            ".": "A rule ends without a full stop.",
            ":": "The effect language has no colon.",
        }.get(character, remedy)
        return Problem(span, "unknown-character", f'"{word}" is not a sign of the effect language', hint)
    return Problem(span, "unknown-word", f'"{word}" is not a word of the effect language', remedy)


def _expected(accepted: set[str], terminals: Sequence[str], roles: Sequence[str], *, at_start: bool) -> str:
    shown: list[str] = []
    for terminal in [*terminals, "$END"]:
        if terminal not in accepted or terminal in _MAY_BE_LEFT_OUT | _IS_SHOWN_ALREADY:
            continue
        if terminal == "ROLE":
            shown += [f"your {role}" for role in roles]
        else:
            shown.append(_SHOWN.get(terminal, _keyword(terminal)))
    if at_start:
        return f"A rule can start with: {', '.join(shown)}."
    if not shown:
        return "A role has its name in the header of the board, below roles."
    return f"Here can come: {', '.join(shown)}."


def _whose(word: str, accepted: set[str]) -> str:
    """Say who can do what a word says, where a player stands before it who cannot."""
    is_behind_a_player = ("_LEAVE" in accepted and "_ROLL" not in accepted) or (word == "on" and "_FORWARD" in accepted)
    if not is_behind_a_player:
        return ""
    verb = next((verb for verb in (*_FOR_YOU, *_FOR_ONE) if word in (verb, f"{verb}s", f"{verb}es")), "")
    if verb in _FOR_YOU:
        return f"Only you can do that, without a player before it: {_FOR_YOU[verb]}. "
    return "Only one player can do that, not several. " if verb else ""


def _keyword(terminal: str) -> str:
    return terminal.strip("_").lower()


def _meant(word: str, accepted: set[str], roles: Sequence[str], *, known: bool) -> list[str]:
    """Find what a person who wrote `word` probably meant, of the words that can stand there."""
    words = {_keyword(terminal) for terminal in accepted - _NO_WORDS if terminal.startswith("_")}
    if "_DETERMINER" in accepted:
        words.update(("the", "your"))
    if "ROLE" in accepted:
        words.update(roles)
    word = word.casefold()
    synonyms = [keyword for keyword in _synonyms().get(word, []) if keyword in words]
    if synonyms or known:
        return synonyms
    return difflib.get_close_matches(word, sorted(words), n=1)


@cache
def _synonyms() -> dict[str, list[str]]:
    """Read the words that people write for the keywords, from the table beside the grammar."""
    path = SHIPPED / "grammar" / "synonyms.yaml"
    table: dict[str, list[str]] = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
    synonyms: dict[str, list[str]] = {}
    for keyword, words in table.items():
        for word in words:
            synonyms.setdefault(word.casefold(), []).append(keyword)
    return synonyms
