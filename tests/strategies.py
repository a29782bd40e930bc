"""Generated effects: everything that the effect language can say."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st
from support import small_board

from interpreter.board import (
    Arrival,
    Board,
    Finish,
    First,
    LastPlayer,
    Order,
    RuleOfEverySquare,
    StandingRules,
    Ties,
)
from interpreter.dice import Dice
from interpreter.effects import (
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
    Not,
    Or,
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

ROLES = ("friday", "tante")
MOST_SQUARES = 12
PLAIN_BOARD = small_board({}, MOST_SQUARES, roles="; ".join(f"{role}: {role}" for role in ROLES))


def numbers(most: int = 9999) -> st.SearchStrategy[int]:
    return st.integers(1, most)


def single_players(squares: int = 9999) -> st.SearchStrategy[Players]:
    singles = [who for who in Who if who not in (Who.EVERYONE, Who.EVERYONE_ELSE)]
    return st.one_of(
        st.sampled_from(singles),
        st.builds(PlayerOn, numbers(squares)),
        st.builds(RoleOfYours, st.sampled_from(ROLES)),
    )


def actions(squares: int = 9999, amounts: int = 9999) -> st.SearchStrategy[Effect]:
    """Effects that consist of no others; squares up to a number, chips up to another."""
    single = single_players(squares)
    who: st.SearchStrategy[Players] = st.one_of(st.just(Who.YOU), st.sampled_from(Who), single)
    holder: st.SearchStrategy[Holder] = st.one_of(st.just(Pot.POT), who)
    amount = numbers(amounts)
    share = st.fractions(0, 1, max_denominator=99).filter(lambda each: each > 0)
    steps = st.one_of(numbers(squares), numbers(squares).map(lambda each: -each))
    said = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)
    return st.one_of(
        st.builds(Pay, amount, holder, who=who),
        st.builds(Take, amount, holder, who=who),
        st.builds(TakeShare, st.one_of(st.just(Fraction(1)), share), who=who),
        st.builds(ReceiveShare, st.one_of(st.just(Fraction(1)), share), who=who),
        st.builds(GoTo, st.integers(0, squares), who=who),
        st.builds(GoBy, steps, who=who),
        st.just(GoOn()),
        st.just(Return()),
        st.builds(Swap, single, who=single),
        st.just(RollAgain()),
        st.builds(Skip, numbers(3), who=who),
        st.just(Wait()),
        st.just(Pass()),
        st.builds(Say, said, who=who),
        st.builds(Become, st.sampled_from(ROLES), who=single),
        st.builds(Leave, who=who),
        st.builds(Win, who=single),
    )


def conditions(squares: int = 9999) -> st.SearchStrategy[Condition]:
    origin = st.one_of(st.none(), st.just(Here.HERE), st.integers(0, squares))
    dice = st.lists(numbers(6), min_size=2, max_size=3).map(sorted).map(tuple)
    simple: st.SearchStrategy[Condition] = st.one_of(
        st.builds(Rolled, numbers(12), st.sampled_from(Comparison), origin),
        st.builds(RolledDice, dice, origin),
        st.builds(HasRole, st.sampled_from(ROLES)),
        st.builds(SomeoneOn, numbers(squares)),
        st.just(SomeoneHere()),
    )

    def compound(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(st.builds(Not, inner), st.builds(And, several), st.builds(Or, several))

    return st.recursive(simple, compound, max_leaves=4)


def encounters(squares: int) -> st.SearchStrategy[Effect]:
    """Statements by which one rule leads to another, and players to each other."""
    several = st.sampled_from([Who.EVERYONE, Who.EVERYONE_ELSE])
    return st.one_of(
        st.builds(GoTo, st.integers(1, squares), who=several),
        st.builds(GoBy, st.sampled_from([-2, -1, 1, 2]), who=several),
        st.builds(GoTo, st.integers(1, squares)),
        st.builds(Pay, st.integers(1, 3), st.just(Pot.POT), who=several),
        st.builds(Swap, single_players(squares)),
        st.sampled_from([Pass(), GoOn(), Return()]),
        st.builds(Whenever, st.sampled_from(Trigger), st.builds(Pay, st.integers(1, 3), st.just(Pot.POT), who=several)),
    )


def rules(
    squares: int = 9999, amounts: int = 9999, others: st.SearchStrategy[Effect] | None = None, least: int = 1
) -> st.SearchStrategy[tuple[Effect, ...]]:
    """Rules of up to three statements, as the grammar nests them; half of these are others, if wanted."""
    action = actions(squares, amounts)
    several = st.lists(action, min_size=2, max_size=3).map(lambda each: Several(tuple(each)))
    acts = st.one_of(action, several)
    simple: st.SearchStrategy[Effect] = st.one_of(acts, st.builds(May, acts))
    trigger = st.sampled_from(Trigger)

    def later(inner: st.SearchStrategy[Effect]) -> st.SearchStrategy[Effect]:
        return st.one_of(st.builds(NextTurn, inner), st.builds(Whenever, trigger, inner))

    closed = st.recursive(simple, later, max_leaves=2)
    statement = st.recursive(
        closed,
        lambda inner: st.one_of(later(inner), st.builds(If, conditions(squares), closed, st.one_of(st.none(), inner))),
        max_leaves=3,
    )
    top = st.one_of(statement, st.builds(EachTurnHere, statement))
    if others is not None:
        # What is mapped counts as one choice, and not as many as it has in it.
        top = st.one_of(top.map(lambda effect: effect), others.map(lambda effect: effect))
    return st.lists(top, min_size=least, max_size=3).map(tuple)


def board_settings(
    dice: Sequence[Dice], stakes: Sequence[int], purses: Sequence[int | None]
) -> st.SearchStrategy[dict[str, Any]]:
    """Any settings of a header that decide how a game goes, with these dice, stakes and purses."""
    return st.fixed_dictionaries(
        {
            "dice": st.sampled_from(dice),
            "stake": st.sampled_from(stakes),
            "purse": st.sampled_from(purses),
            "finish": st.sampled_from(Finish),
            "landing": st.frozensets(
                st.sampled_from([Arrival.COUNT_BACK, Arrival.GO, Arrival.SWAP, Arrival.RETURN])
            ).map(lambda ways: ways | {Arrival.THROW}),
            "first": st.sampled_from(First),
            "order": st.sampled_from(Order),
            "ties": st.sampled_from(Ties),
            "standing_rules": st.sampled_from(StandingRules),
            "last_player": st.sampled_from(LastPlayer),
        }
    )


def boards() -> st.SearchStrategy[Board]:
    """Boards so small that pawns meet, with any rules, sensible or not, on most of their squares, and any settings."""
    return st.integers(3, MOST_SQUARES).flatmap(_boards)


@cache
def _boards(last: int) -> st.SearchStrategy[Board]:
    numbers = range(1, last + 1)
    rule = rules(last, 5, encounters(last), least=2)

    def make(
        effects: dict[int, tuple[Effect, ...]], every: tuple[tuple[Effect, ...], frozenset[int]] | None, header: Any
    ) -> Board:
        squares = {number: replace(PLAIN_BOARD.squares[number], effects=effects.get(number, ())) for number in numbers}
        every_square = None if every is None else RuleOfEverySquare("", *every, {})
        return replace(PLAIN_BOARD, squares=squares, every_square=every_square, **header)

    return st.builds(
        make,
        st.dictionaries(st.sampled_from(numbers), rule, min_size=last // 2),
        st.one_of(st.none(), st.tuples(rule, st.frozensets(st.sampled_from(numbers)))),
        board_settings([Dice(1, 2), Dice(1, 3), Dice(1, 6), Dice(2, 3), Dice(3, 2)], [0, 3, 10], [None, 10, 15]),
    )
