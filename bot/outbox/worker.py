"""Send the rows of the outbox, each lane in order, and try again what fails."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from bot.logs.fields import begin_request
from bot.logs.redaction import find_texts
from bot.outbox.sender import FallbackPost, MustWait, Undeliverable
from bot.process import NETWORK_ERRORS, cancel_and_wait, is_permanent, is_unauthorized, log_error
from bot.referee import formatting
from bot.referee.announce import ANSWER_TIME
from bot.referee.errors import GameFailed, RequestRejected, RulesMissing
from bot.referee.people.preferences import language_of, load_preferences
from games.translation import gettext as _, in_language
from storage.engine.database import StorageError
from storage.queries import outbox
from storage.queries.outbox import REPLY_KINDS, THOUGHT_KINDS, sort_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from datetime import datetime

    from bot.metrics import Metrics
    from bot.outbox.rate_limits import RateLimits
    from bot.referee.context import Context, DirectNotices
    from storage.engine.database import Tx
    from storage.queries.outbox import Sort
    from storage.queries.rows import Post

log = logging.getLogger(__name__)
RETRY_DELAYS = (2, 5, 15, 60, 300, 900)
"""Seconds before the next attempt at a row, the last one from then on."""
MAX_TRIES = 100
"""Attempts at a row that fails on our side: about a day."""
MAX_ANSWER_TRIES = 2
"""The same for a reply to one person, who can ask again."""


def decide_fallbacks(post: Post, error: Exception, waiting: set[int]) -> Sequence[FallbackPost] | None:
    """Return None for a row to retry, else the rows that replace a row to give up.

    `waiting` holds the rows of which the log says already that they wait; this one is added when it does.

    Trouble of Discord's, of the way there or of the record passes, and a match whose game is missing waits until it is
    back. What Discord refuses for good it will not take later, nor will rules come back that a game has given up. What
    fails on our side fails until somebody mends it, which may take a day, but keeps what comes after it in its lane
    waiting no longer. An answer to one person is not worth that: the second time they are told instead, and at once if
    the reason is known. The board of a game that fails is replaced by a note at once, which says whose turn it is.
    """
    name, passing = f"Outbox row {post.id} ({_describe(post)})", (*NETWORK_ERRORS, StorageError)
    if isinstance(error, Undeliverable):
        log.warning("%s can't be posted, so it is said directly: %s", name, error)
        return error.rows
    if is_permanent(error) or isinstance(error, RulesMissing):
        log.warning("%s can't be posted: %s", name, error)
        return ()
    last_try = isinstance(error, RequestRejected) or post.attempts + 1 >= MAX_ANSWER_TRIES
    if post.kind in REPLY_KINDS and last_try and not isinstance(error, passing):
        log.error(
            "%s is given up at try %d",
            name,
            post.attempts + 1,
            exc_info=None if isinstance(error, RequestRejected) else error,
        )
        return _tell_asker(post, error)
    if isinstance(error, GameFailed) and post.kind == "board":
        log.warning("%s is replaced by a note: %s", name, error)
        return (FallbackPost("note"),)
    if isinstance(error, RequestRejected):
        if post.id not in waiting:
            log.warning("%s waits: %s", name, error)
        waiting.add(post.id)
    elif isinstance(error, passing):
        log.warning("%s was not posted: %s", name, error or type(error).__name__)
    else:
        log.error("%s was not posted", name, exc_info=error)
        if post.attempts + 1 >= MAX_TRIES:
            log.error("%s is given up after %d tries", name, MAX_TRIES)
            return (FallbackPost("note"),) if post.kind == "board" else ()
    return None


def retry_delay(post: Post) -> int:
    """Return the seconds before the next attempt at a row that failed."""
    return RETRY_DELAYS[min(post.attempts, len(RETRY_DELAYS) - 1)]


def _describe(post: Post) -> str:
    return f"{post.kind} of #{post.match_id}" if post.match_id else post.kind


def _tell_asker(post: Post, error: Exception) -> Sequence[FallbackPost]:
    """Return what tells the person who asked for a row that it won't come, if it says who that is."""
    if "asker" not in post.body:
        return ()

    def write() -> str:
        failed = (
            _("I couldn't show you the replay of #{match} that you asked for, so I've stopped trying.")
            if post.kind == "replay"
            else _("I couldn't show you the board of #{match} that you asked for, so I've stopped trying.")
        )
        reason = error.reason if isinstance(error, RequestRejected) else _("The reason is in the log.")
        return f"{failed.format(match=post.match_id)} {reason}"

    return (FallbackPost("tell", int(post.body["asker"]), write),)


PROBE_DELAYS = (2, 5, 15, 60, 300)
"""Seconds from a refusal to the next probe, the last one from then on: Discord bans an address for 10,000 refusals in
10 minutes.
"""


class Authorization:
    """Limits what may be sent: while the token is refused only probes, at growing intervals."""

    def __init__(self) -> None:
        self._refusals = 0
        self._probe_at: datetime | None = None

    @property
    def refused(self) -> bool:
        """Whether Discord refused the token in its latest response about it."""
        return self._probe_at is not None

    def refuse(self, now: datetime) -> int | None:
        """Note that Discord refused the token; return the seconds until a probe.

        Returns None for a request that was under way before the last refusal: it says nothing new.
        """
        if self._probe_at is not None and now < self._probe_at:
            return None
        seconds = PROBE_DELAYS[min(self._refusals, len(PROBE_DELAYS) - 1)]
        self._refusals += 1
        self._probe_at = now + timedelta(seconds=seconds)
        return seconds

    def accept(self) -> None:
        """Note that Discord accepted the token."""
        self._refusals = 0
        self._probe_at = None

    def room(self, free: int, under_way: int, now: datetime) -> int:
        """Return how many requests of a kind may begin now, given the free slots and the requests under way."""
        if self._probe_at is None:
            return free
        return int(now >= self._probe_at and not under_way)


SendPost: TypeAlias = "Callable[[Post], Awaitable[tuple[int, int | None]]]"

POLL_INTERVAL = timedelta(seconds=5)
CLAIM_DURATION = timedelta(minutes=5)
"""How long a claimed row belongs to this process. After that another process can claim it."""
SEND_TIMEOUT = 240.0
"""Seconds that an attempt may take, waits for rate limits included; below `CLAIM_DURATION`."""
MAX_ROWS: dict[Sort, int] = {"matches": 100, "replies": 6, "thoughts": 2, "reviews": 1}
"""Concurrent rows: those that whole matches wait for (boards, alarms, ends), replies to one person, and thoughts of
computer players, of which one is thought and another one waits to be next, and reviews. None of a sort use the slots of
another, and those of one sort for one destination never more than one."""
STOP_TIMEOUT = 5.0
"""Seconds that posts under way get when the process stops; the others are sent at the next start."""


@dataclass(frozen=True, slots=True)
class SentPost:
    """A row that was sent: its channel, its message, the time, and who gets a direct message about it."""

    post: Post
    channel_id: int
    message_id: int | None
    at: datetime
    notices: DirectNotices | None = None


class OutboxWorker:
    """Sends the outbox: lanes side by side, the rows of a lane in order, and one at a time to each destination.

    Rows are claimed in the transaction that stores them (`Context.write`), or later in one of the worker, if they have
    to wait or another process left them. Rows for a destination that has to wait, as `rate_limits` says, stay in the
    record until it has room. Replies to one person have a few slots of their own, so that they delay nothing that a
    match waits for, and so do computer players that think. `name` is that of the process, the same at every start, so
    that a killed process claims its rows again. `bind_language` sets the language of a row's readers for the task that
    sends it.
    """

    def __init__(
        self,
        context: Context,
        name: str,
        metrics: Metrics,
        bind_language: Callable[[Post], Awaitable[None]],
        rate_limits: RateLimits,
    ) -> None:
        self._context = context
        self._metrics = metrics
        self._name = name
        self._bind_language = bind_language
        self._rate_limits = rate_limits
        self._senders: dict[str, SendPost] = {}
        self._under_way: dict[int, tuple[Post, asyncio.Task[None]]] = {}  # by the ids of the rows
        self._sent_posts: list[SentPost] = []  # not yet marked as sent
        self._waiting: set[int] = set()
        self._authorization = Authorization()
        self._wake = asyncio.Event()
        self._unblocking: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None

    def register(self, **senders: SendPost) -> None:
        """Set for each kind of row the call that sends it and returns its channel and message."""
        self._senders |= senders

    def start(self) -> None:
        """Start to send in a task."""
        self._context.before_commit.append(self._claim_with)
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Wait a few seconds for the posts under way, then stop."""
        if self._claim_with in self._context.before_commit:
            self._context.before_commit.remove(self._claim_with)
        await cancel_and_wait([self._running])
        if self._under_way:
            tasks = [task for _, task in self._under_way.values()]
            _, late = await asyncio.wait(tasks, timeout=STOP_TIMEOUT)
            await cancel_and_wait(late)
        if self._sent_posts:
            try:
                async with self._context.database.write() as tx:
                    await _mark_sent(tx, self._sent_posts)
            except Exception as error:  # noqa: BLE001 - logged; the next start finds what was posted
                log_error(log, "What was posted could not be marked", error)

    async def _run(self) -> None:
        """Send at once when woken, and check every few seconds for rows to retry."""
        begun = False
        while True:
            self._wake.clear()
            try:
                if not begun:
                    await self._release_all()
                    begun = True
                await self._claim_and_send()
            except Exception as error:  # noqa: BLE001 - logged; the outbox keeps everything for the next round
                log_error(log, "The outbox could not be read or marked", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL.total_seconds()):
                    await self._wake.wait()

    async def _release_all(self) -> None:
        async with self._context.database.write() as tx:
            await outbox.retry_all_now(tx)

    async def _claim_and_send(self) -> None:
        """Mark sent rows, and start to send what can be sent, in a transaction of the worker."""
        if self._may_claim():
            async with self._context.database.write() as tx:
                send = await self._claim(tx)
            send()

    async def _claim_with(self, tx: Tx) -> Callable[[], None]:
        """Do the same in a transaction that stores something else, which goes on if the outbox can't be read."""
        if not self._may_claim():
            return _do_nothing
        try:
            async with tx.begin_nested():
                return await self._claim(tx)
        except Exception as error:  # noqa: BLE001 - logged; the worker tries it again by itself
            log_error(log, "The outbox could not be read or marked", error)
            return self._wake.set

    async def _claim(self, tx: Tx) -> Callable[[], None]:
        """Mark sent rows, and claim the first due rows of lanes whose destinations have room.

        Returns the call that starts to send, once this is committed. All lanes share the transaction: where there is
        much to send, many rows go together.
        """
        now, sent_posts = self._context.now(), list(self._sent_posts)
        await _mark_sent(tx, sent_posts)
        done = {each.post.id for each in sent_posts}
        under_way = [post for post, _ in self._under_way.values() if post.id not in done]
        used, blocked, room = Counter(map(sort_of, under_way)), self._rate_limits.blocked(), self._authorization.room
        free = {sort: room(most - used[sort], len(under_way), now) for sort, most in MAX_ROWS.items()}
        posts = await outbox.claim(
            tx, self._name, now=now, until=now + CLAIM_DURATION, under_way=under_way, blocked=blocked, **free
        )
        return partial(self._start_to_send, sent_posts, posts, blocked)

    def _start_to_send(
        self, sent_posts: Sequence[SentPost], posts: Sequence[Post], blocked: Mapping[str, float]
    ) -> None:
        del self._sent_posts[: len(sent_posts)]
        for each in sent_posts:
            del self._under_way[each.post.id]
        for post in posts:
            self._under_way[post.id] = post, asyncio.create_task(self._send(post))
            if post.kind in THOUGHT_KINDS:  # a board may be held for it
                asyncio.get_running_loop().call_later(ANSWER_TIME.total_seconds(), self._wake.set)
        if blocked:  # perhaps rows wait for one of them
            if self._unblocking:
                self._unblocking.cancel()
            self._unblocking = asyncio.get_running_loop().call_later(min(blocked.values()), self._wake.set)

    def _may_claim(self) -> bool:
        used = Counter(sort_of(post) for post, _ in self._under_way.values())
        return bool(self._sent_posts) or any(used[sort] < most for sort, most in MAX_ROWS.items())

    async def _send(self, post: Post) -> None:
        """Send a row. Its lane is busy until the outcome is stored."""
        written = find_texts(post.body)
        begin_request(f"post-{post.id}", private=written, post=post.id, match=post.match_id, seq=post.seq)
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await self._bind_language(post)
                channel_id, message_id = await self._senders[post.kind](post)
        except MustWait as wait:
            await self._release(post, wait.destination)
        except Exception as error:  # noqa: BLE001 - whatever it was, the row is kept, and the next lines log it
            await self._settle(post, error)
        else:
            if message_id:
                self._accept()
                self._context.just_sent[post.id] = message_id
            notices = self._context.direct_notices.pop(post.id, None)
            sent = SentPost(post, channel_id, message_id, self._context.now(), notices)
            self._sent_posts.append(sent)
            self._metrics.posts.labels(post.kind).inc()
            waited = (sent.at - post.created_at).total_seconds()
            if post.kind == "board":
                self._metrics.observe_step("post", waited)
                log.info("Board posted", extra={"seconds": round(waited, 3)})
            else:
                log.debug("Post sent", extra={"kind": post.kind, "seconds": round(waited, 3)})
            self._wake.set()

    async def _settle(self, post: Post, error: Exception) -> None:
        """Put a row off or give it up, depending on its error. A refused token doesn't count as an attempt."""
        try:
            if is_unauthorized(error):
                await self._pause(post)
                return
            if is_permanent(error.__cause__ or error):
                self._accept()
            rows = decide_fallbacks(post, error, self._waiting)
            (self._metrics.retries if rows is None else self._metrics.given_up).labels(post.kind).inc()
            await (self._put_off(post) if rows is None else self._give_up(post, error, rows))
        except Exception as trouble:  # noqa: BLE001 - logged; the row is due again in a while
            log_error(log, f"Outbox row {post.id} ({post.kind}) could not be marked", trouble)
        else:
            self._wake.set()
        finally:
            del self._under_way[post.id]

    async def _release(self, post: Post, destination: str) -> None:
        """Release a row that has to wait for another destination than its own, as not attempted."""
        try:
            async with self._context.database.write() as tx:
                await outbox.wait_for(tx, post.id, destination)
        except Exception as trouble:  # noqa: BLE001 - logged; the row is due again in a while
            log_error(log, f"Outbox row {post.id} ({post.kind}) could not be released", trouble)
        else:
            self._wake.set()
        finally:
            del self._under_way[post.id]

    def _accept(self) -> None:
        if self._authorization.refused:
            log.info("Discord takes the token again")
        self._authorization.accept()

    async def _pause(self, post: Post) -> None:
        """Pause until Discord accepts the token again, and release the row as not attempted."""
        wait = self._authorization.refuse(self._context.now())
        if wait:
            log.error("Discord refuses the token (401), so all posts wait; one is tried again in %d seconds", wait)
            asyncio.get_running_loop().call_later(wait, self._wake.set)
        async with self._context.database.write() as tx:
            await outbox.release(tx, post.id)

    async def _put_off(self, post: Post) -> None:
        wait = retry_delay(post)
        async with self._context.database.write() as tx:
            await outbox.retry_later(tx, post.id, self._context.now() + timedelta(seconds=wait))
        asyncio.get_running_loop().call_later(wait, self._wake.set)

    async def _give_up(self, post: Post, error: Exception, rows: Sequence[FallbackPost]) -> None:
        """Give a row up and add the rows that replace it: in its lane, or in that of the person whom they are for.

        They belong to what it belongs to.
        """
        now, person = self._context.now(), post.body.get("user")
        owner = {name: post.body[name] for name in ("tournament", "guild", "about", "link") if name in post.body}
        lane_of_all = post.lane.removesuffix(f":{post.body.get('asker', person)}")
        async with self._context.database.write() as tx:
            await outbox.give_up(tx, post.id, str(error) or type(error).__name__, now)
            for row in rows:
                text = await _write(tx, row)
                await outbox.add(
                    tx,
                    lane=post.lane if row.user_id is None else f"{lane_of_all}:{row.user_id}",
                    kind=row.kind,
                    body={**owner, "user": person if row.user_id is None else row.user_id, "text": text},
                    at=now,
                    match_id=post.match_id,
                    challenge_id=post.challenge_id,
                    seq=post.seq,
                )


async def _write(tx: Tx, row: FallbackPost) -> str | None:
    """Return what a row says, in the language of the person it is for."""
    if row.write is None or row.user_id is None:
        return None
    with in_language(language_of(await load_preferences(tx, row.user_id))):
        return row.write()


def _do_nothing() -> None:
    """Send nothing after a transaction."""


async def _mark_sent(tx: Tx, sent_posts: Sequence[SentPost]) -> None:
    """Mark rows as sent, and in the same transaction add the direct messages that lead to their posts."""
    for each in sent_posts:
        post = each.post
        await outbox.mark_sent(tx, post.id, channel_id=each.channel_id, message_id=each.message_id, at=each.at)
        if each.notices is None or each.message_id is None:
            continue
        link = formatting.link(each.notices.guild_id, each.channel_id, each.message_id)
        for user_id, kind in each.notices.kinds.items():
            await outbox.add(
                tx,
                lane=f"{post.lane}:{user_id}",
                kind="notice",
                body={"user": user_id, "about": kind, "link": link},
                at=each.at,
                match_id=post.match_id,
                challenge_id=post.challenge_id,
                seq=post.seq,
            )
