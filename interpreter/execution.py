"""How effects are executed: what makes a function of each kind, that does it at a table.

A board's effects are made into functions once, and executed many times. Such a function works for the player on a
seat; where an effect speaks of other players, what it does is done by each of them, one after the other, with all
that follows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter import events
from interpreter.board import Arrival
from interpreter.deciders import Question
from interpreter.effects import (
    Become,
    EachTurnHere,
    Effect,
    GoBy,
    GoOn,
    GoTo,
    If,
    Leave,
    May,
    NextTurn,
    Pass,
    Pay,
    Players,
    Pot,
    ReceiveShare,
    Return,
    RollAgain,
    Say,
    Several,
    Skip,
    Swap,
    Take,
    TakeShare,
    Wait,
    Whenever,
    Who,
    Win,
)
from interpreter.selection import Finder, tester
from interpreter.state import LaterRule
from interpreter.table import Doing, Table

NOT_COUNTED = -1
"""The place among the simple effects of an effect that is made of others."""

MoveChips = Callable[[Table, int, int, int], None]
"""Moves chips between a player and the pot, by the effect with this number."""


@dataclass(frozen=True)
class Workshop:
    """What is needed to make a function of an effect in the rule of a square.

    `number` is that of the effect in the rule, and `counted_as` its place among the board's simple effects, if it is
    one. `prepare` makes a function of an effect of which this one is made, to be called for these in their order, and
    `find` makes what finds the players whom it means.
    """

    square: int
    number: int
    counted_as: int
    prepare: Callable[[Effect], Doing]
    find: Callable[[Players], Finder]


def _by_each(who: Players, act: Doing, workshop: Workshop) -> Doing:
    """Let each player meant act, one after the other with all that follows."""
    find, number = workshop.find(who), workshop.counted_as

    def do_it(table: Table, seat: int, _: int) -> None:
        table.times[number] += 1
        act(table, seat, seat)

    def let_each_do_it(table: Table, seat: int, _: int) -> None:
        actors, agenda = find(table.state, seat), table.agenda
        if actors:
            table.times[number] += 1
        before = len(agenda)
        for place, actor in enumerate(actors, start=1):
            if not table.is_stopped or table.goes_on(actor):
                act(table, actor, seat)
                if len(agenda) > before:
                    # What follows comes before what the others do.
                    agenda[before:before] = [(act, other, seat) for other in reversed(actors[place:])]
                    break

    return do_it if who is Who.YOU else let_each_do_it


def _between(who: Players, others: Players, act: Doing, workshop: Workshop) -> Doing:
    """Let each player meant do with each of the others what has no consequences, if there are both."""
    find, find_others, number = workshop.find(who), workshop.find(others), workshop.counted_as

    def do_it(table: Table, seat: int, _: int) -> None:
        ones, others = find(table.state, seat), find_others(table.state, seat)
        if ones and others:
            table.times[number] += 1
            for one in ones:
                if not table.is_stopped or table.goes_on(one):
                    for other in others:
                        act(table, one, other)

    return do_it


def _with_the_pot(who: Players, move_chips: MoveChips, chips: int, workshop: Workshop) -> Doing:
    """Let each player meant pay the pot, or take from it; mostly it is the one whose rule it is."""
    number = workshop.counted_as

    def do_it(table: Table, seat: int, _: int) -> None:
        table.times[number] += 1
        move_chips(table, seat, chips, number)

    if who is Who.YOU:
        return do_it
    return _by_each(who, lambda table, seat, _: move_chips(table, seat, chips, number), workshop)


def _pay(effect: Pay, workshop: Workshop) -> Doing:
    amount, to, number = effect.amount, effect.to, workshop.counted_as
    if isinstance(to, Pot):
        return _with_the_pot(effect.who, Table.pay_pot, amount, workshop)
    return _between(effect.who, to, lambda table, payer, payee: table.transfer(payer, payee, amount, number), workshop)


def _take(effect: Take, workshop: Workshop) -> Doing:
    amount, source, number = effect.amount, effect.source, workshop.counted_as
    if isinstance(source, Pot):
        return _with_the_pot(effect.who, Table.take_from_pot, amount, workshop)
    return _between(
        effect.who, source, lambda table, payee, payer: table.transfer(payer, payee, amount, number), workshop
    )


def _take_share(effect: TakeShare, workshop: Workshop) -> Doing:
    numerator, denominator, number = effect.share.numerator, effect.share.denominator, workshop.counted_as

    def take_share(table: Table, payee: int, _: int) -> None:
        table.take_from_pot(payee, table.state.pot * numerator // denominator, number)

    return _by_each(effect.who, take_share, workshop)


def _receive_share(effect: ReceiveShare, workshop: Workshop) -> Doing:
    numerator, denominator, number = effect.share.numerator, effect.share.denominator, workshop.counted_as

    def receive_share(table: Table, payee: int, _: int) -> None:
        table.receive(payee, table.state.pot * numerator // denominator, number)

    return _by_each(effect.who, receive_share, workshop)


def _go_to(effect: GoTo, workshop: Workshop) -> Doing:
    return _by_each(effect.who, lambda table, mover, _: table.move(mover, effect.square, Arrival.GO), workshop)


def _go_by(effect: GoBy, workshop: Workshop) -> Doing:
    return _by_each(effect.who, lambda table, mover, _: _move_by(table, mover, effect.steps), workshop)


def _move_by(table: Table, mover: int, steps: int) -> None:
    square, how = table.board.destination(table.players[mover].square, steps)
    table.move(mover, square, Arrival.GO if how is Arrival.THROW else how)


def _go_on(_: GoOn, workshop: Workshop) -> Doing:
    def go_on(table: Table, seat: int, _: int) -> None:
        thrown = table.state.thrown_by(seat)
        if thrown is not None:
            table.times[workshop.counted_as] += 1
            _move_by(table, seat, -thrown[0] if table.is_backward else thrown[0])

    return go_on


def _return(_: Return, workshop: Workshop) -> Doing:
    def go_back(table: Table, seat: int, _: int) -> None:
        thrown = table.state.thrown_by(seat)
        if thrown is not None:
            table.times[workshop.counted_as] += 1
            table.move(seat, thrown[2], Arrival.RETURN)

    return go_back


def _swap(effect: Swap, workshop: Workshop) -> Doing:
    find_some, find_others = workshop.find(effect.who), workshop.find(effect.other)

    def swap(table: Table, seat: int, _: int) -> None:
        for one in find_some(table.state, seat):
            for other in find_others(table.state, seat):
                if one != other:
                    table.times[workshop.counted_as] += 1
                    _change_places(table, one, other)

    return swap


def _change_places(table: Table, one: int, other: int) -> None:
    here, there = table.players[one], table.players[other]
    from_here, from_there = here.square, there.square
    table.put(one, from_there, is_backward=from_there < from_here)
    table.put(other, from_here, is_backward=from_here < from_there)
    if table.is_heard:
        table.tell(events.Swapped(here.name, here.square, there.name, there.square))
    if Arrival.SWAP in table.board.landing:
        table.land_again(one)


def _roll_again(_: RollAgain, workshop: Workshop) -> Doing:
    def roll_again(table: Table, seat: int, _: int) -> None:
        if table.has_turn(seat):
            table.times[workshop.counted_as] += 1
            table.throws_won += 1
            if table.is_heard:
                table.tell(events.RollsAgain(table.players[seat].name))

    return roll_again


def _skip(effect: Skip, workshop: Workshop) -> Doing:
    def skip(table: Table, skipper: int, _: int) -> None:
        player = table.players[skipper]
        player.skips += effect.turns
        if table.is_heard:
            table.tell(events.WillSkip(player.name, effect.turns))

    return _by_each(effect.who, skip, workshop)


def _wait(_: Wait, workshop: Workshop) -> Doing:
    def wait(table: Table, seat: int, _: int) -> None:
        player = table.players[seat]
        if player.square != workshop.square:
            return
        table.times[workshop.counted_as] += 1
        for other in table.state.others(seat):
            if table.players[other].waits and table.players[other].square == player.square:
                table.free(other)
        player.waits = True
        if table.is_heard:
            table.tell(events.WillWait(player.name, player.square))

    return wait


def _pass(_: Pass, workshop: Workshop) -> Doing:
    def end_turn(table: Table, seat: int, _: int) -> None:
        if table.has_turn(seat):
            table.times[workshop.counted_as] += 1
            table.end_turn()
            if table.is_heard:
                table.tell(events.Passed(table.players[seat].name))

    return end_turn


def _say(effect: Say, workshop: Workshop) -> Doing:
    find = workshop.find(effect.who)

    def say(table: Table, seat: int, _: int) -> None:
        speakers = find(table.state, seat)
        if speakers:
            table.times[workshop.counted_as] += 1
            if table.is_heard:
                table.tell(events.Said(tuple(table.players[speaker].name for speaker in speakers), effect.text))

    return say


def _become(effect: Become, workshop: Workshop) -> Doing:
    def become(table: Table, holder: int, seat: int) -> None:
        player = table.players[seat]
        player.roles = {**player.roles, effect.role: holder}
        if table.is_heard:
            table.tell(events.RoleGiven(player.name, table.players[holder].name, effect.role))

    return _by_each(effect.who, become, workshop)


def _leave(effect: Leave, workshop: Workshop) -> Doing:
    find, number = workshop.find(effect.who), workshop.counted_as

    def leave(table: Table, seat: int, _: int) -> None:
        leavers = find(table.state, seat)
        if leavers:
            table.times[number] += 1
            table.leave(leavers, number)

    return leave


def _win(effect: Win, workshop: Workshop) -> Doing:
    return _by_each(effect.who, lambda table, winner, _: table.win(winner), workshop)


def _several(effect: Several, workshop: Workshop) -> Doing:
    parts = [workshop.prepare(part) for part in effect.effects]
    parts.reverse()

    def do_all(table: Table, seat: int, _: int) -> None:
        table.agenda += [(part, seat, seat) for part in parts]

    return do_all


def _may(effect: May, workshop: Workshop) -> Doing:
    do, square, number = workshop.prepare(effect.effect), workshop.square, workshop.number
    # The __new__ that named tuples have is no C, and takes as long as to find the answer.
    make = tuple.__new__

    def ask(table: Table, seat: int, _: int) -> None:
        player = table.players[seat]
        table.is_open = True
        answer = table.decide(make(Question, (player.name, player.square, square, number, effect)))
        if table.is_heard:
            table.tell(events.Answered(player.name, square, effect, answer))
        if answer:
            table.agenda.append((do, seat, seat))

    return ask


def _next_turn(effect: NextTurn, workshop: Workshop) -> Doing:
    workshop.prepare(effect.effect)
    rule = LaterRule(workshop.square, effect.effect, number=workshop.number + 1)

    def wait(table: Table, seat: int, _: int) -> None:
        player = table.players[seat]
        if rule not in player.next_turn_rules:
            player.next_turn_rules += (rule,)

    return wait


def _each_turn_here(effect: EachTurnHere, workshop: Workshop) -> Doing:
    workshop.prepare(effect.effect)

    def do_nothing(_: Table, __: int, ___: int) -> None:
        """Leave it to the turn that begins here to look for the rule."""

    return do_nothing


def _whenever(effect: Whenever, workshop: Workshop) -> Doing:
    workshop.prepare(effect.effect)
    rule = LaterRule(workshop.square, effect.effect, effect.trigger, workshop.number + 1)

    def stand(table: Table, seat: int, _: int) -> None:
        player = table.players[seat]
        if not any(other.trigger is rule.trigger and other.effect == rule.effect for other in player.standing_rules):
            player.standing_rules += (rule,)

    return stand


def _if(effect: If, workshop: Workshop) -> Doing:
    holds, then = tester(effect.condition, workshop.square), workshop.prepare(effect.then)
    otherwise = workshop.prepare(effect.otherwise) if effect.otherwise else None

    def choose(table: Table, seat: int, _: int) -> None:
        if holds(table.state, seat):
            table.agenda.append((then, seat, seat))
        elif otherwise:
            table.agenda.append((otherwise, seat, seat))

    return choose


EXECUTION: Mapping[type[Effect], Callable[[Any, Workshop], Doing]] = {
    Pay: _pay,
    Take: _take,
    TakeShare: _take_share,
    ReceiveShare: _receive_share,
    GoTo: _go_to,
    GoBy: _go_by,
    GoOn: _go_on,
    Return: _return,
    Swap: _swap,
    RollAgain: _roll_again,
    Skip: _skip,
    Wait: _wait,
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
"""Makes a function of an effect, by its kind."""
