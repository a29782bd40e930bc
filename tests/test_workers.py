"""Processes at work: answers in order, and an end whatever happens."""

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import active_children
from time import sleep

import pytest

from interpreter.workers import WorkerFailed, answers

TASKS = list(range(12))


@pytest.fixture(autouse=True)
def no_hanging() -> Iterator[None]:
    """Let a test fail that waits for ever, and one that leaves a process behind."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert not active_children()


def doubling(waits: float = 0.0) -> Callable[[int], int]:
    def double(number: int) -> int:
        sleep(waits if number % 3 == 0 else 0)
        return 2 * number

    return double


def failing(number_that_fails: int) -> Callable[[int], int]:
    def fail(number: int) -> int:
        if number == number_that_fails:
            raise LookupError(f"no answer to {number}")
        return number

    return fail


def dying(number_that_kills: int) -> Callable[[int], int]:
    def die(number: int) -> int:
        if number == number_that_kills:
            os._exit(3)
        return number

    return die


def unprepared() -> Callable[[int], int]:
    raise LookupError("not even a beginning")


@pytest.mark.parametrize("jobs", [1, 2, 3, 20])
def test_answers_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(answers(partial(doubling, 0.01), TASKS, jobs)) == [2 * number for number in TASKS]


def test_processes_can_be_started_afresh() -> None:
    assert list(answers(doubling, TASKS, 2, "spawn")) == [2 * number for number in TASKS]


def test_nothing_to_do() -> None:
    assert list(answers(doubling, [], 2)) == []


def test_tasks_are_taken_when_a_worker_is_free() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in TASKS:
            taken.append(number)
            yield number

    found = answers(doubling, tasks(), 2)
    next(found)
    assert len(taken) <= 4
    found.close()


@pytest.mark.parametrize("number", [0, 7, 11])
def test_an_error_of_a_worker_is_told(number: int) -> None:
    with pytest.raises(WorkerFailed, match=f"LookupError: no answer to {number}"):
        list(answers(partial(failing, number), TASKS, 2))


@pytest.mark.parametrize("number", [0, 7, 11])
def test_the_end_of_a_worker_is_told(number: int) -> None:
    with pytest.raises(WorkerFailed, match="ended before its work was done"):
        list(answers(partial(dying, number), TASKS, 2))


def test_a_worker_that_cannot_begin_is_told() -> None:
    with pytest.raises(WorkerFailed, match="not even a beginning"):
        list(answers(unprepared, TASKS, 2))


def test_workers_end_when_nobody_waits_for_them() -> None:
    found = answers(partial(doubling, 60), [1, 2, 3, 6, 9], 2)
    assert next(found) == 2
    found.close()
    assert not active_children()
