"""A parse tree to effect objects, for every grammar that names its rules as `grammar/effects.lark` does."""

from dataclasses import replace
from fractions import Fraction

from lark import Token, Transformer, v_args
from lark.tree import Meta

from interpreter.effects import (
    START,
    Act,
    And,
    Become,
    Comparison,
    Condition,
    EachTurnHere,
    Effect,
    GoBy,
    GoOn,
    GoTo,
    HasRole,
    Here,
    Holder,
    If,
    Leave,
    May,
    NextTurn,
    Node,
    Not,
    Or,
    Origin,
    Pass,
    Pay,
    PlayerOn,
    Players,
    Pot,
    ReceiveShare,
    Return,
    RoleOfYours,
    RollAgain,
    Rolled,
    RolledDice,
    Say,
    Several,
    Skip,
    SomeoneHere,
    SomeoneOn,
    Swap,
    Take,
    TakeShare,
    Trigger,
    Wait,
    Whenever,
    Who,
    Win,
)
from interpreter.language.explain import BadNumber
from interpreter.source import Span

LARGEST_NUMBER = 9999

JOINED = "\v"
"""A line end that counts as a space, also in a text between quotation marks; it stands in no file."""


def _number(token: Token, place: int, least: int = 1) -> int:
    span = Span(place + (token.start_pos or 0), place + (token.end_pos or 0))
    digits = token.lstrip("0") or "0"
    if len(digits) > len(str(LARGEST_NUMBER)):
        shown = token if len(token) <= 20 else f"{token[:20]}…"
        raise BadNumber(f"{shown} is too large; the largest is {LARGEST_NUMBER}", span)
    if int(digits) < least:
        raise BadNumber(f"{token} makes no sense here; the smallest is {least}", span)
    return int(digits)


@v_args(meta=True, inline=True)
class Effects(Transformer[Token, Effect]):
    """Makes effects of a parse tree; each method has the name of a rule or an alias in the grammar."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def _span(self, meta: Meta) -> Span:
        return Span(self.place + meta.start_pos, self.place + meta.end_pos)

    def start(self, _: Meta, effect: Effect) -> Effect:
        return effect

    def each_turn_here(self, meta: Meta, effect: Effect) -> Effect:
        return EachTurnHere(effect, span=self._span(meta))

    def next_turn(self, meta: Meta, effect: Effect) -> Effect:
        return NextTurn(effect, span=self._span(meta))

    def whenever(self, meta: Meta, trigger: Trigger, effect: Effect) -> Effect:
        return Whenever(trigger, effect, span=self._span(meta))

    def if_then(self, meta: Meta, condition: Condition, then: Effect, otherwise: Effect | None = None) -> Effect:
        return If(condition, then, otherwise, span=self._span(meta))

    def may(self, meta: Meta, effect: Effect) -> Effect:
        return May(effect, span=self._span(meta))

    def several(self, meta: Meta, *effects: Effect) -> Effect:
        return Several(effects, span=self._span(meta))

    def acted(self, meta: Meta, who: Players, act: Act) -> Effect:
        return replace(act, who=who, span=self._span(meta))

    def pay(self, meta: Meta, amount: Token, to: Holder) -> Effect:
        return Pay(_number(amount, self.place), to, span=self._span(meta))

    def take(self, meta: Meta, amount: Token, source: Holder) -> Effect:
        return Take(_number(amount, self.place), source, span=self._span(meta))

    def take_share(self, meta: Meta, share: Fraction) -> Effect:
        return TakeShare(share, span=self._span(meta))

    def receive_share(self, meta: Meta, share: Fraction) -> Effect:
        return ReceiveShare(share, span=self._span(meta))

    def go_to(self, meta: Meta, square: int) -> Effect:
        return GoTo(square, span=self._span(meta))

    def go_forward(self, meta: Meta, steps: Token) -> Effect:
        return GoBy(_number(steps, self.place), span=self._span(meta))

    def go_back(self, meta: Meta, steps: Token) -> Effect:
        return GoBy(-_number(steps, self.place), span=self._span(meta))

    def go_on(self, meta: Meta) -> Effect:
        return GoOn(span=self._span(meta))

    def return_to_throw(self, meta: Meta) -> Effect:
        return Return(span=self._span(meta))

    def swap(self, meta: Meta, other: Players) -> Effect:
        return Swap(other, span=self._span(meta))

    def roll_again(self, meta: Meta) -> Effect:
        return RollAgain(span=self._span(meta))

    def skip(self, meta: Meta, turns: Token) -> Effect:
        return Skip(_number(turns, self.place), span=self._span(meta))

    def wait(self, meta: Meta) -> Effect:
        return Wait(span=self._span(meta))

    def pass_turn(self, meta: Meta) -> Effect:
        return Pass(span=self._span(meta))

    def say(self, meta: Meta, text: Token) -> Effect:
        first, *lines = text[1:-1].split(JOINED)
        if lines:
            between = [line for line in map(str.strip, lines[:-1]) if line]
            first = " ".join([first.rstrip(), *between, lines[-1].lstrip()])
        return Say(first, span=self._span(meta))

    def become(self, meta: Meta, who: Players, role: Token) -> Effect:
        return Become(str(role), who=who, span=self._span(meta))

    def leave(self, meta: Meta) -> Effect:
        return Leave(span=self._span(meta))

    def win(self, meta: Meta) -> Effect:
        return Win(span=self._span(meta))

    def pay_pot(self, _: Meta) -> Trigger:
        return Trigger.PAY_POT

    def take_pot(self, _: Meta) -> Trigger:
        return Trigger.TAKE_POT

    def either(self, meta: Meta, *conditions: Condition) -> Condition:
        return Or(conditions, span=self._span(meta))

    def both(self, meta: Meta, *conditions: Condition) -> Condition:
        return And(conditions, span=self._span(meta))

    def negated(self, meta: Meta, condition: Condition) -> Condition:
        return Not(condition, span=self._span(meta))

    def rolled(self, meta: Meta, comparison: Comparison | None, number: Token, origin: Origin | None) -> Condition:
        return Rolled(
            _number(number, self.place),
            comparison or Comparison.EXACTLY,
            origin,
            span=self._span(meta),
        )

    def rolled_dice(self, meta: Meta, *parts: Token | Origin | None) -> Condition:
        *numbers, origin = parts
        dice = sorted(_number(number, self.place) for number in numbers if isinstance(number, Token))
        return RolledDice(tuple(dice), None if isinstance(origin, Token) else origin, span=self._span(meta))

    def has_role(self, meta: Meta, role: Token) -> Condition:
        return HasRole(str(role), span=self._span(meta))

    def someone_on(self, meta: Meta, square: Token) -> Condition:
        return SomeoneOn(_number(square, self.place), span=self._span(meta))

    def someone_here(self, meta: Meta) -> Condition:
        return SomeoneHere(span=self._span(meta))

    def at_least(self, _: Meta) -> Comparison:
        return Comparison.AT_LEAST

    def at_most(self, _: Meta) -> Comparison:
        return Comparison.AT_MOST

    def from_here(self, _: Meta) -> Origin:
        return Here.HERE

    def from_square(self, _: Meta, square: int) -> Origin:
        return square

    def pot(self, _: Meta) -> Pot:
        return Pot.POT

    def you(self, _: Meta) -> Who:
        return Who.YOU

    def everyone(self, _: Meta) -> Who:
        return Who.EVERYONE

    def everyone_else(self, _: Meta) -> Who:
        return Who.EVERYONE_ELSE

    def right_neighbour(self, _: Meta) -> Who:
        return Who.RIGHT_NEIGHBOUR

    def left_neighbour(self, _: Meta) -> Who:
        return Who.LEFT_NEIGHBOUR

    def nearest(self, _: Meta) -> Who:
        return Who.NEAREST

    def cashier(self, _: Meta) -> Who:
        return Who.CASHIER

    def determined(self, meta: Meta, noun: Players) -> Players:
        return replace(noun, span=self._span(meta)) if isinstance(noun, Node) else noun

    def player_on(self, meta: Meta, square: Token) -> PlayerOn:
        return PlayerOn(_number(square, self.place), span=self._span(meta))

    def role_of_yours(self, meta: Meta, role: Token) -> RoleOfYours:
        return RoleOfYours(str(role), span=self._span(meta))

    def fraction(self, meta: Meta, numerator: Token, denominator: Token) -> Fraction:
        share = Fraction(_number(numerator, self.place), _number(denominator, self.place))
        if share > 1:
            raise BadNumber(f"{share} of the pot is more than there is in it", self._span(meta))
        return share

    def rest(self, _: Meta) -> Fraction:
        return Fraction(1)

    def numbered(self, _: Meta, square: Token) -> int:
        return _number(square, self.place, least=START)

    def the_start(self, _: Meta) -> int:
        return START
