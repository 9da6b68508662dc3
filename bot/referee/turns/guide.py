"""The steps of a guided move: what a player can choose next in a match, after what they chose so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from bot.referee.turns import rejections
from bot.referee.turns.find_match_of_move import HERE, stale_board_note
from games.contract import IllegalMove
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.snapshots import Snapshot
    from games.contract import Game, Step


@dataclass(frozen=True, slots=True)
class GuidedMove:
    """How far a player has got with a move: the match, the labels of what was chosen, the text so far, the next step.

    `stale_note` says how far the match has moved on since the board that the player began at; then nothing is chosen.
    """

    snapshot: Snapshot
    labels: tuple[str, ...]
    text: str
    step: Step
    stale_note: str = ""


@rules_outside_transaction
async def guide_move(
    context: Context, request: Request, match_id: int, seq: int, labels: Sequence[str] = ()
) -> GuidedMove:
    """Return the step after the choices `labels`, of a move that was begun after event `seq` of a match.

    If the match has moved on, it is the first step of the present turn. Raises `RequestRejected` if it isn't the
    person's turn, or if a choice doesn't exist.
    """
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = match.seat_of(request.user_id)
        if seat is None:
            raise RequestRejected(rejections.not_a_player_here(match))
        if match.ended_at is not None:
            raise RequestRejected(rejections.ended_start_another(match))
        stale_note = await stale_board_note(tx, match, min(seq, match.seq))
        if match.to_move != seat:
            raise RequestRejected(f"{stale_note.removesuffix(_(HERE))}{rejections.wait_for_turn(match)}")
        snapshot = await take_snapshot(context, tx, match, match.seq)
    chosen = () if stale_note else tuple(labels)
    text, step = await run_rules(walk_choices, context.game(match), snapshot.state, chosen)
    return GuidedMove(snapshot, chosen, text, step, stale_note)


def walk_choices(game: Game[Any, Any], state: Any, labels: Sequence[str]) -> tuple[str, Step]:
    """Return the text that the choices make, and the step after it. Raises `RequestRejected`."""
    text = ""
    try:
        step = game.guide(state, text)
        for label in labels:
            found = [choice for choice in step.choices if choice.label == label]
            if not found:
                raise RequestRejected(_(rejections.NO_SUCH_CHOICE))
            text = found[0].text
            step = game.guide(state, text)
    except IllegalMove as illegal:
        raise RequestRejected(illegal.reason) from None
    return text, step
