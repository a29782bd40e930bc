"""What of a position can matter, and that to leave out the rest changes nothing."""

from collections import defaultdict

import pytest
from support import small_board

from interpreter.board import Board
from interpreter.chain import by_turns
from interpreter.explore import Explorer, key_of, turned
from interpreter.game import opening, pay_stake
from interpreter.load import load_board
from interpreter.matters import Matters, for_effects, for_moves
from interpreter.positions import Positions
from interpreter.program import Program
from interpreter.state import LaterRule, Participant, Player, State

FRIDAY = "your right neighbour becomes your friday"
CASHIER = "the cashier becomes your friday"


def known(matters: Matters) -> str:
    """Name what matters."""
    parts = ("chips", "roles", "standing_rules", "cashier")
    return ", ".join(part.replace("_", " ") for part in parts if getattr(matters, part))


@pytest.mark.parametrize(
    ("squares", "moves", "effects"),
    [
        ({}, "", ""),
        ({1: "pay 1 to the pot", 2: "may take 1/3 of the pot", 3: 'everyone says "Hello!"'}, "", ""),
        ({1: FRIDAY}, "", ""),
        ({1: FRIDAY, 2: "your friday pays 1 to the pot"}, "", "roles"),
        ({1: FRIDAY, 2: "next turn, may pay 1 to your friday"}, "", "roles"),
        ({1: FRIDAY, 2: "if you have a friday then pay 1 to the pot"}, "", "roles"),
        ({1: FRIDAY, 2: "if you have a friday then pay 1 to the pot otherwise skip 1 turn"}, "roles", "roles"),
        ({1: FRIDAY, 2: "your friday goes to 5"}, "roles", "roles"),
        ({1: FRIDAY, 2: "swap places with your friday"}, "roles", "roles"),
        ({1: FRIDAY, 2: "may go to 3 and pay 1 to your friday"}, "", "roles"),
        ({1: "pay 1 to the cashier"}, "", "cashier"),
        ({1: "the cashier goes to 3"}, "cashier", "cashier"),
        ({1: "pay 1 to the cashier and go to 3"}, "", "cashier"),
        ({1: CASHIER}, "", "cashier"),
        ({1: CASHIER, 2: "your friday pays 1 to the pot"}, "", "roles, cashier"),
        ({1: CASHIER, 2: "your friday wins"}, "roles, cashier", "roles, cashier"),
        ({1: "whenever you pay the pot, take 1 from the pot"}, "", "standing rules"),
        ({1: f"{FRIDAY}; whenever you pay the pot, your friday pays 1 to the pot"}, "", "roles, standing rules"),
        # Whatever sets off a rule that moves pawns matters; chips only if there can be too few of them for it.
        ({1: "whenever you pay the pot, go to 3"}, "standing rules", "standing rules"),
        ({1: "whenever you take from the pot, go to 3"}, "chips, standing rules", "chips, standing rules"),
        (
            {1: "whenever you pay the pot, go to 3", 2: "whenever you take from the pot, pay 1 to the pot"},
            "chips, standing rules",
            "chips, standing rules",
        ),
        (
            {1: f"whenever you pay the pot, go to 3; {CASHIER}", 2: "your friday pays 1 to the pot"},
            "roles, standing rules, cashier",
            "roles, standing rules, cashier",
        ),
    ],
)
def test_what_matters(squares: dict[int, str], moves: str, effects: str) -> None:
    board = small_board(squares)
    assert known(for_moves(board)) == moves
    assert known(for_effects(board)) == effects


def test_chips_matter_where_a_payment_that_moves_pawns_can_fail() -> None:
    board = small_board({1: "whenever you pay the pot, go to 3"}, 12, purse="20")
    assert known(for_moves(board)) == known(for_effects(board)) == "chips, standing rules"


def uncounted(board: Board, matters: Matters) -> list[str]:
    simple = board.simple_effects
    return [str(simple[number][0]) for number in sorted(matters.uncounted)]


PAYING, TAKING = "whenever you pay the pot, pay 1 to the cashier", "whenever you take from the pot, take 1 from the pot"


@pytest.mark.parametrize(
    ("squares", "others", "moves", "effects"),
    [
        ({1: "pay 1 to the pot", 2: FRIDAY}, {}, "", ""),
        ({1: FRIDAY, 2: "your friday pays 1 to the pot"}, {}, "2", ""),
        ({1: FRIDAY, 2: "if you have a friday then pay 1 to the pot otherwise take 1 from the pot"}, {}, "2 2", ""),
        ({1: FRIDAY, 2: "your friday pays 1 to the pot", 3: "your friday leaves the game"}, {}, "", ""),
        # Whether the cashier is still there is not known; but if nobody can leave, it is.
        ({1: "pay 1 to the cashier"}, {}, "", ""),
        ({1: "pay 1 to the cashier", 2: "leave the game"}, {}, "1", ""),
        # How often a rule is set off is not known without the chips, if there can be too few of them.
        ({1: PAYING}, {}, "1", ""),
        ({1: PAYING}, {"purse": "20"}, "1", "1"),
        ({1: TAKING}, {}, "1", "1"),
        ({1: PAYING, 2: TAKING}, {}, "1 2", "2"),
        ({1: PAYING, 2: "whenever you take from the pot, your left neighbour pays 1 to the pot"}, {}, "1 2", "1 2"),
        ({1: "whenever you take from the pot, go to 3"}, {"purse": "20"}, "", ""),
    ],
)
def test_what_cannot_be_counted(squares: dict[int, str], others: dict[str, str], moves: str, effects: str) -> None:
    board = small_board(squares, 12, **others)
    assert uncounted(board, for_moves(board)) == moves.split()
    assert uncounted(board, for_effects(board)) == effects.split()


def test_what_cannot_be_counted_on_every_square() -> None:
    every = {"every_square": f"{FRIDAY}; pay 1 to your friday", "except": "1"}
    board = small_board({2: "your friday pays 1 to the pot"}, 12, **every)
    assert uncounted(board, for_moves(board)) == ["2", "None"]
    assert uncounted(board, for_effects(board)) == []


def found(board: Board, players: int, matters: Matters) -> Positions:
    start = opening(board, [Participant(str(number)) for number in range(players)])
    pay_stake(board, start)
    explorer = Explorer(Program(board), lambda *_: {True: 0.5, False: 0.5})
    return Positions(start, explorer, matters, 10**6)


def figures(positions: Positions, players: int, uncounted: frozenset[int]) -> list[list[float]]:
    """Give all that comes of positions but how often the effects happen that cannot be counted."""
    course = by_turns(positions.chain, players, lambda _: None, lambda _: None)
    landings: defaultdict[int, float] = defaultdict(float)
    times: defaultdict[int, float] = defaultdict(float)
    for totals, each in ((landings, positions.landings), (times, positions.times)):
        for visits, counts in zip(course.visits, each, strict=True):
            for number, count in counts.items():
                totals[number] += visits * count
    out = sum(visits * count for visits, count in zip(course.visits, positions.out, strict=True))
    happens = [times[number] for number in sorted(times) if number not in uncounted]
    nobody = [course.nobody[reason] for reason in sorted(course.nobody)]
    lengths = [course.lengths[steps] for steps in sorted(course.lengths)]
    return [course.wins, nobody, lengths, [landings[square] for square in sorted(landings)], happens, [out]]


SQUARES = {
    "roles": {1: FRIDAY, 3: "your friday pays 1 to the pot", 4: "if you have a friday then take 1 from the pot"},
    "standing": {1: PAYING, 2: "pay 1 to the pot", 3: TAKING, 4: "take 2 from the pot; may go back 1"},
    "cashier": {1: "pay 1 to the cashier", 2: "may pay 2 to the cashier and roll again", 4: "leave the game"},
    "given by": {1: CASHIER, 2: "your friday pays 1 to the pot; whenever you pay the pot, take 1 from your friday"},
    "set off": {1: "whenever you pay the pot, go to 4", 2: "everyone pays 1 to the pot", 3: f"{PAYING}; {FRIDAY}"},
    "deciding": {1: CASHIER, 2: "your friday goes to 1", 3: "leave the game", 4: "if you have a friday then win"},
}


@pytest.mark.parametrize("name", SQUARES)
@pytest.mark.parametrize("order", ["clockwise", "counterclockwise"])
def test_to_leave_things_out_changes_no_figure(name: str, order: str) -> None:
    board = small_board({**SQUARES[name], 5: "win"}, 5, dice="1d3", order=order)
    moves, effects = for_moves(board), for_effects(board)
    everything = Matters(chips=False, roles=True, standing_rules=True, cashier=True, uncounted=frozenset())
    full = found(board, 3, everything)
    for matters in (moves, effects):
        some = found(board, 3, matters)
        assert len(some.out) <= len(full.out)
        for one, other in zip(figures(some, 3, matters.uncounted), figures(full, 3, matters.uncounted), strict=True):
            assert one == pytest.approx(other)


@pytest.mark.parametrize("name", ["nl", "no", "he"])
def test_neither_roles_nor_standing_rules_decide_moves_on_a_board_that_ships(name: str) -> None:
    board, _ = load_board(name)
    assert board is not None
    assert known(for_moves(board)) == ""
    assert known(for_effects(board)) == "roles, standing rules"


def test_seats_are_turned() -> None:
    later = LaterRule(1, small_board({1: "next turn, go to 3"}).rule_of(1)[0])
    players = [Player("Anna", 3, roles={"friday": 2}), Player("Bram", 5, out=True), Player("Coen", 7, chips=4)]
    players[2].next_turn_rules = (later,)
    state = State(players, step=-1, cashier=1, current=2, pot=9)
    everything = Matters(chips=True, roles=True, standing_rules=True, cashier=True, uncounted=frozenset())
    found = turned(state, everything)
    assert [(player.name, player.square, player.chips, player.roles) for player in found.players] == [
        ("Coen", 7, 4, {}),
        ("Anna", 3, 0, {"friday": 0}),
        ("Bram", 0, 0, {}),
    ]
    assert (found.step, found.cashier, found.current, found.pot) == (-1, 2, 0, 9)
    nothing = Matters(chips=False, roles=False, standing_rules=False, cashier=False, uncounted=frozenset())
    found = turned(state, nothing)
    assert (found.cashier, found.pot, [player.chips for player in found.players]) == (0, 0, [0, 0, 0])
    assert found.players[1].roles == {}
    assert key_of(found) != key_of(turned(State([*players[:2], Player("Coen", 7)], -1, 1, 2), nothing))
