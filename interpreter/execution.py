"""How each kind of effect is executed: one small function a kind, and the table that says which.

A function executes an effect at a table for the player on a seat, as part of the rule of a square. One that ends in
`_one` does it for one of the players meant; its last seat is that of the player whose rule it is.
"""

from collections.abc import Mapping, Sequence

from interpreter import events
from interpreter.board import Arrival
from interpreter.deciders import Question
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
    Pot,
    RollAgain,
    Say,
    Several,
    Skip,
    Swap,
    Take,
    TakeShare,
    Whenever,
    Win,
)
from interpreter.selection import holds
from interpreter.state import LaterRule
from interpreter.table import Doing, Table

THE_POT: Sequence[None] = (None,)


def _pay(table: Table, effect: Pay, seat: int, _: int) -> None:
    if table.each(_pay_one, effect, seat) and _holders(table, effect.to, seat):
        table.happens(effect)


def _pay_one(table: Table, effect: Pay, payer: int, seat: int) -> None:
    for payee in _holders(table, effect.to, seat):
        table.transfer(payer, payee, effect.amount, effect)


def _take(table: Table, effect: Take, seat: int, _: int) -> None:
    if table.each(_take_one, effect, seat) and _holders(table, effect.source, seat):
        table.happens(effect)


def _take_one(table: Table, effect: Take, payee: int, seat: int) -> None:
    for payer in _holders(table, effect.source, seat):
        table.transfer(payer, payee, effect.amount, effect)


def _holders(table: Table, holder: Holder, seat: int) -> Sequence[int | None]:
    return THE_POT if isinstance(holder, Pot) else table.seats(holder, seat)


def _take_share(table: Table, effect: TakeShare, seat: int, _: int) -> None:
    if table.each(_take_share_one, effect, seat):
        table.happens(effect)


def _take_share_one(table: Table, effect: TakeShare, payee: int, _: int) -> None:
    table.transfer(None, payee, int(table.state.pot * effect.share), effect)


def _go_to(table: Table, effect: GoTo, seat: int, _: int) -> None:
    if table.each(_go_to_one, effect, seat):
        table.happens(effect)


def _go_to_one(table: Table, effect: GoTo, mover: int, _: int) -> None:
    table.move(mover, effect.square, Arrival.GO)


def _go_by(table: Table, effect: GoBy, seat: int, _: int) -> None:
    if table.each(_go_by_one, effect, seat):
        table.happens(effect)


def _go_by_one(table: Table, effect: GoBy, mover: int, _: int) -> None:
    square, how = table.board.destination(table.state.players[mover].square, effect.steps)
    table.move(mover, square, Arrival.GO if how is Arrival.THROW else how)


def _swap(table: Table, effect: Swap, seat: int, _: int) -> None:
    players = table.state.players
    for one in table.seats(effect.who, seat):
        for other in table.seats(effect.other, seat):
            if one == other:
                continue
            table.happens(effect)
            here, there = players[one], players[other]
            here.square, there.square = there.square, here.square
            table.tell(events.Swapped(here.name, here.square, there.name, there.square))
            if Arrival.SWAP in table.board.landing:
                table.land(one)


def _roll_again(table: Table, effect: RollAgain, seat: int, _: int) -> None:
    if seat == table.state.current:
        table.happens(effect)
        table.throws_left += 1
        table.tell(events.RollsAgain(table.state.players[seat].name))


def _skip(table: Table, effect: Skip, seat: int, _: int) -> None:
    skippers = table.seats(effect.who, seat)
    if skippers:
        table.happens(effect)
    for skipper in skippers:
        table.state.players[skipper].skips += effect.turns
        table.tell(events.WillSkip(table.state.players[skipper].name, effect.turns))


def _pass(table: Table, effect: Pass, seat: int, _: int) -> None:
    if seat == table.state.current:
        table.happens(effect)
        table.is_over = True
        table.tell(events.Passed(table.state.players[seat].name))


def _say(table: Table, effect: Say, seat: int, _: int) -> None:
    names = tuple(table.state.players[speaker].name for speaker in table.seats(effect.who, seat))
    if names:
        table.happens(effect)
        table.tell(events.Said(names, effect.text))


def _become(table: Table, effect: Become, seat: int, _: int) -> None:
    players = table.state.players
    for holder in table.seats(effect.who, seat):
        table.happens(effect)
        players[seat].roles[effect.role] = holder
        table.tell(events.RoleGiven(players[seat].name, players[holder].name, effect.role))


def _leave(table: Table, effect: Leave, seat: int, _: int) -> None:
    if table.each(_leave_one, effect, seat):
        table.happens(effect)


def _leave_one(table: Table, effect: Leave, leaver: int, _: int) -> None:
    table.leave(leaver, effect)


def _win(table: Table, effect: Win, seat: int, _: int) -> None:
    for winner in table.seats(effect.who, seat):
        table.happens(effect)
        table.state.winner = winner


def _several(table: Table, effect: Several, seat: int, square: int) -> None:
    table.execute(effect.effects, seat, square)


def _may(table: Table, effect: May, seat: int, square: int) -> None:
    player = table.state.players[seat]
    table.is_open = True
    answer = table.decide(Question(player.name, player.square, square, effect))
    table.tell(events.Answered(player.name, square, effect, answer))
    if answer:
        table.execute((effect.effect,), seat, square)


def _next_turn(table: Table, effect: NextTurn, seat: int, square: int) -> None:
    rule, waiting = LaterRule(square, effect.effect), table.state.players[seat].next_turn_rules
    if rule not in waiting:
        waiting.append(rule)


def _each_turn_here(_: Table, __: EachTurnHere, ___: int, ____: int) -> None:
    """Do nothing on landing: the turn that begins here looks for it."""


def _whenever(table: Table, effect: Whenever, seat: int, square: int) -> None:
    standing = table.state.players[seat].standing_rules
    if not any(rule.trigger is effect.trigger and rule.effect == effect.effect for rule in standing):
        standing.append(LaterRule(square, effect.effect, effect.trigger))


def _if(table: Table, effect: If, seat: int, square: int) -> None:
    if holds(effect.condition, seat, square, table.state):
        table.execute((effect.then,), seat, square)
    elif effect.otherwise:
        table.execute((effect.otherwise,), seat, square)


EXECUTE: Mapping[type[Effect], Doing] = {
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
