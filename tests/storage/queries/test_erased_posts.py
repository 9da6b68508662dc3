"""What a deletion takes out of the outbox, beyond the rows that name the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from storage.queries import matches, outbox, read_markers
from storage.queries.erased_posts import Sources, erase_posts
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import DIRECT
from storage.schema import outbox as rows
from tests.storage.samples import ANN, BOB, CHANNEL, CLEO, NOON, new_challenge, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database

FORMER = 7


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
