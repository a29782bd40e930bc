"""The texts of a board that people read, each with its place."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from interpreter.board import Board
from interpreter.diagnostics import Diagnostic, Severity, counted
from interpreter.effects import Effect, Say, walk
from interpreter.phrases import PLACEHOLDER
from interpreter.source import Span


@dataclass(frozen=True)
class Passage:
    """A text, and its square if it has one.

    Its kind is `story`, `rule`, `intro`, `name`, `label`, `reason`, `role ...`, `phrase ...` or `speech`.
    """

    kind: str
    text: str
    span: Span
    square: int | None = None


def passages(board: Board) -> Iterator[Passage]:
    """Give the texts of a board: the header's, each phrase's, and each square's, with what players say, and reasons."""
    for kind in ("name", "label", "intro"):
        if kind in board.spans:
            yield Passage(kind, getattr(board, kind), board.spans[kind])
    for role, name in board.roles.items():
        yield Passage(f"role {role}", name, board.span_of(f"roles/{role}"))
    for code, reason in board.accept.items():
        yield Passage("reason", reason, board.span_of(f"accept/{code}"))
    for phrase, words in board.phrases.items():
        if f"phrases/{phrase}" in board.spans:
            for text in dict.fromkeys((*(form for _, _, form in words.forms), words.other)):
                yield Passage(f"phrase {phrase}", PLACEHOLDER.sub("{}", text), board.span_of(f"phrases/{phrase}"))
    if board.every_square and board.every_square.rule:
        yield Passage("rule", board.every_square.rule, board.every_square.spans["rule"])
        yield from _speeches(board.every_square.effects, None)
    yield from sheet_passages(board)
    for square in board.written:
        yield from _speeches(square.effects, square.number)
        if square.differs:
            yield Passage("reason", square.differs, square.spans["differs"], square.number)
        for code, reason in square.accept.items():
            yield Passage("reason", reason, square.spans[f"accept/{code}"], square.number)


def _speeches(effects: Iterable[Effect], square: int | None) -> Iterator[Passage]:
    """Give what players say by a rule, at the place of the statement in which they say it."""
    for effect in effects:
        for node in walk(effect):
            if isinstance(node, Say) and node.span is not None:
                yield Passage("speech", node.text, node.span, square)


def sheet_passages(board: Board) -> Iterator[Passage]:
    """Give the story and the rule of each square; of several squares with one text, it is that of the first."""
    for square in board.written:
        for kind, text in (("story", square.story), ("rule", square.rule)):
            if text:
                yield Passage(kind, text, square.spans[kind], square.number)


def find_in(
    board: Board,
    passage: Passage,
    part: Span | None,
    code: str,
    message: str,
    remedy: str,
    severity: Severity = Severity.WARNING,
) -> Diagnostic:
    """Make a finding about a part of a passage, or all of it, at its place in the file.

    The file can have line ends where the passage has spaces, so the part is counted out by what is no space.
    """
    span = passage.span
    if part is not None:
        written = _signs(board.source.text[span.start : span.end])
        signs = _signs(passage.text)
        first = _offset_of(signs.text, written.text)
        before, behind = signs.before(part.start), signs.before(part.end)
        if behind > before and first + behind <= len(written.text):
            span = Span(span.start + written.place(first + before), span.start + written.place(first + behind - 1) + 1)
    return Diagnostic(board.source, span, code, message, remedy, passage.square, severity)


def find_all(
    board: Board,
    passage: Passage,
    found: Iterable[tuple[str, Span | None]],
    code: str,
    remedy: str,
    severity: Severity = Severity.WARNING,
) -> Iterator[Diagnostic]:
    """Make findings of one kind about parts of a passage, from their messages; like ones are one, with a count."""
    for message, part, more in counted(found):
        yield find_in(board, passage, part, code, message + more, remedy, severity)


class _Signs:
    """The signs of a text that are no spaces, and their places in it."""

    def __init__(self, text: str) -> None:
        self.text = "".join(text.split())
        words = list(re.finditer(r"\S+", text))
        self._starts = [word.start() for word in words]
        self._before = list(accumulate((len(word[0]) for word in words), initial=0))

    def before(self, place: int) -> int:
        """Count the signs before a place."""
        word = bisect_right(self._starts, place) - 1
        if word < 0:
            return 0
        return min(self._before[word] + place - self._starts[word], self._before[word + 1])

    def place(self, number: int) -> int:
        """Find the place of a sign by its number, counted from 0."""
        word = bisect_right(self._before, number) - 1
        return self._starts[word] + number - self._before[word]


@lru_cache(maxsize=4)
def _signs(text: str) -> _Signs:
    """Count out the signs of a text, in which there can be many findings."""
    return _Signs(text)


@lru_cache(maxsize=4)
def _offset_of(text: str, written: str) -> int:
    """Find how many signs stand in the file before those of the text: a quotation mark, or a key."""
    return max(written.find(text), 0)
