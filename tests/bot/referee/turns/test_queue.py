"""Texts of several moves that are read again: they change nothing, and their author isn't asked for them again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone, MovesQueued, MoveText
from bot.referee.turns import play, queue
from storage.queries import queued_moves
from storage.queries.rows import Person

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


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


async def test_a_text_of_too_many_moves_is_rejected_before_the_moves_are_read(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    for count, reason in (
        (queue.MOST_MOVES, "because of move 2"),
        (queue.MOST_MOVES + 1, f"at most {queue.MOST_MOVES}"),
    ):
        text = MoveText(", ".join(["1@d4"] * count), match.id)
        with pytest.raises(RequestRejected, match=reason):
            await queue.queue_text(here.context, here.request(match.seats[1]), text)
    assert await queue.queue_text(here.context, here.request(match.seats[1]), MoveText("1@d4", match.id)) is None


async def test_moves_of_the_player_to_move_are_played_until_others_are_to_move(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    first, second, _ = match.seats
    queued = await queue.queue_text(here.context, here.request(first), MoveText("1@d4; 2@e5", match.id))
    assert isinstance(queued, MovesQueued)
    assert (queued.played, queued.waiting, queued.match.to_move) == (1, ("2@e5",), 2)
    assert await queue.cancel_queue(here.context, here.request(second), match.id) is False
    assert await queue.cancel_queue(here.context, here.request(first), match.id) is True
    assert await queue.cancel_queue(here.context, here.request(first), match.id) is False


async def test_several_moves_are_queued_only_where_one_match_is_meant_whose_game_is_known(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    request, text = here.request(match.seats[1]), MoveText("1@d4, 2@e5")
    others = replace(here.context, games={"xero-g": here.context.games["xero-g"]})
    assert await queue.queue_text(others, request, text) is None
    other = await here.begin("none", "zyrcan", 3)
    assert await queue.queue_text(here.context, request, text) is None
    await resign(here.context, here.request(match.seats[0]), other.id)
    await resign(here.context, here.request(match.seats[2]), other.id)
    assert await queue.queue_text(here.context, request, MoveText(text.text, other.id)) is None
    assert isinstance(await queue.queue_text(here.context, request, text), MovesQueued)
