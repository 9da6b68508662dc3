"""What managers read about the forum of their server. Pure: names go in, Discord's Markdown comes out."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list, format_short_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

HOW_TO_PLAY = N_("How to play")
FORUM_GONE = N_("I can't see that forum any more, so matches get threads. Choose another one, or `none`.")

LONGEST_NAMED = 200
"""Characters of the tags that a sentence names; it counts the others."""


def forum_barred(lacking: Sequence[str]) -> str:
    """Say which permissions the bot lacks in the forum, by Discord's names."""
    barred = _("I can't keep matches there, so they get threads. Allow me {permissions}.")
    return barred.format(permissions=format_list(lacking))


def tags_missing(names: Sequence[str], *, full: bool) -> str:
    """Say which tags the forum lacks and who can make them; `full` if Discord takes no more tags there."""
    ends = accumulate(len(name) + 4 for name in names)
    shown = [*map(formatting.code, (name for name, end in zip(names, ends, strict=True) if end <= LONGEST_NAMED))]
    more = len(names) - len(shown)
    listed = format_list(shown)
    if more:
        listed = ngettext("{names} and {n} more", "{names} and {n} more", more).format(names=", ".join(shown), n=more)
    missing = ngettext("It lacks the tag {tags}.", "It lacks the tags {tags}.", len(names)).format(tags=listed)
    if full:
        what = _("A forum has at most 20 tags: delete some that nobody needs, then choose it again.")
    else:
        what = ngettext(
            "People with Manage Channels can add it, or allow me Manage Channels and choose it again.",
            "People with Manage Channels can add them, or allow me Manage Channels and choose it again.",
            len(names),
        )
    return f"{missing} {what}"


def tags_moderated(names: Sequence[str]) -> str:
    """Say which tags of the forum the bot can't use because only moderators can."""
    moderated = _("I can't use {tags} there: only moderators can apply them.")
    return moderated.format(tags=format_short_list([*map(formatting.code, names)]))
