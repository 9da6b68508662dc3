"""Outbox rows that wait or were given up, for the operator. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sqlalchemy import and_, exists, func, or_, select, update

from storage.schema import outbox, pending

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx

_GIVEN_UP = outbox.c.given_up_at.is_not(None)
_SHOWS_BOARD = ("board", "direct", "note")
_other = outbox.alias("other")
# A row that replaces another one is added at the moment when that one is given up, about the same match or challenge.
_SAME = or_(_other.c.match_id == outbox.c.match_id, _other.c.challenge_id == outbox.c.challenge_id)
_SAME_LANE_AFTER = _SAME & or_(_other.c.lane == outbox.c.lane, _other.c.lane.like(outbox.c.lane + ":%"))
_IS_REPLACEMENT = and_(_other.c.id > outbox.c.id, _other.c.created_at == outbox.c.given_up_at, _SAME_LANE_AFTER)
_SAME_LANE_BEFORE = _SAME & or_(_other.c.lane == outbox.c.lane, outbox.c.lane.like(_other.c.lane + ":%"))
_IS_REPLACED = and_(_other.c.id < outbox.c.id, _other.c.given_up_at == outbox.c.created_at, _SAME_LANE_BEFORE)
_HAS_REPLACEMENT = exists().where(_IS_REPLACEMENT, _other.c.given_up_at.is_(None))
_REPLACES_ANOTHER = exists().where(_IS_REPLACED)
_LATER_BOARD = outbox.c.kind.in_(_SHOWS_BOARD) & exists().where(
    _other.c.id != outbox.c.id,
    _other.c.match_id == outbox.c.match_id,
    _other.c.kind == "board",
    _other.c.given_up_at.is_(None),
    _other.c.seq >= outbox.c.seq,
)


RECENT = 50_000
"""How many of the newest rows are searched for those given up lately, so that a long record costs no more."""


@dataclass(frozen=True, slots=True)
class UndeliveredPost:
    """A row that waits, or was given up for a reason. `attempts` counts its attempts."""

    id: int
    lane: str
    kind: str
    match_id: int | None
    created_at: datetime
    attempts: int
    retry_at: datetime | None
    given_up_at: datetime | None
    given_up_for: str | None


@dataclass(frozen=True, slots=True)
class RequeueResult:
    """The rows that were requeued, and those that weren't, each with the reason."""

    requeued: list[int]
    skipped: dict[int, str]


async def newest_waiting(tx: Tx, limit: int) -> tuple[int, list[UndeliveredPost]]:
    """Return the number of waiting rows, and the newest of them, oldest first."""
    return await _newest(tx, pending, outbox.c.id, limit)


async def latest_given_up(tx: Tx, limit: int) -> tuple[int, list[UndeliveredPost]]:
    """Return the number of rows that were given up, and the latest of them, the latest last."""
    return await _newest(tx, _GIVEN_UP, outbox.c.given_up_at, limit)


async def oldest_board(tx: Tx) -> UndeliveredPost | None:
    """Return the board that has waited longest, or None."""
    query = select(*_COLUMNS).where(pending, outbox.c.kind == "board").order_by(outbox.c.created_at).limit(1)
    row = (await tx.execute(query)).first()
    return UndeliveredPost(*row) if row else None


async def count_lost_since(tx: Tx, moment: datetime) -> int:
    """Return how many of the newest 50,000 rows were given up since a moment and not replaced."""
    first = select(func.max(outbox.c.id) - RECENT).scalar_subquery()
    lost = outbox.c.given_up_at > moment
    query = select(func.count()).select_from(outbox).where(outbox.c.id > first, lost, ~_HAS_REPLACEMENT)
    return (await tx.execute(query)).scalar_one()


async def requeue(tx: Tx, post_id: int | None) -> RequeueResult:
    """Make a row that was given up due again, or all of them (None), the newest first.

    Skips rows that were replaced, replacements of a row that is requeued, and boards of matches with a later board that
    was sent or waits.
    """
    given_up = select(outbox.c.id, _HAS_REPLACEMENT, _REPLACES_ANOTHER, _LATER_BOARD).where(_GIVEN_UP)
    ids = (
        [post_id]
        if post_id is not None
        else list((await tx.execute(select(outbox.c.id).where(_GIVEN_UP).order_by(outbox.c.id.desc()))).scalars())
    )
    done = RequeueResult([], {})
    for each in ids:
        row = (await tx.execute(given_up.where(outbox.c.id == each))).first()
        if row is None:
            done.skipped[each] = "it wasn't given up"
        elif row[1]:
            done.skipped[each] = "it's said elsewhere in its place"
        elif row[2] and post_id is None:
            done.skipped[each] = "it stood in the place of another one"
        elif row[3]:
            done.skipped[each] = "this board of its match, or a later one, went out or waits"
        else:
            # One attempt, so that the sender first searches the channel for it.
            again = {"given_up_at": None, "given_up_for": None, "retry_at": None, "attempts": 1}
            await tx.execute(update(outbox).where(outbox.c.id == each).values(again))
            done.requeued.append(each)
    return done


_COLUMNS = tuple(outbox.c[each.name] for each in fields(UndeliveredPost))


async def _newest(
    tx: Tx, which: ColumnElement[bool], by: ColumnElement[object], limit: int
) -> tuple[int, list[UndeliveredPost]]:
    count = (await tx.execute(select(func.count()).select_from(outbox).where(which))).scalar_one()
    rows = await tx.execute(select(*_COLUMNS).where(which).order_by(by.desc(), outbox.c.id.desc()).limit(limit))
    return count, [UndeliveredPost(*row) for row in rows][::-1]
