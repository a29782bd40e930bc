"""The texts of a board that people read, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.phrases import PLACEHOLDER
from interpreter.source import Span


@dataclass(frozen=True)
class Passage:
    """A text: what it is (`story`, `rule`, `intro`, `name`, `label` or `phrase ...`), and its square if it has one."""

    kind: str
    text: str
    span: Span
    square: int | None = None


def passages(board: Board) -> Iterator[Passage]:
    """Give the texts of a board: the header's, each phrase's, and each square's."""
    for kind in ("name", "label", "intro"):
        if kind in board.spans:
            yield Passage(kind, getattr(board, kind), board.spans[kind])
    for phrase, words in board.phrases.items():
        if f"phrases/{phrase}" in board.spans:
            for text in (*(form for _, _, form in words.forms), words.other):
                yield Passage(f"phrase {phrase}", PLACEHOLDER.sub("", text), board.spans[f"phrases/{phrase}"])
    yield from sheet_passages(board)


def sheet_passages(board: Board) -> Iterator[Passage]:
    """Give the story and the rule of each square."""
    for square in board.squares.values():
        for kind, text in (("story", square.story), ("rule", square.rule)):
            if text:
                yield Passage(kind, text, square.spans[kind], square.number)


def find_in(
    board: Board,
    passage: Passage,
    part: str,
    code: str,
    message: str,
    remedy: str,
    severity: Severity = Severity.WARNING,
) -> Diagnostic:
    """Make a finding about a part of a passage, at its place in the file, whatever line ends stand in it there."""
    written = board.source.text[passage.span.start : passage.span.end]
    pattern = r"\s+".join(re.escape(word) for word in part.split())
    found = re.search(pattern, written) if pattern else None
    span = passage.span
    if found:
        span = Span(passage.span.start + found.start(), passage.span.start + found.end())
    return Diagnostic(board.source, span, code, message, remedy, passage.square, severity)
