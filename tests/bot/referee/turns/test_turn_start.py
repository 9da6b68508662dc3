"""When a turn began: which message or interaction a later text is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.offload import rules_outside_transaction
from bot.referee.resign import resign
from bot.referee.turns.turn_start import turn_start_id
from storage.engine.database import file_url
from storage.tables import outbox
from tests.bot.referee.clock_context import CLEO, DAY, GUILD, make_clock_context
from tests.guild_settings import serve

if TYPE_CHECKING:
    from pathlib import Path

    from storage.tables.rows import Match
    from tests.bot.referee.clock_context import ClockContext


async def turn_start(here: ClockContext, match: Match) -> int:
    @rules_outside_transaction
    async def find() -> int:
        async with here.context.database.read() as tx:
            return await turn_start_id(here.context, tx, await here.match(match.id))

    return await find()


async def test_a_turn_begins_with_what_gave_the_player_the_move(tmp_path: Path) -> None:
    async with make_clock_context(file_url(tmp_path / "turnpost.db")) as here:
        match = await here.begin("none", "zyrcan", 3)
        assert await turn_start(here, match) == next(here.sources) - 1, "what the last player accepted with"
        for _ in range(2):
            await here.move(match.id)
            assert await turn_start(here, match) == next(here.sources) - 1
        moved = await turn_start(here, match)
        assert (await here.match(match.id)).to_move == 3
        await resign(here.context, here.request(match.seats[0]), match.id)
        assert await turn_start(here, match) == moved, "it was another's turn"
        await resign(here.context, here.request(CLEO), match.id)
        assert await turn_start(here, match) == next(here.sources) - 1


async def test_after_a_late_seat_was_taken_out_a_turn_begins_with_its_board(tmp_path: Path) -> None:
    async with make_clock_context(file_url(tmp_path / "turnpost.db")) as here:
        await serve(here.context, GUILD, timeout="ends")
        match = await here.begin("1d", "zyrcan", 3)
        begun = await turn_start(here, match)
        await here.tick()
        await here.pass_time(DAY)
        late = await here.match(match.id)
        assert late.to_move == 2
        assert await turn_start(here, match) == begun, "as long as its board isn't posted"
        async with here.context.database.write() as tx:
            board = await outbox.board(tx, match.id, late.seq)
            assert board
            await outbox.mark_sent(tx, board.id, channel_id=2, message_id=7777, at=here.time)
        assert await turn_start(here, match) == 7777
