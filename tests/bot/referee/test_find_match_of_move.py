"""Which match a text or a reply to a board is a move of, where it repeats its author's last move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import NotAMove
from bot.referee.find_match import resolve_match
from bot.referee.requests import AmbiguousMatch, MovePlayed, MoveText, Request, ShownBoard, StaleBoard
from bot.referee.turns.play import play_move
from games import GAMES
from storage.queries import matches, outbox
from tests.bot.referee.clock_context import ANN, BOB, CLEO
from tests.bot.referee.offer_context import begin_match, make_offer_context
from tests.storage.samples import move

if TYPE_CHECKING:
    from pathlib import Path

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


async def test_a_reply_moves_on_the_board_that_stands_by_the_player_to_move(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await begin_match(context)
        game = GAMES[match.game]
        state = game.start(2, match.options, match.seed)
        (first,) = game.suggest(state, "", 1)
        mover, other = (ANN, BOB) if match.seats[0] == ANN else (BOB, ANN)

        async def reply(user_id: int, text: str = first, seq: int = 0) -> object:
            request = Request(user_id, 9, 2, 1, board=ShownBoard(match.id, seq))
            return await resolve_match(context, request, MoveText(text))

        assert await reply(mover.id) == match
        for user_id, text, seq in (
            (other.id, first, 0),
            (CLEO.id, first, 0),
            (mover.id, "hello", 0),
            (mover.id, first, 1),
        ):
            with pytest.raises(NotAMove):
                await reply(user_id, text, seq)
        async with context.database.write() as tx:
            seen = await matches.require(tx, match.id)
            await move(tx, seen, first)
        stale = await reply(mover.id)
        assert isinstance(stale, StaleBoard)
        assert stale.note
