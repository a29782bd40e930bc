"""The first text of a new board: the words of a sheet, and all else from a board that is its reference."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from interpreter.board import Board, Square
from interpreter.diagnostics import Diagnostic, Severity, in_order
from interpreter.document import Mapping as Section
from interpreter.document import Text, Value, read_document
from interpreter.effects import Effect, Say, walk
from interpreter.keys import HEADER
from interpreter.language import canonical_rule
from interpreter.sentences import read_sentence, sentence_grammar
from interpreter.sheets import Sheet, SheetSquare, read_sheet
from interpreter.signs import CLOSING_SIGNS, DASHES, SENTENCE_ENDS, SPACED_DASH, ends_sentence, without_outer_marks
from interpreter.source import LINE_END, Source, Span
from interpreter.syntax import UNREADABLE
from interpreter.translation import UNTRANSLATED, shown
from interpreter.values import BadValue
from interpreter.values import read as read_value
from interpreter.writing import INDENT, block, entry

_HEAD = """\
# A draft. What is left to do:
# 1. Translate each text that has "translate" behind it, and delete that remark.
# 2. Read each effect beside its rule: it says what the rule of the reference does.
# 3. Run "robinson validate" on this file until it finds nothing, then play it with "robinson run".
# docs/language.md explains the effects, docs/board-file.md the keys, docs/translating.md the whole way.

"""
_MODELINE = "yaml-language-server:"
_YAML_LINE_END = re.compile("[\n\r\x85\u2028\u2029]")
_WORDS = ("name", "language", "translates", "label")
_RULES = ("intro",)

_DASH_BEHIND_SENTENCE = rf"(?<=[{SENTENCE_ENDS}])(?:\s*(?:[–—―⸺⸻]+|--+)|\s+[{DASHES}]+(?=[^\W\d]))"
_DASH = re.compile(f"{SPACED_DASH}|{_DASH_BEHIND_SENTENCE}")
_CLOSING = f"[{re.escape(CLOSING_SIGNS)}]*"
_END = 100
"""The characters before a dash by which it is known whether a sentence ends there."""

_SENTENCE = re.compile(rf"[^\W\d]{{2}}[{SENTENCE_ENDS}]{_CLOSING}\s+(?=[^\s\d])|[。．！？]{_CLOSING}\s*(?=\S)")


SentenceReader = Callable[[str, int], tuple[Effect, ...] | None]
"""Reads the effects of the printed rule of a square, or gives None."""


@dataclass(frozen=True)
class Draft:
    """The text of a new board file, empty if there is none, and what its maker should look at in the sheet."""

    text: str
    findings: Sequence[Diagnostic]


@dataclass(frozen=True)
class _Words:
    """The words of a square in the new board; the untranslated ones are the reference's."""

    story: str
    rule: str
    untranslated: frozenset[str] = frozenset()


class UnwritablePath(Exception):
    """The path to a reference has something in it that cannot stand in a board file."""


def draft(language: str, reference: Board, output: str, sheet: Source | None = None) -> Draft:
    """Draft a board to be written to the path `output`, from the text of a sheet or without one.

    Effects are read from the sheet where the language has a grammar. Raises ValueError if `language` is no code, and
    UnwritablePath if the new board cannot say what it translates.
    """
    try:
        read_value(HEADER["language"].value, language)
    except BadValue as error:
        raise ValueError(f"{error}. {error.remedy}") from error
    path = os.path.relpath(os.path.realpath(reference.source.path), os.path.realpath(os.path.dirname(output) or "."))
    if UNREADABLE.search(path) or LINE_END.search(path):
        raise UnwritablePath("its name has characters in it that cannot stand in a board; give the file another name")
    read = sheet and read_sheet(sheet)
    if read and not read.squares:
        return Draft("", read.findings)

    def read_rule(rule: str, square: int) -> tuple[Effect, ...] | None:
        return read_sentence(rule, language, reference.roles, square)

    drafted = draft_board(language, reference, path, read or None, read_rule if sentence_grammar(language) else None)
    text = _modeline(reference, path) + drafted.text
    return Draft(text, in_order([*(read.findings if read else ()), *drafted.findings]))


def _modeline(reference: Board, path: str) -> str:
    """Give the line that tells editors where the schema is, if the new board stands beside the reference."""
    first = _YAML_LINE_END.split(reference.source.text, maxsplit=1)[0]
    return f"{first}\n" if _MODELINE in first and path == os.path.basename(path) else ""


def draft_board(
    language: str,
    reference: Board,
    reference_path: str,
    sheet: Sheet | None = None,
    read: SentenceReader | None = None,
) -> Draft:
    """Write a new board file: settings, phrases and effects of the reference, words of the sheet.

    Where the sheet's rules can be read, their effects come from them, and what `read` gives None for is said.

    `reference_path` is the path from the new file to the reference. Where there is no sheet, or it has no words
    for something, the reference's words stand, with a remark that they are to be translated.
    """
    document, _ = read_document(reference.source)
    written = document.mapping.entries if document.mapping else {}
    findings: list[Diagnostic] = []
    new = {"language": language, "translates": reference_path}
    if sheet and sheet.label:
        new["label"] = sheet.label
    settings = [key for key in written if key in HEADER and key not in (*_WORDS, *_RULES)]
    parts = [
        "".join(_header(key, written, new) for key in _WORDS),
        "".join(_header(key, written, new) for key in settings),
        "".join(_section("roles", written, reference)),
        _intro(reference, sheet, findings),
        "".join(_section("phrases", written, reference)),
        _every_square(reference),
        "squares:\n" + "".join(_squares(reference, sheet, read, findings)),
    ]
    return Draft(_HEAD + "\n".join(part for part in parts if part), in_order(findings))


def split_rule(text: str, reference: Square) -> tuple[str, str, str]:
    """Part the words of a square into story and rule, as its reference is parted.

    The third text says what is in doubt, and is empty if nothing is. The rule stands behind the first dash; but if
    the story of the reference ends a sentence, a dash that does so too comes before one that does not, and where it
    has dashes itself, as many are left to the story.
    """
    if not reference.rule:
        more = len(re.findall(SPACED_DASH, text)) > len(re.findall(SPACED_DASH, reference.story))
        return text, "", "there is a dash, and the reference has no rule here; all of it was taken as the story" * more
    if not reference.story:
        return "", text, ""
    dashes = list(_DASH.finditer(text))
    if not dashes:
        return _split_without_dash(text)
    behind_sentence = [
        place
        for place, dash in enumerate(dashes)
        if ends_sentence(without_outer_marks(text[max(dash.start() - _END, 0) : dash.start()]))
    ]
    in_story = len(re.findall(SPACED_DASH, reference.story))
    expected = in_story if in_story < len(dashes) else 0
    chosen, doubt = expected, len(dashes) > in_story + 1 or expected != in_story
    if ends_sentence(reference.story) and behind_sentence:
        chosen = expected if expected in behind_sentence else behind_sentence[0]
        doubt = len(behind_sentence) > 1 or chosen not in (0, expected)
    behind_nothing = ends_sentence(reference.story) and chosen not in behind_sentence
    dash = dashes[chosen]
    story, rule = without_outer_marks(text[: dash.start()]), without_outer_marks(text[dash.end() :])
    message = f"the rule was taken to begin behind dash {chosen + 1} of {len(dashes)}"
    return story, rule, message if (doubt and len(dashes) > 1) or behind_nothing else ""


def _split_without_dash(text: str) -> tuple[str, str, str]:
    ends = [end for end in _SENTENCE.finditer(text) if not text[end.end()].islower()]
    if not ends:
        return text, "", "there is no dash before a rule here; all of it was taken as the story"
    message = "there is no dash before the rule; the last sentence was taken as the rule"
    return text[: ends[-1].end()].rstrip(), text[ends[-1].end() :], message


def _header(key: str, written: Mapping[str, tuple[Text, Value]], new: Mapping[str, str]) -> str:
    if key in new:
        return entry(key, new[key])
    value = _value(written, key)
    return entry(key, value, 0, UNTRANSLATED if key in _WORDS else "") if value else ""


def _value(written: Mapping[str, tuple[Text, Value]], key: str) -> str:
    _, value = written.get(key, (None, None))
    return value.value.strip("\n") if isinstance(value, Text) else ""


def _section(key: str, written: Mapping[str, tuple[Text, Value]], reference: Board, depth: int = 0) -> Iterator[str]:
    """Write a key with all texts below it, to be translated, with an empty line wherever the reference has one."""
    _, section = written.get(key, (None, None))
    if not isinstance(section, Section) or not section.entries:
        return
    yield f"{'  ' * depth}{key}:\n"
    end = section.span.start
    for inner, (name, value) in section.entries.items():
        between = reference.source.text[end : name.span.start]
        if re.search(r"\n[ \t]*\r?\n", between):
            yield "\n"
        if isinstance(value, Text):
            yield entry(inner, value.value.strip("\n"), depth + 1, UNTRANSLATED)
            end = value.span.end
        else:
            yield from _section(inner, section.entries, reference, depth + 1)
            end = max(each.span.end for _, each in value.entries.values())


def _intro(reference: Board, sheet: Sheet | None, findings: list[Diagnostic]) -> str:
    if sheet and sheet.intro:
        return block("intro", sheet.intro)
    if sheet:
        message = "the sheet has no rules before its first square; those of the reference were put into the board"
        findings.append(_finding(sheet, None, "sheet-without-rules", message, "Write or translate them."))
    return block("intro", reference.intro, 0, UNTRANSLATED)


def _every_square(reference: Board) -> str:
    """Write the rule of every square; a sheet prints it among its other rules, which have no effects to go by."""
    rule = reference.every_square
    if rule is None:
        return ""
    spared = ", ".join(map(str, sorted(rule.spared)))
    return "".join(
        [
            "every square:\n",
            entry("rule", rule.rule, 1, UNTRANSLATED),
            _effect(rule.effects, untranslated=True, depth=1),
            entry("except", spared, 1) if spared else "",
        ]
    )


def _squares(
    reference: Board, sheet: Sheet | None, read: SentenceReader | None, findings: list[Diagnostic]
) -> Iterator[str]:
    on_sheet = sheet.squares if sheet else {}
    for number in sorted({*reference.squares, *on_sheet}):
        old, new = reference.squares.get(number), on_sheet.get(number)
        if old is None:
            words = _Words(new.text if new else "", "")
        elif new is None:
            words = _Words(old.story, old.rule, frozenset({"story", "rule"}))
        else:
            words = _words(new, old)
        if sheet and sheet.squares:
            findings += _about(sheet, number, old, new)
        effects = old.effects if old else ()
        if sheet and new and old and old.rule and read and "rule" not in words.untranslated:
            effects, finding = _effects(sheet, new, old, words.rule, read)
            findings += [finding] if finding else []
        yield _square(number, words, old, effects)


def _effects(
    sheet: Sheet, new: SheetSquare, old: Square, rule: str, read: SentenceReader
) -> tuple[tuple[Effect, ...], Diagnostic | None]:
    """Draft the effect from the printed rule, or from the reference; and say where this leaves a doubt."""
    effects = read(rule, new.number)
    if effects is None:
        message = "the rule could not be read; the effect is that of the reference"
        remedy = "Compare the two. Rules that name a role are read once its name is translated."
        return old.effects, _finding(sheet, new, "sentence-unread", message, remedy, new.number)
    if shown(effects) == shown(old.effects):
        return effects, None
    message = f"the rule says {shown(effects)}, and the effect of the reference is {shown(old.effects)}"
    remedy = "The board has what the rule says. If that is meant, say why below differs: in the board."
    return effects, _finding(sheet, new, "effect-differs", message, remedy, new.number)


def _words(new: SheetSquare, old: Square) -> _Words:
    story, rule, _ = split_rule(new.text, old)
    return _Words(story, rule or old.rule, frozenset() if rule else frozenset({"rule"}))


def _about(sheet: Sheet, number: int, old: Square | None, new: SheetSquare | None) -> Iterator[Diagnostic]:
    """Say what is to be looked at in a square of the sheet."""
    if new is None:
        message = "the sheet has no such square; the words of the reference were put into the board"
        before = max((each for each in sheet.squares if each < number), default=None)
        yield _finding(
            sheet,
            None if before is None else sheet.squares[before],
            "square-not-on-sheet",
            message,
            "Translate them, or delete the square.",
            number,
        )
    elif old is None:
        message = "the reference has no such square; its words were put into the board without an effect"
        remedy = "Part its rule from the story, and write the effect; or correct its number."
        yield _finding(sheet, new, "square-not-in-reference", message, remedy, number)
    else:
        _, rule, doubt = split_rule(new.text, old)
        if doubt:
            if not old.rule:
                remedy = "If a rule stands behind it, part it from the story, and write its effect."
            elif rule:
                remedy = "See whether story and rule are parted rightly in the board."
            else:
                remedy = "Write the rule into the board; it has the words of the reference until then."
            yield _finding(sheet, new, "rule-in-doubt" if _DASH.search(new.text) else "no-dash", doubt, remedy, number)


def _finding(
    sheet: Sheet, place: SheetSquare | None, code: str, message: str, remedy: str, square: int | None = None
) -> Diagnostic:
    """Make a warning about a square of the sheet, or about the place where the first one begins."""
    first = next(iter(sheet.squares.values()), None)
    span = place.span if place else Span(first.span.start, first.span.start) if first else Span(0, 0)
    return Diagnostic(sheet.source, span, code, message, remedy, square, Severity.WARNING)


def _square(number: int, words: _Words, reference: Square | None, effects: tuple[Effect, ...]) -> str:
    def remark(key: str) -> str:
        return UNTRANSLATED if key in words.untranslated else ""

    if reference is None or not (reference.rule or effects):
        return entry(str(number), words.story or words.rule, 1, remark("story"))
    lines = [f"  {number}:\n"]
    lines += [entry(key, text, 2, remark(key)) for key, text in (("story", words.story), ("rule", words.rule)) if text]
    if effects:
        lines.append(_effect(effects, untranslated=effects == reference.effects, depth=2))
    return "".join(lines)


def _effect(effects: tuple[Effect, ...], *, untranslated: bool, depth: int) -> str:
    effect = canonical_rule(effects)
    says = any(isinstance(node, Say) for each in effects for node in walk(each))
    remark = UNTRANSLATED if says and untranslated else ""
    plain = entry("effect", effect, depth, remark)
    as_written = plain == f"{INDENT * depth}effect: {effect}{remark and '   ' + remark}\n"
    return plain if as_written else block("effect", effect, depth, remark)
