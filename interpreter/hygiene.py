"""What a careful reader marks in any text, whatever its language: one pure function a check."""

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Generic, TypeVar

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity, counted, shortened
from interpreter.passages import Passage, find_all, find_in, passages, sheet_passages
from interpreter.signs import ALLOWED_IN_TEXTS, CLOSING_SIGNS, END_OF_ISOLATE, ISOLATES, JOINERS, SENTENCE_ENDS
from interpreter.source import Span

Kind = TypeVar("Kind")

_BRACKETS = dict(zip(")]}»›」』）】〉》］｝", "([{«‹「『（【〈《［｛", strict=True))
_CLOSED_THE_OTHER_WAY = {"«": "»", "‹": "›"}
_OPENING = {*_BRACKETS.values(), *_CLOSED_THE_OTHER_WAY.values()}
_DOUBLE_QUOTES = '"“”„‟״＂'
_ENDS = f"{SENTENCE_ENDS}:;"
_HABIT = 0.8
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_SPACES = "\t\n\r"
_WITHOUT_JOINERS = {"LATIN", "GREEK", "CYRILLIC", "HEBREW"}
_AS_ON_THE_SHEET = "Compare it with the sheet."

# Japanese and Chinese write letters of other scripts without a space beside their own.
_BESIDE_ALL_OTHERS = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}


def hidden_characters(board: Board) -> Iterator[Diagnostic]:
    """Find characters that cannot be seen and do not belong, in the file and behind escapes.

    Texts can have marks of direction and joiners, which some scripts need; nothing else in the file can.
    """
    read = list(passages(board))
    text = board.source.text
    text_around, effect_around = _texts_and_effects(board, read)
    found: defaultdict[Passage | int, list[tuple[str, Span]]] = defaultdict(list)
    for place, character in enumerate(text):
        if not _is_unseen(character):
            continue
        around = text_around.find(place)
        if around is None and effect_around.find(place) is not None:
            continue  # of an effect, the effect language says so itself
        if around is None or not _belongs(text, place):
            found[around or board.source.position(place)[0]].append((_hidden(character), Span(place, place + 1)))
    for passage in read:
        unseen = [place for place, character in enumerate(passage.text) if _is_unseen(character)]
        written = set(text[passage.span.start : passage.span.end]) if unseen else set()
        for place in unseen:
            character = passage.text[place]
            if character not in written and not _belongs(passage.text, place):
                found[passage].append((_hidden(character), passage.span))
    for where, hidden_there in found.items():
        square = where.square if isinstance(where, Passage) else None
        for message, span, more in counted(hidden_there):
            yield Diagnostic(board.source, span, "hidden-character", message + more, "Delete it.", square)
    for passage in read:
        if not _isolates_closed(passage.text):
            message = "a directional isolate is opened and not closed, or closed and not opened"
            remedy = "Close it with U+2069 in the same text, or delete it."
            yield find_in(board, passage, None, "unclosed-isolate", message, remedy, Severity.ERROR)


class _Around(Generic[Kind]):
    """Finds what stands around a place; no two things have a part of the text in common."""

    def __init__(self, things: Mapping[Span, Kind]) -> None:
        self._things = sorted(things.items(), key=lambda each: each[0].start)
        self._starts = [span.start for span, _ in self._things]

    def find(self, place: int) -> Kind | None:
        """Give what stands around a place, if anything does."""
        number = bisect_right(self._starts, place) - 1
        return self._things[number][1] if number >= 0 and place < self._things[number][0].end else None


def _texts_and_effects(board: Board, read: Sequence[Passage]) -> tuple[_Around[Passage], _Around[Span]]:
    """Make what finds the text around a place, and the effect."""
    effects = [square.spans["effect"] for square in board.written if "effect" in square.spans]
    effects += [board.every_square.spans["effect"]] if board.every_square and board.every_square.effects else []
    # Of several texts at one place, as the forms of a phrase are, the first counts.
    texts = {passage.span: passage for passage in reversed(read)}
    return _Around(texts), _Around({span: span for span in effects})


def _hidden(character: str) -> str:
    name = unicodedata.name(character, "without a name").lower()
    return f"U+{ord(character):04X} ({name}), which cannot be seen, does not belong here"


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN and character not in _SPACES


def _belongs(text: str, place: int) -> bool:
    """Tell whether a character without a shape belongs in a text: joiners do in scripts that write with them."""
    if text[place] in JOINERS:
        return place > 0 and text[place - 1].isalpha() and _script(text[place - 1]) not in _WITHOUT_JOINERS
    return text[place] in ALLOWED_IN_TEXTS


def _isolates_closed(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character in ISOLATES) - (character == END_OF_ISOLATE)
        if depth < 0:
            return False
    return depth == 0


def doubled_words(board: Board) -> Iterator[Diagnostic]:
    """Find a word that stands twice in a row; some languages do that on purpose."""
    for passage in passages(board):
        found = (
            (f'"{shortened(pair[1])}" stands twice in a row', Span(*pair.span()))
            for pair in re.finditer(r"\b([^\W\d_]+)\s+\1\b", passage.text, re.IGNORECASE)
        )
        remedy = "Delete one of the two, if it is too many."
        yield from find_all(board, passage, found, "doubled-word", remedy, Severity.NOTE)


def balanced_signs(board: Board) -> Iterator[Diagnostic]:
    """Find brackets and quotation marks without a partner, of any style."""
    for passage in passages(board):
        lone = _lone_sign(passage.text)
        if lone is not None:
            message, remedy = f"{passage.text[lone]} has no partner", "Add the other one, or delete it."
            yield find_in(board, passage, Span(lone, lone + 1), "unbalanced", message, remedy)


def _lone_sign(text: str) -> int | None:
    """Find a sign without a partner. German opens with the sign that English closes with, and Danish turns »« round."""
    quotes = [place for place, sign in enumerate(text) if sign in _DOUBLE_QUOTES and not _is_within_word(text, place)]
    if len(quotes) % 2:
        return quotes[0]
    open_signs: list[int] = []
    for place, sign in enumerate(text):
        partner = text[open_signs[-1]] if open_signs else ""
        if partner and partner in (_BRACKETS.get(sign), _CLOSED_THE_OTHER_WAY.get(sign)):
            open_signs.pop()
        elif sign in _OPENING:
            open_signs.append(place)
        elif sign in _BRACKETS:
            return place
    return open_signs[-1] if open_signs else None


def _is_within_word(text: str, place: int) -> bool:
    """Tell whether a sign stands between letters, as in Hebrew abbreviations."""
    return text[place - 1 : place].isalpha() and text[place + 1 : place + 2].isalpha()


def end_punctuation(board: Board) -> Iterator[Diagnostic]:
    """Find stories and rules that end otherwise than those of this sheet do, with a full stop or without."""
    texts = list(sheet_passages(board))
    ended = [passage for passage in texts if _is_ended(passage.text)]
    if len(ended) >= _HABIT * len(texts):
        odd, how = [passage for passage in texts if not _is_ended(passage.text)], "does not end, as the others do,"
    elif len(ended) <= (1 - _HABIT) * len(texts):
        odd, how = ended, "ends, as the others do not,"
    else:
        return
    for passage in odd:
        words = passage.text.split()
        end = len(passage.text.rstrip())
        place = Span(end - len(words[-1]), end) if words else None
        message = f"the {passage.kind} {how} with a full stop or the like"
        yield find_in(board, passage, place, "end-punctuation", message, _AS_ON_THE_SHEET, Severity.NOTE)


def _is_ended(text: str) -> bool:
    visible = "".join(character for character in text if unicodedata.category(character) != "Cf")
    return visible.rstrip(CLOSING_SIGNS + " ")[-1:] in set(_ENDS)


def scripts_and_digits(board: Board) -> Iterator[Diagnostic]:
    """Find words in which letters of two scripts stand, and texts with the digits of two."""
    for passage in passages(board):
        yield from find_all(board, passage, _mixed(passage.text), "mixed-scripts", "Write it in one script.")
        digits = {_script(digit): place for place, digit in enumerate(passage.text) if digit.isdecimal()}
        if len(digits) > 1:
            shown = " and ".join(sorted(passage.text[place] for place in digits.values()))
            message = f"the {passage.kind} has digits of several scripts: {shown}"
            place = Span(max(digits.values()), max(digits.values()) + 1)
            yield find_in(board, passage, place, "mixed-digits", message, "Write all in one script.")


def _mixed(text: str) -> Iterator[tuple[str, Span]]:
    """Find words with letters of several scripts."""
    for word in re.finditer(r"[^\W\d_]+", text):
        scripts = {_script(letter) for letter in word[0]}
        if len(scripts) > 1 and not scripts & _BESIDE_ALL_OTHERS:
            message = f'"{shortened(word[0])}" has letters of several scripts: {", ".join(sorted(scripts)).lower()}'
            yield message, Span(*word.span())


@cache
def _script(character: str) -> str:
    """Give the script of a letter or a digit, as the first word of its Unicode name."""
    first = unicodedata.name(character, "?").split()[0]
    return "LATIN" if first in ("DIGIT", "FEMININE", "MASCULINE", "MICRO") else first


def numbers_of_squares(board: Board) -> Iterator[Diagnostic]:
    """Find squares that a text names by the sheet's label, and that are not there."""
    label = re.escape(board.label.strip())
    for passage in passages(board):
        found = (
            (f"there is no square {int(named[1])}; the last one is {board.last}", Span(*named.span()))
            for named in re.finditer(rf"{label}\s*(\d{{1,6}})\b", passage.text, re.IGNORECASE)
            if int(named[1]) not in board.squares
        )
        yield from find_all(board, passage, found, "square-off-the-board", "Compare it with the sheet.")


HYGIENE = (hidden_characters, doubled_words, balanced_signs, end_punctuation, scripts_and_digits, numbers_of_squares)
