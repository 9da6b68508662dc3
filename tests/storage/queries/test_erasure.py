"""Deleted people: their ids, and what is erased of them and of their posts."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING

from sqlalchemy import select

from storage.queries import (
    challenges,
    deletions,
    events,
    failed_jobs,
    guesses,
    matches,
    outbox,
    people,
    read_markers,
    watchers,
)
from storage.queries.deletions import Deletion
from storage.queries.erased_posts import Sources, erase_posts
from storage.queries.erasure import erase
from storage.queries.guesses import Guess
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import DIRECT, NewEvent
from storage.schema import outbox as rows
from tests.storage.samples import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    HOUR,
    NOON,
    move,
    new_challenge,
    new_match,
    new_tournament,
    pair,
    source,
)

if TYPE_CHECKING:
    from storage.engine.database import Database

FORMER = 7


async def test_the_messages_of_an_erased_person_get_other_numbers_and_those_of_others_stay(database: Database) -> None:
    own, theirs = source(), source()
    made = count(1)
    async with database.write() as tx:
        issued, accepted = await new_challenge(tx, ANN, BOB), await new_challenge(tx, BOB, ANN)
        match = await move(tx, await new_match(tx), source_id=own)
        await events.append(
            tx,
            match,
            NewEvent(kind="move", seat=2, user_id=BOB.id, text="e5", source_id=theirs, position="after e5", to_move=1),
            at=NOON + 2 * HOUR,
        )
        await erase(tx, ANN.id, FORMER, lambda: next(made), ())
        numbers = [event.source_id for event in await events.of_match(tx, match.id)]
        kept = [(await challenges.require(tx, each.id)).source_id for each in (issued, accepted)]

    assert numbers == [1, theirs]
    assert kept == [2, accepted.source_id]


async def test_what_is_about_a_person_alone_goes_with_them(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        for person in (ANN, BOB):
            await people.set_preferences(tx, person.id, {"buttons": "off"})
            await watchers.add(tx, match.id, person.id)
            await guesses.put(tx, Guess(match.id, person.id, person.name, 3, 1, 70, 0, source(), NOON))
            await deletions.request(tx, person.id, NOON)
        await erase(tx, ANN.id, FORMER, source, ())
        assert await people.preferences(tx, ANN.id) == {}
        assert await people.preferences(tx, BOB.id) == {"buttons": "off"}
        assert await watchers.take(tx, match.id) == [BOB.id]
        assert await guesses.get(tx, match.id, ANN.id) is None
        assert await guesses.get(tx, match.id, BOB.id) is not None
        assert [each.user_id for each in await deletions.everyone(tx)] == [ANN.id, BOB.id], "until it is carried out"


async def test_a_match_of_an_event_is_resigned_once_withdrawing_failed(database: Database) -> None:
    async with database.write() as tx:
        cup = (await new_tournament(tx, ANN, BOB, CLEO)).id
        first, second = await pair(tx, cup, ANN, BOB), await pair(tx, cup, CLEO, ANN)
        outside = await new_match(tx)
        await new_match(tx, seats=(BOB, CLEO))
        await move(tx, await new_match(tx), to_move=None)
        assert await deletions.matches_to_resign(tx) == []
        await deletions.request(tx, ANN.id, NOON)
        assert await deletions.matches_to_resign(tx) == [outside.id]
        await failed_jobs.record_failure(tx, "withdrawal", second.id, "why", NOON, timedelta)
        await failed_jobs.record_failure(tx, "clock", first.id, "why", NOON, timedelta)
        assert await deletions.matches_to_resign(tx) == [second.id, outside.id]


async def test_a_deletion_that_is_asked_for_again_begins_anew_only_once_it_was_done(database: Database) -> None:
    async with database.write() as tx:
        await deletions.request(tx, ANN.id, NOON)
        await deletions.request(tx, ANN.id, NOON + HOUR)
        assert await deletions.lock(tx, ANN.id) == Deletion(ANN.id, NOON, None)
        await deletions.mark_erased(tx, ANN.id, NOON + HOUR)
        await deletions.request(tx, ANN.id, NOON + 2 * HOUR)
        assert await deletions.lock(tx, ANN.id) == Deletion(ANN.id, NOON + 2 * HOUR, None)
        assert await deletions.lock(tx, BOB.id) is None


async def test_words_about_a_persons_match_are_erased_once_they_are_sent(database: Database) -> None:
    body = {"user": BOB.id, "text": "**Ann** accepted."}
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        sent, waiting, elsewhere = [
            await outbox.add(tx, lane="replies", kind="reply", body=body, at=NOON, match_id=about.id)
            for about in (match, match, other)
        ]
        for post in (sent, elsewhere):
            await outbox.mark_sent(tx, post.id, channel_id=CHANNEL, message_id=post.id, at=NOON)
        await erase_posts(tx, ANN.id, FORMER, [match.id], Sources(lambda: 9))
        found = {row.id: row.body for row in await tx.execute(select(rows.c.id, rows.c.body))}
    assert found == {sent.id: body | {"text": ""}, waiting.id: body, elsewhere.id: body}


async def test_words_about_a_persons_challenge_are_erased_and_no_others(database: Database) -> None:
    body = {"user": BOB.id, "text": "**Ann** withdrew it."}
    async with database.write() as tx:
        own, other = await new_challenge(tx, ANN, BOB), await new_challenge(tx, BOB, CLEO)
        sent, elsewhere = [
            await outbox.add(tx, lane="replies", kind="reply", body=body, at=NOON, challenge_id=about.id)
            for about in (own, other)
        ]
        for post in (sent, elsewhere):
            await outbox.mark_sent(tx, post.id, channel_id=CHANNEL, message_id=post.id, at=NOON)
        await erase_posts(tx, ANN.id, FORMER, [], Sources(lambda: 9))
        found = {row.id: row.body for row in await tx.execute(select(rows.c.id, rows.c.body))}
    assert (found[sent.id], found[elsewhere.id]) == (body | {"text": ""}, body)


async def test_a_person_s_comment_on_a_challenge_is_erased_and_others_comments_stay(database: Database) -> None:
    async with database.write() as tx:
        challenge = await new_challenge(tx, ANN, BOB)
        for person in (ANN, BOB):
            body = {"user": CLEO.id, "by": person.id, "word": "not today"}
            await outbox.add(tx, lane="replies", kind="closed", body=body, at=NOON, challenge_id=challenge.id)
        await erase_posts(tx, ANN.id, FORMER, [], Sources(lambda: 9))
        found = (await tx.execute(select(rows.c.body).order_by(rows.c.id))).scalars().all()
    assert [(body["by"], body["word"]) for body in found] == [(FORMER, ""), (BOB.id, "not today")]


async def test_the_channel_of_direct_messages_becomes_zero_wherever_it_stands(database: Database) -> None:
    async with database.write() as tx:
        await read_markers.advance(tx, {55: ReadMarker(1, ANN.id)})
        direct = await new_match(tx, guild_id=DIRECT, channel_id=55)
        for channel, user_id in ((55, ANN.id), (66, ANN.id), (77, BOB.id)):  # only of 55 is known what was read
            body = {"user": user_id, "where": channel}
            post = await outbox.add(tx, lane="a", kind="direct", body=body, at=NOON, match_id=direct.id)
            await outbox.mark_sent(tx, post.id, channel_id=channel, message_id=1, at=NOON)
        await erase_posts(tx, ANN.id, FORMER, [direct.id], Sources(lambda: 9))
        found = await tx.execute(select(rows.c.channel_id, rows.c.body).order_by(rows.c.id))
        assert (await matches.require(tx, direct.id)).channel_id == 0
    erased = (0, {"user": FORMER, "where": 0})
    assert [tuple(row) for row in found] == [erased, erased, (77, {"user": BOB.id, "where": 77})]
