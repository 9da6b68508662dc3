"""What managers read about people whom their server blocks. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.blocks import Blocked
    from storage.queries.blocks import Block

WHOM = "Whom? Mention one person, as in `!block @Bob spam`."
NOBODY = "Nobody is blocked on this server. `/server block` keeps somebody from starting matches here."


def blocked(result: Blocked) -> str:
    """Say that a person was blocked, and what came of it."""
    more = [
        f"{format_count(result.challenges, 'open challenge')} of theirs closed" if result.challenges else "",
        f"out of {format_list(f'**{formatting.plain(each.name)}**' for each in result.events)}"
        if result.events
        else "",
    ]
    came = "; ".join(filter(None, more))
    return (
        f"<@{result.user_id}> is blocked{f' ({came})' if came else ''}. They can finish their running matches and "
        "start nothing new here. `/server unblock` undoes it."
    )


def unblocked(user_id: int) -> str:
    """Say that a person is no longer blocked."""
    return f"<@{user_id}> can play here again."


def block_list(found: Sequence[Block]) -> str:
    """Return whom a server blocks, the latest first."""
    if not found:
        return NOBODY
    return "\n".join([f"Blocked on this server: {len(found)}.", *map(_line, found)])


def _line(block: Block) -> str:
    if block.blocked_at is None:
        return f"- <@{block.user_id}>, who deleted their data since"
    by = f"by <@{block.blocked_by}>" if block.blocked_by else ""
    why = f": {formatting.plain(block.reason)}" if block.reason else ""
    return f"- <@{block.user_id}> {by} {formatting.ago(block.blocked_at)}{why}"
