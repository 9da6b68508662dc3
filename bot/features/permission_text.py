"""Permissions in words: their names in Discord, and what comes of it where the bot lacks them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.guilds.channel_uses import Use
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from discord import Permissions

    from bot.gateway.permissions import Lack

_NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
    "add_reactions": N_("Add Reactions"),
}
"""The names under which Discord shows them, by discord.py's, those first without which the others are of no use."""
_FORUM_NAMES = {
    "send_messages": N_("Create Posts"),
    "send_messages_in_threads": N_("Send Messages in Posts"),
}
_EFFECTS = {
    "view_channel": N_("nothing can be seen or posted there"),
    "send_messages": N_("nothing can be posted"),
    "send_messages_in_threads": N_("boards can't be posted"),
    "create_public_threads": N_("matches get no threads"),
    "attach_files": N_("boards come in words, without a picture"),
    "read_message_history": N_("messages get no replies, and those missed while the bot was away aren't read"),
    "add_reactions": N_("a move that comes too early gets its hourglass as a message"),
}


def permission_names(permissions: Permissions, *, in_forum: bool = False) -> list[str]:
    """Return permissions as Discord names them, in a forum or elsewhere."""
    names = _NAMES | _FORUM_NAMES if in_forum else _NAMES
    return [_(shown) for name, shown in names.items() if getattr(permissions, name)]


def lack_names(lack: Lack) -> list[str]:
    """Return the permissions that the bot lacks, as Discord names them there."""
    return permission_names(lack.missing, in_forum=lack.channel is not None and Use.FORUM in lack.channel.uses)


def lack_effect(lack: Lack) -> str:
    """Return what comes of a lack, in clauses: the worst alone if nothing works for it."""
    effects = [_(effect) for name, effect in _EFFECTS.items() if getattr(lack.missing, name)]
    return effects[0] if lack.essential else ", ".join(effects)
