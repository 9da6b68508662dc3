"""Texts of several moves that are read again: they change nothing, and their author isn't asked for them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.request_results import AlreadyDone, MovesQueued
from bot.referee.requests import MoveText
from bot.referee.resign import resign
from bot.referee.turns import play, queue
from storage.queries import queued_moves
from storage.queries.rows import Person
from tests.bot.referee.clock_context import make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def here(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as ready:
        yield ready


async def test_a_text_read_again_when_its_cells_are_taken_is_known_by_its_source(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    first, second, _ = match.seats
    request, text = here.request(second), MoveText("1@d4, 2@e5", match.id)
    queued = await queue.queue_text(here.context, request, text)
    assert isinstance(queued, MovesQueued)
    assert queued.waiting == ("1@d4", "2@e5")
    await play.play_move(here.context, here.request(first), MoveText("3@e5", match.id))
    assert await queue.queue_text(here.context, request, text) == AlreadyDone()
    async with here.context.database.read() as tx:
        assert await queued_moves.of_match(tx, match.id) == {2: ["2@e5"]}


async def test_only_players_who_are_still_in_queue_moves(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    _, second, third = match.seats
    text = MoveText("1@d4, 2@e5", match.id)
    await resign(here.context, here.request(third), match.id)
    for person in (third, Person(99, "Dan")):
        assert await queue.queue_text(here.context, here.request(person), text) is None
    assert isinstance(await queue.queue_text(here.context, here.request(second), text), MovesQueued)
