"""What spectators read. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.results.text import result_sentence
from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from bot.referee.snapshots import Snapshot
    from games.contract import Game
    from storage.queries.rows import Match, Post

WATCH = N_("Watch")
WATCH_ONE = N_("Watch a match...")
STOP = N_("Stop watching")
# Translators: {place} is a link to the match, "our direct messages", or "its channel was deleted".
MARK = N_("-# You watched #{match}: {place}")
"""The last line of the message to a person who watched a match, by which it is recognized."""


def watching(match: Match) -> str:
    """Return the reply to a person who watches a match now."""
    return _("I'll send you one message when #{match} ends.").format(match=match.id)


def stopped_watching(number: int) -> str:
    """Return the reply to a person who watches a match no longer."""
    return _("You no longer watch #{match}.").format(match=number)


def watched_post(snapshot: Snapshot, game: Game[Any, Any], board: Post | None) -> str:
    """Return the message to a person who watched a match that has ended, with a link to its last board."""
    match = snapshot.match
    where = formatting.place(match, board) or _("its channel was deleted")
    return f"{result_sentence(snapshot, game)}\n{_(MARK).format(match=match.id, place=where)}"
