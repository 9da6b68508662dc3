"""Check an event: its terms, people, pairings and results, and what it posted."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from bot.admin.verify.stored_match import near
from bot.admin.verify.table_rows import check_game, read_control
from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.history.history import WITHDREW
from bot.referee.tournaments.draw import first_round, form_groups, matches_of, next_round
from bot.referee.tournaments.run import DAY, list_startable, round_winners
from bot.referee.tournaments.settle import find_outcome_without_match
from bot.referee.tournaments.sign_up import KINDS
from bot.referee.tournaments.terms import FEWEST, LONGEST_NAME, MOST_AT_ONCE, MOST_ROUNDS
from storage import schema
from storage.queries import inspection, pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
    from datetime import datetime

    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.inspection import Row
    from storage.queries.rows import Entrant, Pairing, Tournament

TABLES = frozenset(
    {"tournaments", "tournament_people", "pairings", "pairing_people", "corrections"}
    | {"challenges", "matches", "seats", "events", "outbox"}
)
"""What events are checked by. They can't be where a table has rows that can't be read."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """An event with its people and pairings, and the rows of other tables that belong to it.

    `people` come by id, in the order of their seeds; `matches`, their `seats` and `corrections` by match; `challenges`
    by pairing, and `invitations` are the outbox rows of these. `left` has the seats that people gave up because they
    withdrew, by match, also those of other events. `posts` are the outbox rows about the event, the oldest first, and
    `previous` is the season before it.
    """

    tournament: Tournament
    people: Mapping[int, Entrant]
    pairings: Sequence[Pairing]
    matches: Mapping[int, Row]
    seats: Mapping[int, Sequence[Row]]
    corrections: Mapping[int, Sequence[Row]]
    challenges: Mapping[int, Row]
    invitations: Sequence[Row]
    left: Mapping[int, set[int]]
    posts: Sequence[Row]
    previous: Tournament | None

    def posted(self, kind: str) -> list[Row]:
        """Return the outbox rows of a kind."""
        return [post for post in self.posts if post["kind"] == kind]

    def notices(self, *words: str) -> list[Row]:
        """Return the outbox rows by which single people were told one of these words."""
        return [post for post in self.posted("tournament_notice") if post["body"].get("notice") in words]

    @property
    def has_begun(self) -> bool:
        """Whether its groups were formed. With numbers of people that no tables have room for there are no pairings."""
        return any(person.group is not None for person in self.people.values())


def number_in(post: Row, name: str) -> int:
    """Return a number in the body of an outbox row, 0 where there is none."""
    value = post["body"].get(name)
    return value if isinstance(value, int) else 0


async def read_tournaments(tx: Tx) -> AsyncIterator[StoredTournament]:
    """Yield all events in the order of their ids."""
    posts: defaultdict[int, list[Row]] = defaultdict(list)
    kinds = ("tournament", "tournament_refresh", "tournament_round", "tournament_page", "tournament_notice")
    async for post in inspection.all_rows(tx, schema.outbox, schema.outbox.c.kind.in_(kinds)):
        posts[number_in(post, "tournament")].append(post)
    left: defaultdict[int, set[int]] = defaultdict(set)
    withdrew = (schema.events.c.kind == "leave", schema.events.c.text == WITHDREW)
    async for event in inspection.all_rows(tx, schema.events, *withdrew):
        left[event["match_id"]].add(event["seat"])
    ids = [row["id"] async for row in inspection.all_rows(tx, schema.tournaments)]
    for tournament_id in ids:
        yield await _read(tx, tournament_id, left, posts[tournament_id])


async def _read(tx: Tx, tournament_id: int, left: Mapping[int, set[int]], posts: Sequence[Row]) -> StoredTournament:
    tournament, found = await tournaments.require(tx, tournament_id), await pairings.of_tournament(tx, tournament_id)
    ids = [pairing.match_id for pairing in found if pairing.match_id is not None]
    matches = await inspection.rows_by(tx, schema.matches.c.id, ids)
    challenges = await inspection.rows_by(tx, schema.challenges.c.source_id, [-pairing.id for pairing in found])
    issued = [row["id"] for row, *_ in challenges.values()]
    invited = await inspection.rows_by(tx, schema.outbox.c.challenge_id, issued)
    return StoredTournament(
        tournament,
        people={person.user_id: person for person in await tournaments.people(tx, tournament_id)},
        pairings=found,
        matches={number: row for number, (row, *_) in matches.items()},
        seats=await inspection.rows_by(tx, schema.seats.c.match_id, ids),
        corrections=await inspection.rows_by(tx, schema.corrections.c.match_id, ids),
        challenges={-source: row for source, (row, *_) in challenges.items()},
        invitations=[row for rows in invited.values() for row in rows if row["kind"] == "challenge"],
        left=left,
        posts=posts,
        previous=await tournaments.get(tx, tournament.previous_id) if tournament.previous_id is not None else None,
    )


STATUSES = ("open", "running", "finished", "cancelled")
OVER = {"finished", "cancelled"}


def check_tournament(games: Mapping[str, Game[Any, Any]], stored: StoredTournament, now: datetime) -> Iterator[str]:
    """Yield what is wrong with an event, as clauses."""
    tournament = stored.tournament
    if tournament.kind not in KINDS or tournament.status not in STATUSES:
        yield f"is of kind `{tournament.kind}` and status `{tournament.status}`, which there isn't"
        return
    yield from _check_terms(tournament)
    closed = tournament.status in OVER
    yield from check_game(games, tournament.game, tournament.size, tournament.options, closed=closed)
    yield from _check_season(stored)
    yield from _check_state(stored)
    yield from _check_times(stored, now)
    yield from _check_due(stored, now)
    yield from _check_posts(stored)
    yield from _check_entrants(stored, now)
    yield from _check_draw(stored)


def _check_terms(tournament: Tournament) -> Iterator[str]:
    name = tournament.name
    if name != " ".join(name.split()) or not 1 <= len(name) <= LONGEST_NAME:
        yield f"has the name `{name[: 2 * LONGEST_NAME]}`, which can't be given"
    if tournament.guild_id < 1 or tournament.organizer_id < 1:
        yield f"is of server {tournament.guild_id} and organizer {tournament.organizer_id}"
    if read_control(tournament.clock) is None:
        yield f"has the clock `{tournament.clock}`, which is no time control"
    of_two = tournament.kind != "tables"
    if (tournament.size, tournament.rounds) != (2, 1) if of_two else tournament.size < 3:
        yield f"has {tournament.rounds} rounds of {tournament.size} people a match"
    if not 1 <= tournament.rounds <= MOST_ROUNDS or not 1 <= tournament.at_once <= MOST_AT_ONCE:
        yield f"has {tournament.rounds} rounds, and {tournament.at_once} matches at a time"


def _check_season(stored: StoredTournament) -> Iterator[str]:
    tournament, previous = stored.tournament, stored.previous
    if tournament.previous_id is None:
        if tournament.season != 1 or tournament.source_id is None:
            yield f"is season {tournament.season} from source {tournament.source_id}, and no season is before it"
        return
    if previous is None:
        yield f"comes after event {tournament.previous_id}, which is not here"
        return
    if previous.status != "finished" or tournament.kind != "league" or previous.kind != "league":
        yield f"comes after event {previous.id}, which is {previous.status}, or one of both is no league"
    if previous.ended_at is not None and tournament.created_at < previous.ended_at - SKEW:
        yield f"was made before event {previous.id} ended"
    if tournament.season != previous.season + 1:
        yield f"is season {tournament.season}, and the one before it is season {previous.season}"
    for name in ("guild_id", "name", "game"):
        if getattr(tournament, name) != getattr(previous, name):
            yield f"has another {name} than event {previous.id}, the season before it"


def _check_state(stored: StoredTournament) -> Iterator[str]:
    tournament = stored.tournament
    status = tournament.status
    if stored.has_begun != (status in {"running", "finished"}) and not (stored.has_begun and status == "cancelled"):
        yield f"is {status}, and its groups were {'' if stored.has_begun else 'not '}formed"
    if (status in OVER) != (tournament.ended_at is not None):
        yield f"is {status}, and ended at {tournament.ended_at}"
    if stored.has_begun and len(stored.people) < FEWEST[tournament.kind]:
        yield f"began with {len(stored.people)} people"
    if status == "finished" and (waiting := [each.id for each in stored.pairings if each.settled_at is None]):
        yield f"is finished, and pairing {waiting[0]} isn't settled"
    last = max((pairing.stage for pairing in stored.pairings), default=0)
    if tournament.stage != last or (tournament.stage and tournament.kind != "cup"):
        yield f"is at stage {tournament.stage}, and its last pairings are of stage {last}"


def _check_times(stored: StoredTournament, now: datetime) -> Iterator[str]:
    tournament = stored.tournament
    for name in ("created_at", "changed_at", "posted_at", "ended_at"):
        at = getattr(tournament, name)
        if at is not None and at > now + AHEAD:
            yield f"has {name} {at}, in the future"
    began = min((row["created_at"] for row in stored.matches.values()), default=None)
    if tournament.starts_at < tournament.created_at - SKEW or (
        began is not None and began < tournament.starts_at - SKEW
    ):
        yield f"was made at {tournament.created_at}, to begin at {tournament.starts_at}, and its first match at {began}"
    if not near(tournament.changed_at, changed := _last_change(stored)):
        yield f"changed last at {tournament.changed_at}, by its rows at {changed}"


def _last_change(stored: StoredTournament) -> datetime:
    """Return when what the page of an event shows changed last."""
    tournament = stored.tournament
    if tournament.ended_at is not None:
        return tournament.ended_at
    settled = [pairing.settled_at for pairing in stored.pairings if pairing.settled_at is not None]
    withdrawn = [person.withdrawn_at for person in stored.people.values() if person.withdrawn_at is not None]
    begun = [row["created_at"] for row in stored.matches.values()]
    return max([tournament.created_at, *settled, *withdrawn, *begun])


def _check_due(stored: StoredTournament, now: datetime) -> Iterator[str]:
    """Yield where an event waits for nothing, or for another time than it should."""
    tournament = stored.tournament
    due, page = tournament.due_at, tournament.posted_at + DAY
    if tournament.status in OVER:
        if due is not None:
            yield f"is {tournament.status}, and due at {due}"
    elif tournament.status == "open":
        if due != tournament.starts_at:
            yield f"begins at {tournament.starts_at}, and is due at {due}"
    elif due is None or due > now + SKEW:  # else there is work, or was, just now
        if all(pairing.settled_at is not None for pairing in stored.pairings):
            yield f"goes on though all its pairings are settled, and is due at {due}"
        elif startable := list_startable(tournament.at_once, stored.pairings):
            yield f"is due at {due}, and pairing {startable[0].id} could begin now"
        has_news = tournament.changed_at > tournament.posted_at
        if (due is None) if has_news else (due is not None):
            yield f"changed at {tournament.changed_at}, was posted at {tournament.posted_at}, and is due at {due}"
        elif due is not None and not near(due, page):
            yield f"is due at {due}, and its next page at {page}"


def _check_posts(stored: StoredTournament) -> Iterator[str]:
    tournament, posts = stored.tournament, stored.posted("tournament")
    if len(posts) != 1 or not near(posts[0]["created_at"], tournament.created_at):
        yield f"was made at {tournament.created_at}, when {len(posts)} posts of it were put into the outbox"
    where = (tournament.channel_id, tournament.message_id)
    told = [*posts, *stored.posted("tournament_round")]
    sent = [post for post in told if post["message_id"] is not None]
    waits = any(post["sent_at"] is None and post["given_up_at"] is None for post in told)
    if sent and not waits and (sent[-1]["channel_id"], sent[-1]["message_id"]) != where:
        yield f"is in channel {where[0]} as message {where[1]}, and its post elsewhere"
    rounds = Counter(number_in(post, "stage") for post in sent if post["kind"] == "tournament_round")
    if doubled := [stage for stage, count in rounds.items() if count > 1 or stage > tournament.stage]:
        yield f"is at stage {tournament.stage}, and has {rounds[doubled[0]]} posts of stage {doubled[0]}"
    if any(post[name] is not None for post in stored.posts for name in ("match_id", "challenge_id", "seq")):
        yield "has posts that belong to a match or a challenge"
    begun = tournament.posted_at if stored.has_begun else tournament.created_at  # its first day begins without a page
    last = max((post["created_at"] for post in stored.posted("tournament_page")), default=begun)
    if not near(tournament.posted_at, last):
        yield f"was posted at {tournament.posted_at}, and its last page is of {last}"
    refreshed = [post["created_at"] for post in stored.posted("tournament_refresh")]
    if tournament.ended_at is not None and not any(near(tournament.ended_at, at) for at in refreshed):
        yield f"ended at {tournament.ended_at}, when its post wasn't brought up to date"
    for person in stored.people.values():
        if not any(near(person.joined_at, at) for at in refreshed):
            yield f"has user {person.user_id} since {person.joined_at}, when its post wasn't brought up to date"


def _check_entrants(stored: StoredTournament, now: datetime) -> Iterator[str]:
    names, late = _names_in_matches(stored), _count_losses_on_time(stored)
    notices = stored.notices("warned", "withdrawn", "struck")
    for user_id, person in stored.people.items():
        told = [post for post in notices if number_in(post, "user") == user_id]
        for wrong in (
            *_check_person(stored, person, now),
            *_check_flags(person, late[user_id], told),
            *_check_withdrawal(stored, person),
        ):
            yield f"has user {user_id}, who {wrong}"
        if others := sorted(names[user_id] - {person.name}):
            yield f"has user {user_id}, who is called `{person.name}`, and in a match `{others[0]}`"
    for user_id in sorted({number_in(post, "user") for post in notices} - stored.people.keys()):
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
    # Whether results are struck follows from what had been played by then, as far as times tell.
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


def _check_draw(stored: StoredTournament) -> Iterator[str]:
    yield from _check_matches(stored)
    yield from _check_corrections(stored)
    all_drawn = True
    for pairing in stored.pairings:
        people = pairing.people
        if set(people) <= stored.people.keys() and len(set(people)) == len(people):
            yield from (f"has pairing {pairing.id}, which {wrong}" for wrong in _check_pairing(stored, pairing))
        else:
            yield f"has pairing {pairing.id}, which seats {list(people)}, somebody twice or who didn't sign up"
            all_drawn = False
    if stored.pairings and not stored.has_begun:
        yield f"has {len(stored.pairings)} pairings, and no groups"
    elif stored.has_begun and all_drawn:
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
    other = [row["body"].get("event") for row in stored.invitations]
    if wrong := [name for name in other if name != tournament.name]:
        yield f"is called `{tournament.name}`, and {len(wrong)} of its matches were announced for `{wrong[0]}`"


def _check_corrections(stored: StoredTournament) -> Iterator[str]:
    """Yield the corrections of which nobody was told when they were made, and those that are gone."""
    notices = stored.notices("corrected")
    for match_id in sorted({number_in(post, "match") for post in notices} | stored.corrections.keys()):
        made = [row["at"] for row in stored.corrections.get(match_id, ())]
        told = [post["created_at"] for post in notices if number_in(post, "match") == match_id]
        if not all(any(near(at, other) for other in told) for at in made) or not all(
            any(near(at, other) for other in made) for at in told
        ):
            yield f"told people of corrections of #{match_id} at other times than they were made, or one is gone"


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
        if stage == 1:
            ties = _draw_first_round(stored)
        else:
            winners = round_winners(stage - 1, list(stored.people.values()), stored.pairings)
            ties = [] if len(winners) % 2 else next_round(winners, seeds)
        if drawn != (expected := matches_of(ties)):
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
