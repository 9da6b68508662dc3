"""The audit of events: all pairings are there, each with one match that is counted once, and the posts say so once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import timedelta
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from bot.features.tournaments.text import round_post, sign_up_post
from bot.plugins import read as catalogue
from bot.referee.formatting import link
from bot.referee.history.history import match_result
from bot.referee.history.rebuild import rebuild_state
from bot.referee.ratings import find_places
from bot.referee.tournaments.standings import TournamentRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.model.resources.message import Message
    from storage.queries.rows import Pairing
    from tests.chaos.findings import Audit
    from tests.chaos.records import Record, Row, TournamentRecord

DRAWN, MATCHES, RESULTS = (
    "pairings other than drawn",
    "event matches lost or doubled",
    "event results other than played",
)
DAY = timedelta(days=1)
_LINE = re.compile(r"^(?:\d+\\\.|\S) \*\*(\w+)\*\* (\d+) points? from (\d+)", re.MULTILINE)


def audit_tournaments(audit: Audit, record: Record, posts: Sequence[Message]) -> None:
    """Look for pairings, matches, results and posts of events that are missing, twice, or other than they should be."""
    shown = {post.id: post for post in posts}
    begun = _begun_by_pairing(record)
    known = {pairing.id for one in record.tournaments.events.values() for pairing in one.pairings}
    for number in begun.keys() - known:
        audit.found(MATCHES, f"{begun[number]} were begun for pairing {number}, which there isn't")
    for one in record.tournaments.events.values():
        audit.effects[f"events {one.tournament.status}"] += 1
        _audit_draw(audit, one)
        for pairing in one.pairings:
            expected = [] if pairing.match_id is None else [pairing.match_id]
            if begun[pairing.id] != expected:
                audit.found(
                    MATCHES, f"{_name(pairing)} has match {pairing.match_id}, and {begun[pairing.id]} were begun"
                )
            elif expected:
                _audit_match(audit, record, pairing)
        _audit_end(audit, record, one)
        _audit_posts(audit, record, one, shown)
    for line in record.tournaments.wrong_ratings:
        audit.found(RESULTS, line)


def _begun_by_pairing(record: Record) -> defaultdict[int, list[int]]:
    """Return which matches were begun for each pairing: by challenges whose source is its number with a minus sign."""
    begun: defaultdict[int, list[int]] = defaultdict(list)
    for number, match in record.matches.items():
        source = record.challenges[match.challenge_id]["source_id"] if match.challenge_id else None
        if source is not None and source < 0:
            begun[-source].append(number)
    return begun


def _audit_draw(audit: Audit, one: TournamentRecord) -> None:
    """Hold the pairings of an event against its people: all of a group meet once, or each has as many tables."""
    tournament, told = one.tournament, f"event {one.tournament.id}"
    if tournament.status in {"open", "cancelled"}:
        return
    for pairing in one.pairings:
        if len(set(pairing.people)) < len(pairing.people):
            audit.found(DRAWN, f"{_name(pairing)} has somebody twice: {pairing.people}")
    if tournament.kind == "tables":
        tables = Counter(user for pairing in one.pairings for user in pairing.people)
        stayed = [each.user_id for each in one.people if each.withdrawn_at is None]
        if any(tables[user] != tournament.rounds for user in stayed) or max(tables.values()) > tournament.rounds:
            audit.found(DRAWN, f"{told} has {tournament.rounds} rounds, and tables {tables}")
        return
    groups = {each.group: [other.user_id for other in one.people if other.group == each.group] for each in one.people}
    expected = Counter(pair for group in groups.values() for pair in _pairs(group))
    drawn = Counter(tuple(sorted(pairing.people)) for pairing in one.pairings)
    if drawn != expected:
        audit.found(DRAWN, f"{told}: {drawn - expected} too many, {expected - drawn} missing")


def _pairs(people: Iterable[int]) -> list[tuple[int, ...]]:
    return list(combinations(sorted(people), 2))


def _audit_match(audit: Audit, record: Record, pairing: Pairing) -> None:
    """Hold the stored result of a pairing against its match, or the correction of that."""
    match = record.matches[pairing.match_id or 0]
    if tuple(person.id for person in match.seats) != pairing.people:
        audit.found(MATCHES, f"{_name(pairing)} seats {pairing.people}, #{match.id} {match.seats}")
    if (match.ended_at is None) != (pairing.settled_at is None):
        audit.found(RESULTS, f"#{match.id} ended at {match.ended_at}, {_name(pairing)} at {pairing.settled_at}")
    elif match.ended_at is not None and (expected := _places(record, match.id)) != _stored_places(pairing):
        audit.found(RESULTS, f"#{match.id} gave {expected}, {_name(pairing)} has {pairing.seats}")


def _places(record: Record, number: int) -> dict[int, int]:
    """Return the places that a match gives its people, none if it doesn't count."""
    match, log = record.matches[number], record.logs[number]
    if made := record.tournaments.corrections.get(number):
        return dict(zip((person.id for person in match.seats), made[-1].places, strict=False))
    game = catalogue().games[match.game]
    result = match_result(game, match, log[-1] if log else None, rebuild_state(game, match, log))
    return find_places(match, log, result) if result else {}


def _stored_places(pairing: Pairing) -> dict[int, int]:
    return {seat.user_id: seat.place for seat in pairing.seats if seat.place is not None}


def _audit_end(audit: Audit, record: Record, one: TournamentRecord) -> None:
    """Look for an event that doesn't end with its last match, and for a season that comes twice or not at all."""
    tournament = one.tournament
    over = bool(one.pairings) and all(pairing.settled_at is not None for pairing in one.pairings)
    if over != (tournament.status == "finished"):
        audit.found(RESULTS, f"event {tournament.id} is {tournament.status}, its pairings are {one.pairings}")
    following = [each for each in record.tournaments.events.values() if each.tournament.previous_id == tournament.id]
    if len(following) != (tournament.status == "finished" and tournament.kind == "league"):
        audit.found(RESULTS, f"after event {tournament.id} come {len(following)} seasons")


def _audit_posts(audit: Audit, record: Record, one: TournamentRecord, shown: dict[int, Message]) -> None:
    """Look for posts of an event that are there twice or not at all, or say something else than the record."""
    tournament, told = one.tournament, f"event {one.tournament.id}"
    rows = [row for row in record.posts.values() if row["body"].get("tournament") == tournament.id]
    kinds = ("tournament", "tournament_round", "tournament_page")
    sign_up, rounds, pages = ([row for row in rows if row["kind"] == kind] for kind in kinds)
    if len(sign_up) != 1:
        audit.found("posts missing", f"{told} has {len(sign_up)} posts")
    if tournament.status == "finished" and not pages:
        audit.found("posts missing", f"{told} is finished and has no page")
    daily = [row["created_at"] for row in (pages[:-1] if tournament.status == "finished" else pages)]
    if any(later - sooner < DAY for sooner, later in pairwise(daily)):
        audit.found("posts said twice", f"{told} has several pages of a day: {daily}")
    written = [row["message_id"] for row in (*sign_up, *rounds) if row["message_id"] is not None]
    expected = _write_posts(record, one, written)
    if tournament.message_id not in written or len(written) > len(expected):
        audit.found("posts missing", f"{told} is about message {tournament.message_id}, its posts are {written}")
    for message_id, content in zip(written, expected, strict=False):
        said = shown[message_id].content if message_id in shown else None
        if said != content:
            audit.found("posts missing", f"{told} is {tournament.status}, message {message_id} says {said!r}")
    if tournament.status == "finished" and pages:
        _audit_table(audit, record, one, shown.get(pages[-1]["message_id"] or 0))
    _audit_notices(audit, record, one, rows)


def _write_posts(record: Record, one: TournamentRecord, written: Sequence[int]) -> list[str]:
    """Return what the posts of an event have to say: its sign-up, then the matches of its groups if they began."""
    tournament, info = one.tournament, catalogue().games[one.tournament.game].info
    if not one.matches:
        return [sign_up_post(tournament, one.people, info)]
    later = link(tournament.guild_id, tournament.channel_id, written[-1])
    begun = {number: record.matches[number] for number in one.matches}
    listed = TournamentRound(tournament, 0, one.people, one.pairings, begun)
    return [sign_up_post(tournament, one.people, info, later), round_post(listed, info)]


def _audit_table(audit: Audit, record: Record, one: TournamentRecord, page: Message | None) -> None:
    """Hold the last table of an event against its results, unless one was corrected after that."""
    made = [each for match in one.matches for each in record.tournaments.corrections.get(match, ())]
    if page is None or any(one.tournament.ended_at and each.at > one.tournament.ended_at for each in made):
        return
    told = {name: (int(points), int(played)) for name, points, played in _LINE.findall(page.content)}
    if told != _table(one):
        audit.found(RESULTS, f"event {one.tournament.id} gave {_table(one)}, message {page.id} says {told}")


def _table(one: TournamentRecord) -> dict[str, tuple[int, int]]:
    """Return the points of everybody, and from how many matches: 2 for each person placed behind, 1 for a shared place.

    Results of and against people whose results are struck count for nobody.
    """
    names = {each.user_id: each.name for each in one.people if not each.struck}
    points, played = Counter[int](), Counter[int]()
    for pairing in one.pairings:
        places = {user: place for user, place in _stored_places(pairing).items() if user in names}
        for user, place in places.items():
            others = [theirs for other, theirs in places.items() if other != user]
            points[user] += sum(2 if place < theirs else place == theirs for theirs in others)
            played[user] += bool(others)
    return {name: (points[user], played[user]) for user, name in names.items()}


def _audit_notices(audit: Audit, record: Record, one: TournamentRecord, rows: Sequence[Row]) -> None:
    """Look for corrections of which somebody was not told, or twice."""
    told = Counter(
        (row["body"]["match"], row["body"]["user"]) for row in rows if row["body"].get("notice") == "corrected"
    )
    due = Counter(
        (pairing.match_id, user)
        for pairing in one.pairings
        for _ in record.tournaments.corrections.get(pairing.match_id or 0, ())
        for user in pairing.people
    )
    if told != due:
        audit.found("posts missing", f"event {one.tournament.id}: {due} were corrected, {told} were told")


def _name(pairing: Pairing) -> str:
    return f"pairing {pairing.id} of event {pairing.tournament_id}"
