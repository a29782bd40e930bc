"""YAML as it is written by hand: texts and mappings that know their place, and nothing typed.

Every scalar is text, so that `no` is Norwegian and `010` is not 8. What makes YAML more than that
(aliases, tags, lists, several documents) is refused, each time with its place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

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

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.source import LINE_END, Source, Span
from interpreter.syntax import REST, UNREADABLE, Loader, syntax_error, unreadable_escapes

MAXIMUM_DEPTH = 10

_QUOTE = "If it is the beginning of a text, put the text in quotation marks."
_REMARK = re.compile(r"[ \t]+#(?=[^\s#])")


@dataclass(frozen=True)
class Text:
    """A scalar. `raw` is where the characters of its value stand in the file, indentation included."""

    value: str
    span: Span
    raw: Span


@dataclass(frozen=True)
class Mapping:
    """Keys and their values in the order of the file; of a key that stands twice, only the first.

    `refused` are keys that stand there with a value that has been reported, and is left out.
    """

    span: Span
    entries: dict[str, tuple[Text, "Value"]] = field(default_factory=dict)
    refused: dict[str, Text] = field(default_factory=dict)


Value = Text | Mapping


@dataclass(frozen=True)
class Document:
    """The outermost mapping of a file, if there is one; not whole if what follows a certain place is not read."""

    mapping: Mapping | None
    whole: bool = True


def read_document(source: Source) -> tuple[Document, list[Diagnostic]]:
    """Read a file whose outermost value is a mapping, up to the first place that is no YAML."""
    reader = _Reader(source)
    whole = False
    try:
        reader.document()
        whole = True
    except _Unread:
        pass
    except yaml.MarkedYAMLError as error:
        reader.findings.append(syntax_error(source, error, reader.last_text.span if reader.last_text else None))
    except yaml.reader.ReaderError as error:
        place = Span(error.position, error.position + 1)
        message = f"the character U+{ord(source.text[error.position]):04X} cannot stand in a board file"
        reader.findings.append(Diagnostic(source, place, "yaml", message, "Delete it; it cannot be seen."))
    if isinstance(reader.root, Text) and whole:
        message = "a board file is made of keys and their texts"
        remedy = "It begins with a key, a colon, a space and a text: name: ..."
        reader.findings.append(Diagnostic(source, reader.root.span, "yaml", message, remedy))
        return Document(None), reader.findings
    mapping = reader.root if isinstance(reader.root, Mapping) else None
    return Document(mapping, whole), reader.findings


class _Unread(Exception):
    """What follows is not read, for a reason that has been reported: an open list, or brackets without end."""


class _Reader:
    """Builds values from YAML's events; what is refused is reported, and left out."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Diagnostic] = []
        self.root: Value | None = None
        self.last_text: Text | None = None
        self.events: Iterator[Event] = yaml.parse(source.text, Loader=Loader)

    def document(self) -> None:
        documents = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self.refuse(event, "a second document begins here", "One board a file: delete the line ---.")
            elif isinstance(event, ScalarEvent | SequenceStartEvent | AliasEvent):
                value = self.value(event, 0)
                self.root = value if documents == 1 else self.root
            elif isinstance(event, MappingStartEvent):
                mapping = Mapping(_span(event))
                if documents == 1:
                    self.root = mapping
                self.fill(mapping, 0)

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
                self.skip_list()
                return None
            case MappingStartEvent() if depth < MAXIMUM_DEPTH:
                self.refuse_names(event)
                return Mapping(_span(event))
        self.refuse(event, "too many levels of keys", "A board file has three at the most.")
        raise _Unread

    def refuse_names(self, event: ScalarEvent | SequenceStartEvent | MappingStartEvent) -> None:
        if event.anchor is not None:
            self.refuse(event, f'"&{event.anchor}" is an anchor, which a board file has not', _QUOTE)
        if event.tag is not None:
            self.refuse(event, f'"{event.tag}" is a tag, which a board file has not', _QUOTE)

    def fill(self, mapping: Mapping, depth: int) -> None:
        """Read the keys of a mapping, which is in its place already: what is read before an error is kept."""
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                return
            key = self.value(event, depth + 1)
            if isinstance(key, Mapping):
                self.report(key.span, "yaml", "a key is a text", "A text that begins with { stands in quotation marks.")
                self.fill(key, depth + 1)
            value = self.value(next(self.events), depth + 1)
            if isinstance(key, Text):
                if key.value in mapping.entries:
                    line, _ = self.source.position(mapping.entries[key.value][0].span.start)
                    message = f'the key "{key.value}" stands here a second time; the first is in line {line}'
                    self.report(key.span, "duplicate-key", message, "Correct one of the two, or delete it.")
                elif value is None:
                    mapping.refused[key.value] = key
                else:
                    mapping.entries[key.value] = key, value
            if isinstance(value, Mapping):
                self.fill(value, depth + 1)

    def text(self, event: ScalarEvent) -> Text:
        self.last_text = text = self.placed(event)
        if event.style is None and (cut := _REMARK.match(self.source.text, text.span.end)):
            message = "the text ends here: behind a space, # begins a remark"
            remedy = "Put the text in quotation marks if this belongs to it, or a space behind # if it is a remark."
            place = Span(cut.end() - 1, cut.end())
            self.findings.append(
                Diagnostic(self.source, place, "cut-by-remark", message, remedy, severity=Severity.WARNING)
            )
        return text

    def placed(self, event: ScalarEvent) -> Text:
        span = _span(event)
        if event.style in ("|", ">"):
            written = self.source.text[span.start : span.end]
            line_end = LINE_END.search(written)
            body = written[line_end.end() :] if line_end else ""
            start = span.end - len(body)
            raw = Span(start, start + len(body.rstrip()))
            shown = Span(start + len(body) - len(body.lstrip()), raw.end) if body.strip() else span
            return Text(event.value, shown, raw)
        if event.style == '"':
            inside = Span(span.start + 1, span.end - 1)
            self.findings += unreadable_escapes(self.source, inside)
            # As in JSON, two halves of a character stand for it.
            value = event.value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            return Text(UNREADABLE.sub("\ufffd", value), span, inside)
        if event.style == "'":
            return Text(event.value, span, Span(span.start + 1, span.end - 1))
        return Text(event.value, span, span)

    def skip_list(self) -> None:
        """Read over a list, which has been reported; that it is not closed says the same again."""
        depth = 1
        try:
            while depth:
                event = next(self.events)
                depth += isinstance(event, SequenceStartEvent) - isinstance(event, SequenceEndEvent)
                if depth > MAXIMUM_DEPTH:
                    raise _Unread
        except yaml.MarkedYAMLError as error:
            if "parsing a flow" not in (error.context or ""):
                raise
            reported = self.findings.pop()
            self.findings.append(replace(reported, remedy=f"{reported.remedy} {REST}"))
            raise _Unread from error

    def refuse(self, event: Event, message: str, remedy: str) -> None:
        self.report(_span(event), "yaml", message, remedy)

    def report(self, span: Span, code: str, message: str, remedy: str) -> None:
        self.findings.append(Diagnostic(self.source, span, code, message, remedy))


def _span(event: Event) -> Span:
    start, end = event.start_mark, event.end_mark
    return Span(start.index if start else 0, end.index if end else 0)
