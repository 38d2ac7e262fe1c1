"""S7, S19: budgets belong to the connection, to the address and to the seat. Reconnecting refills none."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from protocol import messages
from protocol.codec import encode
from protocol.messages import Exported, ListTables, Ping, Pong, Referee, Refused, Resume, Seated, Tables
from server.net import connection
from server.net.addresses import address_group
from server.net.budgets import Buckets, Budgets
from server.net.limits import Limits
from tests.kit.callers import FREE, Caller, call, open_table, seat_all, serving, start_game
from tests.kit.sittings import refusal
from tests.kit.wires import frame, wire

ASKS = 20
TIGHT = msgspec.structs.replace(FREE, asking_burst=ASKS, asking_rate=0.001, address_share=2)
"""So little that nothing is refilled during a test."""


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_a_network_from_which_one_person_can_choose_counts_as_one_address(address: str, group: str) -> None:
    assert address_group(address) == group


async def asked(caller: Caller) -> int:
    """How many questions are answered before one is refused."""
    answered = 0
    while isinstance(answer := await caller.ask(Ping()), Pong):
        answered += 1
    assert isinstance(answer, Refused)
    assert answer.code == "rate"
    return answered


async def test_reconnecting_does_not_refill_the_budget_of_an_address(tmp_path: Path) -> None:
    async with serving(tmp_path, TIGHT) as app:
        assert [await asked(await call(app.port)) for _ in range(4)] == [ASKS, ASKS, 0, 0]


async def test_reconnecting_does_not_refill_the_budget_of_a_seat(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(TIGHT, address_share=100)
    async with serving(tmp_path, limits) as app:
        table, players = await start_game(app.port)
        assert await asked(players[0]) == ASKS
        for _ in range(3):
            again = await call(app.port)
            assert isinstance(await again.ask(Resume(table=table, token=players[0].token)), Seated)
            assert await asked(again) == 0
        assert await asked(players[1]) == ASKS, "another seat has a budget of its own"


async def test_those_without_a_seat_use_up_nothing_of_those_who_have_one(tmp_path: Path) -> None:
    """People behind one address share it, but a newcomer cannot spoil a game that goes on."""
    async with serving(tmp_path, TIGHT) as app:
        _, players = await start_game(app.port)
        opened = await open_table(await call(app.port), key="the referee's secret", tournament=True)
        referee = await call(app.port)
        await referee.ask(Referee(table=opened.table, key=opened.referee_key))
        for _ in range(3):
            await asked(await call(app.port))
        assert isinstance(await players[0].ask(Ping()), Pong)
        assert isinstance(await referee.ask(Ping()), Pong)


async def test_all_seats_of_one_address_share_a_budget(tmp_path: Path) -> None:
    async with serving(tmp_path, TIGHT) as app:
        _, players = await start_game(app.port)
        assert [await asked(player) for player in players] == [ASKS, ASKS, 0, 0]


async def test_a_right_token_gets_in_though_the_address_has_nothing_left(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, burst=10, rate=0.001, address_share=2)
    async with serving(tmp_path, limits) as app:
        opened = await open_table(await call(app.port), tournament=True)
        (ana, *_) = await seat_all(app.port, opened.table, ("Ana", "Bo"))
        wrong = Resume(table=opened.table, token="a wrong token")
        for _ in range(5):
            assert refusal(await (await call(app.port)).ask(wrong)) == "wrong-token"
        join = messages.Join(table=opened.table, name="Cy", key="own secret of Cy")
        assert refusal(await (await call(app.port)).ask(join)) == "rate"
        right = Resume(table=opened.table, token=ana.token)
        assert isinstance(await (await call(app.port)).ask(right), Seated)
        referee = Referee(table=opened.table, key=opened.referee_key)
        assert isinstance(await (await call(app.port)).ask(referee), messages.Done)


async def test_a_record_costs_as_much_as_many_messages(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, burst=100, rate=0.001, address_share=100)
    async with serving(tmp_path, limits) as app:
        table, players = await start_game(app.port)
        most = 100 // messages.Export.cost
        for _ in range(most - 1):
            assert isinstance(await players[0].ask(messages.Export()), Exported)
        again = await call(app.port)
        assert isinstance(await again.ask(Resume(table=table, token=players[0].token)), Seated)
        answers = [await again.ask(messages.Export()) for _ in range(2)]
        assert isinstance(answers[-1], Refused)
        assert answers[-1].code == "rate"
        assert isinstance(await again.ask(ListTables()), Tables), "questions have a budget of their own"


def test_one_address_may_send_as_much_as_eight_connections() -> None:
    """People behind one address (NAT) do not notice the limit. The page of the protocol states it."""
    limits = Limits()
    budgets = Budgets(limits)
    taken = 0
    while budgets.take(Ping(), 0.0, "10.0.0.1", ""):
        taken += 1
    assert taken == 8 * limits.asking_burst
    assert budgets.take(Ping(), 0.0, "10.0.0.2", "")


def test_buckets_that_are_full_again_are_forgotten() -> None:
    buckets = Buckets(burst=2, rate=1.0, most=10)
    for number in range(10):
        assert buckets.take(f"address {number}", 0.0)
    assert buckets.take("one more", 100.0)
    assert len(buckets) == 1


def test_the_number_of_buckets_has_a_limit_and_the_last_used_are_kept() -> None:
    buckets = Buckets(burst=1, rate=0.001, most=10)
    for number in range(1000):
        assert buckets.take(f"address {number}", 0.0)
        assert len(buckets) <= 10
    assert not buckets.take("address 999", 0.0), "it is remembered that this one is empty"
    assert buckets.take("address 0", 0.0)


def test_a_bucket_does_not_count_time_twice_if_messages_come_out_of_order() -> None:
    buckets = Buckets(burst=1, rate=1.0)
    assert buckets.take("a", 10.0)
    assert not buckets.take("a", 9.0)
    assert not buckets.take("a", 10.5)
    assert buckets.take("a", 11.0)


async def test_a_hasty_peer_is_read_from_at_a_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S7: of what it may send at once, the last part is taken slowly, and what is refused more slowly yet."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def count(delay: float, *args: object) -> None:
        slept.append(delay)
        await sleep(0)

    async with serving(tmp_path, Limits(burst=40, asking_burst=40)) as app:
        rude = await wire(app.port, hello=True)
        monkeypatch.setattr(asyncio, "sleep", count)
        rude.put(frame(encode(ListTables())) * 60)
        answers = [(await rude.take())[1] for _ in range(60)]
        monkeypatch.undo()
        assert sum(b"rate" in answer for answer in answers) == slept.count(connection.REFUSED_SECONDS) >= 15
        assert slept.count(connection.HASTE_SECONDS) >= 20
        rude.cut()
