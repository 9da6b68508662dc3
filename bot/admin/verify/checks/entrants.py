"""Checks of the people of an event: their groups and seeds, and who was warned, withdrew, or is struck."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from bot.admin.verify.checks.stored_tournament import number_in
from bot.admin.verify.checks.times import near
from bot.match_files.log_checks import AHEAD, SKEW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from bot.admin.verify.checks.stored_tournament import StoredTournament
    from storage.queries.inspection import Row
    from storage.queries.rows import Entrant, Pairing


def check_entrants(stored: StoredTournament, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the people of an event, as clauses."""
    names, late, told = _names_in_matches(stored), _count_losses_on_time(stored), _notices(stored)
    for person in stored.people.values():
        user_id = person.user_id
        for wrong in (
            *_check_person(stored, person, now),
            *_check_flags(person, late[user_id], told[user_id]),
            *_check_withdrawal(stored, person),
        ):
            yield f"has user {user_id}, who {wrong}"
        if others := sorted(names[user_id] - {person.name}):
            yield f"has user {user_id}, who is called `{person.name}`, and in a match `{others[0]}`"
    for user_id in sorted(told.keys() - stored.people.keys()):
        yield f"told user {user_id} about losses on time, who isn't in it"


def _names_in_matches(stored: StoredTournament) -> defaultdict[int, set[str]]:
    """Return the names that people have in matches which they began; one who takes a seat later may have a new name."""
    names: defaultdict[int, set[str]] = defaultdict(set)
    for pairing in stored.pairings:
        for row in stored.seats.get(pairing.match_id or 0, ()):
            if row["user_id"] in pairing.people:
                names[row["user_id"]].add(row["name"])
    return names


def _count_losses_on_time(stored: StoredTournament) -> Counter[int]:
    """Return how many matches people lost on time that were settled before the event ended."""
    ended = stored.tournament.ended_at
    return Counter(
        seat.user_id
        for pairing in stored.pairings
        if pairing.settled_at and (ended is None or pairing.settled_at < ended - SKEW)
        for seat in pairing.seats
        if seat.late
    )


def _notices(stored: StoredTournament) -> defaultdict[int, list[Row]]:
    """Return what people were told of their losses on time."""
    told: defaultdict[int, list[Row]] = defaultdict(list)
    for post in stored.notices("warned", "withdrawn", "struck"):
        told[number_in(post, "user")].append(post)
    return told


def _check_person(stored: StoredTournament, person: Entrant, now: datetime) -> Iterator[str]:
    tournament = stored.tournament
    if person.user_id < 1:
        yield "is no person"
    if not tournament.created_at - SKEW <= person.joined_at <= now + AHEAD:
        yield f"signed up at {person.joined_at}, and the event was made at {tournament.created_at}"
    has_seed = tournament.stage > 0 or (person.seed is not None) == stored.has_begun  # later only those who went on
    if (person.group is not None) != stored.has_begun or not has_seed:
        yield f"is in group {person.group} with seed {person.seed}, and there are {len(stored.pairings)} pairings"
    if not stored.has_begun and (person.warned or person.withdrawn_at is not None or person.struck):
        yield "was warned or withdrew before it began"


def _check_flags(person: Entrant, late: int, told: Sequence[Row]) -> Iterator[str]:
    """Yield where what became of a person isn't what `late` matches lead to, and what they were `told`."""
    if person.warned != any(post["body"]["notice"] == "warned" for post in told):
        yield f"was {'' if person.warned else 'not '}warned, and was told another thing"
    if person.withdrawn_at is None and late > person.warned:
        yield f"lost {late} matches on time, and neither was warned of that nor withdrew"
    for post in told:
        notice, at = post["body"]["notice"], post["created_at"]
        if notice == "warned":
            continue
        if person.withdrawn_at is None or not near(person.withdrawn_at, at):
            yield f"was told at {at} to be out, and withdrew at {person.withdrawn_at}"
        if person.struck != (notice == "struck"):
            yield f"was told that results are {notice}, and struck is {person.struck}"


def _check_withdrawal(stored: StoredTournament, person: Entrant) -> Iterator[str]:
    withdrawn_at = person.withdrawn_at
    if withdrawn_at is None:
        if person.struck:
            yield "is struck, and didn't withdraw"
        return
    if withdrawn_at < person.joined_at - SKEW or withdrawn_at > (stored.tournament.ended_at or withdrawn_at) + SKEW:
        yield f"withdrew at {withdrawn_at}, before it began or after it ended"
    yield from _check_struck(stored, person, withdrawn_at)


def _check_struck(stored: StoredTournament, person: Entrant, withdrawn_at: datetime) -> Iterator[str]:
    """Yield where results are struck or not against the rule, as far as times tell what had been played by then."""
    own = [each for each in stored.pairings if each.stage == 0 and person.user_id in each.people]
    played = [_was_played(stored, pairing, person, withdrawn_at) for pairing in own]
    least, most = played.count(True), len(played) - played.count(False)
    # Tables that hadn't begun are played without who withdrew, and no longer have them.
    drawn = stored.tournament.rounds if stored.tournament.kind == "tables" else len(own)
    if 2 * most < drawn and not person.struck:
        yield f"withdrew after {most} of {drawn} matches, and isn't struck"
    if 2 * least >= drawn and person.struck:
        yield f"withdrew after {least} of {drawn} matches, and is struck"


def _was_played(stored: StoredTournament, pairing: Pairing, person: Entrant, withdrawn_at: datetime) -> bool | None:
    """Return whether a pairing was settled when a person of it withdrew, None if times of two clocks can't tell."""
    match_id, settled = pairing.match_id, pairing.settled_at
    if settled is None:
        return False
    if match_id is None:
        others = [stored.people[user_id].withdrawn_at for user_id in pairing.people if user_id in stored.people]
        others.remove(withdrawn_at)
        if all(at is None or at > withdrawn_at + SKEW for at in others):
            return False
    elif len(pairing.people) == 2 and pairing.people.index(person.user_id) + 1 in stored.left.get(match_id, ()):
        return False  # in larger matches somebody else may have had the seat
    elif match_id in stored.corrections and match_id in stored.matches:  # when it was first settled isn't kept
        ended: datetime | None = stored.matches[match_id]["ended_at"]
        return False if ended is None or ended > withdrawn_at + SKEW else None
    return None if near(settled, withdrawn_at) else settled < withdrawn_at
