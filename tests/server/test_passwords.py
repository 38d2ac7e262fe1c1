"""S2: passwords are judged slowly, one after the other, and a right one gets in before all who guess."""

import asyncio
from collections.abc import Awaitable

import pytest

from server import tokens
from server.errors import TableError
from server.net import passwords as module
from server.net.limits import Limits
from server.net.passwords import Passwords

STORED = tokens.password_digest("sesame")
PATIENT = Limits(wrong_passwords=2, password_rate=0.001, table_passwords=100)
"""After two wrong passwords an address waits longer than any test."""


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were compared with the digest, in their order."""
    seen: list[str] = []

    def is_password(password: str, stored: str) -> bool:
        seen.append(password)
        return password == "sesame"

    monkeypatch.setattr(tokens, "is_password", is_password)
    return seen


async def guess(passwords: Passwords, address: str, count: int, table: str = "TABLE") -> None:
    for number in range(count):
        assert not await passwords.is_right(table, address, f"guess {number}", STORED)


async def let_all_run() -> None:
    """Whatever can go on has gone on, up to the next timer."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_the_password_is_compared_with_its_digest() -> None:
    passwords = Passwords(Limits())
    assert await passwords.is_right("TABLE", "10.0.0.1", "sesame", STORED)
    assert not await passwords.is_right("TABLE", "10.0.0.1", "open", STORED)


async def test_a_digest_is_computed_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Idea 9: the digest is slow on purpose, so nobody else may wait for it."""
    loop = asyncio.get_running_loop()

    def is_password(password: str, stored: str) -> bool:
        # This would never end if the loop itself had to compute it.
        return asyncio.run_coroutine_threadsafe(asyncio.sleep(0, result=True), loop).result(10)

    monkeypatch.setattr(tokens, "is_password", is_password)
    assert await Passwords(Limits()).is_right("TABLE", "10.0.0.1", "sesame", STORED)


async def test_after_some_wrong_passwords_an_address_waits_at_that_table_only(judged: list[str]) -> None:
    passwords = Passwords(PATIENT)
    await guess(passwords, "10.0.0.1", 2)
    late = asyncio.create_task(passwords.is_right("TABLE", "10.0.0.1", "sesame", STORED))
    assert await passwords.is_right("TABLE", "10.0.0.2", "sesame", STORED)
    assert await passwords.is_right("OTHER", "10.0.0.1", "sesame", STORED)
    await let_all_run()
    assert not late.done()
    late.cancel()
    await asyncio.wait([late])


async def test_a_right_password_that_has_to_wait_gets_in(judged: list[str]) -> None:
    passwords = Passwords(Limits(wrong_passwords=2, password_rate=50.0))
    await guess(passwords, "10.0.0.1", 2)
    tries = [passwords.is_right("TABLE", "10.0.0.1", f"more {n}", STORED) for n in range(3)]
    tries.append(passwords.is_right("TABLE", "10.0.0.1", "sesame", STORED))
    assert await asyncio.gather(*tries) == [False, False, False, True]


async def test_right_passwords_cost_nothing(judged: list[str]) -> None:
    """Many players behind one address come in at once."""
    passwords = Passwords(PATIENT)
    for _ in range(50):
        assert await passwords.is_right("TABLE", "10.0.0.1", "sesame", STORED)


async def test_many_addresses_guess_no_faster_than_the_table_allows(judged: list[str]) -> None:
    passwords = Passwords(Limits(table_passwords=3, table_password_rate=0.001))
    tries = [
        asyncio.create_task(passwords.is_right("TABLE", f"10.0.0.{n}", "wrong", STORED)) for n in range(9)
    ]
    while sum(one.done() for one in tries) < 3:
        await asyncio.wait([one for one in tries if not one.done()], return_when=asyncio.FIRST_COMPLETED)
    await let_all_run()
    assert len(judged) == 3
    for one in tries:
        one.cancel()
    await asyncio.wait(tries)


async def test_those_who_guessed_least_are_judged_first(judged: list[str]) -> None:
    """A new address does not wait behind one that guesses, though the table is slow for all."""
    passwords = Passwords(Limits(wrong_passwords=9, table_passwords=3, table_password_rate=20.0))
    await guess(passwords, "10.0.0.1", 3)
    judged.clear()
    tries = [passwords.is_right("TABLE", "10.0.0.1", f"more {n}", STORED) for n in range(3)]
    tries.append(passwords.is_right("TABLE", "10.0.0.2", "sesame", STORED))
    assert await asyncio.gather(*tries) == [False, False, False, True]
    assert judged[0] == "sesame"


async def refused(work: Awaitable[bool]) -> str:
    with pytest.raises(TableError) as refusal:
        await work
    return refusal.value.code


async def test_no_more_wait_than_there_is_room_for(
    judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the one who guessed most is refused, not the one who comes."""
    monkeypatch.setattr(module, "MOST_WAITING", 3)
    monkeypatch.setattr(module, "MOST_FROM_ONE", 2)
    passwords = Passwords(Limits(wrong_passwords=9, table_passwords=3, table_password_rate=0.001))
    await guess(passwords, "10.0.0.1", 2)
    await guess(passwords, "10.0.0.2", 1)
    waiting = {
        name: asyncio.create_task(passwords.is_right("TABLE", name, "more", STORED))
        for name in ("10.0.0.1", "10.0.0.2", "10.0.0.3")
    }
    await let_all_run()
    waiting["10.0.0.4"] = asyncio.create_task(passwords.is_right("TABLE", "10.0.0.4", "more", STORED))
    await let_all_run()
    assert [name for name, one in waiting.items() if one.done()] == ["10.0.0.1"]
    assert isinstance(waiting["10.0.0.1"].exception(), TableError)
    same = [waiting["10.0.0.4"]]
    for _ in range(2):
        same.append(asyncio.create_task(passwords.is_right("TABLE", "10.0.0.4", "more", STORED)))
        await let_all_run()
    assert [await refused(one) for one in same if one.done()] == ["wait"]
    for one in (*waiting.values(), *same):
        one.cancel()
    await asyncio.wait([*waiting.values(), *same])


async def test_a_right_password_goes_before_all_addresses_that_have_guessed(judged: list[str]) -> None:
    """However many they are: a wrong password is remembered longer than its address has to wait."""
    limits = Limits(password_rate=10**6, table_passwords=5, table_password_rate=10.0)
    passwords = Passwords(limits)
    addresses = [f"10.0.0.{number}" for number in range(5)]
    for address in addresses:
        await guess(passwords, address, 1)
    judged.clear()
    tries = [asyncio.create_task(passwords.is_right("TABLE", one, "more", STORED)) for one in addresses]
    await let_all_run()
    assert await passwords.is_right("TABLE", "10.0.0.9", "sesame", STORED)
    assert judged == ["sesame"]
    for one in tries:
        one.cancel()
    await asyncio.wait(tries)


async def test_one_who_hangs_up_makes_room_for_the_next(judged: list[str]) -> None:
    passwords = Passwords(PATIENT)
    await guess(passwords, "10.0.0.1", 2)
    gone = asyncio.create_task(passwords.is_right("TABLE", "10.0.0.1", "more", STORED))
    await let_all_run()
    gone.cancel()
    await asyncio.wait([gone])
    assert passwords._queues == {}
    assert await passwords.is_right("TABLE", "10.0.0.2", "sesame", STORED)
