"""Checks of the people of an event: their groups and seeds, and who was warned, withdrew, or is struck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.match_rows import near
from bot.match_files.log_checks import AHEAD, SKEW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.admin.verify.checks.stored_tournament import StoredTournament
    from storage.tables.rows import Entrant, Pairing


def check_entrants(stored: StoredTournament, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the people of an event, as clauses."""
    for person in stored.people:
        label = f"has user {person.user_id}, who"
        for wrong in (*_check_person(stored, person, now), *_check_flags(stored, person)):
            yield f"{label} {wrong}"
    told = {post["body"].get("user") for post in stored.notices("warned", "withdrawn", "struck")}
    for user_id in sorted(told - {person.user_id for person in stored.people}):
        yield f"told user {user_id} about losses on time, who isn't in it"


def _check_person(stored: StoredTournament, person: Entrant, now: datetime) -> Iterator[str]:
    tournament = stored.tournament
    if person.user_id < 1:
        yield "is no person"
    if not tournament.created_at - SKEW <= person.joined_at <= now + AHEAD:
        yield f"signed up at {person.joined_at}, and the event was made at {tournament.created_at}"
    names = {known[person.user_id] for known in stored.names.values() if person.user_id in known}
    if names - {person.name}:
        yield f"is called `{person.name}`, and in matches {', '.join(f'`{name}`' for name in sorted(names))}"
    has_seed = tournament.stage > 0 or (person.seed is not None) == stored.has_begun  # later only those who went on
    if (person.group is not None) != stored.has_begun or not has_seed:
        yield f"is in group {person.group} with seed {person.seed}, and there are {len(stored.pairings)} pairings"
    if not stored.has_begun and (person.warned or person.withdrawn_at is not None or person.struck):
        yield "was warned or withdrew before it began"


def _check_flags(stored: StoredTournament, person: Entrant) -> Iterator[str]:
    """Yield where what became of a person isn't what their losses on time and their matches lead to."""
    withdrawn_at = person.withdrawn_at
    told = [post for post in stored.notices("warned", "withdrawn", "struck") if post["body"]["user"] == person.user_id]
    if person.warned != any(post["body"]["notice"] == "warned" for post in told):
        yield f"was {'' if person.warned else 'not '}warned, and was told another thing"
    late = _count_losses_on_time(stored, person)
    if withdrawn_at is None and late > person.warned:
        yield f"lost {late} matches on time, and neither was warned of that nor withdrew"
    for post in told:
        if post["body"]["notice"] == "warned":
            continue
        if withdrawn_at is None or not near(withdrawn_at, post["created_at"]):
            yield f"was told at {post['created_at']} to be out, and withdrew at {withdrawn_at}"
        if person.struck != (post["body"]["notice"] == "struck"):
            yield f"was told that results are {post['body']['notice']}, and struck is {person.struck}"
    if withdrawn_at is None:
        if person.struck:
            yield "is struck, and didn't withdraw"
        return
    if withdrawn_at < person.joined_at - SKEW or withdrawn_at > (stored.tournament.ended_at or withdrawn_at) + SKEW:
        yield f"withdrew at {withdrawn_at}, before it began or after it ended"
    yield from _check_struck(stored, person, withdrawn_at)


def _count_losses_on_time(stored: StoredTournament, person: Entrant) -> int:
    """Return how many matches a person lost on time that were settled before the event ended."""
    ended = stored.tournament.ended_at
    return sum(
        any(seat.late for seat in pairing.seats if seat.user_id == person.user_id)
        for pairing in stored.pairings
        if pairing.settled_at and (ended is None or pairing.settled_at < ended - SKEW)
    )


def _check_struck(stored: StoredTournament, person: Entrant, withdrawn_at: datetime) -> Iterator[str]:
    """Yield where results are struck or not against the rule, as far as times tell what had been played by then."""
    own = [each for each in stored.pairings if each.stage == 0 and person.user_id in each.people]
    played = [_was_played(stored, pairing, person, withdrawn_at) for pairing in own]
    least, most = played.count(True), len(played) - played.count(False)
    if 2 * most < len(own) and not person.struck:
        yield f"withdrew after {most} of {len(own)} matches, and isn't struck"
    if 2 * least >= len(own) and person.struck:
        yield f"withdrew after {least} of {len(own)} matches, and is struck"


def _was_played(stored: StoredTournament, pairing: Pairing, person: Entrant, withdrawn_at: datetime) -> bool | None:
    """Return whether a pairing was settled when a person of it withdrew, None if times of two clocks can't tell."""
    match_id, settled = pairing.match_id, pairing.settled_at
    if settled is None:
        return False
    if match_id is None:
        others = [each.withdrawn_at for each in stored.people if each.user_id in pairing.people and each != person]
        if all(at is None or at > withdrawn_at + SKEW for at in others):
            return False
    elif len(pairing.people) == 2 and pairing.people.index(person.user_id) + 1 in stored.left.get(match_id, ()):
        return False  # in larger matches somebody else may have had the seat
    elif match_id in stored.corrections and match_id in stored.matches:  # when it was first settled isn't kept
        ended: datetime | None = stored.matches[match_id]["ended_at"]
        return False if ended is None or ended > withdrawn_at + SKEW else None
    return None if near(settled, withdrawn_at) else settled < withdrawn_at
