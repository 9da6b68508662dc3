"""Decide whether an outbox row that couldn't be posted is given up, and when it's tried again otherwise."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.outbox.sender import FallbackPost, Undeliverable
from bot.process.errors import NETWORK_ERRORS, is_permanent
from bot.referee.errors import GameFailed, RequestRejected, RulesMissing
from games.translation import gettext as _
from storage.engine.database import StorageError
from storage.queries.outbox import REPLY_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import Post

log = logging.getLogger(__name__)
RETRY_DELAYS = (2, 5, 15, 60, 300, 900)
"""Seconds before the next attempt at a row, the last one from then on."""
MAX_TRIES = 100
"""Attempts at a row that fails on our side: about a day."""
MAX_ANSWER_TRIES = 2
"""The same for a reply to one person, who can ask again."""


def decide_fallbacks(post: Post, error: Exception, waiting: set[int]) -> Sequence[FallbackPost] | None:
    """Return None for a row to retry, else the rows that replace a row to give up.

    `waiting` holds the rows of which the log says already that they wait; this one is added when it does.

    Trouble of Discord's, of the way there or of the record passes, and a match whose game is missing waits until it is
    back. What Discord refuses for good it will not take later, nor will rules come back that a game has given up. What
    fails on our side fails until somebody mends it, which may take a day, but keeps what comes after it in its lane
    waiting no longer. An answer to one person is not worth that: the second time they are told instead, and at once if
    the reason is known. The board of a game that fails is replaced by a note at once, which says whose turn it is.
    """
    name, passing = f"Outbox row {post.id} ({_describe(post)})", (*NETWORK_ERRORS, StorageError)
    if isinstance(error, Undeliverable):
        log.warning("%s can't be posted, so it is said directly: %s", name, error)
        return error.rows
    if is_permanent(error) or isinstance(error, RulesMissing):
        log.warning("%s can't be posted: %s", name, error)
        return ()
    last_try = isinstance(error, RequestRejected) or post.attempts + 1 >= MAX_ANSWER_TRIES
    if post.kind in REPLY_KINDS and last_try and not isinstance(error, passing):
        log.error(
            "%s is given up at try %d",
            name,
            post.attempts + 1,
            exc_info=None if isinstance(error, RequestRejected) else error,
        )
        return _tell_asker(post, error)
    if isinstance(error, GameFailed) and post.kind == "board":
        log.warning("%s is replaced by a note: %s", name, error)
        return (FallbackPost("note"),)
    if isinstance(error, RequestRejected):
        if post.id not in waiting:
            log.warning("%s waits: %s", name, error)
        waiting.add(post.id)
    elif isinstance(error, passing):
        log.warning("%s was not posted: %s", name, error or type(error).__name__)
    else:
        log.error("%s was not posted", name, exc_info=error)
        if post.attempts + 1 >= MAX_TRIES:
            log.error("%s is given up after %d tries", name, MAX_TRIES)
            return (FallbackPost("note"),) if post.kind == "board" else ()
    return None


def retry_delay(post: Post) -> int:
    """Return the seconds before the next attempt at a row that failed."""
    return RETRY_DELAYS[min(post.attempts, len(RETRY_DELAYS) - 1)]


def _describe(post: Post) -> str:
    return f"{post.kind} of #{post.match_id}" if post.match_id else post.kind


def _tell_asker(post: Post, error: Exception) -> Sequence[FallbackPost]:
    """Return what tells the person who asked for a row that it won't come, if it says who that is."""
    if "asker" not in post.body:
        return ()

    def write() -> str:
        failed = (
            _("I couldn't show you the replay of #{match} that you asked for, and have given it up.")
            if post.kind == "replay"
            else _("I couldn't show you the board of #{match} that you asked for, and have given it up.")
        )
        reason = error.reason if isinstance(error, RequestRejected) else _("The reason is in the log.")
        return f"{failed.format(match=post.match_id)} {reason}"

    return (FallbackPost("tell", int(post.body["asker"]), write),)
