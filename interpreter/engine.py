"""Plays a game: executes effects on a state, and tells what happened.

The engine never prints, asks or throws by itself. Throws come from a roller, answers from a decider, and
events go to whoever listens.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from interpreter import events
from interpreter.board import Arrival, Board, First, LastPlayer, Order, StandingRules
from interpreter.deciders import Decider, Question
from interpreter.dice import Roller, ScriptEnded
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
from interpreter.language import canonical
from interpreter.selection import holds, seats_meant
from interpreter.state import LaterRule, Participant, Player, State, Throw

LONGEST_CHAIN = 1000
"""The landings that can follow from one throw: more than a board has squares, and so endless."""

MOST_TURNS = 10_000

Listener = Callable[[events.Event], None]


class EndlessLanding(Exception):
    """One throw led to more landings than `LONGEST_CHAIN`; the message names the last squares."""


class Game:
    """One game on a board. `play` plays it; `state` can be looked at whenever an event is told.

    `stopped_by` is the exception that ended the game, if it was one: ScriptEnded or EndlessLanding.

    For the functions that execute effects: `throws_left` are those still to come in this turn, and no more of
    it happens once `turn_is_over`; `open_turn` is set when chance or an answer can decide how the turn goes.
    """

    def __init__(
        self,
        board: Board,
        players: Sequence[Participant],
        roll: Roller,
        decide: Decider,
        tell: Listener = lambda _: None,
        most_turns: int = MOST_TURNS,
    ) -> None:
        if not players:
            raise ValueError("a game needs a player")
        self.board = board
        self.roll = roll
        self.decide = decide
        self.tell = tell
        self.most_turns = most_turns
        self.stopped_by: Exception | None = None
        self.state = State(
            [Player(each.name) for each in players],
            step=1 if board.order is Order.CLOCKWISE else -1,
            cashier=_first(board.first, players),
        )
        self.throws_left = 0
        self.turn_is_over = False
        self.open_turn = False
        self._chain: list[int] = []
        self._set_off: list[int] = []
        self._agenda: list[Callable[[], None]] = []

    def play(self) -> events.Ended:
        """Play to the end, and tell it; the last event is returned too."""
        state = self.state
        self.tell(events.Began(self.board.name, tuple(player.name for player in state.players)))
        for player in state.players:
            player.chips -= self.board.stake
            state.pot += self.board.stake
        if self.board.stake:
            self.tell(events.Staked(self.board.stake, state.pot))
        state.current = state.cashier
        self.tell(events.Opened(state.players[state.cashier].name))
        try:
            reason = self._play_turns()
        except ScriptEnded as stop:
            self.stopped_by, reason = stop, events.SCRIPT_ENDED
        except EndlessLanding as stop:
            self.stopped_by, reason = stop, events.STUCK
        winner = None if state.winner is None else state.players[state.winner].name
        ended = events.Ended(reason, winner, state.pot, state.turns, state.rolls, state.standings())
        self.tell(ended)
        return ended

    def name(self, seat: int | None) -> str | None:
        """Give the name of the player on a seat; None is the pot, which has no name."""
        return None if seat is None else self.state.players[seat].name

    def seats(self, who: Players, seat: int) -> list[int]:
        """Find the seats of the players whom a rule of the player on `seat` means."""
        return seats_meant(who, seat, self.state, self.board.ties)

    def _play_turns(self) -> str:
        """Play turn after turn, and give the reason why the game ends."""
        state = self.state
        quiet: set[object] = set()
        while state.in_play():
            if state.turns >= self.most_turns:
                return events.TURN_LIMIT
            self.open_turn = False
            if not self._play_turn():
                return events.TURN_LIMIT
            if state.winner is not None:
                return events.WON
            state.current = next(state.others(state.current), state.current)
            if self.open_turn:
                quiet.clear()
                continue
            # Turns that can go in one way only are all alike: once a position comes back, it always will.
            position = state.without_chips()
            if position in quiet:
                return events.STUCK
            quiet.add(position)
        return events.ALL_OUT

    def _play_turn(self) -> bool:
        """Play one turn; False if it has more throws than a game has turns, and no end in sight."""
        state = self.state
        seat = state.current
        player = state.players[seat]
        state.turns += 1
        state.throw = None
        self.tell(events.TurnBegan(state.turns, player.name, player.square))
        if player.skips:
            player.skips -= 1
            self.tell(events.TurnSkipped(player.name))
            self.tell(events.TurnEnded(player.name))
            return True
        self.turn_is_over = False
        self.throws_left = 1
        self._before_the_throw(seat)
        throws = 0
        while self.throws_left and self._goes_on(seat):
            if throws == self.most_turns:
                return False
            throws += 1
            self.throws_left -= 1
            self._throw(seat)
        self.tell(events.TurnEnded(player.name))
        return True

    def _before_the_throw(self, seat: int) -> None:
        player = self.state.players[seat]
        here = player.square
        rules, player.next_turn = player.next_turn, []
        for rule in rules:
            self._remind(seat, rule.square, rule.effect)
        for effect in self.board.effects_of(here):
            if isinstance(effect, EachTurnHere) and player.square == here:
                self._remind(seat, here, effect.effect)

    def _remind(self, seat: int, square: int, effect: Effect) -> None:
        if self._goes_on(seat):
            self._chain = []
            self.tell(events.Reminded(self.state.players[seat].name, square))
            self.execute((effect,), seat, square)
            self._settle()

    def _throw(self, seat: int) -> None:
        state = self.state
        player = state.players[seat]
        throw = self.roll(player.name)
        state.rolls += 1
        state.throw = Throw(throw, seat, player.square)
        self._chain = []
        self.tell(events.Rolled(player.name, throw))
        square, how = self.board.destination(player.square, throw)
        if how is not Arrival.STAY or self.board.can_move_from(player.square):
            self.open_turn = True
        self.move(seat, square, how)
        self._settle()

    def _goes_on(self, seat: int) -> bool:
        """Tell whether anything can still happen to this player in this turn."""
        state = self.state
        return state.winner is None and not self.turn_is_over and not state.players[seat].out

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
        self._chain.append(player.square)
        if len(self._chain) > LONGEST_CHAIN:
            squares = ", ".join(map(str, self._chain[-6:]))
            raise EndlessLanding(f"{player.name} would land for ever: ..., {squares}, ...")
        if player.square in self.board.squares:
            self.tell(events.Landed(player.name, player.square))
            self.execute(self.board.effects_of(player.square), seat, player.square)

    def execute(self, effects: Sequence[Effect], seat: int, square: int) -> None:
        """Put effects first on the agenda, for the player on this seat, as part of the rule of this square."""
        self._agenda += [partial(self._execute, effect, seat, square) for effect in reversed(effects)]

    def in_turn(self, act: Callable[[int], None], seats: Sequence[int]) -> None:
        """Put an act first on the agenda for each of these seats, one after the other with all that follows."""
        self._agenda += [partial(self._act, act, seat) for seat in reversed(seats)]

    def _execute(self, effect: Effect, seat: int, square: int) -> None:
        if self._goes_on(seat):
            _EXECUTE[type(effect)](self, effect, seat, square)

    def _act(self, act: Callable[[int], None], seat: int) -> None:
        if self._goes_on(seat):
            act(seat)

    def _settle(self) -> None:
        """Work off the agenda, the last entry first: what an effect leads to happens before what comes after it."""
        while self._agenda:
            self._agenda.pop()()

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
        self._set_off.append(seat)
        agenda, self._agenda = self._agenda, []
        for rule in reversed(self.state.players[seat].standing):
            if rule.trigger is trigger:
                self.execute((rule.effect,), seat, rule.square)
        self._settle()
        self._agenda = agenda
        self._set_off.pop()

    def leave(self, seat: int) -> None:
        """Put a player out of the game; whoever had a role for this player, or gave one, has it no more."""
        state = self.state
        player = state.players[seat]
        player.out = True
        self.tell(events.Left(player.name, player.square))
        player.skips = 0
        player.next_turn, player.standing, player.roles = [], [], {}
        for other in state.players:
            other.roles = {role: holder for role, holder in other.roles.items() if holder != seat}
        if self.board.last_player is LastPlayer.WINS and state.in_play() == 1:
            last = next(state.others(seat))
            self.transfer(None, last, state.pot)
            state.winner = last


def _first(first: First, players: Sequence[Participant]) -> int:
    """Find who begins: of those whose age is given and right, the first listed; otherwise the first of all."""
    ages = [player.age for player in players if player.age is not None]
    if first is First.LISTED or not ages:
        return 0
    age = min(ages) if first is First.YOUNGEST else max(ages)
    return next(seat for seat, player in enumerate(players) if player.age == age)


def _pay(game: Game, effect: Pay, seat: int, _: int) -> None:
    for payer in game.seats(effect.who, seat):
        for payee in _holders(game, effect.to, seat):
            game.transfer(payer, payee, effect.amount)


def _take(game: Game, effect: Take, seat: int, _: int) -> None:
    for payee in game.seats(effect.who, seat):
        for payer in _holders(game, effect.source, seat):
            game.transfer(payer, payee, effect.amount)


def _holders(game: Game, holder: Holder, seat: int) -> Sequence[int | None]:
    return [None] if isinstance(holder, Pot) else game.seats(holder, seat)


def _take_share(game: Game, effect: TakeShare, seat: int, _: int) -> None:
    for payee in game.seats(effect.who, seat):
        game.transfer(None, payee, int(game.state.pot * effect.share))


def _go_to(game: Game, effect: GoTo, seat: int, _: int) -> None:
    game.in_turn(lambda mover: game.move(mover, effect.square, Arrival.GO), game.seats(effect.who, seat))


def _go_by(game: Game, effect: GoBy, seat: int, _: int) -> None:
    def go(mover: int) -> None:
        square, how = game.board.destination(game.state.players[mover].square, effect.steps)
        game.move(mover, square, Arrival.GO if how is Arrival.THROW else how)

    game.in_turn(go, game.seats(effect.who, seat))


def _swap(game: Game, effect: Swap, seat: int, _: int) -> None:
    players = game.state.players
    for one in game.seats(effect.who, seat):
        for other in game.seats(effect.other, seat):
            if one == other:
                continue
            here, there = players[one], players[other]
            here.square, there.square = there.square, here.square
            game.tell(events.Swapped(here.name, here.square, there.name, there.square))
            if Arrival.SWAP in game.board.landing:
                game.in_turn(game.land, [one])


def _roll_again(game: Game, _: RollAgain, seat: int, __: int) -> None:
    if seat == game.state.current:
        game.throws_left += 1
        game.tell(events.RollsAgain(game.state.players[seat].name))


def _skip(game: Game, effect: Skip, seat: int, _: int) -> None:
    for skipper in game.seats(effect.who, seat):
        game.state.players[skipper].skips += effect.turns
        game.tell(events.WillSkip(game.state.players[skipper].name, effect.turns))


def _pass(game: Game, _: Pass, seat: int, __: int) -> None:
    if seat == game.state.current:
        game.turn_is_over = True
        game.tell(events.Passed(game.state.players[seat].name))


def _say(game: Game, effect: Say, seat: int, _: int) -> None:
    names = tuple(game.state.players[speaker].name for speaker in game.seats(effect.who, seat))
    if names:
        game.tell(events.Said(names, effect.text))


def _become(game: Game, effect: Become, seat: int, _: int) -> None:
    players = game.state.players
    for holder in game.seats(effect.who, seat):
        players[seat].roles[effect.role] = holder
        game.tell(events.RoleGiven(players[seat].name, players[holder].name, effect.role))


def _leave(game: Game, effect: Leave, seat: int, _: int) -> None:
    for leaver in game.seats(effect.who, seat):
        game.leave(leaver)


def _win(game: Game, effect: Win, seat: int, _: int) -> None:
    for winner in game.seats(effect.who, seat):
        game.state.winner = winner


def _several(game: Game, effect: Several, seat: int, square: int) -> None:
    game.execute(effect.effects, seat, square)


def _may(game: Game, effect: May, seat: int, square: int) -> None:
    player = game.state.players[seat]
    game.open_turn = True
    answer = game.decide(Question(player.name, player.square, square, effect))
    game.tell(events.Answered(player.name, square, canonical(effect), answer))
    if answer:
        game.execute((effect.effect,), seat, square)


def _next_turn(game: Game, effect: NextTurn, seat: int, square: int) -> None:
    game.state.players[seat].next_turn.append(LaterRule(square, effect.effect))


def _each_turn_here(_: Game, __: EachTurnHere, ___: int, ____: int) -> None:
    """Do nothing on landing: the turn that begins here looks for it."""


def _whenever(game: Game, effect: Whenever, seat: int, square: int) -> None:
    standing = game.state.players[seat].standing
    if not any(rule.trigger is effect.trigger and rule.effect == effect.effect for rule in standing):
        standing.append(LaterRule(square, effect.effect, effect.trigger))


def _if(game: Game, effect: If, seat: int, square: int) -> None:
    if holds(effect.condition, seat, square, game.state):
        game.execute((effect.then,), seat, square)
    elif effect.otherwise:
        game.execute((effect.otherwise,), seat, square)


_EXECUTE: dict[type[Effect], Callable[[Game, Any, int, int], None]] = {
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
