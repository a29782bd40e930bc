"""Games on two boards beside each other: what differs in the rules, and what that does."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from interpreter.differences import Difference, as_objects
from interpreter.differences import as_text as differences_text
from interpreter.exports import advice_objects, figure_object
from interpreter.figures import column, figure_text
from interpreter.layout import INDENT, Column, table, wrapped
from interpreter.measures import Measure, Verdict, has_changed, kind, measures, size
from interpreter.results import Advice, Contrast, Contrasts, Figure, Length, Results
from interpreter.summary import summary
from interpreter.tables import WIDTH, counted
from interpreter.values import numbers_text

MOST_LANDINGS = 5

Answers = tuple[Sequence[Advice], Sequence[Advice]]
"""The answers of race on both boards; none where others answer, or no rule says may."""

Question = tuple[int, int, str]
"""What a player is asked: the square of the rule, the place of the player, and the effect that is allowed."""

_OF_SEATS = ("wins", "chips")
_MARGIN = "± "

_FOOTNOTES = {
    Verdict.NONE_SEEN: "it was the same in every game on both boards.",
    Verdict.UNCLEAR: "no difference can be told from chance, for its interval has 0 in it.",
}


def exact_contrasts(first: Results, second: Results) -> Contrasts:
    """Set exact results of two boards beside each other."""
    nobody = [Figure(sum(chance.value for chance in results.nobody.values())) for results in (first, second)]
    landings = [
        [results.landings.get(square, Figure(0.0)) for square in sorted({*first.landings, *second.landings})]
        for results in (first, second)
    ]
    return Contrasts(
        players=first.players,
        choose=first.choose,
        games=None,
        wins=tuple(map(_contrast, first.wins, second.wins)),
        nobody=_contrast(*nobody),
        out=_contrast(first.out, second.out),
        turns=_means(first.turns, second.turns),
        throws=_means(first.throws, second.throws),
        chips=(),
        pot=None,
        landings=dict(zip(sorted({*first.landings, *second.landings}), map(_contrast, *landings), strict=True)),
    )


def completed(exact: Contrasts, estimated: Contrasts) -> Contrasts:
    """Take from an estimate what exact figures leave out: the chips."""
    return replace(exact, games=estimated.games, chips=estimated.chips, pot=estimated.pot)


def as_text(
    contrasts: Contrasts,
    differing: Sequence[Difference],
    names: tuple[str, str],
    answers: Answers = ((), ()),
    width: int = WIDTH,
) -> str:
    """Write a comparison of two boards, known by these names, for a person: the sum of it first."""
    players = contrasts.players
    compared = [each for each in measures(contrasts, same_game=not differing) if _is_shown(each, players)]
    said = summary(compared, players, contrasts.games)
    rows = [each for each in compared if each.what != "landings"]
    rows += _most_changed([each for each in compared if each.what == "landings"])
    rules = differences_text(differing, "A", "B", width - len(INDENT)).split("\n")
    paragraphs = [
        _heading(contrasts, names, width),
        wrapped(said if differing else f"The two boards are the same game: no rule differs. {said}", width),
        ["What differs in the rules", *((INDENT + line).rstrip() for line in rules)] if differing else [],
        _answers(answers, width) if differing else [],
        ["What that does in a game" if differing else "What a game comes to", *table(_columns(rows, players), width)],
        _footnotes(rows, width),
    ]
    return "\n\n".join("\n".join(paragraph) for paragraph in paragraphs if paragraph)


def as_object(
    contrasts: Contrasts, differing: Sequence[Difference], names: tuple[str, str], answers: Answers = ((), ())
) -> dict[str, Any]:
    """Give a comparison as an object for JSON, always with all keys; a margin is null if a figure is exact."""
    return {
        "first": names[0],
        "second": names[1],
        "players": contrasts.players,
        "choose": contrasts.choose,
        "games": contrasts.games,
        "rules": as_objects(differing),
        "strategy": {side: advice_objects(each) for side, each in zip(("first", "second"), answers, strict=True)},
        "measures": [_measure_object(measure) for measure in measures(contrasts, same_game=not differing)],
    }


def _contrast(first: Figure, second: Figure) -> Contrast:
    return Contrast(first, second, Figure(second.value - first.value))


def _means(first: Length | None, second: Length | None) -> Contrast | None:
    return None if first is None or second is None else _contrast(first.mean, second.mean)


def _is_shown(measure: Measure, players: int) -> bool:
    """Tell whether a person wants to see a figure: not that of what never happens, nor the same chance twice."""
    never = measure.what == "out" and not (measure.contrast.first.value or measure.contrast.second.value)
    return not never and not (measure.what == "nobody" and players == 1)


def _most_changed(landings: Sequence[Measure]) -> list[Measure]:
    """Choose the few that have changed most, of those that have."""
    return sorted(filter(has_changed, landings), key=size, reverse=True)[:MOST_LANDINGS]


def _heading(contrasts: Contrasts, names: tuple[str, str], width: int) -> list[str]:
    # A name ends its line: in a right-to-left script it would draw what is behind it to its other side.
    players = counted(contrasts.players, "player")
    played = "exact odds"
    if contrasts.games is not None:
        played = f"{counted(contrasts.games, 'game')} on each board, with the same throws"
        if not contrasts.nobody.first.margin:
            played = f"exact odds; chips from {counted(contrasts.games, 'game')} on each board"
    return [
        *wrapped(f"{players}, {played}, answers: {contrasts.choose}", width),
        *wrapped(names[0], width, "A: "),
        *wrapped(names[1], width, "B: "),
    ]


def _answers(answers: Answers, width: int) -> list[str]:
    """Write the answers that are not the same on both boards; squares with the same question stand together."""
    first, second = ({(each.square, each.place, each.effect): each.answer for each in advice} for advice in answers)
    together: dict[tuple[str, str], list[int]] = {}
    for square, place, effect in sorted({**first, **second}, key=lambda question: question[:2]):
        given = [_given(each, (square, place, effect)) for each in (first, second)]
        if given[0] != given[1]:
            where = "" if place == square else f"{square}, on {place}" if place else f"{square}, at the start"
            together.setdefault((where, f"{effect} - A: {given[0]}, B: {given[1]}"), []).append(square)
    lines = [
        line
        for (where, said), squares in together.items()
        for line in wrapped(f"{where or numbers_text(squares)}: {said}", width, INDENT)
    ]
    return ["What players answer where a rule says may", *lines] if lines else []


def _given(answers: Mapping[Question, bool], question: Question) -> str:
    """Give an answer; one that is not listed for a place is that on the square of the rule."""
    square, _, effect = question
    answer = answers.get(question, answers.get((square, square, effect)))
    return "not asked" if answer is None else "yes" if answer else "no"


def _columns(rows: Sequence[Measure], players: int) -> list[Column]:
    kinds = [kind(row, players) for row in rows]
    digits = [each.digits for each in kinds]
    first = [figure_text(row.contrast.first, exact) for row, exact in zip(rows, digits, strict=True)]
    second = [figure_text(row.contrast.second, exact) for row, exact in zip(rows, digits, strict=True)]
    differences = [figure_text(_told(row), exact, signed=True) for row, exact in zip(rows, digits, strict=True)]
    margins = column(text.partition(_MARGIN)[2] for text in differences)
    columns = [
        Column("", [each.name.format(number=row.number) for each, row in zip(kinds, rows, strict=True)], words=True),
        Column("A", _without_margins(first)),
        Column("B", _without_margins(second)),
        Column("B - A", _without_margins(differences)),
        Column("", [f"{_MARGIN}{margin}" if margin.strip() else margin for margin in margins], words=True),
        Column("", [row.verdict.value for row in rows], words=True),
    ]
    return [each for each in columns if any(cell.strip() for cell in each.cells)]


def _without_margins(figures: Iterable[str]) -> list[str]:
    """Set figures below each other; it is the margin of the difference that counts, which has its own column."""
    return column(figure.partition(f" {_MARGIN}")[0] for figure in figures)


def _told(measure: Measure) -> Figure:
    """Give a difference without what is of rounding."""
    return Figure(0.0) if measure.verdict is Verdict.NONE else measure.contrast.difference


def _footnotes(rows: Sequence[Measure], width: int) -> list[str]:
    lines = []
    if any(row.contrast.difference.margin for row in rows):
        lines += wrapped("± stands before the margin of a 95% interval.", width)
    if any(row.contrast.difference.margin == inf for row in rows):
        lines += wrapped("± ?: there are too few games to know a margin.", width)
    for verdict, told in _FOOTNOTES.items():
        if any(row.verdict is verdict for row in rows):
            lines += wrapped(f"{verdict.value}: {told}", width)
    return lines


def _measure_object(measure: Measure) -> dict[str, Any]:
    contrast = measure.contrast
    figures = {"first": contrast.first, "second": contrast.second, "difference": contrast.difference}
    return {
        "what": measure.what,
        "seat": measure.number if measure.what in _OF_SEATS else None,
        "square": measure.number if measure.what == "landings" else None,
        **{name: figure_object(figure, exact=not figure.margin) for name, figure in figures.items()},
        "verdict": measure.verdict.value,
    }
