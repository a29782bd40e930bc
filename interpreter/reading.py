"""What reading any part of a board file has in common: keys that are known, texts that are filled.

What is wrong is reported and replaced by something harmless, so that all of it is found in one run.
"""

import difflib
import unicodedata
from collections.abc import Iterable

from interpreter.diagnostics import MOST_IN_A_FILE, Diagnostic, shortened
from interpreter.document import Mapping as Section
from interpreter.document import Text, Value
from interpreter.keys import SECTIONS
from interpreter.signs import is_blank
from interpreter.source import LINE_END, Source, Span
from interpreter.values import listed

SEVERAL_LINES = ("intro", "effect")
"""The keys whose texts can have line ends in them."""


class Reading:
    """Reads the parts of one file, whatever they are for, and collects what is wrong in them."""

    def __init__(self, source: Source, findings: list[Diagnostic], *, whole: bool) -> None:
        self.source = source
        self.findings = findings
        self.whole = whole
        self.misspelt: set[str] = set()
        self.unknown = 0

    def report(self, span: Span, code: str, message: str, remedy: str, square: int | None = None) -> None:
        """Collect a finding."""
        self.findings.append(Diagnostic(self.source, span, code, message, remedy, square))

    def known_keys(self, section: Section, known: Iterable[str], owner: str, square: int | None = None) -> None:
        """Report the keys that their owner has not."""
        for key, (name, _) in section.entries.items():
            if key not in known:
                self.unknown += 1
                remedy = ""
                if self.unknown <= MOST_IN_A_FILE:
                    remedy = odd_sign(key) or listed(key, known, "The keys are")
                    self.misspelt.update(difflib.get_close_matches(key, list(known), n=1))
                self.report(name.span, "unknown-key", f'"{shortened(key)}" is not a key of {owner}', remedy, square)

    def is_missing(self, section: Section, key: str) -> bool:
        """Tell whether a key is not there, and that has not been reported in another way."""
        known = key in section.entries or key in section.refused or key in self.misspelt
        return self.whole and not known

    def missing(self, section: Section, key: str, meaning: str) -> None:
        """Report that a key is not there."""
        start = section.span.start
        self.report(
            Span(start, start + 1), "missing-key", f'the key "{key}" is missing', f'Add a line "{key}: ...". {meaning}'
        )

    def text(self, value: Value, key: str, square: int | None = None) -> Text | None:
        """Give a text; what is none is reported."""
        if isinstance(value, Text):
            return value
        remedy = 'Write a text behind the key. A text that begins with { stands in quotation marks: "{player} ...".'
        self.report(value.span, "not-a-text", f'"{key}" has keys where a text belongs', remedy, square)
        return None

    def section(self, owner: Section, key: str, square: int | None = None) -> Section | None:
        """Give the keys below a key; what is none is reported."""
        _, value = owner.entries.get(key, (None, None))
        if isinstance(value, Text):
            message = f'"{key}" has {"a text" if value.value else "nothing"} where keys belong'
            self.report(value.span, "not-keys", message, f"Below it, indented: {SECTIONS[key]}", square)
            return None
        return value

    def filled(self, value: Value, name: Text, key: str, square: int | None = None) -> str:
        """Read a text in which there must be something to be seen; empty only if that has been reported."""
        text = self.text(value, key, square)
        if text is None:
            return ""
        if is_blank(text.value):
            message = f'"{key}" has no text{" that can be seen" if text.value.strip() else ""}'
            self.report(name.span, "empty-text", message, "Write its text.", square)
            return ""
        if key not in SEVERAL_LINES and LINE_END.search(text.value.strip("\n")):
            message = f'"{key}" has a line end in it'
            self.report(text.span, "several-lines", message, "Write it in one line, or below >- instead of |.", square)
        return text.value.strip("\n")


def odd_sign(key: str) -> str | None:
    """Name a sign in a key that looks like a space or like nothing."""
    odd = next((sign for sign in key if sign != " " and (sign.isspace() or unicodedata.category(sign) == "Cf")), None)
    if odd is None:
        return None
    return f"It has U+{ord(odd):04X} ({unicodedata.name(odd, 'unnamed').lower()}) in it: delete that, or write a space."
