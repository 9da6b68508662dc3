"""Every column that can hold something about a person is listed, and PRIVACY.md lists the same.

A column that a migration adds fails here until somebody has decided whether it's about a person. If it is, it goes into
PRIVACY.md and, if it's an id, into `storage/queries/personal_data.py`; else into a list here, and `erasure` must erase
it.
"""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Boolean, Column, Double, Integer

from bot.features.privacy import TABLES
from storage.column_types import UtcDateTime
from storage.engine.database import Database
from storage.queries import notes, personal_data, plans, queued_moves
from storage.schema import (
    audit_log,
    blocks,
    challenge_people,
    challenges,
    crowd_members,
    events,
    failed_jobs,
    guesses,
    matches,
    metadata,
    notes as note_table,
    offer_votes,
    offers,
    outbox,
    plans as plan_table,
    proposals,
    queued_moves as queue_table,
    read_markers,
    seats,
    tournament_people,
    tournaments,
    votes,
)
from tests.storage.queries.test_server_matches import substitute
from tests.storage.samples import ANN, BOB, CLEO, NOON, new_match, source

PAGE = Path(__file__).parents[3] / "PRIVACY.md"
NAMES = (
    *(challenge_people.c.name, crowd_members.c.name, seats.c.name, tournament_people.c.name, guesses.c.name),
    events.c.text,
)
"""Names of people; of the events, those by which somebody gave a seat up."""
WRITTEN = (note_table.c.text, plan_table.c.tree, queue_table.c.moves, blocks.c.reason)
"""What a person wrote in a match, by their seat; why somebody was blocked."""
POSTS = (outbox.c.body, outbox.c.lane, failed_jobs.c.key)
"""Ids of people in what is to be said or done, or was."""
PLACES = (matches.c.channel_id, challenges.c.channel_id, outbox.c.channel_id, read_markers.c.channel_id)
"""Channels, of which those for direct messages are each a person's own."""
SOURCES = tuple(
    table.c.source_id
    for table in (
        *(events, challenges, offers, note_table, plan_table, queue_table, tournaments, audit_log, outbox, guesses),
        *(crowd_members, proposals, votes, offer_votes),
    )
)
"""Messages and interactions, which Discord knows the authors of."""
IDS = (*personal_data.RENAMED, *personal_data.DELETED, *personal_data.KEPT)
LISTED = {f"{column.table.name}.{column.name}" for column in (*IDS, *NAMES, *WRITTEN, *POSTS, *PLACES, *SOURCES)}

OF_SERVERS = {
    "audit_log.details",
    "audit_log.guild_id",
    "beats.guild_id",
    "blocks.guild_id",
    "challenges.guild_id",
    "crowds.name",
    "crowds.role_id",
    "deleted_channels.channel_id",
    "guilds.guild_id",
    "guilds.settings",
    "matches.guild_id",
    "matches.thread_id",
    "outages.guild_id",
    "tournaments.channel_id",
    "tournaments.guild_id",
    "tournaments.message_id",
}
"""Ids of servers, their channels and posts there, and what their managers chose, and why."""
OF_MATCHES = {
    "challenges.clock",
    "challenges.game",
    "challenges.look",
    "challenges.options",
    "challenges.origin_id",
    "challenges.rematch_of",
    "challenges.start",
    "challenges.status",
    "clocks.control",
    "clocks.due",
    "clocks.left",
    "corrections.places",
    "events.kind",
    "matches.game",
    "matches.look",
    "matches.options",
    "matches.origin_id",
    "matches.position",
    "matches.public_id",
    "matches.seed",
    "matches.start",
    "offers.agreed",
    "offers.kind",
    "offers.status",
    "open_seats.status",
    "outcomes.ending",
    "outcomes.game",
    "outcomes.options",
    "outcomes.ply_1",
    "outcomes.ply_2",
    "outcomes.ply_3",
    "proposals.text",
    "reviews.content",
    "saved_states.state",
    "tournaments.clock",
    "tournaments.game",
    "tournaments.kind",
    "tournaments.name",
    "tournaments.options",
    "tournaments.previous_id",
    "tournaments.status",
}
"""What is played and how it went, by seats; what an event is called stands for all of its people."""
WITH_THEIR_ROW = {
    "analyses.tree",
    "heard.message_id",
    "people.look",
    "people.preferences",
    "puzzle_attempts.game",
    "ratings.game",
    "web_sessions.browser",
    "web_sessions.link",
    "web_sessions.token_hash",
}
"""What belongs to the person whom the row is about."""
OF_THE_BOT = {
    "audit_log.action",
    "meta.key",
    "meta.value",
    "outbox.claimed_by",
    "outbox.destination",
    "outbox.given_up_for",
    "outbox.kind",
    "outbox.message_id",
    "set_aside_jobs.kind",
    "set_aside_jobs.reason",
}
"""The bot's own messages and state."""
NOT_LISTED = OF_SERVERS | OF_MATCHES | WITH_THEIR_ROW | OF_THE_BOT


def can_name_a_person(column: Column[object]) -> bool:
    """Return whether a column's type has room for ids of Discord or for words, and it's no number of a row."""
    is_number = column.name == "id" or bool(column.foreign_keys)
    is_small = type(column.type) is Integer or isinstance(column.type, Boolean | Double | UtcDateTime)
    return not is_number and not is_small


def test_each_column_that_could_name_a_person_was_judged() -> None:
    judged = {
        f"{table.name}.{each.name}" for table in metadata.sorted_tables for each in table.c if can_name_a_person(each)
    }
    assert judged == LISTED | NOT_LISTED
    assert not LISTED & NOT_LISTED


def test_the_page_about_privacy_lists_the_same_columns() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+\.\w+)`", row)} == LISTED


async def test_what_is_shown_has_a_heading_for_each_table(url: str) -> None:
    database = await Database.open(url)
    try:
        async with database.read() as tx:
            shown = await personal_data.rows_of(tx, 1, ())
    finally:
        await database.close()
    assert set(shown) == set(TABLES)
    about = {name.split(".")[0] for name in LISTED}
    assert about - set(shown) == {"offers"}  # offers are of seats, and say nothing that the events don't


async def test_the_rows_of_a_person_have_their_plans_and_queued_moves_alone(database: Database) -> None:
    async with database.write() as tx:
        made = [await new_match(tx, seats=(ANN, BOB)), await new_match(tx, seats=(BOB, ANN))]
        for match in made:
            for seat, person in enumerate(match.seats, 1):
                await plans.replace(tx, match.id, seat, 0, {"of": person.name}, source())
                await queued_moves.replace(tx, match.id, seat, [person.name], source())
        shown = await personal_data.rows_of(tx, ANN.id, ())

    assert {(row["match_id"], row["seat"]): row["tree"] for row in shown["plans"]} == {
        (made[0].id, 1): {"of": ANN.name},
        (made[1].id, 2): {"of": ANN.name},
    }
    assert [row["moves"] for row in shown["queued_moves"]] == [ANN.name] * 2


async def test_the_matches_of_a_person_are_those_in_which_they_have_or_had_a_seat(database: Database) -> None:
    async with database.write() as tx:
        has = await new_match(tx, seats=(BOB, ANN))
        had, others = await new_match(tx, seats=(BOB, CLEO)), await new_match(tx, seats=(BOB, CLEO))
        await substitute(tx, had, ANN)
        await substitute(tx, others, CLEO)
        for match in (had, others):
            await notes.add(tx, match, 1, "a plan", source_id=source(), at=NOON)

        assert await personal_data.matches_of(tx, ANN.id) == [has.id, had.id]
        assert await personal_data.matches_with_notes(tx, ANN.id) == [had.id]
