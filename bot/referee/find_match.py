"""Find the match that a request is about: by its number, a reply, its thread, or because it is the only one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.logs.fields import bind_match
from bot.referee import errors
from bot.referee.errors import NotInAMatch, RequestRejected
from bot.referee.requests import AmbiguousMatch, ShownBoard, ShownMatch
from games.text import format_list
from games.translation import gettext as _
from storage.queries import events, matches, outbox
from storage.queries.rows import Match

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx

BOARD_KINDS = ("board", "direct", "show")
"""Kinds of posts that show a board and can be replied to with a move."""


async def board_replied_to(tx: Tx, request: Request) -> ShownBoard | None:
    """Return the board that a person replied to, or None."""
    post = None if request.replied_to is None else await outbox.by_message(tx, request.replied_to)
    if post is None:
        return request.board  # people can reply to a board before the record says that it was posted
    return ShownBoard(post.match_id, post.seq or 0) if post.kind in BOARD_KINDS and post.match_id is not None else None


async def find_shown(context: Context, request: Request, shown: ShownMatch | None) -> tuple[Match, int | None]:
    """Return the match of the message that a request refers to, and the event that it shows, None if it's no board.

    `shown` is what the buttons under the message say. In the thread of a match every message is about that match.
    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        post = None if request.replied_to is None else await outbox.by_message(tx, request.replied_to)
        if post and post.match_id is not None:
            seq = post.seq if post.kind in BOARD_KINDS else None
            return await get_match(tx, request, post.match_id), seq
        if shown:
            return await get_match(tx, request, shown.match_id), shown.seq
        here = await matches.in_channel(tx, request.channel_id)
        if here and here[0].thread_id is not None:
            return here[0], None
        raise RequestRejected(_("That message isn't about a match. Try it on one of my boards."))


async def find_match(tx: Tx, request: Request, number: int | None, *, to_move: bool = True) -> Match | AmbiguousMatch:
    """Return the match that a command is about, or those among which to choose.

    If nothing names a match and `to_move` is true, only matches that wait for this person count. Raises
    `RequestRejected`, a `NotInAMatch` for somebody who plays in none.
    """
    found = await _find_match(tx, request, number, to_move=to_move)
    if isinstance(found, Match):
        bind_match(found)
    return found


async def _find_match(tx: Tx, request: Request, number: int | None, *, to_move: bool) -> Match | AmbiguousMatch:
    if number is not None:
        return await get_match(tx, request, number)
    if board := await board_replied_to(tx, request):
        return await get_match(tx, request, board.match_id)
    here = await matches.in_channel(tx, request.channel_id)
    mine_here = [match for match in here if match.seat_of(request.user_id)]
    active = [match for match in mine_here if match.ended_at is None]
    if here and here[0].thread_id is not None:
        return here[0]
    waiting = [match for match in active if to_move and match.to_move == match.seat_of(request.user_id)]
    found = waiting or active or await _matches_of_player(tx, request, to_move=to_move)
    if found:
        return found[0] if len(found) == 1 else AmbiguousMatch(tuple(found))
    if to_move and await _matches_of_player(tx, request, to_move=False):
        raise RequestRejected(errors.no_match_found(to_move=True))
    raise NotInAMatch(errors.no_match_found(to_move=False))


def require_single(found: Match | AmbiguousMatch, command: str) -> Match:
    """Return a match if it is the only one. Raises `RequestRejected` with a choice if several are possible."""
    if isinstance(found, Match):
        return found
    choices = format_list((f"`/{command} #{match.id}`" for match in found.matches[:25]), "or")
    raise RequestRejected(_("You play several matches. Name one: {choices}.").format(choices=choices))


async def find_single_match(context: Context, request: Request, number: int | None, command: str) -> Match:
    """Return the one match that a command is about, in any turn. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        return require_single(await find_match(tx, request, number, to_move=False), command)


async def _matches_of_player(tx: Tx, request: Request, *, to_move: bool) -> list[Match]:
    found = await (matches.to_move(tx, request.user_id) if to_move else matches.of_player(tx, request.user_id))
    return [match for match in found if request.guild_id in (None, match.guild_id)]


async def get_match(tx: Tx, request: Request, number: int) -> Match:
    """Return a match by its number: one of this server, or by direct message one in which the person has or had a seat.

    Raises `RequestRejected`.
    """
    match = await matches.get(tx, number)
    on_server = match and request.guild_id in (None, match.guild_id)
    plays = match and match.seat_of(request.user_id) is not None
    if request.guild_id is None and not plays:
        plays = await events.left_seat(tx, number, request.user_id)
    if match is None or not on_server or (request.guild_id is None and not plays):
        raise RequestRejected(errors.no_such_match(number, on_server=request.guild_id is not None))
    bind_match(match)
    return match


def get_active_seat(match: Match, user_id: int) -> int:
    """Return a person's seat. Raises `RequestRejected` if they don't play, have left, or the match has ended."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise RequestRejected(errors.not_a_player(match))
    if match.ended_at is not None:
        raise RequestRejected(errors.ended(match))
    if seat in match.gone:
        raise RequestRejected(_("You've already left #{match}.").format(match=match.id))
    return seat


def get_playing_seat(match: Match, user_id: int) -> int:
    """Return the seat of a person who sends a move. Raises `RequestRejected` if they have none or the match is over."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise RequestRejected(f"{errors.not_a_player(match)} " + _("Watch along, or `/challenge` someone."))
    if match.ended_at is not None:
        raise RequestRejected(f"{errors.ended(match)} " + _("`/challenge` starts another."))
    return seat
