"""Games that go on from their throws and answers, and go back by one of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kept import Listener, chance, inputs_of, people, watched
from support import small_board
from test_invariants import boards_and_games

from interpreter.board import Board
from interpreter.deciders import Question, always
from interpreter.dice import Shown, random_roller
from interpreter.events import Answered, Rolled
from interpreter.inputs import Answer, By, Input, Seat, Seats, TakenBack, Throw, to_take_back
from interpreter.session import Divergence, Session, TakeBack, play_again
from interpreter.state import Participant

ANNA, BRAM = Participant("Anna"), Participant("Bram")
BOARD = small_board({2: "may go to 4", 6: "take the rest of the pot; win"}, last=6)


few = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])


def keep_nothing(_: object) -> None:
    pass


def throw(player: str, *dice: int, by: By = By.PERSON, asked: bool = True) -> Throw:
    return Throw(player, dice, by, asked)


@boards_and_games
@few
def test_a_game_stopped_anywhere_goes_on_to_the_same_end(board: Board, count: int, seed: int) -> None:
    players = [Participant(f"P{number}") for number in range(count)]
    events = watched(board, players, seed, 15)
    kept: list[Input | TakenBack] = []
    whole = Listener()
    Session(board, players, chance(board, players, seed), whole, kept.append, (), 15).play()
    assert whole.told == events
    assert (whole.recalled, whole.gone_on) == ([], 0)
    inputs = [given for given in kept if not isinstance(given, TakenBack)]
    for stopped in {0, len(inputs) // 3, len(inputs) // 2, len(inputs)}:
        again = Listener()
        new: list[Input | TakenBack] = list(inputs[:stopped])
        Session(board, players, chance(board, players, seed), again, new.append, inputs[:stopped], 15).play()
        assert again.recalled + again.told == events
        assert new == inputs
        assert again.gone_on == (stopped > 0)


@boards_and_games
@few
def test_what_is_taken_back_and_typed_again_gives_the_same_game(board: Board, count: int, seed: int) -> None:
    players = [Participant(f"P{number}") for number in range(count)]
    events = watched(board, players, seed, 10)
    typed = inputs_of(board, players, seed, 10)
    listener = Listener()
    kept: list[Input | TakenBack] = []
    left = {place: place % 3 for place in range(len(typed))}  # how often people go back, by how much was typed before

    def go_back() -> None:
        place = len(session.inputs)
        if left[place]:
            left[place] -= 1
            raise TakeBack

    def roll(player: str) -> Shown:
        go_back()
        found = typed[len(session.inputs)]
        assert isinstance(found, Throw)
        assert found.player == player
        return found.dice

    def decide(_: Question) -> bool:
        go_back()
        found = typed[len(session.inputs)]
        assert isinstance(found, Answer)
        return found.answer

    def seats() -> Seats:
        return {player.name: Seat(roll, By.PERSON, decide, By.PERSON) for player in players}

    session = Session(board, players, seats, listener, kept.append, (), 10)
    session.play()
    assert session.inputs == typed
    assert listener.known == events
    standing: list[Input] = []
    for record in kept:
        if isinstance(record, TakenBack):
            assert record.count == 1
            del standing[-1]
        else:
            standing.append(record)
    assert standing == typed


def going_back(
    wanted: Callable[[Session], bool], answers: list[bool], seed: int = 0
) -> tuple[list[Input | TakenBack], Listener]:
    """Play with Anna, who lets the dice roll and answers, and Bram, who is a computer; Anna goes back once."""
    kept: list[Input | TakenBack] = []
    listener = Listener()
    gone_back: list[int] = []

    def maybe_back(_: str) -> None:
        if not gone_back and wanted(session):
            gone_back.append(1)
            raise TakeBack

    def decide(_: Question) -> bool:
        maybe_back("")
        return answers.pop(0)

    def seats() -> Seats:
        roll = random_roller(BOARD.dice, seed)
        return {
            "Anna": Seat(roll, By.CHANCE, decide, By.PERSON, maybe_back),
            "Bram": Seat(roll, By.CHANCE, always(True), By.RULE),
        }

    session = Session(BOARD, [ANNA, BRAM], seats, listener, kept.append)
    session.play()
    return kept, listener


def first_throws(seed: int, count: int) -> list[Shown]:
    roll = random_roller(BOARD.dice, seed)
    return [roll("") for _ in range(count)]


def test_going_back_takes_all_that_followed_and_chance_gives_the_same_again() -> None:
    seed = next(seed for seed in range(999) if first_throws(seed, 3)[:2] == [(1,), (2,)])
    third = first_throws(seed, 3)[2]
    kept, listener = going_back(lambda session: len(session.inputs) == 3, [], seed)
    first = [
        throw("Anna", 1, by=By.CHANCE),
        throw("Bram", 2, by=By.CHANCE, asked=False),
        Answer("Bram", 2, True, By.RULE, False),
    ]
    assert kept[:8] == [*first, TakenBack(3), *first, throw("Anna", *third, by=By.CHANCE)]
    assert [event for event in listener.told if isinstance(event, Rolled)][2].dice == (1,)


def test_an_answer_that_is_taken_back_can_be_another_and_the_throws_stay_as_they_were() -> None:
    seed = next(seed for seed in range(999) if first_throws(seed, 2) == [(2,), (1,)])
    kept, listener = going_back(lambda session: len(session.inputs) == 3, [True, False], seed)
    yes, no = (Answer("Anna", 2, answer, By.PERSON, True) for answer in (True, False))
    assert kept[1:5] == [yes, throw("Bram", 1, by=By.CHANCE, asked=False), TakenBack(2), no]
    assert kept[5] == throw("Bram", 1, by=By.CHANCE, asked=False)
    answered = [event for event in listener.told if isinstance(event, Answered) and event.player == "Anna"]
    assert [event.answer for event in answered[:2]] == [True, False]


def test_with_nothing_to_take_back_the_question_comes_again() -> None:
    kept, listener = going_back(lambda session: not session.can_take_back, [True] * 9)
    assert not [record for record in kept if isinstance(record, TakenBack)]
    assert listener.recalled[0] == listener.told[0]
    assert listener.gone_on == 1


def test_what_is_taken_back_is_what_people_were_asked_for() -> None:
    by_itself = throw("Bram", 3, by=By.CHANCE, asked=False)
    assert to_take_back([]) == to_take_back([by_itself]) == 0
    assert to_take_back([throw("Anna", 1), by_itself, by_itself]) == 3
    assert to_take_back([throw("Anna", 1), throw("Anna", 1)]) == 1


@pytest.mark.parametrize(
    ("inputs", "place", "message"),
    [
        ([throw("Bram", 1)], 0, "Anna is to throw, and it has a throw of Bram"),
        ([throw("Anna", 7)], 0, "1d6 cannot show 7"),
        ([throw("Anna", 1, 1)], 0, "1d6 cannot show 1+1"),
        (
            [throw("Anna", 2), throw("Bram", 2)],
            1,
            "Anna is asked about the rule of square 2, and it has a throw of Bram",
        ),
        (
            [throw("Anna", 1), Answer("Anna", 2, True, By.PERSON, True)],
            1,
            "Bram is to throw, and it has an answer to the rule of square 2 of Anna",
        ),
        ([throw("Anna", 6), throw("Bram", 1)], 1, "the game has ended by then (won)"),
    ],
)
def test_throws_and_answers_that_are_not_of_this_game(inputs: list[Input], place: int, message: str) -> None:
    listener = Listener()
    session = Session(BOARD, [ANNA, BRAM], people([ANNA, BRAM], []), listener, keep_nothing, inputs)
    with pytest.raises(Divergence) as error:
        session.play()
    assert (error.value.place, str(error.value)) == (place, message)
    assert listener.told == []


def test_a_sum_is_not_enough_where_each_die_counts() -> None:
    board = replace(small_board({5: "if you rolled 1 and 4 then win"}, dice="2d6"))
    assert board.reads_each_die
    session = Session(board, [ANNA], people([ANNA], []), Listener(), keep_nothing, [throw("Anna", 5)])
    with pytest.raises(Divergence, match="2d6 cannot show 5"):
        session.play()


@given(st.integers(0, 2**32), st.integers(0, 99))
@few
def test_playing_again_ends_where_the_inputs_do(seed: int, stopped: int) -> None:
    players = [ANNA, BRAM]
    events = watched(BOARD, players, seed)
    inputs = inputs_of(BOARD, players, seed)
    told = Listener().told
    game = play_again(BOARD, players, inputs[:stopped], told.append)
    assert told == events[: len(told)]
    assert len(told) == len(events) or stopped < len(inputs)
    assert game.state.rolls == sum(isinstance(given, Throw) for given in inputs[:stopped])
