"""What becomes of the rows of a person who is erased, and that those of others stay."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from storage.queries import challenges, deletions, events, people, watchers
from storage.queries.erasure import erase
from storage.queries.rows import NewEvent
from tests.storage.samples import ANN, BOB, HOUR, NOON, move, new_challenge, new_match, source

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
            await deletions.request(tx, person.id, NOON)
        await erase(tx, ANN.id, FORMER, source, ())
        assert await people.preferences(tx, ANN.id) == {}
        assert await people.preferences(tx, BOB.id) == {"buttons": "off"}
        assert await watchers.take(tx, match.id) == [BOB.id]
        assert [each.user_id for each in await deletions.everyone(tx)] == [ANN.id, BOB.id], "until it is carried out"
