"""Whether a game that an earlier program began may go another way now, because of rules that it played wrongly.

A journal has throws and answers, and not what came of them. So the game is played again, and watched for what comes
only of the rules that have been mended since. Where events cannot say for certain, it is said that a game may differ.
"""

from collections.abc import Sequence

from interpreter import events
from interpreter.board import Arrival, Board, LastPlayer, StandingRules
from interpreter.effects import GoOn
from interpreter.events import Event

MENDED_SINCE = "0.1.0"
"""The last version that played rules wrongly which are watched for here."""

_AFTER_PASSING = "what a player does by another one's rule after ending the turn by a rule"
_SET_OFF_AGAIN = "how often rules set off each other"
_LEFT_AT_ONCE = "who wins when everybody leaves at once"
_DIRECTION = "where a pawn goes on to that has come back or changed places"
_LEFT_THERE = "whether the rule of every square happens for a pawn that comes back without landing"


class Watch:
    """Hears a game, and notes the rules in it that were played otherwise, each with the turn in which it was first.

    `programs` says which version played each throw and answer, in their order.
    """

    def __init__(self, board: Board, programs: Sequence[str]) -> None:
        self.found: dict[str, int] = {}
        self._board = board
        self._programs = iter(programs)
        self._goes_on_by_throw = any(isinstance(node, GoOn) for node in board.nodes())
        self._players = 0
        self._turn = 0
        self._is_watched = False
        self._has_passed: str | None = None
        self._set_off: set[str] = set()
        self._paid_last: str | None = None
        self._came_down: str | None = None
        self._landings: dict[str, list[int]] = {}

    def hear(self, event: Event) -> None:
        """Hear what happens next."""
        match event:
            case events.Began(players=players):
                self._players = len(players)
            case events.TurnBegan(turn=turn):
                self._turn, self._has_passed, self._came_down = turn, None, None
                self._set_off.clear()
            case events.Rolled() | events.Answered():
                self._is_watched = next(self._programs, "") == MENDED_SINCE
            case events.TurnEnded():
                self._has_passed = None
        if not self._is_watched:
            return
        if self._has_passed is not None and self._has_passed in _who_does(event):
            self._note(_AFTER_PASSING)
        self._watch_rules_set_off(event)
        self._watch_direction(event)
        self._watch_coming_back(event)
        match event:
            case events.Passed(player=player):
                self._has_passed = player
            case events.Ended(reason=events.ALL_OUT) if self._players > 1:
                if self._board.last_player is LastPlayer.WINS:
                    self._note(_LEFT_AT_ONCE)

    def _note(self, what: str) -> None:
        self.found.setdefault(what, self._turn)

    def _watch_rules_set_off(self, event: Event) -> None:
        """Note a payment that set off no rule of a player whose rules have been set off in this turn before."""
        if self._board.standing_rules is not StandingRules.CHAINED:
            return
        if isinstance(event, events.SetOff):
            self._set_off.add(event.player)
        elif self._paid_last in self._set_off:
            self._note(_SET_OFF_AGAIN)
        with_the_pot = isinstance(event, events.Paid) and event.chips > 0 and None in (event.payer, event.payee)
        self._paid_last = next(iter(_who_does(event)), None) if with_the_pot else None

    def _watch_direction(self, event: Event) -> None:
        """Note a pawn that goes on by a throw after it came to a lower square by returning or in exchange."""
        if not self._goes_on_by_throw:
            return
        match event:
            case events.Rolled():
                self._came_down = None
            case events.Moved(player=player) if player == self._came_down:
                self._note(_DIRECTION)
            case events.Moved(player=player, how=Arrival.RETURN.value):
                self._came_down = player
            case events.Swapped(player=player, square=square, other=other, other_square=other_square):
                self._came_down = player if square < other_square else other

    def _watch_coming_back(self, event: Event) -> None:
        """Note a pawn that comes back without landing to a square from which it was led on to one that is spared."""
        rule = self._board.every_square
        if rule is None:
            return
        match event:
            case events.Rolled():
                self._landings.clear()
            case events.Landed(player=player, square=square):
                self._landings.setdefault(player, []).append(square)
            case events.Swapped(player=one, square=square, other=other, other_square=other_square):
                self._come_back(rule.spared, one, square)
                self._come_back(rule.spared, other, other_square)
            case events.Moved(player=player, square=square, how=Arrival.RETURN.value):
                self._come_back(rule.spared, player, square)

    def _come_back(self, spared: frozenset[int], player: str, square: int) -> None:
        *before, last = self._landings.get(player) or [0]
        if square in before and square not in spared and last in spared:
            self._note(_LEFT_THERE)


def _who_does(event: Event) -> frozenset[str]:
    """Name the players who do something, or to whom something is done, by a rule that each of them does it by."""
    match event:
        case events.Paid(payer=payer, payee=payee):
            return frozenset(player for player in (payer, payee) if player is not None)
        case events.RoleGiven(other=holder):
            return frozenset((holder,))
        case (
            events.Moved(player=player)
            | events.Answered(player=player)
            | events.WillSkip(player=player)
            | events.Left(player=player)
            | events.SetOff(player=player)
        ):
            return frozenset((player,))
    return frozenset()
