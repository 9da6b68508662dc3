"""Where each slash command stands: a few at the top level, all others in groups.

Text commands have no groups: `!resign` and `/match resign` are the same command. `/stats` is at the top level, since
`/games` is a command by itself and can't be a group besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import Permissions, app_commands

if TYPE_CHECKING:
    from collections.abc import Mapping

MATCH = {
    name: name
    for name in (
        "accept",
        "decline",
        "resign",
        "draw",
        "takeback",
        "agree",
        "refuse",
        "substitute",
        "claim",
        "calloff",
        "givetime",
        "pause",
        "resume",
        "hint",
        "catalogue",
        "history",
        "export",
        "replay",
        "review",
        "rematch",
        "note",
        "notes",
        "plan",
        "analyse",
    )
} | {"moves": "where"}
MY = {name: name for name in ("challenges", "look", "preferences", "vacation", "puzzle")}
SERVER = {name: name for name in ("settings", "abandon", "block", "unblock", "blocks", "log")}
GROUPS: Mapping[str, Mapping[str, str]] = {"match": MATCH, "my": MY, "server": SERVER}
"""The names of the slash commands of each group, by the names of the same commands as text."""
SAME_AS = {"open": "challenge", "rules": "help"}
"""Text commands that are options of another command as a slash command: who plays, which game."""

ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BY_ANYONE = app_commands.AppInstallationType(guild=True, user=True)


def slash_path(name: str) -> str:
    """Return how a text command is called as a slash command, without the slash.

    >>> slash_path("resign"), slash_path("move"), slash_path("moves")
    ('match resign', 'move', 'match where')
    """
    for group, names in GROUPS.items():
        if name in names:
            return f"{group} {names[name]}"
    return SAME_AS.get(name, name)


def group_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Move the commands that features have added to the tree into their groups.

    Commands of people stand wherever people can install the bot; those of managers are hidden from all others unless a
    server decides otherwise.
    """
    groups = (
        _public_group("match", "Resign, offer, look back: all about one match"),
        _public_group("my", "Your challenges, preferences and puzzles"),
        app_commands.Group(
            name="server",
            description="Settings, blocks and log of this server",
            default_permissions=Permissions(manage_guild=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        ),
    )
    for group in groups:
        for text_name, name in GROUPS[group.name].items():
            command = tree.remove_command(text_name)
            if isinstance(command, app_commands.Command):
                command.name = name
                group.add_command(command)
        tree.add_command(group)


def _public_group(name: str, description: str) -> app_commands.Group:
    return app_commands.Group(name=name, description=description, allowed_contexts=ANYWHERE, allowed_installs=BY_ANYONE)
