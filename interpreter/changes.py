"""A board with changes that somebody wants to try: other effects of squares, other settings."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from interpreter.board import Board, RuleOfEverySquare
from interpreter.checks import CHECKS, CHECKS_OF_THE_WHOLE
from interpreter.diagnostics import Diagnostic, Severity, has_errors
from interpreter.effects import Effect, Node
from interpreter.keys import HEADER
from interpreter.language import parse
from interpreter.source import Source, Span
from interpreter.values import BadValue, listed, read

EVERY_SQUARE = "every square"

Part = TypeVar("Part")


def changed(board: Board, changes: Mapping[str, str]) -> tuple[Board, list[Diagnostic]]:
    """Change a board, and give what is wrong with the changes.

    A key is the number of a square, whose new effect is the text, or the key of a setting as in the header of a board
    file; `every square` is the rule of every square. Without a text, a square has no effect any more.
    """
    findings: list[Diagnostic] = []
    before = {(finding.code, finding.message) for finding in _errors(board)}
    for key, text in changes.items():
        board = _changed(board, key, text, findings)
    if not has_errors(findings):
        new = [finding for finding in _errors(board) if (finding.code, finding.message) not in before]
        findings += [_of_the_change(finding, changes) for finding in new]
    return board, findings


def _of_the_change(finding: Diagnostic, changes: Mapping[str, str]) -> Diagnostic:
    """Let a finding be about the change of its square, or about the last one: it was not there before."""
    key = str(finding.square) if str(finding.square) in changes else list(changes)[-1]
    return replace(finding, source=_source(key, changes[key]), span=Span(0, len(changes[key])))


def _source(key: str, text: str) -> Source:
    return Source(f"--set {key}", text)


def _changed(board: Board, key: str, text: str, findings: list[Diagnostic]) -> Board:
    if key.isascii() and key.isdecimal() and int(key) in board.squares:
        square = board.squares[int(key)]
        spans = {"effect": square.spans["key"], **square.spans}
        square = replace(square, effects=_effects(board, key, text, findings), spans=spans)
        return replace(board, squares={**board.squares, square.number: square})
    if key == EVERY_SQUARE:
        effects = _effects(board, key, text, findings)
        rule = board.every_square or RuleOfEverySquare("", (), frozenset(), {})
        return replace(board, every_square=replace(rule, effects=effects) if effects else None)
    settings = [name for name, setting in HEADER.items() if setting.plays]
    if key not in settings:
        source = _source(key, text)
        remedy = f"The squares are 1 to {board.last}. {listed(key, [*settings, EVERY_SQUARE], 'The settings are')}"
        findings.append(
            Diagnostic(source, Span(0, len(text)), "unknown-key", f'"{key}" is no square and no setting', remedy)
        )
        return board
    try:
        value = read(HEADER[key].value, text.strip())
    except BadValue as bad:
        source = _source(key, text)
        findings.append(Diagnostic(source, Span(0, len(text)), "bad-value", f"{key}: {bad}", bad.remedy))
        return board
    setting: Mapping[str, Any] = {key.replace(" ", "_"): value}
    return replace(board, **setting)


def _effects(board: Board, key: str, text: str, findings: list[Diagnostic]) -> tuple[Effect, ...]:
    effects, problems = parse(text, board.roles)
    source = _source(key, text)
    square = None if key == EVERY_SQUARE else int(key)
    findings += [
        Diagnostic(source, problem.span, problem.code, problem.message, problem.remedy, square) for problem in problems
    ]
    return tuple(map(_from_nowhere, effects))


def _from_nowhere(part: Part) -> Part:
    """Take the spans out of an effect: they are of another text than the board's."""
    if not isinstance(part, Node):
        return part
    parts: dict[str, Any] = {}
    for each in fields(part):
        value = getattr(part, each.name)
        parts[each.name] = tuple(map(_from_nowhere, value)) if isinstance(value, tuple) else _from_nowhere(value)
    return replace(part, **{**parts, "span": None})


def _errors(board: Board) -> Sequence[Diagnostic]:
    checks = CHECKS + CHECKS_OF_THE_WHOLE
    return [finding for check in checks for finding in check(board) if finding.severity is Severity.ERROR]
