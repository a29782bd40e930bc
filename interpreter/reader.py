"""How a board file becomes a board.

What is wrong is reported and replaced by something harmless, so that all of it is found in one run.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from interpreter.board import Board, RuleOfEverySquare, Square
from interpreter.diagnostics import Diagnostic, counted, shortened
from interpreter.document import Mapping as Section
from interpreter.document import Text, Value, read_document
from interpreter.effects import Effect
from interpreter.keys import EVERY_SQUARE, HEADER, SECTIONS, SQUARE
from interpreter.language import JOINED, in_one_case, is_keyword, parse
from interpreter.phrases import OTHER, PHRASES, PLACEHOLDER, Phrase, read_form
from interpreter.reading import Reading, odd_sign
from interpreter.source import Source, Span
from interpreter.values import BadValue, numbers_text, read

LAST_SQUARE = 999
MOST_ROLES = 99
MANY_PHRASES = 8
EVERY = "every square"

SQUARE_UNREAD = ("bad-square", "yaml")
"""Codes of findings that speak of no square and yet mean that one could not be read."""


def read_board(source: Source) -> tuple[Board | None, list[Diagnostic]]:
    """Read a board file, with all that is wrong in it.

    The board is None if the file has no keys at all; otherwise it can be checked further, and played if
    there is no error among the findings.
    """
    read, findings = read_document(source)
    document = read.mapping
    reading = _BoardReading(source, findings, whole=read.whole)
    if document is None:
        if not findings:
            remedy = "Start from a copy of a board that ships; docs/board-file.md says what each key means."
            reading.report(Span(0, 0), "empty-board", "there is no board in this file", remedy)
        return None, findings
    reading.known_keys(document, [*HEADER, *SECTIONS], "a board")
    header = {key.replace(" ", "_"): reading.header(document, key) for key in HEADER}
    roles = reading.roles(document)
    board = Board(
        source=source,
        spans=_spans(document),
        roles=roles,
        accept=reading.accept(document),
        phrases=reading.phrases(document),
        squares=reading.squares(document, roles),
        every_square=reading.every_square(document, roles),
        **header,
    )
    return board, findings


def _spans(document: Section) -> dict[str, Span]:
    """Find the places of the header's values, of keys that have keys, of `roles/ROLE` and of `phrases/PHRASE`."""
    spans = {}
    for key, (name, value) in document.entries.items():
        spans[key] = value.span if isinstance(value, Text) else name.span
        spans |= {f"{key}/{inner}": _whole(text) for inner, text in _below(document, key)}
    return spans


def _below(section: Section, key: str) -> list[tuple[str, Value]]:
    """Give what stands below a key, if anything does."""
    _, value = section.entries.get(key, (None, None))
    return [(inner, text) for inner, (_, text) in value.entries.items()] if isinstance(value, Section) else []


def _whole(value: Value) -> Span:
    """Give the place of a text, or of all texts below a key."""
    if isinstance(value, Text):
        return value.span
    return Span(value.span.start, max([value.span.end, *(_whole(inner).end for _, inner in value.entries.values())]))


class _BoardReading(Reading):
    """Reads the parts of a board file."""

    def header(self, document: Section, key: str) -> Any:
        kind = HEADER[key]
        if key not in document.entries:
            if kind.required and self.is_missing(document, key):
                self.missing(document, key, kind.meaning)
            return kind.default
        name, value = document.entries[key]
        text = self.text(value, key)
        if text is None:
            return kind.default
        if not self.filled(value, name, key):
            return kind.default
        try:
            return read(kind.value, text.value)
        except BadValue as bad:
            self.report(text.span, "bad-value", f"{key}: {bad}", bad.remedy)
            return kind.default

    def roles(self, document: Section) -> dict[str, str]:
        roles: dict[str, str] = {}
        names: dict[str, Text] = {}
        section = self.section(document, "roles")
        for number, (key, (name, value)) in enumerate(section.entries.items() if section else ()):
            if number == MOST_ROLES:
                message = f"there are more than {MOST_ROLES} roles"
                self.report(name.span, "bad-role", message, "Delete those of which no rule speaks.")
                break
            first = names.setdefault(in_one_case(key), name)
            if not re.fullmatch(r"[^\W\d_]+", key):
                message = f'"{key}" cannot be the name of a role'
                self.report(name.span, "bad-role", message, "Take one word of letters; the text behind it can be more.")
            elif is_keyword(key):
                message = f'"{key}" cannot be the name of a role: it is a word of the effect language'
                self.report(name.span, "bad-role", message, "Take another word.")
            elif first is not name:
                line, _ = self.source.position(first.span.start)
                message = f'"{key}" is the role "{first.value}", which stands in line {line}: case does not matter'
                self.report(name.span, "duplicate-key", message, "Correct one of the two, or delete it.")
            else:
                roles[key] = self.filled(value, name, key) or key
        return roles

    def accept(self, owner: Section, square: int | None = None) -> dict[str, str]:
        """Read the codes that a board or a square accepts, with their reasons."""
        section = self.section(owner, "accept", square)
        reasons = {}
        for code, (name, value) in section.entries.items() if section else ():
            reasons[code] = self.filled(value, name, code, square)
        return reasons

    def phrases(self, document: Section) -> dict[str, Phrase]:
        phrases = {key: Phrase("") for key in PHRASES}
        section = self.section(document, "phrases")
        if section is None:
            if self.is_missing(document, "phrases"):
                self.missing(document, "phrases", SECTIONS["phrases"])
            return phrases
        self.known_keys(section, PHRASES, "the phrases")
        self.missing_phrases(document.entries["phrases"][0], [key for key in PHRASES if self.is_missing(section, key)])
        for key, kind in PHRASES.items():
            if key not in section.entries:
                continue
            name, value = section.entries[key]
            if kind.counts and isinstance(value, Section):
                phrases[key] = self.counting(value, name, key)
            else:
                phrases[key] = Phrase(self.phrase(value, name, key, kind.placeholders))
        return phrases

    def missing_phrases(self, heading: Text, keys: Sequence[str]) -> None:
        if len(keys) > MANY_PHRASES:
            message = f"{len(keys)} phrases are missing: {', '.join(keys)}"
            remedy = "docs/phrases.yaml has them all in English, to be copied and translated."
            self.report(heading.span, "missing-phrase", message, remedy)
            return
        for key in keys:
            names = ", ".join(f"{{{name}}}" for name in PHRASES[key].placeholders)
            meaning = PHRASES[key].meaning
            remedy = f"It says: {meaning}{'' if meaning.endswith('?') else '.'}"
            remedy += f" It can have {names}." if names else ""
            self.report(heading.span, "missing-phrase", f'the phrase "{key}" is missing', remedy)

    def counting(self, section: Section, name: Text, key: str) -> Phrase:
        forms = []
        other = ""
        for numbers, (form, value) in section.entries.items():
            text = self.phrase(value, form, key, PHRASES[key].placeholders)
            ranges = read_form(numbers)
            if numbers == OTHER:
                other = text
            elif ranges is None:
                remedy = f"Write a number, or several as in 2-4, 22; {OTHER} is for the rest."
                self.report(form.span, "unknown-key", f'"{numbers}" is no number that "{key}" can count', remedy)
            else:
                forms += [(low, high, text) for low, high in ranges]
        if self.is_missing(section, OTHER):
            message = f'the phrase "{key}" has no form for all other numbers'
            self.report(name.span, "missing-phrase", message, f"Add {OTHER}: with the placeholder {{count}}.")
        return Phrase(other, tuple(forms))

    def phrase(self, value: Value, name: Text, key: str, placeholders: tuple[str, ...]) -> str:
        text = self.filled(value, name, key)
        possible = ", ".join(f"{{{each}}}" for each in placeholders)
        unknown = [used for used in dict.fromkeys(PLACEHOLDER.findall(text)) if used not in placeholders]
        for used in unknown:
            close = difflib.get_close_matches(used, placeholders, n=1)
            meant = f"Did you mean {{{close[0]}}}? " if close else ""
            remedy = meant + (f"It can have {possible}." if possible else "It has none.")
            message = f'{{{used}}} is not a placeholder of the phrase "{key}"'
            start = self.source.text.find(f"{{{used}}}", value.span.start, value.span.end)
            span = value.span if start < 0 else Span(start, start + len(used) + 2)
            self.report(span, "unknown-placeholder", message, remedy)
        if unknown:
            return ""
        needs = PHRASES[key].needs
        if text and needs and f"{{{needs}}}" not in text:
            message = f'the phrase "{key}" needs {{{needs}}}, or all are the same'
            self.report(value.span, "missing-placeholder", message, f"Put {{{needs}}} where it belongs.")
        if re.search(r"[{}]", PLACEHOLDER.sub("", text)):
            message = f'the phrase "{key}" has a curly bracket without its partner'
            self.report(value.span, "unknown-placeholder", message, "Curly brackets stand around placeholders only.")
            return ""
        return text

    def squares(self, document: Section, roles: Mapping[str, str]) -> dict[int, Square]:
        squares: dict[int, Square] = {}
        section = self.section(document, "squares")
        if section is None:
            if self.is_missing(document, "squares"):
                self.missing(document, "squares", SECTIONS["squares"])
            return squares
        if self.whole and not section.entries and not section.refused:
            self.report(document.entries["squares"][0].span, "empty-board", "the board has no squares", "")
        for key, (name, value) in section.entries.items():
            times = self.numbers(key, name)
            self.second_times(key, name, times, squares)
            together = tuple(number for number in times if number not in squares)
            if together:
                first = self.square(together[0], together, name, value, roles)
                squares |= {number: replace(first, number=number) for number in together}
        if squares and not self.whole:
            half_read = squares[next(reversed(squares))].together
            for number in half_read:
                del squares[number]
            self.leave_half_read(half_read[0])
        return squares

    def second_times(self, key: str, name: Text, times: Mapping[int, int], squares: Mapping[int, Square]) -> None:
        """Report the squares below a key that stand above it too, or twice in it."""
        again = [number for number, count in times.items() if number in squares or count > 1]
        if not again:
            return
        places = {squares[number].spans["key"] if number in squares else name.span for number in again}
        lines = sorted({self.source.position(place.start)[0] for place in places})
        quoted = shortened(key)
        if len(again) == 1:
            message = f'the square stands here a second time, as "{quoted}"; the first is in line {lines[0]}'
            remedy = "Correct the number of one of the two, or delete it."
        else:
            there = f"line{'' if len(lines) == 1 else 's'} {numbers_text(lines)}"
            message = f'squares {numbers_text(again)} stand here a second time, as "{quoted}"; the first are in {there}'
            remedy = "Correct the numbers here or there, or delete them."
        self.report(name.span, "duplicate-key", message, remedy, again[0])

    def numbers(self, text: str, place: Text) -> dict[int, int]:
        """Read the numbers of squares, `5, 9, 14-16` say, and how often each is there; what is none is reported."""
        times: Counter[int] = Counter()
        bad: list[tuple[str, str]] = []
        parts = text.split(",")
        if len(parts) > LAST_SQUARE:
            message = f"{len(parts):,} numbers stand here, and there are {LAST_SQUARE} squares at the most"
            self.report(place.span, "bad-square", message, "Write several squares that follow each other as in 14-16.")
            return {}
        for part in parts:
            found = re.fullmatch(r"\s*([0-9]{1,6})\s*(?:-\s*([0-9]{1,6})\s*)?", part)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
            if not 1 <= min(first, last) <= max(first, last) <= LAST_SQUARE:
                message = f'"{shortened(part.strip())}" is not the number of a square'
                remedy = f"Squares are numbered from 1 to {LAST_SQUARE} at the most, in the digits 0 to 9."
                if part != text or "-" in text:
                    remedy += " Several of them stand as in 5, 9, 14-16."
                bad.append((message, odd_sign(text) or remedy))
            elif last < first:
                bad.append((f'"{part.strip()}" goes from a higher number to a lower one', f"Write {last}-{first}."))
            else:
                times.update(range(first, last + 1))
        for message, remedy, more in counted(bad):
            self.report(place.span, "bad-square", message + more, remedy)
        return times

    def every_square(self, document: Section, roles: Mapping[str, str]) -> RuleOfEverySquare | None:
        section = self.section(document, EVERY)
        if section is None:
            return None
        self.known_keys(section, EVERY_SQUARE, "the rule of every square")
        texts = {}
        effects: tuple[Effect, ...] = ()
        spared: Iterable[int] = ()
        for key, meaning in EVERY_SQUARE.items():
            name, value = section.entries.get(key, (None, None))
            if name is None or value is None:
                if key != "except" and self.is_missing(section, key):
                    self.missing(section, key, meaning)
                continue
            texts[key] = self.filled(value, name, key)
            if texts[key] and isinstance(value, Text):
                effects = self.effects(None, value, roles) if key == "effect" else effects
                spared = self.numbers(texts[key], value) if key == "except" else spared
        spans = {key: _whole(value) for key, value in _below(document, EVERY)}
        return RuleOfEverySquare(texts.get("rule", ""), effects, frozenset(spared), spans)

    def leave_half_read(self, number: int) -> None:
        """Take back what was found in the line in which reading ended, in the middle of a square."""
        ended = {self.source.position(finding.span.start)[0] for finding in self.findings if finding.code == "yaml"}
        self.findings[:] = [
            finding
            for finding in self.findings
            if finding.square != number or self.source.position(finding.span.start)[0] not in ended
        ]

    def square(
        self, number: int, together: tuple[int, ...], name: Text, value: Value, roles: Mapping[str, str]
    ) -> Square:
        spans = {"key": name.span}
        if isinstance(value, Text):
            spans["story"] = value.span
            return Square(number, self.filled(value, name, "story", number), "", (), spans, together)
        self.known_keys(value, SQUARE, "a square", number)
        spans |= {key: refused.span for key, refused in value.refused.items()}
        texts = {}
        effects: tuple[Effect, ...] = ()
        for key in SQUARE:
            if key in value.entries and key != "accept":
                inner_name, inner = value.entries[key]
                spans[key] = inner.span
                texts[key] = self.filled(inner, inner_name, key, number)
                if key == "effect" and isinstance(inner, Text) and texts[key]:
                    effects = self.effects(number, inner, roles)
        accept = self.accept(value, number)
        spans |= {f"accept/{code}": _whole(reason) for code, reason in _below(value, "accept")}
        return Square(
            number=number,
            story=texts.get("story", ""),
            rule=texts.get("rule", ""),
            effects=effects,
            spans=spans,
            together=together,
            differs=texts.get("differs", ""),
            accept=accept,
        )

    def effects(self, number: int | None, text: Text, roles: Mapping[str, str]) -> tuple[Effect, ...]:
        written = self.source.text[text.raw.start : text.raw.end]
        effect = _as_yaml_reads(written, text.value)
        if effect is None:
            message = "an effect cannot have escapes or doubled quotation marks"
            self.report(
                text.span, "escape", message, "Write it without quotation marks around it, or in a | block.", number
            )
            return ()
        effects, problems = parse(effect, roles, text.raw.start)
        if not effects and not problems:
            self.report(text.span, "empty-text", "the effect has no rule", "Write a rule, or delete the key.", number)
        for problem in problems:
            self.report(problem.span, problem.code, problem.message, problem.remedy, number)
        return effects


def _as_yaml_reads(written: str, value: str) -> str | None:
    """Mark the line ends that YAML reads as spaces by JOINED, and keep every character in its place.

    None if YAML reads other words than are written, because of escapes or doubled quotation marks.
    """
    if written.split() != value.split():
        return None
    characters = list(written)
    words, read = re.finditer(r"\S+", written), re.finditer(r"\S+", value)
    for (before, after), (read_before, read_after) in zip(pairwise(words), pairwise(read), strict=True):
        ends = "\n" in value[read_before.end() : read_after.start()]
        for place in range(before.end(), after.start()):
            if characters[place] in "\r\n":
                characters[place] = "\n" if ends else JOINED
    return "".join(characters)
