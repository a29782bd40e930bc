"""What is wrong where a file is no YAML, in the words of somebody who wanted to write a board."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import yaml
from yaml.scanner import ScannerError

from interpreter.diagnostics import Diagnostic
from interpreter.source import LINE_END, Source, Span

REST = "What stands below is not read until this is put right."

_INDENT = "Keys that belong together are indented alike, with spaces; a text goes on deeper than its key."

# What YAML's reader says, and what to do about it; the first that fits counts.
_HINTS = (
    (
        "found unknown escape",
        "Between \"...\" a backslash is an escape. Write the text between '...', or without marks.",
    ),
    ("while scanning a directive", "A line that begins with % belongs to YAML: delete it."),
    ("while scanning an alias", "A text that begins with * stands in quotation marks."),
    ("while scanning an anchor", "A text that begins with & stands in quotation marks."),
    ("found character '\\t'", "Indent with spaces instead of a tab."),
    ("cannot start any token", "A text that begins with this sign stands in quotation marks."),
    ("found unexpected end of stream", "A quotation mark that opens a text has none that closes it."),
    ("while parsing a flow", "Close the bracket, or put a text that begins with one in quotation marks."),
    ("mapping values are not allowed", f"A text with a colon and a space in it stands in quotation marks. {_INDENT}"),
    ("<block mapping start>", _INDENT),
    ("did not find expected key", _INDENT),
    ("could not find expected ':'", f"Each line is a key, a colon, a space, and a text. {_INDENT}"),
    ("expected <block end>", _INDENT),
)


UNREADABLE = yaml.reader.Reader.NON_PRINTABLE
"""The characters that cannot stand in a YAML file: control characters, halves of characters, and what is none."""

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_FIRST_HALVES, _SECOND_HALVES = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


class Loader(yaml.BaseLoader):
    """A reader of YAML that says of every number that it cannot read where it stands."""

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: yaml.Mark) -> list[str]:
        """Read what stands between quotation marks up to a space."""
        try:
            return super().scan_flow_scalar_non_spaces(double, start_mark)
        except (ValueError, OverflowError) as error:
            problem = "found unknown escape: no character has this number"
            raise ScannerError("while scanning a text", start_mark, problem, self.get_mark()) from error

    def scan_yaml_directive_number(self, start_mark: yaml.Mark) -> int:
        """Read a part of the version behind %YAML."""
        try:
            return super().scan_yaml_directive_number(start_mark)
        except ValueError as error:  # more digits than Python reads
            problem = "found a number that is too long"
            raise ScannerError("while scanning a directive", start_mark, problem, self.get_mark()) from error


def unreadable_escapes(source: Source, inside: Span) -> Iterator[Diagnostic]:
    """Find escapes between quotation marks that stand for what cannot stand in a file, or for half a character.

    Of those that are alike, the first is said, and how many there are.
    """
    escapes = list(_ESCAPE.finditer(source.text, inside.start, inside.end))
    codes = [_code(escape) for escape in escapes]
    halves = {
        place + each
        for place, (one, other) in enumerate(pairwise(escapes))
        if one.end() == other.start() and codes[place] in _FIRST_HALVES and codes[place + 1] in _SECOND_HALVES
        for each in (0, 1)
    }
    alike: dict[int, list[int]] = {}
    for place, code in enumerate(codes):
        if place not in halves and UNREADABLE.match(chr(code)):
            alike.setdefault(_FIRST_HALVES.start if _is_half(code) else code, []).append(place)
    for places in alike.values():
        escape, code = escapes[places[0]], codes[places[0]]
        message, remedy = f"the escape {escape[0]} stands for U+{code:04X}, which cannot be seen", "Delete it."
        if _is_half(code):
            message = f"the escape {escape[0]} stands for half a character, and the other half is not beside it"
            remedy = "Write the character itself, or both halves as JSON does: \\ud83d\\ude00."
        message += f" (the first of {len(places):,} like it in this text)" if len(places) > 1 else ""
        yield Diagnostic(source, Span(*escape.span()), "hidden-character", message, remedy)


def _is_half(code: int) -> bool:
    return code in _FIRST_HALVES or code in _SECOND_HALVES


def _code(escape: re.Match[str]) -> int:
    """Give the number of the character that an escape stands for; that of a space, if it is a line end."""
    number = escape[1] or escape[2] or escape[3]
    return int(number, 16) if number else ord(Loader.ESCAPE_REPLACEMENTS.get(escape[4], " "))


def syntax_error(source: Source, error: yaml.MarkedYAMLError, last_text: Span | None) -> Diagnostic:
    """Make a finding of an error of YAML's reader; `last_text` is the place of the text that it read before."""
    mark = error.problem_mark or error.context_mark
    if mark and error.context_mark and (mark.index >= len(source.text.rstrip()) or "alias" in (error.context or "")):
        mark = error.context_mark  # where it began says more than the end of the file, or of the name
    place = min(mark.index if mark else 0, len(source.text))
    told = re.sub(r"\s+", " ", f"{error.context or ''} {error.problem or ''}")
    problem = re.sub(r"\s+", " ", error.problem or error.context or "this cannot be read")
    remedy = next((hint for words, hint in _HINTS if words in told), _INDENT)
    if not any(words in told for words in ("end of stream", "escape", "alias")):
        place, remedy = _slip(source, place, last_text) or (place, remedy)
    message = f"this is no YAML: {problem}"
    return Diagnostic(source, Span(place, place + 1), "yaml", message, f"{remedy} {REST}")


def _slip(source: Source, place: int, last_text: Span | None) -> tuple[int, str] | None:
    """Recognize a common slip of the pen by how the lines around a place look: where it is, and what to do."""
    quoted = last_text and source.text[last_text.start : last_text.start + 1] in ('"', "'")
    if last_text and quoted and LINE_END.search(source.text, last_text.start, last_text.end):
        closed, _ = source.position(last_text.end)
        sign = source.text[last_text.start]
        return last_text.start, f"The {sign} that opens the text here is closed only in line {closed}: close it before."
    start, line = _line(source, place)
    begins_with = re.search(r""":\s+(["'{[])""", line)
    if begins_with and start + begins_with.end() <= place:
        sign = begins_with[1]
        if sign == "'":
            return place, "Within '...' an apostrophe is written twice; or put the text between \"...\"."
        around = "'" if sign == '"' else '"'
        return place, f"A text that begins with {sign} stands in quotation marks: {around}{sign} ...{around}"
    return _slip_in_line(start, line) or _slip_in_line(*_line(source, max(start - 2, 0)))


def _slip_in_line(start: int, line: str) -> tuple[int, str] | None:
    indentation = line[: len(line) - len(line.lstrip())]
    odd = next((sign for sign in indentation if sign not in " \t"), None)
    if odd:
        name = unicodedata.name(odd, "a character without a name").lower()
        return start + line.index(odd), f"This indentation is made with U+{ord(odd):04X} ({name}): use spaces."
    no_space = re.fullmatch(r"(\s*\w[\w ]*):(?=[^\s/])[^:]*", line)
    if no_space:
        return start + no_space.end(1), "Behind the colon of a key stands a space."
    no_colon = re.match(r"""\s*\w[\w ]*(?= ["'])""", line)
    if no_colon:
        return start + no_colon.end(), "Between a key and its text stand a colon and a space."
    return None


def _line(source: Source, place: int) -> tuple[int, str]:
    """Give the line around a place, and where it begins."""
    _, column = source.position(place)
    start = place - column + 1
    end = LINE_END.search(source.text, start)
    return start, source.text[start : end.start() if end else len(source.text)]
