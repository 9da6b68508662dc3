"""Check the crowds of a match: their members, what they proposed, and that each vote was counted once."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.challenges.issue import LONGEST_VOTE, SHORTEST_VOTE
from storage import schema
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.stored_match import Stored
    from storage.queries.inspection import Row


def check_crowds(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the crowds of a match, as clauses."""
    seats = {-person.id: seat for seat, person in enumerate(stored.match.seats, 1) if person.is_crowd}
    numbers = {row["number"] for row in stored.crowds}
    if seats.keys() - numbers:
        yield f"seat {min(seats[each] for each in seats.keys() - numbers)} is a crowd's that its challenge doesn't have"
    for row in stored.members:
        if row["number"] not in numbers or row["user_id"] < 1:
            yield f"user {row['user_id']} is in crowd {row['number']}, which there isn't"
        if row["source_id"] < 1:
            yield f"user {row['user_id']} is in a crowd by source {row['source_id']}, which there isn't"
    sizes = Counter(row["number"] for row in stored.members if row["left_at"] is None)
    for row in stored.crowds:
        if not SHORTEST_VOTE <= timedelta(seconds=row["vote_time"]) <= LONGEST_VOTE:
            yield f"crowd {row['number']} has {row['vote_time']} seconds for a vote"
        seat, crowd = seats.get(row["number"]), Person.crowd(row["number"], row["name"], sizes[row["number"]])
        if seat and seat not in stored.match.gone and stored.match.seats[seat - 1].name != crowd.name:
            yield f"seat {seat} is called `{stored.match.seats[seat - 1].name}`, and not `{crowd.name}`"
    yield from _check_proposals(stored)
    yield from _check_votes(stored)
    yield from _check_offer_votes(stored)


def _check_proposals(stored: Stored) -> Iterator[str]:
    members = {row["user_id"] for row in stored.members}
    proposed = {(row["seq"], row["text"]) for row in stored.rows(schema.proposals)}
    for row in stored.rows(schema.proposals):
        if not stored.has_seat(row) or not stored.has_event(row):
            yield f"proposal {row['id']} is of seat {row['seat']} after event {row['seq']}, which there isn't"
        elif not stored.stood_after(row["seq"], row["at"]):
            yield f"proposal {row['id']} is of {row['at']}, when the match did not stand at event {row['seq']}"
        elif row["user_id"] not in members:
            yield f"proposal {row['id']} is by user {row['user_id']}, who was in no crowd"
    for event in stored.log:
        by_crowd = event.kind == "move" and Person(event.user_id or 0, "").is_crowd
        if by_crowd and stored.challenge is not None and (event.seq - 1, event.text) not in proposed:
            yield f"event {event.seq} is a move of a crowd that nobody proposed"


def _check_votes(stored: Stored) -> Iterator[str]:
    members = {row["user_id"] for row in stored.members}
    turns = {row["id"]: row["seq"] for row in stored.rows(schema.proposals)}
    for row in stored.rows(schema.votes):
        if not stored.has_event(row) or turns.get(row["proposal_id"]) != row["seq"]:
            yield f"the vote of user {row['user_id']} after event {row['seq']} is for a move of another turn"
        elif not stored.stood_after(row["seq"], row["at"]):
            yield f"the vote of user {row['user_id']} after event {row['seq']} is of {row['at']}"
        elif row["user_id"] not in members:
            yield f"user {row['user_id']} voted after event {row['seq']}, and was in no crowd"


def _check_offer_votes(stored: Stored) -> Iterator[str]:
    members = {row["user_id"] for row in stored.members}
    offers = {row["id"]: row for row in stored.rows(schema.offers)}
    for row in stored.rows(schema.offer_votes):
        offer = offers.get(row["offer_id"])
        vote = f"the vote of user {row['user_id']} on offer {row['offer_id']}"
        if offer is None or offer["kind"] not in {"draw", "takeback", "resignation"}:
            yield f"{vote} is on nothing that a crowd answers"
        elif not stored.stood_after(offer["seq"], row["at"]):
            yield f"{vote} is of {row['at']}, when the match did not stand at event {offer['seq']}"
        elif row["user_id"] not in members:
            yield f"{vote} is by somebody who was in no crowd"
    for offer in offers.values():
        for seat in offer["agreed"]:
            if 1 <= seat <= len(stored.match.seats) and not _can_have_agreed(stored, offer, seat):
                yield f"seat {seat} agreed to offer {offer['id']}, and its members voted against that"


def _can_have_agreed(stored: Stored, offer: Row, seat: int) -> bool:
    """Return whether more of those in the crowd in a seat, if one has it, voted for an offer than against it."""
    person = stored.match.seats[seat - 1]
    if not person.is_crowd:
        return True
    in_crowd = {row["user_id"]: row for row in stored.members if row["number"] == -person.id}
    cast = [row for row in stored.rows(schema.offer_votes) if row["offer_id"] == offer["id"]]
    voters = [(in_crowd[row["user_id"]], row) for row in cast if row["user_id"] in in_crowd]
    if any(member["left_at"] or member["joined_at"] > row["at"] for member, row in voters):
        return True  # somebody left, perhaps before it was decided
    return sum(1 if row["agrees"] else -1 for _member, row in voters) > 0
