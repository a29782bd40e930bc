"""A second interpreter of boards, written from the documentation alone, to hold the engine against.

It plays one game whose throws and answers are lists, as simply as that goes: players are numbers, as listed; a rule is
executed by recursion; nothing is fast, told or resumed. Of the package it takes the effects, which are data, and reads
the plain settings and the rules of a board. It must share nothing else with the engine, or both would be wrong
together: whoever changes what a rule means changes the documentation first, and then both from there.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from interpreter import effects as e

POT = None
"""Stands in the place of a player where chips are paid to the pot or taken from it."""

MOST_LANDINGS = 1000
"""When rules have made a player land so often by one throw, the game is stopped."""

Numbered = tuple[e.Effect, int]
"""An effect and its place among all effects of the board, of which equal ones are several."""


@dataclass
class Player:
    """What is known of a player.

    `roles` has the player who has each role, `next_turn` and `standing` the rules that are still to come, in the order
    in which the player got them, each with where its effect stands. `landings` and `passes` count how often the player
    landed, and ended a turn.
    """

    age: int | None
    square: int = 0
    chips: int = 0
    out: bool = False
    skips: int = 0
    waits: bool = False
    roles: dict[str, int] = field(default_factory=dict)
    next_turn: dict[tuple[int, e.Effect], int] = field(default_factory=dict)
    standing: dict[e.Whenever, tuple[int, int]] = field(default_factory=dict)
    landings: int = 0
    passes: int = 0


@dataclass
class Rule:
    """A rule that is happening: whose it is, of which square, and how often its player had passed when it began.

    Where it happens because of a payment, `chain` has the players whose rules were set off by that payment.
    """

    you: int
    square: int
    passes: int
    chain: set[int] | None


@dataclass
class Outcome:
    """What came of a game: `winner` is a player, `players` as listed, `landings` by squares from the start on.

    `times` and `chips_moved` are of the effects that are not made of others, those of the rule of every square last.
    """

    reason: str
    winner: int | None
    turns: int
    rolls: int
    pot: int
    short: int
    players: list[Player]
    landings: list[int]
    times: list[int]
    chips_moved: list[int]


class Over(Exception):
    """The game is over, for this reason; somebody may have won it."""

    def __init__(self, reason: str, winner: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.winner = winner


def play(
    board: Any,
    ages: Sequence[int | None],
    throws: Iterable[tuple[int, ...]],
    answers: Iterable[bool],
    most_turns: int = 10_000,
) -> Outcome:
    """Play a game of players with these ages, as they are listed, by lists of throws, die by die, and of answers."""
    game = Game(board, ages, throws, answers, most_turns)
    with deep_recursion():
        try:
            game.play()
        except Over as over:
            return game.outcome(over)
    raise AssertionError("a game ends somehow")


class Game:
    """A game on its way."""

    def __init__(
        self,
        board: Any,
        ages: Sequence[int | None],
        throws: Iterable[tuple[int, ...]],
        answers: Iterable[bool],
        most_turns: int,
    ) -> None:
        self.board = board
        self.last = max(board.squares)
        self.landing = {way.value for way in board.landing}
        self.step = 1 if board.order.value == "clockwise" else -1
        self.players = [Player(age) for age in ages]
        self.pot = 0
        self.cashier = 0
        self.throws = iter(throws)
        self.answers = iter(answers)
        self.most_turns = most_turns

        self.rules: dict[int, list[Numbered]] = {}
        place = 0
        for square in sorted(board.squares):
            effects = board.squares[square].effects
            self.rules[square] = numbered(effects, place)
            place += sum(map(size, effects))
        self.every = numbered(board.every_square.effects, place) if board.every_square else []
        self.spared = board.every_square.spared if board.every_square else frozenset()
        top = [effect for rule in self.rules.values() for effect in rule] + self.every
        self.all_effects = [inner for effect in top for inner in everything_in(*effect)]

        self.chips_matter = self.chips_can_matter()
        self.turns = 0
        self.rolls = 0
        self.short = 0
        self.landings = [0] * (self.last + 1)
        self.times: dict[int, int] = {}
        self.chips_moved: dict[int, int] = {}

        # Of the turn that is being played.
        self.thrower = 0
        self.active: int | None = None
        self.throws_left = 0
        self.shown: tuple[int, ...] = ()
        self.thrown_from = 0
        self.backward = False
        self.landings_by_rules: dict[int, int] = {}
        self.quiet = True

    def outcome(self, over: Over) -> Outcome:
        simple = [place for effect, place in self.all_effects if not inner_effects(effect)]
        if self.spared.issuperset(self.rules) and self.every:
            simple = [place for place in simple if place < self.every[0][1]]
        return Outcome(
            over.reason,
            over.winner,
            self.turns,
            self.rolls,
            self.pot,
            self.short,
            self.players,
            self.landings,
            [self.times.get(place, 0) for place in simple],
            [self.chips_moved.get(place, 0) for place in simple],
        )

    # The game and its turns

    def play(self) -> None:
        for player in self.players:
            player.chips -= self.board.stake
            self.pot += self.board.stake
        self.cashier = self.who_begins()
        current = self.cashier
        seen: set[object] = set()
        while True:
            if self.turns == self.most_turns:
                raise Over("turn limit")
            self.turns += 1
            self.turn(current)
            current = next(player for player in self.in_order_after(current))
            if not self.quiet:
                seen.clear()
                continue
            position = self.position(current)
            if position in seen:
                raise Over("stuck")
            seen.add(position)

    def who_begins(self) -> int:
        known = [(player.age, number) for number, player in enumerate(self.players) if player.age is not None]
        if self.board.first.value == "first listed" or not known:
            return 0
        if self.board.first.value == "youngest":
            return min(known)[1]
        return min((-age, number) for age, number in known)[1]

    def in_order_after(self, number: int) -> list[int]:
        """All players still in the game in turn order, the one with this number last."""
        count = len(self.players)
        around = [(number + self.step * distance) % count for distance in range(1, count + 1)]
        return [other for other in around if not self.players[other].out]

    def turn(self, number: int) -> None:
        player = self.players[number]
        self.thrower = self.active = number
        self.throws_left = 1
        self.shown = ()
        self.quiet = True
        if player.waits:
            return
        if player.skips:
            player.skips -= 1
            return
        passes = player.passes
        began_on = player.square
        next_turn, player.next_turn = player.next_turn, {}
        for (square, effect), place in next_turn.items():
            self.landings_by_rules = {}
            self.happen(Rule(number, square, passes, None), [(effect, place)])
        for effect, place in self.rule_of(began_on):
            if isinstance(effect, e.EachTurnHere) and player.square == began_on:
                self.landings_by_rules = {}
                self.happen(Rule(number, began_on, passes, None), parts(effect, place))
        rolls_before = self.rolls
        while self.throws_left and player.passes == passes and not player.out and not player.waits:
            if self.rolls - rolls_before == self.most_turns:
                raise Over("turn limit")
            self.throws_left -= 1
            self.throw(number)

    def throw(self, number: int) -> None:
        player = self.players[number]
        shown = next(self.throws, None)
        if shown is None:
            raise Over("script ended")
        self.rolls += 1
        self.shown = shown
        self.thrown_from = player.square
        self.landings_by_rules = {}
        dice = self.board.dice
        if self.board.finish.value != "exact, stay" or player.square + dice.count <= self.last:
            self.quiet = False
        self.go_by(number, sum(shown), "throw", None, by_throw=True)

    def position(self, current: int) -> object:
        """All that the rest of a game depends on, between two turns."""
        players = [
            (
                player.square,
                player.out,
                player.skips,
                player.waits,
                tuple(sorted(player.roles.items())),
                tuple(player.next_turn),
                tuple(player.standing.items()),
                player.chips if self.chips_matter else 0,
            )
            for player in self.players
        ]
        return current, self.pot if self.chips_matter else 0, tuple(players)

    def chips_can_matter(self) -> bool:
        """Tell whether it can depend on chips whether a rule is set off that does more than pay, take and say."""
        standing = [(effect, place) for effect, place in self.all_effects if isinstance(effect, e.Whenever)]
        taking = [each for each in standing if each[0].trigger.value == "you take from the pot"]
        then = [inner for each in taking for inner, _ in everything_in(*each)]
        taker_pays = any(isinstance(effect, e.Pay) and isinstance(effect.to, e.Pot) for effect in then)
        depends = standing if self.board.purse is not None or taker_pays else taking
        inner_parts = [part for each in depends for part in parts(*each)]
        set_off = [inner for part in inner_parts for inner, _ in everything_in(*part)]
        return not all(
            isinstance(inner, e.Pay | e.Take | e.TakeShare | e.ReceiveShare | e.Say | e.Several | e.If)
            for inner in set_off
        )

    # Moving and landing

    def go_by(self, number: int, steps: int, way: str, chain: set[int] | None, by_throw: bool = False) -> None:
        """Go so many squares on, or back if they are below 0."""
        here = self.players[number].square
        target = max(here + steps, 0)
        if target > self.last:
            if self.board.finish.value == "exact, stay":
                return
            if self.board.finish.value == "pass":
                target = self.last
            else:
                target, way = max(2 * self.last - target, 0), "count back"
        self.move(number, target, counted_back=way == "count back")
        self.arrive(number, way, chain, by_throw)

    def move(self, number: int, target: int, *, counted_back: bool = False) -> None:
        player = self.players[number]
        if number == self.thrower:
            self.backward = counted_back or target < player.square
        player.square = target
        player.waits = False

    def arrive(self, number: int, way: str, chain: set[int] | None, by_throw: bool = False) -> None:
        """The pawn has come to where it is; if that is a landing, the rule of the square happens."""
        player = self.players[number]
        square = player.square
        if way not in self.landing:
            return
        if not by_throw:
            self.landings_by_rules[number] = self.landings_by_rules.get(number, 0) + 1
            if self.landings_by_rules[number] == MOST_LANDINGS:
                raise Over("endless landing")
        if square == 0:
            return
        self.landings[square] += 1
        player.landings += 1
        landings = player.landings
        rule = Rule(number, square, player.passes, chain)
        self.happen(rule, self.rules[square])
        if player.landings == landings and player.square == square and square not in self.spared:
            self.happen(rule, self.every)

    # Rules

    def rule_of(self, square: int) -> list[Numbered]:
        if square == 0:
            return []
        return self.rules[square] + (self.every if square not in self.spared else [])

    def happen(self, rule: Rule, effects: Iterable[Numbered]) -> None:
        for effect, place in effects:
            if not self.is_cut_off(rule):
                self.do(rule, effect, place)

    def is_cut_off(self, rule: Rule) -> bool:
        you = self.players[rule.you]
        return you.out or you.passes != rule.passes

    def do(self, rule: Rule, effect: e.Effect, place: int) -> None:
        you = self.players[rule.you]
        match effect:
            case e.Several():
                self.happen(rule, parts(effect, place))
            case e.May():
                if self.ask():
                    self.happen(rule, parts(effect, place))
            case e.If():
                parted = parts(effect, place)
                if self.holds(rule, effect.condition):
                    self.happen(rule, parted[:1])
                else:
                    self.happen(rule, parted[1:])
            case e.NextTurn():
                you.next_turn.setdefault((rule.square, effect.effect), place + 1)
            case e.Whenever():
                you.standing.setdefault(effect, (rule.square, place))
            case e.EachTurnHere():
                pass
            case _:
                self.act(rule, effect, place)

    def ask(self) -> bool:
        self.quiet = False
        answer = next(self.answers, None)
        if answer is None:
            raise Over("script ended")
        return answer

    def act(self, rule: Rule, effect: e.Effect, place: int) -> None:
        """Do what an effect says that is not made of others. It has happened if there was somebody to do it."""
        you = self.players[rule.you]
        others: Sequence[int | None] = []
        match effect:
            case e.Pay() | e.Take():
                holder = effect.to if isinstance(effect, e.Pay) else effect.source
                others = [POT] if isinstance(holder, e.Pot) else self.meant(rule, holder)
                acting = self.meant(rule, effect.who) if others else []
            case e.Swap():
                others = self.meant(rule, effect.other)
                acting = self.meant(rule, effect.who)
                if not others or acting == others:
                    acting = []
            case e.Act():
                acting = self.meant(rule, effect.who)
            case e.GoOn() | e.Return():
                acting = [rule.you] if self.shown_to(rule.you) else []
            case e.RollAgain() | e.Pass():
                acting = [rule.you] if rule.you == self.active else []
            case e.Wait():
                acting = [rule.you] if you.square == rule.square else []
            case _:
                raise AssertionError(effect)
        if acting:
            self.times[place] = self.times.get(place, 0) + 1
        if isinstance(effect, e.Leave):
            self.leave(acting, place)
            return
        for number in acting:
            if not self.players[number].out and (number != rule.you or not self.is_cut_off(rule)):
                self.act_alone(rule, effect, place, number, others)

    def act_alone(self, rule: Rule, effect: e.Effect, place: int, number: int, others: Sequence[int | None]) -> None:
        """Do what an effect says of this one player, and of these others."""
        player = self.players[number]
        match effect:
            case e.Pay():
                for other in others:
                    self.give(rule, place, number, other, effect.amount)
            case e.Take():
                for other in others:
                    self.give(rule, place, other, number, effect.amount)
            case e.TakeShare():
                self.give(rule, place, POT, number, int(self.pot * effect.share))
            case e.ReceiveShare():
                self.hand(place, POT, number, int(self.pot * effect.share))
            case e.GoTo():
                self.move(number, effect.square)
                self.arrive(number, "go", rule.chain)
            case e.GoBy():
                self.go_by(number, effect.steps, "go", rule.chain)
            case e.GoOn():
                steps = sum(self.shown_to(number))
                self.go_by(number, -steps if self.backward else steps, "go", rule.chain)
            case e.Return():
                self.move(number, self.thrown_from)
                self.arrive(number, "return", rule.chain)
            case e.Swap():
                for other in others:
                    self.swap(number, other, rule.chain)
            case e.RollAgain():
                self.throws_left += 1
            case e.Skip():
                player.skips += effect.turns
            case e.Wait():
                for waiting in self.players:
                    if waiting.square == rule.square:
                        waiting.waits = False
                player.waits = True
            case e.Pass():
                player.passes += 1
                self.active = None
            case e.Say():
                pass
            case e.Become():
                self.players[rule.you].roles[effect.role] = number
            case e.Win():
                raise Over("won", number)
            case _:
                raise AssertionError(effect)

    def swap(self, number: int, other: int | None, chain: set[int] | None) -> None:
        assert other is not None
        here, there = self.players[number].square, self.players[other].square
        self.move(number, there)
        self.move(other, here)
        self.arrive(number, "swap", chain)

    def leave(self, leaving: list[int], place: int) -> None:
        for number in leaving:
            self.players[number].out = True
            for player in self.players:
                player.roles = {role: who for role, who in player.roles.items() if who != number}
        left = [number for number, player in enumerate(self.players) if not player.out]
        if leaving and not left:
            raise Over("all out")
        if leaving and len(left) == 1 and self.board.last_player.value == "wins the pot":
            self.hand(place, POT, left[0], self.pot)
            raise Over("won", left[0])

    # Chips

    def give(self, rule: Rule, place: int, payer: int | None, payee: int | None, due: int) -> None:
        """Chips change hands, as far as they are there; where the pot pays or is paid, that sets off rules."""
        gone = [number for number in (payer, payee) if number is not None and self.players[number].out]
        if payer == payee or gone:
            return
        if self.hand(place, payer, payee, due) == 0:
            return
        if payee is POT and payer is not None:
            self.set_off(rule, payer, "you pay the pot")
        if payer is POT and payee is not None:
            self.set_off(rule, payee, "you take from the pot")

    def hand(self, place: int, payer: int | None, payee: int | None, due: int) -> int:
        chips = due
        if payer is POT:
            chips = min(due, self.pot)
            self.short += chips < due
            self.pot -= chips
        else:
            if self.board.purse is not None:
                chips = min(due, self.board.purse + self.players[payer].chips)
            self.players[payer].chips -= chips
        if payee is POT:
            self.pot += chips
        else:
            self.players[payee].chips += chips
        self.chips_moved[place] = self.chips_moved.get(place, 0) + chips
        return chips

    def set_off(self, rule: Rule, number: int, trigger: str) -> None:
        """The rules of a player happen that are set off by a payment of that player's, made by another rule."""
        player = self.players[number]
        rules = [(each, *of) for each, of in player.standing.items() if each.trigger.value == trigger]
        apart = self.board.standing_rules.value == "do not set off each other"
        if not rules or (rule.chain is not None and apart):
            return
        chain = set() if rule.chain is None else rule.chain
        if number in chain:
            return
        chain.add(number)
        passes = player.passes
        for each, square, place in rules:
            self.happen(Rule(number, square, passes, chain), parts(each, place))

    # Players

    def meant(self, rule: Rule, who: e.Players) -> list[int]:
        """The players in the game whom a word means: none, one or several."""
        you = rule.you
        in_order = self.in_order_after(you)
        others = [number for number in in_order if number != you]
        everyone = [number for number in [you, *others] if not self.players[number].out]
        if isinstance(who, e.PlayerOn):
            return self.one_of([number for number in others if self.players[number].square == who.square])
        if isinstance(who, e.RoleOfYours):
            return [self.players[you].roles[who.role]] if who.role in self.players[you].roles else []
        match who.value:
            case "you":
                return [number for number in everyone if number == you]
            case "everyone":
                return everyone
            case "everyone else":
                return others
            case "your right neighbour":
                return self.neighbour(you, -1)
            case "your left neighbour":
                return self.neighbour(you, 1)
            case "the nearest player":
                here = self.players[you].square
                away = {number: abs(self.players[number].square - here) for number in others}
                return self.one_of([number for number in others if away[number] == min(away.values())])
            case "the cashier":
                return [] if self.players[self.cashier].out else [self.cashier]
        raise AssertionError(who)

    def one_of(self, fitting: list[int]) -> list[int]:
        """Of several players in turn order, the one that is meant."""
        return fitting[:1] if self.board.ties.value == "first after you" else fitting[-1:]

    def neighbour(self, you: int, direction: int) -> list[int]:
        count = len(self.players)
        around = [(you + direction * distance) % count for distance in range(1, count)]
        return [number for number in around if not self.players[number].out][:1]

    # Conditions

    def holds(self, rule: Rule, condition: e.Condition) -> bool:
        others = [number for number in self.in_order_after(rule.you) if number != rule.you]
        match condition:
            case e.Not():
                return not self.holds(rule, condition.condition)
            case e.And():
                return all(self.holds(rule, each) for each in condition.conditions)
            case e.Or():
                return any(self.holds(rule, each) for each in condition.conditions)
            case e.HasRole():
                return condition.role in self.players[rule.you].roles
            case e.SomeoneOn():
                return any(self.players[number].square == condition.square for number in others)
            case e.SomeoneHere():
                return any(self.players[number].square == rule.square for number in others)
            case e.Rolled():
                if not self.shown_to(rule.you, rule.square, condition.origin):
                    return False
                total, number = sum(self.shown), condition.number
                return {"": total == number, "at least": total >= number, "at most": total <= number}[
                    condition.comparison.value
                ]
            case e.RolledDice():
                return sorted(self.shown_to(rule.you, rule.square, condition.origin)) == sorted(condition.dice)
        raise AssertionError(condition)

    def shown_to(self, number: int, here: int = 0, origin: e.Origin | None = None) -> tuple[int, ...]:
        """What the dice showed in the last throw of this turn, if this player threw, and from there; nothing if not."""
        wanted = here if isinstance(origin, e.Here) else origin
        return self.shown if number == self.thrower and wanted in (None, self.thrown_from) else ()


def numbered(rule: Iterable[e.Effect], first: int) -> list[Numbered]:
    """Give the effects of a rule with their places, from the first one on; those in an effect follow it."""
    found = []
    for effect in rule:
        found.append((effect, first))
        first += size(effect)
    return found


def inner_effects(effect: e.Effect) -> list[e.Effect]:
    """Give the effects of which an effect is made, which are none for most."""
    match effect:
        case e.Several():
            return list(effect.effects)
        case e.May() | e.NextTurn() | e.EachTurnHere() | e.Whenever():
            return [effect.effect]
        case e.If():
            return [effect.then] if effect.otherwise is None else [effect.then, effect.otherwise]
    return []


def size(effect: e.Effect) -> int:
    return 1 + sum(map(size, inner_effects(effect)))


def parts(effect: e.Effect, place: int) -> list[Numbered]:
    """Give the effects of which one is made, with their places."""
    return numbered(inner_effects(effect), place + 1)


def everything_in(effect: e.Effect, place: int) -> Iterator[Numbered]:
    yield effect, place
    for part in parts(effect, place):
        yield from everything_in(*part)


@contextmanager
def deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
