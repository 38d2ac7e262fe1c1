"""S9: nobody can take all places of a server; who has a seat always comes back to it."""

import asyncio
import contextlib
import itertools
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from protocol import certificates
from protocol.codec import encode
from protocol.messages import PROTOCOL_VERSION, Hello, Ping, Pong, Resume, Seated, Watch
from server.errors import TableError
from server.metrics import Metrics
from server.net.addresses import address_group
from server.net.limits import Limits
from server.net.room import FRESH_SECONDS, SILENT_SECONDS, Room
from tests.kit.callers import PATIENCE, call, open_table, serving, start_game
from tests.kit.wires import HANDSHAKE, Wire, frame, wire

FEW = msgspec.structs.replace(Limits(), newcomers=12, newcomers_from_one=6, from_one=4)
SEVERAL_ADDRESSES = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has every address that begins with 127"
)


class Guest:
    """A connection, as the room knows it."""

    def __init__(self, address: str, heard_at: float, *, has_spoken: bool = True) -> None:
        self.address = address
        self.opened_at = self.heard_at = heard_at
        self.has_spoken = has_spoken
        self.is_entering = False
        self.is_newcomer = True
        self.was_ended = False

    def make_room(self) -> None:
        self.was_ended = True

    abort = make_room


def admit(room: Room, *guests: Guest) -> None:
    for guest in guests:
        assert room.arrived(guest, guest.heard_at)
        room.admit(guest, guest, guest.heard_at)


def ended(*guests: Guest) -> list[bool]:
    return [guest.was_ended for guest in guests]


def room_for(**limits: int) -> Room:
    return Room(msgspec.structs.replace(Limits(), **limits), Metrics())


# Who makes room.


def test_the_address_with_the_most_newcomers_makes_room() -> None:
    room = room_for(newcomers=4)
    many, one = [Guest("10.0.0.1", at) for at in (2.0, 3.0, 4.0)], Guest("10.0.0.2", 1.0)
    admit(room, one, *many)
    admit(room, Guest("10.0.0.3", 5.0))
    assert (ended(one), ended(*many)) == ([False], [True, False, False])


def test_an_address_that_has_its_share_makes_room_itself() -> None:
    room = room_for(newcomers_from_one=2)
    mine, other = [Guest("10.0.0.1", at) for at in (2.0, 3.0, 4.0)], Guest("10.0.0.2", 1.0)
    admit(room, other, *mine)
    assert (ended(other), ended(*mine)) == ([False], [True, False, False])


def test_who_says_nothing_makes_room_first_but_gets_a_moment_to_speak() -> None:
    room = room_for(newcomers_from_one=3)
    idle, silent = Guest("a", 1.0), Guest("a", 2.0, has_spoken=False)
    just_here = Guest("a", 2.0 + SILENT_SECONDS, has_spoken=False)
    later = [Guest("a", at) for at in (2.1 + SILENT_SECONDS, 2.2 + SILENT_SECONDS)]
    admit(room, idle, silent, just_here, later[0])
    assert ended(idle, silent, just_here, later[0]) == [False, True, False, False]
    admit(room, later[1])
    assert ended(idle, just_here, *later) == [True, False, False, False]


def test_who_waits_for_the_answer_to_a_token_does_not_make_room_before_others() -> None:
    room = room_for(newcomers_from_one=2)
    entering, idle, new = (Guest("a", at) for at in (1.0, 2.0, 2.1 + FRESH_SECONDS))
    entering.is_entering = True
    admit(room, entering, idle, new)
    assert ended(entering, idle, new) == [False, True, False]


@pytest.mark.parametrize("are_entering", [False, True], ids=["waiting", "entering"])
def test_who_has_just_come_keeps_the_place_though_all_others_are_busy(are_entering: bool) -> None:
    """S9: so there is time to show a token, and nobody can be new again by sending much."""
    room = room_for(newcomers_from_one=3)
    others = [Guest("a", 1.0 + number / 10) for number in range(3)]
    admit(room, *others)
    for other in others:
        other.heard_at, other.is_entering = 10.0, are_entering
    player = Guest("a", 9.9)
    admit(room, player, Guest("a", 10.0), Guest("a", 10.0))
    assert ended(player, *others) == [False, True, True, True]


def test_who_sits_at_a_table_makes_room_for_nobody() -> None:
    room = room_for(newcomers_from_one=2)
    seated, first, second = (Guest("a", at) for at in (1.0, 2.0, 3.0))
    admit(room, seated, first)
    seated.is_newcomer = False
    admit(room, second)
    assert ended(seated, first, second) == [False, False, False]


def test_thirty_people_behind_one_address_play_with_several_clients_each() -> None:
    """S9: as a school, or a family with one router."""
    room = Room(Limits(), Metrics())
    guests = [Guest("192.0.2.1", float(at)) for at in range(120)]
    admit(room, *guests)
    for guest in guests:
        room.check_seats(guest.address)
        guest.is_newcomer = False
        room.settle(guest)
    admit(room, *(Guest("192.0.2.1", 200.0) for _ in range(120)))
    assert not any(ended(*guests))


def test_who_has_left_a_table_does_not_count_there() -> None:
    room = room_for(from_one=1)
    gone, next_one = Guest("a", 1.0), Guest("a", 2.0)
    admit(room, gone, next_one)
    gone.is_newcomer = False
    room.settle(gone)
    with pytest.raises(TableError):
        room.check_seats("a")
    gone.is_newcomer = True
    room.check_seats("a")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("::1", "127.0.0.1", False),
        ("?", "?", True),
    ],
)
def test_a_host_with_many_addresses_of_one_network_counts_once(one: str, other: str, same: bool) -> None:
    """S9: IPv6 gives every host 2^64 of them."""
    assert (address_group(one) == address_group(other)) is same


# Over real sockets.


@contextlib.asynccontextmanager
async def hung_up_later() -> AsyncIterator[list[Wire]]:
    wires: list[Wire] = []
    yield wires
    for one in wires:
        one.cut()


async def test_a_player_who_was_cut_comes_back_though_others_hold_every_place(tmp_path: Path) -> None:
    """S9: the first to go are those who hold the most and say nothing."""
    async with serving(tmp_path, FEW) as app, hung_up_later() as idle:
        table, players = await start_game(app.port)
        players[0].socket.transport.abort()
        idle += [await wire(app.port, hello=number % 2 == 0) for number in range(40)]
        back = await call(app.port)
        assert isinstance(await back.ask(Resume(table=table, token=players[0].token)), Seated)
        assert isinstance(await players[1].ask(Ping()), Pong)
        assert app.metrics.refused_connections_total == 0


@pytest.mark.slow
@pytest.mark.parametrize("hello", [False, True], ids=["silent", "greeted"])
async def test_a_player_comes_back_while_others_fill_the_places_again_and_again(
    tmp_path: Path, hello: bool
) -> None:
    """S9: from the same address, and with the seat's old connection still there (S3)."""
    async with serving(tmp_path, msgspec.structs.replace(Limits(), from_one=4)) as app:
        table, players = await start_game(app.port)
        sent = HANDSHAKE.format(more="").encode()
        if hello:
            sent += frame(encode(Hello(protocol=PROTOCOL_VERSION)))
        opened: list[socket.socket] = []
        attack = [asyncio.create_task(fill_places(app.port, sent, opened)) for _ in range(8)]
        async with asyncio.timeout(PATIENCE):
            while app.metrics.made_room_total < 10:
                await players[1].ask(Ping())
        for _ in range(4):
            back = await call(app.port)
            assert isinstance(await back.ask(Resume(table=table, token=players[0].token)), Seated)
        for task in attack:
            task.cancel()
        await asyncio.gather(*attack, return_exceptions=True)
        for one in opened:
            one.close()
        await call(app.port)  # those who came before have been accepted when this one is answered


async def test_a_player_comes_back_though_every_place_waits_for_a_password(tmp_path: Path) -> None:
    """S9: who waits with a wrong password keeps no place that a player with a token needs."""
    limits = msgspec.structs.replace(FEW, table_passwords=1, table_password_rate=0.001)
    async with serving(tmp_path, limits) as app, hung_up_later() as waiting:
        table, players = await start_game(app.port)
        locked = await open_table(await call(app.port), password="sesame")
        players[0].socket.transport.abort()
        for _ in range(FEW.newcomers_from_one + 1):
            waiting.append(await wire(app.port, hello=True))
            waiting[-1].say(Watch(table=locked.table, password="wrong"))
            waiting[-1].say(Ping())
            while b"pong" not in (await waiting[-1].take())[1]:
                pass
        back = await call(app.port)
        waiting.append(await wire(app.port, hello=True))
        assert isinstance(await back.ask(Resume(table=table, token=players[0].token)), Seated)


async def fill_places(port: int, sent: bytes, opened: list[socket.socket]) -> None:
    """Open sockets as fast as possible, send this on each, and never read an answer."""
    loop = asyncio.get_running_loop()
    while True:
        mine = socket.socket()
        opened.append(mine)
        mine.setblocking(False)
        with contextlib.suppress(ConnectionError):
            await loop.sock_connect(mine, ("127.0.0.1", port))
            await loop.sock_sendall(mine, sent)


@SEVERAL_ADDRESSES
async def test_an_attacker_pushes_out_only_its_own(tmp_path: Path) -> None:
    """S9: a newcomer at another address keeps the place, however idle."""
    async with serving(tmp_path, FEW) as app, hung_up_later() as idle:
        reader = await call(app.port)
        for number in range(30):
            idle.append(await wire(app.port, hello=True, source=f"127.0.0.{2 + number % 3}"))
        assert isinstance(await reader.ask(Ping()), Pong)


# Before the opening handshake is over.


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize("limit", ["unfinished", "unfinished_from_one"])
async def test_sockets_before_the_handshake_are_limited(tmp_path: Path, limit: str, encrypted: bool) -> None:
    """S17: the oldest goes first."""
    certificate, key = certificates.self_signed(tmp_path / "own")
    limits = msgspec.structs.replace(Limits(), **{limit: 5}, hello_seconds=PATIENCE)
    context = certificates.context(certificate, key) if encrypted else None
    async with serving(tmp_path, limits, tls=context) as app, hung_up_later() as silent:
        for number in itertools.count(1):
            silent.append(await wire(app.port, handshake=False))
            if number > 5:
                async with asyncio.timeout(PATIENCE):
                    with contextlib.suppress(ConnectionError):
                        assert await silent[number - 6].reader.read() == b""
            if number == 12:
                break
        assert app.metrics.made_room_total == 7
        assert not any(one.reader.at_eof() for one in silent[-5:])


def test_when_all_files_are_used_those_at_no_table_make_room() -> None:
    """S17: those at tables keep their connections; if they hold all, nobody else gets in."""
    room = Room(Limits(), Metrics(), most_sockets=3)
    seated, newcomer, unfinished = (Guest("a", at) for at in (1.0, 2.0, 3.0))
    admit(room, seated)
    seated.is_newcomer = False
    room.settle(seated)
    admit(room, newcomer)
    assert room.arrived(unfinished, 3.0)
    assert room.arrived(Guest("a", 4.0), 4.0)
    assert ended(seated, newcomer, unfinished) == [False, False, True]
    full = Room(Limits(), Metrics(), most_sockets=1)
    admit(full, seated := Guest("a", 1.0))
    seated.is_newcomer = False
    full.settle(seated)
    assert not full.arrived(Guest("a", 2.0), 2.0)
