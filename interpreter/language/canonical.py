"""Effect objects to canonical text: the form that messages print and that `parse` reads back as an equal effect."""

from collections.abc import Iterable
from fractions import Fraction

from interpreter.effects import (
    START,
    And,
    Become,
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
    Wait,
    Whenever,
    Who,
    Win,
)


def canonical_rule(effects: Iterable[Effect]) -> str:
    """Write a rule in its canonical form, one statement a line."""
    return "\n".join(canonical(effect) for effect in effects)


def canonical(effect: Effect) -> str:
    """Write an effect in its canonical form, on one line."""
    match effect:
        case EachTurnHere(inner):
            return f"each turn here, {canonical(inner)}"
        case NextTurn(inner):
            return f"next turn, {canonical(inner)}"
        case Whenever(trigger, inner):
            return f"whenever {trigger.value}, {canonical(inner)}"
        case If(condition, then, None):
            return f"if {canonical_condition(condition)} then {canonical(then)}"
        case If(condition, then, Effect() as otherwise):
            return f"if {canonical_condition(condition)} then {canonical(then)} otherwise {canonical(otherwise)}"
        case May(inner):
            return f"may {canonical(inner)}"
        case Several(effects):
            return " and ".join(canonical(each) for each in effects)
        case Pay(amount, to, who=who):
            return _act(who, "pay", f"{amount} to {_holder(to)}")
        case Take(amount, source, who=who):
            return _act(who, "take", f"{amount} from {_holder(source)}")
        case TakeShare(share, who=who):
            return _act(who, "take", _share(share))
        case ReceiveShare(share, who=who):
            return _act(who, "receive", _share(share))
        case GoTo(square, who=who):
            return _act(who, "go", f"to {_square(square)}")
        case GoBy(steps, who=who):
            return _act(who, "go", f"{'forward' if steps > 0 else 'back'} {abs(steps)}")
        case GoOn():
            return "go on by your throw"
        case Return():
            return "return to where you threw from"
        case Swap(other, who=who):
            return _act(who, "swap", f"places with {_holder(other)}")
        case RollAgain():
            return "roll again"
        case Skip(turns, who=who):
            return _act(who, "skip", f"{turns} {'turn' if turns == 1 else 'turns'}")
        case Wait():
            return "wait until another player lands here"
        case Pass():
            return "pass"
        case Say(text, who=who):
            return _act(who, "say", f'"{text}"')
        case Become(role, who=Who.YOU):
            return f"you become your {role}"
        case Become(role, who=who):
            return f"{_holder(who)} becomes your {role}"
        case Leave(who=who):
            return _act(who, "leave", "the game")
        case Win(who=who):
            return _act(who, "win", "")
        case _:
            raise TypeError(f"no effect: {effect!r}")


def canonical_condition(condition: Condition) -> str:
    """Write a condition in its canonical form; brackets stand only where they are needed."""
    match condition:
        case Rolled(number, comparison, origin):
            return " ".join(part for part in ("you rolled", comparison.value, str(number), _origin(origin)) if part)
        case RolledDice(dice, origin):
            return f"you rolled {' and '.join(map(str, dice))} {_origin(origin)}".rstrip()
        case HasRole(role):
            return f"you have a {role}"
        case SomeoneOn(square):
            return f"someone is on {square}"
        case SomeoneHere():
            return "someone is here"
        case Not(inner):
            return f"not {_bracketed(inner, And, Or)}"
        case And(conditions):
            return " and ".join(_bracketed(each, And, Or) for each in conditions)
        case Or(conditions):
            return " or ".join(_bracketed(each, Or) for each in conditions)
        case _:
            raise TypeError(f"no condition: {condition!r}")


def _bracketed(condition: Condition, *kinds: type[Condition]) -> str:
    text = canonical_condition(condition)
    return f"({text})" if isinstance(condition, kinds) else text


def _share(share: Fraction) -> str:
    part = "the rest" if share == 1 else f"{share.numerator}/{share.denominator}"
    return f"{part} of {Pot.POT.value}"


def _square(square: int) -> str:
    return "the start" if square == START else str(square)


def _origin(origin: Origin | None) -> str:
    if origin is None:
        return ""
    return f"from {origin.value if isinstance(origin, Here) else _square(origin)}"


def _act(who: Players, verb: str, rest: str) -> str:
    if who is not Who.YOU:
        verb = f"{_holder(who)} {'goes' if verb == 'go' else verb + 's'}"
    return f"{verb} {rest}".rstrip()


def _holder(holder: Holder) -> str:
    match holder:
        case PlayerOn(square):
            return f"the player on {square}"
        case RoleOfYours(role):
            return f"your {role}"
        case Who() | Pot():
            return str(holder.value)
