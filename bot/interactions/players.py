"""Users of Discord as players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.names import is_visible
from storage.queries.rows import Person

if TYPE_CHECKING:
    import discord


def person_of(user: discord.abc.User) -> Person:
    """Return a user as a player, by the first of their names that has something to be seen.

    That is their name on the server, then the one they have everywhere, then their user name. If none can be seen, the
    player keeps the first, and `bot.referee.names` says what is shown.
    """
    names = (user.display_name, user.global_name or "", user.name)
    return Person(user.id, next(filter(is_visible, names), user.display_name))
