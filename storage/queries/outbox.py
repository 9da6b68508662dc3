"""The outbox: what must be posted. All calls run in the caller's transaction, the one that makes it true.

A lane is a queue: while its first row is neither sent nor given up, the rows behind it wait. Rows of the kinds
`REPLY_KINDS` answer what one person asked for, for those of `THOUGHT_KINDS` a computer player thinks, and for those of
`REVIEW_KINDS` a whole match is looked through; all others say what a whole match waits for.

A destination is what rows crowd out each other in: a channel's messages (`messages:42`), the edits of its messages
(`edits:42`), its new threads (`threads:42`), each with a rate limit of Discord's own, or new direct conversations
(`conversations`). Of the rows for one destination one is sent at a time, so that one that has to wait holds up no
other. Rows without a destination wait for their lane alone.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import Integer, Text, bindparam, case, cast, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.queries import row_ids
from storage.queries.batches import IDS, fetch_in_batches
from storage.queries.rows import DIRECT, Post
from storage.schema import challenges, matches, outbox, pending, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Executable, Table

    from storage.engine.database import Tx

REPLY_KINDS = ("show", "replay")
"""The kinds of rows that one person asked for."""
THOUGHT_KINDS = ("think",)
"""The kinds of rows for which a computer player thinks; they post nothing themselves."""
REVIEW_KINDS = ("review",)
"""The kinds of rows for which a finished match is looked through before they are posted."""
Sort: TypeAlias = Literal["matches", "replies", "thoughts", "reviews"]
"""Rows that have slots of their own: what matches wait for, and the three others."""
FORUM = "forum"
"""What the body of a row of the kind `thread` calls the forum in which the match gets its post."""
CONVERSATIONS = "conversations"
"""The destination of rows for people with whom a conversation has to be opened first."""
URGENCY = (
    ("board", "direct", "note"),
    ("thread",),
    ("challenge", "offer", "answered", "result", "alarm", "nudge", "timeout", "silence", "tell", "ask", "show"),
    ("digest", "reminder", "tournament", "tournament_round", "tournament_page", "tournament_notice", "watched"),
)
"""The kinds of rows in the order in which they are sent: boards of turns, threads, messages, lists; then all others."""

_REQUESTS = {
    "thread": "threads",
    **dict.fromkeys(("refresh", "answered", "waited", "result", "seat_closed", "tournament_refresh"), "edits"),
}
_AROUND_MATCH = {"thread", "refresh", "result", "challenge", "open_seat", "seat_closed"}
_NOT_POSTED = {"think", "tags", "archive"}
_SORTS: dict[Sort, tuple[str, ...]] = {"replies": REPLY_KINDS, "thoughts": THOUGHT_KINDS, "reviews": REVIEW_KINDS}

_ALL = select(*(outbox.c[each.name] for each in fields(Post)))
_NEWEST = _ALL.order_by(outbox.c.id.desc()).limit(1)
_SENT = outbox.c.message_id.is_not(None)
_BOARDS = outbox.c.kind == "board"
_OF_MATCHES = outbox.c.match_id.in_(bindparam("matches", expanding=True))
_ADD = insert(outbox)


def _in_channel_of(table: Table, channel: ColumnElement[int]) -> Executable:
    """Return the statement that adds a row for a channel of a match or challenge, unless that is a person's own."""
    there = cast(bindparam("request"), Text) + ":" + cast(channel, Text)
    known = select(there).where(table.c.id == bindparam("of"), table.c.guild_id != DIRECT)
    return insert(outbox).values(destination=known.scalar_subquery())


_ADD_AT_HOME = _in_channel_of(matches, func.coalesce(matches.c.thread_id, matches.c.channel_id))
_ADD_AROUND_MATCH = _in_channel_of(matches, matches.c.channel_id)
_ADD_AT_CHALLENGE = _in_channel_of(challenges, challenges.c.channel_id)
_MOVE = (
    update(outbox)
    .where(pending, outbox.c.match_id == bindparam("match"), outbox.c.destination == bindparam("old"))
    .values(destination=bindparam("new"))
)
_BY_MESSAGE = _NEWEST.where(outbox.c.message_id == bindparam("message"))
_ANSWER_TO = _NEWEST.where(outbox.c.source_id == bindparam("source"))
_OF_CHALLENGE = _ALL.where(outbox.c.challenge_id == bindparam("challenge"), outbox.c.kind == bindparam("what"))
_CHALLENGE_POSTS = _ALL.where(
    outbox.c.challenge_id.in_(bindparam("challenges", expanding=True)), outbox.c.kind == "challenge", _SENT
)
_LAST_BOARDS = _ALL.where(
    outbox.c.id.in_(select(func.max(outbox.c.id)).where(_OF_MATCHES, _BOARDS, _SENT).group_by(outbox.c.match_id))
)
_BOARD = _NEWEST.where(outbox.c.match_id == bindparam("match"), _BOARDS, outbox.c.seq == bindparam("shown"))
_LAST_BOARD_SEQ = select(func.max(outbox.c.seq)).where(outbox.c.match_id == bindparam("match"), _BOARDS)
# A board that waits for a computer player's answer isn't due yet and was never tried. Rows that are tried again were.
_HELD = pending & (outbox.c.attempts == 0) & outbox.c.claimed_by.is_(None) & outbox.c.retry_at.is_not(None)
_TAKE_BACK = (
    delete(outbox)
    .where(outbox.c.match_id == bindparam("match"), _BOARDS, _HELD)
    .returning(outbox.c.id, outbox.c.seq, outbox.c.body, outbox.c.source_id, outbox.c.retry_at)
)
_TAKE_BACK_COPIES = (
    delete(outbox)
    .where(outbox.c.match_id == bindparam("match"), outbox.c.kind == "direct")
    .where(outbox.c.seq == bindparam("shown"), _HELD)
    .returning(outbox.c.id, outbox.c.body)
)
# Only the board of the start has a source. It may tell of a computer player's first move, too.
_FIRST_BOARD_SOURCE = select(outbox.c.source_id).where(
    outbox.c.match_id == bindparam("match"), _BOARDS, outbox.c.source_id.is_not(None)
)
_OFFERS = _ALL.where(outbox.c.match_id == bindparam("match"), outbox.c.kind == "offer", _SENT)
_OPEN_SEATS = _ALL.where(outbox.c.match_id == bindparam("match"), outbox.c.kind == "open_seat", _SENT)
_SILENCES = (
    _ALL.join(matches, (matches.c.id == outbox.c.match_id) & (matches.c.seq == outbox.c.seq))
    .where(outbox.c.match_id.in_(IDS), outbox.c.kind.in_(("silence", "waited")))
    .order_by(outbox.c.id)
)
_REMINDERS = (
    select(seats.c.user_id, outbox.c.body, outbox.c.created_at)
    .join(outbox, outbox.c.match_id == seats.c.match_id)
    .where(seats.c.user_id.in_(IDS), outbox.c.kind == "reminder", outbox.c.created_at > bindparam("after"))
)
_REFUSED = select(outbox.c.body).where(
    outbox.c.match_id == bindparam("match"), outbox.c.kind.in_(("board", "direct")), outbox.c.given_up_at.is_not(None)
)
_RESULTS_OF_PLACE = (
    _ALL.join(matches, matches.c.id == outbox.c.match_id)
    .where(matches.c.channel_id == bindparam("channel"), matches.c.guild_id == DIRECT, outbox.c.kind == "result")
    .where(outbox.c.sent_at.is_not(None), outbox.c.message_id.is_(None))
)
_RESULT = _ALL.where(outbox.c.match_id == bindparam("match"), outbox.c.kind == "result").with_for_update()
_SET_BODY = update(outbox).where(outbox.c.id == bindparam("post"))
_BACKLOG = select(func.count()).select_from(outbox).where(pending)
_WAITING = select(
    func.count().filter(outbox.c.lane == bindparam("lane")),
    func.count().filter(outbox.c.destination == bindparam("there")),
    func.count(),
).where(pending, outbox.c.kind.in_(REPLY_KINDS))
_WAITING_OF_KIND = select(func.count()).select_from(outbox).where(pending, outbox.c.kind == bindparam("what"))
_WAITING_OF_MATCH = (
    select(outbox.c.id)
    .where(outbox.c.match_id == bindparam("match"), outbox.c.kind == bindparam("what"), pending)
    .limit(1)
)
_UNCLAIMED = (
    select(outbox.c.body)
    .where(pending, outbox.c.lane == bindparam("lane"), outbox.c.kind == bindparam("what"))
    .where(outbox.c.claimed_by.is_(None))
    .with_for_update(skip_locked=True)
)
_SETTLE = update(outbox).where(outbox.c.id == bindparam("post")).values(claimed_by=None, claimed_until=None)
_RELEASE = _SETTLE.values(attempts=outbox.c.attempts - 1)
_RETRY_NOW = update(outbox).where(pending, outbox.c.attempts > 0).values(retry_at=None)


def _build_claim() -> Executable:
    """Return the statement that claims the first open rows of lanes that are due, free, and fairly chosen.

    Of each sort of rows at most one for each destination, and of these the most urgent ones, the oldest first.
    """
    tries, until = outbox.c.attempts, outbox.c.claimed_until
    firsts = select(func.min(outbox.c.id)).where(pending).group_by(outbox.c.lane)
    ready = or_(outbox.c.retry_at.is_(None), outbox.c.retry_at <= bindparam("now"))
    free = or_(until.is_(None), until <= bindparam("now"), outbox.c.claimed_by == bindparam("by"))
    can_go = outbox.c.destination.is_(None) | outbox.c.destination.not_in(bindparam("blocked", expanding=True))
    sort = case(*((outbox.c.kind.in_(kinds), name) for name, kinds in _SORTS.items()), else_="matches")
    urgency = case(*((outbox.c.kind.in_(kinds), place) for place, kinds in enumerate(URGENCY)), else_=len(URGENCY))
    where = func.coalesce(outbox.c.destination, outbox.c.lane)
    turn = func.row_number().over(partition_by=(sort, where), order_by=(urgency, outbox.c.id))
    due = (
        select(outbox.c.id, sort.label("sort"), urgency.label("urgency"), turn.label("turn"))
        .where(outbox.c.id.in_(firsts), ready, free, can_go)
        .where(outbox.c.lane.not_in(bindparam("lanes", expanding=True)))
        .where((sort + " " + where).not_in(bindparam("busy", expanding=True)))
        .cte("due")
    )
    place = func.row_number().over(partition_by=due.c.sort, order_by=(due.c.urgency, due.c.id))
    fair = select(due.c.id, due.c.sort, place.label("place")).where(due.c.turn == 1).cte("fair")
    limits = [(fair.c.sort == name, bindparam(name, type_=Integer)) for name in _SORTS]
    most = case(*limits, else_=bindparam("matches", type_=Integer))
    chosen = select(fair.c.id).where(fair.c.place <= most)
    # `pending` and `free` again: another process can settle or claim a row between our choice and our lock on it.
    locked = select(outbox.c.id).where(outbox.c.id.in_(chosen), pending, free).with_for_update(skip_locked=True)
    held: dict[str, Any] = {"claimed_by": bindparam("by"), "claimed_until": bindparam("until"), "attempts": tries + 1}
    before = (tries - 1 if each.name == "attempts" else outbox.c[each.name] for each in fields(Post))
    return update(outbox).where(outbox.c.id.in_(select(locked.cte("locked").c.id))).values(held).returning(*before)


_CLAIM = _build_claim()


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
    due: datetime | None = None,
    row_id: int | None = None,
) -> Post:
    """Add a row at the end of a lane, or with the id of a row that was taken back. `body` holds JSON values.

    `source_id` is the message or interaction that the row replies to. Until `due` the row is held, if that is given.
    Raises `AlreadyStored` when another row has the same source; the transaction can go on.
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
    statement, given = _choose_destination(kind, body, match_id, challenge_id)
    given = row | given | ({"retry_at": due} if due else {}) | ({"id": row_id} if row_id else {})
    if source_id is None:
        return Post(await _insert(tx, statement, given), **row)
    try:
        async with tx.begin_nested():
            return Post(await _insert(tx, statement, given | {"source_id": source_id}), **row)
    except IntegrityError as error:
        if await answer_to(tx, source_id) is None:
            raise
        raise AlreadyStored(f"source {source_id} was answered before") from error


async def claim(  # noqa: PLR0913 - each sort of rows has its own limit
    tx: Tx,
    by: str,
    *,
    now: datetime,
    until: datetime,
    under_way: Collection[Post] = (),
    blocked: Collection[str] = (),
    matches: int = 100,
    replies: int = 100,
    thoughts: int = 100,
    reviews: int = 100,
) -> list[Post]:
    """Claim first open rows of lanes that are due and free, and count an attempt.

    At most `replies` rows are of the kinds `REPLY_KINDS`, `thoughts` of the kinds `THOUGHT_KINDS`, `reviews` of the
    kinds `REVIEW_KINDS`, and `matches` of all others: the most urgent ones, and of each sort one for each destination
    that isn't `blocked`. The process `by` holds them until they are settled (`mark_sent`, `give_up`, `retry_later`) or
    until the time `until`. Before that only the same process can claim them again, and it names the rows that are
    `under_way`. Returns the rows as they were, oldest first: `attempts` counts earlier attempts.
    """
    lanes, busy = [each.lane for each in under_way], [f"{sort_of(each)} {_where(each)}" for each in under_way]
    given = {"by": by, "now": now, "until": until, "lanes": lanes, "busy": busy, "blocked": list(blocked)}
    most = {"matches": matches, "replies": replies, "thoughts": thoughts, "reviews": reviews}
    return sorted((Post(*row) for row in await tx.execute(_CLAIM, given | most)), key=lambda post: post.id)


def sort_of(post: Post) -> Sort:
    """Return the sort of a row, whose slots it takes."""
    for name, kinds in _SORTS.items():
        if post.kind in kinds:
            return name
    return "matches"


def _where(post: Post) -> str:
    return post.lane if post.destination is None else post.destination


async def move(tx: Tx, match_id: int, old: int, new: int) -> None:
    """Let the waiting rows of a match that go into the channel `old` go into `new`, its thread."""
    for request in ("messages", "edits"):
        places = {"old": f"{request}:{old}", "new": f"{request}:{new}"}
        await tx.execute(_MOVE, {"match": match_id, **places})


async def wait_for(tx: Tx, post_id: int, destination: str) -> None:
    """Release a row that wasn't attempted, because what it has to wait for is another destination."""
    await tx.execute(_RELEASE, {"post": post_id, "destination": destination})


async def retry_later(tx: Tx, post_id: int, retry_at: datetime) -> None:
    """Release a row that wasn't sent; any process can claim it from `retry_at` on."""
    await _settle(tx, post_id, retry_at=retry_at)


async def release(tx: Tx, post_id: int) -> None:
    """Undo the claim of a row that wasn't attempted; any process can claim it at once."""
    await tx.execute(_RELEASE, {"post": post_id})


async def retry_all_now(tx: Tx) -> None:
    """Make every row that waits for its next attempt due now, because its obstacle may be gone; not those held."""
    await tx.execute(_RETRY_NOW)


async def mark_sent(tx: Tx, post_id: int, *, channel_id: int, message_id: int | None, at: datetime) -> None:
    """Mark a row as sent, with its channel and message."""
    await _settle(tx, post_id, sent_at=at, channel_id=channel_id, message_id=message_id, destination=None)


async def give_up(tx: Tx, post_id: int, reason: str, at: datetime) -> None:
    """Mark a row as given up, with a reason for the operator; its lane goes on."""
    await _settle(tx, post_id, given_up_at=at, given_up_for=reason, destination=None)


async def by_message(tx: Tx, message_id: int) -> Post | None:
    """Return the row that a message was sent for, or None."""
    return await _fetch_one(tx, _BY_MESSAGE, {"message": message_id})


async def answer_to(tx: Tx, source_id: int) -> Post | None:
    """Return the row that replies to a message or interaction, or None."""
    return await _fetch_one(tx, _ANSWER_TO, {"source": source_id})


async def of_challenge(tx: Tx, challenge_id: int, kind: str) -> Post | None:
    """Return the newest row of a kind for a challenge, sent or not, or None; never a copy of its post."""
    posts = await _fetch(tx, _OF_CHALLENGE, {"challenge": challenge_id, "what": kind})
    return max((post for post in posts if not is_copy(post)), key=lambda post: post.id, default=None)


def is_copy(post: Post) -> bool:
    """Return whether a row is the copy of a challenge's post in a thread: of a rematch, in that of the match before."""
    return post.kind == "challenge" and "channel" in post.body


async def offer_posts(tx: Tx, match_id: int, offer_id: int) -> list[Post]:
    """Return the sent posts of an offer in a match: one, or in direct messages one for each player."""
    return [post for post in await _fetch(tx, _OFFERS, {"match": match_id}) if post.body.get("offer") == offer_id]


async def open_seat_posts(tx: Tx, match_id: int, number: int) -> list[Post]:
    """Return the sent post of an open seat in a match, or nothing."""
    return [post for post in await _fetch(tx, _OPEN_SEATS, {"match": match_id}) if post.body.get("seat") == number]


async def silences(tx: Tx, match_ids: Collection[int]) -> list[Post]:
    """Return the rows by which the others in these matches were told that nobody moves in this turn, and who waits on.

    They come in the order in which they were stored.
    """
    return [Post(*row) for row in await fetch_in_batches(tx, _SILENCES, match_ids)]


async def last_reminders(tx: Tx, user_ids: Collection[int], after: datetime) -> dict[int, datetime]:
    """Return when those of these people were last reminded who were after a moment, by person."""
    rows = await fetch_in_batches(tx, _REMINDERS, user_ids, after=after)
    own = [row for row in rows if row.body["user"] == row.user_id]
    return {row.user_id: row.created_at for row in sorted(own, key=lambda row: row.created_at)}


async def posts_of_challenge(tx: Tx, challenge_id: int) -> list[Post]:
    """Return the sent posts of a challenge, oldest first: one, or in direct messages one for each person.

    The copy of a rematch in the thread of the match before is one of them.
    """
    posts = await _fetch(tx, _CHALLENGE_POSTS, {"challenges": [challenge_id]})
    return sorted(posts, key=lambda post: post.id)


async def was_refused(tx: Tx, match_id: int, user_id: int) -> bool:
    """Return whether a board of a match for a person was given up before."""
    found = await tx.execute(_REFUSED, {"match": match_id})
    return any(row.body.get("user") == user_id for row in found)


async def owed_results(tx: Tx, channel_id: int) -> list[Post]:
    """Return the results of matches that began in a foreign place and weren't told there yet."""
    return [post for post in await _fetch(tx, _RESULTS_OF_PLACE, {"channel": channel_id}) if "told" not in post.body]


async def take_result(tx: Tx, match_id: int) -> bool:
    """Note that a result is told where its match began, and return whether it wasn't before."""
    post = await _fetch_one(tx, _RESULT, {"match": match_id})
    if post is None or "told" in post.body:
        return False
    await change_body(tx, post.id, {**post.body, "told": True})
    return True


async def challenge_posts(tx: Tx, challenge_ids: Collection[int]) -> dict[int, Post]:
    """Return the sent posts of these challenges, by challenge."""
    posts = await _fetch(tx, _CHALLENGE_POSTS, {"challenges": list(challenge_ids)})
    return {post.challenge_id: post for post in posts if post.challenge_id and not is_copy(post)}


async def last_boards(tx: Tx, match_ids: Collection[int]) -> dict[int, Post]:
    """Return the newest sent board of each of these matches, by match."""
    posts = await _fetch(tx, _LAST_BOARDS, {"matches": list(match_ids)})
    return {post.match_id: post for post in posts if post.match_id}


@dataclass(frozen=True, slots=True)
class HeldBoard:
    """A board that was taken back before anything tried to send it: what it was about, and when it was due.

    `ids` are those of its rows, by the person that a row is for in direct messages, else None. The board in its place
    has them, so that none is missing.
    """

    ids: dict[int | None, int]
    seq: int
    body: dict[str, Any]
    source_id: int | None
    due: datetime


async def take_back_board(tx: Tx, match_id: int) -> HeldBoard | None:
    """Delete the board of a match that is held, with its copies for further players; None if there is none.

    Of two processes, one that claims the board and one that takes it back, only one succeeds.
    """
    row = (await tx.execute(_TAKE_BACK, {"match": match_id})).first()
    if row is None:
        return None
    copies = await tx.execute(_TAKE_BACK_COPIES, {"match": match_id, "shown": row.seq})
    ids = {each.body.get("user"): each.id for each in (row, *copies)}
    return HeldBoard(ids, row.seq, row.body, row.source_id, row.retry_at)


async def skip_ids(tx: Tx, ids: Collection[int]) -> None:
    """Note that rows which were taken back have no successor: those of a player who left."""
    await row_ids.add_skipped(tx, outbox, ids)


async def board(tx: Tx, match_id: int, seq: int) -> Post | None:
    """Return the row that shows the board after an event of a match, sent or not, or None."""
    return await _fetch_one(tx, _BOARD, {"match": match_id, "shown": seq})


async def last_board_seq(tx: Tx, match_id: int) -> int | None:
    """Return the last event of a match of which a board tells, sent or not, or None if it has no boards."""
    return (await tx.execute(_LAST_BOARD_SEQ, {"match": match_id})).scalar()


async def first_board_source(tx: Tx, match_id: int) -> int | None:
    """Return the message or interaction that led to the first board of a match, or None if it isn't known."""
    return (await tx.execute(_FIRST_BOARD_SOURCE, {"match": match_id})).scalar()


async def count_waiting_replies(tx: Tx, lane: str, channel_id: int) -> tuple[int, int, int]:
    """Return how many replies are neither sent nor given up: in a lane, in a channel of a server, and in all."""
    given = {"lane": lane, "there": f"messages:{channel_id}"}
    own, here, every = (await tx.execute(_WAITING, given)).one()
    return own, here, every


async def count_waiting(tx: Tx, kind: str) -> int:
    """Return how many rows of a kind are neither sent nor given up."""
    return (await tx.execute(_WAITING_OF_KIND, {"what": kind})).scalar_one()


async def is_waiting(tx: Tx, match_id: int, kind: str) -> bool:
    """Return whether a row of a kind for a match is neither sent nor given up."""
    return (await tx.execute(_WAITING_OF_MATCH, {"match": match_id, "what": kind})).first() is not None


async def hold_waiting(tx: Tx, lane: str, kind: str, body: Mapping[str, Any]) -> bool:
    """Return whether such a row waits that no process has claimed, and keep it so until the transaction ends.

    It will be sent with what this transaction stores.
    """
    found = (await tx.execute(_UNCLAIMED, {"lane": lane, "what": kind})).scalars().all()
    return dict(body) in found


async def change_body(tx: Tx, post_id: int, body: Mapping[str, Any]) -> None:
    """Change the body of a row."""
    await tx.execute(_SET_BODY, {"post": post_id, "body": dict(body)})


async def count_backlog(tx: Tx) -> int:
    """Return how many rows are neither sent nor given up."""
    return (await tx.execute(_BACKLOG)).scalar_one()


async def _settle(tx: Tx, post_id: int, **outcome: object) -> None:
    """Store the outcome of an attempt and release the row."""
    await tx.execute(_SETTLE, {"post": post_id, **outcome})


def _choose_destination(
    kind: str, body: Mapping[str, Any], match_id: int | None, challenge_id: int | None
) -> tuple[Executable, dict[str, Any]]:
    """Return the statement that adds a row with its destination, and what it needs beside the row.

    What goes to one person, and what isn't posted, has none.
    """
    request, is_direct = _REQUESTS.get(kind, "messages"), "sight" in body or ("user" in body and kind != "nudge")
    if is_direct or kind in _NOT_POSTED:
        return _ADD, {}
    if FORUM in body or ("channel" in body and kind != "review"):
        return _ADD, {"destination": f"{request}:{body.get(FORUM) or body['channel']}"}
    if match_id is not None:
        statement = _ADD_AROUND_MATCH if kind in _AROUND_MATCH else _ADD_AT_HOME
        return statement, {"request": request, "of": match_id}
    if challenge_id is not None:
        return _ADD_AT_CHALLENGE, {"request": request, "of": challenge_id}
    return _ADD, {}


async def _insert(tx: Tx, statement: Executable, row: Mapping[str, Any]) -> int:
    added = (await tx.execute(statement, row)).inserted_primary_key
    return added[0] if added else 0


async def _fetch_one(tx: Tx, query: Executable, given: Mapping[str, Any]) -> Post | None:
    return next(iter(await _fetch(tx, query, given)), None)


async def _fetch(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Post]:
    """Return the rows of a query on `_ALL`."""
    return [Post(*row) for row in await tx.execute(query, given)]
