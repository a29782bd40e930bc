"""Numbers, permission and obligation in a printed sentence, by the words of its language.

The words are data, a file a language in `grammar/words`; the first lines of `en.yaml` there say how such a
file is written. Digits of any script are found in every language.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import yaml

from interpreter.languages import primary_language
from interpreter.source import SHIPPED, Span

_FOLDER = SHIPPED / "grammar" / "words"

# Python makes a number of this many digits, whatever its setting.
_DIGITS = r"\d{1,640}"
_SHARE = r"(?P<upper>\d)[/\u2044](?P<lower>\d{1,2})"
_VULGAR_FRACTION = "[¼-¾⅐-⅞]"
_BETWEEN_WORDS = r"(?:\s+|\s*[-\u2010\u2011\u05be]\s*)"
_WORDS_OF_THE_CLAUSE = r"(?:[^\s.,;:!?()]+\s+){0,8}?"
_NOTHING = "(?!)"

# Letters of scripts without spaces between words (Thai, Lao, Burmese, Khmer, Chinese, Japanese): numbers touch them.
_UNSPACED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
_BEFORE = rf"(?:(?<!\w)|(?<={_UNSPACED}))"
_BEHIND = rf"(?:(?!\w)|(?={_UNSPACED}))"

# On which side of what is counted a word is certainly a number.
_SIDES = ("before", "after")


@dataclass(frozen=True)
class Found:
    """A number in a sentence; it is not certain where its word can be an article, or something else."""

    value: int | Fraction
    span: Span
    certain: bool


@dataclass(frozen=True)
class _Words:
    """The words of a language, as they are looked for."""

    number: re.Pattern[str]
    values: Mapping[str, int | Fraction]
    doubtful: Mapping[str, frozenset[str]]
    permission: re.Pattern[str]
    obligation: re.Pattern[str]


@dataclass(frozen=True)
class _Folded:
    """A text in the form in which words are looked for, and the place of each of its characters."""

    text: str
    places: tuple[Span, ...]

    def span(self, start: int, end: int) -> Span:
        """Give the place in the text as it was."""
        return Span(self.places[start].start, self.places[end - 1].end)


def word_languages() -> frozenset[str]:
    """Give the languages whose words are known."""
    return frozenset(path.stem for path in _FOLDER.glob("*.yaml"))


def find_numbers(text: str, language: str) -> list[Found]:
    """Find the numbers in a sentence, in the order of their places.

    They are written in the digits of any script, not glued to letters, or in words of the language.
    """
    words = _words(language)
    folded = _fold(text)
    return [number for match in words.number.finditer(folded.text) for number in _numbers(match, words, folded)]


def find_permission(text: str, language: str) -> Span | None:
    """Find the first word that leaves the player a choice."""
    return _first(_words(language).permission, text)


def find_obligation(text: str, language: str) -> Span | None:
    """Find the first word that obliges a player, or forbids something."""
    return _first(_words(language).obligation, text)


def _first(pattern: re.Pattern[str], text: str) -> Span | None:
    folded = _fold(text)
    places = (folded.span(*match.span("word")) for match in pattern.finditer(folded.text) if match["word"])
    return next(places, None)


def _numbers(match: re.Match[str], words: _Words, folded: _Folded) -> Iterator[Found]:
    if match["upper"] and int(match["upper"]) < int(match["lower"]):
        share = Fraction(int(match["upper"]), int(match["lower"]))
        yield Found(share, folded.span(match.start("upper"), match.end("lower")), certain=True)
        return
    for group in ("upper", "lower", "number", "vulgar", "word"):
        if match[group]:
            written = re.sub(_BETWEEN_WORDS, " ", match[group])
            certain = all(match[side] or written not in words.doubtful[side] for side in _SIDES)
            yield Found(_value(written, words), folded.span(*match.span(group)), certain)


def _value(written: str, words: _Words) -> int | Fraction:
    if written.isdecimal():
        return int(written)
    if written in words.values:
        return words.values[written]
    return Fraction(unicodedata.normalize("NFKC", written).replace("\u2044", "/"))


def _fold(text: str) -> _Folded:
    """Take case, vowel points and invisible signs from a text; an accent that makes a letter stays."""
    folded: list[str] = []
    places: list[Span] = []
    for span, cluster in _clusters(text):
        for character in unicodedata.normalize("NFC", cluster.casefold()):
            if unicodedata.category(character) != "Mn":
                folded.append(character)
                places.append(span)
    return _Folded("".join(folded), tuple(places))


def _clusters(text: str) -> Iterator[tuple[Span, str]]:
    """Give each character with the marks that follow it; signs that only format are left out."""
    start, end, cluster = 0, 0, ""
    for place, character in enumerate(text):
        category = unicodedata.category(character)
        if category == "Cf":
            continue
        if category != "Mn":
            yield Span(start, end), cluster
            start, cluster = place, ""
        end, cluster = place + 1, cluster + character
    yield Span(start, end), cluster


def _table(name: str) -> dict[str, Any]:
    table: dict[str, Any] = yaml.load((_FOLDER / f"{name}.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)
    return table


@cache
def _words(language: str) -> _Words:
    """Read the words of a language; one without a file has none."""
    code = primary_language(language)
    table = _table(code) if code in word_languages() else {}
    values = _values(table)
    doubtful = {side: table.get("doubtful", {}).get(side, {}) for side in _SIDES}
    before, after = (_either(_patterns(doubtful[side].get("counted", ()))) for side in _SIDES)
    prefix = _either(re.escape(each) for each in table.get("prefixes", ()))
    # A longer word is tried before a shorter one that it begins with, and no prefix before one.
    words = _either(_literal(word) for word in sorted(values, key=len, reverse=True))
    number = (
        rf"(?:(?<!\w)(?:{prefix})?(?P<after>{after})\s+)?"
        rf"{_BEFORE}(?:{prefix}){{0,3}}?"
        rf"(?:{_SHARE}|(?P<number>{_DIGITS})|(?P<vulgar>{_VULGAR_FRACTION})|(?P<word>{words})){_BEHIND}"
        rf"(?=(?:\s+(?P<before>{before})(?!\w))?)"
    )
    return _Words(
        re.compile(number),
        values,
        {side: frozenset(_fold(word).text for word in doubtful[side].get("words", ())) for side in _SIDES},
        _clause(table.get("permission", {}), prefix),
        _clause(table.get("obligation", {}), prefix),
    )


def _values(table: Mapping[str, Any]) -> dict[str, int | Fraction]:
    """Give the value of each number word, and of those that are made of tens and units."""
    values: dict[str, int | Fraction] = {}
    for value, words in table.get("numbers", {}).items():
        values |= {_fold(word).text: Fraction(value) if "/" in value else int(value) for word in words}
    tens = [(word, value) for word, value in values.items() if value in range(20, 100, 10)]
    units = [(word, value) for word, value in values.items() if value in range(1, 10)]
    for joined in table.get("joined", ()):
        for (ten, many), (unit, few) in product(tens, units):
            values.setdefault(_fold(joined.format(tens=ten, unit=unit)).text, many + few)
    return values


def _clause(table: Mapping[str, Any], prefix: str) -> re.Pattern[str]:
    """Make the pattern of words that count, and of phrases in which they do not."""
    but, words = _either(_patterns(table.get("but not", ()))), _either(_patterns(table.get("words", ())))
    return re.compile(rf"(?<!\w)(?:{prefix})??(?:(?:{but})|(?P<word>{words}))(?!\w)")


def _patterns(texts: Iterable[str]) -> Iterator[str]:
    """Make patterns of what stands in the data: "..." is some words of the clause or none, a blank any space."""
    for text in texts:
        yield text.replace(" ... ", rf"\s+{_WORDS_OF_THE_CLAUSE}").replace(" ", r"\s+")


def _literal(word: str) -> str:
    return _BETWEEN_WORDS.join(re.escape(part) for part in word.split(" "))


def _either(patterns: Iterable[str]) -> str:
    return "|".join(patterns) or _NOTHING
