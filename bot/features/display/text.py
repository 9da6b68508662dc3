"""What `/my look` says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.referee.people.display import DisplayPreferences


def look_post(look: DisplayPreferences) -> str:
    """Return the look that a person chose, and what it applies to."""
    sides = "never turned, a1 at the lower left"
    if look.sides == "mover":
        sides = "your own side below; on boards that everyone sees, the side to move"
    return (
        f"Your look: theme `{look.theme}`, size `{look.size}`, sides `{look.sides}` ({sides}).\n"
        "It applies to boards that only you see, and to matches you start from now on."
    )
