"""Draws and takebacks by agreement: offered, agreed to by all others, cancelled by whatever happens next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.referee import endings
from bot.referee.errors import RequestRejected
from bot.referee.offers.offers import OfferResult, answer_offer, answer_offer_by_id, make_offer
from bot.referee.requests import AlreadyDone, MoveText
from bot.referee.turns import play
from storage.schema import outbox
from tests.bot.referee.offer_context import (
    ANN,
    BOB,
    CLEO,
    answered,
    begin_match,
    board_words,
    by,
    differences,
    known,
    log_of,
    offered,
    play_moves,
    post_words,
)

if TYPE_CHECKING:
    from bot.referee.context import Context


async def test_a_draw_ends_the_match_once_the_other_agrees(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    offer = await offered(context, match, ANN, "draw")
    assert await post_words(context, match, offer) == (
        f"**Ann** offers a draw in **Martian Life #{match.id}**. <@2>, do you agree?\n"
        f"-# offer {offer} \u00b7 until the next move \u00b7 or `/match agree #{match.id}`, `/match refuse #{match.id}`"
    )
    with pytest.raises(RequestRejected, match="the others have to agree"):
        await answered(context, offer, ANN)
    await answered(context, offer, BOB)
    drawn = await known(context, match)
    last = (await log_of(context, match))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("draw", 2, BOB.id, "agreed")
    assert (drawn.to_move, drawn.position) == (None, match.position)
    assert drawn.ended_at
    said = await board_words(context, drawn)
    assert said.startswith(f"**Martian Life #{match.id} is drawn**: by agreement, after 1 move in ")
    assert await post_words(context, match, offer) == f"**Ann** offered a draw in **Martian Life #{match.id}**: agreed."
    assert await differences(context) == []
    for call in (
        play.play_move(context, by(BOB), MoveText("b7", match.id)),
        answered(context, offer, BOB, agrees=False),
    ):
        with pytest.raises(RequestRejected, match="ended"):
            await call


async def test_of_three_both_others_must_agree_except_a_player_who_left(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    offer = await offered(context, match, BOB, "draw")
    await answered(context, offer, ANN)
    assert (await known(context, match)).ended_at is None
    assert "<@3>, do you agree?\nSo far **Ann** agrees." in await post_words(context, match, offer)
    with pytest.raises(RequestRejected, match=r"You've already agreed to that in #\d+\. It's up to \*\*Cleo\*\* now"):
        await answered(context, offer, ANN)
    await answered(context, offer, CLEO)
    assert (await known(context, match)).ended_at
    other = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    await endings.resign(context, by(CLEO), other.id)
    offer = await offered(context, other, BOB, "draw")
    with pytest.raises(RequestRejected, match="already left"):
        await answered(context, offer, CLEO)
    await answered(context, offer, ANN)
    drawn = await known(context, other)
    said = await board_words(context, drawn)
    assert (
        f"**Ann** and **Bob** share first place in **Zyrcan #{other.id}**: a draw agreed on by all who were still in"
        in said
    )
    assert "1. **Ann**\n1. **Bob**\n3. **Cleo**" in said


async def test_my_draw_in_answer_to_yours_agrees(context: Context) -> None:
    match = await begin_match(context)
    await offered(context, match, ANN, "draw")
    with pytest.raises(RequestRejected, match="You already did"):
        await make_offer(context, by(ANN), match.id, "draw")
    done = await make_offer(context, by(BOB), match.id, "draw")
    assert isinstance(done, OfferResult)
    assert done.match.ended_at


async def test_of_a_move_and_an_agreed_offer_at_once_one_wins(context: Context) -> None:
    for number in range(6):
        match = await play_moves(context, await begin_match(context), "e4+")
        offer = await offered(context, match, ANN, ("draw", "takeback")[number % 2])
        calls: list[Any] = [answered(context, offer, BOB), play.play_move(context, by(BOB), MoveText("b7", match.id))]
        outcomes = await asyncio.gather(*(calls if number < 3 else reversed(calls)), return_exceptions=True)
        (lost,) = [one for one in outcomes if isinstance(one, Exception)]
        assert isinstance(lost, RequestRejected)
        assert (await known(context, match)).seq == 2
    assert await differences(context) == []


async def test_whatever_happens_next_cancels_an_offer(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    draw, takeback = await offered(context, match, ANN, "draw"), await offered(context, match, ANN, "takeback")
    await play_moves(context, match, "b7")
    for offer in (draw, takeback):
        with pytest.raises(RequestRejected, match="is closed: the match went on"):
            await answered(context, offer, BOB)
        assert (await post_words(context, match, offer)).endswith(": the match went on.")
    async with context.database.read() as tx:
        query = select(outbox.c.body).where(outbox.c.kind == "answered").order_by(outbox.c.id)
        assert list((await tx.execute(query)).scalars()) == [{"offer": draw}, {"offer": takeback}]


async def test_after_a_refusal_the_same_seat_waits_for_its_next_move(context: Context) -> None:
    match = await begin_match(context)
    await answered(context, await offered(context, match, ANN, "draw"), BOB, agrees=False)
    with pytest.raises(RequestRejected, match="You can ask again after your next move"):
        await offered(context, match, ANN, "draw")
    await answered(context, await offered(context, match, BOB, "draw"), BOB, agrees=False)
    with pytest.raises(RequestRejected, match="it was withdrawn"):
        await offered(context, match, BOB, "draw")
    match = await play_moves(context, match, "e4+")
    await offered(context, match, ANN, "draw")


async def test_nobody_but_the_players_has_a_say(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    offer = await offered(context, match, ANN, "takeback")
    with pytest.raises(RequestRejected, match="You don't play"):
        await answered(context, offer, CLEO)
    with pytest.raises(RequestRejected, match="There is no match"):
        await answer_offer_by_id(context, by(BOB, guild_id=7), offer, agrees=True)
    with pytest.raises(RequestRejected, match="no such offer"):
        await answered(context, 999, BOB)
    with pytest.raises(RequestRejected, match=r"Ann.* asks to take back a move"):
        await offered(context, match, BOB, "takeback")
    assert (await known(context, match)).seq == 1


async def test_the_same_message_counts_once(context: Context) -> None:
    match = await begin_match(context)
    request = by(ANN)
    assert isinstance(await make_offer(context, request, match.id, "draw"), OfferResult)
    assert isinstance(await make_offer(context, request, match.id, "draw"), AlreadyDone)
    agrees = by(BOB)
    assert isinstance(await answer_offer(context, agrees, match.id, None, agrees=True), OfferResult)
    assert isinstance(await answer_offer(context, agrees, match.id, None, agrees=True), AlreadyDone)
    assert (await known(context, match)).seq == 1


async def test_an_answer_is_to_no_offer_that_came_after_it(context: Context) -> None:
    match, early = await begin_match(context), by(BOB)
    await offered(context, match, ANN, "draw")
    with pytest.raises(RequestRejected, match="before that offer was made"):
        await answer_offer(context, early, match.id, None, agrees=True)
    done = await make_offer(context, early, match.id, "draw")
    assert isinstance(done, OfferResult)
    assert done.match.ended_at


async def test_where_two_offers_stand_the_answer_says_which(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    with pytest.raises(RequestRejected, match="Nothing is on offer"):
        await answer_offer(context, by(BOB), match.id, None, agrees=True)
    await offered(context, match, ANN, "draw")
    await offered(context, match, ANN, "takeback")
    with pytest.raises(RequestRejected, match=r"`/match agree #1 draw` or `/match agree #1 takeback`"):
        await answer_offer(context, by(BOB), match.id, None, agrees=True)
    done = await answer_offer(context, by(BOB), match.id, "takeback", agrees=True)
    assert isinstance(done, OfferResult)
    assert (done.match.seq, done.match.ended_at) == (2, None)
