"""Plays a game: turn after turn, until it is won, cannot be won, or has to be stopped."""

from collections.abc import Sequence

from interpreter import events
from interpreter.board import Board, First, Order
from interpreter.deciders import Decider
from interpreter.dice import Roller, ScriptEnded
from interpreter.engine import Engine, ThrowLimit
from interpreter.program import Program
from interpreter.state import Participant, Player, State
from interpreter.table import EndlessLanding, Listener

MOST_TURNS = 10_000


class Game:
    """One game on a board. `play` plays it; `state` can be looked at whenever an event is told.

    `stopped_by` is the exception that ended the game, if it was one: ScriptEnded, EndlessLanding or ThrowLimit.
    Raises ValueError if nobody plays, or if two players have the same name.
    """

    def __init__(
        self,
        board: Board,
        players: Sequence[Participant],
        roll: Roller,
        decide: Decider,
        tell: Listener | None = None,
        most_turns: int = MOST_TURNS,
    ) -> None:
        if not players:
            raise ValueError("a game needs a player")
        if len({player.name for player in players}) < len(players):
            raise ValueError("players need names that differ")
        self.board = board
        self.most_turns = most_turns
        self.state = opening(board, players)
        self.engine = Engine(Program(board), self.state, roll, decide, tell)
        self.stopped_by: Exception | None = None

    def play(self) -> events.Ended:
        """Play to the end, and tell it; the last event is returned too."""
        state, tell = self.state, self.engine.tell
        tell(events.Began(self.board.name, tuple(player.name for player in state.players)))
        pay_stake(self.board, state)
        if self.board.stake:
            tell(events.Staked(self.board.stake, state.pot))
        tell(events.Opened(state.players[state.cashier].name))
        reason, self.stopped_by = reach_end(self.engine, self.most_turns)
        winner = None if state.winner is None else state.players[state.winner].name
        ended = events.Ended(reason, winner, state.pot, state.turns, state.rolls, state.standings())
        tell(ended)
        return ended


def opening(board: Board, players: Sequence[Participant]) -> State:
    """Make the position before the stake is paid, with the players as they sit."""
    cashier = _first(board.first, players)
    return State(
        [Player(player.name) for player in players],
        step=1 if board.order is Order.CLOCKWISE else -1,
        cashier=cashier,
        current=cashier,
    )


def pay_stake(board: Board, state: State) -> None:
    """Let everyone put the stake into the pot."""
    for player in state.players:
        player.chips -= board.stake
        state.pot += board.stake


def reach_end(engine: Engine, most_turns: int) -> tuple[str, Exception | None]:
    """Play to the end, and give the reason for it, with the exception that was the reason, if it was one."""
    try:
        return engine.play(most_turns), None
    except ScriptEnded as stop:
        return events.SCRIPT_ENDED, stop
    except EndlessLanding as stop:
        return events.STUCK, stop
    except ThrowLimit as stop:
        return events.TURN_LIMIT, stop


def _first(first: First, players: Sequence[Participant]) -> int:
    """Find who begins: of those whose age is given and right, the first listed; otherwise the first of all."""
    ages = [player.age for player in players if player.age is not None]
    if first is First.LISTED or not ages:
        return 0
    age = min(ages) if first is First.YOUNGEST else max(ages)
    return next(seat for seat, player in enumerate(players) if player.age == age)
