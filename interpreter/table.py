"""What can happen at a table where a game is played: pawns move and land, chips change hands, players leave.

Nobody's turn is played here, and no kind of effect is known: those are given as a table of functions, and what is
still to be done waits on an agenda, so that no rule that leads to another makes Python's stack any deeper.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter import events
from interpreter.board import Arrival, Board, LastPlayer, StandingRules
from interpreter.deciders import Decider
from interpreter.effects import START, Act, Effect, Players, Trigger, Who
from interpreter.selection import seats_meant
from interpreter.state import LaterRule, State
from interpreter.tally import Tally

LONGEST_CHAIN = 1000
"""The landings of one pawn that can follow from one throw: more than a board has squares, and so endless."""

Listener = Callable[[events.Event], None]

Doing = Callable[[Any, Any, int, int], None]
"""Executes an effect at a table for the player on a seat; the last number is the rule's square, or whose rule it is."""


class EndlessLanding(Exception):
    """One throw led to more landings than `LONGEST_CHAIN`; the message names the last squares."""


class Table:
    """A state, and how it changes.

    Players are known by their seats, and None in the place of a seat is the pot. `doings` executes the effects, by
    their types. Without a listener no events are made; what rules do is counted in the tally all the same. In a
    turn, `throws_left` are those still to come, `is_over` ends it for the player whose turn it is, and `is_open` is
    set when chance or an answer can decide how it goes.
    """

    def __init__(
        self,
        board: Board,
        state: State,
        decide: Decider,
        doings: Mapping[type[Effect], Doing],
        tell: Listener | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.board = board
        self.state = state
        self.decide = decide
        self.tell: Listener = tell or _ignore
        self.is_heard = tell is not None
        self.tally = tally or Tally(board.last)
        self.throws_left = 0
        self.is_over = False
        self.is_open = False
        self._doings = doings
        self._rules = board.rules
        self._agenda: list[tuple[Doing, Any, int, int]] = []
        self._landed: dict[int, list[int]] = {}
        self._set_off: list[int] = []

    def begin_chain(self) -> None:
        """Forget where pawns have landed: what comes now does not follow from what was before."""
        if self._landed:
            self._landed.clear()

    def goes_on(self, seat: int) -> bool:
        """Tell whether anything can still happen to a player in this turn."""
        state = self.state
        if state.winner is not None or state.players[seat].out:
            return False
        return not (self.is_over and seat == state.current)

    def execute(self, effects: Sequence[Effect], seat: int, square: int) -> None:
        """Put effects first on the agenda, for the player on this seat, as part of the rule of this square."""
        for effect in reversed(effects):
            self._agenda.append((self._doings[type(effect)], effect, seat, square))

    def each(self, do: Doing, effect: Act, seat: int) -> bool:
        """Put what each player meant does first on the agenda, one after the other with all that follows.

        Gives whether anybody is meant.
        """
        if effect.who is Who.YOU:
            do(self, effect, seat, seat)
            return True
        seats = self.seats(effect.who, seat)
        for each in reversed(seats):
            self._agenda.append((do, effect, each, seat))
        return bool(seats)

    def settle(self) -> None:
        """Work off the agenda, the last entry first: what an effect leads to happens before what comes after it."""
        agenda = self._agenda
        while agenda:
            do, effect, seat, other = agenda.pop()
            if effect is None or self.goes_on(seat):
                do(self, effect, seat, other)

    def seats(self, who: Players, seat: int) -> list[int]:
        """Find the seats of the players whom a rule of the player on `seat` means."""
        return [seat] if who is Who.YOU else seats_meant(who, seat, self.state, self.board.ties)

    def name(self, seat: int | None) -> str | None:
        """Give the name of the player on a seat; the pot has none."""
        return None if seat is None else self.state.players[seat].name

    def happens(self, effect: Effect) -> None:
        """Count that an effect happens."""
        self.tally.times[id(effect)] += 1

    def move(self, seat: int, square: int, how: Arrival) -> None:
        """Move a pawn to a square; its rule comes first on the agenda if this is a way to land."""
        player = self.state.players[seat]
        start, player.square = player.square, square
        self.tell(events.Moved(player.name, start, square, how.value))
        if how in self.board.landing:
            self.land(seat)

    def land(self, seat: int) -> None:
        """Put the rule of the square that a pawn stands on first on the agenda."""
        player = self.state.players[seat]
        square = player.square
        chain = self._landed.setdefault(seat, [])
        chain.append(square)
        if len(chain) > LONGEST_CHAIN:
            self.tell(events.LandsForEver(player.name, square))
            squares = ", ".join(map(str, chain[-6:]))
            raise EndlessLanding(f"{player.name} has landed {LONGEST_CHAIN} times by one throw: ..., {squares}, ...")
        if square == START:
            return
        self.tally.landings[square] += 1
        if self.is_heard:
            self.tell(events.Landed(player.name, square))
        if square in self._rules:
            self.execute(self._rules[square], seat, square)

    def transfer(self, payer: int | None, payee: int | None, due: int, effect: Effect) -> None:
        """Move chips from one seat or the pot to another, at most what is there, and set off standing rules."""
        state = self.state
        players = state.players
        if payer == payee or (payer is not None and players[payer].out) or (payee is not None and players[payee].out):
            return
        chips = due
        if payer is None:
            if chips > state.pot:
                self.tally.short += 1
                chips = state.pot
            state.pot -= chips
        else:
            if self.board.purse is not None:
                chips = min(chips, self.board.purse + players[payer].chips)
            players[payer].chips -= chips
        if payee is None:
            state.pot += chips
        else:
            players[payee].chips += chips
        self.tally.chips[id(effect)] += chips
        if self.is_heard and (chips or not self._set_off):
            self.tell(events.Paid(self.name(payer), self.name(payee), chips, due, state.pot))
        if chips and payer is not None and payee is None:
            self._set_off_rules(Trigger.PAY_POT, payer)
        if chips and payer is None and payee is not None:
            self._set_off_rules(Trigger.TAKE_POT, payee)

    def _set_off_rules(self, trigger: Trigger, seat: int) -> None:
        standing = self.state.players[seat].standing_rules
        if not standing or seat in self._set_off:
            return
        if self._set_off and self.board.standing_rules is StandingRules.APART:
            return
        rules = [rule for rule in standing if rule.trigger is trigger]
        if rules:
            self._set_off.append(seat)
            self._agenda.append((Table._end_of_set_off, None, seat, seat))
            self._agenda += [(Table._set_off_rule, rule, seat, seat) for rule in reversed(rules)]

    def _set_off_rule(self, rule: LaterRule, seat: int, _: int) -> None:
        self.tell(events.SetOff(self.state.players[seat].name, rule.square))
        self.execute((rule.effect,), seat, rule.square)

    def _end_of_set_off(self, _: None, __: int, ___: int) -> None:
        self._set_off.pop()

    def leave(self, seat: int, effect: Effect) -> None:
        """Put a player out of the game; whoever had a role for this player, or gave one, has it no more."""
        state = self.state
        player = state.players[seat]
        player.out = True
        self.tally.out += 1
        self.tell(events.Left(player.name, player.square))
        player.skips = 0
        player.next_turn_rules, player.standing_rules, player.roles = [], [], {}
        for other in state.players:
            other.roles = {role: holder for role, holder in other.roles.items() if holder != seat}
        if self.board.last_player is LastPlayer.WINS and state.in_play() == 1:
            last = next(state.others(seat))
            self.transfer(None, last, state.pot, effect)
            state.winner = last


def _ignore(_: events.Event) -> None:
    """Hear an event that nobody listens for."""
