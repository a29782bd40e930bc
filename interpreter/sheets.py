"""A printed sheet as plain text: its rules, then one square after the other.

Sheets come as people have them, so nothing is known beforehand of how a number is written. Every line that could
begin a square is looked at, and the squares are the run of those whose numbers count up.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, Severity, counted, in_order
from interpreter.signs import DASHES, MARKS, ends_sentence, without_outer_marks
from interpreter.source import Source, Span
from interpreter.syntax import UNREADABLE

_LINE_END = re.compile("\r\n|[\n\r\v\f\x85\u2028\u2029]")
_LABEL = r"[\s(\[（【*•]*+(?P<label>[^\d:;,!?()\[\]（）【】：；，。、！？…—―–]{0,24}?)\s*(?P<digits>\d{1,3})(?!\d)"
_SQUARE_MARK = rf"\s*(?P<mark>[:：.．。)\]）】、](?![\d.])|[{DASHES}]+(?=\s))(?:\s*[:：){DASHES}\]]+(?=\s|\Z))?"
_NUMBERED = re.compile(rf"{_LABEL}(?:(?P<suffix>(?:[^\W\d_]{{1,4}}(?=\s*[:：)\]）】]))?){_SQUARE_MARK}|(?=\s|\Z))\s*")
_WORD_BEHIND = re.compile(rf"{_LABEL}[.．]?\s?(?P<suffix>[^\W\d_]{{1,16}})\s*(?P<mark>[:：])\s*")
_SOFT_HYPHEN = "\u00ad"
_NUMBER_SIGNS = "#＃№"
_WORDS_OF_A_LABEL = 3
_ENOUGH_TO_BE_A_HABIT = 3

MOST_NUMBER = 999
"""The highest number that is read as that of a square: it has three digits."""


@dataclass(frozen=True)
class SheetSquare:
    """A square as the sheet has it: its words behind the number, in one line, and where they stand."""

    number: int
    text: str
    span: Span


@dataclass(frozen=True)
class Sheet:
    """A sheet that has been read.

    `label` is its usual word for the number of a square, empty if it has none. The findings say of every line that
    could not be placed, or only with doubt, where it stands.
    """

    source: Source
    intro: str
    squares: Mapping[int, SheetSquare]
    label: str
    findings: Sequence[Diagnostic]


@dataclass(frozen=True)
class _Line:
    """A line without the spaces and the direction marks around it."""

    text: str
    span: Span
    after_blank: bool


@dataclass(frozen=True)
class _Beginning:
    """A line that could begin a square: how its number is written, and the words behind it.

    It begins anew if the line before it does not break off in the middle of a sentence.
    """

    place: int
    number: int
    label: str
    mark: str
    text: str
    anew: bool

    @property
    def shape(self) -> tuple[str, str, bool]:
        return self.label, self.mark, bool(self.text)

    @property
    def word(self) -> str:
        """The label without what differs from line to line."""
        return "".join(character for character in self.label.casefold() if character.isalpha())


def read_sheet(source: Source) -> Sheet:
    """Read a sheet: a paragraph or more of rules, then one square after the other."""
    lines = list(_lines(source))
    beginnings = _beginnings(lines)
    run = _run(list(beginnings.values()))
    if not run:
        message, remedy = (
            "no squares were found in this sheet",
            'Each square begins a line with its number: "Nr. 1: ...".',
        )
        finding = Diagnostic(source, Span(0, 0), "sheet-without-squares", message, remedy)
        return Sheet(source, _intro(lines), {}, "", (finding,))
    labels = Counter(each.label for each in run if each.label)
    label = labels.most_common(1)[0][0] if labels else ""
    reading = _Reading(source, lines, beginnings, run, label)
    squares = dict(reading.squares())
    findings = in_order([*reading.findings, *_left_out(source)])
    return Sheet(source, _intro(lines[: reading.first]), squares, label, findings)


def _left_out(source: Source) -> Iterator[Diagnostic]:
    """Say which characters are left out because no board can have them; of each, where it stands first."""
    signs = (found for found in UNREADABLE.finditer(source.text) if not _LINE_END.match(found[0]))
    for sign, place, more in counted((found[0], Span(*found.span())) for found in signs):
        message = f"U+{ord(sign):04X}, which cannot be seen, cannot stand in a board, and is left out{more}"
        yield Diagnostic(source, place, "hidden-character", message, "Delete it.", None, Severity.WARNING)


def _lines(source: Source) -> Iterator[_Line]:
    start, after_blank = 0, False
    for end in [*_LINE_END.finditer(source.text), None]:
        written = source.text[start : end.start() if end else len(source.text)]
        text = without_outer_marks(UNREADABLE.sub("", written))
        seen = MARKS.sub(" ", written)
        first, last = len(seen) - len(seen.lstrip()), len(seen.rstrip())
        yield _Line(text, Span(start + min(first, last), start + last), after_blank)
        start, after_blank = end.end() if end else 0, not text


def _intro(lines: Iterable[_Line]) -> str:
    return "\n".join(line.text for line in lines).strip("\n")


def _beginnings(lines: Sequence[_Line]) -> dict[int, _Beginning]:
    """Find the lines that could begin a square, by their places among the lines."""
    visible = [MARKS.sub(" ", line.text) for line in lines]
    behind = Counter(found["suffix"] for text in visible if (found := _WORD_BEHIND.match(text)))
    habits = {word for word, count in behind.items() if count >= _ENOUGH_TO_BE_A_HABIT}
    beginnings = {}
    for place, (line, text) in enumerate(zip(lines, visible, strict=True)):
        found = _WORD_BEHIND.match(text)
        if found is None or found["suffix"] not in habits:
            found = _NUMBERED.match(text)
        if found and int(found["digits"]) and _is_label(found["label"], text[found.start("digits") - 1]):
            words = without_outer_marks(line.text[found.end() :])
            mark = unicodedata.normalize("NFKC", found["mark"] or "")
            anew = place == 0 or line.after_blank or ends_sentence(lines[place - 1].text)
            beginnings[place] = _Beginning(place, int(found["digits"]), _label(found), mark, words, anew)
    return beginnings


def _is_label(label: str, last: str) -> bool:
    """Tell whether words before a number can be its label; a letter that touches it belongs to the number."""
    words = label.split()
    return len(words) <= _WORDS_OF_A_LABEL and not (len(words) > 1 and last.isalpha())


def _label(found: re.Match[str]) -> str:
    before = " ".join(found["label"].split()).strip("*•-–— ")
    says_something = any(character.isalpha() or character in _NUMBER_SIGNS for character in before)
    return before if says_something else found.groupdict().get("suffix") or ""


def _run(beginnings: Sequence[_Beginning]) -> list[_Beginning]:
    """Find the squares among the lines that could begin one: the most that count up, written most alike.

    Of two that are equally good, the later one counts: what stands before the squares are rules.
    """
    numbers: dict[str, set[int]] = {}
    for each in beginnings:
        numbers.setdefault(each.word, set()).add(each.number)
    with_mark = {each.word for each in beginnings if each.mark}
    usual = max(numbers, key=lambda word: len(numbers[word]), default="")
    alike = Counter(each.shape for each in beginnings)
    best = _BestRuns()
    for each in beginnings:
        any_step = each.word == usual or (each.mark and not each.word)
        if not (any_step or each.mark or not each.label or each.word in with_mark):
            continue
        before = best.below(each.number) if any_step else best.at(each.number - 1)
        if before or any_step or each.number == 1:
            score = (before.score if before else 0) + 1 + alike[each.shape] / len(beginnings) + each.anew / 2
            best.add(_Run(score, each, before))
    run = best.run()
    return run if len(run) > 1 or (run and run[0].number == 1 and run[0].mark) else []


@dataclass(frozen=True)
class _Run:
    """A run of lines that could begin squares, by its last one and the run before that, and how good it is."""

    score: float
    last: _Beginning
    before: "_Run | None"


class _BestRuns:
    """Keeps the best run that ends with each number."""

    def __init__(self) -> None:
        self._at: dict[int, _Run] = {}
        # The best of all that end with a number up to this one: of equally good ones, that with the highest.
        self._up_to: list[_Run | None] = [None] * (MOST_NUMBER + 1)

    def at(self, number: int) -> _Run | None:
        """Give the best run that ends with a number."""
        return self._at.get(number)

    def below(self, number: int) -> _Run | None:
        """Give the best run that ends below a number."""
        return self._up_to[number - 1]

    def add(self, run: _Run) -> None:
        """Keep a run if none with the same end is better."""
        number = run.last.number
        known = self._at.get(number)
        if known is not None and run.score < known.score:
            return
        self._at[number] = run
        for place in range(number, MOST_NUMBER + 1):
            best = self._up_to[place]
            if best is not None and (best.score, best.last.number) > (run.score, number):
                break
            self._up_to[place] = run

    def run(self) -> list[_Beginning]:
        """Give the lines of the best run of all."""
        run = max(self._at.values(), key=lambda run: run.score, default=None)
        lines = []
        while run is not None:
            lines.append(run.last)
            run = run.before
        return lines[::-1]


class _Reading:
    """Gathers the squares of one sheet, and what cannot be placed in it."""

    def __init__(
        self,
        source: Source,
        lines: Sequence[_Line],
        beginnings: Mapping[int, _Beginning],
        run: Sequence[_Beginning],
        label: str,
    ) -> None:
        self.source = source
        self.lines = lines
        self.beginnings = beginnings
        self.label = label
        self.findings: list[Diagnostic] = []
        self.joined: list[tuple[int, int, bool]] = []
        self.starts = {each.place: each for each in run}
        self.starts |= {each.place: each for each in self.outside(beginnings.values(), run)}
        self.first = min(self.starts)
        self.say_labels()
        self.numbers = {each.number for each in self.starts.values()}

    def outside(self, beginnings: Iterable[_Beginning], run: Sequence[_Beginning]) -> Iterator[_Beginning]:
        """Find squares out of order, or there twice: written as those of the run are, and no part of a sentence."""
        shapes = Counter(each.shape for each in run)
        numbers = {each.number for each in run}
        for each in beginnings:
            written_alike = (each.label or each.mark) and each.text and shapes[each.shape] > 1
            if each.place in self.starts or not written_alike:
                continue
            if each.place < run[0].place and each.number in numbers:
                message = "this begins like a square, and stands before the first; it was read as one of the rules"
                self.report(each.place, "sheet-line", message, "If it is a square, put it among the squares.")
            elif each.label or each.anew:
                yield each
            else:
                message = "this begins like a square, and was read as going on with the line above"
                remedy = "If it is a square, see whether its number is right, and put an empty line before it."
                self.report(each.place, "sheet-line", message, remedy)

    def say_labels(self) -> None:
        """Say which words were taken for labels though no other square has them."""
        words = Counter(each.word for each in self.starts.values())
        for each in self.starts.values():
            if each.word and words[each.word] == 1 and len(self.starts) > 1:
                message = f'"{each.label}" was read as the word for the number of a square'
                remedy = "If it belongs to a sentence, join the line to the one above."
                self.report(each.place, "sheet-label", message, remedy, each.number)

    def squares(self) -> Iterator[tuple[int, SheetSquare]]:
        squares: dict[int, SheetSquare] = {}
        highest = 0
        for square in self.all_squares():
            if not square.text:
                message, remedy = "the square has no words", "Write them behind its number."
                self.say(square.span, "sheet-square-empty", message, remedy, square.number)
            elif square.number in squares:
                line, _ = self.source.position(squares[square.number].span.start)
                message = f"the square stands here a second time, and was left out; the first is in line {line}"
                remedy = "Delete one of the two, or correct its number."
                self.say(square.span, "sheet-square-twice", message, remedy, square.number)
            else:
                if square.number < highest:
                    message, remedy = f"the square stands behind square {highest}", "See whether its number is right."
                    self.say(square.span, "sheet-order", message, remedy, square.number, Severity.WARNING)
                squares[square.number] = square
                highest = max(highest, square.number)
        self.say_joined()
        self.say_gaps(squares)
        yield from sorted(squares.items())

    def all_squares(self) -> Iterator[SheetSquare]:
        places = sorted(self.starts)
        for place, following in zip(places, [*places[1:], len(self.lines)], strict=True):
            start = self.starts[place]
            parts, last, left_out = [start.text], place, False
            for next_place in range(place + 1, following):
                line = self.lines[next_place]
                if line.text and left_out:
                    self.leave_out(next_place, "so was the line above")
                elif line.text and not self.goes_on(parts[-1], next_place, start.number):
                    left_out = True
                elif line.text:
                    self.joined.append((next_place, start.number, ends_sentence(parts[-1])))
                    parts += [self.between(parts[-1], line.text, next_place, start.number), line.text]
                    last = next_place
            text = "".join([*(part.removesuffix(_SOFT_HYPHEN) for part in parts[:-1]), parts[-1]])
            yield SheetSquare(start.number, text, Span(self.lines[place].span.start, self.lines[last].span.end))

    def goes_on(self, text: str, place: int, square: int) -> bool:
        """Tell whether a line goes on with a text, and say so where it does not, or where that is in doubt."""
        line = self.lines[place]
        number_of_a_page = not any(character.isalpha() for character in line.text) and not ends_sentence(line.text)
        if ends_sentence(text) and (line.after_blank or number_of_a_page):
            self.leave_out(place, "it has no number, and the square before it had ended")
            return False
        named = self.beginnings[place].number in self.numbers if place in self.beginnings else False
        if self.label and line.text.startswith(self.label) and not named:
            message = f"this begins like a square, and was read as going on with square {square}"
            self.report(place, "sheet-line", message, "If it is a square, correct its number.", square)
        return True

    def leave_out(self, place: int, reason: str) -> None:
        """Say that a line is in no square."""
        remedy = "Put the number of its square before it, or join it to the line that it goes on with."
        self.report(place, "sheet-line", f"this line was left out: {reason}", remedy, severity=Severity.ERROR)

    def say_joined(self) -> None:
        """Say which lines were joined to a square that had ended, unless lines are broken all over the sheet."""
        if sum(not ended for _, _, ended in self.joined) >= _ENOUGH_TO_BE_A_HABIT:
            return
        for place, square, ended in self.joined:
            if ended:
                message = f"this line has no number, and was read as going on with square {square}, which had ended"
                self.report(place, "sheet-line", message, "If it is no part of that square, delete it.", square)

    def between(self, before: str, after: str, place: int, square: int) -> str:
        """Give what joins a line to the one before: a space, unless a word goes on or the script has no spaces."""
        if not before or before.endswith(_SOFT_HYPHEN):
            return ""
        if re.fullmatch(rf"\S[{DASHES}]", before[-2:]):
            if before[-1] in "-‐" and before[-2].isalpha() and after[0].isalpha():
                message = "a word goes on from the line above; its hyphen was kept"
                self.report(place, "sheet-hyphen", message, "Delete the hyphen if it only parts the word.", square)
            return ""
        return "" if _without_spaces(before[-1]) and _without_spaces(after[0]) else " "

    def say_gaps(self, squares: Mapping[int, SheetSquare]) -> None:
        before = 0
        for number, square in sorted(squares.items()):
            if number > before + 1:
                missing = (
                    f"square {before + 1} is" if number == before + 2 else f"squares {before + 1} to {number - 1} are"
                )
                remedy = f"See whether it stands in the words of square {before}, and begin a line with its number."
                message = f"{missing} missing before it"
                self.say(square.span, "sheet-gap", message, remedy if before else "", number, Severity.WARNING)
            before = number

    def report(
        self,
        place: int,
        code: str,
        message: str,
        remedy: str,
        square: int | None = None,
        severity: Severity = Severity.WARNING,
    ) -> None:
        self.say(self.lines[place].span, code, message, remedy, square, severity)

    def say(
        self,
        span: Span,
        code: str,
        message: str,
        remedy: str,
        square: int | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        self.findings.append(Diagnostic(self.source, span, code, message, remedy, square, severity))


def _without_spaces(character: str) -> bool:
    """Tell whether a character belongs to a script that puts no spaces between words."""
    wide = unicodedata.east_asian_width(character) in "WF"
    return wide and not unicodedata.name(character, "").startswith("HANGUL")
