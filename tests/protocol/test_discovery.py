"""Questions and answers by which tables are found on a local network."""

import os

import pytest

from protocol.discovery import (
    MOST_BYTES,
    NONCE_BYTES,
    Answer,
    Found,
    decode_answer,
    encode_answer,
    question,
    question_nonce,
)

NONCE = os.urandom(NONCE_BYTES)


def answer(tables: int, nonce: bytes = NONCE) -> Answer:
    found = tuple(Found(f"T{number:04}", "Sunday" * 5, "power", 3, False) for number in range(tables))
    return Answer(nonce=nonce, server="Den", port=7000, tls=False, tables=found)


def test_a_question_is_as_long_as_the_longest_answer() -> None:
    """So nobody gains by asking in the name of another."""
    asked = question(NONCE)
    assert len(asked) == MOST_BYTES
    assert question_nonce(asked) == NONCE
    assert question_nonce(asked[:-1]) is None


@pytest.mark.parametrize("tables", [0, 1, 5])
def test_an_answer_comes_over_as_it_was_sent(tables: int) -> None:
    assert decode_answer(encode_answer(answer(tables)), NONCE) == answer(tables)


def test_more_tables_than_fit_are_left_out_from_the_last_one() -> None:
    packed = encode_answer(answer(500))
    heard = decode_answer(packed, NONCE)
    assert len(packed) <= MOST_BYTES
    assert heard is not None
    assert 0 < len(heard.tables) < 500
    assert heard.tables == answer(500).tables[: len(heard.tables)]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"something else",
        encode_answer(answer(1, os.urandom(NONCE_BYTES))),
        encode_answer(answer(1))[:-1],
        encode_answer(answer(1)).ljust(MOST_BYTES + 1, b"\0"),
        encode_answer(answer(1))[:4] + b"\x93\x01\x02\x03",
        encode_answer(answer(1))[:4] + b"\x91" * 900,
    ],
    ids=[
        *("nothing", "something else", "to another question", "cut off", "too long"),
        *("of other fields", "nested without end"),
    ],
)
def test_what_is_no_answer_to_our_question_is_passed_over(data: bytes) -> None:
    assert decode_answer(data, NONCE) is None
