"""A board: what a board file says, typed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from interpreter.dice import Dice, Shown
from interpreter.effects import (
    START,
    Effect,
    If,
    Node,
    Pay,
    Pot,
    ReceiveShare,
    RolledDice,
    Say,
    Several,
    Take,
    TakeShare,
    Trigger,
    Whenever,
    effects_in,
    is_simple,
    walk,
)
from interpreter.phrases import Phrase
from interpreter.source import Source, Span

CHIPS = (Pay, Take, TakeShare, ReceiveShare)
"""Effects by which chips change hands."""


class Finish(Enum):
    """What happens to a throw that is higher than the way to the last square; the value is its text."""

    COUNT_BACK = "exact, bounce back"
    STAY = "exact, stay"
    PASS = "pass"


class Arrival(Enum):
    """How a pawn comes to a square, or stays on it; the values but the last can stand in the board's `landing`.

    After a swap, only the player whose rule it is can land, or the two squares of a swap would change back.
    """

    THROW = "throw"
    COUNT_BACK = "count back"
    GO = "go"
    SWAP = "swap"
    RETURN = "return"
    STAY = "stay"


class First(Enum):
    """Who begins; the value is its text."""

    YOUNGEST = "youngest"
    OLDEST = "oldest"
    LISTED = "first listed"


class Order(Enum):
    """In which direction turns go round the table; the value is its text."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Ties(Enum):
    """Who is meant where a rule means one player and several fit; the value is its text."""

    FIRST = "first after you"
    LAST = "last after you"


class StandingRules(Enum):
    """Whether rules for the rest of the game set off each other; the value is its text."""

    APART = "do not set off each other"
    CHAINED = "set off each other"


class LastPlayer(Enum):
    """What becomes of the only player left when all others are out; the value is its text."""

    PLAYS_ON = "plays on"
    WINS = "wins the pot"


@dataclass(frozen=True)
class Square:
    """A square: the sheet's own words to the letter, and what the printed rule does.

    `differs` is the reason why the effect is another than in the board of which this is a translation, `accept`
    gives the reason for each code of a finding that is accepted here. `spans` gives the places of `key` and of the
    square's own keys in the file, as far as they are there, and of each code below `accept`. `together` are all
    squares that stand below the same key, and so have the same words.
    """

    number: int
    story: str
    rule: str
    effects: tuple[Effect, ...]
    spans: Mapping[str, Span]
    together: tuple[int, ...]
    differs: str = ""
    accept: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The square's words as the sheet prints them."""
        return " – ".join(part for part in (self.story, self.rule) if part)


@dataclass(frozen=True)
class RuleOfEverySquare:
    """A rule that happens on every square, after the square's own, but for the squares that it spares.

    Its words are part of the board's intro, where the sheet prints them. `spans` gives the places of its own keys in
    the file, as far as they are there.
    """

    rule: str
    effects: tuple[Effect, ...]
    spared: frozenset[int]
    spans: Mapping[str, Span]


@dataclass(frozen=True)
class Board:
    """A game to be played: settings, words, and squares by their numbers.

    `stake` and `purse` are chips for each player; without a purse, a player can always pay. `roles` gives
    the name of each role in the board's language. `accept` gives the reason for each code of a finding that is
    accepted anywhere on the board. `spans` gives the places of the header's values.
    """

    source: Source
    spans: Mapping[str, Span]
    name: str
    language: str
    translates: str
    dice: Dice
    stake: int
    purse: int | None
    finish: Finish
    landing: frozenset[Arrival]
    first: First
    order: Order
    ties: Ties
    standing_rules: StandingRules
    last_player: LastPlayer
    roles: Mapping[str, str]
    label: str
    intro: str
    accept: Mapping[str, str]
    phrases: Mapping[str, Phrase]
    squares: Mapping[int, Square]
    every_square: RuleOfEverySquare | None = None

    @cached_property
    def last(self) -> int:
        """The number of the last square."""
        return max(self.squares, default=START)

    @cached_property
    def written(self) -> tuple[Square, ...]:
        """The squares whose words stand in the file: of several below one key, the first."""
        return tuple(square for square in self.squares.values() if square.number == square.together[0])

    @cached_property
    def reads_each_die(self) -> bool:
        """Tell whether a rule depends on what each of several dice shows, so that a sum is not enough."""
        return bool(self.named_throws)

    @cached_property
    def named_throws(self) -> frozenset[Shown]:
        """The throws of several dice that rules tell from others with the same sum: what each die shows, sorted."""
        named = (node.dice for node in self.nodes() if isinstance(node, RolledDice))
        return frozenset(dice for dice in named if len(dice) > 1 and self.dice.can_show(dice))

    @cached_property
    def rules(self) -> tuple[tuple[int | None, tuple[Effect, ...]], ...]:
        """The effects of each square, and last, with None for theirs, those of the rule of every square."""
        every = self.every_square
        own = ((number, self.squares[number].effects) for number in sorted(self.squares))
        return *own, (None, every.effects if every and not every.spared.issuperset(self.squares) else ())

    @cached_property
    def simple_effects(self) -> tuple[tuple[int | None, Effect], ...]:
        """All effects that are not made of others, each with its square: what can happen on this board."""
        return tuple(
            (square, effect) for square, rule in self.rules for effect in effects_in(rule) if is_simple(effect)
        )

    @cached_property
    def first_simple_effects(self) -> Mapping[int | None, int]:
        """The place of the first simple effect of each square among all, if it has any; None is every square."""
        first: dict[int | None, int] = {}
        for place, (square, _) in enumerate(self.simple_effects):
            first.setdefault(square, place)
        return first

    @cached_property
    def has_chips(self) -> bool:
        """Tell whether a game has anything to do with chips: whether they are staked, paid or taken."""
        return self.stake > 0 or any(isinstance(effect, CHIPS) for effect in self.nodes())

    @cached_property
    def payments_decide_moves(self) -> bool:
        """Tell whether payments can decide how pawns move: by a rule set off by one that does more than pay."""
        return any(map(_does_more_than_pay, self._whenevers()))

    @cached_property
    def chips_decide_moves(self) -> bool:
        """Tell whether it can depend on how many chips there are how pawns move.

        No condition reads chips, but a rule beginning with whenever happens only if at least 1 chip changes hands.
        """
        return any(_does_more_than_pay(rule) and self.needs_chips(rule.trigger) for rule in self._whenevers())

    def needs_chips(self, trigger: Trigger) -> bool:
        """Tell whether it depends on chips how often a trigger sets off a rule, since a pot or a purse can be empty."""
        if trigger is Trigger.TAKE_POT or self.purse is not None:
            return True
        return any(
            isinstance(inner, Pay) and isinstance(inner.to, Pot)
            for rule in self._whenevers()
            if rule.trigger is Trigger.TAKE_POT
            for inner in walk(rule.effect)
        )

    def _whenevers(self) -> Iterator[Whenever]:
        return (node for node in self.nodes() if isinstance(node, Whenever))

    def span_of(self, key: str) -> Span:
        """Give the place of a key of the header, such as `stake` or `roles/ROLE`; the beginning if it is not there."""
        return self.spans.get(key) or self.spans.get(key.split("/")[0]) or Span(0, 1)

    def accepts(self, code: str, square: int | None) -> bool:
        """Tell whether the board, or the square that it is about, accepts findings with a code."""
        own = None if square is None else self.squares.get(square)
        return code in self.accept or (own is not None and code in own.accept)

    def effects_of(self, square: int) -> tuple[Effect, ...]:
        """Give the effects of a square; the start has none."""
        return self.squares[square].effects if square in self.squares else ()

    def every_effects_of(self, square: int) -> tuple[Effect, ...]:
        """Give the effects that the rule of every square has on a square."""
        rule = self.every_square
        return () if rule is None or square in rule.spared or square not in self.squares else rule.effects

    def rule_of(self, square: int) -> tuple[Effect, ...]:
        """Give the effects of a square with those that the rule of every square has there.

        In this rule an effect has its number, the one by which games know it.
        """
        return *self.effects_of(square), *self.every_effects_of(square)

    def nodes(self) -> Iterator[Node]:
        """Give all effects of the board with all that is in them."""
        rules = [square.effects for square in self.squares.values()]
        rules += [self.every_square.effects] if self.every_square else []
        for effects in rules:
            for effect in effects:
                yield from walk(effect)

    def destination(self, square: int, steps: int) -> tuple[int, Arrival]:
        """Find where so many steps from a square lead to by a throw, and how; steps below 0 go back.

        No number of steps leads off the board: backwards the start is the end of the way, and at the last
        square `finish` decides.
        """
        target = square + steps
        if target <= self.last:
            return max(target, START), Arrival.THROW
        if self.finish is Finish.PASS:
            return self.last, Arrival.THROW
        if self.finish is Finish.STAY:
            return square, Arrival.STAY
        return max(2 * self.last - target, START), Arrival.COUNT_BACK

    def can_move_from(self, square: int) -> bool:
        """Tell whether any throw leads away from a square, or back to it by landing there again."""
        return any(self.destination(square, throw)[1] is not Arrival.STAY for throw in self.dice.throws)


def _does_more_than_pay(rule: Whenever) -> bool:
    effects = (node for node in walk(rule.effect) if isinstance(node, Effect))
    return not all(isinstance(effect, (*CHIPS, Say, Several, If)) for effect in effects)


def sheet(board: Board) -> str:
    """Print the sheet as text: the rules, and one line a square."""
    return "".join(f"{line}\n" for line in _sheet_lines(board))


def _sheet_lines(board: Board) -> Iterator[str]:
    if board.intro:
        yield board.intro
    for number in sorted(board.squares):
        yield f"{board.label} {number}: {board.squares[number].text}"
