"""Ports for servers that a test starts."""

from __future__ import annotations

import random
import socket
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_PORTS = range(10_000, 30_000)
"""Below those that Linux and macOS give to outgoing connections, one of which could take the port before its server."""


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 that nothing holds."""
    system = random.SystemRandom()  # the seeded numbers of two workers could be alike
    while True:
        port = system.choice(_PORTS)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port


@contextmanager
def taken_port() -> Generator[int]:
    """Listen on a TCP port of 127.0.0.1, and give it."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]
