"""What is wrong where a file is no YAML, in the words of somebody who wanted to write a board."""

import re
import unicodedata

import yaml

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
    ("while scanning an alias", "A text that begins with * stands in quotation marks."),
    ("while scanning an anchor", "A text that begins with & stands in quotation marks."),
    ("found character '\\t'", "Indent with spaces instead of a tab."),
    ("cannot start any token", "A text that begins with this sign stands in quotation marks."),
    ("found unexpected end of stream", "A quotation mark that opens a text has none that closes it."),
    ("mapping values are not allowed", f"A text with a colon and a space in it stands in quotation marks. {_INDENT}"),
    ("<block mapping start>", _INDENT),
    ("did not find expected key", _INDENT),
    ("could not find expected ':'", f"Each line is a key, a colon, a space, and a text. {_INDENT}"),
    ("expected <block end>", _INDENT),
)


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
    quoted = last_text and source.text[last_text.start] in "\"'"
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
