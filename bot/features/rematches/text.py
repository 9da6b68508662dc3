"""What players read about rematches. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Challenge


REMATCH = N_("Rematch")


def rematch_posted(challenge: Challenge) -> str:
    """Return the reply to a player whose challenge to a rematch is posted."""
    posted = _("Challenge {challenge}, the rematch of #{match}, is posted in {channel}.")
    channel = formatting.channel(challenge.channel_id)
    return posted.format(challenge=challenge.id, match=challenge.rematch_of, channel=channel)
