"""Ports for servers that are killed and come back to the same one."""

import secrets
import socket

FROM, TO = 20_000, 32_000
"""The system gives higher ports to outgoing connections: none takes the port while its server is away."""


def free_port() -> int:
    while True:
        port = FROM + secrets.randbelow(TO - FROM)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
