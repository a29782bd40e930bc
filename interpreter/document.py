"""YAML as it is written by hand: texts and mappings that know their place, and nothing typed.

Every scalar is text, so that `no` is Norwegian and `010` is not 8. What makes YAML more than that
(aliases, tags, lists, several documents) is refused, each time with its place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from interpreter.diagnostics import Diagnostic
from interpreter.source import LINE_END, Source, Span

MAXIMUM_DEPTH = 10

_QUOTE = "If it is the beginning of a text, put the text in quotation marks."
_HINTS = {
    "mapping values are not allowed": (
        "A text with a colon and a space in it stands in quotation marks, or below the key in a >- block. "
        "Keys that belong together are indented alike."
    ),
    "cannot start any token": "Indent with spaces. A text that begins with this sign stands in quotation marks.",
    "found unexpected end of stream": "A quotation mark that opens a text has none that closes it.",
    "could not find expected ':'": "Each line is a key, a colon and a space, and its text.",
    "expected <block end>": "Lines that belong together are indented alike; a text goes on deeper than its key.",
    "special characters are not allowed": "Delete the character, which cannot be seen.",
}


@dataclass(frozen=True)
class Text:
    """A scalar. `raw` is where the characters of its value stand in the file, indentation included."""

    value: str
    span: Span
    raw: Span


@dataclass(frozen=True)
class Mapping:
    """Keys and their values in the order of the file; of a key that stands twice, only the first."""

    span: Span
    entries: dict[str, tuple[Text, "Value"]] = field(default_factory=dict)


Value = Text | Mapping


def read_document(source: Source) -> tuple[Mapping | None, list[Diagnostic]]:
    """Read a file whose outermost value is a mapping; None if there is no such thing in it."""
    reader = _Reader(source)
    try:
        value = reader.document()
    except yaml.MarkedYAMLError as error:
        reader.findings.append(_syntax_error(source, error))
        return None, reader.findings
    except yaml.reader.ReaderError as error:
        place = Span(error.position, error.position + 1)
        message = f"the character U+{ord(source.text[error.position]):04X} cannot stand in a board file"
        reader.findings.append(Diagnostic(source, place, "yaml", message, "Delete it; it cannot be seen."))
        return None, reader.findings
    if value is not None and not isinstance(value, Mapping):
        message = "a board file is made of keys and their texts"
        remedy = "It begins with a key, a colon, a space and a text: name: ..."
        reader.findings.append(Diagnostic(source, value.span, "yaml", message, remedy))
        return None, reader.findings
    return value, reader.findings


class _Reader:
    """Builds values from YAML's events; what is refused is reported, and left out."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Diagnostic] = []
        self.events: Iterator[Event] = yaml.parse(source.text, Loader=yaml.BaseLoader)

    def document(self) -> Value | None:
        value = None
        documents = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self.refuse(event, "a second document begins here", "One board a file: delete the line ---.")
            elif isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent | AliasEvent):
                read = self.value(event, 0)
                value = value if documents > 1 else read
        return value

    def value(self, event: Event, depth: int) -> Value | None:
        match event:
            case AliasEvent():
                self.refuse(event, f'"*{event.anchor}" is an alias, which a board file has not', _QUOTE)
                return None
            case ScalarEvent():
                self.refuse_names(event)
                return self.text(event)
            case SequenceStartEvent():
                self.refuse_names(event)
                remedy = "Write the text without - or [ ]; several rules stand in a | block."
                self.refuse(event, "a list stands here, which a board file has not", remedy)
                self.skip(SequenceStartEvent, SequenceEndEvent)
                return None
            case MappingStartEvent() if depth < MAXIMUM_DEPTH:
                self.refuse_names(event)
                return self.mapping(event, depth)
        self.refuse(event, "too many levels of keys", "A board file has three at the most.")
        self.skip(MappingStartEvent, MappingEndEvent)
        return None

    def refuse_names(self, event: ScalarEvent | SequenceStartEvent | MappingStartEvent) -> None:
        if event.anchor is not None:
            self.refuse(event, f'"&{event.anchor}" is an anchor, which a board file has not', _QUOTE)
        if event.tag is not None:
            self.refuse(event, f'"{event.tag}" is a tag, which a board file has not', _QUOTE)

    def mapping(self, start: Event, depth: int) -> Mapping:
        mapping = Mapping(_span(start))
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            key = self.value(event, depth + 1)
            value = self.value(next(self.events), depth + 1)
            if not isinstance(key, Text):
                if key is not None:
                    self.report(key.span, "yaml", "a key is a text", "")
            elif key.value in mapping.entries:
                line, _ = self.source.position(mapping.entries[key.value][0].span.start)
                message = f'the key "{key.value}" stands here a second time; the first is in line {line}'
                self.report(key.span, "duplicate-key", message, "Delete one of the two.")
            elif value is not None:
                mapping.entries[key.value] = key, value
        return mapping

    def text(self, event: ScalarEvent) -> Text:
        span = _span(event)
        if event.style in ("|", ">"):
            written = self.source.text[span.start : span.end]
            line_end = LINE_END.search(written)
            body = written[line_end.end() :] if line_end else ""
            start = span.end - len(body)
            raw = Span(start, start + len(body.rstrip()))
            shown = Span(start + len(body) - len(body.lstrip()), raw.end) if body.strip() else span
            return Text(event.value, shown, raw)
        if event.style in ('"', "'"):
            return Text(event.value, span, Span(span.start + 1, span.end - 1))
        return Text(event.value, span, span)

    def skip(self, start: type[Event], end: type[Event]) -> None:
        depth = 1
        while depth:
            event = next(self.events)
            depth += isinstance(event, start) - isinstance(event, end)

    def refuse(self, event: Event, message: str, remedy: str) -> None:
        self.report(_span(event), "yaml", message, remedy)

    def report(self, span: Span, code: str, message: str, remedy: str) -> None:
        self.findings.append(Diagnostic(self.source, span, code, message, remedy))


def _span(event: Event) -> Span:
    start, end = event.start_mark, event.end_mark
    return Span(start.index if start else 0, end.index if end else 0)


def _syntax_error(source: Source, error: yaml.MarkedYAMLError) -> Diagnostic:
    mark = error.problem_mark or error.context_mark
    if error.context_mark and mark and mark.index >= len(source.text.rstrip()):
        mark = error.context_mark  # the end of the file says nothing; where it began does
    start = min(mark.index if mark else 0, len(source.text))
    told = f"{error.context or ''} {error.problem or ''}"
    remedy = next((hint for told_by, hint in _HINTS.items() if told_by in told), "")
    begins_with = re.search(r""":\s+(["'{[])""", source.excerpt(Span(start, start)).line)
    if begins_with and "end of stream" not in told:
        sign = begins_with[1]
        around = "'" if sign == '"' else '"'
        remedy = f"A text that begins with {sign} stands in quotation marks: {around}{sign} ...{around}"
    problem = re.sub(r"\s+", " ", error.problem or error.context or "this cannot be read")
    return Diagnostic(source, Span(start, start + 1), "yaml", f"this is no YAML: {problem}", remedy)
