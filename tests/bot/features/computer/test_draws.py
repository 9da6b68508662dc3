"""A draw that a person offers while Turnpost thinks about its move: it's answered before that move closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engines.pool import EnginePool
from bot.features.computer import ThoughtPosts
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from games import GAMES
from storage.queries import offers
from storage.queries.rows import Match, Post
from tests.bot.referee.offer_context import ANN, NOON, by, known, log_of, make_offer_context, offered, play_moves

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_draw_offered_while_turnpost_thinks_is_answered(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "record.db") as context:
        pool = EnginePool(context.engine)
        terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, computers=1)
        match = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
        assert isinstance(match, Match)
        match = await play_moves(context, match, "c3")
        offer = await offered(context, match, ANN, "draw")
        row = Post(1, "m1:think", "think", {}, match.id, None, match.seq, NOON, 0)
        await ThoughtPosts(context, pool).think(row)
        await pool.close()
        async with context.database.read() as tx:
            status = (await offers.require(tx, offer)).status
        kinds = [event.kind for event in await log_of(context, match)]
        assert (status, kinds) in [("declined", ["move", "move"]), ("agreed", ["move", "draw"])]
        assert (await known(context, match)).to_move in {1, None}
