"""Store, show and clear plans, for their owner alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_active_seat, get_match, require_single
from bot.referee.log.automatic_moves import follow_plans
from bot.referee.log.next_automatic_moves import Dropped
from bot.referee.log.turn_start import turn_start_id
from bot.referee.plan_tree import Branch, lines_of, merge, plan_of_line, to_json
from bot.referee.plans import rejections as plan_rejections
from bot.referee.plans.check import check_line
from bot.referee.plans.limits import MOST_LINES
from bot.referee.plans.parser import read_line, split_lines
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from storage.engine.database import AlreadyStored
from storage.queries import events, matches, plans

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.context import Context
    from bot.referee.plan_tree import Line, Plan
    from bot.referee.plans.check import CheckedLine, Risk
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Person

    ReadLines = Callable[[Game[Any, Any], Any], Sequence[Line]]


@dataclass(frozen=True, slots=True)
class PlanInMatch:
    """The plan of a seat as the match stands; it is empty if nothing waits."""

    match: Match
    seat: int
    plan: Plan

    @property
    def lines(self) -> list[Line]:
        """Its lines, in the order in which they were made."""
        return lines_of(self.plan)


@dataclass(frozen=True, slots=True)
class RiskyPlan:
    """A plan that isn't stored yet: it answers to any move, and its owner has to know how often that is possible."""

    match: Match
    risks: tuple[Risk, ...]


async def load_plan(context: Context, request: Request, number: int | None) -> PlanInMatch:
    """Return a person's plan in a match. Raises `RequestRejected`."""
    match, seat = await _find(context, request, number)
    async with context.database.read() as tx:
        match = await matches.require(tx, match.id)
        return PlanInMatch(match, seat, await _plan_of(tx, match, seat))


async def clear_plan(context: Context, request: Request, number: int | None) -> tuple[Match, bool]:
    """Drop a person's plan; return the match, and whether anything waited. Raises `RequestRejected`."""
    match, seat = await _find(context, request, number)
    async with context.database.write() as tx:
        await matches.lock(tx, match.id)
        match = await get_match(tx, request, match.id)
        waited = await _plan_of(tx, match, seat) != Branch()
        if waited:
            await plans.keep(tx, match.id, seat, match.seq, to_json(Branch()))
    return match, waited


async def add_plan(
    context: Context,
    request: Request,
    number: int | None,
    text: str,
    *,
    seq: int | None = None,
    knows_risks: bool = False,
) -> PlanInMatch | RiskyPlan | AlreadyDone:
    """Add the lines of a text to a person's plan. A newer answer to the same moves replaces the older one.

    They begin after event `seq`, by default the last one. Raises `RequestRejected` if a move can't be played, and then
    nothing is stored.
    """
    typed = split_lines(text)
    match, seat = await _find(context, request, number)
    seq = match.seq if seq is None else seq

    def read(game: Game[Any, Any], state: Any) -> list[Line]:
        return [read_line(game, state, seat, line) for line in typed]

    return await _add(context, request, match.id, seq, read, knows_risks=knows_risks)


async def add_lines(
    context: Context, request: Request, match_id: int, seq: int, lines: Sequence[Line]
) -> PlanInMatch | RiskyPlan | AlreadyDone:
    """Add lines, which begin after event `seq` of a match, to a person's plan. Raises `RequestRejected`."""
    return await _add(context, request, match_id, seq, lambda _game, _state: lines)


@rules_outside_transaction
async def _add(
    context: Context, request: Request, match_id: int, seq: int, read: ReadLines, *, knows_risks: bool = False
) -> PlanInMatch | RiskyPlan | AlreadyDone:
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        _check_waiting(match, seat)
        reached = await context.match_state(tx, match)
        late = request.source_id < await turn_start_id(context, tx, match)
    if late or match.seq != seq:
        raise RequestRejected(rejections.moved_on_since(match))
    checked = await run_rules(check_lines, context.game(match), reached.state, seat, reached.ply, match.seats, read)
    risks = tuple(one.risk for one in checked if one.risk)
    if risks and not knows_risks:
        return RiskyPlan(match, risks)
    try:
        async with context.database.write() as tx:
            await matches.lock(tx, match.id)
            now = await matches.require(tx, match.id)
            if now.seq != seq:
                raise RequestRejected(rejections.moved_on_since(now))
            plan = add_to_plan(await _plan_of(tx, match, seat), [one.line for one in checked])
            await plans.replace(tx, match.id, seat, match.seq, to_json(plan), request.source_id)
    except AlreadyStored:
        return AlreadyDone()
    return PlanInMatch(match, seat, plan)


def check_lines(
    game: Game[Any, Any], state: Any, seat: int, ply: int, people: Sequence[Person], read: ReadLines
) -> list[CheckedLine]:
    """Return the lines that `read` reads from a state on, with canonical texts. Raises `RequestRejected`."""
    return [check_line(game, state, seat, ply, people, line) for line in read(game, state)]


def add_to_plan(plan: Plan, lines: Sequence[Line]) -> Plan:
    """Return a plan with further lines. Raises `RequestRejected` if these are too many."""
    for line in lines:
        plan = merge(plan, plan_of_line(line)) or plan
    if (count := len(lines_of(plan))) > MOST_LINES:
        raise RequestRejected(plan_rejections.too_many_lines(count))
    return plan


async def _find(context: Context, request: Request, number: int | None) -> tuple[Match, int]:
    """Return the match that a request about a plan means, and the person's seat. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match plan")
    return match, get_active_seat(match, request.user_id)


def _check_waiting(match: Match, seat: int) -> None:
    if match.to_move == seat:
        raise RequestRejected(plan_rejections.own_turn(match))


async def _plan_of(tx: Tx, match: Match, seat: int) -> Plan:
    """Return what is left of a seat's plan as the match stands; an empty one if nothing is."""
    stored = [row for row in await plans.of_match(tx, match.id) if row.seat == seat]
    if not stored:
        return Branch()
    left = follow_plans(stored, await events.of_match(tx, match.id, upto=match.seq))[seat]
    return Branch() if isinstance(left, Dropped) else left
