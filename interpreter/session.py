"""A game that goes on from its throws and answers so far, and that can go back by one of them."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol

from interpreter.board import Board
from interpreter.deciders import Question
from interpreter.dice import ScriptEnded, Shown
from interpreter.events import Ended, Event
from interpreter.game import MOST_TURNS, Game
from interpreter.inputs import DRAWN, Answer, By, Input, Seat, Seats, TakenBack, Throw, to_take_back
from interpreter.state import Participant


class TakeBack(Exception):
    """A person who is asked for something takes back the last throw or answer that people were asked for."""


class Divergence(Exception):
    """A game does not go as its record says; `place` counts, from 0, the throws and answers that fitted."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(message)
        self.place = place


class Audience(Protocol):
    """Whoever follows a game that can go on from somewhere, and can go back."""

    def tell(self, event: Event) -> None:
        """Take notice of something that has happened just now."""

    def recall(self, event: Event) -> None:
        """Take notice of something that had happened before; the first is always that the game began."""

    def go_on(self) -> None:
        """Take notice that all has been recalled, and that the game goes on from there."""


class Session:
    """A game, from the throws and answers that are known on.

    `inputs` are the throws and answers of the game as it stands. Each new one is kept by `keep` before anything comes
    of it, and so is each time that some are taken back. `make_seats` is called again whenever the game is played from
    its beginning, and gives lists and chance from their beginnings: what is taken back comes again as it was, if it
    came from there. `game` is the game being played.

    What people are asked with raises TakeBack, when they want to go back; any other exception ends the session.
    """

    def __init__(
        self,
        board: Board,
        players: Sequence[Participant],
        make_seats: Callable[[], Seats],
        audience: Audience,
        keep: Callable[[Input | TakenBack], None],
        inputs: Iterable[Input] = (),
        most_turns: int = MOST_TURNS,
    ) -> None:
        self.inputs = list(inputs)
        self._board = board
        self._players = players
        self._make_seats = make_seats
        self._audience = audience
        self._keep = keep
        self._most_turns = most_turns
        self._begin(is_new=not self.inputs)

    def play(self) -> Ended:
        """Play to the end, however often something is taken back. Raises Divergence."""
        while True:
            try:
                return self.game.play()
            except TakeBack:
                self._take_back()

    @property
    def can_take_back(self) -> bool:
        """Whether there is anything that a person was asked for."""
        return to_take_back(self.inputs) > 0

    def _begin(self, *, is_new: bool) -> None:
        self._is_new = is_new
        self._recalled = 0
        self._seats = self._make_seats()
        self.game = Game(self._board, self._players, self._roll, self._decide, self._tell, self._most_turns)

    def _take_back(self) -> None:
        count = to_take_back(self.inputs)
        if count:
            del self.inputs[len(self.inputs) - count :]
            self._keep(TakenBack(count))
        self._begin(is_new=False)

    def _tell(self, event: Event) -> None:
        if isinstance(event, Ended):
            if self._recalled < len(self.inputs):
                raise Divergence(self._recalled, f"the game has ended by then ({event.reason})")
            self._go_on()
        if self._is_new:
            self._audience.tell(event)
        else:
            self._audience.recall(event)

    def _go_on(self) -> None:
        if not self._is_new:
            self._is_new = True
            self._audience.go_on()

    def _next(self) -> Input | None:
        """Give the next throw or answer, if it is known."""
        if self._recalled == len(self.inputs):
            self._go_on()
            return None
        return self.inputs[self._recalled]

    def _add(self, given: Input) -> None:
        self.inputs.append(given)
        self._recalled += 1
        self._keep(given)

    def _roll(self, player: str) -> Shown:
        seat = self._seats[player]
        known = self._next()
        if known is None:
            if seat.wait is not None:
                seat.wait(player)
            dice = seat.roll(player)
            self._add(Throw(player, dice, seat.throws_by, seat.throws_by is By.PERSON or seat.wait is not None))
            return dice
        if not isinstance(known, Throw) or known.player != player:
            raise Divergence(self._recalled, f"{player} is to throw, and it has {_named(known)}")
        board = self._board
        if not board.dice.can_show(known.dice) or (board.reads_each_die and len(known.dice) < board.dice.count):
            raise Divergence(self._recalled, f"{board.dice} cannot show {'+'.join(map(str, known.dice))}")
        if known.by in DRAWN and known.by is seat.throws_by:
            seat.roll(player)
        self._recalled += 1
        return known.dice

    def _decide(self, question: Question) -> bool:
        seat = self._seats[question.player]
        known = self._next()
        if known is None:
            answer = seat.decide(question)
            by = seat.answers_by
            self._add(Answer(question.player, question.square, answer, by, by is By.PERSON))
            return answer
        if not isinstance(known, Answer) or (known.player, known.square) != (question.player, question.square):
            asked = f"{question.player} is asked about the rule of square {question.square}"
            raise Divergence(self._recalled, f"{asked}, and it has {_named(known)}")
        if known.by in DRAWN and known.by is seat.answers_by:
            seat.decide(question)
        self._recalled += 1
        return known.answer


class _NothingMore(Exception):
    """All throws and answers have been recalled."""


class _Listeners:
    """Whoever listens to a game from its beginning, and does not mind that it was played before."""

    def __init__(self, listen: Callable[[Event], None]) -> None:
        self.tell = self.recall = listen

    def go_on(self) -> None:
        """Do nothing."""


def play_again(
    board: Board,
    players: Sequence[Participant],
    inputs: Iterable[Input],
    listen: Callable[[Event], None],
    most_turns: int = MOST_TURNS,
    *,
    ends: bool = False,
) -> Game:
    """Play a game again as far as its throws and answers are known, and give it as it stands then.

    If it `ends` there, for want of more, that is told. Raises Divergence.
    """

    def roll(_: str) -> Shown:
        raise nothing_more

    def decide(_: Question) -> bool:
        raise nothing_more

    nothing_more = ScriptEnded("there are no more throws and answers") if ends else _NothingMore()
    seats = {player.name: Seat(roll, By.RULE, decide, By.RULE) for player in players}
    session = Session(board, players, lambda: seats, _Listeners(listen), lambda _: None, inputs, most_turns)
    with suppress(_NothingMore):
        session.play()
    return session.game


def _named(given: Input) -> str:
    what = "a throw" if isinstance(given, Throw) else f"an answer to the rule of square {given.square}"
    return f"{what} of {given.player}"
