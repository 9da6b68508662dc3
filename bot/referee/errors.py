"""What the referee raises. Every message is whole sentences in Discord's Markdown, for the player who asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import text

if TYPE_CHECKING:
    from storage.tables.models import Match


class RequestRejected(Exception):  # noqa: N818 - an answer to a player, not a failure
    """What was asked can't be done; nothing was changed. The reason is for the person who asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MoveRejected(RequestRejected):
    """A move was against the rules, and the `piece` that it names can go elsewhere in this turn, number `ply`."""

    def __init__(self, reason: str, match: Match, ply: int, piece: str) -> None:
        super().__init__(reason)
        self.match, self.ply, self.piece = match, ply, piece


class NotStored(RequestRejected):
    """What somebody did was not stored: the record can't be written just now. What that raised is the cause."""

    def __init__(self, what: str) -> None:
        super().__init__(text.not_saved(what))


class RulesMissing(RequestRejected):
    """What was asked takes rules that are no longer here, so that asking again won't help."""


class NotAMove(Exception):  # noqa: N818 - as Refused
    """The text reads as nothing that the referee should answer."""
