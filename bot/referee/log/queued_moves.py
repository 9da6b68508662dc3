"""Play the moves that were queued, as soon as their turns come: in the transaction of the event before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.clocks.clock import advance_clock
from bot.referee.history.rebuild import rebuild_state
from bot.referee.offload import run_rules
from games.contract import IllegalMove
from storage.tables import events, queued_moves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.context import Context
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.tables.rows import Event, Match


@dataclass(frozen=True, slots=True)
class QueuedTurn:
    """A turn that is played from the queue: the seat, the move, and where it leads."""

    seat: int
    text: str
    position: str
    to_move: int | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A queued move that can't be played any more, and why; the seat's other queued moves are dropped with it."""

    seat: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class QueueRun:
    """The turns that can be played from the queue now, one after the other, and what refused to be, if anything."""

    turns: tuple[QueuedTurn, ...]
    refusal: Refusal | None = None


def run_queue(game: Game[Any, Any], state: Any, queues: Mapping[int, Sequence[str]]) -> QueueRun:
    """Return the turns that queued moves play from a state on; `queues` holds them by seat, the next one first."""
    left = {seat: list(moves) for seat, moves in queues.items()}
    turns: list[QueuedTurn] = []
    while (seat := game.to_move(state)) is not None and left.get(seat):
        text = left[seat].pop(0)
        if not game.can_queue(state, seat):
            return QueueRun(tuple(turns), Refusal(seat, text, ""))
        try:
            state = game.play(state, game.parse(state, text))
        except IllegalMove as illegal:
            return QueueRun(tuple(turns), Refusal(seat, text, illegal.reason))
        turns.append(QueuedTurn(seat, text, game.position(state), game.to_move(state)))
    return QueueRun(tuple(turns))


async def play_queued(
    context: Context, tx: Tx, match: Match, source_id: int | None = None
) -> tuple[Match, Refusal | None]:
    """Play the queued moves of a match whose turns have come, and return the match after them and what was refused.

    `source_id` is the message or interaction that brought the first of them now; the others have none. A takeback drops
    what all seats had queued before it; the end of the match drops everything.
    """
    queues = await queued_moves.of_match(tx, match.id)
    if not queues:
        return match, None
    log = await events.of_match(tx, match.id, upto=match.seq)
    if match.to_move is None or (source_id is None and log[-1:] and log[-1].kind == "takeback"):
        for seat in queues:
            await queued_moves.keep(tx, match.id, seat, ())
        return match, None
    run = await run_rules(_run, context.game(match), match, log, queues, key=(match.id, match.seq, str(queues)))
    for number, turn in enumerate(run.turns):
        before = match
        match = await events.append(
            tx,
            match,
            kind="move",
            seat=turn.seat,
            user_id=match.seats[turn.seat - 1].id,
            text=turn.text,
            source_id=None if number else source_id,
            at=context.now(),
            position=turn.position,
            to_move=turn.to_move,
        )
        await advance_clock(context, tx, before, match, "move")
        queues[turn.seat].pop(0)
        await queued_moves.keep(tx, match.id, turn.seat, queues[turn.seat])
    if run.refusal:
        await queued_moves.keep(tx, match.id, run.refusal.seat, ())
    return match, run.refusal


def _run(game: Game[Any, Any], match: Match, log: Sequence[Event], queues: Mapping[int, Sequence[str]]) -> QueueRun:
    return run_queue(game, rebuild_state(game, match, log), queues)
