"""Whether the bot is well, asked of the running bot. It answers on loopback (`bot/health/server.py`).

A container asks every half minute, so this loads next to nothing.
"""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pathlib import Path

    from bot.config import Shards

TIMEOUT = 5.0
"""Seconds to wait for the bot's answer."""
NO_ANSWER = (OSError, ValueError, TypeError, KeyError, HTTPException)
"""The errors when nothing answers, or something that isn't a bot."""


def address(folder: Path, shards: Shards) -> Path:
    """Return the file in which the bot with these shards writes its address."""
    return folder / f"health{shards.suffix}.json"


def ask(folder: Path, shards: Shards) -> tuple[bool, str]:
    """Ask the bot with these shards on a data folder. Returns whether it is well, and what it says. Blocks.

    That is a line of JSON with figures, then a sentence in a line of its own for all that is wrong.
    """
    try:
        return _report(folder, shards)
    except FileNotFoundError:
        which = "" if shards.count == 1 else f" with the shards {shards.name}"
        return False, f"No bot{which} runs on {folder}."
    except NO_ANSWER as error:
        return False, f"The bot on {folder} does not answer: {type(error).__name__}."


def is_responding(folder: Path, shards: Shards) -> bool:
    """Return whether a bot with these shards answers, healthy or not. Blocks."""
    try:
        _report(folder, shards)
    except NO_ANSWER:
        return False
    return True


def _report(folder: Path, shards: Shards) -> tuple[bool, str]:
    url: str = json.loads(address(folder, shards).read_text("utf-8"))["url"]
    place = urlsplit(url)
    with closing(HTTPConnection(place.netloc, timeout=TIMEOUT)) as connection:
        connection.request("GET", place.path)
        response = connection.getresponse()
        report: dict[str, Any] = json.load(response)
        problems: list[str] = report.pop("problems")
        return response.status == 200, "\n".join([json.dumps(report), *problems])
