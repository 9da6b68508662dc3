"""Turns: a move is checked against the rules, stored once, and put into the outbox to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import preferences, words
from bot.referee.answers import Again, Chat, Choose, NotStored, Plan, Played, Refused, Stale, Unplayable
from bot.referee.beginnings import turn_began
from bot.referee.hints import piece_in
from bot.referee.line import line, moves, plies
from bot.referee.lookup import board_replied_to, meant
from bot.referee.recording import store
from bot.referee.table import Reached, think
from games.contract import IllegalMove
from storage import events, matches, outbox
from storage.database import Repeated, StorageError, Taken
from storage.records import Match

if TYPE_CHECKING:
    from bot.referee.asked import Asked, Named, Shown
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


async def move(table: Table, asked: Asked, named: Named) -> Played | Plan | Again | Choose:
    """Play a move that was clearly meant as one; for who wants to be asked first, return what it would be.

    Raises `Refused`, and then nothing was changed.
    """
    async with table.database.read() as tx:
        found = await meant(tx, asked, named.match)
        due = found if isinstance(found, Choose) else await _due(table, tx, asked, named, found)
    return await _play(table, asked, named, due) if isinstance(due, Due) else due


async def bare(table: Table, asked: Asked, named: Named) -> Played | Plan | Again | Choose | Stale:
    """Play a text without a command, as `move`: in a match's thread, as a reply to a board, or by direct message.

    In a channel that a match shares with all other talk, for want of a thread, the text must name it: `#42 c4`.
    Raises `Chat` for what isn't a move by the person whose turn it is, and `Refused` for a move against the rules.
    """
    async with table.database.read() as tx:
        found = await _aimed(table, tx, asked, named)
        due = await _due(table, tx, asked, named, found) if isinstance(found, Match) else found
    return await _play(table, asked, named, due) if isinstance(due, Due) else due


async def aim(table: Table, asked: Asked, named: Named) -> Match | Choose | Stale:
    """Return the match that a text without a command is a move of, and play nothing. Raises `Chat`."""
    async with table.database.read() as tx:
        return await _aimed(table, tx, asked, named)


async def _aimed(table: Table, tx: Tx, asked: Asked, named: Named) -> Match | Choose | Stale:
    board = await board_replied_to(tx, asked)
    if board:
        return await _replied(table, tx, asked, named, board)
    found = await _waiting_here(table, tx, asked, named)
    return found[0] if len(found) == 1 else Choose(found)


async def _replied(table: Table, tx: Tx, asked: Asked, named: Named, board: Shown) -> Match | Stale:
    match = await matches.get(tx, board.match_id)
    if match is None or match.seat_of(asked.user_id) is None or board.seq > match.seq:
        raise Chat
    shown = await table.state(tx, match, board.seq)
    if not await _reads_as_move(table.game(match), shown, named.text):
        raise Chat
    if note := await moved_on(tx, match, board.seq):
        return Stale(note, match)
    if match.to_move != match.seat_of(asked.user_id):
        raise Chat
    return match


async def moved_on(tx: Tx, match: Match, seq: int) -> str:
    """Return what to say to somebody who looks at the board after event `seq`: nothing if the match stands there still.

    It does, too, where all that happened since was taken back.
    """
    if seq == match.seq:
        return ""
    log = await events.of_match(tx, match.id, upto=match.seq)
    then, now = line(log[:seq]), line(log)
    if then == now:
        return ""
    gone = ", which was taken back" if then != now[: len(then)] else ""
    return f"{_board_of(plies(then))}{gone}; the match {_stands_at(match, plies(now))}. Here it is now."


async def _waiting_here(table: Table, tx: Tx, asked: Asked, named: Named) -> tuple[Match, ...]:
    waiting = [match for match in await matches.to_move(tx, asked.user_id) if match.game in table.games]
    if asked.guild_id is not None:
        here = [match for match in waiting if match.home == asked.channel_id]
        waiting = [match for match in here if match.thread_id is not None or named.match is not None]
    if named.match is not None:
        waiting = [match for match in waiting if match.id == named.match]
    found = [
        each for each in waiting if await _reads_as_move(table.game(each), await table.state(tx, each), named.text)
    ]
    found = [each for each in found if await _in_this_turn(table, tx, asked, each)]
    if not found:
        raise Chat
    if asked.guild_id is None and named.match is None:
        found += await _made_unseen(table, tx, asked, named)
    return tuple(found)


async def _made_unseen(table: Table, tx: Tx, asked: Asked, named: Named) -> list[Match]:
    """Return the matches in which a text may say a move again that its author had yet to see played on writing it."""
    found: list[Match] = []
    for match in await matches.of_player(tx, asked.user_id):
        shown = await outbox.board(tx, match.id, match.seq)
        seen = shown is not None and shown.message_id is not None and shown.message_id < asked.source_id
        if seen or match.game not in table.games:
            continue
        if await _repeats_last(table, tx, asked, named, match):
            found.append(match)
    return found


async def _in_this_turn(table: Table, tx: Tx, asked: Asked, match: Match) -> bool:
    """Whether what somebody asks was asked since the present turn began, however late it is read."""
    return asked.source_id > await turn_began(table, tx, match)


async def _reads_as_move(game: Game[Any, Any], state: Any, text: str) -> bool:
    if game.to_move(state) is None:
        return False
    try:
        await think(game.parse, state, text)
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return True


async def _play(table: Table, asked: Asked, named: Named, due: Due) -> Played | Plan | Again:
    plan = await _plan(table, asked, named, due)
    return plan if isinstance(plan, Again) or plan.asks else await carry_out(table, asked, plan)


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
    if await _repeats_last(table, tx, asked, named, match):
        return True
    if named.ply is not None and named.ply <= ply:
        played = moves(await events.of_match(tx, match.id, upto=match.seq))
        what = words.code(played[named.ply - 1].text) if named.ply else "the setup"
        raise Refused(f"Move {named.ply} was already played: {what}. #{match.id} {_stands_at(match, ply)}.")
    if named.ply is not None and named.ply > ply + 1:
        raise Refused(f"Move {named.ply} is not due yet: the next in #{match.id} is move {ply + 1}.")
    if match.to_move != seat:
        mover = match.seats[(match.to_move or 1) - 1]
        raise Refused(f"It is {words.name(mover)}'s turn (since {words.ago(match.since)}). Your move was not played.")
    if asked.source_id < await turn_began(table, tx, match):
        raise Refused("It wasn't your turn yet when you sent this, so it was not played. Now it is: send it again.")
    return False


async def _repeats_last(table: Table, tx: Tx, asked: Asked, named: Named, match: Match) -> bool:
    """Whether the text is the move this person made last, nobody having answered it yet."""
    if match.to_move == match.seat_of(asked.user_id):
        return False
    last, ply = await events.at(tx, match.id, match.seq), (await table.reached(tx, match)).ply
    if last is None or last.kind != "move" or last.user_id != asked.user_id or named.ply not in {None, ply}:
        return False
    game, before = table.game(match), await table.state(tx, match, match.seq - 1)
    try:
        return game.format(before, await think(game.parse, before, named.text)) == last.text
    except IllegalMove:
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


def _board_of(ply: int) -> str:
    return f"That was move {ply}" if ply else "That was the start"


def _stands_at(match: Match, ply: int) -> str:
    return f"ended at move {ply}" if match.ended_at else f"stands at move {ply}"
