"""The audit of posts: every row of the outbox was said once, with alarms, gifts of time and the tags of forums."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.features.forum_posts import progress_tag, progress_tags
from bot.referee.clocks.clock import clock_control
from bot.referee.endings import OUT_OF_TIME
from bot.referee.times.time_control import parse_length
from playground.model.resources.channel import FORUM
from tests.chaos import post_parser
from tests.chaos.audit_days import audit_days, audit_mentions
from tests.chaos.pages import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.model.resources.message import Message
    from playground.model.state import State
    from storage.queries.clocks import Clock
    from tests.chaos.findings import Audit
    from tests.chaos.players import Players
    from tests.chaos.records import Record, Row

ALTERED = {
    "thread",
    "refresh",
    "answered",
    "waited",
    "think",
    "tags",
    "tournament_refresh",
    "tournament_round",
    "overview",
    "archive",
}
"""Kinds of rows that alter a post or bring a move, and no post of their own."""
REWRITING = {"result"}
"""Kinds of rows that are recorded with the message that they rewrite: that of a challenge."""
PASSING = {"alarm", "nudge", "timeout", "paused", "away", "digest", "reminder", "silence", "notice"}
"""Kinds of rows that are not said any more once what they are about is over."""
COUNTED = {"board", "challenge"}
"""Kinds of rows whose doubles have a figure of their own."""


def audit_posts(audit: Audit, record: Record, players: Players, posts: Sequence[Message]) -> None:
    """Look for rows that were said twice or not at all, and for what should have brought a row."""
    ids = {post.id for post in posts}
    _doubles(audit, record, posts)
    _shared(audit, record)
    _notices(audit, record)
    audit_days(audit, record)
    audit_mentions(audit, record, players, posts)
    _overviews(audit, posts)
    for row in record.posts.values():
        audit.posts[row["kind"]] += row["message_id"] is not None
        tells_nothing = row["kind"] == "result" and row["match_id"] in record.tournaments.matches
        if (why := _missing(row, ids)) and not (tells_nothing and row["sent_at"]):
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


def _notices(audit: Audit, record: Record) -> None:
    """Look for links that a person got twice."""
    links = Counter(
        (row["body"]["user"], row["body"]["link"]) for row in record.posts.values() if row["kind"] == "notice"
    )
    for (user_id, link), times in links.items():
        if times > 1:
            audit.found("posts said twice", f"{link} to {user_id}: {times} times")


def _overviews(audit: Audit, posts: Sequence[Message]) -> None:
    """Look for channels with two overviews, and for overviews that mention somebody."""
    found = [post for post in posts if any(part.get("custom_id") == "new_match" for part in parts_of(post))]
    audit.overviews = len(found)
    for channel, times in Counter(post.channel_id for post in found).items():
        if times > 1:
            audit.found("posts said twice", f"{times} overviews in channel {channel}")
    for post in found:
        if post.mentions or post.mention_roles:
            audit.found("overviews that mention somebody", post.content)


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


ALARMS = {"alarm", "nudge"}


def audit_clocks(audit: Audit, record: Record) -> None:
    """Look for reminders that came twice in a turn or not at all, and for time that nobody gave."""
    alarms, up, gifts = (_by_turn(record, kinds) for kinds in (ALARMS, {"timeout"}, {"gift"}))
    for turn, times in (alarms | up).items():
        if alarms[turn] > 1 or up[turn] > 1 + gifts[turn]:
            audit.found("alarms lost or doubled", f"#{turn[0]} event {turn[1]}: {times} times")
    for clock in record.clocks:
        match = record.matches[clock.match_id]
        if match.ended_at is None:
            turn = match.id, match.seq
            reminded, told = bool(alarms[turn]), bool(up[turn])
            if (clock.due == "timeout" and not (reminded or told)) or (clock.due is None and not told):
                audit.found(
                    "alarms lost or doubled", f"#{match.id} event {match.seq}: none, and {clock.due} comes next"
                )
            _left(audit, record, clock, [row for row in record.posts.values() if row["kind"] == "gift"])
    _net_days(audit, record)
    for log in record.logs.values():
        for event in log:
            alone = event.text == OUT_OF_TIME and event.source_id is None
            if alone and not _ends_at_once(record, event.match_id):
                audit.found("clocks other than given", f"#{event.match_id} event {event.seq}: nobody claimed it")


def _ends_at_once(record: Record, number: int) -> bool:
    """Whether time that is up ends a match without a claim: in an event, or by the choice of its server."""
    return number in record.tournaments.matches or record.matches[number].guild_id in record.ends_at_once


def _net_days(audit: Audit, record: Record) -> None:
    """Look for days that the safety net took twice, for people who don't want it, or without a word."""
    told = Counter(row["match_id"] for row in record.posts.values() if row["kind"] == "net")
    taken = Counter(row["match_id"] for row in record.net_days)
    audit.effects["net days"] = taken.total()
    for number in taken | told:
        if taken[number] != told[number]:
            audit.found("clocks other than given", f"#{number}: {taken[number]} net days, {told[number]} told")
        ends = [row["ended_at"] for row in record.net_days if row["match_id"] == number]
        begins = [row["began_at"] for row in record.net_days if row["match_id"] == number]
        if any(began < ended for began, ended in zip(begins[1:], ends, strict=False)):
            audit.found("clocks other than given", f"#{number}: two net days at once")
    for row in record.net_days:
        if row["user_id"] in record.without_net:
            audit.found("clocks other than given", f"#{row['match_id']}: a net day for {row['user_id']}")


def _left(audit: Audit, record: Record, clock: Clock, gifts: list[Row]) -> None:
    """Hold what the seat to move has for its turn against its time control and what it was given in this turn.

    Who was late when time was given has also what they were late by. A bank is not reckoned up.
    """
    match, control = record.matches[clock.match_id], clock_control(clock)
    if control.increment is not None or match.to_move is None:
        return
    here = [row for row in gifts if (row["match_id"], row["seq"]) == (match.id, match.seq)]
    expected = control.time + sum((parse_length(row["body"]["length"]) for row in here), timedelta())
    left = clock.left[match.to_move - 1]
    late = any(
        row["kind"] == "timeout" and (row["match_id"], row["seq"]) == (match.id, match.seq)
        for row in record.posts.values()
    )
    if left < expected or (left > expected and not (late and here)):
        audit.found("clocks other than given", f"#{match.id}: {left} left at first, {expected} by what was given")


def _by_turn(record: Record, kinds: set[str]) -> Counter[tuple[int, int]]:
    """Return how many rows of some kinds there are about each turn, but for those that lead to another post."""
    told = (row for row in record.posts.values() if row["kind"] in kinds and "link" not in row["body"])
    return Counter((row["match_id"], row["seq"]) for row in told)


FORUM_TAGS = (*progress_tags(5), "Xero-G", "Martian Life", "Zyrcan", "Xong")
"""The tags of a forum for matches. One game has none."""


def audit_forums(audit: Audit, record: Record, state: State) -> None:
    """Look for posts of matches whose tags say something else than the record. Computer players' turns have none."""
    progress = {*progress_tags(5)}
    for number, match in record.matches.items():
        post = state.channels[match.home]
        forum = state.channels.get(post.parent_id or 0)
        if forum is None or forum.type != FORUM:
            continue
        audit.forum_posts += 1
        shown = {tag["name"] for tag in forum.available_tags if int(tag["id"]) in post.applied_tags} & progress
        if shown != {progress_tag(match)} and match.computer_to_move is None:
            audit.found("posts missing", f"#{number} is tagged {shown}, and should be {progress_tag(match)}")
