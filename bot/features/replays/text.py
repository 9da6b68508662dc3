"""What replays say, apart from their titles. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match

REPLAY = N_("Replay")


# Translators: the small print of a post; {nonce} tells it from others.
MARK = N_("-# replay {nonce}")
"""The last line of a replay without its animation, by which the post is recognized."""


def files_barred(match: Match) -> str:
    """Return how to see a replay that can't be attached where it was asked for."""
    text = _("I'm not allowed to attach files here. `/match replay #{match}` shows it only to you.")
    return text.format(match=match.id)
