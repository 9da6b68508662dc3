"""Moderation of a server: people whom it blocks, and the log of what its managers and organizers did."""

from __future__ import annotations

import re
from contextlib import suppress
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import discord

from bot.client.components import PersistentButton, Press, row
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand, find_user, whom
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import (
    replace_message,
    reply_if_done,
    reply_privately,
    request_of,
)
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import KEPT, load_audit_log
from bot.referee.servers import BlockTarget, block_person, list_blocks, unblock_person
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from bot.referee.servers import BlockResult
    from storage.queries.audit_log import Action, AuditEntry
    from storage.queries.blocks import Block

WHOM = N_("Who? Mention one person, as in `!block @Bob spam`.")


def blocked(result: BlockResult) -> str:
    """Say that a person was blocked, and what came of it."""
    came: list[str] = []
    if result.challenges:
        closed = ngettext("{n} open challenge closed", "{n} open challenges closed", result.challenges)
        came.append(closed.format(n=result.challenges))
    if result.events:
        events = format_list(f"**{formatting.plain(each.name)}**" for each in result.events)
        # Translators: {events} are the names of events.
        came.append(_("out of {events}").format(events=events))
    text = _("{person} is blocked. They can finish their running matches and start nothing new here.")
    if came:
        text = _("{person} is blocked ({came}). They can finish their running matches and start nothing new here.")
    undo = _("`/server do:unblock` undoes it.")
    return f"{text.format(person=f'<@{result.user_id}>', came='; '.join(came))} {undo}"


def _block_line(block: Block) -> str:
    if block.blocked_at is None:
        return _("- {person}, who deleted their data since").format(person=f"<@{block.user_id}>")
    by = _("by {person}").format(person=f"<@{block.blocked_by}>") if block.blocked_by else ""
    why = f": {formatting.plain(block.reason)}" if block.reason else ""
    return f"- <@{block.user_id}> {by} {formatting.ago(block.blocked_at)}{why}"


_MENTION = re.compile(r"<@!?(\d{1,20})>\s*", re.ASCII)


def _split(typed: str) -> tuple[int, str]:
    """Split `@Bob [reason]`. Raises `RequestRejected`."""
    found = _MENTION.match(typed)
    if found is None:
        raise RequestRejected(_(WHOM))
    return int(found[1]), typed[found.end() :]


NEWER, OLDER = N_("Newer"), N_("Older")
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
        kept += " " + _("`{prefix}log {page}` shows the next page.").format(prefix=prefix, page=page + 1)
    return "\n".join([head, *map(_entry_line, entries), f"-# {kept}"])


def _entry_line(entry: AuditEntry) -> str:
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


async def block(bot: Client, source: Source, words: str) -> None:
    """Read `@Bob [reason]`."""
    user_id, reason = _split(words)
    person = await _find_person(bot, source, user_id)
    manages = isinstance(person, discord.Member) and person.guild_permissions.manage_guild
    target = BlockTarget(person.id, is_bot=person.bot, manages_server=manages)
    result = await block_person(bot.context, request_of(source), target, reason, manager=can_manage_server(source))
    await reply_if_done(source, result, blocked)


async def _find_person(bot: Client, source: Source, user_id: int) -> discord.abc.User:
    """Return a person whom words mention, also one who left the server. Raises `RequestRejected`."""
    if isinstance(source, discord.Interaction):
        with suppress(RequestRejected):
            return await find_user(bot, source, user_id)
        with suppress(discord.NotFound):
            return await bot.fetch_user(user_id)
        raise RequestRejected(_(WHOM))
    person = next((each for each in source.mentions if each.id == user_id), None)
    if person is None:
        raise RequestRejected(_(WHOM))
    return person


async def unblock(bot: Client, source: Source, words: str) -> None:
    """Read `@Bob`."""
    user_id, __ = _split(words)
    result = await unblock_person(bot.context, request_of(source), user_id, manager=can_manage_server(source))
    again = _("{person} can play here again.")
    await reply_if_done(source, result, lambda person_id: again.format(person=f"<@{person_id}>"))


async def show_blocks(bot: Client, source: Source, _words: str) -> None:
    """List who is blocked, privately."""
    found = await list_blocks(bot.context, request_of(source), manager=can_manage_server(source))
    text = _("Nobody is blocked on this server. `/server do:block` keeps somebody from starting matches here.")
    if found:
        text = "\n".join([_("Blocked on this server: {n}.").format(n=len(found)), *map(_block_line, found)])
    await reply_privately(source, text)


async def show_log(bot: Client, source: Source, words: str) -> None:
    """Show a page of the log by its number, privately: the first one without any."""
    page = words or "1"
    if not (page.isascii() and page.isdigit() and len(page) < 6):
        raise RequestRejected(_("Which page? `!log 2`, for example."))
    content, view = await load_page(bot, source, int(page))
    await reply_privately(source, content, view=view)


async def _whom_and_why(*_about: object) -> list[Field]:
    hint = _("The person is told when they try something")
    return [*await whom(), Field(label=_("Why?"), hint=hint, example=_("spam"))]


FEATURE = Feature(
    panel_commands=[
        PanelCommand(
            name="block",
            panel="server",
            label=N_("Block"),
            description=N_("Keep somebody from starting anything here; their matches go on"),
            run=block,
            fields=_whom_and_why,
            needs_words=True,
            usage="@Bob spam",
            often=True,
            guild_only=True,
        ),
        PanelCommand(
            name="unblock",
            panel="server",
            label=N_("Unblock"),
            description=N_("Let somebody play here again"),
            run=unblock,
            fields=whom,
            needs_words=True,
            usage="@Bob",
            often=True,
            guild_only=True,
        ),
        PanelCommand(
            name="blocks",
            panel="server",
            label=N_("Blocked"),
            description=N_("Who is blocked here, by whom and why"),
            run=show_blocks,
            often=True,
            guild_only=True,
        ),
        PanelCommand(
            name="log",
            panel="server",
            label=N_("Log"),
            description=N_("What managers and organizers did here: settings, blocks, events"),
            run=show_log,
            often=True,
            guild_only=True,
        ),
    ],
    buttons=[LogPageButton],
)
