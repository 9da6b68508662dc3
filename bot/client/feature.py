"""What a feature brings to the bot: commands, entries of menus, buttons, forms and posts, declared once at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import discord
    from discord import app_commands
    from discord.ext import commands

    from bot.client.client import Client
    from bot.client.components import PersistentForm
    from bot.outbox.worker import SendPost


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """What a feature brings.

    `cogs` hold its commands, `menus` make its entries in the menus of messages and people, `buttons` are its buttons
    and selects that work after a restart, `forms` are those that people send back, and `posts` makes the calls that
    send its rows of the outbox, by their kind.
    """

    cogs: Sequence[Callable[[Client], commands.Cog]] = ()
    menus: Sequence[Callable[[Client], app_commands.ContextMenu]] = ()
    buttons: Sequence[type[discord.ui.DynamicItem[Any]]] = ()
    forms: Sequence[type[PersistentForm]] = ()
    posts: Callable[[Client], Mapping[str, SendPost]] | None = None

    async def add_to(self, client: Client) -> None:
        """Register everything with a client."""
        for cog in self.cogs:
            await client.add_cog(cog(client))
        for menu in self.menus:
            client.tree.add_command(menu(client))
        client.add_dynamic_items(*self.buttons)
        for form in self.forms:
            client.add_listener(form.receive, "on_interaction")
        if self.posts:
            client.outbox.register(**self.posts(client))
