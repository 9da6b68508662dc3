"""The audit of clocks: alarms and time that is up were noted once a turn, and gifts are in the clock."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import clock_control
from bot.referee.endings import OUT_OF_TIME
from bot.referee.times.time_control import parse_length

if TYPE_CHECKING:
    from storage.queries.clocks import Clock
    from tests.chaos.findings import Audit
    from tests.chaos.records import Record, Row

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
    """Return how many rows of some kinds there are about each turn."""
    return Counter((row["match_id"], row["seq"]) for row in record.posts.values() if row["kind"] in kinds)
