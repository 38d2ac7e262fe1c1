"""The question that a client sends to the LAN, and the answer of a server, which is never longer than it."""

import msgpack
import msgspec
from msgspec import Struct

GROUP = "239.255.81.71"
PORT = 47871
NONCE_BYTES = 8
_QUESTION = b"QG?1"
_ANSWER = b"QG!1"
MOST_BYTES = 256


class Found(Struct, frozen=True, array_like=True):
    """A table with free seats."""

    id: str
    name: str
    game: str
    free: int
    password: bool


class Answer(Struct, frozen=True, array_like=True):
    """A server, with as many of its tables as fit into the answer; `list_tables` gives all of them."""

    server: str
    port: int
    tls: bool
    nonce: bytes
    tables: tuple[Found, ...] = ()


def question(nonce: bytes) -> bytes:
    """The question is as long as the longest answer: who forges its sender cannot multiply traffic."""
    return (_QUESTION + nonce).ljust(MOST_BYTES, b"\0")


def question_nonce(data: bytes) -> bytes | None:
    if len(data) != MOST_BYTES or not data.startswith(_QUESTION):
        return None
    return data[len(_QUESTION) : len(_QUESTION) + NONCE_BYTES]


def encode_answer(answer: Answer) -> bytes:
    for count in range(len(answer.tables), -1, -1):
        fitting = msgspec.structs.replace(answer, tables=answer.tables[:count])
        packed: bytes = _ANSWER + msgpack.packb(msgspec.to_builtins(fitting, builtin_types=(bytes,)))
        if len(packed) <= MOST_BYTES:
            break
    return packed


def decode_answer(data: bytes, nonce: bytes) -> Answer | None:
    """The answer, or None if it does not answer the question with this nonce."""
    if not data.startswith(_ANSWER) or len(data) > MOST_BYTES:
        return None
    try:
        answer = msgspec.convert(msgpack.unpackb(data[len(_ANSWER) :], raw=False), Answer)
    except (ValueError, msgspec.ValidationError, RecursionError):
        return None
    return answer if answer.nonce == nonce else None
