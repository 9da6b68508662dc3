"""What managers read about the forum of their server. Pure: names go in, Discord's Markdown comes out."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list, format_short_list

if TYPE_CHECKING:
    from collections.abc import Sequence

HOW_TO_PLAY = "How to play"
FORUM_GONE = "I can't see that forum any more, so matches get threads. Choose another one, or `none`."

LONGEST_NAMED = 200
"""Characters of the tags that a sentence names; it counts the others."""


def forum_barred(lacking: Sequence[str]) -> str:
    """Say which permissions the bot lacks in the forum, by Discord's names."""
    return f"I can't keep matches there, so they get threads. Allow me {format_list(lacking)}."


def tags_missing(names: Sequence[str], *, full: bool) -> str:
    """Say which tags the forum lacks and who can make them; `full` if Discord takes no more tags there."""
    ends = accumulate(len(name) + 4 for name in names)
    shown = [*map(formatting.code, (name for name, end in zip(names, ends, strict=True) if end <= LONGEST_NAMED))]
    more = len(names) - len(shown)
    listed = f"{', '.join(shown)} and {more} more" if more else format_list(shown)
    missing = f"It lacks the tag{'s' if len(names) > 1 else ''} {listed}."
    if full:
        return f"{missing} A forum has at most 20 tags: delete some that nobody needs, then choose it again."
    return (
        f"{missing} People with Manage Channels can add {'them' if len(names) > 1 else 'it'}, or allow me "
        "Manage Channels and choose it again."
    )


def tags_moderated(names: Sequence[str]) -> str:
    """Say which tags of the forum the bot can't use because only moderators can."""
    return f"I can't use {format_short_list([*map(formatting.code, names)])} there: only moderators can apply them."
