"""What must be said, written in the transaction that makes it true. All calls run in the caller's transaction.

A lane is a queue: while its first row is neither sent nor given up, the rows behind it wait. Rows of the kinds
`ANSWERS` answer what one person asked for; all others say what a whole match waits for.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import Integer, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.tables.models import Post
from storage.tables.schema import outbox, pending

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Executable

    from storage.engine.database import Tx

ANSWERS = ("show", "replay")
"""The kinds of rows that one person asked for."""

_ALL = select(*(outbox.c[each.name] for each in fields(Post)))
_NEWEST = _ALL.order_by(outbox.c.id.desc()).limit(1)
_SENT = outbox.c.message_id.is_not(None)
_BOARDS = outbox.c.kind == "board"
_OF_MATCHES = outbox.c.match_id.in_(bindparam("matches", expanding=True))
_PUT = insert(outbox)
_BY_MESSAGE = _NEWEST.where(outbox.c.message_id == bindparam("message"))
_ANSWERING = _NEWEST.where(outbox.c.source_id == bindparam("source"))
_OF_CHALLENGE = _NEWEST.where(outbox.c.challenge_id == bindparam("challenge"), outbox.c.kind == bindparam("what"))
_ANNOUNCED = _ALL.where(
    outbox.c.challenge_id.in_(bindparam("challenges", expanding=True)), outbox.c.kind == "challenge", _SENT
)
_LAST_BOARDS = _ALL.where(
    outbox.c.id.in_(select(func.max(outbox.c.id)).where(_OF_MATCHES, _BOARDS, _SENT).group_by(outbox.c.match_id))
)
_BOARD = _NEWEST.where(outbox.c.match_id == bindparam("match"), _BOARDS, outbox.c.seq == bindparam("shown"))
_OPENED_BY = select(outbox.c.source_id).where(outbox.c.match_id == bindparam("match"), _BOARDS, outbox.c.seq == 0)
_BACKLOG = select(func.count()).select_from(outbox).where(pending)
_WAITING = select(func.count().filter(outbox.c.lane == bindparam("lane")), func.count()).where(
    pending, outbox.c.kind.in_(ANSWERS)
)
_SETTLE = update(outbox).where(outbox.c.id == bindparam("post")).values(claimed_by=None, claimed_until=None)
_RELEASE = _SETTLE.values(attempts=outbox.c.attempts - 1)
_RETRY_NOW = update(outbox).where(pending).values(retry_at=None)


def _claiming(*also: ColumnElement[bool]) -> Executable:
    """Return the statement that takes up the first open rows of lanes, where they are due and free."""
    firsts = select(func.min(outbox.c.id)).where(pending).group_by(outbox.c.lane)
    ready = or_(outbox.c.retry_at.is_(None), outbox.c.retry_at <= bindparam("now"))
    until, mine = outbox.c.claimed_until, outbox.c.claimed_by == bindparam("by")
    free = or_(until.is_(None), until <= bindparam("now"), mine)
    # `pending` once more: another process may settle a row between our look at the firsts and our lock on it.
    due = select(outbox.c.id).where(outbox.c.id.in_(firsts), pending, ready, free, *also).order_by(outbox.c.id)

    def locked(which: ColumnElement[bool], most: str) -> ColumnElement[bool]:
        some = due.where(which).limit(bindparam(most, type_=Integer)).with_for_update(skip_locked=True)
        return outbox.c.id.in_(select(some.cte(f"due_{most}").c.id))

    answers = outbox.c.kind.in_(ANSWERS)
    taken = or_(locked(~answers, "limit"), locked(answers, "answers"))
    tries = outbox.c.attempts
    held: dict[str, Any] = {"claimed_by": bindparam("by"), "claimed_until": bindparam("until"), "attempts": tries + 1}
    before = (tries - 1 if each.name == "attempts" else outbox.c[each.name] for each in fields(Post))
    return update(outbox).where(taken).values(held).returning(*before)


_CLAIM = _claiming()
_CLAIM_BESIDE = _claiming(outbox.c.lane.not_in(bindparam("busy", expanding=True)))


async def add(  # noqa: PLR0913 - a record has that many fields
    tx: Tx,
    *,
    lane: str,
    kind: str,
    body: Mapping[str, Any],
    at: datetime,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seq: int | None = None,
    source_id: int | None = None,
) -> Post:
    """Add a row at the end of a lane, due at once when its turn comes. `body` is made of what JSON knows.

    `source_id` is the message or interaction that a row answers. Raises `AlreadyStored` when it was answered by a row
    before; the transaction can go on.
    """
    row: dict[str, Any] = {
        "lane": lane,
        "kind": kind,
        "body": dict(body),
        "match_id": match_id,
        "challenge_id": challenge_id,
        "seq": seq,
        "created_at": at,
        "attempts": 0,
    }
    if source_id is None:
        return Post(await _insert(tx, row), **row)
    try:
        async with tx.begin_nested():
            return Post(await _insert(tx, row | {"source_id": source_id}), **row)
    except IntegrityError as error:
        if await answer_to(tx, source_id) is None:
            raise
        raise AlreadyStored(f"source {source_id} was answered before") from error


async def claim(
    tx: Tx,
    by: str,
    *,
    now: datetime,
    until: datetime,
    busy: Collection[str] = (),
    limit: int = 100,
    answers: int = 100,
) -> list[Post]:
    """Take up the first open row of each lane whose time has come and that nobody holds, and count a try of it.

    At most `answers` of them are of the kinds `ANSWERS`, and at most `limit` of all others.

    The rows are held by the process `by` until they are settled (`sent`, `give_up`, `failed`), or until the time
    `until`: from then on they are anybody's, and before it only the same process may take them up again, which passes
    over its `busy` lanes. RequeueResult oldest first, as they were before: `attempts` counts earlier tries.
    """
    given = {"by": by, "now": now, "until": until, "limit": limit, "answers": answers, "busy": list(busy)}
    found = await tx.execute(_CLAIM_BESIDE if busy else _CLAIM, given)
    return sorted((Post(*row) for row in found), key=lambda post: post.id)


async def retry_later(tx: Tx, post_id: int, retry_at: datetime) -> None:
    """Say that a row did not go out; it is due again at `retry_at`, to anybody."""
    await _settle(tx, post_id, retry_at=retry_at)


async def release(tx: Tx, post_id: int) -> None:
    """Take back that a row was taken up: nothing was tried. It is due at once, to anybody."""
    await tx.execute(_RELEASE, {"post": post_id})


async def retry_all_now(tx: Tx) -> None:
    """Let every row be due that waits for its next try: what stood in its way may have been mended."""
    await tx.execute(_RETRY_NOW)


async def mark_sent(tx: Tx, post_id: int, *, channel_id: int, message_id: int | None, at: datetime) -> None:
    """Say that a row went out and where to."""
    await _settle(tx, post_id, sent_at=at, channel_id=channel_id, message_id=message_id)


async def give_up(tx: Tx, post_id: int, reason: str, at: datetime) -> None:
    """Leave a row unsent for ever, with the reason kept for the operator; its lane goes on."""
    await _settle(tx, post_id, given_up_at=at, given_up_for=reason)


async def by_message(tx: Tx, message_id: int) -> Post | None:
    """Return the row that a message came of, or None."""
    return await _one(tx, _BY_MESSAGE, {"message": message_id})


async def answer_to(tx: Tx, source_id: int) -> Post | None:
    """Return the row that answers a message or interaction, or None."""
    return await _one(tx, _ANSWERING, {"source": source_id})


async def of_challenge(tx: Tx, challenge_id: int, kind: str) -> Post | None:
    """Return the newest row of a kind for a challenge, sent or not, or None."""
    return await _one(tx, _OF_CHALLENGE, {"challenge": challenge_id, "what": kind})


async def challenge_posts(tx: Tx, challenge_ids: Collection[int]) -> dict[int, Post]:
    """Return the posts of some challenges that were sent, by challenge."""
    posts = await _those(tx, _ANNOUNCED, {"challenges": list(challenge_ids)})
    return {post.challenge_id: post for post in posts if post.challenge_id}


async def last_boards(tx: Tx, match_ids: Collection[int]) -> dict[int, Post]:
    """Return the newest board of each of some matches that was posted where the match lives, by match."""
    posts = await _those(tx, _LAST_BOARDS, {"matches": list(match_ids)})
    return {post.match_id: post for post in posts if post.match_id}


async def board(tx: Tx, match_id: int, seq: int) -> Post | None:
    """Return the row that shows the board after an event of a match, sent or not, or None."""
    return await _one(tx, _BOARD, {"match": match_id, "shown": seq})


async def first_board_source(tx: Tx, match_id: int) -> int | None:
    """Return the message or interaction that brought the first board of a match about, or None if it isn't known."""
    return (await tx.execute(_OPENED_BY, {"match": match_id})).scalar()


async def count_waiting_answers(tx: Tx, lane: str) -> tuple[int, int]:
    """Return how many answers are neither sent nor given up: in a lane, and in all."""
    own, every = (await tx.execute(_WAITING, {"lane": lane})).one()
    return own, every


async def count_backlog(tx: Tx) -> int:
    """Return how many rows are neither sent nor given up."""
    return (await tx.execute(_BACKLOG)).scalar_one()


async def _settle(tx: Tx, post_id: int, **outcome: object) -> None:
    """Note what came of a try; nobody holds the row any more."""
    await tx.execute(_SETTLE, {"post": post_id, **outcome})


async def _insert(tx: Tx, row: Mapping[str, Any]) -> int:
    added = (await tx.execute(_PUT, row)).inserted_primary_key
    return added[0] if added else 0


async def _one(tx: Tx, query: Executable, given: Mapping[str, Any]) -> Post | None:
    return next(iter(await _those(tx, query, given)), None)


async def _those(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Post]:
    """Return the rows of a query on `_ALL`."""
    return [Post(*row) for row in await tx.execute(query, given)]
