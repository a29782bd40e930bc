"""A text from a file, and places in it: offsets inside, lines and columns outside."""

import re
import stat
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter.signs import END_OF_ISOLATE, ISOLATES, escape, visible

MAXIMUM_BYTES = 1_000_000

EXCERPT_WIDTH = 80
"""The columns that an excerpt has at the most."""

_MOST_SIGNS = 4 * EXCERPT_WIDTH
"""The characters that each part of an excerpt has at the most: letters, and the marks on them, which have no width."""

SHIPPED = Path(__file__).parent.parent
"""The folder in which `boards` and `grammar` stand beside `interpreter`, in a checkout and when installed."""

_ISOLATES = re.compile(f"[{ISOLATES}{END_OF_ISOLATE}]")
_WITHOUT_WIDTH = {"Mn", "Me", "Cf"}

LINE_END = re.compile(r"\r\n|\n|\r")

_OPEN_ALREADY = re.compile("/dev/stdin|(?:/dev|/proc/self)/fd/[0-9]+")
"""Names of what is open when the program starts: what is written into it from elsewhere, in a shell."""

_NO_FILES = {
    stat.S_IFDIR: "is a directory",
    stat.S_IFIFO: "is a FIFO, not a file",
    stat.S_IFSOCK: "is a socket, not a file",
    stat.S_IFCHR: "is a device, not a file",
    stat.S_IFBLK: "is a device, not a file",
}


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

        A line with more than `EXCERPT_WIDTH` columns is cut around the span. What a terminal would obey rather than
        print stands as an escape, so that a file cannot write outside its excerpt.
        """
        number, _ = self.position(span.start)
        start = self._line_starts[number - 1]
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        end -= len(line_end[0]) if (line_end := LINE_END.search(self.text, max(end - 2, start), end)) else 0
        place = min(span.start, end)
        behind = min(max(span.end, place + 1), end)
        before = _printable(self.text[max(start, place - _MOST_SIGNS - 1) : place])
        inside = _printable(self.text[place : min(behind, place + _MOST_SIGNS + 1)])
        after = _printable(self.text[behind : min(end, behind + _MOST_SIGNS + 1)])
        inside = _cut_after(inside, max(EXCERPT_WIDTH // 2, EXCERPT_WIDTH - _width(before) - _width(after)))
        room = EXCERPT_WIDTH - _width(inside)
        before = _cut_before(before, max(room // 2, room - _width(after)))
        after = _cut_after(after, room - _width(before))
        return Excerpt(before + inside + after, " " * _width(before), "^" * max(_width(inside), 1))


def read_source(path: str, *, may_be_open: bool = False) -> Source:
    """Read a file as UTF-8 text, a byte order mark left off.

    What is no regular file is not read, since it could be without end or wait for ever; but what was open when the
    program started is, under its name in /dev, if it `may_be_open`. Raises UnreadableFile when there is no such file,
    when it may not be read, and when it is no text: a directory, larger than `MAXIMUM_BYTES`, or not UTF-8.
    """
    try:
        if not (may_be_open and _OPEN_ALREADY.fullmatch(path)):
            _check_regular(Path(path).stat().st_mode)
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


def _check_regular(mode: int) -> None:
    """Raise UnreadableFile if what has this mode is no regular file."""
    if not stat.S_ISREG(mode):
        raise UnreadableFile(_NO_FILES.get(stat.S_IFMT(mode), "is no file that can be read"))


def _cut_before(text: str, columns: int) -> str:
    """Leave out the beginning of a text with too many columns; a mark does not lose its letter."""
    if len(text) <= _MOST_SIGNS and _width(text) <= columns:
        return text
    start, width = len(text), 0
    while start > 1 and width + _width(text[start - 1]) < columns:
        start -= 1
        width += _width(text[start])
    while start < len(text) and not _width(text[start]):
        start += 1
    return f"…{text[start:]}"


def _cut_after(text: str, columns: int) -> str:
    """Leave out the end of a text with too many columns."""
    if len(text) <= _MOST_SIGNS and _width(text) <= columns:
        return text
    end, width = 0, 0
    while end < len(text) - 1 and width + _width(text[end]) < columns:
        width += _width(text[end])
        end += 1
    return f"{text[:end]}…"


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
