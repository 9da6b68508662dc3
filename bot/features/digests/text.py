"""What players read in their daily digest. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.matches.text import waiting_lines
from bot.interactions.replies import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from bot.referee.my_matches import MyMatches


def digest_post(mine: MyMatches, title: Callable[[str], str], day: date) -> str:
    """Return what waits for a person, to be sent on a day; empty if nothing does. A text over the limit is cut."""
    lines = list(waiting_lines(mine, title))
    small = f"-# daily list of {day.day} {day:%B} \u00b7 `/my preferences` with `digest` `off` turns it off"
    whole = "\n".join([*lines, small])
    if not lines or len(whole) <= MAX_LENGTH:
        return whole if lines else ""
    rest = f"- and more: `/games` lists all\n{small}"
    while len("\n".join([*lines, rest])) > MAX_LENGTH or lines[-1].endswith(":"):
        lines.pop()
    return "\n".join([*lines, rest])
