"""Frames written by hand are those that a server reads."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from bench.attack import frames
from bench.attack.attackers import phase_in
from protocol.codec import encode
from protocol.events import PhaseOpened
from protocol.messages import Told


def received(data: bytes) -> list[Frame]:
    """What a server makes of these bytes, after the request to speak websocket."""
    protocol = ServerProtocol()
    protocol.receive_data(frames.upgrade_request(7878))
    request, *_ = protocol.events_received()
    protocol.send_response(protocol.accept(request))  # type: ignore[arg-type]  # the first is a request
    assert protocol.handshake_exc is None
    protocol.receive_data(data)
    assert protocol.parser_exc is None
    return [event for event in protocol.events_received() if isinstance(event, Frame)]


@pytest.mark.parametrize("size", [0, 1, 5, 125, 126, 300, 65_535, 65_536])
def test_a_server_reads_the_payload_of_a_message(size: int) -> None:
    payload = bytes(number % 251 for number in range(size))
    (found,) = received(frames.frame(frames.BINARY, payload))
    assert (found.opcode, found.fin, bytes(found.data)) == (Opcode.BINARY, True, payload)


def test_a_server_reads_control_frames_and_fragments() -> None:
    sent = (
        frames.frame(frames.BINARY, b"a", is_last=False)
        + frames.frame(frames.PING)
        + frames.frame(frames.CONTINUED, b"b", is_last=False)
        + frames.frame(frames.PONG)
    )
    found = [(frame.opcode, frame.fin) for frame in received(sent)]
    assert found == [(Opcode.BINARY, False), (Opcode.PING, True), (Opcode.CONT, False), (Opcode.PONG, True)]


CLOSED = Frame(Opcode.CLOSE, (1008).to_bytes(2) + b"too many messages").serialize(mask=False)


@pytest.mark.parametrize(
    ("received", "code"),
    [
        (b"\x8a\x00\x8a\x00" + CLOSED, "1008"),
        (b"\x88\x88\x88" + CLOSED, "1008"),
        (CLOSED[:-1], ""),
        (CLOSED + b"\x8a\x00", ""),
        (b"\x8a\x00" * 200, ""),
        (b"\x88", ""),
        (b"", ""),
    ],
)
def test_the_last_bytes_tell_the_close_code(received: bytes, code: str) -> None:
    assert frames.close_code(received) == code


@pytest.mark.parametrize(
    ("first", "how"),
    [(b"HTTP/1.1 101", "cut"), (b"HTTP/1.1 503", "HTTP 503"), (b"", "cut")],
)
def test_the_first_bytes_tell_whether_a_page_was_sent(first: bytes, how: str) -> None:
    assert frames.how_it_ended(first) == how


@pytest.mark.parametrize("phase", [1, 127, 128, 70_000])
def test_an_attacker_reads_which_phase_is_open(phase: int) -> None:
    opened = encode(Told(seq=9, at=1.0, event=PhaseOpened(phase=phase, key="orders", owing={"V": ("V",)})))
    assert phase_in(b"\x82\x7e" + opened + b"\x8a\x00") == phase
    assert phase_in(b"\x8a\x00") == 0
