"""Check the ports that the bot listens on."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

from bot.admin.doctor.check import ok, problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.doctor.check import Check
    from bot.config import Settings


def check_ports(settings: Settings, *, running: bool) -> Iterator[Check]:
    """Check the ports that the bot listens on. While it is `running`, it may have them itself."""
    wanted: list[tuple[str, str, int]] = []
    if settings.discord_token is None:
        wanted.append(("TURNPOST_PORT", "127.0.0.1", settings.turnpost_port))
    if settings.metrics_address:
        wanted.append(("TURNPOST_METRICS_PORT", *settings.metrics_address))
    for setting, host, port in wanted:
        subject, error = f"port {port}", _find_obstacle(host, port)
        if error is None:
            yield ok(subject, f"free for {setting}.")
        elif running and error.errno == errno.EADDRINUSE:
            yield ok(subject, f"in use for {setting}, by the bot that runs.")
        else:
            reason = error.strerror or type(error).__name__
            yield problem(
                subject, f"{setting} can't be listened to on {host} ({reason}): choose another, or stop what has it."
            )


def _find_obstacle(host: str, port: int) -> OSError | None:
    """Return the error of listening on a port, or None if that works."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
    except OSError as error:
        return error
    return None
