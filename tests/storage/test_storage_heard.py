from __future__ import annotations

from typing import TYPE_CHECKING

from storage_samples import ANN, CHANNEL, NOON, THREAD, move, new_challenge, new_match, source

from storage import heard, matches, outbox
from storage.heard import Heard

if TYPE_CHECKING:
    from storage.database import Database

MANY = 1200
"""More ids than fit into one query."""


async def test_how_far_was_heard_never_goes_back_and_keeps_its_user(database: Database) -> None:
    async with database.write() as tx:
        await heard.note(tx, {1: Heard(50), 2: Heard(60, ANN.id)})
        await heard.note(tx, {1: Heard(40), 2: Heard(70), 3: Heard(5)})
        assert await heard.everything(tx) == {1: Heard(50), 2: Heard(70, ANN.id), 3: Heard(5)}


async def test_many_channels_can_be_noted_at_once(database: Database) -> None:
    news = {channel: Heard(channel + 1) for channel in range(1, MANY)}
    async with database.write() as tx:
        await heard.note(tx, news)
        await heard.note(tx, {channel: Heard(2 * MANY) for channel in news})
        assert set((await heard.everything(tx)).values()) == {Heard(2 * MANY)}


async def test_homes_are_the_channels_and_threads_of_active_matches(database: Database) -> None:
    async with database.write() as tx:
        threaded = await new_match(tx, channel_id=CHANNEL + 1)
        await matches.set_thread(tx, threaded.id, THREAD)
        await new_match(tx)
        over = await new_match(tx, channel_id=CHANNEL + 2)
        await move(tx, over, to_move=None)
        everywhere = [CHANNEL, CHANNEL + 1, CHANNEL + 2, THREAD]
        assert await heard.homes(tx, everywhere) == {CHANNEL, THREAD}


async def test_what_made_an_event_a_challenge_or_an_answer_was_acted_on(database: Database) -> None:
    played, issued, asked = source(), source(), source()
    async with database.write() as tx:
        await new_challenge(tx, source_id=issued)
        await move(tx, await new_match(tx), source_id=played)
        await outbox.put(tx, lane="a", kind="show", body={}, at=NOON, source_id=asked)
        assert await heard.acted_on(tx, [played, issued, asked, *range(1, MANY)]) == {played, issued, asked}


async def test_a_match_was_opened_by_whoever_brought_its_first_board_about(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        assert await outbox.opened_by(tx, match.id) is None
        await outbox.put(tx, lane="a", kind="board", body={}, at=NOON, match_id=match.id, seq=0, source_id=77)
        await outbox.put(tx, lane="a", kind="board", body={}, at=NOON, match_id=match.id, seq=1)
        assert await outbox.opened_by(tx, match.id) == 77
