"""Check the offers in a match, and that each one agreed led to its event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.times import near, stood_after
from bot.referee.history.mainline import gone_seats
from bot.referee.history.seat_holders import find_first_players, list_holders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored
    from storage.queries.inspection import Row
    from storage.queries.rows import Event

KINDS = {"draw", "takeback", "pause", "substitute", "seat", "resignation"}
STATUSES = {"open", "agreed", "declined", "withdrawn"}


def check_offers(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the offers in a match, as clauses."""
    expected: set[tuple[str, int]] = set()
    said = {post["body"].get("offer"): post for post in reversed(stored.posted("offer"))}  # the first, of several
    for row in stored.offers:
        yield from (f"offer {row['id']} {wrong}" for wrong in _check_offer(stored, row, said.get(row["id"])))
        if row["status"] == "agreed":
            expected.add((row["kind"], row["seq"] + 1))
    for number in said.keys() - {row["id"] for row in stored.offers}:
        yield f"offer {number} was posted, and is not here"
    posted = {post["seq"] for post in stored.posted("board")}
    for event in stored.log:
        played_here = event.seq in posted and not _took_open_seat(stored, event)
        if played_here and event.kind in KINDS and (event.kind, event.seq) not in expected:
            yield f"event {event.seq} is a {event.kind} that no offer led to"


def _took_open_seat(stored: Stored, event: Event) -> bool:
    """Return whether an event may be that somebody took a seat that was open to anybody."""
    return event.kind == "substitute" and any(
        row["seat"] == event.seat and row["seq"] < event.seq and row["closed_at"] and near(row["closed_at"], event.at)
        for row in stored.open_seats
    )


def _check_offer(stored: Stored, row: Row, said: Row | None) -> Iterator[str]:
    seats = range(1, len(stored.match.seats) + 1)
    closed = row["status"] in {"declined", "withdrawn"}
    if row["kind"] not in KINDS or row["status"] not in STATUSES:
        yield f"is of kind `{row['kind']}` and status `{row['status']}`, which there isn't"
    if row["seat"] not in seats or not 0 <= row["seq"] <= len(stored.log):
        yield f"is of seat {row['seat']} after event {row['seq']}, which there isn't"
        return
    if not set(row["agreed"]) <= set(seats) - {row["seat"]} or row["agreed"] != sorted(set(row["agreed"])):
        yield f"was agreed to by the seats {row['agreed']}, as it can't have been"
    if closed != (row["closed_by"] is not None) or row["closed_by"] not in {None, *seats}:
        yield f"is {row['status']}, and was closed by seat {row['closed_by']}"
    elif closed and (row["status"] == "withdrawn") != (row["closed_by"] == row["seat"]):
        yield f"of seat {row['seat']} is {row['status']} by seat {row['closed_by']}"
    if not stood_after(stored, row["seq"], row["created_at"]):
        yield f"is of {row['created_at']}, when the match did not stand at event {row['seq']}"
    yield from _check_post(stored, row, said)
    if row["status"] == "agreed":
        yield from _check_agreed_offer(stored, row)


def _check_post(stored: Stored, row: Row, said: Row | None) -> Iterator[str]:
    """Yield what is wrong with the post of an offer; one that nobody had to be asked about has none."""
    if said is None:
        if not any(event.source_id == row["source_id"] for event in stored.log[row["seq"] : row["seq"] + 1]):
            yield "was never put into the outbox"
    elif (said["source_id"], said["seq"]) != (row["source_id"], row["seq"]) or not near(
        said["created_at"], row["created_at"]
    ):
        yield "has another source, event or time than its post"


def _check_agreed_offer(stored: Stored, row: Row) -> Iterator[str]:
    left = gone_seats(stored.log[: row["seq"]])
    missing = set(range(1, len(stored.match.seats) + 1)) - left - {row["seat"], *row["agreed"]}
    if missing:
        yield f"counts as agreed, but seat {min(missing)} did not agree"
    if row["kind"] in {"pause", "seat"}:  # they lead to no event
        return
    led_to: Event | None = next(iter(stored.log[row["seq"] :]), None)
    kind = "leave" if row["kind"] == "resignation" else row["kind"]
    if led_to is None or led_to.kind != kind:
        yield f"counts as agreed, but event {row['seq'] + 1} is no {kind}"
    elif led_to.kind != "draw" and led_to.seat != row["seat"]:
        yield f"is of seat {row['seat']}, but event {led_to.seq} is a {led_to.kind} of seat {led_to.seat}"
    elif led_to.kind in {"draw", "takeback"} and not _seats_of(stored, led_to.user_id) & {*row["agreed"]}:
        yield f"led to event {led_to.seq}, by a user who is not among the seats that agreed, {row['agreed']}"


def _seats_of(stored: Stored, user_id: int | None) -> set[int]:
    """Return the seats that a user has or had."""
    seated = [find_first_players(stored.match, stored.log), *list_holders(stored.match, stored.log)]
    return {seat for people in seated for seat, person in enumerate(people, 1) if person.id == user_id}
