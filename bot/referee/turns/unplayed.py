"""Texts that weren't played: whether they are meant as moves, and of which match."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from bot.logs.fields import bind_match
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import (
    board_replied_to,
    is_letter,
    parses_as_move,
    reads_as_move,
    repeats_last_move,
    was_sent_in_this_turn,
)
from bot.referee.turns.queue import split_parts
from games.contract import IllegalMove
from games.text import foreign_letter, with_plain_letters
from games.typed_words import in_english
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Match

MOST_WORDS = 4
"""Words of a text that may be a mistaken move: longer ones are chat."""
_PREFIX = re.compile(r"[^\W\d_]\d+|\w+")
"""Where a move may end within a text: after a square, or after a word."""


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


@rules_outside_transaction
async def resembles_move(context: Context, request: Request, move_text: MoveText) -> bool:
    """Return whether a text by the player to move begins like a move, in the match's thread or in reply to its board.

    Raises `RequestRejected` if it would be a move but for letters of another script, also in a direct message.
    """
    async with context.database.read() as tx:
        here = await _match_here(tx, request)
        found = [here] if here else []
        if here is None and request.guild_id is None:
            found = await matches.to_move(tx, request.user_id)
        for match in found:
            seat = match.seat_of(request.user_id)
            if seat is None or match.to_move != seat or match.game not in context.games:
                continue
            if not await was_sent_in_this_turn(context, tx, request, match):
                continue
            bind_match(match)
            game, state = context.game(match), await context.state(tx, match)
            if await run_rules(_reads_in_plain_letters, game, state, move_text.text):
                await _reject_letters(game, state, move_text.text)
            if here and await run_rules(_begins_like_move, game, state, move_text.text):
                return True
    return False


async def _reject_letters(game: Game[Any, Any], state: Any, text: str) -> None:
    try:
        await run_rules(game.parse, state, in_english(game.info, text))
    except IllegalMove as illegal:
        raise RequestRejected(illegal.reason) from None


def _reads_in_plain_letters(game: Game[Any, Any], state: Any, text: str) -> bool:
    """Return whether a text with letters of another script reads as a move once other letters stand for them."""
    if foreign_letter(text) is None:
        return False
    return any(reads_as_move(game, state, with_plain_letters(text, letter)) for letter in ascii_lowercase)


def _begins_like_move(game: Game[Any, Any], state: Any, text: str) -> bool:
    """Return whether a short text that is no move begins with one that has a digit; a question is chat."""
    words = text.split()
    if len(words) > MOST_WORDS or (len(words) > 1 and text.endswith("?")):
        return False
    ends = [found.end() for found in _PREFIX.finditer(text)]
    return any(reads_as_move(game, state, text[:end]) for end in ends if any(each.isdigit() for each in text[:end]))
