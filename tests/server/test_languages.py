"""A player who asked for French reads no English from the lobby, the connection or the store."""

from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from protocol import messages
from protocol.codec import encode
from protocol.messages import (
    CLOSE_FULL,
    CLOSE_LIMITS,
    CLOSE_OWN_ERROR,
    PROTOCOL_VERSION,
    ClientMessage,
    Hello,
    Refused,
)
from protocol.notes import Note
from protocol.texts import catalogue
from server import lobby
from server.games.power import POWER
from server.net import passwords
from server.net.frames import CONTROL_BURST
from server.net.limits import Limits
from tests.kit.callers import FREE, Caller, call, open_table, serving, start_game
from tests.kit.languages import english_in

FRENCH = "fr"
KEY = "own secret of 16 signs"


async def refused(caller: Caller, message: ClientMessage, code: str) -> str:
    """The sentence of a refusal, which must have this code and no English in it."""
    answer = await caller.ask(message)
    assert isinstance(answer, Refused), answer
    assert answer.code == code
    assert not english_in(answer.text), answer.text
    return answer.text


def said(code: str, **args: Any) -> str:
    return catalogue("table", FRENCH).say(Note(code, args))


@pytest.mark.parametrize(
    "options",
    [
        {"players": 9},
        {"players": "deux"},
        {"zz": 1},
        {"seconds": "zz"},
        {"pairs": "zz"},
        {"referee": "Z"},
        {"prefer": 3},
        {"prefer": {"Z": "V"}},
        {"prefer": {"VB": "J"}},
    ],
    ids=str,
)
async def test_options_are_refused_in_french(tmp_path: Path, options: dict[str, Any]) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port, language=FRENCH)
        wanted = messages.OpenTable(game="power", name="Zoé", key=KEY, options=options)
        await refused(caller, wanted, "bad-options")


async def test_the_lobby_refuses_in_french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MOST_FROM_ONE", 0)
    limits = Limits(tables_from_one=1, rate=0)
    async with serving(tmp_path, limits) as app:
        caller = await call(app.port, language=FRENCH)
        opened = await open_table(caller, password="oui")
        more = messages.OpenTable(game="power", name="Zoé", key=KEY)
        await refused(caller, more, "too-many-own-tables")
        await refused(caller, messages.Watch(table="ZZZZZ"), "no-such-table")
        await refused(caller, messages.Resume(table=opened.table, token="non"), "wrong-token")
        await refused(caller, messages.Watch(table=opened.table, password="non"), "wait")
    async with serving(tmp_path, most_tables=1) as app:
        await refused(await call(app.port, language=FRENCH), more, "too-many-tables")
    monkeypatch.setattr(POWER, "rules_version", POWER.rules_version + 1)
    async with serving(tmp_path) as app:
        caller = await call(app.port, language=FRENCH)
        await refused(caller, messages.Watch(table=opened.table), "other-rules")
        unknown = messages.OpenTable(game="zz", name="Zoé", key=KEY)
        await refused(caller, unknown, "no-such-game")
        for name, why in (("...", said("name.empty")), ("Arbitre", said("name.reserved", name="Arbitre"))):
            bad = messages.OpenTable(game="power", name=name, key=KEY)
            assert why in await refused(caller, bad, "bad-name")


@pytest.mark.parametrize(("limit", "code"), [("connections", "server-full"), ("from_one", "address-full")])
async def test_a_full_server_refuses_in_french(tmp_path: Path, limit: str, code: str) -> None:
    async with serving(tmp_path, msgspec.structs.replace(FREE, **{limit: 4})) as app:
        table, _ = await start_game(app.port)
        caller = await call(app.port, language=FRENCH)
        assert "4 connexions" in await refused(caller, messages.Watch(table=table), code)


@pytest.mark.parametrize(
    ("limits", "code", "reason"),
    [
        (msgspec.structs.replace(FREE, newcomers=1), CLOSE_FULL, "closed.made-room"),
        (Limits(), CLOSE_LIMITS, "closed.flood"),
    ],
)
async def test_who_must_go_is_told_in_french(tmp_path: Path, limits: Limits, code: int, reason: str) -> None:
    async with serving(tmp_path, limits) as app:
        caller = await call(app.port, language=FRENCH)
        if code == CLOSE_FULL:
            await call(app.port)
        else:
            for _ in range(CONTROL_BURST + 1):
                await caller.socket.pong()
        assert await reason_of_close(caller, code) == said(reason)


async def test_a_full_disk_is_told_in_french(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        store: Any = app.lobby._store
        store._connection.execute("PRAGMA max_page_count = 1")  # which stands for the size it has now
        caller = await call(app.port, language=FRENCH)
        for number in range(1000):
            wanted = messages.OpenTable(game="power", name="Zoé", key=f"{KEY} {number}")
            answer = await caller.ask(wanted)
            if isinstance(answer, Refused):
                break
        assert isinstance(answer, Refused)
        assert (answer.code, said("storage.full") in answer.text) == ("storage", True)
        assert not english_in(answer.text)
        watched = await caller.ask(messages.ListTables())
        assert isinstance(watched, messages.Tables)


async def test_an_error_of_the_program_is_told_in_french(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> Any:
        raise ZeroDivisionError

    async with serving(tmp_path) as app:
        table, _ = await start_game(app.port)
        caller = await call(app.port, language=FRENCH)
        await caller.ask(messages.Watch(table=table))
        monkeypatch.setattr(lobby, "exporting", fail)
        await refused(caller, messages.Export(), "table-broken")
        monkeypatch.setattr(app.lobby, "lines", fail)
        await caller.send(messages.ListTables())
        assert await reason_of_close(caller, CLOSE_OWN_ERROR) == said("closed.own-error")


async def reason_of_close(caller: Caller, code: int) -> str:
    """Why the server closes the connection; it must have this code and no English in its reason."""
    with pytest.raises(ConnectionClosed):
        await caller.until(lambda message: False)
    assert caller.socket.close_code == code
    reason = str(caller.socket.close_reason)
    assert reason
    assert not english_in(reason), reason
    return reason


def write(**fields: Any) -> bytes:
    sheet = {"type": "write", "phase": 1, "sheet": "V", "revision": 1, "lines": []}
    packed: bytes = msgpack.packb({**sheet, **fields})
    return packed


BROKEN: dict[str, bytes | str] = {
    "text-frame": "zz",
    "no-msgpack": b"\xc1",
    "unknown-type": msgpack.packb({"type": "zz"}),
    "no-id": write(phase="zz", id="zz"),
    "second-hello": encode(Hello(protocol=PROTOCOL_VERSION, language=FRENCH)),
}


@pytest.mark.parametrize("code", BROKEN)
async def test_a_message_that_breaks_the_protocol_is_refused_in_french(tmp_path: Path, code: str) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port, language=FRENCH)
        await caller.socket.send(BROKEN[code])
        reason = await reason_of_close(caller, CLOSE_LIMITS)
    sentence = catalogue("table", FRENCH).tables["closed"][code]
    longest = max(sentence.replace("}", "{").split("{")[::2], key=len)
    assert longest in reason


WRONG: dict[str, bytes] = {
    "wrong-type": write(phase="zz"),
    "too-long": write(sheet="z" * 17),
    "too-short": encode(messages.Join(table="ZZ", name="Zoé", key="zz")),
    "too-large": write(revision=2**60),
    "too-small": write(phase=-1),
    "missing-field": msgpack.packb({"type": "write"}),
    "unknown-field": write(zz=1),
}


@pytest.mark.parametrize("code", WRONG)
async def test_a_wrong_field_is_refused_in_french(tmp_path: Path, code: str) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port, language=FRENCH)
        await caller.socket.send(WRONG[code])
        answer = await caller.hear()
    assert isinstance(answer, Refused)
    assert answer.code == "bad-field"
    assert not english_in(answer.text), answer.text
    sentence = catalogue("table", FRENCH).tables["field"][code]
    assert max(sentence.replace("}", "{").split("{")[::2], key=len) in answer.text


async def test_a_wrong_hello_is_closed_in_its_own_language(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port, hello=False)
        hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "language": FRENCH, "client": "z" * 81}
        await caller.socket.send(msgpack.packb(hello))
        assert "80 au plus" in await reason_of_close(caller, CLOSE_LIMITS)


async def test_limits_are_told_in_french(tmp_path: Path) -> None:
    hasty = Limits(burst=1, rate=0.001, asking_burst=1, asking_rate=0.001)
    async with serving(tmp_path, hasty) as app:
        caller = await call(app.port, language=FRENCH)
        await caller.ask(messages.Ping())
        await refused(caller, messages.Ping(), "rate")
        await caller.send(messages.Ping())
        assert await reason_of_close(caller, CLOSE_LIMITS) == said("closed.too-fast")
    async with serving(tmp_path, Limits(newcomer_seconds=0.05)) as app:
        caller = await call(app.port, language=FRENCH)
        assert await reason_of_close(caller, CLOSE_LIMITS) == said("closed.idle")


async def test_another_version_and_the_end_of_the_server_are_told_in_french(tmp_path: Path) -> None:
    async with serving(tmp_path, FREE) as app:
        older = await call(app.port, hello=False)
        await older.send(Hello(protocol=PROTOCOL_VERSION - 1, language=FRENCH))
        answer = await older.hear()
        assert isinstance(answer, Refused)
        assert (answer.code, "mettez QG à jour" in answer.text) == ("version", True)
        assert not english_in(answer.text)
        assert await reason_of_close(older, messages.CLOSE_VERSION)
        caller = await call(app.port, language=FRENCH)
    closing = await caller.until_kind(messages.Closing)
    assert closing.text == said("event.closing")
    assert await reason_of_close(caller, messages.CLOSE_RESTART) == said("event.closing")
