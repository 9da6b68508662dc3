"""What `/my look` says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.referee.people.display import DisplayPreferences


def look_post(look: DisplayPreferences) -> str:
    """Return the look that a person chose, and what it applies to."""
    if look.sides == "mover":
        chosen = _(
            "Your look: theme `{theme}`, size `{size}`, sides `{sides}` (your own side below; on boards that everyone "
            "sees, the side to move)."
        )
    else:
        chosen = _("Your look: theme `{theme}`, size `{size}`, sides `{sides}` (never turned, a1 at the lower left).")
    applies = _("It applies to boards that only you see, and to matches you start from now on.")
    return f"{chosen.format(theme=look.theme, size=look.size, sides=look.sides)}\n{applies}"
