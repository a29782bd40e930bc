"""What happened in a game, as data.

Players are named; `None` in the place of a player is the pot. Squares are numbers, 0 is the start. Chips
are numbers of chips, `pot` what is in the pot after the event.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from interpreter.effects import Effect
from interpreter.language import canonical


@dataclass(frozen=True)
class Event:
    """Something that happened; `kind` is its name in JSON."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Began(Event):
    """A game began, with the players in the order in which they sit, clockwise."""

    kind = "begin"
    board: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Staked(Event):
    """Everyone put the stake into the pot."""

    kind = "stake"
    chips: int
    pot: int


@dataclass(frozen=True)
class Opened(Event):
    """It is settled who begins, and is the cashier."""

    kind = "first"
    player: str


@dataclass(frozen=True)
class TurnBegan(Event):
    """A turn began."""

    kind = "turn"
    turn: int
    player: str
    square: int


@dataclass(frozen=True)
class TurnSkipped(Event):
    """The turn passed because of a rule before."""

    kind = "skipped"
    player: str


@dataclass(frozen=True)
class TurnWaited(Event):
    """The turn passed because the player waits for another one."""

    kind = "waits"
    player: str


@dataclass(frozen=True)
class TurnEnded(Event):
    """A turn ended."""

    kind = "turn end"
    player: str


@dataclass(frozen=True)
class Reminded(Event):
    """A rule of this square happens now, and not by landing there."""

    kind = "reminder"
    player: str
    square: int


@dataclass(frozen=True)
class Rolled(Event):
    """A player threw this sum; `dice` is what each die shows, or the sum alone where only that is known."""

    kind = "roll"
    player: str
    throw: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Moved(Event):
    """A pawn moved; `how` is `throw`, `count back`, `stay`, `go` or `return`."""

    kind = "move"
    player: str
    start: int
    square: int
    how: str


@dataclass(frozen=True)
class Landed(Event):
    """A square's rule happens because a player landed there."""

    kind = "land"
    player: str
    square: int


@dataclass(frozen=True)
class LandsForEver(Event):
    """A player would land on one square after another for ever, and the game cannot go on."""

    kind = "lands for ever"
    player: str
    square: int


@dataclass(frozen=True)
class SetOff(Event):
    """A rule of a player for the rest of the game, from this square, happens because of a payment."""

    kind = "set off"
    player: str
    square: int


@dataclass(frozen=True)
class Swapped(Event):
    """Two pawns changed places; the squares are where they are now."""

    kind = "swap"
    player: str
    square: int
    other: str
    other_square: int


@dataclass(frozen=True)
class Paid(Event):
    """Chips changed hands; `due` would have, had there been enough."""

    kind = "pay"
    payer: str | None
    payee: str | None
    chips: int
    due: int
    pot: int


@dataclass(frozen=True)
class Answered(Event):
    """A player was asked whether to do what the rule of a square allows."""

    kind = "answer"
    player: str
    square: int
    effect: Effect
    answer: bool


@dataclass(frozen=True)
class RollsAgain(Event):
    """A player will throw again in this turn."""

    kind = "roll again"
    player: str


@dataclass(frozen=True)
class WillSkip(Event):
    """So many more turns of a player will pass."""

    kind = "skip"
    player: str
    turns: int


@dataclass(frozen=True)
class WillWait(Event):
    """A player has no turns until another one comes to wait on this square."""

    kind = "wait"
    player: str
    square: int


@dataclass(frozen=True)
class Freed(Event):
    """A player who waited on this square has turns again."""

    kind = "free"
    player: str
    square: int


@dataclass(frozen=True)
class Passed(Event):
    """A player ended the turn before its end."""

    kind = "pass"
    player: str


@dataclass(frozen=True)
class Said(Event):
    """Players said something."""

    kind = "say"
    players: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class RoleGiven(Event):
    """A player, `other`, now has a role for another, `player`."""

    kind = "role"
    player: str
    other: str
    role: str


@dataclass(frozen=True)
class Left(Event):
    """A player is out of the game, from this square."""

    kind = "leave"
    player: str
    square: int


@dataclass(frozen=True)
class Standing:
    """What a player has; `chips` won or lost since before the stake, `square` None when out."""

    name: str
    square: int | None
    chips: int
    out: bool


@dataclass(frozen=True)
class Ended(Event):
    """The game ended; `reason` is one of the REASONS, the players stand as listed."""

    kind = "end"
    reason: str
    winner: str | None
    pot: int
    turns: int
    rolls: int
    players: tuple[Standing, ...]


WON, ALL_OUT, STUCK, TURN_LIMIT, SCRIPT_ENDED = "won", "all out", "stuck", "turn limit", "script ended"
NOBODY_WON = (ALL_OUT, STUCK, TURN_LIMIT)
REASONS = (WON, *NOBODY_WON, SCRIPT_ENDED)


def as_object(event: Event) -> dict[str, Any]:
    """Give an event as an object for JSON, its kind first; effects are in canonical text."""
    return {"event": event.kind, **{each.name: _plain(getattr(event, each.name)) for each in fields(event)}}


def _plain(value: Any) -> Any:
    if isinstance(value, Effect):
        return canonical(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return asdict(value) if isinstance(value, Standing) else value
