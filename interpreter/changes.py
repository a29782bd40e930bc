"""A board with changes that somebody wants to try: other effects of squares, other settings."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from interpreter.board import Board, RuleOfEverySquare
from interpreter.checks import CHECKS, CHECKS_OF_THE_WHOLE, squares_with_text
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.effects import Effect, Node
from interpreter.keys import HEADER, SECTIONS
from interpreter.language import parse
from interpreter.phrases import read_form
from interpreter.signs import DASHES
from interpreter.source import Source, Span
from interpreter.values import MOST_DIGITS, BadValue, listed, read

OPTION = "--set"
EVERY_SQUARE = "every square"
EXCEPT = "except"

_SETTINGS = [*(key for key, setting in HEADER.items() if setting.plays), EVERY_SQUARE, EXCEPT]
_FORM = 'Write KEY=TEXT, as in 8="pay 5 to the pot".'

_CHECKS = [check for check in (*CHECKS, *CHECKS_OF_THE_WHOLE) if check is not squares_with_text]
"""What can be said of a change: all but what is about words, which a change leaves as they are."""

Part = TypeVar("Part")


@dataclass(frozen=True)
class Change:
    """A change as it was written, KEY=TEXT, with the places of both; `squares` if the key is that of squares."""

    source: Source
    key: Span
    text: Span
    squares: tuple[int, ...] = ()

    def written(self, span: Span) -> str:
        """Give what stands at a place."""
        return self.source.text[span.start : span.end]


def changed(board: Board, written: Sequence[str]) -> tuple[Board, list[Diagnostic]]:
    """Change a board that can be played, and give what is or looks wrong with the changes, each written KEY=TEXT.

    A key is the number of a square, whose new effect is the text, or several numbers as in a board file, or the key of
    a setting as in its header; `every square` is the effect of the rule of every square, and `except` are the squares
    that it spares. Without a text, a square has no effect any more.
    """
    findings: list[Diagnostic] = []
    changes = [change for each in written if (change := _read(board, Source(OPTION, each), findings)) is not None]
    # Squares are spared from a rule, which can be given behind them.
    changes.sort(key=lambda change: change.written(change.key) == EXCEPT)
    findings += _given_twice(changes)
    boards = [board]
    for change in changes:
        boards.append(_changed(boards[-1], change, findings))
    findings = findings or list(_new_findings(changes, boards))
    return boards[-1], sorted(findings, key=lambda finding: written.index(finding.source.text))


def _read(board: Board, source: Source, findings: list[Diagnostic]) -> Change | None:
    """Read a change as far as its key; None if that is reported."""
    found = re.fullmatch(r"\s*([^=]*?)\s*=\s*(.*?)\s*", source.text, re.DOTALL)
    if found is None or not found[1]:
        place = Span(0, len(source.text)) if found is None else Span(found.end(1), source.text.index("=") + 1)
        code, message = ("no-equals-sign", "there is no =") if found is None else ("no-key", "there is no key")
        findings.append(Diagnostic(source, place, code, f"{message} in this change", _FORM))
        return None
    key, text = Span(*found.span(1)), Span(*found.span(2))
    if found[1] in _SETTINGS:
        return Change(source, key, text)
    if re.fullmatch(rf"[\d\s,{DASHES}]+", found[1]):
        squares = _squares(board, source, key, findings)
        return Change(source, key, text, squares) if squares else None
    message = f'"{found[1]}" is no square and no setting'
    remedy = f"{listed(found[1], _SETTINGS, 'The settings are')} The squares are 1 to {board.last}."
    if found[1] in (*HEADER, *SECTIONS):
        message = f'"{found[1]}" cannot be changed here'
        remedy = f"Change it in a copy of the board, and compare the two. {listed('', _SETTINGS, 'The settings are')}"
    findings.append(Diagnostic(source, key, "unknown-key", message, remedy))
    return None


def _squares(board: Board, source: Source, span: Span, findings: list[Diagnostic]) -> tuple[int, ...]:
    """Read the numbers of squares, `5, 9, 14-16` say; there are none if anything is wrong with them."""
    ranges: list[tuple[int, int]] = []
    for part in re.finditer("(?:^|,)([^,]*)", source.text[span.start : span.end]):
        word = part[1].strip()
        start = span.start + part.start(1) + part[1].index(word)
        problem = _of_no_square(board, word)
        if problem is not None:
            findings.append(Diagnostic(source, Span(start, start + len(word)), "bad-square", *problem))
            return ()
        ranges += read_form(word) or []
    return tuple(number for low, high in ranges for number in range(low, high + 1))


def _of_no_square(board: Board, word: str) -> tuple[str, str] | None:
    """Say why a word is not the number of a square of the board, nor a range of them, and what to write."""
    plain = re.sub(f"[{DASHES}]", "-", "".join(str(unicodedata.decimal(sign, sign)) for sign in word))
    if plain != word:
        return f'"{word}" is not written with the signs 0 to 9 and -', f"Write {plain}."
    for number in re.findall("[0-9]+", word):
        if len(number) > MOST_DIGITS or not 1 <= int(number) <= board.last:
            return f"there is no square {number}", f"The squares are 1 to {board.last}."
    if read_form(word) is None:
        return f'"{word}" is not the number of a square', "Several stand as in 5, 9, 14-16, the lower number first."
    return None


def _given_twice(changes: Iterable[Change]) -> Iterator[Diagnostic]:
    """Find changes of what another change is about too."""
    first: dict[str | int, Change] = {}
    for change in changes:
        places = change.squares or (change.written(change.key),)
        repeated = [place for place in places if first.setdefault(place, change) is not change]
        if len({*places}) < len(places):
            repeated = [place for place in places if places.count(place) > 1]
        if repeated:
            place, other = repeated[0], first[repeated[0]].source.text
            name = f"square {place}" if isinstance(place, int) else f'"{place}"'
            again = "twice here" if first[place] is change else f'here, and in "{other}" too'
            yield Diagnostic(
                change.source, change.key, "duplicate-key", f"{name} is changed {again}", "Leave one of the two out."
            )


def _changed(board: Board, change: Change, findings: list[Diagnostic]) -> Board:
    key = change.written(change.key)
    if change.squares:
        return _with_effects(board, change, _effects(board, change, findings))
    if key == EVERY_SQUARE:
        rule = board.every_square or RuleOfEverySquare("", (), frozenset(), {})
        effects = _effects(board, change, findings)
        return replace(board, every_square=replace(rule, effects=effects) if effects or findings else None)
    if key == EXCEPT:
        return _with_spared(board, change, findings)
    text = change.written(change.text)
    try:
        setting: Mapping[str, Any] = {key.replace(" ", "_"): read(HEADER[key].value, text)}
    except BadValue as bad:
        code, message = ("bad-value", f"{key}: {bad}") if text else ("empty-text", f'"{key}" has no text')
        findings.append(Diagnostic(change.source, _place(change), code, message, bad.remedy))
        return board
    return replace(board, **setting)


def _effects(board: Board, change: Change, findings: list[Diagnostic]) -> tuple[Effect, ...]:
    effects, problems = parse(change.written(change.text), board.roles, change.text.start)
    square = change.squares[0] if change.squares else None
    findings += [
        Diagnostic(change.source, problem.span, problem.code, problem.message, problem.remedy, square)
        for problem in problems
    ]
    return tuple(map(_from_nowhere, effects))


def _with_effects(board: Board, change: Change, effects: tuple[Effect, ...]) -> Board:
    """Give squares an effect; others that had the same words keep theirs."""
    squares = {}
    for number, square in board.squares.items():
        if number in change.squares:
            spans = {"effect": square.spans["key"], **square.spans}
            squares[number] = replace(square, effects=effects, spans=spans, together=change.squares)
        else:
            together = tuple(other for other in square.together if other not in change.squares)
            squares[number] = replace(square, together=together)
    return replace(board, squares=squares)


def _with_spared(board: Board, change: Change, findings: list[Diagnostic]) -> Board:
    rule = board.every_square
    if rule is None:
        message, remedy = "there is no rule of every square to spare any of", 'Give it too: --set "every square=...".'
        findings.append(Diagnostic(change.source, change.key, "unknown-key", message, remedy))
        return board
    spared = _squares(board, change.source, change.text, findings) if change.written(change.text) else ()
    return replace(board, every_square=replace(rule, spared=frozenset(spared)))


def _from_nowhere(part: Part) -> Part:
    """Take the spans out of an effect: they are of another text than the board's."""
    if not isinstance(part, Node):
        return part
    parts: dict[str, Any] = {}
    for each in fields(part):
        value = getattr(part, each.name)
        parts[each.name] = tuple(map(_from_nowhere, value)) if isinstance(value, tuple) else _from_nowhere(value)
    return replace(part, **{**parts, "span": None})


def _new_findings(changes: Sequence[Change], boards: Sequence[Board]) -> Iterator[Diagnostic]:
    """Find what is or looks wrong with the last of the boards, and not with the first; each has one change more.

    A finding is about the change of its square, or else about the one since which it has been there.
    """
    unchanged, *changed_boards = boards
    known = set(map(_said, _findings(unchanged)))
    since: dict[Diagnostic, Change] = {}
    for change, board in zip(changes, changed_boards, strict=True):
        since = {finding: since.get(finding, change) for finding in _findings(board) if _said(finding) not in known}
    for finding, change in since.items():
        about = next((each for each in changes if finding.square in each.squares), change)
        yield replace(finding, source=about.source, span=_place(about))


def _findings(board: Board) -> Iterator[Diagnostic]:
    for check in _CHECKS:
        for finding in check(board):
            if finding.severity is Severity.ERROR or not board.accepts(finding.code, finding.square):
                yield finding


def _said(finding: Diagnostic) -> tuple[Span, str, str]:
    """Give what is said and where; of several squares with the same words, it is said of whichever is the first."""
    return finding.span, finding.code, finding.message


def _place(change: Change) -> Span:
    """Give the place of a change's text, or all of a change that has none."""
    return change.text if change.written(change.text) else Span(change.key.start, len(change.source.text))
