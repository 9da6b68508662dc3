"""The words of a server's settings. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.guilds.settings_parser import SETTINGS

if TYPE_CHECKING:
    from bot.referee.guilds.settings import Server


def settings_post(server: Server) -> str:
    """Return all settings of a server, each with what it comes to, and how they are changed."""
    example = " ".join(f"{name}={SETTINGS[name].example}" for name in ("threads", "clock", "channels"))
    return "\n".join(
        [
            "The settings of this server:",
            *(f"- {name} {setting.meaning(getattr(server, name))}" for name, setting in SETTINGS.items()),
            f"-# Who manages the server changes them: `/settings`, or as text `{server.prefix}settings {example}`",
        ]
    )
