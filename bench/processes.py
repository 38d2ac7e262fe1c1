"""Work on every core until it is done or its time is over."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from typing import TypeAlias, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")
Executor: TypeAlias = ProcessPoolExecutor | None
"""The processes; None if the work is done in this one."""


def processes(jobs: int) -> AbstractContextManager[Executor]:
    """So many processes. They may have children of their own, as a level has that searches in parallel."""
    return ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext()


def done_until(
    work: Callable[[Task], Done], tasks: Iterable[Task], executor: Executor, jobs: int, end: float
) -> Iterator[Done]:
    """The results as they come. No task is begun after the end, a time of `perf_counter`."""
    waiting = iter(tasks)
    if executor is None:
        for task in waiting:
            if perf_counter() >= end:
                return
            yield work(task)
        return
    running: set[Future[Done]] = set()
    while True:
        while len(running) < jobs and perf_counter() < end:
            try:
                running.add(executor.submit(work, next(waiting)))
            except StopIteration:
                break
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (each.result() for each in finished)
