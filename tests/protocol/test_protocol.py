"""The bytes: every message goes there and back; what is no message is a ProtocolError or a BadField."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, inspect
from websockets.exceptions import ConnectionClosed

from protocol import messages
from protocol.codec import (
    MOST_BYTES,
    MOST_ITEMS,
    BadField,
    ProtocolError,
    decode_and_explain,
    decode_client,
    decode_server,
    encode,
    spoken_version,
)
from protocol.messages import (
    CLOSE_LIMITS,
    CLOSE_TOO_BIG,
    CLOSE_VERSION,
    LONGEST_LINE,
    LONGEST_STRING,
    MOST_LINES,
    PROTOCOL_VERSION,
    ClientMessage,
    Hello,
    Refused,
    ServerMessage,
    Write,
)
from server.net.limits import Limits
from tests.kit.callers import call, serving
from tests.kit.long import examples, long
from tests.kit.timing import ANY_TIME, timed
from tests.kit.wires import TEXT, frame, wire

CLIENT_KINDS = get_args(ClientMessage)
SERVER_KINDS = get_args(ServerMessage)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def values_of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value that this part of a message may have."""
    match kind:
        case inspect.AnyType():
            return PLAIN
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least, le=most):
            return st.integers(-(2**63) if least is None else least, 2**63 - 1 if most is None else most)
        case inspect.FloatType(ge=lowest, le=highest):
            return st.floats(lowest, highest, allow_nan=False)
        case inspect.StrType(min_length=shortest, max_length=longest):
            letters = st.characters(exclude_categories=["Cs"])
            return st.text(letters, min_size=shortest or 0, max_size=min(longest or 40, 40))
        case inspect.BytesType():
            return st.binary(max_size=40)
        case inspect.DictType(key_type=key, value_type=value, max_length=most):
            return st.dictionaries(values_of(key), values_of(value), max_size=min(most or 4, 4))
        case inspect.VarTupleType(item_type=item, max_length=most):
            return st.lists(values_of(item), max_size=min(most or 4, 4)).map(tuple)
        case inspect.UnionType(types=kinds):
            return st.one_of(*map(values_of, kinds))
        case inspect.StructType():
            return structs(kind)
    raise AssertionError(f"no values for {kind}")


def structs(kind: inspect.StructType) -> st.SearchStrategy[Any]:
    fields = {field.name: values_of(field.type) for field in kind.fields}
    return st.builds(kind.cls, **fields)


def messages_of(kind: type) -> st.SearchStrategy[Any]:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return structs(found)


ANY_CLIENT = st.one_of(*map(messages_of, CLIENT_KINDS))
ANY_SERVER = st.one_of(*map(messages_of, SERVER_KINDS))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*CLIENT_KINDS, *SERVER_KINDS], ids=lambda kind: kind.__name__)
def test_every_message_goes_there_and_back(kind: type) -> None:
    """The library msgpack, by which other clients may be made, is the second opinion."""
    decode = decode_client if kind in CLIENT_KINDS else decode_server

    @examples(15)
    @given(messages_of(kind))
    def check(message: Any) -> None:
        packed = encode(message)
        assert decode(packed) == message
        other = msgpack.packb(msgspec.to_builtins(message, builtin_types=(bytes,)))
        assert msgpack.unpackb(packed) == msgpack.unpackb(other)
        assert decode(other) == message

    check()


@long
@examples(100)
@given(ANY_CLIENT)
def test_whatever_a_client_may_say_is_understood(message: Any) -> None:
    assert decode_client(encode(message)) == message


@long
@examples(100)
@given(ANY_SERVER)
def test_whatever_the_server_may_say_is_understood(message: Any) -> None:
    assert decode_server(encode(message)) == message


def test_no_two_messages_have_one_tag() -> None:
    tags = [kind.__struct_config__.tag for kind in (*CLIENT_KINDS, *SERVER_KINDS)]
    assert len(set(tags)) == len(tags)


def pack(**fields: Any) -> bytes:
    packed: bytes = msgpack.packb(fields)
    return packed


def write(**changed: Any) -> bytes:
    return pack(**{"type": "write", "phase": 1, "sheet": "V", "revision": 1, "lines": [], **changed})


BAD: dict[str, bytes] = {
    "nothing": b"",
    "no map": msgpack.packb([1, 2]),
    "a number": b"\x07",
    "no tag": pack(phase=1),
    "unknown tag": pack(type="cheat"),
    "a server's message": pack(type="done"),
    "a tag that is no text": pack(type=["write"]),
    "a key that is no text": msgpack.packb({"type": "ping", 7: 7}),
    "an unknown field": pack(type="ping", cheat=1),
    "a missing field": pack(type="write"),
    "text for a number": write(phase="1"),
    "a fraction for a number": write(phase=1.5),
    "a truth for a number": write(phase=True),
    "a negative count": write(phase=-1),
    "too great a count": write(revision=2**53 + 1),
    "a number too great for any": write(revision=2**64 - 1),
    "nan": pack(type="grant", seconds=float("nan")),
    "infinity": pack(type="grant", seconds=float("inf")),
    "bytes for text": write(sheet=b"V"),
    "empty bytes": write(sheet=b""),
    "bytes in a list": write(lines=[b"T HQ V4"]),
    "an extension": write(sheet=msgpack.ExtType(5, b"V")),
    "an empty extension": write(lines=msgpack.ExtType(5, b"")),
    "a timestamp": write(phase=msgpack.Timestamp(1)),
    "an extension as everything": b"\xd4\x01\x00",
    "text that is no utf-8": write(sheet="V")[:-1] + b"\xa2\xff\xfe",
    "half a surrogate": write(lines=["??"]).replace(b"\xa2??", b"\xa3\xed\xa0\x80"),
    "a line too long": write(lines=["x" * (LONGEST_LINE + 1)]),
    "a line of 2,049 characters": write(lines=["x" * (LONGEST_STRING + 1)]),
    "a line of 60,000 characters": write(lines=["x" * 60_000]),
    "too many lines": write(lines=[""] * (MOST_LINES + 1)),
    "257 items": write(lines=[""] * (MOST_ITEMS + 1)),
    "257 keys": pack(type="seal", phase=1, revisions={f"{n}": 1 for n in range(MOST_ITEMS + 1)}),
    "17 sheets": pack(type="seal", phase=1, revisions={f"{n}": 1 for n in range(17)}),
    "a long name": pack(type="join", table="T", name="x" * 81, key="a secret of sixteen"),
    "a long password": pack(type="watch", table="T", password="x" * 129),
    "too short a key": pack(type="join", table="T", name="x", key="short"),
    "a long language": pack(type="hello", protocol=1, language="x" * 17),
    "options too deep": pack(
        type="open_table", game="power", name="x", key="a secret of sixteen", options={"a": {"b": {}}}
    ),
    "nested 17 deep": b"\x91" * 17 + b"\xc0",
    "nested 500 deep": b"\x91" * 500 + b"\xc0",
    "nested 1,000 deep": write(lines=[])[:-1] + b"\x91" * 1000 + b"\xc0",
    "nested 60,000 deep": b"\x91" * 60_000 + b"\xc0",
    "maps nested 30,000 deep": b"\x81\xa0" * 30_000 + b"\xc0",
    "an array that claims 2^32 items": b"\xdd\xff\xff\xff\xff",
    "a map that claims 2^32 keys": b"\xdf\xff\xff\xff\xff",
    "a text that claims 2^32 bytes": b"\xdb\xff\xff\xff\xff",
    "bytes that claim 2^32": b"\xc6\xff\xff\xff\xff",
    "an extension that claims 2^32": b"\xc9\xff\xff\xff\xff\x01",
    "a claim inside a message": write(lines=[])[:-1] + b"\xdd\xff\xff\xff\xff",
    "something behind the message": write() + b"\xc0",
    "two messages": write() + write(),
    "a byte that msgpack never uses": b"\xc1",
    "64 KiB of nothings": b"\xc0" * MOST_BYTES,
    "arrays of arrays": b"\xdc\x00\xff" * 20_000,
}

WRONG_FIELDS = {
    *("an unknown field", "a missing field", "text for a number", "a fraction for a number"),
    *("a truth for a number", "a negative count", "too great a count", "a number too great for any"),
    *("nan", "infinity", "empty bytes", "an empty extension", "a line too long", "too many lines"),
    *("a line of 2,049 characters", "a line of 60,000 characters", "17 sheets", "a long name"),
    *("a long password", "too short a key", "a long language", "options too deep", "nested 1,000 deep"),
    *("bytes for text", "bytes in a list", "an extension", "a timestamp", "257 items", "257 keys"),
}
"""These are requests with a known type, so they are refused and the connection stays open."""
NO_MESSAGE = (ProtocolError, BadField)


def test_a_request_with_a_wrong_field_is_told_from_what_is_no_message() -> None:
    """S4: a request is refused; the connection is closed only if nobody can tell what was asked."""
    found = set()
    for name, packed in BAD.items():
        with contextlib.suppress(ProtocolError):
            try:
                decode_client(packed)
            except BadField:
                found.add(name)
    assert found == WRONG_FIELDS


@pytest.mark.parametrize("number", [-1, 2**53 + 1, "7", 1.5, True, None, [7]])
def test_a_request_whose_number_cannot_be_read_is_no_message(number: Any) -> None:
    """Nobody could tell which request is refused."""
    with pytest.raises(ProtocolError, match="the id of a message"):
        decode_client(write(phase=-1, id=number))


@pytest.mark.parametrize("most", [ANY_TIME, timed(0.05)])
@pytest.mark.parametrize("name", BAD)
def test_what_is_no_message_is_a_protocol_error_at_once(name: str, most: float) -> None:
    """S4, S6: in less than 50 ms."""
    took = []
    for _ in range(3):
        started = time.perf_counter()
        with pytest.raises(NO_MESSAGE):
            decode_client(BAD[name])
        spoken_version(BAD[name])
        took.append(time.perf_counter() - started)
    assert min(took) < most


@pytest.mark.parametrize(
    "message",
    [
        Write(phase=2**53, sheet="x" * 16, revision=0, lines=("é" * LONGEST_LINE,) * MOST_LINES),
        messages.Seal(phase=1, revisions={f"{n}": 1 for n in range(16)}),
        messages.Chat(text="x" * 500),
        messages.Join(table="T" * 80, name="n" * 80, key="k" * 128, password="p" * 128),
    ],
)
def test_the_longest_messages_are_taken(message: Any) -> None:
    """S4: no message that is allowed is over a limit."""
    packed = encode(message)
    assert len(packed) <= MOST_BYTES
    assert decode_client(packed) == message


def test_a_text_frame_is_a_protocol_error() -> None:
    """S4."""
    with pytest.raises(ProtocolError, match="text frame"):
        decode_client("hello")
    assert spoken_version("hello") is None


@long
@examples(150)
@given(ANY_CLIENT, st.data())
def test_a_message_cut_short_is_a_protocol_error(message: Any, data: st.DataObject) -> None:
    """S5."""
    packed = encode(message)
    with pytest.raises(ProtocolError):
        decode_client(packed[: data.draw(st.integers(0, len(packed) - 1))])


@long
@examples(150)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_a_protocol_error(data: bytes) -> None:
    """S5."""
    for decode in (decode_client, decode_server):
        with contextlib.suppress(*NO_MESSAGE):
            decode(data)
    spoken_version(data)


def seeds() -> list[bytes]:
    """Messages to be changed: one of each kind, with something in it."""
    by_hand: list[ClientMessage] = [
        Write(phase=1, sheet="V", revision=3, lines=("T HQ V4", "2P ERV S", "é")),
        messages.OpenTable(
            game="power", name="Sunday", key="a secret of sixteen", options={"players": 4, "x": {"y": None}}
        ),
        messages.Seal(phase=3, revisions={"V": 3, "B": 200_000}),
        messages.Grant(seconds=12.5),
        messages.Finish(text="rain", winners=("V", "B")),
        Hello(protocol=1, client="test", language="fr"),
    ]
    return [encode(message) for message in by_hand]


def mutated(packed: bytes, random: Random) -> bytes:
    changed = bytearray(packed)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(changed) + 1)
        match random.randrange(5):
            case 0 if changed:
                changed[at % len(changed)] = random.randrange(256)
            case 1:
                del changed[at : at + random.randint(1, 4)]
            case 2:
                changed[at:at] = random.randbytes(random.randint(1, 4))
            case 3:
                changed[at:at] = random.choice(
                    (b"\xdd\xff\xff\xff\xff", b"\x91" * 40, b"\xc7\x00\xff", b"\xc1")
                )
            case 4:
                changed += changed[at:]
    return bytes(changed)


def outcome_of(decode: Callable[[bytes], ClientMessage], packed: bytes) -> ClientMessage | str:
    try:
        return decode(packed)
    except NO_MESSAGE as error:
        return f"{type(error).__name__} {error}"


@pytest.mark.slow
def test_changed_messages_raise_nothing_but_protocol_errors() -> None:
    """S5: a hundred thousand of them; the quick way to read and the one that explains never differ."""
    random, originals = Random(11), seeds()
    understood = 0
    for number in range(100_000):
        packed = mutated(originals[number % len(originals)], random)
        spoken_version(packed) if number % 10 == 0 else None
        quick, explained = outcome_of(decode_client, packed), outcome_of(decode_and_explain, packed)
        assert quick == explained
        understood += isinstance(quick, Struct)
    assert 100 < understood < 90_000


MARK = "QZGEHEIM"


def error_of(packed: bytes) -> ProtocolError | BadField | None:
    try:
        decode_client(packed)
    except NO_MESSAGE as error:
        return error
    return None


@long
@examples(150)
@given(ANY_CLIENT, st.data())
def test_the_text_of_an_error_never_holds_what_was_given(message: Any, data: st.DataObject) -> None:
    """S4: it may be a secret, and goes into the log."""
    plain = msgspec.to_builtins(message)
    where = data.draw(st.sampled_from([*plain, f"{MARK}-field"]))
    wrong = st.sampled_from([MARK, [MARK], {MARK: MARK}, {"a": {MARK: [MARK]}}, MARK * 300, {MARK: 1}])
    plain[where] = data.draw(wrong)
    error = error_of(msgpack.packb(plain))
    if error is not None:
        assert MARK not in str(error)
        assert error.__context__ is None or error.__suppress_context__


@pytest.mark.parametrize("name", BAD)
def test_the_text_of_every_error_says_where_or_what_in_one_line(name: str) -> None:
    """S4: it must fit a close frame, and read as a sentence."""
    with pytest.raises(NO_MESSAGE) as caught:
        decode_client(BAD[name])
    text = str(caught.value)
    assert 8 <= len(text) <= 200
    assert "\n" not in text


async def test_each_limit_closes_the_connection_with_a_reason(tmp_path: Path) -> None:
    """S4, S6: 1008, or 1009 for size."""
    async with serving(tmp_path) as app:
        no_messages = {name: bad for name, bad in BAD.items() if name not in WRONG_FIELDS}
        for name, bad in no_messages.items():
            rude = await wire(app.port, hello=True)
            rude.put(frame(bad))
            code, reason = await rude.closing()
            assert code == CLOSE_LIMITS, name
            assert reason, name
            await rude.hang_up()
        huge = await wire(app.port, hello=True)
        huge.put(frame(b"\x00" * (MOST_BYTES + 1)))
        assert (await huge.closing())[0] == CLOSE_TOO_BIG
        await huge.hang_up()
        announced = await wire(app.port, hello=True)
        announced.put(b"\x82\xff" + (2**40).to_bytes(8, "big") + b"\0\0\0\0")
        assert (await announced.closing())[0] == CLOSE_TOO_BIG, "the size announced is enough"
        await announced.hang_up()
        assert app.metrics.protocol_errors_total == len(no_messages)


async def test_a_request_with_a_wrong_field_is_refused_and_the_connection_lives_on(tmp_path: Path) -> None:
    """S4: the answer names the field, and carries the number of the request."""
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        for number, name in enumerate(sorted(WRONG_FIELDS), start=100):
            plain = msgpack.unpackb(BAD[name], strict_map_key=False)
            await caller.socket.send(msgpack.packb({**plain, "id": number}))
            answer = await caller.hear()
            assert isinstance(answer, Refused), name
            assert (answer.code, answer.re) == ("bad-field", number), name
        await caller.socket.send(pack(type="chat", text="x" * 501, id=7))
        answer = await caller.hear()
        assert isinstance(answer, Refused)
        assert answer.text == "this message cannot be used: $.text is too long: its length is 500 at most"
        assert isinstance(await caller.ask(messages.Ping()), messages.Pong)
        assert app.metrics.protocol_errors_total == 0


async def test_wrong_fields_count_as_messages_and_a_flood_of_them_is_closed(tmp_path: Path) -> None:
    """S7."""
    async with serving(tmp_path, Limits(burst=5, rate=0.001)) as app:
        caller = await call(app.port)
        for _ in range(12):
            await caller.socket.send(write(phase=-1))
        with pytest.raises(ConnectionClosed):
            await caller.until(lambda message: False)
        assert caller.socket.close_code == CLOSE_LIMITS
        codes = [message.code for message in caller.heard if isinstance(message, Refused)]
        assert codes == ["bad-field"] * 5 + ["rate"] * 5


async def test_a_text_frame_closes_the_connection(tmp_path: Path) -> None:
    """S4."""
    async with serving(tmp_path) as app:
        for hello in (True, False):
            rude = await wire(app.port, hello=hello)
            rude.put(frame(b"hello", TEXT))
            code, reason = await rude.closing()
            assert (code, "binary" in reason) == (CLOSE_LIMITS, True)
            await rude.hang_up()


async def test_the_first_message_must_be_hello_and_comes_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        hasty = await call(app.port, hello=False)
        await hasty.send(messages.Ping())
        await hasty.socket.wait_closed()
        assert hasty.socket.close_code == CLOSE_LIMITS
        assert "hello" in str(hasty.socket.close_reason)
        twice = await call(app.port)
        await twice.send(Hello(protocol=PROTOCOL_VERSION))
        await twice.socket.wait_closed()
        assert twice.socket.close_code == CLOSE_LIMITS


async def test_the_welcome_names_the_games_and_the_bots(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port, hello=False)
        answer = await caller.ask(Hello(protocol=PROTOCOL_VERSION))
        assert isinstance(answer, messages.Welcome)
        assert answer.protocol == PROTOCOL_VERSION
        assert "recruit" in answer.games["power"]


OTHER_AGES = [
    ({"type": "hello", "protocol": PROTOCOL_VERSION - 1}, "update QG on your machine"),
    ({"type": "hello", "protocol": -7}, "update QG on your machine"),
    ({"type": "hello", "protocol": PROTOCOL_VERSION + 1}, "ask the host to update"),
    ({"type": "hello", "protocol": 99, "id": 4, "colours": ["new"], "auth": {"a": 1}}, "ask the host"),
    ({"type": "hello", "protocol": 0, "nick": "old", "client": 7}, "update QG on your machine"),
]


@pytest.mark.parametrize(("hello", "advice"), OTHER_AGES)
async def test_another_version_is_told_in_words_what_to_do(
    tmp_path: Path, hello: dict[str, Any], advice: str
) -> None:
    """That holds even if the rest of its hello is of an unknown form."""
    async with serving(tmp_path) as app:
        caller = await call(app.port, hello=False)
        await caller.socket.send(msgpack.packb(hello))
        answer = await caller.hear()
        assert isinstance(answer, Refused)
        assert answer.code == "version"
        assert advice in answer.text
        assert f"protocol {PROTOCOL_VERSION}" in answer.text
        await caller.socket.wait_closed()
        assert caller.socket.close_code == CLOSE_VERSION
        assert caller.socket.close_reason


async def test_the_same_version_with_unknown_fields_is_no_hello(tmp_path: Path) -> None:
    """A hello of our own version is checked strictly."""
    async with serving(tmp_path) as app:
        caller = await call(app.port, hello=False)
        await caller.socket.send(msgpack.packb({"type": "hello", "protocol": PROTOCOL_VERSION, "more": 1}))
        await caller.socket.wait_closed()
        assert caller.socket.close_code == CLOSE_LIMITS
