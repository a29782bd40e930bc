"""The computed strategy: where the right answer is clear by hand, and against all fixed answers, one by one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import inf
from random import Random

import pytest
from support import small_board

from interpreter import explore
from interpreter.board import Board
from interpreter.chain import Step, totals
from interpreter.deciders import Question
from interpreter.dice import Shown
from interpreter.effects import May, effects_in
from interpreter.engine import Engine
from interpreter.explore import TooManyWays
from interpreter.load import load_board
from interpreter.odds import odds
from interpreter.program import Program
from interpreter.state import LaterRule, Player, State
from interpreter.strategy import Strategy, race
from interpreter.table import EndlessLanding

PLENTY = 10**6


def advice(squares: Mapping[int, str], last: int = 12, **others: str) -> list[tuple[int, int, str, bool]]:
    return [
        (each.place, each.square, each.effect, each.answer)
        for each in race(small_board({last: "win", **squares}, last, **others)).advice()
    ]


@pytest.mark.parametrize(
    ("squares", "answer"),
    [
        ({3: "may go to 9"}, True),
        ({9: "may go to 3"}, False),
        ({3: "may go to 9", 9: "go to the start"}, False),
        ({3: "may go to 4", 4: "go to 9"}, True),
        # A throw is a throw, in this turn or the next; but it saves a turn.
        ({11: "may roll again"}, True),
        ({11: "may roll again and go to the start"}, False),
        ({3: "may skip 1 turn"}, False),
        ({3: "each turn here, may pass"}, False),
        ({3: "roll again; may pass"}, False),
        ({3: "may take 1 from the pot"}, True),
        ({3: "may take 1/3 of the pot"}, True),
        ({3: "may pay 1 to the pot"}, False),
        ({3: "may pay 1 to the pot and go to 9"}, True),
        ({3: "may take 1 from the pot and go to the start"}, False),
        # Alone, nobody else is there.
        ({3: "may take 2 from your right neighbour"}, False),
        ({3: "may swap places with the nearest player"}, False),
        ({3: 'may say "Hello!"'}, False),
        # To be out is to begin again.
        ({3: "may leave the game"}, False),
        ({3: "may leave the game; skip 40 turns; next turn, skip 2 turns"}, False),
        ({3: "may leave the game; go to 2", 2: "skip 1 turn; next turn, go to the start"}, True),
        # So is to wait for ever.
        ({3: "may wait until another player lands here"}, False),
        ({3: "may go to 9", 9: "wait until another player lands here"}, False),
        # The one answer never comes to an end.
        ({**dict.fromkeys(range(1, 12), "go to 12"), 12: "may win; go to the start"}, True),
        (dict.fromkeys(range(1, 12), "each turn here, may pass"), False),
        (dict.fromkeys(range(1, 12), "may go to the start"), False),
        # Turns to skip and throws can add up without end.
        ({3: "skip 1 turn; roll again", 4: "go back 1", 5: "may go to 9"}, True),
        ({3: "roll again; roll again", 4: "go back 1", 9: "may go to 5"}, False),
        # No answer does.
        ({3: "may go to 9", 12: "go to the start"}, False),
    ],
)
def test_what_is_clear_by_hand(squares: dict[int, str], answer: bool) -> None:
    found = advice(squares)
    assert found
    assert {given for _, _, _, given in found} == {answer}


def test_of_answers_that_need_as_many_throws_none_is_taken_that_can_get_stuck() -> None:
    # Who stays on 5 can never throw a 1; who goes to the start begins again, as who is stuck does.
    others = {"dice": "2d6", "finish": "exact, stay"}
    assert advice({5: "may go to the start"}, 6, **others) == [(5, 5, "go to the start", True)]
    assert advice({3: "go to 5", 5: "may go to the start"}, 6, **others) == [(5, 5, "go to the start", True)]
    results = odds(small_board({5: "may go to the start", 6: "win"}, 6, **others), 1, "race")
    assert results.wins[0].value == pytest.approx(1)


def test_landing_without_end_is_to_be_stuck() -> None:
    board = {3: "may go to 4 and go to the start", 4: "if you rolled 3 then go to 5", 5: "go to 4"}
    assert advice(board, 12) == [(3, 3, "go to 4 and go to the start", False)]


def test_the_answer_can_depend_on_the_place() -> None:
    # From 1, 5 is on the way; from 8 it is back.
    squares = {1: "next turn, may go to 5", 3: "go to 1; go to 8"}
    assert advice(squares) == [(1, 1, "go to 5", True), (8, 1, "go to 5", False)]


def test_two_questions_of_one_turn_belong_together() -> None:
    # To go to 5 is good only if one goes on to 11 from there.
    assert advice({2: "may go to 5", 5: "may go to 11 and pass; go to the start"}, finish="pass") == [
        (2, 2, "go to 5", True),
        (5, 5, "go to 11 and pass", True),
    ]


@pytest.mark.parametrize(
    ("squares", "dice", "answer"),
    [
        # By a 2 it leads from 2 to 4, and so to the start; by a 1 to 3, which is next to the end.
        ({2: "may go on by your throw", 4: "go to the start"}, "1d3", False),
        # By a 2 it leads from 3 to 5, and so to the start; by a 1 to 4, from which the end can be reached.
        ({3: "may go on by your throw", 5: "go to the start"}, "1d2", True),
    ],
)
def test_one_answer_for_all_throws_is_better_on_the_whole(squares: dict[int, str], dice: str, answer: bool) -> None:
    last = max(squares) + 1
    board = small_board({**squares, last: "win"}, last, dice=dice, finish="pass")
    program, strategy = Program(board), race(board)
    assert list(strategy.answers.values()) == [answer]
    better, worse = (worth(board, program, dict.fromkeys(strategy.answers, each)) for each in (answer, not answer))
    assert better < worse


def test_a_board_without_questions_has_no_answers() -> None:
    assert advice({3: "go to 9"}) == []


def test_a_throw_that_can_go_on_in_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    board = small_board({3: "; ".join(f"may pay {chips} to the pot" for chips in range(1, 6)), 12: "win"})
    assert race(board).answers
    monkeypatch.setattr(explore, "MOST_BRANCHES", 60)
    with pytest.raises(TooManyWays, match=r"^one throw can go on in more than 60 ways, by the answers given$"):
        race(board)


def question(board: Board, place: int, square: int) -> Question:
    effects = enumerate(effects_in(board.rule_of(square)))
    ((number, may),) = ((number, effect) for number, effect in effects if isinstance(effect, May))
    return Question("Anna", place, square, number, may)


def test_questions_at_places_where_nobody_alone_is_asked() -> None:
    board = small_board({1: "next turn, may go to 5", 12: "win"})
    assert race(board).decide(question(board, 10, 1)), "as on the square of the rule"
    assert not Strategy(board, {(10, 1, 1): False, (1, 1, 1): True}).decide(question(board, 10, 1))
    assert not Strategy(board, {}).decide(question(board, 1, 1))


def test_others_can_bring_a_player_to_other_places() -> None:
    squares = {1: "next turn, may go to 5", 7: "everyone else goes to 9"}
    found = advice(squares)
    assert (1, 1, "go to 5", True) in found
    assert {(place, answer) for place, _, _, answer in found if place > 5} == {(place, False) for place in range(6, 13)}


def test_the_boards_that_ship() -> None:
    board, _ = load_board("nl")
    assert board is not None
    assert [(each.square, each.effect, each.answer) for each in race(board).advice() if each.place == each.square] == [
        (4, "go to the start", False),
        (7, "pass", False),
        (12, "skip 1 turn", False),
        (20, "roll again", True),
        (23, "go to 27", True),
    ]


# Another way to what answers are worth: equations, solved with fractions.

Position = tuple[int, int, tuple[LaterRule, ...]]
"""A lone player's square, turns to skip and rules for the next turn."""

Decide = Callable[[Question], bool]
START: Position = (0, 0, ())


class _ThrowNeeded(Exception):
    """A turn waits for a throw."""


def turn(board: Board, program: Program, position: Position, throws: list[int], decide: Decide) -> State:
    """Play a turn with these throws."""
    square, skips, later = position
    script = iter(throws)

    def roll(_: str) -> Shown:
        for throw in script:
            return (throw,)
        raise _ThrowNeeded

    state = State([Player("Anna", square, skips=skips, next_turn_rules=later)], pot=PLENTY)
    try:
        Engine(program, state, roll, decide).play(1, most_throws=1000)
    except EndlessLanding:
        state.players[0].out = True
    return state


def ways(
    board: Board, program: Program, position: Position, decide: Decide
) -> list[tuple[Fraction, int, Position | None]]:
    """Give all ways of a turn: how probable each is, its throws, and the position after it, None at the end."""
    found: list[tuple[Fraction, int, Position | None]] = []
    waiting: list[list[int]] = [[]]
    while waiting:
        throws = waiting.pop()
        try:
            state = turn(board, program, position, throws, decide)
        except _ThrowNeeded:
            waiting += [[*throws, throw] for throw in board.dice.throws]
        else:
            (player,) = state.players
            begins_again = player.out or player.waits
            after = START if begins_again else (player.square, player.skips, player.next_turn_rules)
            chance = Fraction(1, board.dice.sides ** len(throws))
            found.append((chance, len(throws), None if state.winner == 0 else after))
    return found


def worth(board: Board, program: Program, answers: Mapping[tuple[int, int, int], bool]) -> tuple[Fraction | float, ...]:
    """Find the throws and the turns that it takes from the start on average; inf, if there is no end."""

    def decide(question: Question) -> bool:
        return answers[question.place, question.square, question.number]

    numbers = {START: 0}
    rows: list[list[tuple[Fraction, int, Position | None]]] = []
    positions = [START]
    for position in positions:
        rows.append(ways(board, program, position, decide))
        for _, _, target in rows[-1]:
            if target is not None and target not in numbers:
                numbers[target] = len(positions)
                positions.append(target)
    size = len(positions)
    equations = [[Fraction(one == other) for other in range(size)] + [Fraction(0), Fraction(1)] for one in range(size)]
    for equation, row in zip(equations, rows, strict=True):
        for chance, throws, target in row:
            equation[size] += chance * throws
            if target is not None:
                equation[numbers[target]] -= chance
    return solve(equations)


def solve(equations: list[list[Fraction]]) -> tuple[Fraction | float, ...]:
    """Solve equations by Gauss's elimination, for the first unknown."""
    size = len(equations)
    for column in range(size - 1, -1, -1):
        pivot = next((row for row in range(column, -1, -1) if equations[row][column]), None)
        if pivot is None:
            return (inf, inf)
        equations[column], equations[pivot] = equations[pivot], equations[column]
        for row in range(column):
            factor = equations[row][column] / equations[column][column]
            if factor:
                equations[row] = [
                    one - factor * other for one, other in zip(equations[row], equations[column], strict=True)
                ]
    return tuple(total / equations[0][0] for total in equations[0][size:])


RULES = [
    "may go to {a}",
    "next turn, may go back {b}",
    "may go forward {b}",
    "may skip 1 turn",
    "may roll again",
    "each turn here, may pass",
    "each turn here, may go to {a}",
    "next turn, may go to {a}",
    "may leave the game",
    "may wait until another player lands here",
    "if you rolled 2 then may go to {a}",
    "go to {a}",
    "skip 1 turn",
    "leave the game",
]


def any_board(seed: int) -> Board:
    random = Random(seed)
    last = random.randint(4, 6)
    squares = {
        square: random.choice(RULES).format(a=random.choice([0, *range(square + 1, last + 1)]), b=random.randint(1, 2))
        for square in range(1, last)
        if random.random() < 0.8
    }
    finish = random.choice(["exact, stay", "pass"])
    return small_board({**squares, last: "win"}, last, dice=random.choice(["1d2", "1d3"]), finish=finish)


@pytest.mark.parametrize("seed", range(40))
def test_no_other_fixed_answers_are_better(seed: int) -> None:
    board = any_board(seed)
    program, strategy = Program(board), race(board)
    assert worth(board, program, strategy.answers) == min(
        worth(board, program, dict(zip(strategy.answers, answers, strict=True)))
        for answers in product([False, True], repeat=len(strategy.answers))
    )


def test_what_a_chain_adds_up() -> None:
    # Position 1 comes back to itself and to 0; 2 never ends; from 0 it can be reached in the second chain only.
    steps = [
        Step((1.0, 2.0), {1: 0.5, None: 0.5}),
        Step((3.0, 0.0), {1: 0.25, 0: 0.5, None: 0.25}),
        Step((1.0, 0.0), {2: 1.0}),
    ]
    assert totals(steps) == [[pytest.approx(4.5), pytest.approx(3)], [pytest.approx(7), pytest.approx(2)], [inf, inf]]
    steps[0] = Step((1.0, 2.0), {1: 0.5, 2: 0.25, None: 0.25})
    assert totals(steps)[:2] == [[inf, inf], [inf, inf]]
    assert totals([Step((1.0,), {0: 1 - 1e-12, None: 1e-12})]) == [[pytest.approx(1e12, rel=1e-12)]]
