"""Plays turns: what comes before the throw, the throws, and what they lead to.

The engine never prints, asks or throws by itself. Throws come from a roller, answers from a decider, and
events go to whoever listens.
"""

from interpreter import events
from interpreter.deciders import Decider
from interpreter.dice import Roller
from interpreter.effects import START, Effect
from interpreter.program import Program
from interpreter.state import Player, State, Throw
from interpreter.table import Listener, Table
from interpreter.tally import Tally


class EndlessTurn(Exception):
    """A turn has had more throws than a whole game may have turns."""


class Engine(Table):
    """Plays turn after turn on a state; the state is all that is kept between two turns."""

    def __init__(
        self,
        program: Program,
        state: State,
        roll: Roller,
        decide: Decider,
        tell: Listener | None = None,
        tally: Tally | None = None,
    ) -> None:
        super().__init__(
            program.board, program.rules, program.ready, state, decide, tell, tally or Tally(program.board)
        )
        self.roll = roll
        self._ways = program.ways
        self._each_turn_rules = program.board.each_turn_rules

    def play(self, most_turns: int) -> str:
        """Play turns until the game has an end, and give the reason for it; or until it has had so many turns.

        Raises EndlessTurn if one turn has as many throws, EndlessLanding, and whatever the roller and the decider
        raise.
        """
        # All that every turn needs is at hand here: simulations play millions of turns.
        state, players, roll, tell, is_heard = self.state, self.players, self.roll, self.tell, self.is_heard
        ways, rules, landings, agenda = self._ways, self.rules, self.tally.landings, self.agenda
        each_turn_rules = self._each_turn_rules
        seen: set[object] = set()
        seat = state.current
        player = players[seat]
        while not player.out:
            if state.turns >= most_turns:
                return events.TURN_LIMIT
            state.turns += 1
            self.is_open = False
            if is_heard:
                tell(events.TurnBegan(state.turns, player.name, player.square))
            if player.skips or player.next_turn_rules or player.square in each_turn_rules:
                self._before_the_throw(player)
            else:
                self.throws_left = 1
            throws = 0
            while self.throws_left:
                if throws == most_turns:
                    raise EndlessTurn(f"{player.name} would throw for ever")
                throws += 1
                self.throws_left -= 1
                throw = roll(player.name)
                state.rolls += 1
                start = player.square
                square, how, lands, moves_on = ways[start, throw]
                player.square = square
                if moves_on:
                    self.is_open = True
                if is_heard:
                    tell(events.Rolled(player.name, throw))
                    tell(events.Moved(player.name, start, square, how.value))
                if lands and square != START:
                    landings[square] += 1
                    if is_heard:
                        tell(events.Landed(player.name, square))
                    if square in rules:
                        state.throw = Throw(throw, seat, start)
                        for do in rules[square]:
                            agenda.append((do, seat))
                        self.settle()
                        if self.is_stopped and not self.goes_on(seat):
                            break
            if self.is_stopped:
                self.throws_left = 0
                self.is_over = False
            if is_heard:
                tell(events.TurnEnded(player.name))
            if state.winner is not None:
                return events.WON
            seat = state.current = state.after(seat)
            player = players[seat]
            if self.is_open:
                if seen:
                    seen.clear()
                continue
            # Turns that can go in one way only are all alike: once a position comes back, it always will.
            position = state.position(with_chips=self.board.chips_decide_moves)
            if position in seen:
                return events.STUCK
            seen.add(position)
        return events.ALL_OUT

    def _before_the_throw(self, player: Player) -> None:
        """Do what comes first in a turn; afterwards it is known whether there is a throw."""
        self.throws_left = 0
        if player.skips:
            player.skips -= 1
            self.tell(events.TurnSkipped(player.name))
            return
        here, seat = player.square, self.state.current
        self.throws_left = 1
        self.state.throw = None
        rules, player.next_turn_rules = player.next_turn_rules, []
        for rule in rules:
            self._remind(rule.square, rule.effect)
        for effect in self._each_turn_rules.get(here, ()):
            if player.square == here:
                self._remind(here, effect.effect)
        if not self.goes_on(seat):
            self.throws_left = 0

    def _remind(self, square: int, effect: Effect) -> None:
        seat = self.state.current
        if self.goes_on(seat):
            self.tell(events.Reminded(self.players[seat].name, square))
            self.ready[id(effect)](self, seat)
            self.settle()
