"""The errors of requests, and the sentences that several parts of the referee reject with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.referee import formatting
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.queries.rows import EventKind, Match

RepeatedRequest: TypeAlias = Literal["seat", "offer", "resign", "end", "queue"]
"""What a person wanted to do when a match moved on."""

BUSY_FOR_YOU = N_("I'm still working on what you asked for. Try again when it's done.")
BUSY_FOR_OTHERS = N_("I'm busy with other requests. Try again in a minute.")

_MOVED_ON: Mapping[RepeatedRequest, str] = {
    "seat": N_("#{match} has just moved on. Look at the board."),
    "offer": N_("#{match} has just moved on. Look at the board first."),
    "resign": N_("#{match} has just moved on. Look at the board, then resign again."),
    "end": N_("#{match} has just moved on. Look at the board, then end it again."),
    "queue": N_("#{match} has just moved on. Look at the board, then send your moves again."),
}


def ended(match: Match) -> str:
    """Say when a match ended, for one that has."""
    return _("#{match} ended {when}.").format(match=match.id, when=formatting.ago(match.ended_at or match.since))


def progress(match: Match, ply: int) -> str:
    """Say how far a match has got: "#42 stands at move 7."."""
    if match.ended_at:
        return _("#{match} ended at move {ply}.").format(match=match.id, ply=ply)
    return _("#{match} is at move {ply}.").format(match=match.id, ply=ply)


def not_a_player(match: Match) -> str:
    """Say that the person has no seat in a match."""
    return _("You don't play in #{match}.").format(match=match.id)


def belongs_to_crowd(match: Match) -> str:
    """Say that a member alone can't do that for their crowd."""
    return _(
        "Your seat in #{match} belongs to a crowd. Members propose moves, draws and takebacks, and vote on them; "
        "nobody does anything else for all of them."
    ).format(match=match.id)


def no_such_match(number: int, *, on_server: bool) -> str:
    """Say that no match has this number."""
    if on_server:
        return _("There's no match #{number} on this server.").format(number=number)
    return _("You have no match #{number}.").format(number=number)


def no_match_found(*, to_move: bool) -> str:
    """Say that there is no match for a command that names none."""
    reason = _("It isn't your move in any match here.") if to_move else _("You aren't in a match here.")
    return f"{reason} " + _("`/games` lists yours, `/play` starts one.")


def no_such_move(match: Match, ply: int, count: int) -> str:
    """Say that a match has no move `ply`, but `count` moves."""
    return ngettext(
        "#{match} has no move {ply}: it has {n} move, counted from 1.",
        "#{match} has no move {ply}: it has {n} moves, counted from 1.",
        count,
    ).format(match=match.id, ply=ply, n=count)


def no_such_moves(match: Match, first: int, last: int, count: int) -> str:
    """Say that a match doesn't have all moves from one to another, but `count` moves."""
    return ngettext(
        "#{match} has no moves `{first}-{last}`: it has {n} move, counted from 1.",
        "#{match} has no moves `{first}-{last}`: it has {n} moves, counted from 1.",
        count,
    ).format(match=match.id, first=first, last=last, n=count)


def moved_on_now(match_id: int, request: RepeatedRequest) -> str:
    """Say that a match moved on while the request was made."""
    return _(_MOVED_ON[request]).format(match=match_id)


BOARD_FAILED = N_("This board can't be shown: its game has a bug. The match is safe.")


def reason_too_long(longest: int, length: int) -> str:
    """Say that the reason for ending a match or for a block is too long."""
    return _("A reason has at most {longest} characters; this one has {length}.").format(longest=longest, length=length)


def moved_on_since(match: Match) -> str:
    """Say that a match moved on after the request was sent."""
    return _("#{match} moved on after you sent this, so nothing was done. Look at the board first.").format(
        match=match.id
    )


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


class ChoiceUnavailable(RequestRejected):
    """What was chosen of a move can't be chosen any more; the choice can begin again."""

    def __init__(self) -> None:
        super().__init__(_("That choice isn't there any more: begin again."))


class NotStored(RequestRejected):
    """A player's move or resignation wasn't stored, because the database can't be written. Its error is the cause."""

    def __init__(self, kind: EventKind) -> None:
        super().__init__(
            _("Your move wasn't saved: I can't write to my database just now. Send it again in a few minutes.")
            if kind == "move"
            else _(
                "Your resignation wasn't saved: I can't write to my database just now. Send it again in a few minutes."
            )
        )


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


def not_your_turn(match: Match, consequence: str) -> str:
    """Say that another player is to move, and since when; `consequence` is one more sentence."""
    mover = match.player_to_move
    turn = _("It's {name}'s turn (since {when}).").format(name=formatting.name(mover), when=formatting.ago(match.since))
    return f"{turn} {consequence}"


def wait_for_turn(match: Match) -> str:
    """Say that another player is to move, to a person who wants to."""
    return not_your_turn(match, _("I'll mention you when it's yours."))


def went_another_way(match: Match, ply: int, move: str) -> str:
    """Say that a previewed move no longer fits its match."""
    return _("#{match} has gone another way, so move {ply}, {move}, wasn't played.").format(
        match=match.id, ply=ply, move=formatting.code(move)
    )
