"""A server that listens at one address tells the LAN of no other."""

import socket
from typing import Any

import pytest

from server.net import lan

ELSEWHERE = "192.0.2.7"
"""An address that is kept for documentation; nobody has it."""


def announced(host: str | None) -> list[str]:
    """The addresses that zeroconf would tell of."""

    def info(*_: str, addresses: list[bytes], **more: Any) -> list[bytes]:
        return addresses

    told = lan.Announcer("Club", 7999, lambda: (), host=host)._info(info, {})
    return [socket.inet_ntoa(address) for address in told]


def test_only_the_address_at_which_it_listens_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "own_addresses", lambda: [ELSEWHERE])
    assert announced("127.0.0.1") == ["127.0.0.1"]
    assert lan.Announcer("Club", 7999, lambda: (), host="127.0.0.1").addresses == ["127.0.0.1"]
    for everywhere in (None, "0.0.0.0", "::"):
        assert announced(everywhere) == [ELSEWHERE]
        assert lan.Announcer("Club", 7999, lambda: (), host=everywhere).addresses == ["127.0.0.1", ELSEWHERE]
