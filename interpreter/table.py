"""What can happen at a table where a game is played: pawns move and land, chips change hands, players leave.

No kind of effect is known here: effects come as functions that were made of them, and those still to be executed wait
on an agenda, so that a rule that leads to another makes Python's stack no deeper.
"""

from collections.abc import Callable, Mapping, Sequence

from interpreter import events
from interpreter.board import Arrival, Board, LastPlayer, StandingRules
from interpreter.deciders import Decider
from interpreter.effects import START, Trigger
from interpreter.state import LaterRule, State
from interpreter.tally import Tally

LONGEST_CHAIN = 1000
"""The landings of one pawn that can follow from one throw: more than a board has squares, and so endless."""

Listener = Callable[[events.Event], None]

Doing = Callable[["Table", int], None]
"""Executes an effect at a table, for the player on a seat."""


class EndlessLanding(Exception):
    """One throw led to more landings than `LONGEST_CHAIN`; the message names the last squares."""


class Table:
    """A state, and how it changes.

    Players are known by their seats, and None in the place of a seat is the pot. `rules` has what executes the rule of
    a square, for those that have one, its last effect first; `ready` has what executes an effect, by its id(). Without
    a listener no events are made; what rules do is counted in the tally all the same, an effect by its number among
    the board's simple effects. In a turn, `throws_left` are those still to come, `is_over` ends it for the player
    whose turn it is, and `is_open` is set when chance or an answer can decide how it goes. As long as `is_stopped` is
    not set, nothing has happened that ends a turn or the game for anybody.
    """

    def __init__(
        self,
        board: Board,
        rules: Mapping[int, Sequence[Doing]],
        ready: Mapping[int, Doing],
        state: State,
        decide: Decider,
        tell: Listener | None,
        tally: Tally,
    ) -> None:
        self.board = board
        self.rules = rules
        self.ready = ready
        self.state = state
        self.players = state.players
        self.decide = decide
        self.tell: Listener = tell or _ignore
        self.is_heard = tell is not None
        self.tally = tally
        self.times = tally.times
        self.agenda: list[tuple[Doing, int]] = []
        self.throws_left = 0
        self.is_over = False
        self.is_open = False
        self.is_stopped = any(player.out for player in state.players)
        self._led_to: list[tuple[int, int]] = []
        self._set_off: list[int] = []

    def goes_on(self, seat: int) -> bool:
        """Tell whether anything can still happen to a player in this turn."""
        state = self.state
        if state.winner is not None or self.players[seat].out:
            return False
        return not (self.is_over and seat == state.current)

    def settle(self) -> None:
        """Work off the agenda, the last entry first: what an effect leads to happens before what comes after it."""
        agenda = self.agenda
        while agenda:
            do, seat = agenda.pop()
            if not self.is_stopped or self.goes_on(seat) or do is _end_of_set_off:
                do(self, seat)
        if self._led_to:
            self._led_to.clear()

    def name(self, seat: int | None) -> str | None:
        """Give the name of the player on a seat; the pot has none."""
        return None if seat is None else self.players[seat].name

    def move(self, seat: int, square: int, how: Arrival) -> None:
        """Move a pawn to a square; its rule comes first on the agenda if this is a way to land."""
        player = self.players[seat]
        start, player.square = player.square, square
        if self.is_heard:
            self.tell(events.Moved(player.name, start, square, how.value))
        if how in self.board.landing:
            self.land_again(seat)

    def land_again(self, seat: int) -> None:
        """Land on the square where a rule has brought a pawn.

        Raises EndlessLanding if rules have brought it on and on since the last throw.
        """
        square = self.players[seat].square
        self._led_to.append((seat, square))
        if len(self._led_to) >= LONGEST_CHAIN:
            led_to = [square for other, square in self._led_to if other == seat]
            if len(led_to) >= LONGEST_CHAIN:
                name = self.players[seat].name
                self.tell(events.LandsForEver(name, square))
                squares = ", ".join(map(str, led_to[-6:]))
                raise EndlessLanding(f"{name} has landed {LONGEST_CHAIN} times by one throw: ..., {squares}, ...")
        self.land(seat, square)

    def land(self, seat: int, square: int) -> None:
        """Put the rule of a square on which a pawn lands first on the agenda."""
        if square == START:
            return
        self.tally.landings[square] += 1
        if self.is_heard:
            self.tell(events.Landed(self.players[seat].name, square))
        for do in self.rules.get(square, ()):
            self.agenda.append((do, seat))

    def transfer(self, payer: int | None, payee: int | None, due: int, number: int) -> None:
        """Move chips from one seat or the pot to another, at most what is there, and set off standing rules.

        `number` is that of the effect by which it happens.
        """
        players = self.players
        if payer == payee or (payer is not None and players[payer].out) or (payee is not None and players[payee].out):
            return
        state = self.state
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
        self.tally.chips[number] += chips
        if self.is_heard and (chips or not self._set_off):
            self.tell(events.Paid(self.name(payer), self.name(payee), chips, due, state.pot))
        if not chips:
            return
        if payee is None and payer is not None and players[payer].standing_rules:
            self._set_off_rules(Trigger.PAY_POT, payer)
        if payer is None and payee is not None and players[payee].standing_rules:
            self._set_off_rules(Trigger.TAKE_POT, payee)

    def _set_off_rules(self, trigger: Trigger, seat: int) -> None:
        if seat in self._set_off or (self._set_off and self.board.standing_rules is StandingRules.APART):
            return
        rules = [rule for rule in self.players[seat].standing_rules if rule.trigger is trigger]
        if rules:
            self._set_off.append(seat)
            self.agenda.append((_end_of_set_off, seat))
            for rule in reversed(rules):
                self.agenda.append((self._set_off_by(rule) if self.is_heard else self.ready[id(rule.effect)], seat))

    def _set_off_by(self, rule: LaterRule) -> Doing:
        def tell_and_do(_: Table, seat: int) -> None:
            self.tell(events.SetOff(self.players[seat].name, rule.square))
            self.agenda.append((self.ready[id(rule.effect)], seat))

        return tell_and_do

    def end_of_set_off(self) -> None:
        """Let payments set off standing rules again of the player whose rules were set off last."""
        self._set_off.pop()

    def leave(self, seat: int, number: int) -> None:
        """Put a player out of the game; whoever had a role for this player, or gave one, has it no more."""
        state = self.state
        player = self.players[seat]
        player.out = True
        self.is_stopped = True
        self.tally.out += 1
        self.tell(events.Left(player.name, player.square))
        player.skips = 0
        player.next_turn_rules, player.standing_rules, player.roles = [], [], {}
        for other in self.players:
            other.roles = {role: holder for role, holder in other.roles.items() if holder != seat}
        if self.board.last_player is LastPlayer.WINS and state.in_play() == 1:
            last = state.after(seat)
            self.transfer(None, last, state.pot, number)
            self.win(last)

    def win(self, seat: int) -> None:
        """Let a player win the game."""
        self.state.winner = seat
        self.is_stopped = True


def _ignore(_: events.Event) -> None:
    """Hear an event that nobody listens for."""


def _end_of_set_off(table: Table, _: int) -> None:
    table.end_of_set_off()
