"""What a careful reader marks in any text, whatever its language: one pure function a check."""

import re
import unicodedata
from collections.abc import Iterator

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.passages import find_in, passages, sheet_passages
from interpreter.source import Span

OVERRIDES = "\u202a\u202b\u202c\u202d\u202e"
MARKS = "\u200e\u200f\u061c"
ISOLATES, END_OF_ISOLATE = "\u2066\u2067\u2068", "\u2069"
WITHOUT_WIDTH = "\u200b\u2060\ufeff\u00ad"

_BRACKETS = {")": "(", "]": "[", "}": "{", "»": "«", "›": "‹", "」": "「", "』": "『"}
_CLOSED_THE_OTHER_WAY = {"«": "»", "‹": "›"}
_DOUBLE_QUOTES = '"“”„‟״＂'
_ENDS = ".!?…。！？؟۔:;"
_CLOSERS = '"”“»«’‘›)]』」'
_HABIT = 0.8


def hidden_characters(board: Board) -> Iterator[Diagnostic]:
    """Find characters that cannot be seen and do not belong, in the file and behind escapes."""
    read = list(passages(board))
    effects = [square.spans["effect"] for square in board.squares.values() if "effect" in square.spans]
    for place, character in enumerate(board.source.text):
        if unicodedata.category(character) == "Cf":
            if any(span.start <= place < span.end for span in effects):
                continue  # the effect language says so itself
            around = next((each for each in read if each.span.start <= place < each.span.end), None)
            if character in OVERRIDES + WITHOUT_WIDTH or around is None:
                yield _hidden(board, character, Span(place, place + 1), around.square if around else None)
    for passage in read:
        written = board.source.text[passage.span.start : passage.span.end]
        for character in dict.fromkeys(passage.text):
            if character in OVERRIDES + WITHOUT_WIDTH and character not in written:
                yield _hidden(board, character, passage.span, passage.square)
        if not _isolates_closed(passage.text):
            message = "a directional isolate is opened and not closed, or closed and not opened"
            remedy = "Close it with U+2069 in the same text, or delete it."
            yield find_in(board, passage, "", "unclosed-isolate", message, remedy, Severity.ERROR)


def _hidden(board: Board, character: str, span: Span, square: int | None) -> Diagnostic:
    name = unicodedata.name(character, "without a name").lower()
    message = f"U+{ord(character):04X} ({name}), which cannot be seen, does not belong here"
    return Diagnostic(board.source, span, "hidden-character", message, "Delete it.", square)


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
        for found in re.finditer(r"\b([^\W\d_]+)\s+\1\b", passage.text, re.IGNORECASE):
            message, remedy = f'"{found[1]}" stands twice in a row', "Delete one of the two, if it is too many."
            yield find_in(board, passage, found[0], "doubled-word", message, remedy, Severity.NOTE)


def balanced_signs(board: Board) -> Iterator[Diagnostic]:
    """Find brackets and quotation marks without a partner, of any style."""
    for passage in passages(board):
        lone = _lone_sign(passage.text)
        if lone:
            message, remedy = f"{lone} has no partner", "Add the other one, or delete it."
            yield find_in(board, passage, lone, "unbalanced", message, remedy)


def _lone_sign(text: str) -> str | None:
    """Find a sign without a partner. German opens with the sign that English closes with, and Danish turns »« round."""
    text = re.sub(r"(?<=\w)[\"״](?=\w)", "", text)  # Hebrew abbreviations have it within the word
    if sum(text.count(sign) for sign in _DOUBLE_QUOTES) % 2:
        return next(sign for sign in text if sign in _DOUBLE_QUOTES)
    open_signs: list[str] = []
    for sign in text:
        if open_signs and (_BRACKETS.get(sign) == open_signs[-1] or _CLOSED_THE_OTHER_WAY.get(sign) == open_signs[-1]):
            open_signs.pop()
        elif sign in _BRACKETS.values() or sign in _CLOSED_THE_OTHER_WAY.values():
            open_signs.append(sign)
        elif sign in _BRACKETS:
            return sign
    return open_signs[-1] if open_signs else None


def end_punctuation(board: Board) -> Iterator[Diagnostic]:
    """Find stories and rules that end otherwise than those of this sheet do."""
    texts = list(sheet_passages(board))
    ended = [passage for passage in texts if _is_ended(passage.text)]
    if len(ended) < _HABIT * len(texts):
        return
    for passage in texts:
        if passage not in ended:
            message = f"the {passage.kind} does not end as the others do, with a full stop or the like"
            last = passage.text.split()[-1]
            yield find_in(
                board, passage, last, "end-punctuation", message, "Add it, if the sheet has it.", Severity.NOTE
            )


def _is_ended(text: str) -> bool:
    visible = "".join(character for character in text if unicodedata.category(character) != "Cf")
    return visible.rstrip(_CLOSERS + " ")[-1:] in set(_ENDS)


def scripts_and_digits(board: Board) -> Iterator[Diagnostic]:
    """Find words in which letters of two scripts stand, and texts with the digits of two."""
    for passage in passages(board):
        for word in re.findall(r"[^\W\d_]+", passage.text):
            scripts = {_script(letter) for letter in word}
            if len(scripts) > 1 and not scripts <= {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}:
                message = f'"{word}" has letters of several scripts: {", ".join(sorted(scripts)).lower()}'
                yield find_in(board, passage, word, "mixed-scripts", message, "Write it in one script.")
        digits = {_script(digit): digit for digit in passage.text if digit.isdecimal()}
        if len(digits) > 1:
            message = f"the {passage.kind} has digits of several scripts: {' and '.join(sorted(digits.values()))}"
            yield find_in(board, passage, max(digits.values()), "mixed-digits", message, "Write all in one script.")


def _script(character: str) -> str:
    """Give the script of a letter or a digit, as the first word of its Unicode name."""
    first = unicodedata.name(character, "?").split()[0]
    return "LATIN" if first in ("DIGIT", "FEMININE", "MASCULINE", "MICRO") else first


def numbers_of_squares(board: Board) -> Iterator[Diagnostic]:
    """Find squares that a text names by the sheet's label, and that are not there."""
    label = re.escape(board.label.strip())
    for passage in sheet_passages(board):
        for found in re.finditer(rf"{label}\s*(\d{{1,6}})\b", passage.text, re.IGNORECASE):
            if int(found[1]) not in board.squares:
                message = f"there is no square {int(found[1])}; the last one is {board.last}"
                yield find_in(board, passage, found[0], "square-off-the-board", message, "Compare it with the sheet.")


HYGIENE = (hidden_characters, doubled_words, balanced_signs, end_punctuation, scripts_and_digits, numbers_of_squares)
