"""What is compared of two boards' games, and what can be said of each difference."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from interpreter.estimates import mean
from interpreter.results import Contrast, Contrasts, Figure
from interpreter.tables import CHANCE_DIGITS, MEAN_DIGITS

# Exact figures that are nearer to each other than this are equal: the rest is of rounding.
_EQUAL = 1e-9

# Among so many squares, some differ by more than their margin by chance; by so many times their margin, hardly one.
_MARGINS_AMONG_MANY = 1.75


class Verdict(Enum):
    """What can be said of a difference; the value is its text."""

    MORE = "more"
    LESS = "less"
    NONE = "none"
    NONE_SEEN = "none seen"
    UNCLEAR = "may be chance"


@dataclass(frozen=True)
class Kind:
    """A kind of figure: its name in a table, its exact digits, and what sentences say of it.

    A difference smaller than `least` is one that nobody would notice. `topic` is what such differences are in, and
    `more` and `less` are for the others: {by} stands for how much it is, {first} and {second} for the figure on both
    boards, as a percentage if `form` is %, {little} is there where it has changed by little, and {number} is the seat
    or the square.
    """

    name: str
    digits: int
    least: float
    form: str
    topic: str
    more: str
    less: str


@dataclass(frozen=True)
class Measure:
    """A figure on both boards, of a kind of KINDS; `number` is the seat, from 1, or the square that it is of."""

    what: str
    contrast: Contrast
    verdict: Verdict
    number: int | None = None


KINDS: Mapping[str, Kind] = {
    "wins": Kind(
        "seat {number} wins",
        CHANCE_DIGITS,
        0.0005,
        "%",
        "who wins",
        "Seat {number} wins {little}more often ({first}, then {second}).",
        "Seat {number} wins {little}less often ({first}, then {second}).",
    ),
    "nobody": Kind(
        "nobody wins",
        CHANCE_DIGITS,
        0.0005,
        "%",
        "who wins",
        "It happens {little}more often that nobody wins ({first}, then {second}).",
        "It happens {little}less often that nobody wins ({first}, then {second}).",
    ),
    "out": Kind(
        "players put out",
        MEAN_DIGITS,
        0.0005,
        "f",
        "how many players are put out",
        "More players are put out ({first} in a game, then {second}).",
        "Fewer players are put out ({first} in a game, then {second}).",
    ),
    "turns": Kind(
        "turns",
        MEAN_DIGITS,
        0.01,
        "f",
        "the average length of games",
        "Games are {little}longer ({first} turns, then {second}).",
        "Games are {little}shorter ({first} turns, then {second}).",
    ),
    "throws": Kind(
        "throws",
        MEAN_DIGITS,
        0.01,
        "f",
        "the average length of games",
        "The dice are thrown {little}more often ({first} times, then {second}).",
        "The dice are thrown {little}less often ({first} times, then {second}).",
    ),
    "chips": Kind(
        "chips of seat {number}",
        MEAN_DIGITS,
        0.01,
        "f",
        "the chips",
        "Seat {number} ends with {by} chips more.",
        "Seat {number} ends with {by} chips less.",
    ),
    "pot": Kind(
        "chips in the pot",
        MEAN_DIGITS,
        0.01,
        "f",
        "the chips",
        "The pot ends with {by} chips more.",
        "The pot ends with {by} chips less.",
    ),
    "landings": Kind(
        "landings on {number}",
        CHANCE_DIGITS,
        0.01,
        "f",
        "where players land",
        "The square that changes most is {number}: it is landed on {by} times more in a game.",
        "The square that changes most is {number}: it is landed on {by} times less in a game.",
    ),
}
"""The kinds of figures in the order in which people want to know of them."""

KINDS_ALONE: Mapping[str, Kind] = {
    "wins": Kind(
        "the player wins",
        CHANCE_DIGITS,
        0.0005,
        "%",
        "whether the player wins",
        "The player wins {little}more often ({first}, then {second}).",
        "The player wins {little}less often ({first}, then {second}).",
    ),
    "out": Kind(
        "the player is put out",
        CHANCE_DIGITS,
        0.0005,
        "%",
        "whether the player is put out",
        "The player is put out {little}more often ({first}, then {second}).",
        "The player is put out {little}less often ({first}, then {second}).",
    ),
    "chips": replace(
        KINDS["chips"],
        name="chips of the player",
        more="The player ends with {by} chips more.",
        less="The player ends with {by} chips less.",
    ),
    "landings": replace(KINDS["landings"], topic="where the player lands"),
}
"""Other words where there is a single player."""


def verdict(difference: Figure, games: int | None) -> Verdict:
    """Judge a difference, which is exact or comes from so many games on each board.

    One of which the 95% interval has 0 in it cannot be told from chance.
    """
    if not difference.margin and abs(difference.value) < _EQUAL:
        return Verdict.NONE
    if games and difference == mean(Counter({0: games})):
        return Verdict.NONE_SEEN
    if abs(difference.value) <= difference.margin:
        return Verdict.UNCLEAR
    return Verdict.MORE if difference.value > 0 else Verdict.LESS


def measures(contrasts: Contrasts, *, same_game: bool) -> list[Measure]:
    """Give all that is compared, in the order of KINDS; landings are by their squares.

    Of boards that are the same game, what was the same in every game that was played is the same for good.
    """
    found = []
    for what, contrast, number in _all(contrasts):
        measure = Measure(what, contrast, verdict(contrast.difference, contrasts.games), number)
        if same_game and measure.verdict is Verdict.NONE_SEEN:
            measure = replace(measure, contrast=replace(contrast, difference=Figure(0.0)), verdict=Verdict.NONE)
        found.append(measure)
    return found


def _all(contrasts: Contrasts) -> Iterator[tuple[str, Contrast, int | None]]:
    for what in KINDS:
        found = getattr(contrasts, what)
        if isinstance(found, Mapping):
            yield from ((what, found[number], number) for number in sorted(found))
        elif isinstance(found, tuple):
            yield from ((what, contrast, number) for number, contrast in enumerate(found, 1))
        elif found is not None:
            yield what, found, None


def kind(measure: Measure, players: int) -> Kind:
    """Give the words for a measure in a game of so many players."""
    return (KINDS_ALONE if players == 1 else KINDS).get(measure.what, KINDS[measure.what])


def size(measure: Measure) -> float:
    """Say how large a difference is."""
    return abs(measure.contrast.difference.value)


def has_changed(measure: Measure) -> bool:
    """Tell whether there is a difference, also if it is the largest of many."""
    margins = _MARGINS_AMONG_MANY if measure.what == "landings" else 1.0
    differs = measure.verdict in (Verdict.MORE, Verdict.LESS)
    return differs and size(measure) > margins * measure.contrast.difference.margin
