"""Every message in full: a file that provokes it, and what is said of that file.

A file without phrases of its own gets those of the plain board at its end.
"""

import json
import re
from pathlib import Path

import pytest
from support import HERE, PHRASES, ROOT

from interpreter.diagnostics import as_json, as_text
from interpreter.load import check_source
from interpreter.source import Source

FILES = sorted((HERE / "messages").glob("*.yaml"))
WITHOUT_PHRASES = {"brace", "colon", "control", "empty", "indent", "list", "many-phrases", "missing-keys", "no-colon",
                   "not-yaml-here", "nothing-below", "phrases", "phrases-that-lack", "quote", "quoted-word", "remark",
                   "scalar", "tab"}  # fmt: skip


def messages(path: Path) -> str:
    text = path.read_text("utf-8")
    if path.stem not in WITHOUT_PHRASES and not path.stem.startswith("yaml-"):
        text += PHRASES
    _, findings = check_source(Source(path.name, text))
    return "".join(f"{as_text(finding)}\n\n" for finding in findings)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages(path: Path) -> None:
    assert messages(path) == path.with_suffix(".txt").read_text("utf-8")


def test_every_code_has_a_file_that_provokes_it() -> None:
    expected = "".join(path.with_suffix(".txt").read_text("utf-8") for path in FILES)
    provoked = set(re.findall(r"(?:error|warning)\[([a-z-]+)\]", expected))
    sources = [
        ROOT / "interpreter" / f"{name}.py"
        for name in ("checks", "document", "reader", "reading", "routes", "circles", "language/explain")
    ]
    sources.append(ROOT / "interpreter" / "language" / "parse.py")
    written = {code for path in sources for code in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', path.read_text("utf-8"))}
    assert written - {"utf-8"} <= provoked


def test_as_json() -> None:
    source = Source("a.yaml", (HERE / "messages" / "scalar.yaml").read_text("utf-8"))
    assert json.loads(as_json(check_source(source)[1])) == [
        {
            "file": "a.yaml",
            "line": 1,
            "column": 1,
            "end_line": 1,
            "end_column": 6,
            "severity": "error",
            "code": "yaml",
            "square": None,
            "message": "a board file is made of keys and their texts",
            "excerpt": "Hello",
            "remedy": "It begins with a key, a colon, a space and a text: name: ...",
        }
    ]
