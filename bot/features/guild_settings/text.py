"""What admins read about the settings of their server. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.guilds.setting_values import SETTINGS

if TYPE_CHECKING:
    from bot.referee.guilds.settings import GuildSettings

NO_SERVER = "That needs a server: ask in one of its channels."


def settings_post(server: GuildSettings, forum_problem: str = "") -> str:
    """Return all settings of a server, each with its meaning, and how to change them.

    `forum_problem` says what is wrong with its forum, if anything.
    """
    example = " ".join(f"{name}={SETTINGS[name].example}" for name in ("threads", "clock", "channels"))
    how = f"`/server settings`, or as text `{server.prefix}settings {example}`"
    return "\n".join(
        [
            "Settings of this server:",
            *(f"- {name} {setting.describe(getattr(server, name))}" for name, setting in SETTINGS.items()),
            *([f"  - {forum_problem}"] if forum_problem else []),
            f"-# People with Manage Server can change them: {how}",
        ]
    )
