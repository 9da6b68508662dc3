"""Check the outbox: which rows a match, a challenge or an event must have, and where each stands."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.admin.verify.stored_match import near
from bot.match_files.log_checks import AHEAD
from storage import schema

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from bot.admin.verify.stored_match import Stored
    from storage.queries.inspection import Row

NEEDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("challenge", "refresh", "thread", "board", "note", "paused", "result", "silence"), ()),
    **dict.fromkeys(("archive", "timeout", "think", "tags"), ()),
    **dict.fromkeys(
        ("direct", "alarm", "nudge", "digest", "reminder", "tell", "away", "watched", "plan", "net", "notice"),
        ("user",),
    ),
    **dict.fromkeys(("offer", "answered"), ("offer",)),
    **dict.fromkeys(("open_seat", "seat_closed"), ("seat",)),
    **dict.fromkeys(("finished", "highlight", "analysis"), ("channel",)),
    **dict.fromkeys(("show", "replay", "ask"), ("channel", "reply_to")),
    **dict.fromkeys(("tournament", "tournament_refresh", "tournament_page"), ("tournament",)),
    "tournament_round": ("tournament", "stage"),
    "tournament_notice": ("user", "tournament"),
    "weekly": ("guild", "channel"),
    "overview": ("guild", "channel"),
    "puzzle": ("guild", "channel", "number"),
    "gift": ("from", "to"),
    "resumed": ("by",),
    "waited": ("by",),
    "review": ("channel", "asker"),
}
"""The kinds of rows, each with the numbers that its body must hold."""
SET_BACK = timedelta(hours=12)
"""How far a machine's clock may be set back between storing a row and sending it."""
REPLY_KINDS = {"show", "replay"}
STAND_INS = {"tell", "direct", "nudge"}
"""The kinds of rows that tell a person by direct message, or in the thread, what couldn't be posted elsewhere."""
OF_CHALLENGES = {"challenge", "refresh", "thread"}
_REPLY_LANE = re.compile(r"[a-z]+:?\d+", re.ASCII)
_DESTINATION = re.compile(r"(messages|edits|threads):\d+|conversations", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)


def check_posts(stored: Stored, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the outbox rows of a match, as clauses. Each event has one board.

    A match without a challenge was imported, and its events before that have no boards.
    """
    match, boards = stored.match, stored.posted("board")
    shown = Counter(seq for post in boards for seq in _told(post))
    first = 0 if match.challenge_id is not None else min((seq for seq in shown if seq is not None), default=None)
    last = len(stored.log)
    if match.computer_to_move:  # the board after the last computer player's move tells of all before
        last = max((seq for seq in shown if seq is not None), default=0)
    missing = [] if first is None else [seq for seq in range(first, last + 1) if not shown[seq]]
    if missing:
        yield f"no board is here for {_events(missing)}"
    told_alone = {post["seq"] for post in boards if len(_told(post)) == 1}
    unsent = [
        event.seq
        for event in stored.log
        if event.kind in {"move", "leave", "draw"}
        and not event.by_plan
        and event.source_id is None
        and (event.user_id or 0) > 0
    ]
    if match.challenge_id is not None and (unsent := [seq for seq in unsent if seq in told_alone]):
        yield f"{_events(unsent)} has no source, and was neither queued nor planned"
    if doubled := [seq for seq, count in shown.items() if count > 1]:
        yield f"more than one board is here for {_events(doubled)}"
    if match.challenge_id is not None and len(stored.posted("thread")) != 1:
        yield f"it has {len(stored.posted('thread'))} outbox rows that make its thread"
    abandoned = {post["lane"] for post in stored.rows(schema.outbox) if post["given_up_at"] is not None}
    for post in stored.rows(schema.outbox):
        label = f"outbox row {post['id']} ({post['kind']})"
        for wrong in (*check_post(post, now, match.challenge_id, abandoned), *_check_against_match(stored, post)):
            yield f"{label} {wrong}"
    posted = Counter(post["message_id"] for post in boards if post["message_id"] is not None)
    if any(count > 1 for count in posted.values()):
        yield "two of its boards are the same message"


def _told(post: Row) -> Sequence[int | None]:
    """Return the events that a board tells of: its own, and those before it that had no board of their own."""
    first, seq = post["body"].get("first"), post["seq"]
    return range(first, seq + 1) if isinstance(first, int) and seq is not None and 0 <= first < seq else [seq]


def check_post(post: Row, now: datetime, challenge_id: int | None, abandoned: Collection[str] = ()) -> Iterator[str]:
    """Yield what is wrong with an outbox row by itself; `challenge_id` is that of its match, if it has one.

    `abandoned` are the lanes with rows that were given up: others may stand in for them.
    """
    needs = NEEDS.get(post["kind"])
    sent, given_up = post["sent_at"], post["given_up_at"]
    if needs is None and sent is None and given_up is None:
        yield "is of a kind that can't be sent"
    if any(not _is_number(post["body"].get(name)) for name in needs or ()):
        yield f"lacks in its body one of {', '.join(needs or ())}"
    if post["kind"] in OF_CHALLENGES and post["challenge_id"] is None:
        yield "names no challenge"
    if challenge_id is not None and post["challenge_id"] not in {None, challenge_id}:
        yield f"is of challenge {post['challenge_id']}, and its match of challenge {challenge_id}"
    reply_to = post["body"].get("reply_to")
    if reply_to is not None and post["source_id"] not in {None, reply_to}:
        yield f"answers {reply_to}, and came of {post['source_id']}"
    if not _is_own_lane(post, challenge_id) and not _stands_in(post, abandoned):
        yield f"stands in the lane `{post['lane']}`, which is none of its own"
    yield from _check_outcome(post)
    yield from _check_times(post, now)


def _check_outcome(post: Row) -> Iterator[str]:
    sent, given_up = post["sent_at"], post["given_up_at"]
    where = post["channel_id"], post["message_id"]
    if sent is None and where != (None, None):
        yield f"became message {where[1]} in channel {where[0]}, but is not marked as sent"
    if sent is not None and where[0] is None:
        yield "is marked as sent, but not where to"
    if sent is not None and where[1] is None and post["kind"] in {"board", "challenge"}:
        yield "is marked as sent, but has no message"
    if (given_up is None) != (post["given_up_for"] is None) or (given_up is not None and sent is not None):
        yield "is both given up and not"
    if post["attempts"] < 0:
        yield f"was tried {post['attempts']} times"
    if (post["claimed_by"] is None) != (post["claimed_until"] is None):
        yield "is claimed and isn't"
    elif post["claimed_by"] is not None and (sent is not None or given_up is not None):
        yield f"is done, but claimed by {post['claimed_by']}"
    destination, waits = post["destination"], sent is None and given_up is None
    if destination is not None and not (waits and _DESTINATION.fullmatch(destination)):
        yield f"waits for the destination `{destination}`{' that there is not' if waits else ', but is done'}"


def _check_times(post: Row, now: datetime) -> Iterator[str]:
    for name in ("created_at", "sent_at", "given_up_at", "claimed_until"):
        if post[name] is not None and post[name] > now + AHEAD:
            yield f"has {name} {post[name]}, in the future"
    for name in ("sent_at", "given_up_at"):
        if post[name] is not None and post[name] < post["created_at"] - SET_BACK:
            yield f"has {name} {post[name]}, before it was written at {post['created_at']}"
    waits = post["sent_at"] is None and post["given_up_at"] is None
    if waits and post["retry_at"] is not None and post["retry_at"] > now + AHEAD:
        yield f"is not tried again before {post['retry_at']}"


def _check_against_match(stored: Stored, post: Row) -> Iterator[str]:
    """Yield where an outbox row contradicts its match."""
    match = stored.match
    seq: int | None = post["seq"]
    if seq is not None and not 0 <= seq <= len(stored.log):
        yield f"is about event {seq}, and there are {len(stored.log)}"
    elif post["kind"] == "board" and seq is not None and not _can_be_of(stored, seq, post["created_at"]):
        yield f"is of {post['created_at']}, and event {seq} of {stored.times[seq]}"
    elif post["created_at"] < match.created_at - SET_BACK:
        yield f"is of {post['created_at']}, before the match began"
    in_place = post["kind"] in {"board", "thread", "offer"} and not match.is_direct
    if in_place and post["channel_id"] not in {None, match.home}:
        yield f"was posted in channel {post['channel_id']}, but the match lives in {match.home}"
    if post["kind"] == "answered" and post["body"].get("offer") not in {
        row["id"] for row in stored.rows(schema.offers)
    }:
        yield f"is about offer {post['body'].get('offer')}, which is none of the match"


def _can_be_of(stored: Stored, seq: int, written: datetime) -> bool:
    """Return whether a row can have been stored with an event, whose time is later if a clock was ahead."""
    at = stored.times[seq]
    return near(written, at) or (seq > 0 and at == stored.times[seq - 1] and written < at)


def _is_own_lane(post: Row, challenge_id: int | None) -> bool:
    """Return whether every number in a lane's name is an id of the row; the lane of a reply has its person's."""
    if post["kind"] in REPLY_KINDS:
        return _REPLY_LANE.fullmatch(post["lane"]) is not None
    own: set[Any] = {post["id"], post["match_id"], post["challenge_id"], challenge_id, post["source_id"]}
    own |= {value for value in post["body"].values() if isinstance(value, int | str)}
    numbers = _NUMBER.findall(post["lane"])
    return bool(numbers) and all(int(each) in own or each in own for each in numbers)


def _stands_in(post: Row, abandoned: Collection[str]) -> bool:
    """Return whether a row is in a lane that releases up to 0.2.0 made for what a person was told instead of a row."""
    lane, _, user_id = post["lane"].rpartition(":")
    return post["kind"] in STAND_INS and user_id == str(post["body"].get("user")) and lane in abandoned


def _is_number(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and value.isdigit())


def _events(seqs: Sequence[int | None]) -> str:
    """Return events by number in words; 0 is the beginning."""
    labels = ["its beginning" if seq == 0 else f"event {seq}" for seq in seqs[:10]]
    return ", ".join(labels) + (f" and {len(seqs) - 10} more" if len(seqs) > 10 else "")
