"""A board file with its effects in canonical text, and every other character as it was."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity, in_order
from interpreter.effects import Effect
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


@dataclass(frozen=True)
class _Rule:
    """The effects of a rule, and the place of their text."""

    place: Span
    effects: tuple[Effect, ...]


def formatted(source: Source) -> tuple[str, list[Diagnostic]]:
    """Put every effect of a board file into canonical text, each statement in its place.

    What stands between statements stays, and so do quotation marks and blocks around them. An effect with an
    error in it is left as it is, and so is one whose canonical text would be read as something else where it
    stands. The findings say which, and what else keeps an effect from being read.
    """
    board, findings = read_board(source)
    if board is None or not board.squares:
        return source.text, in_order(findings)
    findings = [finding for finding in findings if _concerns_effects(board, finding)]
    rules = _rules(board)
    wrong: defaultdict[int | None, list[Span]] = defaultdict(list)
    for finding in findings:
        wrong[finding.square].append(finding.span)
    ways = {number: list(_ways(rule, source)) for number, rule in rules.items() if _is_right(rule, wrong[number])}
    text = source.text
    while ways:
        text = _edited(source.text, [edit for each in ways.values() for edit in each[0]])
        misread = _misread(rules, Source(source.path, text), ways)
        if not misread:
            break
        for number in misread:
            del ways[number][0]
            if not ways[number]:
                del ways[number]
                findings.append(_not_formatted(source, number, rules[number]))
    return text if ways else source.text, in_order(findings)


def _rules(board: Board) -> dict[int | None, _Rule]:
    """Give the effects that stand in the file, by the first of the squares that have them; None is every square."""
    rules: dict[int | None, _Rule] = {
        square.number: _Rule(square.spans["effect"], square.effects) for square in board.written if square.effects
    }
    if board.every_square and board.every_square.effects:
        rules[None] = _Rule(board.every_square.spans["effect"], board.every_square.effects)
    return rules


def _concerns_effects(board: Board, finding: Diagnostic) -> bool:
    every = board.every_square.spans.get("effect") if board.every_square else None
    within = every is not None and every.start <= finding.span.start <= every.end
    return within or finding.square is not None or finding.code in SQUARE_UNREAD + _OF_THE_FILE


def _is_right(rule: _Rule, wrong: Iterable[Span]) -> bool:
    """Tell whether none of the places where something is wrong is in an effect."""
    return not any(rule.place.start <= span.start <= rule.place.end for span in wrong)


def _ways(rule: _Rule, source: Source) -> Iterator[list[Edit]]:
    """Give the ways to write an effect, the best first: as it stands, and if it can be, in quotation marks.

    Between curly brackets, YAML takes the commas of canonical text for its own unless they are quoted.
    """
    edits = [Edit(effect.span, canonical(effect)) for effect in rule.effects if effect.span is not None]
    edits = [edit for edit in edits if source.text[edit.span.start : edit.span.end] != edit.text]
    yield edits
    if not edits:
        return
    place = rule.place
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


def _misread(rules: Mapping[int | None, _Rule], source: Source, numbers: Iterable[int | None]) -> list[int | None]:
    """Find the squares whose effects, in a text that should say the same, are others than those of the rules."""
    board, _ = read_board(source)
    again = _rules(board) if board else {}
    return [number for number in numbers if number not in again or again[number].effects != rules[number].effects]


def _not_formatted(source: Source, number: int | None, rule: _Rule) -> Diagnostic:
    message = "the canonical text would be read as something else here"
    text = "; ".join(canonical(effect) for effect in rule.effects)
    remedy = f"Give each key of the square a line of its own, and put the effect in a | block: {text}"
    return Diagnostic(source, rule.place, "not-formatted", message, remedy, number, Severity.WARNING)
