"""What managers read about people whom their server blocks. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.blocks import BlockResult
    from storage.queries.blocks import Block

WHOM = N_("Whom? Mention one person, as in `!block @Bob spam`.")
NOBODY = N_("Nobody is blocked on this server. `/server block` keeps somebody from starting matches here.")


def blocked(result: BlockResult) -> str:
    """Say that a person was blocked, and what came of it."""
    came: list[str] = []
    if result.challenges:
        closed = ngettext(
            "{n} open challenge of theirs closed", "{n} open challenges of theirs closed", result.challenges
        )
        came.append(closed.format(n=result.challenges))
    if result.events:
        events = format_list(f"**{formatting.plain(each.name)}**" for each in result.events)
        # Translators: {events} are the names of events.
        came.append(_("out of {events}").format(events=events))
    text = _("{person} is blocked. They can finish their running matches and start nothing new here.")
    if came:
        text = _("{person} is blocked ({came}). They can finish their running matches and start nothing new here.")
    undo = _("`/server unblock` undoes it.")
    return f"{text.format(person=f'<@{result.user_id}>', came='; '.join(came))} {undo}"


def unblocked(user_id: int) -> str:
    """Say that a person is no longer blocked."""
    return _("{person} can play here again.").format(person=f"<@{user_id}>")


def block_list(found: Sequence[Block]) -> str:
    """Return whom a server blocks, the latest first."""
    if not found:
        return _(NOBODY)
    return "\n".join([_("Blocked on this server: {n}.").format(n=len(found)), *map(_line, found)])


def _line(block: Block) -> str:
    if block.blocked_at is None:
        return _("- {person}, who deleted their data since").format(person=f"<@{block.user_id}>")
    by = _("by {person}").format(person=f"<@{block.blocked_by}>") if block.blocked_by else ""
    why = f": {formatting.plain(block.reason)}" if block.reason else ""
    return f"- <@{block.user_id}> {by} {formatting.ago(block.blocked_at)}{why}"
