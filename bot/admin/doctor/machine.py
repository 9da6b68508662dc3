"""Checks of the machine: fonts, time zones, the data folder and its disk, ports. They change nothing."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import tempfile
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.admin.doctor.check import ok, problem, warning
from bot.referee.times.zone_names import COMMON_ZONES
from renderers.drawing.typeface import NAME, PLAIN, is_drawable, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.admin.doctor.check import Check
    from bot.config import Settings

MIB = 2**20
LEAST_FREE = 100 * MIB
"""Bytes without which a database may not be written much longer."""
LITTLE_FREE = 256 * MIB
"""Bytes that should be free besides a copy of the database, which updates and backups make."""


def check_fonts() -> Check:
    """Check that boards can be labelled."""
    try:
        drawn = is_drawable("Turnpost") and all(text_width("Turnpost", style) > 0 for style in (NAME, PLAIN))
    except (OSError, ModuleNotFoundError) as error:
        return problem("fonts", f"boards can't be drawn ({error}): install Turnpost's packages again.")
    return ok("fonts", "they can be read.") if drawn else problem("fonts", "the font has no letters: install it again.")


def check_zones() -> Check:
    """Check that the machine or the package tzdata has the time zones."""
    try:
        for name in COMMON_ZONES:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError) as error:
        return problem("time zones", f"{error}: install the system's tzdata, or the Python package of that name.")
    return ok("time zones", f"{len(available_timezones()):,} are known.")


def check_data_folder(settings: Settings) -> Check:
    """Check that the data folder can be written, or made."""
    folder = settings.turnpost_data.resolve()
    if not folder.exists():
        if os.access(_nearest(folder), os.W_OK):
            return ok("data folder", f"{folder} isn't there yet; the first start makes it.")
        return problem("data folder", f"{folder} can't be made: make it, or choose another TURNPOST_DATA.")
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ok("data folder", f"{folder} can be written.")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return problem("data folder", f"{folder} can't be written ({reason}): let Turnpost's user write there.")


def check_disk(settings: Settings, size: int) -> Check:
    """Check that the disk of the data folder has room, for a database of `size` bytes there and a copy of it."""
    folder = _nearest(settings.turnpost_data.resolve())
    return judge_disk(f"the disk of {folder}", shutil.disk_usage(folder).free, size)


def judge_disk(disk: str, free: int, size: int) -> Check:
    """Return whether so many free bytes are enough, for a database of `size` bytes and a copy of it."""
    room = f"{free / MIB:,.0f} MiB are free on {disk}"
    if free < LEAST_FREE:
        return problem("disk", f"only {room}: free some, or matches can't be stored.")
    if free < size + LITTLE_FREE:
        return warning("disk", f"only {room}, too few for a copy of the database: free some before you update.")
    return ok("disk", f"{room}.")


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


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one around it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())


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
