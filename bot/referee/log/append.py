"""Append events to the log of a match, with the match, its clock and its offers, and queue what must be posted."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bot.referee.announce import ANSWER_TIME, announce, queue_changed_tags, queue_row, queue_thought
from bot.referee.clocks.clock import advance_clock, update_clocks
from bot.referee.context import MatchState, lane, run_rules
from bot.referee.guilds.settings import load_settings
from bot.referee.history.history import DEPARTURES
from bot.referee.log.automatic_moves import close_with_event, play_automatic_moves
from bot.referee.ratings import rate_ended_match
from bot.referee.threads import queue_messages_to_watchers, schedule_archive
from storage.queries import events, offers, outbox, saved_states, waiting_rows
from storage.queries.rows import NewEvent

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match
    from storage.queries.waiting_rows import WaitingRows


async def append_event(context: Context, tx: Tx, match: Match, new: NewEvent) -> Match:
    """Append the event that follows `match.seq`, play what is queued or planned, and return the match after that.

    The clock advances. The board goes into the outbox, and so do the posts of open offers, which the event closes. A
    match that ended with a result is also shown in the server's channel for that. Raises `WriteConflict` and
    `AlreadyStored`, as `events.append` does.
    """
    stored = await events.append(tx, match, new, at=context.now())
    has = await waiting_rows.of_match(tx, match.id)
    closed = has.open_seat and await close_with_event(context, tx, match, stored, new.kind, new.seat)
    paused = has.clock and await advance_clock(context, tx, match, stored, new.kind, new.seat)
    if closed and new.kind in DEPARTURES:  # the turn may go on, and its clock with it
        await update_clocks(context, tx, [match.id])
    if new.kind == "move" and match.computer_to_move and stored.computer_to_move:
        # The board after the last move of such a run tells all.
        await _queue_closed_offers(context, tx, match, has)
        await queue_thought(context, tx, stored)
        return stored
    stored = await post_board(context, tx, match, stored, has, stopped=paused, can_wait=new.kind == "move")
    if stored.ended_at is not None:
        await rate_ended_match(context, tx, stored)
        await saved_states.remove(tx, stored.id)
        if stored.challenge_id is not None:  # the post of the challenge says how its match ended
            await queue_row(tx, stored, "result", {}, stored.since)
        if match.ended_at is None:  # a match that is called off had ended before
            await schedule_archive(tx, stored)
        await queue_messages_to_watchers(tx, stored)
        if new.kind != "end":
            await _show_on_server(tx, stored)
    return stored


async def post_board(
    context: Context,
    tx: Tx,
    before: Match,
    match: Match,
    has: WaitingRows,
    source_id: int | None = None,
    *,
    stopped: bool = False,
    can_wait: bool = True,
) -> Match:
    """Play what is queued or planned, and put the board of all events since `before` into the outbox.

    A board before a computer player's move is held for it for a moment if it `can_wait`, and the next event's board
    tells both if nobody has begun to post it by then. The posts of offers that were open before go into the outbox,
    too. `has` says what there is of all that. Returns the match then. `source_id` and `stopped` are those of
    `play_automatic_moves`.
    """
    refusal = None
    if has.automatic_moves:
        match, refusal = await play_automatic_moves(context, tx, match, source_id, stopped=stopped)
    plays_computer, now = any(person.level for person in before.seats), context.now()
    held = await outbox.take_back_board(tx, before.id) if plays_computer else None
    first = before.seq + 1
    if held:
        first = held.body.get("first", held.seq)
    elif plays_computer:  # of a run of computer players no board tells yet
        last = await outbox.last_board_seq(tx, before.id)
        first = first if last is None else last + 1
    body: dict[str, Any] = {"first": first} if match.seq > first else {}
    if refusal:
        body["refused"] = asdict(refusal)
    waits = can_wait and match.computer_to_move is not None
    due = (held.due if held else now + ANSWER_TIME) if waits else None
    await announce(tx, match, "board", body, now, held and held.source_id, due=due, ids=held and held.ids)
    await queue_thought(context, tx, match)
    if has.forum:
        await queue_changed_tags(context, tx, before, match)
    await _queue_closed_offers(context, tx, before, has)
    return match


async def _queue_closed_offers(context: Context, tx: Tx, before: Match, has: WaitingRows) -> None:
    """Let the posts of the offers that were open before an event say that it closed them."""
    for offer in await offers.list_open(tx, before) if has.offers else ():
        body, at = {"offer": offer.id}, context.now()
        await outbox.add(tx, lane=lane(before), kind="answered", body=body, at=at, match_id=before.id)


async def end_without_result(
    context: Context, tx: Tx, match: Match, reason: str, *, user_id: int | None, source_id: int | None
) -> Match:
    """End a match without a result, and return the match after that.

    `user_id` is the person who ended it, or None. Raises `WriteConflict` and `AlreadyStored`.
    """
    return await append_event(
        context,
        tx,
        match,
        NewEvent(
            kind="end",
            seat=None,
            user_id=user_id,
            text=reason,
            source_id=source_id,
            position=match.position,
            to_move=None,
        ),
    )


async def append_leave(
    context: Context,
    tx: Tx,
    match: Match,
    seat: int,
    reason: str,
    *,
    user_id: int | None = None,
    source_id: int | None = None,
) -> tuple[Match, MatchState]:
    """Let a seat leave a match by its rules, and return the match and its state after that.

    `user_id` is the person who asked for it, or None. Raises as `Context.match_state` and `append_event` do, and
    `GameFailed`.
    """
    game, before = context.game(match), await context.match_state(tx, match)
    after = MatchState(await run_rules(game.leave, before.state, seat), before.ply)
    stored = await append_event(
        context,
        tx,
        match,
        NewEvent(
            kind="leave",
            seat=seat,
            user_id=user_id,
            text=reason,
            source_id=source_id,
            position=game.position(after.state),
            to_move=game.to_move(after.state),
        ),
    )
    return stored, after


async def _show_on_server(tx: Tx, match: Match) -> None:
    """Let a match that has ended be shown in its server's channel for that, and its turning point in its own."""
    settings = await load_settings(tx, match.guild_id)
    if settings.finished is not None:
        # In a lane of its own, because a channel that refuses the post must not hold up other posts.
        await queue_row(tx, match, "finished", {"channel": settings.finished}, match.since, own_lane=f"f{match.id}")
    if settings.highlights and not match.is_direct:
        await queue_row(tx, match, "highlight", {"channel": match.channel_id}, match.since)
