"""Moves that come as replies to boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import NotAMove
from bot.referee.requests import MoveText, Request, ShownBoard, StaleBoard
from bot.referee.turns.find_match_of_move import resolve_match
from games import GAMES
from storage.queries import matches
from tests.bot.referee.offer_context import ANN, BOB, CLEO, begin_match, make_offer_context
from tests.storage.samples import move

if TYPE_CHECKING:
    from pathlib import Path


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
