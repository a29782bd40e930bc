"""Lets several processes work on tasks, so that the answers come in the order of the tasks.

A worker gets one task at a time. It is ended at once when nobody waits for its answers any more, and whatever
happens to it is told here: it prints nothing.
"""

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import Any, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class WorkerFailed(Exception):
    """A worker could not do its work; the message says why."""


@dataclass(frozen=True)
class _Failure:
    """Why a worker could not do its work."""

    message: str


def answers(
    prepare: Callable[[], Callable[[Task], Answer]],
    tasks: Iterable[Task],
    jobs: int,
    method: str | None = None,
) -> Generator[Answer, None, None]:
    """Give the answer to each task, in the order of the tasks.

    What `prepare` gives answers the tasks; it is called once by each worker. With one job there is no worker, and all
    is done here. Tasks are taken when a worker is free. `method` is the way to start processes, if not the usual one.
    """
    if jobs == 1:
        yield from map(prepare(), tasks)
        return
    numbered = enumerate(tasks)
    done: dict[int, Answer] = {}
    awaited = 0
    with _workers(prepare, jobs, method) as free:
        busy: dict[Connection, int] = {}
        while True:
            for connection, (number, task) in zip(free.copy(), numbered, strict=False):
                free.remove(connection)
                busy[connection] = number
                with suppress(OSError):  # of a worker that has ended; what it said last is received below
                    connection.send(task)
            while awaited in done:
                yield done.pop(awaited)
                awaited += 1
            if not busy:
                return
            ready = wait(list(busy))
            for connection in [each for each in busy if each in ready]:
                done[busy.pop(connection)] = _receive(connection)
                free.append(connection)


@contextmanager
def _workers(prepare: Callable[[], object], jobs: int, method: str | None) -> Iterator[list[Connection]]:
    """Start workers, give a connection to each, and end them."""
    context: Any = get_context(method)
    connections, processes = [], []
    try:
        for _ in range(jobs):
            here, there = context.Pipe()
            connections.append(here)
            process = context.Process(target=_work, args=(there, connections, prepare), daemon=True)
            with _interrupts_held():
                process.start()
                processes.append(process)
            there.close()
        yield connections.copy()
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for connection in connections:
            connection.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let an interrupt wait, so that a worker, which begins with what is held here, never meets one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(
    connection: Connection, not_mine: Iterable[Connection], prepare: Callable[[], Callable[[Task], Answer]]
) -> None:
    """Answer tasks until nobody asks any more; ends of connections that came along would hide that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in not_mine:
        each.close()
    try:
        answer = prepare()
        while True:
            connection.send(answer(connection.recv()))
    except (EOFError, BrokenPipeError):
        return
    except Exception:
        connection.send(_Failure(format_exc()))


def _receive(connection: Connection) -> Any:
    try:
        message = connection.recv()
    except (EOFError, OSError) as error:
        raise WorkerFailed("a process ended before its work was done") from error
    if isinstance(message, _Failure):
        raise WorkerFailed(message.message)
    return message
