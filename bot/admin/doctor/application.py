"""Checks of the bot's application at Discord: token, flags and intents, slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.doctor.check import ok, problem, warning
from bot.client.registration import find_differing, is_last_registered
from bot.gateway.invitation import invitation_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import discord

    from bot.admin.doctor.check import Check
    from bot.client.client import Client

PORTAL = "https://discord.com/developers/applications"
MOST_NAMED = 10


def check_application(about: discord.AppInfo) -> Iterator[Check]:
    """Check the settings of the application in Discord's developer portal."""
    page = f"{PORTAL}/{about.id}"
    yield ok("token", f"Discord knows it, for the application {about.name} ({about.id}).")
    if about.interactions_endpoint_url:
        yield problem(
            "application",
            "it has an Interactions Endpoint URL, so slash commands and buttons never reach the bot: clear that at "
            f"{page}/information",
        )
    if about.bot_require_code_grant:
        yield problem(
            "application", f"Requires OAuth2 Code Grant is on, so nobody can invite it: switch that off at {page}/bot"
        )
    if about.user_integration_config and not about.guild_integration_config:
        yield problem(
            "application", f"Guild Install is off, so no server can add it: switch that on at {page}/installation"
        )
    who = "anybody with Manage Server" if about.bot_public else "only its owner (Public Bot is off)"
    yield ok("invitation", f"{who} can invite it by {invitation_link(about.id)}")
    if about.flags.gateway_message_content or about.flags.gateway_message_content_limited:
        yield ok("intents", "Message Content Intent is on: a bare move in a thread counts.")
    else:
        yield ok(
            "intents",
            "Message Content Intent is off: slash commands, buttons, mentions and replies do everything; for bare "
            f"moves in threads switch it on at {page}/bot",
        )


async def check_commands(client: Client) -> Check:
    """Check that Discord has the slash commands of this version. Raises discord.py's errors and `StorageError`."""
    last = await is_last_registered(client.tree, client.application_id or 0, client.context.database)
    names = await find_differing(client.tree)
    if last and not names:
        return ok("commands", f"the {len(client.tree.get_commands())} of this version are registered.")
    which = f" ({list_names(names)} missing or too many)" if names else ""
    return warning("commands", f"Discord has others than this version{which}: start the bot, or run `turnpost sync`.")


def list_names(names: Sequence[str]) -> str:
    """Return the names of commands in one line, of many only the first."""
    return ", ".join([*names[:MOST_NAMED], *(["..."] if len(names) > MOST_NAMED else [])])
