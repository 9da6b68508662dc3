"""Check the challenge that a match came of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.match_files.log_checks import SKEW
from bot.referee.history.seat_holders import find_first_players
from bot.referee.times.time_control import NO_CLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.admin.verify.checks.stored_match import Stored
    from storage.queries.inspection import Row


def check_match_challenge(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the challenge that a match came of, as clauses."""
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
