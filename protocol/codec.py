"""Turns messages into msgpack bytes and back. Only ProtocolError and BadField are raised."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias, get_args

import msgpack
import msgspec

from protocol.messages import HIGHEST_COUNT, ClientMessage, ServerMessage, Write
from protocol.notes import Arg, Note
from protocol.texts import DEFAULT, catalogue

MOST_BYTES = 65_536
MOST_ITEMS = 256
_NEVER_MEANT = b""
"""What stands for an extension: no field is made of bytes."""
_FROM_CLIENT: dict[str, Any] = {
    "raw": False,
    "strict_map_key": True,  # numbers as keys could be chosen so that a map is slow to build
    "max_str_len": MOST_BYTES,
    "max_bin_len": MOST_BYTES,
    "max_ext_len": MOST_BYTES,
    "max_array_len": MOST_BYTES,
    "max_map_len": MOST_BYTES,
    "ext_hook": lambda code, data: _NEVER_MEANT,
}
"""A message has no more bytes than that, so all of it can be read, and a wrong field can be refused."""
_FROM_SERVER: dict[str, Any] = {"raw": False, "strict_map_key": True, "max_ext_len": 0}

Message: TypeAlias = ClientMessage | ServerMessage


class ProtocolError(ValueError):
    """A peer sent what breaks the protocol, so its connection is closed.

    The note says what was wrong and where, never the content, which may be a secret.
    """

    def __init__(self, code: str, **args: Arg) -> None:
        self.note = Note(f"closed.{code}", args)
        super().__init__(catalogue("table", DEFAULT).say(self.note))


class BadField(ValueError):
    """A request has a field that is not as it must be. It is refused, and the connection stays open.

    The note says what was wrong and where, never the content, which may be a secret.
    """

    cost = 1
    """It counts as one message, whatever the request would have cost."""

    def __init__(self, code: str, **args: Arg) -> None:
        self.note = Note(f"field.{code}", args)
        super().__init__(catalogue("table", DEFAULT).say(self.note))
        self.id = 0
        self.is_question = self.shows_writing = False
        """These are those of the request."""


encode: Callable[[Message], bytes] = msgspec.msgpack.Encoder().encode
"""A message as bytes."""
_writes: msgspec.msgpack.Decoder[Write] = msgspec.msgpack.Decoder(Write)
_client_messages: msgspec.msgpack.Decoder[ClientMessage] = msgspec.msgpack.Decoder(ClientMessage)


def decode_client(data: bytes | str) -> ClientMessage:
    """The message that a client sent. If only one of its fields is wrong, BadField names the request."""
    if isinstance(data, bytes):
        try:
            return _client_messages.decode(data)
        except (ValueError, RecursionError):  # what is wrong is found out below
            pass
    return decode_and_explain(data)


def decode_write(data: bytes | bytearray | memoryview) -> Write | None:
    """The message that a client sent if it is a sheet, in which nothing is wrong; None if it is not."""
    try:
        return _writes.decode(data)
    except (ValueError, RecursionError):
        return None


def decode_and_explain(data: bytes | str) -> ClientMessage:
    """The same, in two steps and several times slower: it can tell which part of the message is wrong."""
    kind, plain = _kind_of(data, _CLIENT_KINDS, _FROM_CLIENT)
    try:
        message: ClientMessage = _convert(kind, plain)
        return message
    except BadField as bad:
        number = plain.get("id", 0)
        if type(number) is not int or not 0 <= number <= HIGHEST_COUNT:
            raise ProtocolError("no-id") from None
        bad.id, bad.is_question, bad.shows_writing = number, kind.is_question, kind.shows_writing
        raise


def decode_server(data: bytes | str) -> ServerMessage:
    try:
        message: ServerMessage = _convert(*_kind_of(data, _SERVER_KINDS, _FROM_SERVER))
        return message
    except BadField as bad:
        raise ProtocolError("bad-field", text=str(bad)) from None


def spoken_version(data: bytes | str) -> tuple[int, str] | None:
    """The protocol version and the language of a first message, even if the rest is of another version."""
    try:
        plain = msgpack.unpackb(data, **_FROM_CLIENT) if isinstance(data, bytes) else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(plain, dict) or plain.get("type") != "hello":
        return None
    theirs, language = plain.get("protocol"), plain.get("language")
    return (theirs, language if isinstance(language, str) else "") if type(theirs) is int else None


def _kinds(union: Any) -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


# Converting to one struct, found by its tag, is several times faster than to the union of all.
_CLIENT_KINDS = _kinds(ClientMessage)
_SERVER_KINDS = _kinds(ServerMessage)


def _kind_of(data: bytes | str, kinds: dict[str, Any], limits: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The kind of a message, and the message as a map that has not been checked yet."""
    if isinstance(data, str):
        raise ProtocolError("text-frame")
    try:
        plain = msgpack.unpackb(data, **limits)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("no-msgpack", error=type(error).__name__) from None
    tag = plain.get("type") if isinstance(plain, dict) else None
    kind = kinds.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise ProtocolError("unknown-type")
    return kind, plain


def _convert(kind: Any, plain: dict[str, Any]) -> Any:
    """The message with all its fields checked; BadField says which one is wrong."""
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        bad = _bad_field(str(error))
    raise bad


_PLACE = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`(?P<where>\$[^`]*)`)?$", re.S)
_WRONG_TYPE = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_LENGTH = re.compile(r"Expected `[^`]+` of length (<=|>=) (\d+)")
_NUMBER = re.compile(r"Expected `[^`]+` (<=|>=) (\S+)")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")


def _bad_field(text: str) -> BadField:
    """msgspec's English text as an error of ours: what was expected and where, without the value given."""
    found = _PLACE.match(text)
    what, where = (found["what"], found["where"] or "$") if found else (text, "$")
    if match := _WRONG_TYPE.fullmatch(what):
        return BadField("wrong-type", expected=match[1], given=match[2], where=where)
    if match := _LENGTH.fullmatch(what):
        return BadField("too-long" if match[1] == "<=" else "too-short", length=match[2], where=where)
    if match := _NUMBER.fullmatch(what):
        return BadField("too-large" if match[1] == "<=" else "too-small", number=match[2], where=where)
    if match := _MISSING.fullmatch(what):
        return BadField("missing-field", field=match[1])
    if what.startswith("Object contains unknown field"):
        return BadField("unknown-field")
    return BadField("unknown-value", where=where)
