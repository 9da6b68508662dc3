"""Checks of the seats that a match offered to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.times import near, stood_after
from bot.referee.history.open_seat import opened_after_leave, status_after
from bot.referee.history.seat_holders import list_holders
from storage.queries.rows import OpenSeat

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored
    from storage.queries.inspection import Row
    from storage.queries.rows import OpenSeatStatus

STATUSES = {"open", "taken", "turnpost", "kept", "left", "went on", "ended"}


def check_open_seats(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the open seats of a match, as clauses."""
    agreed = {(row["seat"], row["seq"]) for row in stored.offers if (row["kind"], row["status"]) == ("seat", "agreed")}
    for row in stored.open_seats:
        yield from (f"open seat {row['id']} {wrong}" for wrong in _check_open_seat(stored, row))
        if (row["seat"], row["seq"]) not in agreed:
            yield f"open seat {row['id']} is one that nobody agreed to open"
    for seat, seq in agreed - {(row["seat"], row["seq"]) for row in stored.open_seats}:
        yield f"all agreed to open seat {seat} after event {seq}, and it is not here"
    if sum(row["status"] == "open" for row in stored.open_seats) > 1:
        yield "more than one of its seats is open"
    posted = sorted(post["body"].get("seat") for post in stored.posted("open_seat"))
    if posted != sorted(row["id"] for row in stored.open_seats):
        yield f"the open seats {posted} were posted, and others are here"


def is_waited_for(stored: Stored, row: Row) -> bool:
    """Return whether the clock stands because a seat is open."""
    return row["status"] == "open" and OpenSeat(**row).stops_clock(stored.match)


def _check_open_seat(stored: Stored, row: Row) -> Iterator[str]:
    if row["status"] not in STATUSES:
        yield f"has the status `{row['status']}`, which there isn't"
        return
    if not 1 <= row["seat"] <= len(stored.match.seats) or not 0 <= row["seq"] <= len(stored.log):
        yield f"is seat {row['seat']} after event {row['seq']}, which there isn't"
        return
    closed, status = _expected_end(stored, OpenSeat(**row))
    posted = [post["created_at"] for post in stored.posted("open_seat") if post["body"].get("seat") == row["id"]]
    if not stood_after(stored, row["seq"], row["opened_at"]) or not any(near(row["opened_at"], at) for at in posted):
        yield f"was opened at {row['opened_at']}, when nobody posted it after event {row['seq']}"
    if (row["status"] == "open") != (row["closed_at"] is None):
        yield f"is {row['status']}, and was closed at {row['closed_at']}"
    elif row["status"] == "kept" and status != "kept":  # its player said so before another event decided
        told = [post for post in stored.posted("seat_closed") if post["body"].get("seat") == row["id"]]
        if not any(post["source_id"] and near(row["closed_at"], post["created_at"]) for post in told):
            yield f"was kept at {row['closed_at']}, when nobody said so"
    elif row["status"] != (status or "open"):
        yield f"is {row['status']}, but the log makes it {status or 'open'}"
    elif closed is not None and not near(row["closed_at"], closed):
        yield f"was closed at {row['closed_at']}, and its last event was at {closed}"


def _expected_end(stored: Stored, opened: OpenSeat) -> tuple[datetime | None, OpenSeatStatus | None]:
    """Return when an event closed an open seat and what became of it; None twice if none has."""
    had_left = opened_after_leave(opened, stored.log)
    for event, people in list(zip(stored.log, list_holders(stored.match, stored.log), strict=True))[opened.seq :]:
        status = status_after(
            opened,
            event.kind,
            event.seat,
            had_left=had_left,
            by_computer=any(seat == event.seat and person.level for seat, person in enumerate(people, 1)),
            ended=event.seq == len(stored.log) and stored.match.ended_at is not None,
        )
        if status is not None:
            return event.at, status
    return None, None
