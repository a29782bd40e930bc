"""A board file with its effects in canonical text, and every other character as it was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.board import Board, Square
from interpreter.diagnostics import Diagnostic, Severity, in_order
from interpreter.language import canonical
from interpreter.reader import SQUARE_UNREAD, read_board
from interpreter.source import Source, Span

_OF_THE_FILE = ("yaml", "duplicate-key")
"""Codes of findings that speak of no square and yet can mean that an effect was not read."""


@dataclass(frozen=True)
class Edit:
    """A place in a text, and what stands there instead."""

    span: Span
    text: str


def formatted(source: Source) -> tuple[str, list[Diagnostic]]:
    """Put every effect of a board file into canonical text, each statement in its place.

    What stands between statements stays, and so do quotation marks and blocks around them. An effect with an
    error in it is left as it is, and so is one whose canonical text would be read as something else where it
    stands. The findings say which, and what else keeps an effect from being read.
    """
    board, findings = read_board(source)
    if board is None or not board.squares:
        return source.text, in_order(findings)
    findings = [finding for finding in findings if _concerns_effects(finding)]
    ways = {number: list(_ways(square, source)) for number, square in _right(board, findings).items()}
    text = source.text
    while ways:
        text = _edited(source.text, [edit for each in ways.values() for edit in each[0]])
        misread = _misread(board, Source(source.path, text), ways)
        if not misread:
            break
        for number in misread:
            del ways[number][0]
            if not ways[number]:
                del ways[number]
                findings.append(_not_formatted(source, board.squares[number]))
    return text if ways else source.text, in_order(findings)


def _concerns_effects(finding: Diagnostic) -> bool:
    return finding.square is not None or finding.code in SQUARE_UNREAD + _OF_THE_FILE


def _right(board: Board, findings: list[Diagnostic]) -> dict[int, Square]:
    """Find the squares that have an effect without an error in it."""

    def is_wrong(square: Square) -> bool:
        effect = square.spans["effect"]
        spans = [finding.span for finding in findings if finding.square == square.number]
        return any(effect.start <= span.start <= effect.end for span in spans)

    return {number: square for number, square in board.squares.items() if square.effects and not is_wrong(square)}


def _ways(square: Square, source: Source) -> Iterator[list[Edit]]:
    """Give the ways to write an effect, the best first: as it stands, and if it can be, in quotation marks.

    Between curly brackets, YAML takes the commas of canonical text for its own unless they are quoted.
    """
    edits = [Edit(effect.span, canonical(effect)) for effect in square.effects if effect.span is not None]
    edits = [edit for edit in edits if source.text[edit.span.start : edit.span.end] != edit.text]
    yield edits
    if not edits:
        return
    place = square.spans["effect"]
    within = [Edit(Span(e.span.start - place.start, e.span.end - place.start), e.text) for e in edits]
    text = _edited(source.text[place.start : place.end], within)
    for mark, disturbing in (('"', '"\\'), ("'", "'")):
        if not any(sign in text for sign in disturbing):
            yield [Edit(place, f"{mark}{text}{mark}")]


def _edited(text: str, edits: list[Edit]) -> str:
    parts = []
    place = 0
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        parts += [text[place : edit.span.start], edit.text]
        place = edit.span.end
    return "".join([*parts, text[place:]])


def _misread(board: Board, source: Source, numbers: Mapping[int, object]) -> list[int]:
    """Find the squares whose effects, in a text that should say the same as the board, are others."""
    again, _ = read_board(source)
    effects = {number: square.effects for number, square in again.squares.items()} if again else {}
    return [number for number in numbers if effects.get(number) != board.squares[number].effects]


def _not_formatted(source: Source, square: Square) -> Diagnostic:
    message = "the canonical text would be read as something else here"
    text = "; ".join(canonical(effect) for effect in square.effects)
    remedy = f"Give each key of the square a line of its own, and put the effect in a | block: {text}"
    span, severity = square.spans["effect"], Severity.WARNING
    return Diagnostic(source, span, "not-formatted", message, remedy, square.number, severity)
