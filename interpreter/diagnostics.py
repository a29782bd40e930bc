"""What is wrong, where, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from interpreter.door import json_text
from interpreter.signs import visible
from interpreter.source import Source, Span


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


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort the findings of one file by their place in it.

    What is said of several squares at one place, in the same words, is said of the first of them.
    """
    said: dict[tuple[Source, Span, str, str], Diagnostic] = {}
    for finding in diagnostics:
        said.setdefault((finding.source, finding.span, finding.code, finding.message), finding)
    return sorted(said.values(), key=lambda finding: (finding.span.start, finding.span.end))


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
