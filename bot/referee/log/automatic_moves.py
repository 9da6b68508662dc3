"""Play what players decided beforehand, queued moves and plans, in the transaction of the event before."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bot.referee.clocks.clock import advance_clock
from bot.referee.history.rebuild import rebuild_state
from bot.referee.log.next_automatic_moves import AutomaticRun, Dropped, follow, run_automatic_moves
from bot.referee.log.open_seats import close_with_event
from bot.referee.plan_tree import DRAW, Branch, from_json, to_json
from bot.referee.rules_thread import run_rules
from games.translation import ENGLISH, in_language
from storage.queries import events, outbox, pauses, plans, queued_moves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.log.next_automatic_moves import DropReason, Refusal
    from bot.referee.plan_tree import Plan
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, StoredPlan


async def play_automatic_moves(
    context: Context, tx: Tx, match: Match, source_id: int | None, *, stopped: bool
) -> tuple[Match, Refusal | None]:
    """Play the queued and planned moves whose turns have come; return the match after them and what was refused.

    `source_id` is the message or interaction that brought the first of them now; the others have none. While the match
    is `stopped` by a pause, plans play nothing. A takeback drops all queued moves from before it; the end of the match
    drops everything. The owner of a plan that is dropped gets a message.
    """
    queues, stored = await queued_moves.of_match(tx, match.id), await plans.of_match(tx, match.id)
    if not queues and not stored:
        return match, None
    log = await events.of_match(tx, match.id, upto=match.seq)
    if match.to_move is None or (source_id is None and log[-1:] and log[-1].kind == "takeback"):
        for seat in queues:
            await queued_moves.keep(tx, match.id, seat, ())
        queues = {}
    followed = follow_plans(stored, log)
    standing = {seat: plan for seat, plan in followed.items() if not isinstance(plan, Dropped)}
    run = AutomaticRun((), standing, {})
    if match.to_move is not None:
        key = (match.id, match.seq, str(queues), str(standing), stopped)
        run = await run_rules(_run, context.game(match), match, log, queues, standing, stopped, key=key)
    match = await _store_turns(context, tx, match, run, source_id)
    for turn in run.turns:
        if not turn.by_plan:
            queues[turn.seat].pop(0)
    for seat in {turn.seat for turn in run.turns if not turn.by_plan}:
        await queued_moves.keep(tx, match.id, seat, queues[seat])
    if run.refusal:
        await queued_moves.keep(tx, match.id, run.refusal.seat, ())
    dropped = {seat: why for seat, why in followed.items() if isinstance(why, Dropped)} | dict(run.dropped)
    await _store_plans(context, tx, match, stored, run.plans, dropped)
    return match, run.refusal


def follow_plans(stored: Sequence[StoredPlan], log: Sequence[Event]) -> dict[int, Plan | Dropped]:
    """Return by seat what is left of the plans of a match at the end of its log, or why one is dropped."""
    return {row.seat: follow(from_json(row.tree), row.seat, log[row.seq :]) for row in stored}


async def seats_that_agree(tx: Tx, match: Match) -> list[int]:
    """Return the seats whose plans agree to a draw that is offered now; none while the match is paused."""
    stored = await plans.of_match(tx, match.id)
    if not stored or await pauses.paused(tx, [match.id]):
        return []
    followed = follow_plans(stored, await events.of_match(tx, match.id, upto=match.seq))
    return [seat for seat, plan in followed.items() if isinstance(plan, Branch) and DRAW in plan.moves]


async def drop_plans(context: Context, tx: Tx, match: Match, why: DropReason) -> None:
    """Drop all plans of a match, and tell their owners."""
    stored = await plans.of_match(tx, match.id)
    await _store_plans(context, tx, match, stored, {}, {row.seat: Dropped(why, None, "") for row in stored})


async def _store_turns(context: Context, tx: Tx, match: Match, run: AutomaticRun, source_id: int | None) -> Match:
    for number, turn in enumerate(run.turns):
        before = match
        match = await events.append(
            tx,
            match,
            kind=turn.kind,
            seat=turn.seat,
            user_id=match.seats[turn.seat - 1].id,
            text=turn.text,
            source_id=None if number else source_id,
            at=context.now(),
            position=turn.position,
            to_move=turn.to_move,
            by_plan=turn.by_plan,
        )
        await close_with_event(context, tx, before, match, turn.kind, turn.seat)
        await advance_clock(context, tx, before, match, turn.kind, turn.seat)
    return match


async def _store_plans(
    context: Context,
    tx: Tx,
    match: Match,
    stored: Sequence[StoredPlan],
    left: Mapping[int, Plan],
    dropped: Mapping[int, Dropped],
) -> None:
    """Store what is left of plans, and tell the owners of those that are dropped while the match goes on."""
    for row in stored:
        plan = left.get(row.seat, Branch()) if match.to_move is not None else Branch()
        await plans.keep(tx, match.id, row.seat, match.seq, to_json(plan))
        owner = match.seats[row.seat - 1]
        if row.seat in dropped and match.to_move is not None and row.seat not in match.gone and owner.level is None:
            body = {"user": owner.id, **asdict(dropped[row.seat])}
            own_lane = f"p{match.id}:{owner.id}"  # nobody waits for a person who can't be reached
            at = context.now()
            await outbox.add(tx, lane=own_lane, kind="plan", body=body, at=at, match_id=match.id, seq=match.seq)


def _run(
    game: Game[Any, Any],
    match: Match,
    log: Sequence[Event],
    queues: Mapping[int, Sequence[str]],
    standing: Mapping[int, Plan],
    stopped: bool,  # noqa: FBT001 - an argument of `run_rules`
) -> AutomaticRun:
    state = rebuild_state(game, match, log)
    with in_language(ENGLISH):  # a reason is stored, and written again for whoever reads it
        return run_automatic_moves(game, state, queues, standing, stopped=stopped)
