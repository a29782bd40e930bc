"""Games that are kept, with people who always type the same."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.board import Board
from interpreter.deciders import Question, by_chance
from interpreter.dice import Shown, random_roller
from interpreter.events import Began, Ended, Event
from interpreter.game import MOST_TURNS, Game
from interpreter.inputs import Answer, By, Input, Seat, Seats, Settings, TakenBack, Throw
from interpreter.journal import End, Kept, Opening
from interpreter.keeping import Journal, open_kept, open_new
from interpreter.session import Session
from interpreter.state import Participant

ASKED = Settings("ask", "ask", 0)


class Listener:
    """Keeps what was told and what was recalled, the game as it is known now, and how often it went on."""

    def __init__(self, each: Callable[[Event], None] = lambda _: None) -> None:
        self.told: list[Event] = []
        self.recalled: list[Event] = []
        self.known: list[Event] = []
        self.gone_on = 0
        self.each = each

    def tell(self, event: Event) -> None:
        self.told.append(event)
        self.known.append(event)
        self.each(event)

    def recall(self, event: Event) -> None:
        self.recalled.append(event)
        self.known = [event] if isinstance(event, Began) else [*self.known, event]

    def go_on(self) -> None:
        self.gone_on += 1


def watched(board: Board, players: Sequence[Participant], seed: int, most_turns: int = MOST_TURNS) -> list[Event]:
    """Play by chance, without keeping anything."""
    events: list[Event] = []
    Game(board, players, random_roller(board.dice, seed), by_chance(seed), events.append, most_turns).play()
    return events


def chance(board: Board, players: Iterable[Participant], seed: int) -> Callable[[], Seats]:
    """Seats of players for whom chance throws and answers."""

    def seats() -> Seats:
        roll, decide = random_roller(board.dice, seed), by_chance(seed)
        return {player.name: Seat(roll, By.CHANCE, decide, By.CHANCE) for player in players}

    return seats


def people(players: Iterable[Participant], typed: Iterable[Input]) -> Callable[[], Seats]:
    """Seats of people who type these throws and answers, one after the other, whatever happens."""
    script: Iterator[Input] = iter(typed)

    def roll(player: str) -> Shown:
        given = next(script)
        assert isinstance(given, Throw)
        assert given.player == player
        return given.dice

    def decide(question: Question) -> bool:
        given = next(script)
        assert isinstance(given, Answer)
        assert (given.player, given.square) == (question.player, question.square)
        return given.answer

    return lambda: {player.name: Seat(roll, By.PERSON, decide, By.PERSON) for player in players}


def inputs_of(board: Board, players: Sequence[Participant], seed: int, most_turns: int = MOST_TURNS) -> list[Input]:
    """Give the throws and answers of a game by chance, as if people had typed them."""
    session = Session(board, players, chance(board, players, seed), Listener(), lambda _: None, (), most_turns)
    session.play()
    return [replace(given, by=By.PERSON, asked=True) for given in session.inputs]


def opening(board: Board, players: Sequence[Participant], settings: Settings = ASKED) -> Opening:
    """Give what a game is begun with."""
    path = board.source.path
    return Opening("1", "2026-01-31T20:15:00+01:00", path, board.source.text, tuple(players), settings, MOST_TURNS)


def play_in(
    path: Path, board: Board, players: Sequence[Participant], typed: Iterable[Input], listener: Listener
) -> Journal:
    """Begin a game in a journal, and play it to its end with what people type."""
    journal = open_new(path)
    journal.append(opening(board, players))
    return _play(journal, board, players, typed, listener, ())


def go_on_in(path: Path, board: Board, typed: Sequence[Input], listener: Listener) -> Kept:
    """Go on with a game to its end, with what people type after what they had typed; give what was kept before."""
    journal, kept = open_kept(path)
    assert list(kept.inputs) == typed[: len(kept.inputs)]
    _play(journal, board, kept.opening.players, typed[len(kept.inputs) :], listener, kept.inputs)
    return kept


def _play(
    journal: Journal,
    board: Board,
    players: Sequence[Participant],
    typed: Iterable[Input],
    listener: Listener,
    inputs: Sequence[Input],
) -> Journal:
    def keep(record: Input | TakenBack) -> None:
        journal.append(record)

    ended: Ended = Session(board, players, people(players, typed), listener, keep, inputs).play()
    journal.append(End(ended.reason, ended.winner))
    journal.close()
    return journal
