"""Which match is meant: the one named, the one replied to, the one that lives here, or the only one that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import words
from bot.referee.answers import Choose, Refused
from bot.referee.asked import Shown
from storage import matches, outbox
from storage.records import Match

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.database import Tx

BOARDS = ("board", "direct", "show")
"""Kinds of posts that show a board and can be replied to with a move."""


async def board_replied_to(tx: Tx, asked: Asked) -> Shown | None:
    """Return the board that a person replied to, or None."""
    post = None if asked.replied_to is None else await outbox.by_message(tx, asked.replied_to)
    if post is None:
        return asked.board  # quick people answer a board before it is on record that it was posted
    return Shown(post.match_id, post.seq or 0) if post.kind in BOARDS and post.match_id is not None else None


async def meant(tx: Tx, asked: Asked, number: int | None, *, to_move: bool = True) -> Match | Choose:
    """Return the match that a command is about, or those among which to choose. Raises `Refused`.

    `to_move` says that only matches waiting for this person can be meant where nothing names one.
    """
    if number is not None:
        return await numbered(tx, asked, number)
    if board := await board_replied_to(tx, asked):
        return await numbered(tx, asked, board.match_id)
    here = await matches.in_channel(tx, asked.channel_id)
    mine_here = [match for match in here if match.seat_of(asked.user_id)]
    active = [match for match in mine_here if match.ended_at is None]
    if here and here[0].thread_id is not None:
        return here[0]
    waiting = [match for match in active if to_move and match.to_move == match.seat_of(asked.user_id)]
    return _one_of(waiting or active or await _mine(tx, asked, to_move=to_move), to_move=to_move)


def only(found: Match | Choose, command: str) -> Match:
    """Return the one match that is meant. Raises `Refused` with the question which one, where several could be."""
    if isinstance(found, Match):
        return found
    numbers = words.listed((f"`/{command} #{match.id}`" for match in found.matches[:25]), "or")
    raise Refused(f"You play several matches. Name one: {numbers}.")


async def find(table: Table, asked: Asked, number: int | None, command: str) -> Match:
    """Return the one match that a command is about, whoever is to move in it. Raises `Refused`."""
    async with table.database.read() as tx:
        return only(await meant(tx, asked, number, to_move=False), command)


async def _mine(tx: Tx, asked: Asked, *, to_move: bool) -> list[Match]:
    found = await (matches.to_move(tx, asked.user_id) if to_move else matches.of_player(tx, asked.user_id))
    return [match for match in found if asked.guild_id in (None, match.guild_id)]


def _one_of(found: list[Match], *, to_move: bool) -> Match | Choose:
    if not found:
        wanted = "It isn't your move in any match" if to_move else "You play in no match"
        raise Refused(f"{wanted} here. `/games` lists yours, `/challenge` starts one.")
    return found[0] if len(found) == 1 else Choose(tuple(found))


async def numbered(tx: Tx, asked: Asked, number: int) -> Match:
    """Return the match of a number: one of this server, by direct message one of the person's own. Raises `Refused`."""
    match = await matches.get(tx, number)
    at_home = match and asked.guild_id in (None, match.guild_id)
    seated = match and match.seat_of(asked.user_id) is not None
    if match is None or not at_home or (asked.guild_id is None and not seated):
        raise Refused(f"There is no match #{number} {'of yours' if asked.guild_id is None else 'on this server'}.")
    return match


def seat_in(match: Match, user_id: int) -> int:
    """Return the seat of somebody who is still in a match that goes on. Raises `Refused`."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refused(f"You don't play in #{match.id}.")
    if match.ended_at is not None:
        raise Refused(f"#{match.id} is over since {words.ago(match.ended_at)}.")
    if seat in match.gone:
        raise Refused(f"You have left #{match.id} already.")
    return seat
