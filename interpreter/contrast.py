"""Games on two boards beside each other: what differs in the rules, and what that does."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from interpreter.differences import Difference, as_objects
from interpreter.differences import as_text as differences_text
from interpreter.exports import figure_object
from interpreter.figures import column, figure_text
from interpreter.layout import INDENT, Column, table, wrapped
from interpreter.results import Contrast, Contrasts, Figure, Length, Results
from interpreter.tables import CHANCE_DIGITS, MEAN_DIGITS, WIDTH, counted

MOST_LANDINGS = 5
MOST_SENTENCES = 4

# Exact figures that are nearer to each other than this are equal: the rest is of rounding.
_EQUAL = 1e-9
_LITTLE = 0.01

# Among so many squares, some differ by more than their margin by chance; by so many times their margin, hardly one.
_MARGINS_AMONG_MANY = 1.75


class Verdict(Enum):
    """What can be said of a difference; the value is its text."""

    MORE = "more"
    LESS = "less"
    NONE = "none"
    UNCLEAR = "may be chance"


@dataclass(frozen=True)
class Kind:
    """A kind of figure: its name in a table, its exact digits, and sentences that say that it is higher, or lower.

    {by} stands for how much it is, {first} and {second} for what it was and is, {little} is there where a chance has
    changed by little, and {number} is the seat or the square.
    """

    name: str
    digits: int
    more: str
    less: str


@dataclass(frozen=True)
class Measure:
    """A figure on both boards, of a kind of KINDS; `number` is the seat, from 1, or the square that it is of."""

    what: str
    contrast: Contrast
    number: int | None = None


KINDS: Mapping[str, Kind] = {
    "turns": Kind("turns", MEAN_DIGITS, "Games are {by} turns longer.", "Games are {by} turns shorter."),
    "throws": Kind(
        "throws", MEAN_DIGITS, "The dice are thrown {by} times more.", "The dice are thrown {by} times less."
    ),
    "wins": Kind(
        "seat {number} wins",
        CHANCE_DIGITS,
        "Seat {number} wins {little}more often ({first}, then {second}).",
        "Seat {number} wins {little}less often ({first}, then {second}).",
    ),
    "nobody": Kind(
        "nobody wins",
        CHANCE_DIGITS,
        "It happens {little}more often that nobody wins ({first}, then {second}).",
        "It happens {little}less often that nobody wins ({first}, then {second}).",
    ),
    "out": Kind("players put out", MEAN_DIGITS, "{by} more players are put out.", "{by} fewer players are put out."),
    "chips": Kind(
        "chips of seat {number}",
        MEAN_DIGITS,
        "Seat {number} ends with {by} chips more.",
        "Seat {number} ends with {by} chips less.",
    ),
    "pot": Kind(
        "chips in the pot", MEAN_DIGITS, "The pot ends with {by} chips more.", "The pot ends with {by} chips less."
    ),
    "landings": Kind(
        "landings on {number}",
        CHANCE_DIGITS,
        "Square {number} is landed on {by} times more.",
        "Square {number} is landed on {by} times less.",
    ),
}
_OF_SEATS = ("wins", "chips")


def verdict(difference: Figure) -> Verdict:
    """Judge a difference: one of which the 95% interval has 0 in it cannot be told from chance."""
    if not difference.margin and abs(difference.value) < _EQUAL:
        return Verdict.NONE
    if abs(difference.value) <= difference.margin:
        return Verdict.UNCLEAR
    return Verdict.MORE if difference.value > 0 else Verdict.LESS


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


def as_text(contrasts: Contrasts, differing: Sequence[Difference], names: tuple[str, str], width: int = WIDTH) -> str:
    """Write a comparison of two boards, known by these names, for a person: the sum of it first."""
    measures, landings = list(_measures(contrasts)), _most_changed(_landings(contrasts))
    rules = differences_text(differing, "A", "B").split("\n")
    paragraphs = [
        _heading(contrasts, names, width),
        _summary([*measures, *landings[:1]], width),
        ["What differs in the rules", *((INDENT + line).rstrip() for line in rules)],
        ["What that does in a game", *table(_columns([*measures, *landings]), width)],
        _footnotes([*measures, *landings], width),
    ]
    return "\n\n".join("\n".join(paragraph) for paragraph in paragraphs if paragraph)


def as_object(contrasts: Contrasts, differing: Sequence[Difference], names: tuple[str, str]) -> dict[str, Any]:
    """Give a comparison as an object for JSON, always with all keys; a margin is null if a figure is exact."""
    return {
        "first": names[0],
        "second": names[1],
        "players": contrasts.players,
        "choose": contrasts.choose,
        "games": contrasts.games,
        "rules": as_objects(differing),
        "measures": [_measure_object(measure) for measure in (*_measures(contrasts), *_landings(contrasts))],
    }


def _contrast(first: Figure, second: Figure) -> Contrast:
    return Contrast(first, second, Figure(second.value - first.value))


def _means(first: Length | None, second: Length | None) -> Contrast | None:
    return None if first is None or second is None else _contrast(first.mean, second.mean)


def _measures(contrasts: Contrasts) -> Iterator[Measure]:
    for what in ("turns", "throws"):
        contrast = getattr(contrasts, what)
        if contrast is not None:
            yield Measure(what, contrast)
    yield from (Measure("wins", contrast, seat) for seat, contrast in enumerate(contrasts.wins, 1))
    yield Measure("nobody", contrasts.nobody)
    yield Measure("out", contrasts.out)
    yield from (Measure("chips", contrast, seat) for seat, contrast in enumerate(contrasts.chips, 1))
    if contrasts.pot is not None:
        yield Measure("pot", contrasts.pot)


def _landings(contrasts: Contrasts) -> list[Measure]:
    return [Measure("landings", contrasts.landings[square], square) for square in sorted(contrasts.landings)]


def _most_changed(measures: Sequence[Measure]) -> list[Measure]:
    """Choose the few that have changed most, of those that have."""
    changed = [measure for measure in measures if _has_changed(measure.contrast.difference)]
    return sorted(changed, key=_size, reverse=True)[:MOST_LANDINGS]


def _has_changed(difference: Figure) -> bool:
    return abs(difference.value) > max(difference.margin * _MARGINS_AMONG_MANY, _EQUAL)


def _heading(contrasts: Contrasts, names: tuple[str, str], width: int) -> list[str]:
    # A name ends its line: in a right-to-left script it would draw what is behind it to its other side.
    players = counted(contrasts.players, "player")
    played = "exact odds"
    if contrasts.games is not None:
        played = f"{counted(contrasts.games, 'game')} on each board, with the same throws"
        if not contrasts.nobody.difference.margin:
            played = f"exact odds; chips from {counted(contrasts.games, 'game')} on each board"
    return [
        *wrapped(f"{players}, {played}, answers: {contrasts.choose}", width),
        *wrapped(names[0], width, "A: "),
        *wrapped(names[1], width, "B: "),
    ]


def _summary(measures: Sequence[Measure], width: int) -> list[str]:
    verdicts = {measure: verdict(measure.contrast.difference) for measure in measures}
    changed = [measure for measure, found in verdicts.items() if found in (Verdict.MORE, Verdict.LESS)]
    said = [
        _sentence(measure, verdicts[measure])
        for what in KINDS
        for measure in _worth_saying([each for each in changed if each.what == what])
    ]
    if not said:
        unclear = Verdict.UNCLEAR in verdicts.values()
        said = ["No difference can be told from chance." if unclear else "The games come to the same."]
    return wrapped(" ".join(said), width)


def _worth_saying(measures: Sequence[Measure]) -> list[Measure]:
    """Choose what is worth a sentence where many seats have changed: those that have changed most, in their order."""
    most = sorted(measures, key=_size, reverse=True)[:MOST_SENTENCES]
    return [measure for measure in measures if measure in most]


def _size(measure: Measure) -> float:
    return abs(measure.contrast.difference.value)


def _sentence(measure: Measure, found: Verdict) -> str:
    kind, contrast = KINDS[measure.what], measure.contrast
    difference = _size(measure)
    return (kind.more if found is Verdict.MORE else kind.less).format(
        number=measure.number,
        by=_about(difference),
        first=f"{contrast.first.value:.1%}",
        second=f"{contrast.second.value:.1%}",
        little="a little " if difference < _LITTLE else "",
    )


def _about(number: float) -> str:
    """Write a number with two digits that say something."""
    return f"{number:.{max(0, 1 - math.floor(math.log10(number)))}f}"


def _columns(measures: Sequence[Measure]) -> list[Column]:
    rows = [(measure.contrast, KINDS[measure.what].digits) for measure in measures]
    return [
        Column("", [_name(measure) for measure in measures], words=True),
        Column("A", column(_value(contrast.first, digits) for contrast, digits in rows)),
        Column("B", column(_value(contrast.second, digits) for contrast, digits in rows)),
        Column("B - A", column(_difference(contrast.difference, digits) for contrast, digits in rows)),
        Column("", [verdict(contrast.difference).value for contrast, _ in rows], words=True),
    ]


def _name(measure: Measure) -> str:
    return KINDS[measure.what].name.format(number=measure.number)


def _value(figure: Figure, digits: int) -> str:
    """Write a figure without its margin, which a comparison does not need: that of the difference counts."""
    return figure_text(figure, digits).partition(" ")[0]


def _difference(difference: Figure, digits: int) -> str:
    return figure_text(Figure(0.0) if verdict(difference) is Verdict.NONE else difference, digits, signed=True)


def _footnotes(measures: Sequence[Measure], width: int) -> list[str]:
    differences = [measure.contrast.difference for measure in measures]
    lines = []
    if any(difference.margin for difference in differences):
        lines += wrapped("± stands before the margin of a 95% interval.", width)
    if any(verdict(difference) is Verdict.UNCLEAR for difference in differences):
        told = "no difference can be told from chance, for its interval has 0 in it."
        lines += wrapped(f"{Verdict.UNCLEAR.value}: {told}", width)
    return lines


def _measure_object(measure: Measure) -> dict[str, Any]:
    contrast = measure.contrast
    figures = {"first": contrast.first, "second": contrast.second, "difference": contrast.difference}
    return {
        "what": measure.what,
        "seat": measure.number if measure.what in _OF_SEATS else None,
        "square": measure.number if measure.what == "landings" else None,
        **{name: figure_object(figure, exact=not figure.margin) for name, figure in figures.items()},
        "verdict": verdict(contrast.difference).value,
    }
