"""Findings in the forms that other programs take: GitHub's annotations, and SARIF for its code scanning."""

import os
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.door import json_text
from interpreter.signs import visible, visible_lines

SARIF_VERSION = "2.1.0"
SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}

_ESCAPED_IN_MESSAGES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_ESCAPED_IN_PROPERTIES = _ESCAPED_IN_MESSAGES | {":": "%3A", ",": "%2C"}


def as_github(findings: Iterable[Diagnostic]) -> str:
    """Render findings as workflow commands, one a line: GitHub shows each beside the line that it is about."""
    return "\n".join(_workflow_command(finding) for finding in findings)


def as_sarif(findings: Iterable[Diagnostic]) -> str:
    """Render findings as one SARIF log; lines and columns count from 1, ends are not included."""
    findings = list(findings)
    codes = sorted({finding.code for finding in findings})
    rules = [{"id": code, "shortDescription": {"text": code.replace("-", " ").capitalize()}} for code in codes]
    run = {
        "tool": {"driver": {"name": "robinson", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [_result(finding, codes) for finding in findings],
    }
    log = {"$schema": SARIF_SCHEMA, "version": SARIF_VERSION, "runs": [run]}
    return json_text(log, indent=2)


def _workflow_command(finding: Diagnostic) -> str:
    line, column = finding.source.position(finding.span.start)
    end_line, end_column = finding.source.position(finding.span.end)
    properties: dict[str, object] = {"file": visible_lines(finding.source.path), "line": line, "endLine": end_line}
    if line == end_line:  # a command that has columns in different lines is refused
        properties |= {"col": column, "endColumn": end_column}
    properties["title"] = finding.code
    written = ",".join(f"{key}={_escaped(str(value), _ESCAPED_IN_PROPERTIES)}" for key, value in properties.items())
    return f"::{_COMMANDS[finding.severity]} {written}::{_escaped(_told(finding), _ESCAPED_IN_MESSAGES)}"


def _escaped(text: str, escapes: dict[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)


def _result(finding: Diagnostic, codes: list[str]) -> dict[str, Any]:
    line, column = finding.source.position(finding.span.start)
    end_line, end_column = finding.source.position(finding.span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place = {"artifactLocation": {"uri": _uri(finding.source.path)}, "region": region}
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": finding.severity.value,
        # a curly bracket begins a placeholder of SARIF unless it is doubled
        "message": {"text": _told(finding).replace("{", "{{").replace("}", "}}")},
        "locations": [{"physicalLocation": place}],
    }


def _told(finding: Diagnostic) -> str:
    square = "" if finding.square is None else f"square {finding.square}: "
    return "\n".join(part for part in (square + visible(finding.message), visible(finding.remedy)) if part)


def _uri(path: str) -> str:
    named = PurePath(path)
    return named.as_uri() if named.is_absolute() else quote(os.fsencode(named.as_posix()))
