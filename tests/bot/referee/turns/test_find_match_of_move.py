"""Which matches a text can be a move of, where it repeats its author's last move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.requests import AmbiguousMatch, MovePlayed, MoveText, Request
from bot.referee.turns.find_match_of_move import resolve_match
from bot.referee.turns.play import play_move
from storage.queries import outbox
from tests.bot.referee.clock_context import ANN

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext

POSTED = 5000
"""The message with the board after the move that is repeated."""


async def post_board(here: ClockContext, match: Match, seq: int, message_id: int) -> None:
    async with here.context.database.write() as tx:
        board = await outbox.board(tx, match.id, seq)
        assert board
        await outbox.mark_sent(tx, board.id, channel_id=9, message_id=message_id, at=here.time)


async def test_a_repeated_move_is_asked_about_until_its_author_could_see_the_board(here: ClockContext) -> None:
    moved, waiting = [await here.begin("none", "martian-life") for _ in range(2)]
    played = await play_move(here.context, here.request(ANN), MoveText("e4+", moved.id))
    assert isinstance(played, MovePlayed)

    async def found(source_id: int) -> list[int]:
        result = await resolve_match(here.context, Request(ANN.id, source_id, 9, None), MoveText("e4+"))
        return [each.id for each in result.matches] if isinstance(result, AmbiguousMatch) else [waiting.id]

    both = [waiting.id, moved.id]
    assert await found(POSTED + 1) == both, "the board isn't posted yet"
    await post_board(here, moved, 0, POSTED - 9)
    assert await found(POSTED + 1) == both, "only the board before the move is posted"
    await post_board(here, moved, 1, POSTED)
    assert await found(POSTED - 1) == both, "the text was written before"
    command = await play_move(here.context, Request(ANN.id, POSTED - 1, 9, None), MoveText("e4+"))
    assert isinstance(command, AmbiguousMatch)
    assert [each.id for each in command.matches] == both
    assert await found(POSTED + 1) == [waiting.id]
