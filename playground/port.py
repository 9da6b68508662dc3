"""The port of loopback on which the playground listens."""

from __future__ import annotations

import errno
import socket

HOST = "127.0.0.1"


class PortInUse(OSError):  # noqa: N818 - the name says what is wrong
    """The port is taken by another program, or by another playground."""

    def __init__(self, port: int) -> None:
        super().__init__(errno.EADDRINUSE, f"Port {port} is already in use: stop what uses it, or choose another port.")
        self.port = port

    def __str__(self) -> str:
        return self.strerror or ""


def listen(port: int) -> socket.socket:
    """Return a socket that listens on a port of loopback. Raises `PortInUse`."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(port) from None
        raise
    return listener
