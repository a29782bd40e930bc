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
    Leave,
    Pay,
    ReceiveShare,
    RoleOfYours,
    Say,
    Swap,
    Take,
    TakeShare,
    Whenever,
    Who,
    is_simple,
    parts,
    walk,
)

HARMLESS = (Pay, Take, TakeShare, ReceiveShare, Say, Become)
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
    payments = board.payments_decide_moves
    effects = list(_all_effects(board))
    deciding = effects if payments else [effect for effect in effects if not _is_harmless(effect)]
    roles = any(map(_reads_roles, deciding))
    if roles:
        deciding += [effect for effect in effects if isinstance(effect, Become)]
    return _matters(
        board,
        chips=board.chips_decide_moves,
        roles=roles,
        standing_rules=payments,
        cashier=any(map(_names_cashier, deciding)),
    )


def for_effects(board: Board) -> Matters:
    """Find what can matter for which effects happen, but chips: with them, positions would be without number."""
    effects = list(_all_effects(board))
    return _matters(
        board,
        chips=board.chips_decide_moves,
        roles=any(map(_reads_roles, effects)),
        standing_rules=any(isinstance(effect, Whenever) for effect in effects),
        cashier=any(map(_names_cashier, effects)),
    )


def _matters(board: Board, *, chips: bool, roles: bool, standing_rules: bool, cashier: bool) -> Matters:
    """Find which effects cannot be counted if this is known, and nothing else."""
    can_leave = any(isinstance(effect, Leave) for effect in _all_effects(board))

    def needs_more(effect: Effect) -> bool:
        if isinstance(effect, Whenever):
            return not chips and (not standing_rules or board.needs_chips(effect.trigger))
        # The cashier pays and takes as anybody does, but is not there any more after leaving the game.
        return (not roles and _reads_roles(effect)) or (not cashier and can_leave and _names_cashier(effect))

    def simple(effect: Effect, *, is_uncounted: bool) -> Iterator[bool]:
        """Say of each simple effect in an effect, in their order, whether it cannot be counted."""
        is_uncounted = is_uncounted or needs_more(effect)
        if is_simple(effect):
            yield is_uncounted
        for part in parts(effect):
            if isinstance(part, Effect):
                yield from simple(part, is_uncounted=is_uncounted)

    said = (each for _, rule in board.rules for effect in rule for each in simple(effect, is_uncounted=False))
    uncounted = frozenset(number for number, is_uncounted in enumerate(said) if is_uncounted)
    return Matters(chips, roles, standing_rules, cashier, uncounted)


def _all_effects(board: Board) -> Iterator[Effect]:
    return (node for node in board.nodes() if isinstance(node, Effect))


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


def _names_cashier(effect: Effect) -> bool:
    return Who.CASHIER in _players(effect)


def _reads_roles(effect: Effect) -> bool:
    """Tell whether it depends on roles what an effect does."""
    if isinstance(effect, If):
        return any(isinstance(node, HasRole) for node in walk(effect.condition))
    return any(isinstance(player, RoleOfYours) for player in _players(effect))
