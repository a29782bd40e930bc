"""Games that 0.1.0 began, where rules are played otherwise now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from kept import opening
from support import Robinson, board_text, players

from interpreter.inputs import By, Settings, Throw
from interpreter.journal import End, Resumed
from interpreter.keeping import open_kept, open_new
from interpreter.load import load_board

Small = tuple[Mapping[int, str], Mapping[str, str]]
"""The effects and the settings of a small board."""

PASSED: Small = ({3: "everyone goes to 5", 5: "everyone pays 1 to the pot; pass"}, {})
CHAINED: Small = (
    {1: "whenever you pay the pot, everyone pays 1 to the pot", 2: "pay 1 to the pot", 12: "win"},
    {"standing_rules": "set off each other"},
)
OUT: Small = ({2: "everyone leaves the game", 12: "win"}, {"last_player": "wins the pot"})
RETURNED: Small = ({4: "return to where you threw from and go on by your throw"}, {})

LED_ON: Small = (
    {4: "go to 5", 5: "if you rolled 4 then go to 7", 7: "swap places with the player on 5"},
    {"every_square": "pay 1 to the pot", "except": "7"},
)

AFTER_PASSING = "what a player does by another one's rule after ending the turn by a rule"
SET_OFF_AGAIN = "how often rules set off each other"
LEFT_AT_ONCE = "who wins when everybody leaves at once"
DIRECTION = "where a pawn goes on to that has come back or changed places"
LEFT_THERE = "whether the rule of every square happens for a pawn that comes back without landing"


def journal_of(path: Path, squares: Mapping[int, str], settings: Mapping[str, str], given: Sequence[Throw]) -> None:
    """Write a journal as 0.1.0 did."""
    board = path.with_suffix(".yaml")
    board.write_text(board_text({12: "win", **squares}, 12, **settings), "utf-8")
    loaded, _ = load_board(str(board))
    assert loaded is not None
    names = list(dict.fromkeys(throw.player for throw in given))
    journal = open_new(path)
    listed = Settings(tuple(throw.dice for throw in given), "no", 0)
    journal.append(replace(opening(loaded, players(names), listed), program="0.1.0"))
    for throw in given:
        journal.append(throw)
    journal.close()


def throws(text: str) -> list[Throw]:
    """Read throws such as A3 B4."""
    return [Throw(each[0], (int(each[1:]),), By.LIST, asked=False) for each in text.split()]


@pytest.mark.parametrize(
    ("board", "thrown", "what"),
    [
        (PASSED, "A3 B1", f"{AFTER_PASSING} (turn 1)"),
        (PASSED, "A5 B3", f"{AFTER_PASSING} (turn 2)"),
        (CHAINED, "A1 B1 C1 A1 B1", f"{SET_OFF_AGAIN} (turn 4)"),
        (OUT, "A1 B2", f"{LEFT_AT_ONCE} (turn 2)"),
        (RETURNED, "A1 B2 A3", f"{DIRECTION} (turn 3)"),
        (LED_ON, "A5 B4", f"{LEFT_THERE} (turn 2)"),
        (PASSED, "A1 B2 A2 B1", f"{AFTER_PASSING} (turn 3)"),
    ],
)
def test_a_game_that_was_played_otherwise_says_so(
    robinson: Robinson, tmp_path: Path, board: Small, thrown: str, what: str
) -> None:
    path = tmp_path / "game.jsonl"
    journal_of(path, *board, throws(thrown))
    said = (
        f"robinson: {path}: this game was begun with robinson 0.1.0, which played some rules differently: {what}; "
        "chips and squares may not be what they were then"
    )
    for command in (["replay"], ["resume"]):
        _, _, err = robinson(*command, str(path))
        assert said in err.splitlines(), err


@pytest.mark.parametrize(
    ("board", "thrown"),
    [
        (PASSED, "A5 B1 A1"),
        (({3: "everyone goes to 5; pass", 5: "everyone pays 1 to the pot"}, {}), "A3 B1"),
        (CHAINED, "A1 B2 A2"),
        (CHAINED, "A2 B2"),
        (({2: "leave the game", 12: "win"}, {}), "A2 B2"),
        (RETURNED, "A1 B2"),
        (LED_ON, "A5 B2 A2"),
    ],
)
def test_other_games_say_nothing(robinson: Robinson, tmp_path: Path, board: Small, thrown: str) -> None:
    path = tmp_path / "game.jsonl"
    journal_of(path, *board, throws(thrown))
    _, _, err = robinson("replay", str(path))
    assert "differently" not in err


def test_only_what_the_earlier_program_played_counts(robinson: Robinson, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal_of(path, *PASSED, throws("A1 B1"))
    journal, _ = open_kept(path)
    journal.append(Resumed("0.2.0", "2026-01-31T20:15:00+01:00", 100))
    journal.append(throws("A2")[0])
    journal.close()
    _, _, err = robinson("replay", str(path))
    assert "differently" not in err


def test_an_end_that_does_not_fit_any_more_is_told(robinson: Robinson, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal_of(path, *OUT, throws("A1 B2"))
    journal, _ = open_kept(path)
    journal.append(End("won", "A"))
    journal.close()
    code, _, err = robinson("replay", str(path))
    assert code == 2
    assert err == (
        f"robinson: {path}: its last line does not fit the game: it was written by robinson 0.1.0, "
        "which may have played the rules in another way\n"
    )
