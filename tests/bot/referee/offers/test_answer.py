"""Computer players that answer offered draws: which they answer, for whom, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.offers.offers import answer_draws_as_computers, answer_offer_as_computers
from games import GAMES
from storage.queries import offers
from storage.queries.rows import Match
from tests.bot.referee.offer_context import ANN, begin_match, by, known, offered, play_moves

if TYPE_CHECKING:
    from bot.referee.context import Context


async def begin_with_computers(context: Context, computers: int) -> Match:
    """Begin a match of Ann and computer players, Ann to move."""
    key = "martian-life" if computers == 1 else "zyrcan"
    terms = ChallengeTerms(GAMES[key].info, {}, 1, 1 + computers, {}, computers=computers)
    match = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
    assert isinstance(match, Match)
    return match


async def status(context: Context, offer: int) -> str:
    async with context.database.read() as tx:
        return (await offers.require(tx, offer)).status


@pytest.mark.parametrize("computers", [1, 2])
async def test_all_computer_players_agree_to_a_draw_together(context: Context, computers: int) -> None:
    match = await begin_with_computers(context, computers)
    offer = await offered(context, match, ANN, "draw")
    assert await status(context, offer) == "open"
    await answer_draws_as_computers(context, await known(context, match), agrees=True)
    assert await status(context, offer) == "agreed"
    assert (await known(context, match)).ended_at


async def test_a_draw_that_computer_players_decline_stays_declined(context: Context) -> None:
    match = await begin_with_computers(context, 1)
    offer = await offered(context, match, ANN, "draw")
    await answer_offer_as_computers(context, offer, agrees=False)
    assert await status(context, offer) == "declined"
    await answer_offer_as_computers(context, offer, agrees=True)
    assert await status(context, offer) == "declined"
    assert (await known(context, match)).ended_at is None


async def test_a_draw_offered_before_a_move_is_not_agreed_to_after_it(context: Context) -> None:
    match = await begin_with_computers(context, 1)
    offer = await offered(context, match, ANN, "draw")
    await play_moves(context, match, "e4+")
    await answer_offer_as_computers(context, offer, agrees=True)
    assert (await known(context, match)).ended_at is None


async def test_computers_answer_for_no_person_and_no_other_offer_than_a_draw(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    draw, takeback = [await offered(context, match, ANN, kind) for kind in ("draw", "takeback")]
    await answer_draws_as_computers(context, match, agrees=True)
    await answer_offer_as_computers(context, takeback, agrees=True)
    assert [await status(context, each) for each in (draw, takeback)] == ["open", "open"]
    assert await known(context, match) == match
