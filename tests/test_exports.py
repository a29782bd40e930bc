"""Results for programs: JSON with stable keys, and a table that a spreadsheet reads back."""

import csv
import dataclasses
import io
import json
import re
from typing import Any

import pytest
from samples import ESTIMATED, EXACT
from support import ROOT, small_board

from interpreter.exports import COLUMNS, as_csv, as_json, as_object
from interpreter.odds import odds
from interpreter.results import Happening, Results
from interpreter.simulate import simulate
from interpreter.strategy import race


def keys(value: Any) -> Any:
    """Reduce an object to its keys, and a list to those of its first element."""
    if isinstance(value, dict):
        return {key: keys(part) for key, part in value.items()}
    return [keys(value[0])] if isinstance(value, list) and value else None


FIGURE = {"value": None, "margin": None}
SPREAD = {"mean": FIGURE, "deviation": None, "quantiles": [{"percent": None, "chips": None}]}
LENGTH = {"mean": FIGURE, "deviation": None, "median": None, "shares": [{"length": None, "share": None}]}
ALL_KEYS = {
    "board": None,
    "players": None,
    "choose": None,
    "games": None,
    "wins": [{"seat": None} | FIGURE],
    "nobody": [{"reason": None} | FIGURE],
    "out": FIGURE,
    "turns": LENGTH,
    "throws": LENGTH,
    "landings": [{"square": None} | FIGURE],
    "happenings": [{"square": None, "effect": None, "times": FIGURE, "chips": FIGURE}],
    "chips": {
        "seats": [{"seat": None} | SPREAD],
        "pot": SPREAD,
        "short": FIGURE,
        "games_short": FIGURE,
    },
    "strategy": [{"place": None, "square": None, "effect": None, "answer": None}],
}


def test_the_keys_are_stable() -> None:
    assert keys(json.loads(as_json(ESTIMATED))) == ALL_KEYS | {"strategy": None}
    exact = keys(json.loads(as_json(EXACT)))
    assert exact == ALL_KEYS | {"chips": None}
    assert list(exact) == list(ALL_KEYS)


def test_figures_keep_all_their_digits() -> None:
    read = json.loads(as_json(EXACT))
    assert read["turns"]["mean"] == {"value": 39.2251223, "margin": None}
    assert read["wins"][0] == {"seat": 1, "value": 0.6, "margin": None}
    assert read["landings"][-1] == {"square": 10, "value": 0.0000000025, "margin": None}
    assert read["games"] is None


def test_an_estimate_has_a_margin_even_if_it_is_none() -> None:
    read = json.loads(as_json(ESTIMATED))
    assert read["wins"][1] == {"seat": 2, "value": 0.46155, "margin": 0.003149}
    assert read["landings"][1] == {"square": 2, "value": 1.0, "margin": 0.0}
    assert read["games"] == 20_000


@pytest.mark.parametrize("results", [EXACT, ESTIMATED])
def test_the_reasons_why_nobody_wins_are_the_same_for_exact_results_and_estimates(results: Results) -> None:
    reasons = ["all out", "stuck", "turn limit"]
    nobody = as_object(results)["nobody"]
    assert [each["reason"] for each in nobody] == reasons
    assert [row["reason"] for row in rows(results) if row["what"] == "nobody wins"] == reasons
    assert nobody[1] == {"reason": "stuck", "value": 0.0, "margin": 0.0002 if results is ESTIMATED else None}


def test_the_rule_of_every_square_has_no_square() -> None:
    assert as_object(ESTIMATED)["happenings"][-1] == {
        "square": None,
        "effect": "return to where you threw from",
        "times": {"value": 0.125, "margin": 0.0031},
        "chips": {"value": 0.0, "margin": 0.0},
    }


def test_what_is_not_known_is_null() -> None:
    assert as_object(EXACT)["happenings"][2]["times"] is None
    assert as_object(EXACT)["chips"] is None


def rows(results: Results) -> list[dict[str, str]]:
    """Read the table back, each row without what is empty."""
    read = csv.DictReader(io.StringIO(as_csv(results), newline=""))
    return [{key: value for key, value in row.items() if value} for row in read]


def test_the_table_reads_back() -> None:
    table = rows(ESTIMATED)
    assert as_csv(ESTIMATED).split("\n")[0] == ",".join(COLUMNS)
    assert table[:5] == [
        {"what": "players", "value": "2"},
        {"what": "games", "value": "20000"},
        {"what": "win", "seat": "1", "value": "0.53341", "margin": "0.003149"},
        {"what": "win", "seat": "2", "value": "0.46155", "margin": "0.003149"},
        {"what": "nobody wins", "reason": "all out", "value": "0.00504", "margin": "0.00098"},
    ]
    assert {"what": "throws share", "length": "5", "value": "0.75"} in table
    assert {"what": "turns median", "value": "51"} in table
    assert {"what": "chips quantile", "seat": "2", "percent": "95", "value": "14"} in table
    assert {
        "what": "chips moved", "square": "1", "effect": "take 1 from the pot", "value": "0.701", "margin": "0.0034",
    } in table  # fmt: skip
    assert {"what": "times", "effect": "return to where you threw from", "value": "0.125", "margin": "0.0031"} in table
    assert len(table) == 2 + 2 + 3 + 1 + (3 + 100) + (3 + 2) + 3 + 6 + 3 * 7 + 2


def test_an_exact_table_has_no_margins_and_leaves_the_unknown_empty() -> None:
    table = rows(EXACT)
    assert not [row for row in table if "margin" in row]
    assert {"what": "games"} in table
    assert {"what": "chips moved", "square": "2", "effect": "pay 3 to the pot"} in table


@pytest.mark.parametrize("effect", ['say "Hello, you!"', "pay 1 to the pot and roll again"])
def test_a_table_quotes_what_needs_it(effect: str) -> None:
    happenings = (Happening(1, effect, None, None),)
    assert rows(dataclasses.replace(EXACT, happenings=happenings))[-1]["effect"] == effect


WELL = small_board(
    {2: "may go back 1", 3: "take the rest of the pot; win"},
    3,
    name="To the well",
    dice="1d2",
    stake="1",
    finish="pass",
    every_square="pay 1 to the pot",
    **{"except": "2, 3"},
)


def well(games: int) -> Results:
    """Play games of one player on the small board of the page for programs, as the command does."""
    return dataclasses.replace(simulate(WELL, 1, games, 0), strategy=race(WELL).advice())


def margins(found: Any, place: str = "") -> dict[str, float | None]:
    """Find all margins below an object, by where they are."""
    if isinstance(found, list):
        found = dict(enumerate(found))
    if not isinstance(found, dict):
        return {}
    here = {place: found["margin"]} if "margin" in found else {}
    return here | {key: each for name, part in found.items() for key, each in margins(part, f"{place}/{name}").items()}


def test_the_margins_of_exact_figures_and_of_one_game_and_two() -> None:
    exact, one, two = (margins(as_object(results)) for results in (odds(WELL, 1, "race"), well(1), well(2)))
    assert set(exact.values()) == {None}
    chances = {place for place in one if place.startswith(("/wins", "/nobody", "/chips/games_short"))}
    assert len(chances) == 5
    assert {place for place, margin in one.items() if margin is not None} == chances
    assert one.keys() == two.keys()
    assert all(margin is not None and margin > 0 for margin in two.values())


def test_of_two_games_of_which_one_ends_its_length_has_no_margin() -> None:
    board = small_board({2: "win"}, 2, dice="1d2", finish="pass")
    played = (simulate(board, 1, 2, seed, most_turns=1) for seed in range(99))
    found = margins(as_object(next(results for results in played if results.wins[0].value == 0.5)))
    assert {place for place, margin in found.items() if margin is None} == {"/turns/mean", "/throws/mean"}


def test_the_page_for_programs_shows_results() -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    shown = re.search(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert shown
    assert json.loads(shown[1]) == as_object(well(400))
    section = page[page.index("## What comes of many games") : page.index("## A comparison of two boards")]
    assert not [key for key in ALL_KEYS if f"`{key}`" not in section]
    assert not [column for column in COLUMNS if f"`{column}`" not in section]
    assert not [what for what in {row["what"] for row in rows(ESTIMATED)} if f"`{what}`" not in section]
