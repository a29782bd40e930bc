"""Who answers a "may": a fixed answer, chance, a list, or a strategy. Whoever asks a person is a decider too."""

from collections.abc import Callable, Iterable
from math import inf
from random import Random
from typing import NamedTuple

from interpreter.dice import ScriptEnded
from interpreter.effects import (
    START,
    Effect,
    GoBy,
    GoTo,
    May,
    Pass,
    Pay,
    PlayerOn,
    RollAgain,
    Several,
    Skip,
    Swap,
    Take,
    TakeShare,
    Who,
    Win,
)


class Question(NamedTuple):
    """Whether a player, now on square `place`, wants the effect that the rule of `square` allows."""

    player: str
    place: int
    square: int
    may: May


Decider = Callable[[Question], bool]
"""Answers a question. Raises ScriptEnded when there is no answer."""


def always(answer: bool) -> Decider:
    """Give the same answer to every question."""
    return lambda _: answer


def by_chance(seed: int) -> Decider:
    """Answer by chance, the same answers for the same seed, without touching the dice."""
    random = Random(f"answers {seed}").random
    return lambda _: random() < 0.5


def scripted(answers: Iterable[bool]) -> Decider:
    """Answer what the list says; its end raises ScriptEnded."""
    script = iter(answers)

    def decide(question: Question) -> bool:
        answer = next(script, None)
        if answer is None:
            raise ScriptEnded(f"the list of answers has ended, and {question.player} is asked")
        return answer

    return decide


def race(question: Question) -> bool:
    """Answer as a sensible person does who races home: forward and on, not back, no waiting, and chips are welcome."""
    return _progress(question.may.effect, question.place) > 0


def _progress(effect: Effect, place: int) -> float:
    """Weigh what an effect does for the player who decides: squares forward count most, chips least."""
    match effect:
        case Several(effects):
            return sum(_progress(each, place) for each in effects)
        case GoTo(square, who=Who.YOU):
            return square - place if square != START else -place - 1
        case GoBy(steps, who=Who.YOU):
            return steps
        case Win(who=Who.YOU):
            return inf
        case Swap(PlayerOn(square), who=Who.YOU):
            return square - place
        case RollAgain():
            return 1
        case Skip(turns, who=Who.YOU):
            return -turns
        case Pass():
            return -1
        case Take(who=Who.YOU) | TakeShare(who=Who.YOU):
            return 0.01
        case Pay(who=Who.YOU):
            return -0.01
    return 0
