"""Keys and texts as lines of a board file, written as a person would and read back to the letter."""

import re
import unicodedata
from collections.abc import Iterator

from interpreter.document import Text, read_document
from interpreter.source import Source

WIDTH = 100
INDENT = "  "

_BREAK = re.compile("(?<! ) (?! )")
_NEXT = "next"


def entry(key: str, text: str, depth: int = 0, remark: str = "") -> str:
    """Write a key with its text in the plainest form that reads back as the very same text.

    The text is one that a file can have: there is no escape for what cannot be read. `depth` says below how many keys
    it stands. A remark, which begins with #, is put behind the text, or behind the key where the text is a block.
    """
    return next(form for form in _forms(key, text, INDENT * depth, remark) if _reads_as(form, text))


def block(key: str, text: str, depth: int = 0, remark: str = "") -> str:
    """Write a key with its text in a | block, line by line; it reads back with a line end behind it.

    A text that no such block can hold is written as `entry` does.
    """
    indent = INDENT * depth
    lines = "".join(f"{indent}{INDENT}{line}".rstrip(" ") + "\n" for line in text.split("\n"))
    written = f"{indent}{key}: {_with_remark('|', remark)}\n{lines}"
    return written if _reads_as(written, text + "\n") else entry(key, text, depth, remark)


def _forms(key: str, text: str, indent: str, remark: str) -> Iterator[str]:
    start = f"{indent}{key}: "
    quoted = [f'"{text}"', f"'{text}'"]
    for form in [text, *quoted] if text else quoted:
        line = start + _with_remark(form, remark)
        if len(line) <= WIDTH:
            yield f"{line}\n"
    inside = f"{indent}{INDENT}"
    yield f"{start}{_with_remark(_wrapped(text, len(start), inside), remark)}\n"
    yield f"{start}{_with_remark('>-', remark)}\n{inside}{_wrapped(text, len(inside), inside)}\n"
    escaped = "".join(_escaped(character) for character in text)
    yield start + _with_remark(f'"{escaped}"', remark) + "\n"


def _with_remark(text: str, remark: str) -> str:
    return f"{text}   {remark}" if remark else text


def _wrapped(text: str, column: int, indent: str) -> str:
    """Break a text at single spaces into lines that begin with an indent; the first begins at a column."""
    first, *words = _BREAK.split(text)
    lines = [first]
    for word in words:
        if column + len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(word)
            column = len(indent)
        else:
            lines[-1] += f" {word}"
    return f"\n{indent}".join(lines)


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character == "\ufeff" or unicodedata.category(character) in {"Cc", "Cn", "Zl", "Zp"}:
        return f"\\U{ord(character):08X}"
    return character


def _reads_as(written: str, text: str) -> bool:
    indent = written[: len(written) - len(written.lstrip(" "))]
    read, findings = read_document(Source("", f"{written}{indent}{_NEXT}: {_NEXT}\n"))
    document = read.mapping
    if findings or document is None or len(document.entries) != 2:
        return False
    (_, value), (_, following) = document.entries.values()
    return isinstance(value, Text) and value.value == text and isinstance(following, Text) and following.value == _NEXT
