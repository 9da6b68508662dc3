"""The referee's errors. Reasons are whole sentences in Discord's Markdown, for the player who made the request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import rejections

if TYPE_CHECKING:
    from storage.queries.rows import EventKind, Match


class RequestRejected(Exception):  # noqa: N818 - an answer to a player, not a failure
    """A request can't be carried out, and nothing was changed. `reason` is for the person who made it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MoveRejected(RequestRejected):
    """A move was against the rules, but its `piece` can go elsewhere in this turn, which is move `ply`."""

    def __init__(self, reason: str, match: Match, ply: int, piece: str) -> None:
        super().__init__(reason)
        self.match, self.ply, self.piece = match, ply, piece


class MoveUnreadable(RequestRejected):
    """A text isn't a move of the game at all, however it was sent."""


class NotStored(RequestRejected):
    """A player's move or resignation wasn't stored, because the database can't be written. Its error is the cause."""

    def __init__(self, kind: EventKind) -> None:
        super().__init__(rejections.not_saved(kind))


class TooManyChallenges(RequestRejected):
    """A person, or their channel, began as many matches and challenges in an hour as it may.

    `already_told` says whether the person was told so within the last hour.
    """

    def __init__(self, reason: str, *, already_told: bool) -> None:
        super().__init__(reason)
        self.already_told = already_told


class NotInAMatch(RequestRejected):
    """A request is about the only match of a person, who plays in none."""


class RulesMissing(RequestRejected):
    """A request needs rules that are no longer installed, so sending it again won't help."""


class GameFailed(RequestRejected):
    """The code of a game has an error, which the log has, or returned nonsense."""


class NotAMove(Exception):  # noqa: N818 - as `RequestRejected`
    """A text isn't a move that the referee should answer."""
