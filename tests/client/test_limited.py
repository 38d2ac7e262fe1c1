"""Waiting for a limited time: the answer, and no cancellation that is lost."""

import asyncio

import pytest

from client.limited import ends_within


async def test_work_that_ends_in_time_has_ended() -> None:
    assert await ends_within(10.0, asyncio.sleep(0))


async def test_work_that_takes_longer_is_cancelled() -> None:
    was_cancelled = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            was_cancelled.set()

    assert not await ends_within(0.01, work())
    await asyncio.wait_for(was_cancelled.wait(), 10)


async def test_an_error_of_the_work_is_raised() -> None:
    async def work() -> None:
        raise OSError("no such pipe")

    with pytest.raises(OSError, match="no such pipe"):
        await ends_within(10.0, work())


@pytest.mark.parametrize("turns", range(5))
async def test_a_cancellation_that_comes_as_the_work_ends_is_not_lost(turns: int) -> None:
    """The work ends, the loop turns so often, and then the waiting task is cancelled: it ends in any case."""
    ending = asyncio.Event()

    async def wait_and_go_on() -> None:
        await ends_within(10.0, ending.wait())
        await asyncio.Event().wait()

    task = asyncio.create_task(wait_and_go_on())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    ending.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait({task}, timeout=10)
    assert done
    assert task.cancelled()


async def test_a_task_that_is_being_cancelled_can_still_wait_for_a_limited_time() -> None:
    answers = []

    async def end_slowly() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            answers.append(await ends_within(0.01, asyncio.Event().wait()))
            answers.append(await ends_within(10.0, asyncio.sleep(0)))

    task = asyncio.create_task(end_slowly())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task}, timeout=10)
    assert answers == [False, True]
    assert task.cancelled()
