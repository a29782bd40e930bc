"""Commands at a real terminal, with people who type."""

import re
import sys
from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Any

import pexpect
from support import ROOT

STATE = TemporaryDirectory(prefix="robinson-state-")
"""Where games at a terminal are kept: not where the games of whoever runs the tests are."""

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def spawn(*arguments: str, width: int = 80, **environment: str) -> "pexpect.spawn[str]":
    """Run a command at a terminal of this width."""
    variables = {"PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8", **environment}
    variables |= {"XDG_STATE_HOME": STATE.name, "HOME": STATE.name}
    command = [str(ROOT / "cli.py"), *arguments]
    child = pexpect.spawn(
        sys.executable,
        command,
        encoding="utf-8",
        timeout=20,
        dimensions=(40, width),
        env=variables,
    )
    child.setecho(False)
    child.delaybeforesend = None
    return child


def converse(child: "pexpect.spawn[str]", replies: Mapping[str, list[str]], last: str = "") -> str:
    """Answer each question that matches with its next answer, or else the last one, to the end; give all that is said.

    With `last`, stop before the question that matches it.
    """
    left: Mapping[str, Iterator[str]] = {question: iter(answers) for question, answers in replies.items()}
    patterns: list[Any] = [*replies, pexpect.EOF]
    if last:
        patterns.append(last)
    said = ""
    while True:
        found = child.expect(patterns)
        said += child.before or ""
        if found >= len(replies):
            return said.replace("\r", "")
        question = list(replies)[found]
        said += f"{child.after}\n"
        child.sendline(next(left[question], replies[question][-1]))
