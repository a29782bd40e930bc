"""What of a position can still matter on a board: for how pawns move and games end, and for which effects happen.

No condition reads chips. But a rule beginning with whenever happens only if at least one chip changes hands, and
what it does then can be more than to pay.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.board import Board
from interpreter.effects import (
    Act,
    Become,
    Effect,
    HasRole,
    Holder,
    If,
    Pay,
    Pot,
    RoleOfYours,
    Say,
    Swap,
    Take,
    TakeShare,
    Trigger,
    Whenever,
    Who,
    parts,
    walk,
)

HARMLESS = (Pay, Take, TakeShare, Say, Become)
"""Effects that move no pawn, take no turn and end no game."""


@dataclass(frozen=True)
class Matters:
    """What can still matter, of all that a state knows beside where the pawns are and which turns pass.

    `uncounted` are the numbers of the board's simple effects of which it then depends on something else, such as
    chips, how often they happen.
    """

    chips: bool
    roles: bool
    standing_rules: bool
    cashier: bool
    uncounted: frozenset[int]


def for_moves(board: Board) -> Matters:
    """Find what can matter for how pawns move and games end."""
    chips = board.chips_decide_moves
    harmful = [effect for effect in _all_effects(board) if not _is_harmless(effect)]
    roles = chips or any(_reads_roles(effect) for effect in harmful)
    cashier = chips or any(Who.CASHIER in _players(node) for effect in harmful for node in walk(effect))
    uncounted = frozenset() if chips else _numbers(board, roles_known=roles, standing_known=False)
    return Matters(chips, roles, chips, cashier, uncounted)


def for_effects(board: Board) -> Matters:
    """Find what can matter for which effects happen, but chips: with them, positions would be without number."""
    moves = for_moves(board)
    effects = list(_all_effects(board))
    return Matters(
        moves.chips,
        roles=any(_reads_roles(effect) for effect in effects),
        standing_rules=moves.chips or any(isinstance(effect, Whenever) for effect in effects),
        cashier=moves.cashier,
        uncounted=frozenset() if moves.chips else _numbers(board, roles_known=True, standing_known=True),
    )


def _all_effects(board: Board) -> Iterator[Effect]:
    for effects in board.rules.values():
        for effect in effects:
            yield from (node for node in walk(effect) if isinstance(node, Effect))


def _is_harmless(effect: Effect) -> bool:
    inner = [part for part in parts(effect) if isinstance(part, Effect)]
    return all(map(_is_harmless, inner)) if inner else isinstance(effect, HARMLESS)


def _players(node: object) -> list[Holder]:
    """Give the players whom an effect names."""
    found: list[Holder] = []
    if isinstance(node, Act):
        found.append(node.who)
    if isinstance(node, Pay):
        found.append(node.to)
    if isinstance(node, Take):
        found.append(node.source)
    if isinstance(node, Swap):
        found.append(node.other)
    return found


def _reads_roles(effect: Effect) -> bool:
    """Tell whether it depends on roles what an effect does."""
    if isinstance(effect, If):
        return any(isinstance(node, HasRole) for node in walk(effect.condition))
    return any(isinstance(player, RoleOfYours) for player in _players(effect))


def _numbers(board: Board, *, roles_known: bool, standing_known: bool) -> frozenset[int]:
    """Find the simple effects that depend on chips, or on roles or standing rules unless those are known."""
    unsure: set[int] = set()

    def mark(effect: Effect, *, is_unsure: bool) -> None:
        if isinstance(effect, Whenever):
            is_unsure = is_unsure or not standing_known or _depends_on_chips(board, effect.trigger)
        elif not roles_known and _reads_roles(effect):
            is_unsure = True
        if is_unsure:
            unsure.add(id(effect))
        for part in parts(effect):
            if isinstance(part, Effect):
                mark(part, is_unsure=is_unsure)

    for effects in board.rules.values():
        for effect in effects:
            mark(effect, is_unsure=False)
    return frozenset(number for number, (_, effect) in enumerate(board.simple_effects) if id(effect) in unsure)


def _depends_on_chips(board: Board, trigger: Trigger) -> bool:
    """Tell whether it depends on chips how often a trigger sets off a rule, since a pot or a purse can be empty."""
    if trigger is Trigger.TAKE_POT or board.purse is not None:
        return True
    return any(
        isinstance(inner, Pay) and isinstance(inner.to, Pot)
        for effect in _all_effects(board)
        if isinstance(effect, Whenever) and effect.trigger is Trigger.TAKE_POT
        for inner in walk(effect)
    )
