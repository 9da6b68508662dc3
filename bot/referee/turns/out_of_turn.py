"""Texts that aren't played but are meant as moves: by players who must wait, or in another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.find_match import board_replied_to
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.turns.find_match_of_move import is_letter, parses_as_move, repeats_last_move, was_sent_in_this_turn
from bot.referee.turns.queue import split_parts
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match


@rules_outside_transaction
async def find_match_meant(context: Context, request: Request, move_text: MoveText) -> Match | None:
    """Return the match that a text is meant for which `play_text` took for chat, or None if it is chat.

    That is the match that it names, if its author plays there or it parses as a move; in the thread of a match that has
    ended, this match, if its author couldn't see that yet; by direct message a match of its author's in which it parses
    as a move, whoever is to move, and first one in which it doesn't repeat the last.
    """
    async with context.database.read() as tx:
        if move_text.match is not None:
            named = await matches.get(tx, move_text.match)
            if named is None or request.guild_id not in {None, named.guild_id}:
                return None
            if named.seat_of(request.user_id) is not None:
                return named
            parses = named.game in context.games and await _parses(context, tx, named, move_text.text)
            return named if parses else None
        if request.guild_id is not None:
            return await _find_ended_unseen(context, tx, request, move_text)
        own = [match for match in await matches.of_player(tx, request.user_id) if match.game in context.games]
        found = [match for match in own if await _parses(context, tx, match, move_text.text)]
        new = [match for match in found if not await repeats_last_move(context, tx, request, move_text, match)]
    return next(iter(new or found), None)


@rules_outside_transaction
async def is_move_out_of_turn(context: Context, request: Request, move_text: MoveText) -> bool:
    """Return whether a text is a move by a player who must wait, in the match's thread or in reply to its board.

    A text from before the present turn isn't one, nor is a repeat of the player's last move or a letter alone.
    """
    if request.replied_to is None and is_letter(move_text):
        return False
    async with context.database.read() as tx:
        match = await _match_here(tx, request)
        if match is None or match.ended_at is not None or match.game not in context.games:
            return False
        seat = match.seat_of(request.user_id)
        if seat is None or seat in {match.to_move, *match.gone}:
            return False
        return (
            await _parses(context, tx, match, move_text.text)
            and await was_sent_in_this_turn(context, tx, request, match)
            and not await repeats_last_move(context, tx, request, move_text, match)
        )


async def _find_ended_unseen(context: Context, tx: Tx, request: Request, move_text: MoveText) -> Match | None:
    """Return the match here that ended, if a text is one or more moves that a player sent before they saw that."""
    match = await _match_here(tx, request)
    if match is None or match.ended_at is None or match.game not in context.games:
        return None
    shown = (await outbox.last_boards(tx, [match.id])).get(match.id)
    seen = shown is not None and shown.seq == match.seq and (shown.message_id or 0) < request.source_id
    if seen or match.seat_of(request.user_id) is None:
        return None
    game, state = context.game(match), await context.state(tx, match)
    if game.to_move(state) is None:
        state = await context.state(tx, match, match.seq - 1)
    parts = split_parts(move_text.text)
    return match if all([await parses_as_move(game, state, part) for part in parts]) else None


async def _match_here(tx: Tx, request: Request) -> Match | None:
    """Return the match whose board was replied to, or in whose thread a request was made."""
    if board := await board_replied_to(tx, request):
        return await matches.get(tx, board.match_id)
    here = await matches.in_channel(tx, request.channel_id)
    return here[0] if here and here[0].thread_id is not None else None


async def _parses(context: Context, tx: Tx, match: Match, text: str) -> bool:
    return await parses_as_move(context.game(match), await context.state(tx, match), text)
