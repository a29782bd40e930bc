"""The printed sentence of a rule to its effects, by the grammar of its language in `grammar/sentences/`.

A sentence is read exactly or not at all. All that is known of a language stands in its grammar; the tree of
every grammar becomes effects in the same way, because its rules have the names of those in `grammar/effects.lark`.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from lark import Discard, Lark, Token, v_args
from lark.exceptions import UnexpectedInput, VisitError
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.tree import Meta

from interpreter.effects import Act, Effect, HasRole, If, RoleOfYours
from interpreter.language.explain import BadNumber
from interpreter.language.names import in_one_case
from interpreter.language.tree import Effects
from interpreter.languages import primary_language
from interpreter.signs import DIRECTION_MARKS, END_OF_ISOLATE, ISOLATES
from interpreter.source import SHIPPED, Span

GRAMMARS = SHIPPED / "grammar" / "sentences"

LONGEST_SENTENCE = 1000
"""The characters that a rule can have to be read; the time that a hopeless text takes is bounded by it."""

_PLAIN_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»״″「」", '"') | dict.fromkeys("‘’‚‛‹›׳′", "'"))
_UNSEEN = dict.fromkeys(map(ord, DIRECTION_MARKS + ISOLATES + END_OF_ISOLATE))


class NotRead(Exception):
    """A sentence that the grammar knows, and that does not say one thing."""


def sentence_languages() -> frozenset[str]:
    """Give the languages that have a grammar for the sentences of rules."""
    return frozenset(path.stem for path in GRAMMARS.glob("*.lark"))


def sentence_grammar(language: str) -> str | None:
    """Give the language whose grammar reads this one: itself, without its region, or another named for it."""
    primary = primary_language(language)
    return primary if primary in sentence_languages() else None


def read_sentence(
    rule: str, language: str, roles: Mapping[str, str], square: int | None = None
) -> tuple[Effect, ...] | None:
    """Read the printed sentence of a rule; None if it is not read.

    `roles` are the names that the board gives to roles, as the sheet prints them, by their keys. If the square is
    given, a sentence that calls its own square by another number is not read.
    """
    grammar = sentence_grammar(language)
    if grammar is None:
        return None
    return read_with(_grammar(grammar), rule, roles, square)


def read_with(
    grammar: str, rule: str, roles: Mapping[str, str], square: int | None = None
) -> tuple[Effect, ...] | None:
    """Read a sentence with the text of a grammar; None if it is not read."""
    text = unicodedata.normalize("NFC", rule).translate(_UNSEEN)
    if len(text) > LONGEST_SENTENCE:
        return None
    keys = _keys(roles)
    parser = sentence_parser(grammar, frozenset(keys))
    try:
        tree = parser.parse(_plain(text))
        effects: tuple[Effect, ...] = _SentenceEffects(text, keys, square).transform(tree)  # type: ignore[assignment]
    except UnexpectedInput:
        return None
    except VisitError as error:
        if not isinstance(error.orig_exc, BadNumber | NotRead):
            raise
        return None
    return effects


@cache
def sentence_parser(grammar: str, names: frozenset[str]) -> Lark:
    """Build the parser of a grammar, for roles with these names.

    It follows every way to read a sentence, so that one with two meanings is noticed.
    """

    def as_whole_words(terminal: TerminalDef) -> None:
        pattern = terminal.pattern.value
        if terminal.name == "ROLE":
            pattern = "|".join(map(_words, sorted(names, key=len, reverse=True))) or "(?!)."
        elif isinstance(terminal.pattern, PatternStr):
            pattern = _words(pattern)
        # neither begins nor ends between two letters or digits
        terminal.pattern = PatternRE(rf"(?!\B\w)(?:{pattern})(?<!\w\B)", terminal.pattern.flags)

    return Lark(
        f"{grammar}\n{_shared()}",
        start="rule",
        parser="earley",
        ambiguity="explicit",
        g_regex_flags=re.IGNORECASE,
        edit_terminals=as_whole_words,
    )


@v_args(meta=True, inline=True)
class _SentenceEffects(Effects):
    """Makes effects of the tree of a sentence: what effect texts have, and what only sentences say."""

    def __init__(self, text: str, keys: Mapping[str, str], square: int | None) -> None:
        super().__init__(0)
        self.square = square
        self.text = text
        self.keys = keys

    def _span(self, _: Meta) -> Span:
        return Span(0, len(self.text))  # what is implied has no place of its own

    def _ambig(self, readings: list[object]) -> object:
        first, *others = readings
        if any(other != first for other in others):
            raise NotRead("the sentence can be read in several ways")
        return first

    def __default__(self, name: str, children: list[object], _: Meta) -> Token:
        number = re.fullmatch("number_([0-9]+)", name)
        if number is None or children:
            raise ValueError(f"no effect has a rule with the name {name} in the grammar")
        return Token("NUMBER", number[1])

    def rule(self, _: Meta, *effects: Effect) -> tuple[Effect, ...]:
        """Give what all sentences of a rule do, in their order."""
        return effects

    def if_role(self, _: Meta, role: Token, act: Act, otherwise: Effect | None = None) -> If:
        """If you have somebody in the role, that player acts; the sentence names the role only once."""
        key = str(role)
        return If(HasRole(key), replace(act, who=RoleOfYours(key)), otherwise)

    def here(self, _: Meta, number: Token) -> object:
        """Call the square of the rule by its number, on which no effect depends."""
        if self.square is not None and int(number) != self.square:
            raise NotRead("the number is not that of the square")
        return Discard

    def same_number(self, _: Meta, first: Token, *others: Token) -> Token:
        """Say one number several times."""
        if any(int(other) != int(first) for other in others):
            raise NotRead("numbers that should be the same are not")
        return first

    def ROLE(self, token: Token) -> Token:  # noqa: N802
        """Give the key of a role for its name."""
        return token.update(value=self.keys[_plain_name(token)])

    def TEXT(self, token: Token) -> Token:  # noqa: N802
        """Give a text as it is printed, for the one that was made plain."""
        printed = self.text[token.start_pos : token.end_pos]
        return token.update(value=f'"{" ".join(printed[1:-1].split())}"')


def _keys(roles: Mapping[str, str]) -> dict[str, str]:
    """Give the keys of roles by their names; a name of several roles says nothing."""
    names = [_plain_name(name) for name in roles.values()]
    return {name: key for key, name in zip(roles, names, strict=True) if name and names.count(name) == 1}


def _plain_name(name: str) -> str:
    return in_one_case(" ".join(_plain(unicodedata.normalize("NFC", name)).split()))


def _plain(text: str) -> str:
    """Write digits, dashes, quotation marks and blanks of every kind in one way; no character moves."""
    return "".join(map(_plain_character, text.translate(_PLAIN_QUOTES)))


def _plain_character(character: str) -> str:
    if character.isspace():
        return " "
    if unicodedata.category(character) == "Pd":
        return "-"
    return str(unicodedata.decimal(character, character))


def _words(text: str) -> str:
    """Give the regular expression for words with blanks of any width between them."""
    return " +".join(re.escape(word) for word in _plain(text).split(" "))


def _shared() -> str:
    return (GRAMMARS.parent / "sentence.lark").read_text("utf-8")


@cache
def _grammar(language: str) -> str:
    return (GRAMMARS / f"{language}.lark").read_text("utf-8")
