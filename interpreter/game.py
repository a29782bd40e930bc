"""Plays a game: turn after turn, until it is won, cannot be won, or has to be stopped."""

from collections.abc import Sequence

from interpreter import events
from interpreter.board import Board, First, Order
from interpreter.deciders import Decider
from interpreter.dice import Roller, ScriptEnded
from interpreter.engine import EndlessTurn, Engine
from interpreter.program import Program
from interpreter.state import Participant, Player, State
from interpreter.table import EndlessLanding, Listener
from interpreter.tally import Tally

MOST_TURNS = 10_000


class Game:
    """One game on a board. `play` plays it; `state` can be looked at whenever an event is told.

    Without a listener, only the end is known, and what the tally counts; it is given for several games to be counted.
    Who plays many games on a board gives its program, which is then made once.

    `stopped_by` is the exception that ended the game, if it was one: ScriptEnded, EndlessLanding or EndlessTurn.
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
        tally: Tally | None = None,
        program: Program | None = None,
    ) -> None:
        if not players:
            raise ValueError("a game needs a player")
        if len({player.name for player in players}) < len(players):
            raise ValueError("players need names that differ")
        self.board = board
        self.most_turns = most_turns
        self.state = opening(board, players)
        self.engine = Engine(program or Program(board), self.state, roll, decide, tell, tally)
        self.stopped_by: Exception | None = None

    def play(self) -> events.Ended:
        """Play to the end, and tell it; the last event is returned too."""
        reason = self.reach_end()
        state = self.state
        winner = None if state.winner is None else state.players[state.winner].name
        ended = events.Ended(reason, winner, state.pot, state.turns, state.rolls, state.standings())
        self.engine.tell(ended)
        return ended

    def reach_end(self) -> str:
        """Play to the end, and give the reason for it; the end itself is not told."""
        state, engine, stake = self.state, self.engine, self.board.stake
        if engine.is_heard:
            engine.tell(events.Began(self.board.name, tuple(player.name for player in state.players)))
        for player in state.players:
            player.chips -= stake
            state.pot += stake
        if engine.is_heard:
            if stake:
                engine.tell(events.Staked(stake, state.pot))
            engine.tell(events.Opened(state.players[state.cashier].name))
        try:
            return engine.play(self.most_turns)
        except ScriptEnded as stop:
            self.stopped_by = stop
            return events.SCRIPT_ENDED
        except EndlessLanding as stop:
            self.stopped_by = stop
            return events.STUCK
        except EndlessTurn as stop:
            self.stopped_by = stop
            return events.TURN_LIMIT


def opening(board: Board, players: Sequence[Participant]) -> State:
    """Make the position before the stake is paid, with the players as they sit."""
    cashier = _first(board.first, players)
    return State(
        [Player(player.name) for player in players],
        step=1 if board.order is Order.CLOCKWISE else -1,
        cashier=cashier,
        current=cashier,
    )


def _first(first: First, players: Sequence[Participant]) -> int:
    """Find who begins: of those whose age is given and right, the first listed; otherwise the first of all."""
    ages = [player.age for player in players if player.age is not None]
    if first is First.LISTED or not ages:
        return 0
    age = min(ages) if first is First.YOUNGEST else max(ages)
    return next(seat for seat, player in enumerate(players) if player.age == age)
