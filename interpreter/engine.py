"""Plays a turn: executes effects on a state, and tells what happened.

The engine never prints, asks or throws by itself. Throws come from a roller, answers from a decider, and
events go to whoever listens.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from interpreter import events
from interpreter.board import Arrival, Board, LastPlayer, StandingRules
from interpreter.deciders import Decider, Question
from interpreter.dice import Roller
from interpreter.effects import (
    Become,
    EachTurnHere,
    Effect,
    GoBy,
    GoTo,
    Holder,
    If,
    Leave,
    May,
    NextTurn,
    Pass,
    Pay,
    Players,
    Pot,
    RollAgain,
    Say,
    Several,
    Skip,
    Swap,
    Take,
    TakeShare,
    Trigger,
    Whenever,
    Win,
)
from interpreter.selection import holds, seats_meant
from interpreter.state import LaterRule, State, Throw

LONGEST_CHAIN = 1000
"""The landings of one pawn that can follow from one throw: more than a board has squares, and so endless."""

Listener = Callable[[events.Event], None]


class EndlessLanding(Exception):
    """One throw led to more landings than `LONGEST_CHAIN`; the message names the last squares."""


class EndlessTurn(Exception):
    """A turn has had more throws than a whole game may have turns."""


class Turn:
    """One turn of the player whose turn it is in the state.

    Players are known by their seats, and None in the place of a seat is the pot. For the functions that execute
    effects: `throws_left` are those still to come in this turn, `is_over` ends it for the player whose turn it
    is, and `is_open` is set when chance or an answer can decide how the turn goes.
    """

    def __init__(self, board: Board, state: State, roll: Roller, decide: Decider, tell: Listener) -> None:
        self.board = board
        self.state = state
        self.roll = roll
        self.decide = decide
        self.tell = tell
        self.throws_left = 1
        self.is_over = False
        self.is_open = False
        self._agenda: list[Callable[[], object]] = []
        self._chains: dict[int, list[int]] = {}
        self._set_off: list[int] = []

    def play(self, most_throws: int) -> None:
        """Play the turn.

        Raises EndlessTurn after so many throws, EndlessLanding, and whatever the roller and the decider raise.
        """
        state = self.state
        player = state.players[state.current]
        state.turns += 1
        state.throw = None
        self.tell(events.TurnBegan(state.turns, player.name, player.square))
        if player.skips:
            player.skips -= 1
            self.tell(events.TurnSkipped(player.name))
        else:
            self._before_the_throw()
            throws = 0
            while self.throws_left and self._goes_on(state.current):
                if throws == most_throws:
                    raise EndlessTurn(f"{player.name} would throw for ever")
                throws += 1
                self.throws_left -= 1
                self._throw()
        self.tell(events.TurnEnded(player.name))

    def _before_the_throw(self) -> None:
        player = self.state.players[self.state.current]
        here = player.square
        rules, player.next_turn_rules = player.next_turn_rules, []
        for rule in rules:
            self._remind(rule.square, rule.effect)
        for effect in self.board.effects_of(here):
            if isinstance(effect, EachTurnHere) and player.square == here:
                self._remind(here, effect.effect)

    def _remind(self, square: int, effect: Effect) -> None:
        seat = self.state.current
        if self._goes_on(seat):
            self._chains.clear()
            self.tell(events.Reminded(self.state.players[seat].name, square))
            self.execute((effect,), seat, square)
            self._settle()

    def _throw(self) -> None:
        state = self.state
        player = state.players[state.current]
        throw = self.roll(player.name)
        state.rolls += 1
        state.throw = Throw(throw, state.current, player.square)
        self._chains.clear()
        self.tell(events.Rolled(player.name, throw))
        square, how = self.board.destination(player.square, throw)
        # Only a throw that leads nowhere makes it worth asking whether another would have led somewhere.
        if how is not Arrival.STAY or self.board.can_move_from(player.square):
            self.is_open = True
        self.move(state.current, square, how)
        self._settle()

    def _goes_on(self, seat: int) -> bool:
        """Tell whether anything can still happen to a player in this turn."""
        state = self.state
        over = self.is_over and seat == state.current
        return state.winner is None and not over and not state.players[seat].out

    def execute(self, effects: Sequence[Effect], seat: int, square: int) -> None:
        """Put effects first on the agenda, for the player on this seat, as part of the rule of this square."""
        self._agenda += [partial(self._execute, effect, seat, square) for effect in reversed(effects)]

    def _execute(self, effect: Effect, seat: int, square: int) -> None:
        if self._goes_on(seat):
            _EXECUTE[type(effect)](self, effect, seat, square)

    def each(self, who: Players, seat: int, act: Callable[[int], object]) -> None:
        """Put an act first on the agenda for each player meant, one after the other with all that follows."""
        self._agenda += [partial(self._act, act, each) for each in reversed(self.seats(who, seat))]

    def _act(self, act: Callable[[int], object], seat: int) -> None:
        if self._goes_on(seat):
            act(seat)

    def _settle(self) -> None:
        """Work off the agenda, the last entry first: what an effect leads to happens before what comes after it."""
        while self._agenda:
            self._agenda.pop()()

    def seats(self, who: Players, seat: int) -> list[int]:
        """Find the seats of the players whom a rule of the player on `seat` means."""
        return seats_meant(who, seat, self.state, self.board.ties)

    def name(self, seat: int | None) -> str | None:
        """Give the name of the player on a seat; the pot has none."""
        return None if seat is None else self.state.players[seat].name

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
        chain = self._chains.setdefault(seat, [])
        chain.append(player.square)
        if len(chain) > LONGEST_CHAIN:
            self.tell(events.LandsForEver(player.name, player.square))
            squares = ", ".join(map(str, chain[-6:]))
            raise EndlessLanding(f"{player.name} has landed {LONGEST_CHAIN} times by one throw: ..., {squares}, ...")
        if player.square in self.board.squares:
            self.tell(events.Landed(player.name, player.square))
            self.execute(self.board.effects_of(player.square), seat, player.square)

    def transfer(self, payer: int | None, payee: int | None, due: int) -> None:
        """Move chips from one seat or the pot to another, at most what is there, and set off standing rules."""
        state = self.state
        if payer == payee or any(seat is not None and state.players[seat].out for seat in (payer, payee)):
            return
        chips = due
        if payer is None:
            chips = min(chips, state.pot)
            state.pot -= chips
        else:
            if self.board.purse is not None:
                chips = min(chips, self.board.purse + state.players[payer].chips)
            state.players[payer].chips -= chips
        if payee is None:
            state.pot += chips
        else:
            state.players[payee].chips += chips
        if chips or not self._set_off:
            self.tell(events.Paid(self.name(payer), self.name(payee), chips, due, state.pot))
        if chips and payer is not None and payee is None:
            self._set_off_rules(Trigger.PAY_POT, payer)
        if chips and payer is None and payee is not None:
            self._set_off_rules(Trigger.TAKE_POT, payee)

    def _set_off_rules(self, trigger: Trigger, seat: int) -> None:
        if seat in self._set_off or (self._set_off and self.board.standing_rules is StandingRules.APART):
            return
        rules = [rule for rule in self.state.players[seat].standing_rules if rule.trigger is trigger]
        if rules:
            self._set_off.append(seat)
            self._agenda.append(self._set_off.pop)
            self._agenda += [partial(self._set_off_rule, rule, seat) for rule in reversed(rules)]

    def _set_off_rule(self, rule: LaterRule, seat: int) -> None:
        if self._goes_on(seat):
            self.tell(events.SetOff(self.state.players[seat].name, rule.square))
            self.execute((rule.effect,), seat, rule.square)

    def leave(self, seat: int) -> None:
        """Put a player out of the game; whoever had a role for this player, or gave one, has it no more."""
        state = self.state
        player = state.players[seat]
        player.out = True
        self.tell(events.Left(player.name, player.square))
        player.skips = 0
        player.next_turn_rules, player.standing_rules, player.roles = [], [], {}
        for other in state.players:
            other.roles = {role: holder for role, holder in other.roles.items() if holder != seat}
        if self.board.last_player is LastPlayer.WINS and state.in_play() == 1:
            last = next(state.others(seat))
            self.transfer(None, last, state.pot)
            state.winner = last


def _pay(turn: Turn, effect: Pay, seat: int, _: int) -> None:
    def pay(payer: int) -> None:
        for payee in _holders(turn, effect.to, seat):
            turn.transfer(payer, payee, effect.amount)

    turn.each(effect.who, seat, pay)


def _take(turn: Turn, effect: Take, seat: int, _: int) -> None:
    def take(payee: int) -> None:
        for payer in _holders(turn, effect.source, seat):
            turn.transfer(payer, payee, effect.amount)

    turn.each(effect.who, seat, take)


def _holders(turn: Turn, holder: Holder, seat: int) -> Sequence[int | None]:
    return [None] if isinstance(holder, Pot) else turn.seats(holder, seat)


def _take_share(turn: Turn, effect: TakeShare, seat: int, _: int) -> None:
    turn.each(effect.who, seat, lambda payee: turn.transfer(None, payee, int(turn.state.pot * effect.share)))


def _go_to(turn: Turn, effect: GoTo, seat: int, _: int) -> None:
    turn.each(effect.who, seat, lambda mover: turn.move(mover, effect.square, Arrival.GO))


def _go_by(turn: Turn, effect: GoBy, seat: int, _: int) -> None:
    def go(mover: int) -> None:
        square, how = turn.board.destination(turn.state.players[mover].square, effect.steps)
        turn.move(mover, square, Arrival.GO if how is Arrival.THROW else how)

    turn.each(effect.who, seat, go)


def _swap(turn: Turn, effect: Swap, seat: int, _: int) -> None:
    players = turn.state.players
    for one in turn.seats(effect.who, seat):
        for other in turn.seats(effect.other, seat):
            if one == other:
                continue
            here, there = players[one], players[other]
            here.square, there.square = there.square, here.square
            turn.tell(events.Swapped(here.name, here.square, there.name, there.square))
            if Arrival.SWAP in turn.board.landing:
                turn.land(one)


def _roll_again(turn: Turn, _: RollAgain, seat: int, __: int) -> None:
    if seat == turn.state.current:
        turn.throws_left += 1
        turn.tell(events.RollsAgain(turn.state.players[seat].name))


def _skip(turn: Turn, effect: Skip, seat: int, _: int) -> None:
    for skipper in turn.seats(effect.who, seat):
        turn.state.players[skipper].skips += effect.turns
        turn.tell(events.WillSkip(turn.state.players[skipper].name, effect.turns))


def _pass(turn: Turn, _: Pass, seat: int, __: int) -> None:
    if seat == turn.state.current:
        turn.is_over = True
        turn.tell(events.Passed(turn.state.players[seat].name))


def _say(turn: Turn, effect: Say, seat: int, _: int) -> None:
    names = tuple(turn.state.players[speaker].name for speaker in turn.seats(effect.who, seat))
    if names:
        turn.tell(events.Said(names, effect.text))


def _become(turn: Turn, effect: Become, seat: int, _: int) -> None:
    players = turn.state.players
    for holder in turn.seats(effect.who, seat):
        players[seat].roles[effect.role] = holder
        turn.tell(events.RoleGiven(players[seat].name, players[holder].name, effect.role))


def _leave(turn: Turn, effect: Leave, seat: int, _: int) -> None:
    turn.each(effect.who, seat, turn.leave)


def _win(turn: Turn, effect: Win, seat: int, _: int) -> None:
    for winner in turn.seats(effect.who, seat):
        turn.state.winner = winner


def _several(turn: Turn, effect: Several, seat: int, square: int) -> None:
    turn.execute(effect.effects, seat, square)


def _may(turn: Turn, effect: May, seat: int, square: int) -> None:
    player = turn.state.players[seat]
    turn.is_open = True
    answer = turn.decide(Question(player.name, player.square, square, effect))
    turn.tell(events.Answered(player.name, square, effect, answer))
    if answer:
        turn.execute((effect.effect,), seat, square)


def _next_turn(turn: Turn, effect: NextTurn, seat: int, square: int) -> None:
    rule, waiting = LaterRule(square, effect.effect), turn.state.players[seat].next_turn_rules
    if rule not in waiting:
        waiting.append(rule)


def _each_turn_here(_: Turn, __: EachTurnHere, ___: int, ____: int) -> None:
    """Do nothing on landing: the turn that begins here looks for it."""


def _whenever(turn: Turn, effect: Whenever, seat: int, square: int) -> None:
    standing = turn.state.players[seat].standing_rules
    if not any(rule.trigger is effect.trigger and rule.effect == effect.effect for rule in standing):
        standing.append(LaterRule(square, effect.effect, effect.trigger))


def _if(turn: Turn, effect: If, seat: int, square: int) -> None:
    if holds(effect.condition, seat, square, turn.state):
        turn.execute((effect.then,), seat, square)
    elif effect.otherwise:
        turn.execute((effect.otherwise,), seat, square)


_EXECUTE: dict[type[Effect], Callable[[Turn, Any, int, int], None]] = {
    Pay: _pay,
    Take: _take,
    TakeShare: _take_share,
    GoTo: _go_to,
    GoBy: _go_by,
    Swap: _swap,
    RollAgain: _roll_again,
    Skip: _skip,
    Pass: _pass,
    Say: _say,
    Become: _become,
    Leave: _leave,
    Win: _win,
    Several: _several,
    May: _may,
    NextTurn: _next_turn,
    EachTurnHere: _each_turn_here,
    Whenever: _whenever,
    If: _if,
}
