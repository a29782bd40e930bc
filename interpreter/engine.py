"""Plays turns: what comes before the throw, the throws, and what they lead to.

The engine never prints, asks or throws by itself. Throws come from a roller, answers from a decider, and
events go to whoever listens.
"""

from interpreter import events
from interpreter.board import Arrival, Board
from interpreter.deciders import Decider
from interpreter.dice import Roller
from interpreter.effects import Effect
from interpreter.execution import EXECUTE
from interpreter.state import Player, State, Throw
from interpreter.table import Listener, Table
from interpreter.tally import Tally


class EndlessTurn(Exception):
    """A turn has had more throws than a whole game may have turns."""


class Engine(Table):
    """Plays turn after turn on a state; the state is all that is kept between two turns."""

    def __init__(
        self,
        board: Board,
        state: State,
        roll: Roller,
        decide: Decider,
        tell: Listener | None = None,
        tally: Tally | None = None,
    ) -> None:
        super().__init__(board, state, decide, EXECUTE, tell, tally)
        self.roll = roll
        self._ways = board.ways
        self._each_turn_rules = board.each_turn_rules

    def play_turn(self, most_throws: int) -> None:
        """Play the turn of the player whose turn it is in the state.

        Raises EndlessTurn after so many throws, EndlessLanding, and whatever the roller and the decider raise.
        """
        state = self.state
        player = state.players[state.current]
        state.turns += 1
        state.throw = None
        self.is_over = self.is_open = False
        if self.is_heard:
            self.tell(events.TurnBegan(state.turns, player.name, player.square))
        if player.skips:
            player.skips -= 1
            self.tell(events.TurnSkipped(player.name))
        else:
            self.throws_left = 1
            if player.next_turn_rules or player.square in self._each_turn_rules:
                self._before_the_throw(player)
            throws = 0
            while self.throws_left and self.goes_on(state.current):
                if throws == most_throws:
                    raise EndlessTurn(f"{player.name} would throw for ever")
                throws += 1
                self.throws_left -= 1
                self._throw(player)
        if self.is_heard:
            self.tell(events.TurnEnded(player.name))

    def _before_the_throw(self, player: Player) -> None:
        here = player.square
        rules, player.next_turn_rules = player.next_turn_rules, []
        for rule in rules:
            self._remind(rule.square, rule.effect)
        for effect in self._each_turn_rules.get(here, ()):
            if player.square == here:
                self._remind(here, effect.effect)

    def _remind(self, square: int, effect: Effect) -> None:
        seat = self.state.current
        if self.goes_on(seat):
            self.begin_chain()
            self.tell(events.Reminded(self.state.players[seat].name, square))
            self.execute((effect,), seat, square)
            self.settle()

    def _throw(self, player: Player) -> None:
        state = self.state
        throw = self.roll(player.name)
        state.rolls += 1
        state.throw = Throw(throw, state.current, player.square)
        if self.is_heard:
            self.tell(events.Rolled(player.name, throw))
        square, how, lands = self._ways[player.square, throw]
        # Only a throw that leads nowhere makes it worth asking whether another would have led somewhere.
        if how is not Arrival.STAY or self.board.can_move_from(player.square):
            self.is_open = True
        start, player.square = player.square, square
        if self.is_heard:
            self.tell(events.Moved(player.name, start, square, how.value))
        if lands:
            self.begin_chain()
            self.land(state.current)
            if self._agenda:
                self.settle()
