"""The audit of the outbox: every row was said, once, and is there for everything that has to be said."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from tests.chaos import post_parser

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.model.resources.message import Message
    from tests.chaos.findings import Audit
    from tests.chaos.records import Record, Row

ALTERED = {"thread", "refresh", "answered", "think", "tags", "tournament_refresh"}
"""Kinds of rows that alter a post or bring a move, and no post of their own."""
REWRITING = {"result"}
"""Kinds of rows that are recorded with the message that they rewrite: that of a challenge."""
PASSING = {"alarm", "nudge", "timeout", "paused", "away", "digest"}
"""Kinds of rows that are not said any more once what they are about is over."""
COUNTED = {"board", "challenge"}
"""Kinds of rows whose doubles have a figure of their own."""


def audit_posts(audit: Audit, record: Record, posts: Sequence[Message]) -> None:
    """Look for rows that were said twice or not at all, and for what should have brought a row."""
    ids = {post.id for post in posts}
    _doubles(audit, record, posts)
    _shared(audit, record)
    for row in record.posts.values():
        audit.posts[row["kind"]] += row["message_id"] is not None
        if why := _missing(row, ids):
            audit.found("posts missing", f"row {row['id']}, {row['kind']} of #{row['match_id']}: {why}")
    _owed(audit, record, "offer", (offer["match_id"] for offer in record.offers))
    _owed(audit, record, "paused", (pause["match_id"] for pause in record.pauses))
    _answered(audit, record, {post.id: post for post in posts})


def _doubles(audit: Audit, record: Record, posts: Sequence[Message]) -> None:
    """Look for nonces that two messages carry: of rows, and of answers to messages."""
    counted = {f"-{row['id']}" for row in record.posts.values() if row["kind"] in COUNTED}
    for nonce, times in Counter(str(post.nonce) for post in posts if post.nonce is not None).items():
        salt, dash, number = nonce.partition("-")
        if times > 1 and (salt.startswith("r") or dash + number not in counted):
            told = "; ".join(f"{post.id}: {post.content[:80]!r}" for post in posts if str(post.nonce) == nonce)
            audit.found("posts said twice", f"nonce {nonce}: {told}")


def _shared(audit: Audit, record: Record) -> None:
    """Look for messages that stand for two rows, of which one was therefore never said."""
    rows_of: defaultdict[int, list[int]] = defaultdict(list)
    for row in record.posts.values():
        if row["message_id"] is not None and row["kind"] not in REWRITING:
            rows_of[row["message_id"]].append(row["id"])
    for message_id, rows in rows_of.items():
        if len(rows) > 1:
            audit.found("posts missing", f"message {message_id} stands for rows {rows}")


def _missing(row: Row, ids: set[int]) -> str:
    """Return why a row was not said, empty if it was or need not be."""
    if row["given_up_at"] is not None:
        return f"given up, {row['given_up_for']}"
    if row["sent_at"] is None:
        return "still to be sent"
    if row["message_id"] is None:
        return "" if row["kind"] in ALTERED | PASSING else "sent without a message"
    return "" if row["message_id"] in ids else f"message {row['message_id']} is not there"


def _owed(audit: Audit, record: Record, kind: str, matches: Iterable[int]) -> None:
    """Hold what a table holds of each match of several people against the rows of a kind, which must be as many.

    Nobody is asked where all others are computer players, who answer at once.
    """
    shared = {number for number, match in record.matches.items() if sum(one.level is None for one in match.seats) > 1}
    said = Counter(
        row["match_id"] for row in record.posts.values() if row["kind"] == kind and row["match_id"] in shared
    )
    owed = Counter(number for number in matches if number in shared)
    for match in said | owed:
        if said[match] != owed[match]:
            audit.found("posts missing", f"{owed[match]} of {kind} in #{match}, and {said[match]} rows that say so")


def _answered(audit: Audit, record: Record, posts: dict[int, Message]) -> None:
    """Look for offers whose posts still ask though they are answered, or no longer though they stand."""
    stands = {
        offer["id"]: offer["status"] == "open" and offer["seq"] == record.matches[offer["match_id"]].seq
        for offer in record.offers
    }
    for row in record.posts.values():
        post = posts.get(row["message_id"] or 0)
        if row["kind"] == "offer" and post and (post_parser.offer(post) is not None) != stands[row["body"]["offer"]]:
            audit.found("posts missing", f"offer {row['body']['offer']} is settled, message {post.id} says otherwise")
