"""Turns: a move is checked against the rules, stored once, and put into the outbox to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import words
from bot.referee.answers import Again, Chat, Choose, Played, Refused, Stale
from bot.referee.lookup import board_replied_to, meant
from bot.referee.table import lane, plies, think
from games.contract import IllegalMove
from storage import events, matches, outbox
from storage.database import Repeated, Taken

if TYPE_CHECKING:
    from bot.referee.asked import Asked, Named
    from bot.referee.table import Table
    from games.contract import Game
    from storage.database import Tx
    from storage.records import EventKind, Match, Post


async def move(table: Table, asked: Asked, named: Named) -> Played | Again | Choose:
    """Play a move that was clearly meant as one. Raises `Refused`, and then nothing was changed."""
    async with table.database.read() as tx:
        found = await meant(tx, asked, named.match)
    return found if isinstance(found, Choose) else await play(table, asked, named, found)


async def bare(table: Table, asked: Asked, named: Named) -> Played | Again | Choose | Stale:
    """Play a text without a command: in a match's thread, as a reply to a board, or by direct message.

    Raises `Chat` for what isn't a move by the person whose turn it is, and `Refused` for a move against the rules.
    """
    async with table.database.read() as tx:
        board = await board_replied_to(tx, asked)
        if board:
            found = await _replied(table, tx, asked, named, board)
        else:
            found = await _waiting_here(table, tx, asked, named)
    if isinstance(found, Stale) or len(found) != 1:
        return found if isinstance(found, Stale) else Choose(found)
    return await play(table, asked, named, found[0])


async def _replied(table: Table, tx: Tx, asked: Asked, named: Named, board: Post) -> tuple[Match] | Stale:
    match = await matches.get(tx, board.match_id or 0)
    if match is None or match.seat_of(asked.user_id) is None:
        raise Chat
    shown = await table.state(tx, match, board.seq)
    if not await _reads_as_move(table.game(match), shown, named.text):
        raise Chat
    if board.seq != match.seq:
        then, now = plies(await events.of_match(tx, match.id, upto=board.seq)), await _ply(tx, match)
        return Stale(f"{_board_of(then)}; the match {_stands_at(match, now)}. Here it is now.", match)
    if match.to_move != match.seat_of(asked.user_id):
        raise Chat
    return (match,)


async def _waiting_here(table: Table, tx: Tx, asked: Asked, named: Named) -> tuple[Match, ...]:
    waiting = [match for match in await matches.to_move(tx, asked.user_id) if match.game in table.games]
    if asked.guild_id is not None:
        waiting = [match for match in waiting if match.home == asked.channel_id]
    if named.match is not None:
        waiting = [match for match in waiting if match.id == named.match]
    found = tuple([m for m in waiting if await _reads_as_move(table.game(m), await table.state(tx, m), named.text)])
    if not found:
        raise Chat
    return found


async def _reads_as_move(game: Game[Any, Any], state: Any, text: str) -> bool:
    if game.to_move(state) is None:
        return False
    try:
        await think(game.parse, state, text)
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return True


async def play(table: Table, asked: Asked, named: Named, match: Match) -> Played | Again:
    """Play a move in this very match. Raises `Refused`."""
    game = table.game(match)
    async with table.database.read() as tx:
        if await events.by_source(tx, asked.source_id):
            return Again()
        state, ply = await table.state(tx, match), await _ply(tx, match) + 1
        if await _out_of_turn(table, tx, asked, named, match, ply):
            return Again()
    try:
        chosen = await think(game.parse, state, named.text)
    except IllegalMove as illegal:
        raise Refused(illegal.reason) from None
    text, after = game.format(state, chosen), await think(game.play, state, chosen)
    try:
        stored = await record(table, match, after, asked, kind="move", text=text)
    except Repeated:
        return Again()
    except Taken:
        return await _lost_race(table, asked, match, ply, text)
    return Played(stored, ply, text)


async def record(table: Table, match: Match, after: Any, asked: Asked, *, kind: EventKind, text: str) -> Match:
    """Store what a seat did and what must be posted of it, in one transaction. Raises `Taken` and `Repeated`."""
    game, now = table.game(match), table.now()
    async with table.database.write() as tx:
        stored = await events.append(
            tx,
            match,
            kind=kind,
            seat=match.seat_of(asked.user_id),
            user_id=asked.user_id,
            text=text,
            source_id=asked.source_id,
            at=now,
            position=game.position(after),
            to_move=game.to_move(after),
        )
        await outbox.put(tx, lane=lane(match), kind="board", body={}, at=now, match_id=match.id, seq=stored.seq)
    table.remember(stored.id, stored.seq, after)
    table.wake.set()
    return stored


async def _out_of_turn(table: Table, tx: Tx, asked: Asked, named: Named, match: Match, ply: int) -> bool:
    """Return True if this repeats the person's own last move, False if they are to move. Raises `Refused`."""
    seat = match.seat_of(asked.user_id)
    if seat is None:
        raise Refused(f"You don't play in #{match.id}. Watch along, or `/challenge` someone.")
    if match.ended_at is not None:
        raise Refused(f"#{match.id} is over since {words.ago(match.ended_at)}. `/challenge` starts another.")
    if await _repeats_last(table, tx, asked, named, match):
        return True
    if named.ply is not None and named.ply < ply:
        log = [event for event in await events.of_match(tx, match.id) if event.kind == "move"]
        played = words.code(log[named.ply - 1].text) if named.ply else "the setup"
        raise Refused(f"Move {named.ply} was already played: {played}. #{match.id} {_stands_at(match, ply - 1)}.")
    if named.ply is not None and named.ply > ply:
        raise Refused(f"Move {named.ply} is not due yet: the next in #{match.id} is move {ply}.")
    if match.to_move != seat:
        mover = match.seats[(match.to_move or 1) - 1]
        raise Refused(f"It is {words.name(mover)}'s turn (since {words.ago(match.since)}). Your move was not played.")
    return False


async def _repeats_last(table: Table, tx: Tx, asked: Asked, named: Named, match: Match) -> bool:
    """Whether the text is the move this person made last, nobody having answered it yet."""
    if match.seq == 0 or match.to_move == match.seat_of(asked.user_id):
        return False
    last = (await events.of_match(tx, match.id))[-1]
    if last.kind != "move" or last.user_id != asked.user_id:
        return False
    game, before = table.game(match), await table.state(tx, match, match.seq - 1)
    try:
        return game.format(before, await think(game.parse, before, named.text)) == last.text
    except IllegalMove:
        return False


async def _lost_race(table: Table, asked: Asked, match: Match, ply: int, text: str) -> Again:
    """Answer a submission that came second: silent if it was the same move by the same person."""
    async with table.database.read() as tx:
        winner = (await events.of_match(tx, match.id))[match.seq]
    if winner.user_id == asked.user_id and winner.text == text:
        return Again()
    raise Refused(f"Move {ply} was already played: {words.code(winner.text)}. Yours was not.")


async def _ply(tx: Tx, match: Match) -> int:
    return plies(await events.of_match(tx, match.id))


def _board_of(ply: int) -> str:
    return f"That was move {ply}" if ply else "That was the start"


def _stands_at(match: Match, ply: int) -> str:
    return f"ended at move {ply}" if match.ended_at else f"stands at move {ply}"
