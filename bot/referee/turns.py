"""Turns: a move is checked against the rules, stored once, and put into the outbox to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import preferences, words
from bot.referee.aiming import by_command, by_text, repeats_last, stands_at
from bot.referee.answers import Again, Choose, NotStored, Plan, Played, Refused, Stale, Unplayable
from bot.referee.beginnings import turn_began
from bot.referee.hints import piece_in
from bot.referee.line import moves
from bot.referee.recording import store
from bot.referee.table import Reached
from bot.referee.thought import think, think_between
from games.contract import IllegalMove
from storage import events
from storage.database import Repeated, StorageError, Taken
from storage.records import Match

if TYPE_CHECKING:
    from bot.referee.asked import Asked, Named
    from bot.referee.table import Table
    from games.contract import Game
    from storage.database import Tx
    from storage.records import EventKind


@dataclass(frozen=True, slots=True)
class Due:
    """A turn that the rules can be asked about: `before` is the state that a move, number `ply`, would follow.

    `asks` is that of a `Plan`.
    """

    match: Match
    before: Any
    ply: int
    asks: bool


@think_between
async def move(table: Table, asked: Asked, named: Named) -> Played | Plan | Again | Choose:
    """Play a move that was clearly meant as one; for who wants to be asked first, return what it would be.

    Raises `Refused`, and then nothing was changed.
    """
    async with table.database.read() as tx:
        found = await by_command(table, tx, asked, named)
        due = found if isinstance(found, Choose) else await _due(table, tx, asked, named, found)
    return await _play(table, asked, named, due) if isinstance(due, Due) else due


@think_between
async def bare(table: Table, asked: Asked, named: Named) -> Played | Plan | Again | Choose | Stale:
    """Play a text without a command, as `move`: in a match's thread, as a reply to a board, or by direct message.

    In a channel that a match shares with all other talk, for want of a thread, the text must name it: `#42 c4`.
    Raises `Chat` for what isn't a move by the person whose turn it is, and `Refused` for a move against the rules.
    """
    async with table.database.read() as tx:
        found = await by_text(table, tx, asked, named)
        due = await _due(table, tx, asked, named, found) if isinstance(found, Match) else found
    return await _play(table, asked, named, due) if isinstance(due, Due) else due


async def _play(table: Table, asked: Asked, named: Named, due: Due) -> Played | Plan | Again:
    plan = await _plan(table, asked, named, due)
    return plan if isinstance(plan, Again) or plan.asks else await carry_out(table, asked, plan)


@think_between
async def planned(table: Table, asked: Asked, named: Named, match: Match) -> Plan | Again:
    """Return what a move in this very match would be, and store nothing. Raises `Refused` where it can't be played."""
    async with table.database.read() as tx:
        due = await _due(table, tx, asked, named, match)
    return due if isinstance(due, Again) else await _plan(table, asked, named, due)


async def _due(table: Table, tx: Tx, asked: Asked, named: Named, match: Match) -> Due | Again:
    """Return the turn that a move by this person would be. Raises `Refused`.

    What is on record by its source is neither refused nor asked about. Where it would be stored the record says so.
    """
    try:
        reached = await table.reached(tx, match)
        if await _out_of_turn(table, tx, asked, named, match):
            return Again()
        asks = (await preferences.chosen(tx, asked.user_id)).confirm == "always"
    except Refused:
        if await events.by_source(tx, asked.source_id):
            return Again()
        raise
    if asks and await events.by_source(tx, asked.source_id):
        return Again()
    return Due(match, reached.state, reached.ply + 1, asks)


async def _plan(table: Table, asked: Asked, named: Named, due: Due) -> Plan | Again:
    game = table.game(due.match)
    try:
        text, after = await think(_foreseen, game, due.before, named.text)
    except IllegalMove as illegal:
        async with table.database.read() as tx:
            if await events.by_source(tx, asked.source_id):
                return Again()
        piece = await piece_in(game, due.before, named.text)
        raise Unplayable(illegal.reason, due.match, due.ply, piece) if piece else Refused(illegal.reason) from None
    return Plan(due.match, due.ply, text, due.before, after, due.asks)


def _foreseen(game: Game[Any, Any], state: Any, text: str) -> tuple[str, Any]:
    """Return the canonical text of a move and the state that it leads to. Raises `IllegalMove`."""
    chosen = game.parse(state, text)
    return game.format(state, chosen), game.play(state, chosen)


async def carry_out(table: Table, asked: Asked, plan: Plan) -> Played | Again:
    """Play a move as it was planned. Raises `Refused`."""
    for begin in table.expecting:
        begin(plan.match, plan.after, plan.ply, plan.text)
    try:
        after = Reached(plan.after, plan.ply)
        stored = await record(table, plan.match, after, asked, kind="move", text=plan.text)
    except Repeated:
        return Again()
    except Taken:
        return await _lost_race(table, asked, plan)
    return Played(stored, plan.ply, plan.text)


async def record(table: Table, match: Match, after: Reached, asked: Asked, *, kind: EventKind, text: str) -> Match:
    """Store what a seat did and what must be posted of it, in one transaction.

    Raises `Taken`, `Repeated` and `NotStored`.
    """
    game = table.game(match)
    try:
        async with table.database.write() as tx:
            stored = await store(
                table,
                tx,
                match,
                kind=kind,
                seat=match.seat_of(asked.user_id),
                user_id=asked.user_id,
                text=text,
                source_id=asked.source_id,
                position=game.position(after.state),
                to_move=game.to_move(after.state),
            )
    except StorageError as error:
        raise NotStored("Your move" if kind == "move" else "Your resignation") from error
    table.remember(stored.id, stored.seq, after)
    table.wake.set()
    return stored


async def _out_of_turn(table: Table, tx: Tx, asked: Asked, named: Named, match: Match) -> bool:
    """Return True if this repeats the person's own last move, False if they are to move. Raises `Refused`."""
    seat, ply = match.seat_of(asked.user_id), (await table.reached(tx, match)).ply
    if seat is None:
        raise Refused(f"You don't play in #{match.id}. Watch along, or `/challenge` someone.")
    if match.ended_at is not None:
        raise Refused(f"#{match.id} is over since {words.ago(match.ended_at)}. `/challenge` starts another.")
    if await repeats_last(table, tx, asked, named, match):
        return True
    if named.ply is not None and named.ply <= ply:
        played = moves(await events.of_match(tx, match.id, upto=match.seq))
        what = words.code(played[named.ply - 1].text) if named.ply else "the setup"
        raise Refused(f"Move {named.ply} was already played: {what}. #{match.id} {stands_at(match, ply)}.")
    if named.ply is not None and named.ply > ply + 1:
        raise Refused(f"Move {named.ply} is not due yet: the next in #{match.id} is move {ply + 1}.")
    if match.to_move != seat:
        mover = match.seats[(match.to_move or 1) - 1]
        raise Refused(f"It is {words.name(mover)}'s turn (since {words.ago(match.since)}). Your move was not played.")
    if asked.source_id < await turn_began(table, tx, match):
        raise Refused("It wasn't your turn yet when you sent this, so it was not played. Now it is: send it again.")
    return False


async def _lost_race(table: Table, asked: Asked, plan: Plan) -> Again:
    """Answer a submission that came second: silent if it was the same move by the same person."""
    match = plan.match
    async with table.database.read() as tx:
        winner = await events.at(tx, match.id, match.seq + 1)
    if winner is None or winner.kind != "move":
        raise Refused(f"#{match.id} went on at this very moment, so your move was not played. Look at the board first.")
    if winner.user_id == asked.user_id and winner.text == plan.text:
        return Again()
    raise Refused(f"Move {plan.ply} was already played: {words.code(winner.text)}. Yours was not.")
