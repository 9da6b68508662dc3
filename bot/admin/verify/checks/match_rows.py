"""Checks of the rows of a match: its challenge, offers, notes and pauses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.analysis.tree import MOST_MOVES
from bot.referee.analysis.tree import from_json as analysis_from_json
from bot.referee.history.mainline import gone_seats
from bot.referee.history.seat_holders import find_first_players, list_holders
from bot.referee.log.notes import MAX_LENGTH
from bot.referee.plan_tree import MOST_LINES, from_json, lines_of
from bot.referee.times.stopped_time import DAY
from bot.referee.times.time_control import NO_CLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored
    from storage.queries.inspection import Row
    from storage.queries.rows import Event

KINDS = {"draw", "takeback", "pause", "substitute", "seat", "resignation"}
STATUSES = {"open", "agreed", "declined", "withdrawn"}


def check_rows(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the rows of a match, as clauses."""
    yield from _check_challenge(stored)
    yield from _check_offers(stored)
    yield from _check_notes(stored)
    yield from _check_pauses(stored)
    yield from _check_queues(stored)
    yield from _check_plans(stored)
    yield from _check_analyses(stored)
    yield from _check_net_days(stored)
    if stored.watchers and stored.match.ended_at is not None:
        yield f"{len(stored.watchers)} still watch it, and it ended at {stored.match.ended_at}"
    if any(row["user_id"] < 1 or stored.match.seat_of(row["user_id"]) for row in stored.watchers):
        yield "one of its players watches it"


def near(one: datetime, other: datetime) -> bool:
    """Return whether two times can be of one moment, by the clocks of two processes."""
    return abs(one - other) <= SKEW


def _check_challenge(stored: Stored) -> Iterator[str]:
    match, row = stored.match, stored.challenge
    if row is None:
        return
    label = f"challenge {row['id']}, which it came of,"
    same: Mapping[str, Any] = {
        "game": match.game,
        "options": match.options,
        "guild_id": match.guild_id,
        "channel_id": match.channel_id,
        "look": match.look,
        "rated": match.rated,
        "size": len(match.seats),
        "clock": stored.clock.control if stored.clock else NO_CLOCK,
        "status": "accepted",
    }
    for name, value in same.items():
        if row[name] != value:
            yield f"{label} has {name} `{row[name]}`, not `{value}`"
    if not row["created_at"] - SKEW <= match.created_at <= row["expires_at"] + SKEW:
        yield f"{label} is of {row['created_at']}, and the match of {match.created_at}"
    yield from _check_seating(stored, row, label)


def _check_seating(stored: Stored, row: Row, label: str) -> Iterator[str]:
    players = find_first_players(stored.match, stored.log)
    seats = {person.id: seat for seat, person in enumerate(players, 1)}
    names = {person.id: person.name for person in players}
    if set(seats) != {each["user_id"] for each in stored.invited}:
        yield f"{label} has other people than its seats"
        return
    for each in stored.invited:
        who, seat = each["user_id"], seats[each["user_id"]]
        wanted = row["seat"] if each["place"] == 0 else each["seat"]
        if row["rematch_of"] is not None and row["seat"] is not None:
            wanted = (row["seat"] - 1 + each["place"]) % len(seats) + 1
        if wanted not in {None, seat}:
            yield f"{label} gives seat {wanted} to user {who}, who has seat {seat}"
        if each["name"] != names[who]:
            yield f"{label} names user {who} `{each['name']}`, and seat {seat} `{names[who]}`"


def _check_offers(stored: Stored) -> Iterator[str]:
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


def _check_notes(stored: Stored) -> Iterator[str]:
    for row in stored.notes:
        label = f"note {row['id']}"
        if not 1 <= row["seat"] <= len(stored.match.seats) or not 0 <= row["seq"] <= len(stored.log):
            yield f"{label} is of seat {row['seat']} after event {row['seq']}, which there isn't"
        elif not stood_after(stored, row["seq"], row["created_at"]):
            yield f"{label} is of {row['created_at']}, when the match did not stand at event {row['seq']}"
        if len(row["text"]) > MAX_LENGTH:
            yield f"{label} has {len(row['text'])} characters, more than {MAX_LENGTH}"


def _check_pauses(stored: Stored) -> Iterator[str]:
    if stored.pauses and stored.clock is None:
        yield "it was paused, but has no clock"
    ended = [*stored.times[1:], *(post["created_at"] for post in stored.posted("resumed"))]
    before: datetime | None = None
    for row in sorted(stored.pauses, key=lambda each: each["began_at"]):
        label = f"pause {row['id']}"
        if before is not None and row["began_at"] < before - SKEW:
            yield f"{label} begins before the one before it ends"
        if row["ended_at"] is not None and row["ended_at"] < row["began_at"]:
            yield f"{label} ends before it begins"
        if not any(near(row["began_at"], post["created_at"]) for post in stored.posted("paused")):
            yield f"{label} begins at {row['began_at']}, when no pause was posted"
        if row["ended_at"] is not None and not any(near(row["ended_at"], each) for each in ended):
            yield f"{label} ends at {row['ended_at']}, when nothing ended it"
        if row["ended_at"] is None and row is not max(stored.pauses, key=lambda each: each["began_at"]):
            yield f"{label} has no end, and a later one has begun"
        before = row["ended_at"] or row["began_at"]
    if len(stored.posted("paused")) > len(stored.pauses):
        yield f"{len(stored.posted('paused'))} pauses of it were posted, and {len(stored.pauses)} are here"


def _check_queues(stored: Stored) -> Iterator[str]:
    for row in stored.queues:
        label = f"the queue of seat {row['seat']}"
        if not 1 <= row["seat"] <= len(stored.match.seats):
            yield f"{label} is of a seat that there isn't"
        if row["moves"] and stored.match.to_move is None:
            yield f"{label} holds moves, but the match is over"


def _check_plans(stored: Stored) -> Iterator[str]:
    match = stored.match
    computers = any(person.level for person in match.seats)
    for row in stored.plans:
        label = f"the plan of seat {row['seat']}"
        if not 1 <= row["seat"] <= len(match.seats):
            yield f"{label} is of a seat that there isn't"
        if not 0 <= row["seq"] <= match.seq:
            yield f"{label} begins after event {row['seq']}, which there isn't"
        if not row["tree"]:
            continue
        try:
            count = len(lines_of(from_json(row["tree"])))
        except (ValueError, RecursionError):
            yield f"{label} can't be read"
            continue
        if not 0 < count <= MOST_LINES:
            yield f"{label} has {count} lines"
        if match.to_move is None:
            yield f"{label} waits, but the match is over"
        elif row["seq"] < match.seq and not computers:  # a board after several computer players' moves tells all
            yield f"{label} stands at event {row['seq']}, and the match at {match.seq}"


def _check_analyses(stored: Stored) -> Iterator[str]:
    match = stored.match
    for row in stored.analyses:
        label = f"the analysis of person {row['user_id']}" if row["user_id"] else "the shared analysis"
        try:
            analysis = analysis_from_json(row["tree"])
        except ValueError as error:
            yield f"{label} can't be read: {error}"
            continue
        points = [*analysis.names, *analysis.notes, analysis.point, *(move.before for move in analysis.moves.values())]
        if any(not 0 <= point.seq <= match.seq for point in points) or not 0 <= analysis.seq <= match.seq:
            yield f"{label} has a point after an event that there isn't"
        if len(analysis.moves) > MOST_MOVES:
            yield f"{label} has {len(analysis.moves)} moves"
        if not row["user_id"] and match.to_move is not None:
            yield f"{label} is here, but the match isn't over"


def _check_net_days(stored: Stored) -> Iterator[str]:
    if stored.net_days and stored.clock is None:
        yield "the safety net took days in it, but it has no clock"
    told = Counter(post["body"].get("user") for post in stored.posted("net"))
    before: datetime | None = None
    for row in sorted(stored.net_days, key=lambda each: each["began_at"]):
        label = f"day {row['id']} of the safety net"
        if not row["began_at"] <= row["ended_at"] <= row["began_at"] + DAY + AHEAD:
            yield f"{label} lasts from {row['began_at']} to {row['ended_at']}, which can't be"
        if before is not None and row["began_at"] < before - SKEW:
            yield f"{label} begins before the one before it ends"
        if row["began_at"] < stored.match.created_at - SKEW:
            yield f"{label} begins before the match"
        before = row["ended_at"]
    if told != (taken := Counter(row["user_id"] for row in stored.net_days)):
        yield f"the safety net took days of users {dict(taken)}, and {dict(told)} were told"


def stood_after(stored: Stored, seq: int, at: datetime) -> bool:
    """Return whether a match stood after an event at a time."""
    later = stored.times[seq + 1] if seq + 1 < len(stored.times) else None
    return stored.times[seq] - SKEW <= at and (later is None or at <= later + SKEW)
