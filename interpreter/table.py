"""What can happen at a table where a game is played: pawns move and land, chips change hands, players leave.

No kind of effect is known here: effects come as functions that were made of them, and those still to be executed wait
on an agenda, so that a rule that leads to another makes Python's stack no deeper.
"""

from collections.abc import Callable, Iterable

from interpreter import events
from interpreter.board import Arrival, Board, LastPlayer, StandingRules
from interpreter.deciders import Decider
from interpreter.effects import START, Trigger
from interpreter.state import LaterRule, State
from interpreter.tally import Tally

LONGEST_CHAIN = 1000
"""The landings of one pawn that can follow from one throw: more than a board has squares, and so endless."""

Listener = Callable[[events.Event], None]

Doing = Callable[["Table", int, int], None]
"""Does something at a table: what the player on the first seat does by a rule of the player on the second."""


Rule = tuple[Doing, tuple[Doing, ...]]
"""What executes the rule of a square: its first effect, and the others, of which the last comes first."""


class EndlessLanding(Exception):
    """One throw led to more landings than `LONGEST_CHAIN`; the message names the last squares."""


class Table:
    """A state, and how it changes.

    Players are known by their seats. `rule_of` gives what executes the rule of a square, if it has one, and `later`
    what executes an effect that was still to happen. Without a listener no events are made; what rules do is counted in
    the tally all the same, an effect by its place among the board's simple effects. In a turn, `throws_won` are those
    that rules add, `is_over` says that a rule has ended it, `is_backward` is the direction in which the pawn was last
    moving of the player whose turn it is, and `is_open` is set when an answer can decide how the turn goes. As long as
    `is_stopped` is not set, the game has not ended for anybody.
    """

    def __init__(
        self,
        board: Board,
        rule_of: Callable[[int], Rule | None],
        later: Callable[[LaterRule], Doing],
        state: State,
        decide: Decider,
        tell: Listener | None,
        tally: Tally,
    ) -> None:
        self.board = board
        self.rule_of = rule_of
        self.later = later
        self.state = state
        self.players = state.players
        self.decide = decide
        self.tell: Listener = tell or _ignore
        self.is_heard = tell is not None
        self.tally = tally
        self.times = tally.times
        self.chips = tally.chips
        self.agenda: list[tuple[Doing, int, int]] = []
        self.throws_won = 0
        self.is_over = False
        self.is_backward = False
        self.is_open = False
        self.is_stopped = state.in_play() < len(state.players)
        self._purse = board.purse
        self._are_apart = board.standing_rules is StandingRules.APART
        self._led_to: list[tuple[int, int]] = []
        self._left_alone: set[int] = set()
        self._set_off: set[int] = set()

    def goes_on(self, seat: int) -> bool:
        """Tell whether anything can still happen to a player."""
        return self.state.winner is None and not self.players[seat].out

    def has_turn(self, seat: int) -> bool:
        """Tell whether it is a player's turn, and the turn has not been ended."""
        return seat == self.state.current and not self.is_over

    def end_turn(self) -> None:
        """End the turn: what was still to come of that player's own rules does not happen."""
        self.is_over = True
        seat = self.state.current
        self.agenda[:] = [each for each in self.agenda if each[1:] != (seat, seat) or each[0] is _end_of_set_off]

    def settle(self) -> None:
        """Work off the agenda, the last entry first: what an effect leads to happens before what comes after it."""
        agenda = self.agenda
        while agenda:
            do, seat, owner = agenda.pop()
            if not self.is_stopped or self.goes_on(seat) or do is _end_of_set_off:
                do(self, seat, owner)
        if self._led_to:
            self._led_to.clear()
        if self._left_alone:
            self._left_alone.clear()

    def move(self, seat: int, square: int, how: Arrival) -> None:
        """Move a pawn to a square; its rule comes first on the agenda if this is a way to land."""
        player = self.players[seat]
        start = player.square
        if how is not Arrival.STAY:
            self.put(seat, square, is_backward=how is Arrival.COUNT_BACK or square < start)
        if self.is_heard:
            self.tell(events.Moved(player.name, start, square, how.value))
        if how in self.board.landing:
            self.land_again(seat)

    def put(self, seat: int, square: int, *, is_backward: bool) -> None:
        """Set a pawn on a square; whoever waited where it was, waits no longer."""
        player = self.players[seat]
        if player.waits:
            self.free(seat)
        player.square = square
        if seat == self.state.current:
            self.is_backward = is_backward

    def free(self, seat: int) -> None:
        """Give turns again to a player who waits for another."""
        player = self.players[seat]
        player.waits = False
        if self.is_heard:
            self.tell(events.Freed(player.name, player.square))

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
        self._left_alone.discard(seat)
        self.tally.landings[square] += 1
        if self.is_heard:
            self.tell(events.Landed(self.players[seat].name, square))
        rule = self.rule_of(square)
        if rule:
            first, others = rule
            self.agenda += [(do, seat, seat) for do in (*others, first)]

    def is_left_on(self, square: int, seat: int) -> bool:
        """Tell, when the rule of a square has happened, whether the pawn that landed there is where it left it.

        To be asked once for each landing: after the last one of a pawn, it is no longer so for those before.
        """
        is_last = seat not in self._left_alone
        self._left_alone.add(seat)
        return is_last and self.players[seat].square == square

    def pay_pot(self, payer: int, chips: int, number: int) -> None:
        """Let a player in the game pay the pot, by the effect with this number, and set off standing rules."""
        state, player = self.state, self.players[payer]
        due = chips
        if self._purse is not None:
            chips = min(chips, self._purse + player.chips)
        player.chips -= chips
        state.pot += chips
        self.chips[number] += chips
        if self.is_heard and (chips or not self._set_off):
            self.tell(events.Paid(player.name, None, chips, due, state.pot))
        if player.standing_rules and chips:
            self._set_off_rules(Trigger.PAY_POT, payer)

    def take_from_pot(self, payee: int, chips: int, number: int) -> None:
        """Let a player in the game take from the pot, at most what is there, and set off standing rules."""
        is_any = self.receive(payee, chips, number)
        if is_any and self.players[payee].standing_rules:
            self._set_off_rules(Trigger.TAKE_POT, payee)

    def receive(self, payee: int, chips: int, number: int) -> bool:
        """Give a player chips out of the pot, at most what is there, by the effect with this number; tell if any."""
        state, player = self.state, self.players[payee]
        due = chips
        if chips > state.pot:
            self.tally.short += 1
            chips = state.pot
        state.pot -= chips
        player.chips += chips
        self.chips[number] += chips
        if self.is_heard and (chips or not self._set_off):
            self.tell(events.Paid(None, player.name, chips, due, state.pot))
        return chips > 0

    def transfer(self, payer: int, payee: int, chips: int, number: int) -> None:
        """Let one player pay another, if both are in the game and not the same, by the effect with this number."""
        giver, taker = self.players[payer], self.players[payee]
        if payer == payee or giver.out or taker.out:
            return
        due = chips
        if self._purse is not None:
            chips = min(chips, self._purse + giver.chips)
        giver.chips -= chips
        taker.chips += chips
        self.chips[number] += chips
        if self.is_heard and (chips or not self._set_off):
            self.tell(events.Paid(giver.name, taker.name, chips, due, self.state.pot))

    def _set_off_rules(self, trigger: Trigger, seat: int) -> None:
        """Put the rules first on the agenda that a payment sets off.

        Those of one player go off once for each payment that no such rule has led to: that keeps them from going on
        for ever, and what they cost does not depend on the way from one to the other.
        """
        if self._set_off and (self._are_apart or seat in self._set_off):
            return
        rules = [rule for rule in self.players[seat].standing_rules if rule.trigger is trigger]
        if not rules:
            return
        if not self._set_off:
            self.agenda.append((_end_of_set_off, seat, seat))
        self._set_off.add(seat)
        for rule in reversed(rules):
            do = self._set_off_by(rule) if self.is_heard else self.later(rule)
            self.agenda.append((do, seat, seat))

    def _set_off_by(self, rule: LaterRule) -> Doing:
        def tell_and_do(_: Table, seat: int, __: int) -> None:
            self.tell(events.SetOff(self.players[seat].name, rule.square))
            self.agenda.append((self.later(rule), seat, seat))

        return tell_and_do

    def end_of_set_off(self) -> None:
        """Let payments set off standing rules again: all has happened to which a payment has led."""
        self._set_off.clear()

    def leave(self, seats: Iterable[int], number: int) -> None:
        """Put players out of the game, all at once, by the effect with this number.

        Whoever had a role for one of them, or gave one, has it no more.
        """
        state = self.state
        self.is_stopped = True
        for seat in seats:
            player = self.players[seat]
            player.out = True
            self.tally.out += 1
            self.tell(events.Left(player.name, player.square))
            player.skips, player.waits = 0, False
            player.next_turn_rules, player.standing_rules, player.roles = (), (), {}
            for other in self.players:
                if seat in other.roles.values():
                    other.roles = {role: holder for role, holder in other.roles.items() if holder != seat}
        if self.board.last_player is LastPlayer.WINS and state.in_play() == 1:
            last = next(seat for seat, player in enumerate(self.players) if not player.out)
            self.receive(last, state.pot, number)
            self.win(last)

    def win(self, seat: int) -> None:
        """Let a player win the game."""
        self.state.winner = seat
        self.is_stopped = True


def _ignore(_: events.Event) -> None:
    """Hear an event that nobody listens for."""


def _end_of_set_off(table: Table, _: int, __: int) -> None:
    table.end_of_set_off()
