"""Effect text to effect objects, by the grammar in `grammar/effects.lark`."""

import re
from collections.abc import Iterable
from functools import cache

from lark import Lark
from lark.exceptions import UnexpectedInput, VisitError
from lark.lexer import PatternRE, TerminalDef

from interpreter.effects import Effect
from interpreter.language.explain import BadNumber, Problem, explain
from interpreter.language.names import in_one_case
from interpreter.language.tree import Effects
from interpreter.source import SHIPPED, Span

MOST_WORDS = 150
"""The words that a statement can have; more of them could be nested deeper than Python likes to go."""

# Rules are separated by line ends and semicolons, but not within a text between quotation marks, and
# not before a word that goes on with a statement.
_STATEMENT = re.compile(r'(?:"[^"\n]*"|\n(?=\s*(?:then|otherwise|and|or)\b)|[^;\n])+', re.IGNORECASE)


def parse(text: str, roles: Iterable[str] = (), offset: int = 0) -> tuple[tuple[Effect, ...], list[Problem]]:
    """Parse a rule: one statement a line, or between semicolons.

    `roles` are the names that the board gives to roles; a role has in the effects the name that it has there, in
    whatever case the text has it. All spans are moved on by `offset`, the place of
    the text in its file. Gives the effects of the statements that are right, and a problem for each that
    is not.
    """
    parser = _parser(frozenset(roles))
    effects, problems = [], []
    for found in _STATEMENT.finditer(text):
        if not found[0].strip():
            continue
        place = offset + found.start()
        if len(re.findall(r"\w+", re.sub('"[^"]*"', '""', found[0]))) > MOST_WORDS:
            message = f"the rule has more than {MOST_WORDS} words"
            start = place + len(found[0]) - len(found[0].lstrip())
            problems.append(Problem(Span(start, offset + found.end()), "too-long", message, "Write several rules."))
            continue
        try:
            tree = parser.parse(found[0])
            effects.append(Effects(place).transform(tree))
        except UnexpectedInput as error:
            problem = explain(error, found[0], [terminal.name for terminal in parser.terminals], roles)
            span = Span(place + problem.span.start, place + problem.span.end)
            problems.append(Problem(span, problem.code, problem.message, problem.remedy))
        except VisitError as error:
            if not isinstance(error.orig_exc, BadNumber):
                raise
            message = str(error.orig_exc)
            problems.append(Problem(error.orig_exc.span, "bad-number", message, "Write another number."))
    return tuple(effects), problems


def is_keyword(name: str) -> bool:
    """Tell whether a name is a word of the effect language already, and so cannot be that of a role."""
    keywords = re.findall(r"^_[A-Z]+: /(.+)/$", _grammar(), re.MULTILINE)
    return any(re.fullmatch(keyword, name, re.IGNORECASE) for keyword in keywords)


def _grammar() -> str:
    return (SHIPPED / "grammar" / "effects.lark").read_text("utf-8")


@cache
def _parser(roles: frozenset[str]) -> Lark:
    names = "|".join(sorted(roles)) or "(?!)."
    known = {in_one_case(role): role for role in roles}

    def with_roles(terminal: TerminalDef) -> None:
        if terminal.name == "ROLE":
            terminal.pattern = PatternRE(rf"(?:{names})\b", terminal.pattern.flags)

    return Lark(
        _grammar(),
        parser="lalr",
        g_regex_flags=re.IGNORECASE,
        propagate_positions=True,
        edit_terminals=with_roles,
        lexer_callbacks={"ROLE": lambda token: token.update(value=known[in_one_case(token)])},
    )
