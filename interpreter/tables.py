"""What comes of a board's games, for a person at a terminal."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter.events import ALL_OUT, STUCK, TURN_LIMIT
from interpreter.figures import UNKNOWN, column, figure_text
from interpreter.histogram import boxes, histogram, level
from interpreter.layout import INDENT, Column, side_by_side, table, wrapped
from interpreter.results import Advice, Figure, Length, Results, Spread, chips_move

WIDTH = 80
WIDEST_BOXES = 60

# Digits behind the point of exact figures. Among estimates, a figure is exact only if it is whole.
MEAN_DIGITS = 7
CHANCE_DIGITS = 6
WHOLE = 0

REASON_WORDS: Mapping[str, str] = {
    ALL_OUT: "everyone is out",
    STUCK: "the game can never end",
    TURN_LIMIT: "stopped after very many turns",
}

_ANSWERS: Mapping[str, str] = {
    "yes": "the answer is yes",
    "no": "the answer is no",
    "random": "the answer is yes as often as no",
    "race": "the answer is what brings a lone player home in the fewest throws",
}
_UNKNOWN_EXPLAINED = f"{UNKNOWN} depends on chips or roles, which exact odds leave out; robinson simulate estimates it."


def as_text(results: Results, width: int = WIDTH) -> str:
    """Write results for a person: all that is known, a paragraph for each kind of figure.

    For an output that may lack some of its signs, the text goes through `figures.shown`.
    """
    if results.games == 1:
        results = _without_margins(results)
    paragraphs = [
        _heading(results, width),
        _strategy(results, width),
        _wins(results, width),
        _out(results, width),
        _lengths(results, width),
        _distribution("How many turns games have", results.turns, width),
        _distribution("How many throws games have", results.throws, width),
        _landings(results, width),
        _happenings(results, width),
        *_chips(results, width),
        wrapped(_UNKNOWN_EXPLAINED, width) if _is_unknown(results) else [],
    ]
    return "\n\n".join("\n".join(paragraph) for paragraph in paragraphs if paragraph)


def counted(number: int, noun: str) -> str:
    """Write so many of something."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _without_margins(part: Any) -> Any:
    """Make the same of figures without margins, however deep they lie in a part of results."""
    if isinstance(part, Figure):
        return Figure(part.value)
    if isinstance(part, Mapping):
        return {key: _without_margins(each) for key, each in part.items()}
    if isinstance(part, tuple):
        return tuple(map(_without_margins, part))
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{field.name: _without_margins(getattr(part, field.name)) for field in fields(part)})
    return part


def _heading(results: Results, width: int) -> list[str]:
    # The name ends its line: in a right-to-left script it would draw the numbers behind it to its other side.
    players = counted(results.players, "player")
    games = "Exact odds" if results.games is None else counted(results.games, "game")
    lines = wrapped(f"{games} of {players} on {results.board}", width)
    if results.games is None:
        return lines
    margins = "A single game has no margins." if results.games == 1 else "± stands before the margin of a 95% interval."
    return [*lines, *wrapped(margins, width)]


def _strategy(results: Results, width: int) -> list[str]:
    if results.choose == "race" and not results.strategy:
        return []  # no rule says may
    said = _ANSWERS.get(results.choose, f"it is settled by {results.choose}")
    answers = [line for advice in results.strategy for line in wrapped(_advice(advice), width, INDENT)]
    return [*wrapped(f"Where a rule says may, {said}{':' if answers else '.'}", width), *answers]


def _advice(advice: Advice) -> str:
    """Say what is answered, and where: on the square whose rule it is, or somewhere else because of it."""
    where = f", on {advice.place}" if advice.place else ", at the start"
    where = "" if advice.place == advice.square else where
    return f"{advice.square}{where}: {advice.effect} - {'yes' if advice.answer else 'no'}"


def _wins(results: Results, width: int) -> list[str]:
    chances = {f"seat {seat}": figure for seat, figure in enumerate(results.wins, 1)}
    reasons = {reason: figure for reason, figure in results.nobody.items() if figure.value}
    chances |= {f"nobody: {REASON_WORDS.get(reason, reason)}": figure for reason, figure in reasons.items()}
    if not reasons:
        chances["nobody"] = max(results.nobody.values(), key=lambda figure: figure.margin, default=Figure(0.0))
    columns = [_words(chances), _figures("", chances.values(), _digits(results, CHANCE_DIGITS))]
    return ["Chance to win", *table(columns, width)]


def _out(results: Results, width: int) -> list[str]:
    if not results.out.value:
        return []
    return wrapped(f"Players put out in a game: {figure_text(results.out, _digits(results, MEAN_DIGITS))}", width)


def _lengths(results: Results, width: int) -> list[str]:
    lengths = {"turns": results.turns, "throws": results.throws}
    known = {name: length for name, length in lengths.items() if length is not None}
    if not known:
        return ["No game ends."]
    digits = _digits(results, MEAN_DIGITS)
    columns = [
        _words(known),
        _figures("mean", (length.mean for length in known.values()), digits),
        _deviations(results, (length.deviation for length in known.values())),
        Column("median", [str(length.median) for length in known.values()]),
    ]
    return ["Until the end of a game", *table(columns, width)]


def _distribution(title: str, length: Length | None, width: int) -> list[str]:
    if length is None:
        return []
    return [title, *(INDENT + bar for bar in histogram(length.shares, width - len(INDENT)))]


def _landings(results: Results, width: int) -> list[str]:
    if not results.landings:
        return []
    squares = sorted(results.landings)
    numbers = column(str(square) for square in squares)
    figures = _figures("", (results.landings[square] for square in squares), _digits(results, CHANCE_DIGITS)).cells
    most = max(results.landings[square].value for square in squares) or 1.0
    levels = [level(results.landings[square].value / most) for square in squares]
    cells = [f"{number} {drawn} {figure}" for number, drawn, figure in zip(numbers, levels, figures, strict=True)]
    return ["Landings on each square in a game", *side_by_side(cells, width)]


def _happenings(results: Results, width: int) -> list[str]:
    happenings = results.happenings
    if not happenings:
        return []
    digits = _digits(results, CHANCE_DIGITS)
    columns = [
        Column("square", ["every" if each.square is None else str(each.square) for each in happenings]),
        _figures("times", (each.times for each in happenings), digits),
        Column("effect", [each.effect for each in happenings], words=True),
    ]
    moved = ["" if each.chips and not each.chips.value else figure_text(each.chips, digits) for each in happenings]
    if any(each.chips for each in happenings) and any(moved):
        columns.insert(2, Column("chips", column(moved)))
    return ["What the rules do in a game", *table(columns, width)]


def _chips(results: Results, width: int) -> list[list[str]]:
    chips = results.chips
    if chips is None:
        return []
    if not chips_move(chips):
        return []
    spreads = {**{f"seat {seat}": spread for seat, spread in enumerate(chips.seats, 1)}, "pot": chips.pot}
    percentages = sorted({percentage for spread in spreads.values() for percentage in spread.quantiles})
    digits = _digits(results, MEAN_DIGITS)
    columns = [
        _words(spreads),
        Column("mean", column(figure_text(each.mean, digits, each is not chips.pot) for each in spreads.values())),
        _deviations(results, (each.deviation for each in spreads.values())),
        *(
            Column(
                f"{each}%", [_signed(spread.quantiles[each], spread is not chips.pot) for spread in spreads.values()]
            )
            for each in percentages
        ),
    ]
    title = "Chips won or lost, and left in the pot"
    if percentages:
        title += f" ({percentages[0]}%: at most that in {percentages[0]}% of the games)"
    short = [figure_text(figure, _digits(results, CHANCE_DIGITS)) for figure in (chips.short, chips.games_short)]
    dry = f"The pot has too little for a rule {short[0]} times in a game; that happens in {short[1]} of all games."
    return [[*wrapped(title, width), *table(columns, width)], _boxes(spreads, width), wrapped(dry, width)]


def _boxes(spreads: Mapping[str, Spread], width: int) -> list[str]:
    """Draw what is known of chips in quantiles, on a scale from the lowest of them to the highest."""
    quantiles = [spread.quantiles for spread in spreads.values()]
    if not all({25, 50, 75} <= set(each) for each in quantiles):
        return []
    low, high = min(min(each.values()) for each in quantiles), max(max(each.values()) for each in quantiles)
    longest = max(map(len, spreads))
    room = min(width - longest - 2 * len(INDENT), WIDEST_BOXES)
    drawn = [
        f"{INDENT}{name:{longest}}{INDENT}{box}" for name, box in zip(spreads, boxes(quantiles, room), strict=True)
    ]
    scale = f"{low:+}".ljust(room - len(f"{high:+}")) + f"{high:+}"
    ends = sorted(quantiles[0])
    title = f"The same drawn: boxes from 25% to 75%, lines from {ends[0]}% to {ends[-1]}%"
    return [*wrapped(title, width), *drawn, f"{INDENT}{'':{longest}}{INDENT}{scale}"]


def _is_unknown(results: Results) -> bool:
    return any(each.times is None for each in results.happenings)


def _digits(results: Results, exact: int) -> int:
    return exact if results.games is None else WHOLE


def _words(words: Iterable[str]) -> Column:
    return Column("", list(words), words=True)


def _figures(heading: str, figures: Iterable[Figure | None], digits: int) -> Column:
    return Column(heading, column(figure_text(figure, digits) for figure in figures))


def _deviations(results: Results, deviations: Iterable[float]) -> Column:
    digits = MEAN_DIGITS if results.games is None else 2
    return Column("standard\ndeviation", column(f"{deviation:.{digits}f}" for deviation in deviations))


def _signed(number: int, signed: bool) -> str:
    return f"{number:+}" if signed and number else str(number)
