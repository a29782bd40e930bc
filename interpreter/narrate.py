"""Events as lines in the board's language."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from interpreter import events
from interpreter.board import Arrival, Board, RuleOfEverySquare
from interpreter.deciders import Question
from interpreter.effects import START, May, effects_in
from interpreter.language import canonical
from interpreter.phrases import answers


class Kind(Enum):
    """What a line is, for whoever gives it a colour or a place."""

    TITLE = auto()
    TURN = auto()
    PRINTED = auto()
    CHANGE = auto()
    STANDINGS = auto()
    END = auto()
    PICTURE = auto()
    QUESTION = auto()


PEOPLE = ("player", "other")
"""The placeholders of phrases that stand for names of players."""

_EVERY_SQUARE = -1
"""In the place of a square, the rule of every square."""


@dataclass(frozen=True)
class Line:
    """A line of the game log, in logical order and without control characters."""

    kind: Kind
    text: str


@dataclass
class _Account:
    """What has been told of one player so far."""

    square: int = START
    stake: int = 0
    paid: int = 0
    received: int = 0
    out: bool = False
    roles: dict[str, str] = field(default_factory=dict)

    @property
    def result(self) -> int:
        return self.received - self.paid - self.stake


class Narrator:
    """Tells games on a board, event by event, one after the other.

    `write_name` gives a name as it is to stand in a line, and `marks` what stands behind it in the standings.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.write_name: Callable[[str], str] = str
        self.marks: Mapping[str, str] = {}
        self.pot = 0
        self.printed_last: int | None = None
        self.accounts: dict[str, _Account] = {}

    def tell(self, event: events.Event) -> list[Line]:
        """Give the lines for the next event of the game."""
        return list(_TELL[type(event)](self, event))

    def ask(self, question: Question) -> list[Line]:
        """Give the lines that put a question; the last one awaits the answer.

        The printed rule comes first, if it is not the last one that has been told. Where it cannot say which
        effect is meant, the effect's canonical text does.
        """
        rule = self.of_every_square(question.square, question.may) or self.board.squares[question.square]
        questions = sum(isinstance(effect, May) for effect in effects_in(rule.effects))
        lines = self.reminder(question.square, question.may)
        if not rule.rule or questions > 1:
            lines.append(Line(Kind.PRINTED, canonical(question.may)))
        text = self.say("question", player=question.player, **self.yes_and_no())
        return [*lines, Line(Kind.QUESTION, text)]

    def say(self, phrase: str, **values: object) -> str:
        """Fill a phrase of the board."""
        names = {key: self.write_name(str(values[key])) for key in PEOPLE if key in values}
        return self.board.phrases[phrase].fill(**values | names)

    def yes_and_no(self) -> dict[str, str]:
        """Give the usual words for yes and no, as values for a phrase."""
        return {word: answers(self.board.phrases[word])[0] for word in ("yes", "no")}

    def printed(self, square: int, *, rule_only: bool = False) -> str:
        """Give a square's words as the sheet prints them, its number before them; or only its rule, if it has one."""
        self.printed_last = square
        words = self.board.squares[square]
        return f"{self.board.label} {square}: {words.rule if rule_only and words.rule else words.text}"

    def of_every_square(self, square: int, may: May) -> RuleOfEverySquare | None:
        """Give the rule of every square, if it is that one by which a player is asked on a square.

        A question of the same words in the square's own rule stands at another place in the file.
        """
        effects = effects_in(self.board.every_effects_of(square))
        asks = any(effect == may and effect.span == may.span for effect in effects)
        return self.board.every_square if asks else None

    def reminder(self, square: int, may: May) -> list[Line]:
        """Give the printed rule by which a player is asked, unless it is the last one that has been told."""
        every = self.of_every_square(square, may)
        if self.printed_last == (_EVERY_SQUARE if every else square):
            return []
        text = every.rule if every else self.printed(square, rule_only=True)
        self.printed_last = _EVERY_SQUARE if every else square
        return [Line(Kind.PRINTED, text)]

    def place(self, square: int) -> str:
        """Name a square as a place."""
        return self.say("start") if square == START else self.say("square", square=square)

    def chips(self, count: int) -> str:
        """Name a number of chips."""
        return self.say("chips", count=count)

    def result(self, count: int) -> str:
        """Say what has been won, or lost if the number is negative."""
        if count == 0:
            return self.say("even")
        return self.say("gain" if count > 0 else "loss", chips=self.chips(abs(count)), count=abs(count))

    def standings(self) -> str:
        """Say what is in the pot, and where everyone is."""
        return self.say("standings", pot=self.pot, players=" · ".join(map(self.standing, self.accounts)))

    def standing(self, player: str) -> str:
        """Say where a player is, and with what."""
        account = self.accounts[player]
        mark = self.marks.get(player, player)
        values = {"player": player if mark == player else f"{player} [{mark}]", "result": self.result(account.result)}
        if account.out:
            return self.say("standing out", **values)
        return self.say("standing", place=self.place(account.square), **values)

    def final(self, player: str) -> str:
        """Say what a player has in the end, and where it comes from."""
        account = self.accounts[player]
        name = player
        for other, others in self.accounts.items():
            for role, holder in others.roles.items():
                if holder == player:
                    name = self.say("role of", player=name, role=self.board.roles[role], other=other)
        values = {
            "player": name,
            "result": self.result(account.result),
            "account": self.say("account", stake=account.stake, paid=account.paid, received=account.received),
        }
        if account.out:
            return self.say("result out", **values)
        return self.say("result", place=self.place(account.square), **values)


def _began(narrator: Narrator, event: events.Began) -> Iterator[Line]:
    narrator.pot, narrator.printed_last = 0, None
    narrator.accounts = {player: _Account() for player in event.players}
    players = narrator.say("players", count=len(event.players))
    yield Line(Kind.TITLE, narrator.say("begin", name=event.board, players=players))


def _staked(narrator: Narrator, event: events.Staked) -> Iterator[Line]:
    narrator.pot = event.pot
    for account in narrator.accounts.values():
        account.stake = event.chips
    yield Line(Kind.CHANGE, narrator.say("stake", chips=narrator.chips(event.chips), pot=event.pot))


def _opened(narrator: Narrator, event: events.Opened) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("first", player=event.player))


def _turn_began(narrator: Narrator, event: events.TurnBegan) -> Iterator[Line]:
    place = narrator.place(event.square)
    yield Line(Kind.TURN, narrator.say("turn", turn=event.turn, player=event.player, place=place))


def _turn_skipped(narrator: Narrator, event: events.TurnSkipped) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("skipped", player=event.player))


def _turn_waited(narrator: Narrator, event: events.TurnWaited) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("waits", player=event.player))


def _turn_ended(narrator: Narrator, _: events.TurnEnded) -> Iterator[Line]:
    yield Line(Kind.STANDINGS, narrator.standings())


def _reminded(narrator: Narrator, event: events.Reminded) -> Iterator[Line]:
    yield Line(Kind.PRINTED, narrator.printed(event.square, rule_only=True))


def _rolled(narrator: Narrator, event: events.Rolled) -> Iterator[Line]:
    throw = f"{event.throw} ({' + '.join(map(str, event.dice))})" if len(event.dice) > 1 else event.throw
    yield Line(Kind.CHANGE, narrator.say("throw", player=event.player, throw=throw))


_HOW = {Arrival.COUNT_BACK.value: "count back", Arrival.STAY.value: "stay", Arrival.RETURN.value: "return"}


def _moved(narrator: Narrator, event: events.Moved) -> Iterator[Line]:
    narrator.accounts[event.player].square = event.square
    phrase = _HOW.get(event.how, "go")
    yield Line(Kind.CHANGE, narrator.say(phrase, player=event.player, place=narrator.place(event.square)))


def _landed(narrator: Narrator, event: events.Landed) -> Iterator[Line]:
    yield Line(Kind.PRINTED, narrator.printed(event.square))


def _lands_for_ever(narrator: Narrator, event: events.LandsForEver) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("lands for ever", player=event.player))


def _set_off(_: Narrator, __: events.SetOff) -> Iterator[Line]:
    """Say nothing: what the rule does is said."""
    yield from ()


def _swapped(narrator: Narrator, event: events.Swapped) -> Iterator[Line]:
    narrator.accounts[event.player].square = event.square
    narrator.accounts[event.other].square = event.other_square
    text = narrator.say(
        "swap",
        player=event.player,
        place=narrator.place(event.square),
        other=event.other,
        other_place=narrator.place(event.other_square),
    )
    yield Line(Kind.CHANGE, text)


def _paid(narrator: Narrator, event: events.Paid) -> Iterator[Line]:
    narrator.pot = event.pot
    if event.payer is not None:
        narrator.accounts[event.payer].paid += event.chips
    if event.payee is not None:
        narrator.accounts[event.payee].received += event.chips
    chips = narrator.chips(event.chips)
    if event.payer is None:
        phrase = "take" if event.chips else "nothing" if event.pot else "pot empty"
        text = narrator.say(phrase, player=event.payee, chips=chips)
    elif not event.chips:
        text = narrator.say("purse empty", player=event.payer)
    elif event.payee is None:
        text = narrator.say("pay", player=event.payer, chips=chips)
    else:
        text = narrator.say("give", player=event.payer, other=event.payee, chips=chips)
    yield Line(Kind.CHANGE, text)


def _answered(narrator: Narrator, event: events.Answered) -> Iterator[Line]:
    if isinstance(event.effect, May):
        yield from narrator.reminder(event.square, event.effect)
    yield Line(Kind.CHANGE, narrator.say("agree" if event.answer else "decline", player=event.player))


def _rolls_again(narrator: Narrator, event: events.RollsAgain) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("roll again", player=event.player))


def _will_skip(narrator: Narrator, event: events.WillSkip) -> Iterator[Line]:
    turns = narrator.say("turns", count=event.turns)
    yield Line(Kind.CHANGE, narrator.say("skip", player=event.player, turns=turns))


def _will_wait(narrator: Narrator, event: events.WillWait) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("wait", player=event.player, place=narrator.place(event.square)))


def _freed(narrator: Narrator, event: events.Freed) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("free", player=event.player))


def _passed(narrator: Narrator, event: events.Passed) -> Iterator[Line]:
    yield Line(Kind.CHANGE, narrator.say("pass", player=event.player))


def _said(narrator: Narrator, event: events.Said) -> Iterator[Line]:
    playing = [player for player, account in narrator.accounts.items() if not account.out]
    if len(event.players) > 1 and len(event.players) == len(playing):
        yield Line(Kind.CHANGE, narrator.say("all say", text=event.text))
    else:
        yield Line(Kind.CHANGE, narrator.say("say", player=", ".join(event.players), text=event.text))


def _role_given(narrator: Narrator, event: events.RoleGiven) -> Iterator[Line]:
    narrator.accounts[event.player].roles[event.role] = event.other
    role = narrator.board.roles[event.role]
    yield Line(Kind.CHANGE, narrator.say("role", player=event.player, other=event.other, role=role))


def _left(narrator: Narrator, event: events.Left) -> Iterator[Line]:
    gone = narrator.accounts[event.player]
    gone.out = True
    gone.roles = {}
    for account in narrator.accounts.values():
        account.roles = {role: holder for role, holder in account.roles.items() if holder != event.player}
    yield Line(Kind.CHANGE, narrator.say("leave", player=event.player))


def _ended(narrator: Narrator, event: events.Ended) -> Iterator[Line]:
    if event.winner is not None:
        place = narrator.place(narrator.accounts[event.winner].square)
        yield Line(Kind.END, narrator.say("won", player=event.winner, place=place))
    else:
        yield Line(Kind.END, narrator.say(event.reason))
    for player in narrator.accounts:
        yield Line(Kind.STANDINGS, narrator.final(player))
    yield Line(Kind.STANDINGS, narrator.say("left in pot", chips=narrator.chips(event.pot)))
    turns = narrator.say("turns", count=event.turns)
    yield Line(Kind.STANDINGS, narrator.say("length", turns=turns, throws=event.rolls))


_TELL: dict[type[events.Event], Callable[[Narrator, Any], Iterator[Line]]] = {
    events.Began: _began,
    events.Staked: _staked,
    events.Opened: _opened,
    events.TurnBegan: _turn_began,
    events.TurnSkipped: _turn_skipped,
    events.TurnWaited: _turn_waited,
    events.TurnEnded: _turn_ended,
    events.Reminded: _reminded,
    events.Rolled: _rolled,
    events.Moved: _moved,
    events.Landed: _landed,
    events.LandsForEver: _lands_for_ever,
    events.SetOff: _set_off,
    events.Swapped: _swapped,
    events.Paid: _paid,
    events.Answered: _answered,
    events.RollsAgain: _rolls_again,
    events.WillSkip: _will_skip,
    events.WillWait: _will_wait,
    events.Freed: _freed,
    events.Passed: _passed,
    events.Said: _said,
    events.RoleGiven: _role_given,
    events.Left: _left,
    events.Ended: _ended,
}
