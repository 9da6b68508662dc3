"""Plans that come together with a move: `c4, if d5: e6`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import Answer, Branch, to_json
from bot.referee.plans import rejections
from bot.referee.plans.parser import read_line, split_lines
from bot.referee.plans.store import add_to_plan, check_lines
from bot.referee.rules_thread import run_rules
from games.translation import gettext as _
from storage.queries import matches, plans

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.plan_tree import Line, Plan
    from bot.referee.request_results import MovePreview
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Match


async def plan_after(context: Context, request: Request, preview: MovePreview, text: str) -> Plan:
    """Return the plan that begins with a previewed move and goes on with a text. Raises `RequestRejected`."""
    if preview.needs_confirmation:
        raise RequestRejected(_(rejections.CONFIRMS_MOVES))
    match, typed = preview.match, split_lines(text)
    seat = match.seat_of(request.user_id) or 0

    def read(game: Game[Any, Any], state: Any) -> list[Line]:
        return [read_line(game, state, seat, line) for line in typed]

    checked = await run_rules(check_lines, context.game(match), preview.after, seat, preview.ply, match.seats, read)
    if any(one.risk for one in checked):
        raise RequestRejected(_(rejections.ANY_NEEDS_CONFIRMATION))
    return Answer(preview.text, add_to_plan(Branch(), [one.line for one in checked]))


async def put_plan(tx: Tx, match: Match, request: Request, plan: Plan) -> None:
    """Store the plan of the player to move, before the move with which it begins. Raises `AlreadyStored`."""
    await matches.lock(tx, match.id)
    seat = match.seat_of(request.user_id) or 0
    await plans.replace(tx, match.id, seat, match.seq, to_json(plan), request.source_id)
