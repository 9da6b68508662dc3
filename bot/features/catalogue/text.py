"""What the catalogue says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.views import Snapshot


def catalogue_title(title: str, snapshot: Snapshot) -> str:
    """Return which match a catalogue is of, and after how many moves; `title` names the game."""
    return f"**#{snapshot.match.id} {title}** after {format_count(snapshot.ply, 'move')}"


def no_catalogue(title: str, others: Sequence[str]) -> str:
    """Return that a game has no catalogue, and the titles of those that have one."""
    has_one = f" {format_list(others)} {'has' if len(others) == 1 else 'have'} one." if others else ""
    return f"{title} has no catalogue.{has_one}"
