"""What comes of a board's games, for programs: one JSON object, or one CSV table of all figures."""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from interpreter.door import json_text
from interpreter.events import NOBODY_WON
from interpreter.results import Advice, Chips, Figure, Length, Results, Spread
from interpreter.signs import visible

# The columns of the table: what a row is about, then its figure.
COLUMNS = ("what", "seat", "reason", "length", "square", "effect", "percent", "value", "margin")


def as_json(results: Results) -> str:
    """Write results as one JSON object."""
    return json_text(as_object(results), indent=2)


def as_object(results: Results) -> dict[str, Any]:
    """Give results as an object for JSON, always with all keys; seats count from 1, a margin is null if exact."""
    exact = results.games is None
    return {
        "board": results.board,
        "players": results.players,
        "choose": results.choose,
        "games": results.games,
        "wins": [{"seat": seat, **figure_object(win, exact)} for seat, win in enumerate(results.wins, 1)],
        "nobody": [{"reason": reason, **figure_object(chance, exact)} for reason, chance in _nobody(results)],
        "out": figure_object(results.out, exact),
        "turns": _length_object(results.turns, exact),
        "throws": _length_object(results.throws, exact),
        "landings": [{"square": square, **figure_object(each, exact)} for square, each in _landings(results)],
        "happenings": [
            {
                "square": each.square,
                "effect": each.effect,
                "times": None if each.times is None else figure_object(each.times, exact),
                "chips": None if each.chips is None else figure_object(each.chips, exact),
            }
            for each in results.happenings
        ],
        "chips": None if results.chips is None else _chips_object(results.chips, exact),
        "strategy": advice_objects(results.strategy),
    }


def figure_object(figure: Figure, exact: bool) -> dict[str, float | None]:
    """Give a figure as an object for JSON, its margin null if it is exact, or if nothing is known of its margin."""
    return {"value": figure.value, "margin": None if exact or not math.isfinite(figure.margin) else figure.margin}


def advice_objects(strategy: Iterable[Advice]) -> list[dict[str, Any]]:
    """Give the answers of a strategy as objects for JSON."""
    return [
        {"place": each.place, "square": each.square, "effect": each.effect, "answer": each.answer} for each in strategy
    ]


def as_csv(results: Results) -> str:
    """Write all figures as one CSV table, a row each below a header line; what is not known is left empty."""
    written = io.StringIO()
    writer = csv.DictWriter(written, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in _rows(results):
        figure = row.pop("figure")
        if isinstance(figure, Figure):
            row |= figure_object(figure, results.games is None)
        else:
            row["value"] = figure
        writer.writerow(row)
    return written.getvalue()


def _length_object(length: Length | None, exact: bool) -> dict[str, Any] | None:
    if length is None:
        return None
    return {
        "mean": figure_object(length.mean, exact),
        "deviation": length.deviation,
        "median": length.median,
        "shares": [{"length": number, "share": length.shares[number]} for number in sorted(length.shares)],
    }


def _chips_object(chips: Chips, exact: bool) -> dict[str, Any]:
    return {
        "seats": [{"seat": seat, **_spread_object(spread, exact)} for seat, spread in enumerate(chips.seats, 1)],
        "pot": _spread_object(chips.pot, exact),
        "short": figure_object(chips.short, exact),
        "games_short": figure_object(chips.games_short, exact),
    }


def _spread_object(spread: Spread, exact: bool) -> dict[str, Any]:
    quantiles = [{"percent": percent, "chips": spread.quantiles[percent]} for percent in sorted(spread.quantiles)]
    return {"mean": figure_object(spread.mean, exact), "deviation": spread.deviation, "quantiles": quantiles}


def _nobody(results: Results) -> Iterator[tuple[str, Figure]]:
    """Give all reasons why nobody wins, each with its chance; exact results have only those that can be."""
    return ((reason, results.nobody.get(reason, Figure(0.0))) for reason in NOBODY_WON)


def _landings(results: Results) -> Iterator[tuple[int, Figure]]:
    return ((square, results.landings[square]) for square in sorted(results.landings))


def _rows(results: Results) -> Iterator[dict[str, object]]:
    yield {"what": "players", "figure": results.players}
    yield {"what": "games", "figure": results.games}
    for seat, win in enumerate(results.wins, 1):
        yield {"what": "win", "seat": seat, "figure": win}
    for reason, chance in _nobody(results):
        yield {"what": "nobody wins", "reason": reason, "figure": chance}
    yield {"what": "players out", "figure": results.out}
    yield from _length_rows("turns", results.turns)
    yield from _length_rows("throws", results.throws)
    for square, landings in _landings(results):
        yield {"what": "landings", "square": square, "figure": landings}
    for each in results.happenings:
        place: Mapping[str, object] = {"square": each.square, "effect": visible(each.effect)}
        yield {"what": "times", **place, "figure": each.times}
        yield {"what": "chips moved", **place, "figure": each.chips}
    if results.chips is not None:
        for seat, spread in enumerate(results.chips.seats, 1):
            yield from _spread_rows("chips", {"seat": seat}, spread)
        yield from _spread_rows("pot", {}, results.chips.pot)
        yield {"what": "pot short", "figure": results.chips.short}
        yield {"what": "games with the pot short", "figure": results.chips.games_short}


def _length_rows(what: str, length: Length | None) -> Iterator[dict[str, object]]:
    if length is not None:
        yield {"what": f"{what} mean", "figure": length.mean}
        yield {"what": f"{what} deviation", "figure": length.deviation}
        yield {"what": f"{what} median", "figure": length.median}
        for number in sorted(length.shares):
            yield {"what": f"{what} share", "length": number, "figure": length.shares[number]}


def _spread_rows(what: str, place: Mapping[str, object], spread: Spread) -> Iterator[dict[str, object]]:
    yield {"what": f"{what} mean", **place, "figure": spread.mean}
    yield {"what": f"{what} deviation", **place, "figure": spread.deviation}
    for percent in sorted(spread.quantiles):
        yield {"what": f"{what} quantile", **place, "percent": percent, "figure": spread.quantiles[percent]}
