"""Checks of the pairings of an event: who meets whom, in which matches, and what is settled without one."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from bot.admin.verify.checks.stored_tournament import number_in
from bot.admin.verify.checks.times import near
from bot.match_files.log_checks import SKEW
from bot.referee.tournaments.bracket import first_round, matches_of, next_round
from bot.referee.tournaments.cup_rounds import round_winners
from bot.referee.tournaments.groups import form_groups
from bot.referee.tournaments.outcome import find_outcome_without_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from bot.admin.verify.checks.stored_tournament import StoredTournament
    from storage.queries.rows import Entrant, Pairing


def check_draw(stored: StoredTournament) -> Iterator[str]:
    """Yield what is wrong with the pairings of an event, as clauses."""
    yield from _check_matches(stored)
    yield from _check_corrections(stored)
    wrong = {pairing.id: [*_check_people(stored, pairing)] for pairing in stored.pairings}
    for pairing in stored.pairings:
        for each in wrong[pairing.id] or _check_pairing(stored, pairing):
            yield f"has pairing {pairing.id}, which {each}"
    if stored.pairings and not stored.has_begun:
        yield f"has {len(stored.pairings)} pairings, and no groups"
    elif stored.has_begun and not any(wrong.values()):
        yield from _check_groups(stored)
        yield from _check_group_matches(stored)
        yield from _check_knock_out(stored)


def _check_matches(stored: StoredTournament) -> Iterator[str]:
    """Yield the terms in which the event differs from challenges of its matches: a line for each."""
    tournament = stored.tournament
    terms: Mapping[str, Any] = {
        name: getattr(tournament, name) for name in ("game", "options", "guild_id", "channel_id", "clock")
    }
    for name, value in terms.items():
        other = [row[name] for row in stored.challenges.values() if row[name] != value]
        if other:
            yield f"has {name} `{value}`, and {len(other)} of its challenges `{other[0]}`"
    other = [row["body"].get("event") for row in stored.invitations.values()]
    if wrong := [name for name in other if name != tournament.name]:
        yield f"is called `{tournament.name}`, and {len(wrong)} of its matches were announced for `{wrong[0]}`"


def _check_corrections(stored: StoredTournament) -> Iterator[str]:
    """Yield the corrections of which nobody was told when they were made, and those that are gone."""
    told: defaultdict[int, list[datetime]] = defaultdict(list)
    for post in stored.notices("corrected"):
        told[number_in(post, "match")].append(post["created_at"])
    for match_id in sorted({*told, *stored.corrections}):
        rows, posted = stored.corrections.get(match_id, ()), told[match_id]
        if not all(any(near(row["at"], at) for at in posted) for row in rows) or not all(
            any(near(row["at"], at) for row in rows) for at in posted
        ):
            yield f"told people of corrections of #{match_id} at other times than they were made, or one is gone"


def _check_people(stored: StoredTournament, pairing: Pairing) -> Iterator[str]:
    if not set(pairing.people) <= stored.people.keys() or len(set(pairing.people)) < len(pairing.people):
        yield f"seats {list(pairing.people)}, somebody twice or who didn't sign up"


def _check_pairing(stored: StoredTournament, pairing: Pairing) -> Iterator[str]:
    tournament, people = stored.tournament, [stored.people[user_id] for user_id in pairing.people]
    if (len(pairing.people) != 2) if tournament.kind != "tables" else (len(pairing.people) < 3):
        yield f"seats {len(pairing.people)}"
    if pairing.stage == 0 and {person.group for person in people} != {pairing.group}:
        yield f"is of group {pairing.group}, and its people are of others"
    if pairing.match_id is not None:  # the check of the match compares the two
        return
    if pairing.id in stored.challenges:
        yield "has no match, and a challenge led to one"
    result = [seat for seat in pairing.seats if seat.place is not None or seat.late]
    gone = [person.user_id for person in people if person.withdrawn_at is not None]
    if pairing.settled_at is not None:
        yield from _check_without_match(pairing, people, pairing.settled_at)
    elif result:
        yield "has a result, but isn't settled"
    elif gone and tournament.status == "running":
        yield f"waits to be played by user {gone[0]}, who withdrew"


def _check_without_match(pairing: Pairing, people: Sequence[Entrant], settled: datetime) -> Iterator[str]:
    """Yield what is wrong with a pairing that was settled without a match, as somebody withdrew."""
    left = {person.user_id: person.withdrawn_at for person in people if person.withdrawn_at is not None}
    if not any(near(at, settled) or (pairing.stage and at < settled) for at in left.values()):
        yield f"was settled at {settled} without a match, when nobody of it withdrew"
    surely_gone = {user_id for user_id, at in left.items() if at < settled - SKEW}
    perhaps_gone = {user_id for user_id, at in left.items() if at <= settled + SKEW}
    gone = {seat.user_id for seat in pairing.seats if seat.place != 1}
    expected = find_outcome_without_match(pairing.people, [each for each in pairing.people if each not in gone])
    if not gone or list(pairing.seats) != expected or not surely_gone <= gone <= perhaps_gone:
        yield f"was settled without a match, with places {[seat.place for seat in pairing.seats]}"


def _check_groups(stored: StoredTournament) -> Iterator[str]:
    """Yield whether people are in other groups than their seeds lead to; in a knock-out they have other seeds."""
    if stored.tournament.stage > 0:
        return
    ordered = list(stored.people)
    if [person.seed for person in stored.people.values()] != list(range(1, len(ordered) + 1)):
        yield "has seeds that aren't all here, each once"
        return
    groups = form_groups(stored.tournament.kind, ordered)
    expected = {user_id: number for number, group in enumerate(groups) for user_id in group}
    if wrong := [person for person in stored.people.values() if person.group != expected[person.user_id]]:
        yield f"has user {wrong[0].user_id} in group {wrong[0].group}, whose seed {wrong[0].seed} leads to another"


def _check_group_matches(stored: StoredTournament) -> Iterator[str]:
    """Yield who doesn't meet everybody of their group once, or at tables doesn't sit at as many as there are rounds."""
    people = [pairing.people for pairing in stored.pairings if pairing.stage == 0]
    if stored.tournament.kind == "tables":
        rounds, tables = stored.tournament.rounds, Counter(user_id for each in people for user_id in each)
        for person in stored.people.values():
            if person.withdrawn_at is None and tables[person.user_id] != rounds:
                yield f"has user {person.user_id} at {tables[person.user_id]} tables in {rounds} rounds"
        return
    met = Counter(frozenset(each) for each in people)
    meeting = {
        frozenset((one.user_id, other.user_id))
        for one, other in combinations(stored.people.values(), 2)
        if one.group == other.group
    }
    for pair in sorted(map(sorted, {*met, *meeting})):
        if met[frozenset(pair)] != 1:
            yield f"lets users {', '.join(map(str, pair))} meet {met[frozenset(pair)]} times in their group"


def _check_knock_out(stored: StoredTournament) -> Iterator[str]:
    """Yield the first round of a knock-out that isn't drawn as seeds and the results of the round before lead to."""
    seeds = {person.user_id: person.seed or 0 for person in stored.people.values()}
    for stage in range(1, stored.tournament.stage + 1):
        drawn = [(pairing.group, pairing.people) for pairing in stored.pairings if pairing.stage == stage]
        ties = _draw_first_round(stored) if stage == 1 else _draw_round(stored, stage, seeds)
        expected = matches_of(ties)
        if drawn != expected:
            yield f"has round {stage} of its knock-out with {drawn}, and what was before leads to {expected}"
            return


def _draw_first_round(stored: StoredTournament) -> list[tuple[int, int]]:
    """Return the ties of the first round, none if the seeds aren't those of a power of two of people."""
    seeded = sorted((person.seed, person.user_id) for person in stored.people.values() if person.seed is not None)
    size = len(seeded)
    if size < 2 or size & (size - 1) or [seed for seed, _ in seeded] != list(range(1, size + 1)):
        return []
    groups = {person.user_id: person.group or 0 for person in stored.people.values()}
    return first_round([user_id for _, user_id in seeded], groups)


def _draw_round(stored: StoredTournament, stage: int, seeds: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return the ties of a later round, none if the round before has no two winners for each."""
    winners = round_winners(stage - 1, list(stored.people.values()), stored.pairings)
    return [] if len(winners) % 2 else next_round(winners, seeds)
