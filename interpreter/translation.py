"""What a translation must share with the board that it translates: one pure function a check."""

import re
from collections.abc import Callable, Iterator

from interpreter.board import Board, Square
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.differences import What, differences
from interpreter.effects import Effect
from interpreter.language import canonical_rule
from interpreter.languages import primary_language
from interpreter.passages import find_in, passages
from interpreter.phrases import PHRASES, PLACEHOLDER
from interpreter.signs import SPACED_DASH
from interpreter.source import LINE_END, Span
from interpreter.values import no_such_squares

UNTRANSLATED = "# translate"
"""The remark of a draft behind every text that still has the reference's words."""

MARKED = re.compile(rf"(?<=\s)({UNTRANSLATED})[ \t]*$", re.MULTILINE)

Comparison = Callable[[Board, Board], Iterator[Diagnostic]]


def same_squares(board: Board, reference: Board) -> Iterator[Diagnostic]:
    """Find squares that only one of the two boards has; gaps among the board's own are found without the reference."""
    missing = sorted(number for number in reference.squares if number > board.last)
    if missing:
        message = f"{no_such_squares(missing)}, as in {reference.source.path}"
        yield Diagnostic(board.source, board.span_of("squares"), "squares-missing", message, "Add it from the sheet.")
    for square in board.squares.values():
        if square.number not in reference.squares:
            message = f"{reference.source.path} has no such square"
            yield _at(board, square, "key", "square-too-many", message, "Compare it with the sheet.")


def same_effects(board: Board, reference: Board) -> Iterator[Diagnostic]:
    """Find effects that differ, unless the square says why; and reasons for a difference that is none."""
    found = {each.place: each for each in differences(board, reference) if each.what is What.EFFECT}
    for square, _ in _pairs(board, reference):
        difference = found.get(square.number)
        if square.differs and square in board.written and found.keys().isdisjoint(square.together):
            message = f"the effect is no longer another than in {reference.source.path}"
            yield _at(board, square, "differs", "differs-no-longer", message, "Delete this key.", Severity.WARNING)
        elif difference is not None:
            here, there = on_one_line(difference.first or ""), on_one_line(difference.second or "")
            message = f"the effect is {here}, and in {reference.source.path} it is {there}"
            if square.differs:
                remedy, severity = f"It is meant to be: {square.differs}", Severity.NOTE
            else:
                remedy, severity = "Make it the same, or say why it is not: differs: ...", Severity.ERROR
            yield _at(board, square, "effect", "effect-differs", message, remedy, severity)


def same_settings(board: Board, reference: Board) -> Iterator[Diagnostic]:
    """Find rules of the game in the header that differ."""
    for difference in differences(board, reference):
        if difference.what is What.SETTING:
            span = board.span_of(str(difference.place))
            message = (
                f"{difference.place} is {difference.first}, and in {reference.source.path} it is {difference.second}"
            )
            remedy = "Make it the same, or accept it with the reason: accept: {setting-differs: ...}"
            yield Diagnostic(board.source, span, "setting-differs", message, remedy, severity=Severity.WARNING)


def same_rules(board: Board, reference: Board) -> Iterator[Diagnostic]:
    """Find squares of which only one of the two sheets prints a rule."""
    for square, other in _pairs(board, reference):
        if bool(square.rule) != bool(other.rule):
            which = "no rule is printed here, as it is" if other.rule else "a rule is printed here, as it is not"
            message = f"{which} in {reference.source.path}"
            remedy = "Compare it with the sheet: the rule stands behind a dash."
            yield _at(board, square, "key", "rule-differs", message, remedy, Severity.WARNING)
        elif not square.rule:
            here, there = (len(re.findall(SPACED_DASH, each.story)) for each in (square, other))
            if here > there:
                message = f"the story has a dash that it has not in {reference.source.path}; a rule may stand behind it"
                remedy = "If it does, part story and rule, and write its effect."
                yield _at(board, square, "story", "rule-differs", message, remedy, Severity.WARNING)


def marked_texts(board: Board, _: Board) -> Iterator[Diagnostic]:
    """Find texts that still have the remark of a draft behind them."""
    for found in MARKED.finditer(board.source.text):
        message = "this is marked as still to be translated"
        remedy = "Translate the text, and delete the remark."
        span, severity = Span(*found.span(1)), Severity.WARNING
        yield Diagnostic(board.source, span, "untranslated", message, remedy, severity=severity)


def _is_marked(board: Board, place: Span) -> bool:
    line = LINE_END.search(board.source.text, place.end)
    before = board.source.text.rfind("\n", 0, place.start)
    return any(
        MARKED.search(board.source.text, *bounds)
        for bounds in ((place.end, line.end() if line else len(board.source.text)), (max(before - 40, 0), place.start))
    )


def translated_texts(board: Board, reference: Board) -> Iterator[Diagnostic]:
    """Find stories and rules, and phrases of more than a word, that are still those of the reference."""
    if primary_language(board.language) == primary_language(reference.language):
        return
    originals = {(each.kind, each.square, each.text) for each in passages(reference)}
    for passage in passages(board):
        words = re.findall(r"[^\W\d_]{2,}", passage.text)
        if passage.kind in ("name", "label", "reason") or (len(words) < 2 and not passage.kind.startswith("role")):
            continue
        if (passage.kind, passage.square, passage.text) in originals and not _is_marked(board, passage.span):
            message = f"the {passage.kind} is that of {reference.source.path}, word for word"
            yield find_in(board, passage, None, "untranslated", message, "Translate it.")


def same_placeholders(board: Board, reference: Board) -> Iterator[Diagnostic]:
    """Find phrases that leave out what the reference's phrase says."""
    for name in PHRASES:
        here, there = (_placeholders(each, name) for each in (board, reference))
        left_out = sorted(there - here)
        # A number of chips can be told as {chips} or as {count}: what is told in another way is not left out.
        if left_out and not here - there and f"phrases/{name}" in board.spans:
            listed = ", ".join(f"{{{each}}}" for each in left_out)
            message = f'the phrase "{name}" says nothing of {listed}, as it does in {reference.source.path}'
            span = board.span_of(f"phrases/{name}")
            remedy = "Put it in, or accept it with the reason."
            yield Diagnostic(board.source, span, "placeholder-missing", message, remedy, severity=Severity.WARNING)


COMPARISONS: tuple[Comparison, ...] = (
    same_squares,
    same_effects,
    same_settings,
    same_rules,
    marked_texts,
    translated_texts,
    same_placeholders,
)


def on_one_line(rule: str) -> str:
    """Write a rule in canonical text on one line, as messages show it."""
    statements = rule.split("\n")
    return f"[{'; '.join(statements)}]" if rule else "none"


def shown(effects: tuple[Effect, ...]) -> str:
    """Write effects on one line, without what is said at the table, which is a translation's own."""
    return re.sub('"[^"]*"', '"..."', on_one_line(canonical_rule(effects)))


def _placeholders(board: Board, name: str) -> set[str]:
    phrase = board.phrases[name]
    texts = (phrase.other, *(form for _, _, form in phrase.forms))
    return {placeholder for text in texts for placeholder in PLACEHOLDER.findall(text)}


def _pairs(board: Board, reference: Board) -> Iterator[tuple[Square, Square]]:
    for square in board.squares.values():
        if square.number in reference.squares:
            yield square, reference.squares[square.number]


def _at(
    board: Board, square: Square, key: str, code: str, message: str, remedy: str, severity: Severity = Severity.ERROR
) -> Diagnostic:
    span = square.spans.get(key, square.spans["key"])
    return Diagnostic(board.source, span, code, message, remedy, square.number, severity)
