"""msgpack bytes to messages and back. Raises ProtocolError and nothing else."""

from typing import Any, TypeAlias, get_args

import msgpack
import msgspec

from protocol.messages import ClientMessage, ServerMessage

MOST_BYTES = 65_536
MOST_ITEMS = 256
LONGEST_STRING = 2_048
_FROM_CLIENT: dict[str, Any] = {
    "raw": False,
    "strict_map_key": True,
    "max_str_len": LONGEST_STRING,
    "max_bin_len": 0,
    "max_ext_len": 0,
    "max_array_len": MOST_ITEMS,
    "max_map_len": MOST_ITEMS,
}
_FROM_SERVER: dict[str, Any] = {"raw": False, "strict_map_key": True, "max_ext_len": 0}

_PACKABLE = (bytes,)

Message: TypeAlias = ClientMessage | ServerMessage


class ProtocolError(ValueError):
    """Bytes that are no message. The text names the place, never the content."""


def encode(message: Message) -> bytes:
    packed: bytes = msgpack.packb(msgspec.to_builtins(message, builtin_types=_PACKABLE))
    return packed


def decode_client(data: bytes | str) -> ClientMessage:
    """What a client sent, held to the limits."""
    message: ClientMessage = _decode(data, _CLIENT_KINDS, _FROM_CLIENT)
    return message


def decode_server(data: bytes | str) -> ServerMessage:
    message: ServerMessage = _decode(data, _SERVER_KINDS, _FROM_SERVER)
    return message


def spoken_version(data: bytes | str) -> tuple[int, str] | None:
    """The protocol a first message speaks, and its language, even if the rest of it is from another age."""
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


def _decode(data: bytes | str, kinds: dict[str, Any], limits: dict[str, Any]) -> Any:
    if isinstance(data, str):
        raise ProtocolError("messages are binary msgpack, this was a text frame")
    try:
        plain = msgpack.unpackb(data, **limits)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"this is no msgpack within the limits ({type(error).__name__})") from None
    tag = plain.get("type") if isinstance(plain, dict) else None
    kind = kinds.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise ProtocolError("this is no message known here: a map with a known `type` is expected")
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ProtocolError(_where(error)) from None


def _where(error: Exception) -> str:
    """What was expected and where, without the value that was given, which may be a secret."""
    text = str(error)
    if text.startswith(("Invalid value", "Invalid enum value")):
        return f"a value that is not known here{text[text.rfind(' - at') :]}"
    if text.startswith("Object contains unknown field"):
        return "a field that is not known here"
    return text
