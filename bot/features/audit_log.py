"""The audit log of a server: what its managers and organizers did."""

from __future__ import annotations

import re
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import replace_message, reply_privately, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import KEPT, load_audit_log
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import discord
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from storage.queries.audit_log import Action, AuditEntry

NEWER, OLDER = N_("Newer"), N_("Older")
WHICH_PAGE = N_("Which page? `!log 2`, for example.")
EMPTY = N_("Nothing yet. Here you'll see who changed settings, blocked people, ended matches or managed events.")
LONGEST_ENTRY = 140
"""Characters of what an entry says, so that a page fits into a message."""
_CHANNEL = re.compile(r"<#(\d+)>", re.ASCII)


def log_page(entries: Sequence[AuditEntry], page: int, last: int, prefix: str) -> str:
    """Return a page of the log, the latest entry first, and how to see the next one as text."""
    if not entries:
        return _(EMPTY)
    head = _("What managers and organizers did here, page {page} of {pages}:").format(page=page, pages=last)
    kept = ngettext("Kept for {n} day.", "Kept for {n} days.", KEPT.days).format(n=KEPT.days)
    if page < last:
        kept += " " + _("As text, `{prefix}log {page}` is the next one.").format(prefix=prefix, page=page + 1)
    return "\n".join([head, *map(_line, entries), f"-# {kept}"])


def _line(entry: AuditEntry) -> str:
    person = f"<@{entry.user_id}>"
    what = shorten(_describe(entry, person), LONGEST_ENTRY + len(person) + 1, placeholder="...")
    return f"- <t:{int(entry.at.timestamp())}:f> {what}"


def _describe(entry: AuditEntry, person: str) -> str:
    """Say what a person did."""
    details, event = entry.details or {}, str(entry.tournament_id)
    if entry.tournament_name:
        event = f"{event} **{formatting.plain(entry.tournament_name)}**"
    # Translators: {event} is the number of an event, and its name. What comes after 140 characters isn't shown.
    templates: Mapping[Action, str] = {
        "settings": _("{person} set {changes}"),
        "block": _("{person} blocked {subject}"),
        "unblock": _("{person} unblocked {subject}"),
        "abandon": _("{person} ended #{match} without a winner"),
        "event_create": _("{person} set up event {event}"),
        "event_start": _("{person} ended the sign-up of event {event}"),
        "event_cancel": _("{person} cancelled event {event}"),
        "event_remove": _("{person} took {subject} out of event {event}"),
        "event_correct": _("{person} corrected #{match} of event {event}: {correction}"),
    }
    what = templates[entry.action].format(
        person=person,
        changes=_changes(details) if entry.action == "settings" else "",
        subject=f"<@{entry.subject_id}>",
        match=entry.match_id,
        event=event,
        correction=_correction(details) if entry.action == "event_correct" else "",
    )
    return f"{what}: {formatting.plain(details['reason'])}" if details.get("reason") else what


def _changes(details: Mapping[str, Sequence[str]]) -> str:
    return format_list(
        _("{setting} from {old} to {new}").format(setting=name, old=_value(was), new=_value(now))
        for name, (was, now) in details.items()
    )


def _value(written: str) -> str:
    """Return a setting as it is written; channels and roles, which no other value looks like, are shown by name."""
    if not written.startswith("<"):
        return formatting.code(written)
    return _CHANNEL.sub(lambda found: formatting.channel(int(found[1])), written)


def _correction(details: Mapping[str, Any]) -> str:
    before = details.get("before")
    now = _places(details.get("places") or [])
    return _("{now}, before {before}").format(now=now, before=_places(before)) if before is not None else now


def _places(places: Sequence[int]) -> str:
    """Say how a match was corrected: by places in the order of its seats."""
    if not places:
        return _("it doesn't count")
    if set(places) == {1}:
        return _("a draw")
    text = _("seat {seat} in place {place}")
    return format_list(text.format(seat=seat, place=place) for seat, place in enumerate(places, 1))


class LogPageButton(PersistentButton, template=r"audit_log:(\d{1,5})"):
    """Turns to a page of the audit log. Its part: the page, from 1."""

    action = "audit_log"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the page in place of the one before, to somebody who still manages the server."""
        await replace_message(press, *await load_page(bot, press, int(self.parts[0])))


async def load_page(bot: Client, source: Source, page: int) -> tuple[str, View | None]:
    """Return a page of the server's audit log with its buttons. Raises `RequestRejected`."""
    guild_id = request_of(source).guild_id or 0
    found, number, last = await load_audit_log(bot.context, guild_id, page, manager=can_manage_server(source))
    prefix = await bot.guild_settings.prefix(guild_id)
    turns = {_(NEWER): number - 1, _(OLDER): number + 1}
    buttons = [LogPageButton(label, to) for label, to in turns.items() if 1 <= to <= last]
    return log_page(found, number, last, prefix), row(*buttons) if buttons else None


class AuditLogCog(commands.Cog):
    """The command that shows managers what they and others did."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="log")
    @commands.guild_only()
    async def log_by_text(self, ctx: CommandContext, page: str = "1") -> None:
        """Read the number of a page; it comes by direct message."""
        if not (page.isascii() and page.isdigit() and len(page) < 6):
            raise RequestRejected(_(WHICH_PAGE))
        await reply_privately(ctx.message, (await load_page(self.bot, ctx.message, int(page)))[0])

    @app_commands.command(name="log", description="What managers and organizers did here: settings, blocks, events")
    async def log_by_slash(self, interaction: discord.Interaction[Any]) -> None:
        """Show the first page, with buttons that turn it."""
        content, view = await load_page(self.bot, interaction, 1)
        await reply_privately(interaction, content, view=view)


FEATURE = Feature(cogs=[AuditLogCog], buttons=[LogPageButton])
