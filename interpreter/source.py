"""A text from a file, and places in it: offsets inside, lines and columns outside."""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter.signs import END_OF_ISOLATE, ISOLATES, escape, visible

MAXIMUM_BYTES = 1_000_000
EXCERPT_WIDTH = 100

SHIPPED = Path(__file__).parent.parent
"""The folder in which `boards` and `grammar` stand beside `interpreter`, in a checkout and when installed."""

_ISOLATES = re.compile(f"[{ISOLATES}{END_OF_ISOLATE}]")
_WITHOUT_WIDTH = {"Mn", "Me", "Cf"}

LINE_END = re.compile(r"\r\n|\n|\r")


class UnreadableFile(Exception):
    """A file that cannot be read as text; the message says why, without the file's name."""


@dataclass(frozen=True)
class Span:
    """The characters of a text from offset `start` up to, not including, offset `end`."""

    start: int
    end: int


@dataclass(frozen=True)
class Excerpt:
    """One line of a file and the part of it that is meant, both ready to print."""

    line: str
    indent: str
    marker: str


@dataclass(frozen=True)
class Source:
    """The text of a file and the name under which messages speak of it."""

    path: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Give the line and the column of an offset, both counted from 1, columns in characters."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def excerpt(self, span: Span) -> Excerpt:
        """Cut out the line in which a span begins, with markers as wide as the span on that line.

        A line longer than a terminal is cut around the span. What a terminal would obey rather than
        print stands as an escape, so that a file cannot write outside its excerpt.
        """
        number, column = self.position(span.start)
        start = self._line_starts[number - 1]
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        line = self.text[start:end].rstrip("\r\n")
        before = line[: column - 1]
        inside = line[column - 1 : column - 1 + max(span.end - span.start, 1)]
        after = line[len(before) + len(inside) :]
        if len(line) > EXCERPT_WIDTH:
            inside = _cut_after(inside, EXCERPT_WIDTH // 2)
            before = _cut_before(before, EXCERPT_WIDTH // 4)
            after = _cut_after(after, EXCERPT_WIDTH - len(before) - len(inside))
        before, inside, after = _printable(before), _printable(inside), _printable(after)
        return Excerpt(before + inside + after, " " * _width(before), "^" * max(_width(inside), 1))


def read_source(path: str) -> Source:
    """Read a file as UTF-8 text, a byte order mark left off.

    Raises UnreadableFile when there is no such file, when it may not be read, and when it is no
    text: a directory, larger than `MAXIMUM_BYTES`, or not UTF-8.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        raise UnreadableFile((error.strerror or str(error)).lower()) from error
    except ValueError as error:  # a NUL character in the name
        raise UnreadableFile("not the name of a file") from error
    if len(data) > MAXIMUM_BYTES:
        raise UnreadableFile(f"larger than {MAXIMUM_BYTES:,} bytes, which no board is")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableFile(
            f"not UTF-8 text: byte {error.start + 1}, in line {line}, belongs to no character"
        ) from error
    if "\0" in text:
        raise UnreadableFile("not a text file: it has NUL characters")
    return Source(path, text)


def _cut_before(text: str, width: int) -> str:
    return text if len(text) <= width else "…" + text[len(text) - width + 1 :]


def _cut_after(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _printable(text: str) -> str:
    """Write a part of a line as it can be printed; what cannot be seen stands as an escape if it is the whole part.

    So do isolates, of which another part may have the partner.
    """
    if len(text) == 1 and unicodedata.category(text) == "Cf":
        return escape(text)
    return _ISOLATES.sub(lambda found: escape(found[0]), visible(text.replace("\t", " ")))


def _width(text: str) -> int:
    """Count the columns that a terminal gives to a text."""
    seen = (character for character in text if unicodedata.category(character) not in _WITHOUT_WIDTH)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in seen)
