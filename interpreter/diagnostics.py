"""What is wrong, where, and what to do about it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from interpreter.door import json_text
from interpreter.signs import visible
from interpreter.source import Source, Span

MOST_IN_A_TEXT = 10
"""The findings with one code in one text that are given one by one; of others, only how many they are."""

MOST_IN_A_FILE = 1000
"""The same in one file."""

MOST_QUOTED = 60
"""The characters of a text of a file that a message quotes."""

Place = TypeVar("Place")


class Severity(Enum):
    """How much a finding weighs: an error is wrong, a warning looks wrong, and a note weighs nothing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Diagnostic:
    """One finding.

    `code` is stable and in kebab-case, `square` the number of the square concerned if there is one,
    `remedy` what to do, in sentences.
    """

    source: Source
    span: Span
    code: str
    message: str
    remedy: str = ""
    square: int | None = None
    severity: Severity = Severity.ERROR


def counted(found: Iterable[tuple[str, Place]]) -> Iterator[tuple[str, Place, str]]:
    """Give what was found of one kind in one text, with its first place, and how often it is there, as text.

    Of more than `MOST_IN_A_TEXT` that differ, it is said with the last one given how many others there are.
    """
    first: dict[str, Place] = {}
    times: Counter[str] = Counter()
    others = 0
    for what, place in found:
        if what in first or len(first) < MOST_IN_A_TEXT:
            first.setdefault(what, place)
            times[what] += 1
        else:
            others += 1
    for number, (what, place) in enumerate(first.items(), start=1):
        again = f" (the first of {times[what]:,} like it in this text)" if times[what] > 1 else ""
        yield what, place, again + _others(others if number == MOST_IN_A_TEXT else 0, "text")


def _others(count: int, where: str) -> str:
    """Say how many others of a kind there are in a text or a file, if there are any."""
    return f" (and {count:,} other{'' if count == 1 else 's'} of this kind in this {where})" if count else ""


def shortened(text: str, most: int = MOST_QUOTED) -> str:
    """Shorten a text of a file to be quoted in a message."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort the findings of one file by their place in it.

    What is said of several squares at one place, in the same words, is said of the first of them. Of more than
    `MOST_IN_A_FILE` of one kind, the last one that is given says how many others there are.
    """
    said: dict[tuple[Source, Span, str, str], Diagnostic] = {}
    for finding in diagnostics:
        said.setdefault((finding.source, finding.span, finding.code, finding.message), finding)
    times: Counter[tuple[str, Severity]] = Counter()
    given: list[Diagnostic] = []
    last: dict[tuple[str, Severity], int] = {}
    for finding in sorted(said.values(), key=lambda finding: (finding.span.start, finding.span.end)):
        kind = finding.code, finding.severity
        times[kind] += 1
        if times[kind] <= MOST_IN_A_FILE:
            last[kind] = len(given)
            given.append(finding)
    for kind, place in last.items():
        more = _others(max(times[kind] - MOST_IN_A_FILE, 0), "file")
        given[place] = replace(given[place], message=given[place].message + more)
    return given


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Tell whether any of the findings keeps a board from being played."""
    return any(finding.severity is Severity.ERROR for finding in diagnostics)


def as_text(finding: Diagnostic) -> str:
    """Render a finding for a person: place and reason, the line of the file, what to do."""
    line, column = finding.source.position(finding.span.start)
    excerpt = finding.source.excerpt(finding.span)
    square = "" if finding.square is None else f"square {finding.square}: "
    gutter = " " * len(f"{line:5}")
    kind = f"{finding.severity.value}[{finding.code}]"
    lines = [
        f"{visible(finding.source.path)}:{line}:{column}: {kind}: {square}{visible(finding.message)}",
        f"{line:5} | {excerpt.line}".rstrip(),
        f"{gutter} | {excerpt.indent}{excerpt.marker}",
    ]
    return "\n".join([*lines, visible(finding.remedy)] if finding.remedy else lines)


def as_json(findings: Iterable[Diagnostic]) -> str:
    """Render findings as one JSON array; lines and columns count from 1, ends are not included."""
    return json_text([_as_object(finding) for finding in findings], indent=2)


def _as_object(finding: Diagnostic) -> dict[str, Any]:
    line, column = finding.source.position(finding.span.start)
    end_line, end_column = finding.source.position(finding.span.end)
    return {
        "file": finding.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "severity": finding.severity.value,
        "code": finding.code,
        "square": finding.square,
        "message": finding.message,
        "excerpt": finding.source.excerpt(finding.span).line,
        "remedy": finding.remedy,
    }
