"""Effect text to effect objects, by the grammar in `grammar/effects.lark`."""

import re
from collections.abc import Iterable
from functools import cache

from lark import Lark
from lark.exceptions import UnexpectedInput, VisitError
from lark.lexer import PatternRE, TerminalDef

from interpreter.diagnostics import MOST_IN_A_TEXT, counted
from interpreter.effects import Effect
from interpreter.language.explain import BadNumber, Problem, explain
from interpreter.language.names import in_one_case
from interpreter.language.tree import Effects
from interpreter.source import SHIPPED, Span

MOST_WORDS = 150
"""The words that a statement can have; more of them could be nested deeper than Python likes to go."""

# Rules are separated by line ends and semicolons, but not within a text between quotation marks, and
# not before a word that goes on with a statement. Line ends are passed over together, so that each is looked at once.
_STATEMENT = re.compile(r'(?:"[^"\n]*"|\n\s*+(?=(?:then|otherwise|and|or)\b)|[^;\n])+|\n\s*+', re.IGNORECASE)


def parse(text: str, roles: Iterable[str] = (), offset: int = 0) -> tuple[tuple[Effect, ...], list[Problem]]:
    """Parse a rule: one statement a line, or between semicolons.

    `roles` are the names that the board gives to roles; a role has in the effects the name that it has there, in
    whatever case the text has it. All spans are moved on by `offset`, the place of the text in its file. Gives the
    effects of the statements that are right, and a problem for each that is not; of statements that are the same, one,
    and of many, only how many they are.
    """
    parser = _parser(frozenset(roles))
    effects: list[Effect] = []
    wrong: list[tuple[str, int]] = []
    problems: dict[str, Problem] = {}
    for found in _STATEMENT.finditer(text):
        statement = found[0].strip()
        if not statement:
            continue
        place = offset + found.start() + found[0].index(statement)
        try:
            effects.append(_statement(parser, statement, place))
        except (UnexpectedInput, BadStatement) as error:
            wrong.append((statement, place))
            if statement not in problems and len(problems) < MOST_IN_A_TEXT:
                problems[statement] = _problem(error, statement, parser, roles)
    return tuple(effects), [problems[statement].at(place, more) for statement, place, more in counted(wrong)]


class BadStatement(Exception):
    """A statement that is no effect, though the grammar may read it; the problem says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _statement(parser: Lark, statement: str, place: int) -> Effect:
    """Parse a statement at a place of its file. Raises UnexpectedInput or BadStatement."""
    if len(re.findall(r"\w+", re.sub('"[^"]*"', '""', statement))) > MOST_WORDS:
        message = f"the rule has more than {MOST_WORDS} words"
        raise BadStatement(Problem(Span(0, len(statement)), "too-long", message, "Write several rules."))
    try:
        return Effects(place).transform(parser.parse(statement))
    except VisitError as error:
        if not isinstance(error.orig_exc, BadNumber):
            raise
        span = Span(error.orig_exc.span.start - place, error.orig_exc.span.end - place)
        raise BadStatement(Problem(span, "bad-number", str(error.orig_exc), "Write another number.")) from error


def _problem(error: UnexpectedInput | BadStatement, statement: str, parser: Lark, roles: Iterable[str]) -> Problem:
    if isinstance(error, BadStatement):
        return error.problem
    return explain(error, statement, [terminal.name for terminal in parser.terminals], roles)


def is_keyword(name: str) -> bool:
    """Tell whether a name is a word of the effect language already, and so cannot be that of a role."""
    return any(keyword.fullmatch(name) for keyword in _keywords())


@cache
def _keywords() -> list[re.Pattern[str]]:
    return [re.compile(each, re.IGNORECASE) for each in re.findall(r"^_[A-Z]+: /(.+)/$", _grammar(), re.MULTILINE)]


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
