"""What the display command says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.referee.people.display import DisplayPreferences


def look_post(look: DisplayPreferences) -> str:
    """Return what a person prefers."""
    turned = "never turned, a1 at the lower left"
    if look.sides == "mover":
        turned = "from your own side; boards that all see, from that of whoever is to move"
    return (
        f"Your look: theme `{look.theme}`, size `{look.size}`, sides `{look.sides}` ({turned}).\n"
        "What you alone see is drawn so, and the boards of matches that you start from now on."
    )
