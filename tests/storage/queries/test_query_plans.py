"""No query of everyday play reads a whole table: the record grows for years."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from sqlalchemy import event

from storage.engine.database import Database
from storage.queries import (
    analyses,
    audit_log,
    blocks,
    challenges,
    clocks,
    corrections,
    events,
    failed_jobs,
    guesses,
    guilds,
    key_value,
    match_search,
    matches,
    net_days,
    offers,
    open_seats,
    outages,
    outbox,
    outcomes,
    pairings,
    pauses,
    people,
    plans,
    profiles,
    puzzle_attempts,
    ratings,
    read_markers,
    reviews,
    saved_states,
    server_matches,
    thread_archives,
    time_records,
    tournaments,
    undelivered,
    vacations,
    view_counts,
    waiting_rows,
    watchers,
    web_sessions,
)
from storage.queries.audit_log import AuditEntry
from storage.queries.blocks import Block
from storage.queries.guesses import Guess
from storage.queries.match_search import MatchFilter
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import Correction, MatchEnd, Outcome, PairingSeat, SavedState, StoredRating
from storage.queries.server_matches import ServerFilter
from tests.database_template import create_database
from tests.storage.samples import ANN, BOB, CHANNEL, GUILD, HOUR, NOON, move, new_challenge, new_match, source

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from storage.engine.database import Tx
    from storage.queries.rows import Offer


# One database for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def database(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Database]:
    """A file with a match: SQLite says what it would read. PostgreSQL's plans depend on how much there is."""
    database = await Database.open(await create_database(tmp_path_factory.mktemp("plans") / "turnpost.db"))
    async with database.write() as tx:
        await new_challenge(tx)
        await new_match(tx)
    yield database
    await database.close()


async def put_and_settle(tx: Tx) -> None:
    post = await outbox.add(tx, lane="a", kind="board", body={}, at=NOON, match_id=1)
    await outbox.retry_later(tx, post.id, NOON)
    await outbox.mark_sent(tx, post.id, channel_id=1, message_id=1, at=NOON)
    await outbox.give_up(tx, post.id, "why", NOON)


async def play(tx: Tx) -> None:
    await move(tx, await matches.require(tx, 1))


async def end(tx: Tx) -> None:
    await move(tx, await matches.require(tx, 1), to_move=None)


async def offer(tx: Tx) -> Offer:
    return await offers.add(tx, await matches.require(tx, 1), kind="draw", seat=1, source_id=1, at=NOON)


async def open_offers(tx: Tx) -> None:
    await offers.close(tx, await offers.agree(tx, await offer(tx), 2), "agreed")
    await offers.list_open(tx, await matches.require(tx, 1))


async def open_and_close_seat(tx: Tx) -> None:
    await open_seats.close(tx, await open_seats.add(tx, await matches.require(tx, 1), 2, NOON), "kept", NOON)


OF_ANN = ServerFilter(GUILD, frozenset({CHANNEL}), user_id=ANN.id)
OF_OPENING = MatchFilter(GUILD, frozenset({CHANNEL}), ANN.id, game="xero-g", opening=("321123", "123321"))
WON_BY_ANN = MatchFilter(GUILD, frozenset({CHANNEL}), BOB.id, user_id=ANN.id, result="won")
BY_ANN_ALONE = MatchFilter(None, frozenset(), ANN.id, result="drawn")
CALLS: dict[str, Callable[[Tx], Awaitable[object]]] = {
    "challenges.get": lambda tx: challenges.get(tx, 1),
    "challenges.open_for": lambda tx: challenges.open_for(tx, BOB.id),
    "challenges.open_by": lambda tx: challenges.open_by(tx, ANN.id),
    "challenges.open_with": lambda tx: challenges.open_with(tx, ANN.id),
    "challenges.joinable": lambda tx: challenges.joinable(tx, GUILD),
    "challenges.issued_since": lambda tx: challenges.issued_since(tx, NOON, user_id=ANN.id, guild_id=GUILD),
    "challenges.issued_since in a channel": lambda tx: challenges.issued_since(tx, NOON, channel_id=CHANNEL),
    "challenges.lock": lambda tx: challenges.lock(tx, 1),
    "challenges.lock_open_by": lambda tx: challenges.lock_open_by(tx, ANN.id),
    "challenges.lock_expired": lambda tx: challenges.lock_expired(tx, 1, NOON),
    "challenges.accept": lambda tx: challenges.accept(tx, 1, BOB.id),
    "challenges.close": lambda tx: challenges.close(tx, 1, "accepted", 1),
    "challenges.leave": lambda tx: challenges.leave(tx, 1, ANN.id),
    "challenges.expired": lambda tx: challenges.expired(tx, NOON),
    "matches.get": lambda tx: matches.get(tx, 1),
    "matches.by_public_id": lambda tx: matches.by_public_id(tx, "name"),
    "matches.in_channel": lambda tx: matches.in_channel(tx, CHANNEL),
    "matches.of_player": lambda tx: matches.of_player(tx, ANN.id),
    "server_matches.count of a person": lambda tx: server_matches.count(tx, OF_ANN, active=False),
    "server_matches.page of a person": lambda tx: server_matches.page(tx, OF_ANN, active=False, offset=0, limit=8),
    "match_search.count of an opening": lambda tx: match_search.count(tx, OF_OPENING),
    "match_search.page of an opening": lambda tx: match_search.page(tx, OF_OPENING, offset=0, limit=8),
    "match_search.count of a person": lambda tx: match_search.count(tx, WON_BY_ANN),
    "match_search.page of a person": lambda tx: match_search.page(tx, WON_BY_ANN, offset=0, limit=8),
    "match_search.page of a reader": lambda tx: match_search.page(tx, BY_ANN_ALONE, offset=0, limit=8),
    "match_search.get_opening": lambda tx: match_search.get_opening(tx, 1, 2),
    "matches.waiting_without_clock": lambda tx: matches.waiting_without_clock(tx, NOON - HOUR, NOON),
    "matches.waiting_without_clock of one": lambda tx: matches.waiting_without_clock(tx, NOON - HOUR, NOON, ANN.id),
    "outbox.silences": lambda tx: outbox.silences(tx, [1, 2]),
    "outbox.last_reminders": lambda tx: outbox.last_reminders(tx, [ANN.id, BOB.id], NOON),
    "matches.to_move": lambda tx: matches.to_move(tx, ANN.id),
    "matches.latest_guild": lambda tx: matches.latest_guild(tx, ANN.id),
    "matches.set_thread": lambda tx: matches.set_thread(tx, 1, 9),
    "events.append": play,
    "events.of_match": lambda tx: events.of_match(tx, 1),
    "events.of_match upto": lambda tx: events.of_match(tx, 1, 3),
    "events.left_seat": lambda tx: events.left_seat(tx, 1, ANN.id),
    "events.by_source": lambda tx: events.by_source(tx, 1),
    "outcomes.expect": end,
    "outcomes.list_pending": lambda tx: outcomes.list_pending(tx, "xero-g", 20),
    "outcomes.count_pending": lambda tx: outcomes.count_pending(tx, "xero-g"),
    "outcomes.store": lambda tx: outcomes.store(tx, 1, MatchEnd(Outcome("rules", 1, 9), (1,), ("c4", "d5", "e6"))),
    "outcomes.tallies": lambda tx: outcomes.tallies(tx, "xero-g"),
    "outbox.add and settle": put_and_settle,
    "outbox.claim": lambda tx: outbox.claim(tx, "me", now=NOON, until=NOON),
    "outbox.claim beside": lambda tx: outbox.claim(tx, "me", now=NOON, until=NOON, blocked=["messages:9"]),
    "outbox.move": lambda tx: outbox.move(tx, 1, CHANNEL, 9),
    "outbox.by_message": lambda tx: outbox.by_message(tx, 1),
    "outbox.of_challenge": lambda tx: outbox.of_challenge(tx, 1, "invitation"),
    "outbox.challenge_posts": lambda tx: outbox.challenge_posts(tx, [1, 2]),
    "outbox.first_board_source": lambda tx: outbox.first_board_source(tx, 1),
    "outbox.count_backlog": outbox.count_backlog,
    "outbox.count_waiting_answers": lambda tx: outbox.count_waiting_replies(tx, "asked:1", CHANNEL),
    "outbox.count_waiting": lambda tx: outbox.count_waiting(tx, "digest"),
    "challenges.count_since": lambda tx: challenges.count_since(tx, CHANNEL, NOON),
    "outbox.is_waiting": lambda tx: outbox.is_waiting(tx, 1, "review"),
    "outbox.release": lambda tx: outbox.release(tx, 1),
    "undelivered.oldest_board": undelivered.oldest_board,
    "undelivered.count_lost_since": lambda tx: undelivered.count_lost_since(tx, NOON),
    "undelivered.requeue": lambda tx: undelivered.requeue(tx, 1),
    "matches.active": matches.active,
    "read_markers.advance": lambda tx: read_markers.advance(tx, {1: ReadMarker(2)}),
    "read_markers.active_channels": lambda tx: read_markers.active_channels(tx, [CHANNEL]),
    "read_markers.recorded_sources": lambda tx: read_markers.recorded_sources(tx, [1, 2]),
    "matches.lock": lambda tx: matches.lock(tx, 1),
    "offers.add": offer,
    "offers.list_open": open_offers,
    "offers.latest": lambda tx: offers.latest(tx, 1, "draw", 1),
    "outbox.answer_to": lambda tx: outbox.answer_to(tx, 1),
    "outbox.was_refused": lambda tx: outbox.was_refused(tx, 1, 1),
    "outbox.owed_results": lambda tx: outbox.owed_results(tx, CHANNEL),
    "outbox.take_result": lambda tx: outbox.take_result(tx, 1),
    "outbox.posts_of_challenge": lambda tx: outbox.posts_of_challenge(tx, 1),
    "outbox.offer_posts": lambda tx: outbox.offer_posts(tx, 1, 1),
    "people.lock": lambda tx: people.lock(tx, ANN.id),
    "people.preferences": lambda tx: people.preferences(tx, ANN.id),
    "people.preferences_of": lambda tx: people.preferences_of(tx, [ANN.id, BOB.id]),
    "people.set_digest": lambda tx: people.set_digest(tx, ANN.id, NOON),
    "guilds.due_puzzles": lambda tx: guilds.due_puzzles(tx, NOON),
    "guilds.take_puzzle": lambda tx: guilds.take_puzzle(tx, GUILD, NOON),
    "guilds.set_puzzle": lambda tx: guilds.set_puzzle(tx, GUILD, NOON),
    "guilds.due_weekly": lambda tx: guilds.due_weekly(tx, NOON),
    "guilds.take_weekly": lambda tx: guilds.take_weekly(tx, GUILD, NOON),
    "guilds.set_weekly": lambda tx: guilds.set_weekly(tx, GUILD, NOON),
    "view_counts.add": lambda tx: view_counts.add(tx, 1, 9),
    "view_counts.most_viewed": lambda tx: view_counts.most_viewed(tx, GUILD, range(9, 12), 10),
    "view_counts.exist_before": lambda tx: view_counts.exist_before(tx, 9),
    "view_counts.forget_before": lambda tx: view_counts.forget_before(tx, 9),
    "puzzle_attempts.add": lambda tx: puzzle_attempts.add(tx, ANN.id, "xero-g", 1, solved=True, at=NOON),
    "puzzle_attempts.of_person": lambda tx: puzzle_attempts.of_person(tx, ANN.id),
    "puzzle_attempts.count": lambda tx: puzzle_attempts.count(tx, ["xero-g"]),
    "puzzle_attempts.count_one": lambda tx: puzzle_attempts.count_one(tx, "xero-g", 1),
    "people.due_digests": lambda tx: people.due_digests(tx, NOON),
    "people.take_digest": lambda tx: people.take_digest(tx, ANN.id, NOON),
    "clocks.guilds": clocks.guilds,
    "clocks.lock_in_guild": lambda tx: clocks.lock_in_guild(tx, 1),
    "clocks.lock_waiting_for": lambda tx: clocks.lock_waiting_for(tx, ANN.id),
    "clocks.oldest_turn": lambda tx: clocks.oldest_turn(tx, 1),
    "clocks.due": lambda tx: clocks.due(tx, NOON, [1]),
    "clocks.shift_intervals": lambda tx: clocks.shift_intervals(tx, 1, NOON, timedelta(hours=1)),
    "clocks.guild_of": lambda tx: clocks.guild_of(tx, 1),
    "failed_jobs.retry_times": lambda tx: failed_jobs.retry_times(tx, "clock"),
    "failed_jobs.record_failure": lambda tx: failed_jobs.record_failure(
        tx, "clock", 1, "why", NOON, lambda failures: timedelta(minutes=failures)
    ),
    "failed_jobs.clear": lambda tx: failed_jobs.clear(tx, "clock", 1),
    "outages.ending_after": lambda tx: outages.ending_after(tx, 1, NOON),
    "outages.delete_before": lambda tx: outages.delete_before(tx, 1, NOON),
    "pauses.ending_after": lambda tx: pauses.ending_after(tx, 1, NOON),
    "pauses.end": lambda tx: pauses.end(tx, 1, NOON),
    "pauses.paused": lambda tx: pauses.paused(tx, [1, 2]),
    "thread_archives.schedule": lambda tx: thread_archives.schedule(tx, 1, NOON),
    "thread_archives.due": lambda tx: thread_archives.due(tx, NOON),
    "thread_archives.take": lambda tx: thread_archives.take(tx, 1, NOON),
    "open_seats.close": open_and_close_seat,
    "open_seats.of_matches": lambda tx: open_seats.of_matches(tx, [1, 2]),
    "open_seats.opened_before": lambda tx: open_seats.opened_before(tx, NOON),
    "open_seats.ending_after": lambda tx: open_seats.ending_after(tx, 1, NOON),
    "outbox.open_seat_posts": lambda tx: outbox.open_seat_posts(tx, 1, 1),
    "watchers.add": lambda tx: watchers.add(tx, 1, 1),
    "watchers.remove": lambda tx: watchers.remove(tx, 1, 1),
    "watchers.watched_by": lambda tx: watchers.watched_by(tx, 1),
    "watchers.take": lambda tx: watchers.take(tx, 1),
    "guesses.get": lambda tx: guesses.get(tx, 1, ANN.id),
    "guesses.put": lambda tx: guesses.put(tx, Guess(1, ANN.id, "Ann", 3, 1, 70, 0, source(), NOON)),
    "guesses.of_match": lambda tx: guesses.of_match(tx, 1),
    "guesses.of_server": lambda tx: guesses.of_server(tx, GUILD),
    "guesses.lengths": lambda tx: guesses.lengths(tx, "xero-g", 2, NOON),
    "analyses.get": lambda tx: analyses.get(tx, 1, ANN.id),
    "analyses.put": lambda tx: analyses.put(tx, 1, ANN.id, {"moves": []}),
    "net_days.add": lambda tx: net_days.add(tx, 1, ANN.id, NOON, NOON),
    "net_days.end": lambda tx: net_days.end(tx, 1, NOON),
    "net_days.ending_after": lambda tx: net_days.ending_after(tx, 1, NOON),
    "net_days.begun_after": lambda tx: net_days.begun_after(tx, ANN.id, NOON),
    "net_days.current": lambda tx: net_days.current(tx, [1, 2], NOON),
    "plans.of_match": lambda tx: plans.of_match(tx, 1),
    "plans.replace": lambda tx: plans.replace(tx, 1, 1, 1, {"d5": ["e6"]}, 9),
    "plans.keep": lambda tx: plans.keep(tx, 1, 1, 2, {}),
    "profiles.ended_matches": lambda tx: profiles.ended_matches(tx, ANN.id),
    "ratings.add": lambda tx: ratings.add(tx, [StoredRating(1, ANN.id, "xero-g", NOON, 1, 1.0, 25.0, 8.0)]),
    "ratings.of_match": lambda tx: ratings.of_match(tx, 1),
    "ratings.of_person": lambda tx: ratings.of_person(tx, "xero-g", ANN.id),
    "ratings.all_of_person": lambda tx: ratings.all_of_person(tx, ANN.id),
    "ratings.before": lambda tx: ratings.before(tx, "xero-g", [ANN.id, BOB.id], NOON),
    "ratings.since": lambda tx: ratings.since(tx, "xero-g", NOON),
    "ratings.remove_since": lambda tx: ratings.remove_since(tx, "xero-g", NOON),
    "ratings.standings": lambda tx: ratings.standings(tx, "xero-g"),
    "ratings.standings here": lambda tx: ratings.standings(tx, "xero-g", 1),
    "saved_states.of_match": lambda tx: saved_states.of_match(tx, 1),
    "saved_states.replace": lambda tx: saved_states.replace(tx, SavedState(1, 32, 32, 1, b"")),
    "saved_states.remove": lambda tx: saved_states.remove(tx, 1),
    "events.between": lambda tx: events.between(tx, 1, 32, 40),
    "reviews.ask": lambda tx: reviews.ask(tx, 1, NOON),
    "reviews.store": lambda tx: reviews.store(tx, 1, {"curve": []}),
    "time_records.of_people": lambda tx: time_records.of_people(tx, [ANN.id, BOB.id], "late"),
    "corrections.add": lambda tx: corrections.add(tx, Correction(1, 1, ANN.id, NOON, [1, 1])),
    "corrections.of_matches": lambda tx: corrections.of_matches(tx, [1, 2]),
    "pairings.of_tournament": lambda tx: pairings.of_tournament(tx, 1),
    "pairings.of_match": lambda tx: pairings.of_match(tx, 1),
    "pairings.ended": pairings.ended,
    "pairings.to_leave": pairings.to_leave,
    "pairings.has_moved": lambda tx: pairings.has_moved(tx, 1, ANN.id),
    "pairings.begin": lambda tx: pairings.begin(tx, 1, 1),
    "pairings.settle": lambda tx: pairings.settle(tx, 1, [PairingSeat(ANN.id, 1)], NOON),
    "tournaments.get": lambda tx: tournaments.get(tx, 1),
    "tournaments.lock": lambda tx: tournaments.lock(tx, 1),
    "tournaments.by_source": lambda tx: tournaments.by_source(tx, 1),
    "tournaments.next_season": lambda tx: tournaments.next_season(tx, 1),
    "tournaments.in_guild": lambda tx: tournaments.in_guild(tx, GUILD),
    "tournaments.due": lambda tx: tournaments.due(tx, NOON),
    "tournaments.change": lambda tx: tournaments.change(tx, 1, stage=1),
    "tournaments.people": lambda tx: tournaments.people(tx, 1),
    "tournaments.leave": lambda tx: tournaments.leave(tx, 1, ANN.id),
    "tournaments.change_person": lambda tx: tournaments.change_person(tx, 1, ANN.id, warned=True),
    "vacations.ending_after": lambda tx: vacations.ending_after(tx, ANN.id, NOON),
    "vacations.ended_before": lambda tx: vacations.ended_before(tx, NOON),
    "waiting_rows.of_match": lambda tx: waiting_rows.of_match(tx, 1),
    "vacations.away": lambda tx: vacations.away(tx, [ANN.id, BOB.id], NOON),
    "vacations.move_end": lambda tx: vacations.move_end(tx, ANN.id, NOON, NOON),
    "web_sessions.add": lambda tx: web_sessions.add(tx, ANN.id, "hash", "link", "Firefox", NOON),
    "web_sessions.add_burnt_link": lambda tx: web_sessions.add_burnt_link(tx, "link", NOON),
    "web_sessions.is_used": lambda tx: web_sessions.is_used(tx, "link"),
    "web_sessions.find": lambda tx: web_sessions.find(tx, "hash"),
    "web_sessions.of_user": lambda tx: web_sessions.of_user(tx, ANN.id, NOON),
    "web_sessions.set_used": lambda tx: web_sessions.set_used(tx, 1, NOON),
    "web_sessions.end": lambda tx: web_sessions.end(tx, ANN.id),
    "web_sessions.end one": lambda tx: web_sessions.end(tx, ANN.id, 1),
    "web_sessions.exist_before": lambda tx: web_sessions.exist_before(tx, NOON, NOON),
    "web_sessions.forget_before": lambda tx: web_sessions.forget_before(tx, NOON, NOON),
    "blocks.add": lambda tx: blocks.add(tx, GUILD, Block(ANN.id, BOB.id, NOON, "spam")),
    "blocks.remove": lambda tx: blocks.remove(tx, GUILD, ANN.id),
    "blocks.among": lambda tx: blocks.among(tx, GUILD, [ANN.id, BOB.id]),
    "blocks.of_guild": lambda tx: blocks.of_guild(tx, GUILD),
    "blocks.count_of_person": lambda tx: blocks.count_of_person(tx, ANN.id),
    "audit_log.add": lambda tx: audit_log.add(tx, GUILD, 9, AuditEntry(ANN.id, "abandon", NOON, match_id=1)),
    "audit_log.has_source": lambda tx: audit_log.has_source(tx, 9),
    "audit_log.count": lambda tx: audit_log.count(tx, GUILD),
    "audit_log.page": lambda tx: audit_log.page(tx, GUILD, offset=0, limit=10),
    "audit_log.exist_before": lambda tx: audit_log.exist_before(tx, NOON),
    "audit_log.forget_before": lambda tx: audit_log.forget_before(tx, NOON),
    "key_value.read": lambda tx: key_value.read(tx, "k"),
    "key_value.write": lambda tx: key_value.write(tx, "k", "v"),
}


async def plan(tx: Tx, call: Callable[[Tx], Awaitable[object]]) -> list[str]:
    """Return what SQLite says it does for each statement of a call."""
    statements: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:  # noqa: FBT001 - SQLAlchemy calls it
        if "SAVEPOINT" not in statement:
            statements.append((statement, parameters))

    connection = tx.sync_connection
    assert connection is not None
    event.listen(connection, "before_cursor_execute", note)
    await call(tx)
    event.remove(connection, "before_cursor_execute", note)
    assert statements
    return [
        str(row.detail)
        for statement, parameters in statements
        for row in await tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
    ]


@pytest.mark.parametrize("name", CALLS)
async def test_no_call_reads_a_whole_table(database: Database, name: str) -> None:
    async with database.write() as tx, tx.begin_nested() as changed:
        steps = await plan(tx, CALLS[name])
        await changed.rollback()
    # The index of open posts holds these alone, so that reading all of it is reading what there is to do; `due` are
    # those found in it, which windows rank. A query of no table, which asks whether others have rows, reads a constant
    # row.
    harmless = ("ix_outbox_pending", "SCAN due", "SCAN fair", "SCAN (subquery-", "SCAN CONSTANT ROW")
    scans = [step for step in steps if step.startswith("SCAN") and not any(each in step for each in harmless)]
    assert scans == []


async def test_a_query_without_an_index_would_be_seen(database: Database) -> None:
    async with database.write() as tx:
        steps = await plan(tx, lambda tx: tx.exec_driver_sql("SELECT * FROM matches WHERE seed = ?", (1,)))
    assert steps == ["SCAN matches"]
