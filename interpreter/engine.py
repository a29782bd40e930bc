"""Plays turns: what comes before the throw, the throws, and what they lead to.

The engine never prints, asks or throws by itself. Throws come from a roller, answers from a decider, and
events go to whoever listens.
"""

from interpreter import events
from interpreter.deciders import Decider
from interpreter.dice import Roller
from interpreter.program import Program
from interpreter.state import LaterRule, Player, State
from interpreter.table import Listener, Table
from interpreter.tally import Tally, nothing_counted


class ThrowLimit(Exception):
    """A turn has had as many throws as a turn may have, and more are to come."""


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
            program.board,
            lambda square: program.rule(square).landing,
            program.later,
            state,
            decide,
            tell,
            tally or Tally(*nothing_counted(program.board)),
        )
        self.roll = roll
        self._program = program

    def play(self, most_turns: int, most_throws: int | None = None) -> str:
        """Play turns until the game has an end, and give the reason for it; or until it has had so many turns.

        A turn that has begun goes on with its throws that are left. Raises ThrowLimit if a turn has had `most_throws`,
        as many as there can be turns if nothing else is said, and more are to come; EndlessLanding; and whatever the
        roller and the decider raise.
        """
        most_throws = most_throws or most_turns
        # All that every turn needs is at hand here: simulations play millions of turns.
        state, players, roll, tell, is_heard = self.state, self.players, self.roll, self.tell, self.is_heard
        ways, ways_from, each_turn_squares = (
            self._program.ways,
            self._program.ways_from,
            self._program.each_turn_squares,
        )
        landings, agenda = self.tally.landings, self.agenda
        count, step, one_die = len(players), state.step, self.board.dice.count == 1
        seen: set[object] = set()
        seat = state.current
        player = players[seat]
        throws_left, state.throws_left = state.throws_left, 0
        while not player.out:
            is_open = self.is_open = False
            if not throws_left:
                if state.turns >= most_turns:
                    return events.TURN_LIMIT
                state.turns += 1
                if is_heard:
                    tell(events.TurnBegan(state.turns, player.name, player.square))
                throws_left = 1
                if player.skips or player.waits or player.next_turn_rules or player.square in each_turn_squares:
                    throws_left = self._before_the_throw(player)
            throws = 0
            while throws_left:
                throws_left -= 1
                dice = roll(player.name)
                throw = dice[0] if one_die else sum(dice)
                state.rolls += 1
                start = player.square
                square, how, lands, rule, leads_on, is_backward = (ways[start] or ways_from(start))[throw]
                player.square = square
                is_open = is_open or leads_on
                if is_heard:
                    tell(events.Rolled(player.name, throw, dice))
                    tell(events.Moved(player.name, start, square, how.value))
                if lands:
                    landings[square] += 1
                    if is_heard:
                        tell(events.Landed(player.name, square))
                    if rule:
                        state.thrown = (throw, seat, start, dice)
                        self.is_backward = is_backward
                        first, others = rule
                        for do in others:
                            agenda.append((do, seat, seat))
                        first(self, seat, seat)
                        self.settle()
                        if player.waits or self.is_over or (self.is_stopped and not self.goes_on(seat)):
                            throws_left = self.throws_won = 0
                            break
                        if self.throws_won:
                            throws_left += self.throws_won
                            self.throws_won = 0
                if throws_left:
                    throws += 1
                    if throws == most_throws:
                        state.throws_left = throws_left
                        raise ThrowLimit(
                            f"{player.name} has thrown {throws:,} times in one turn, and is to throw again"
                        )
            if is_heard:
                tell(events.TurnEnded(player.name))
            if self.is_stopped and state.winner is not None:
                return events.WON
            self.throws_won = 0
            self.is_over = False
            seat = (seat + step) % count
            player = players[seat]
            if player.out:
                seat = state.after(seat)
                player = players[seat]
            state.current = seat
            if is_open or self.is_open:
                if seen:
                    seen.clear()
                continue
            # Turns that can go in one way only are all alike: once a position comes back, it always will.
            position = state.position(with_chips=self.board.chips_decide_moves)
            if position in seen:
                return events.STUCK
            seen.add(position)
        return events.ALL_OUT

    def _before_the_throw(self, player: Player) -> int:
        """Do what comes first in a turn, and give the number of throws that are to come: 1 or none."""
        if player.waits:
            if self.is_heard:
                self.tell(events.TurnWaited(player.name))
            return 0
        if player.skips:
            player.skips -= 1
            if self.is_heard:
                self.tell(events.TurnSkipped(player.name))
            return 0
        here = player.square
        self.state.thrown = None
        rules, player.next_turn_rules = player.next_turn_rules, ()
        for rule in rules:
            self._remind(rule)
        for rule in self._program.rule(here).each_turn:
            if player.square == here:
                self._remind(rule)
        throws, self.throws_won = 1 + self.throws_won, 0
        return throws if self.goes_on(self.state.current) and not (self.is_over or player.waits) else 0

    def _remind(self, rule: LaterRule) -> None:
        seat = self.state.current
        if self.goes_on(seat) and not self.is_over:
            if self.is_heard:
                self.tell(events.Reminded(self.players[seat].name, rule.square))
            self.later(rule)(self, seat, seat)
            self.settle()
