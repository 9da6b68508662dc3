"""What a feature brings to the bot: commands, entries of menus, buttons, forms and posts, declared once at its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from discord.ext import commands

from bot.client.panels import PanelCommand, add_panel_command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    import discord
    from discord import app_commands

    from bot.client.client import Client
    from bot.client.components import PersistentForm
    from storage.queries.rows import Post

SendPost: TypeAlias = "Callable[[Client, Post], Awaitable[tuple[int, int | None]]]"
"""Sends a row of the outbox, and returns the ids of the channel and of the message that it became, if any."""


class Cog(commands.Cog):
    """Commands of a feature."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """What a feature brings.

    `cogs` hold its commands, `panel_commands` are those that a panel offers, too, `menus` its entries in the menus of
    messages and people, `buttons` its buttons and selects that work after a restart, `forms` those that people send
    back, and `posts` send its rows of the outbox, by their kind.
    """

    cogs: Sequence[type[Cog]] = ()
    panel_commands: Sequence[PanelCommand] = ()
    menus: Sequence[app_commands.ContextMenu] = ()
    buttons: Sequence[type[discord.ui.DynamicItem[Any]]] = ()
    forms: Sequence[type[PersistentForm]] = ()
    posts: Mapping[str, SendPost] = field(default_factory=dict[str, SendPost])

    async def add_to(self, client: Client) -> None:
        """Register everything with a client."""
        for cog in self.cogs:
            await client.add_cog(cog(client))
        for command in self.panel_commands:
            add_panel_command(client, command)
        for menu in self.menus:
            client.tree.add_command(menu)
        client.add_dynamic_items(*self.buttons)
        for form in self.forms:
            client.add_listener(form.receive, "on_interaction")
        client.outbox.register(**{kind: partial(send, client) for kind, send in self.posts.items()})
