"""The audit of what people are told unasked: reminders and questions as days pass, and mentions of who wants none."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.reminders import people_to_ask
from playground.model.snowflakes import instant
from tests.chaos.acts import CHOICE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from playground.model.resources.message import Message
    from storage.queries.rows import Match
    from tests.chaos.findings import Audit
    from tests.chaos.players import Players
    from tests.chaos.records import Record

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CLOCKS_DIFFER = timedelta(seconds=5)
"""How far the bot's clock may be behind that of the messages."""
UNCHOSEN = {"alarm", "nudge", "reminder"}
"""Kinds of rows of which people choose no way in the run, or another one in the end."""


def audit_days(audit: Audit, record: Record) -> None:
    """Look for reminders and questions about matches without a clock that came twice, or never."""
    _reminders(audit, record)
    _questions(audit, record)


def _reminders(audit: Audit, record: Record) -> None:
    """Look for reminders that came twice within a day, and for people who were never reminded of a match."""
    last: dict[int, datetime] = {}
    rows = [row for row in record.posts.values() if row["kind"] == "reminder" and row["given_up_at"] is None]
    for row in sorted(rows, key=lambda row: row["id"]):
        user_id, at = row["body"]["user"], row["created_at"]
        if user_id in last and at - last[user_id] < DAY:
            audit.found("posts said twice", f"reminders to {user_id} at {last[user_id]} and {at}")
        last[user_id] = at
    for user_id in last:
        if record.preferences.get(user_id, {}).get("reminders") == "nothing":
            audit.found("people mentioned who want nothing", f"{user_id} is reminded")
    for match in _waiting(record, 3 * DAY):
        user_id = match.player_to_move.id
        chosen = record.preferences.get(user_id, {})
        unwanted = "digest" in chosen or chosen.get("reminders") == "nothing"
        if user_id > 0 and not unwanted and last.get(user_id, match.since) < match.since + 2 * DAY:
            audit.found("posts missing", f"a reminder of {user_id} of #{match.id}, which waits since {match.since}")


def _questions(audit: Audit, record: Record) -> None:
    """Look for turns in which the others were asked twice what to do, or never; nobody answers that in the run."""
    rows = [row for row in record.posts.values() if row["kind"] == "silence" and row["given_up_at"] is None]
    asked = Counter((row["match_id"], row["seq"], row["body"].get("user")) for row in rows)
    for (number, seq, _), times in asked.items():
        if times > 1:
            audit.found("posts said twice", f"#{number} event {seq}: asked {times} times what to do")
    for match in _waiting(record, 5 * DAY + HOUR / 2):
        if people_to_ask(match) and not any(turn[:2] == (match.id, match.seq) for turn in asked):
            audit.found("posts missing", f"the question what to do in #{match.id}, which waits since {match.since}")


def _waiting(record: Record, length: timedelta) -> Iterator[Match]:
    """Yield the matches without a clock whose turn has lasted so long, but not those of people on vacation since."""
    clocked = {clock.match_id for clock in record.clocks}
    for match in record.matches.values():
        if match.to_move is None or match.computer_to_move or match.id in clocked:
            continue
        away = {row["user_id"] for row in record.vacations if row["ended_at"] > match.since}
        if record.read_at - match.since >= length and match.player_to_move.id not in away:
            yield match


def audit_mentions(audit: Audit, record: Record, players: Players, posts: Sequence[Message]) -> None:
    """Look for posts that mention people who had said before the row was stored that they want nothing.

    A post that was edited may have been so after they wanted it otherwise.
    """
    quiet = list(_quiet_times(record, players))
    for post in posts:
        salt, _, number = str(post.nonce or "").partition("-")
        row = record.posts.get(int(number)) if number.isdigit() and not salt.startswith("r") else None
        if row is None or row["kind"] in UNCHOSEN or post.edited is not None:
            continue
        for user_id, since, until in quiet:
            if user_id in post.mentions and since < row["created_at"] and post.timestamp < until:
                audit.found("people mentioned who want nothing", f"{user_id}, message {post.id}: {post.content[:80]!r}")


def _quiet_times(record: Record, players: Players) -> Iterator[tuple[int, datetime, datetime]]:
    """Yield people with the times since they were told that they get nothing, until they asked for something else."""
    chosen = [act for act in players.acts if act.kind is CHOICE]
    for act in chosen:
        replies = players.replies_to(act.source)
        if act.what == "nothing" and act.judged(replies):
            later = [each.source for each in chosen if each.user == act.user and each.source > act.source]
            until = instant(min(later)) if later else record.read_at
            yield act.user, replies[0].timestamp + CLOCKS_DIFFER, until
