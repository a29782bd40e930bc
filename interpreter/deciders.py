"""Who answers a "may": a fixed answer, chance or a list. A strategy, and whoever asks a person, are deciders too."""

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from interpreter.dice import ScriptEnded
from interpreter.effects import May


class Question(NamedTuple):
    """Whether a player, now on square `place`, wants the effect that the rule of `square` allows.

    `number` is that of the question in the rule.
    """

    player: str
    place: int
    square: int
    number: int
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
