"""Draws and takebacks by agreement: offered, agreed to by all others, cancelled by whatever happens next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.referee import agreements, leaving, turns
from bot.referee.answers import Again, Refused
from bot.referee.asked import Named
from storage.schema import outbox
from tests.referee.agreement_table import (
    ANN,
    BOB,
    CLEO,
    agreement_table,
    answered,
    begun,
    board_words,
    by,
    differences,
    known,
    log_of,
    moved,
    offered,
    post_words,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.table import Table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncGenerator[Table]:
    async with agreement_table(tmp_path / "turnpost.db") as made:
        yield made


async def test_a_draw_ends_the_match_once_the_other_agrees(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+")
    offer = await offered(table, match, ANN, "draw")
    assert await post_words(table, match, offer) == (
        f"**Ann** offers a draw in **Martian Life #{match.id}**. <@2>, do you agree?\n"
        f"-# offer {offer} \u00b7 until the next move \u00b7 or `/agree #{match.id}`, `/refuse #{match.id}`"
    )
    with pytest.raises(Refused, match="for the others to agree"):
        await answered(table, offer, ANN)
    await answered(table, offer, BOB)
    drawn = await known(table, match)
    last = (await log_of(table, match))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("draw", 2, BOB.id, "agreed")
    assert (drawn.to_move, drawn.position) == (None, match.position)
    assert drawn.ended_at
    said = await board_words(table, drawn)
    assert said.startswith(f"**Martian Life #{match.id} is drawn**: by agreement, after 1 move in ")
    assert await post_words(table, match, offer) == f"**Ann** offered a draw in **Martian Life #{match.id}**: agreed."
    assert await differences(table) == []
    for call in (turns.move(table, by(BOB), Named("b7", match.id)), answered(table, offer, BOB, agrees=False)):
        with pytest.raises(Refused, match="is over since"):
            await call


async def test_of_three_all_others_must_agree_and_who_left_is_not_asked(table: Table) -> None:
    match = await begun(table, "zyrcan", (ANN, BOB, CLEO))
    offer = await offered(table, match, BOB, "draw")
    await answered(table, offer, ANN)
    assert (await known(table, match)).ended_at is None
    assert "<@3>, do you agree?\nSo far **Ann** agrees." in await post_words(table, match, offer)
    assert isinstance(await answered(table, offer, ANN), Again)
    await answered(table, offer, CLEO)
    assert (await known(table, match)).ended_at
    other = await begun(table, "zyrcan", (ANN, BOB, CLEO))
    await leaving.resign(table, by(CLEO), other.id)
    offer = await offered(table, other, BOB, "draw")
    with pytest.raises(Refused, match="You have left"):
        await answered(table, offer, CLEO)
    await answered(table, offer, ANN)
    drawn = await known(table, other)
    said = await board_words(table, drawn)
    assert (
        f"**Ann** and **Bob** share first place in **Zyrcan #{other.id}**: a draw agreed on by all who were still in"
        in said
    )
    assert "1. **Ann**\n1. **Bob**\n3. **Cleo**" in said


async def test_my_draw_in_answer_to_yours_agrees(table: Table) -> None:
    match = await begun(table)
    await offered(table, match, ANN, "draw")
    with pytest.raises(Refused, match="You did so already"):
        await agreements.offer(table, by(ANN), match.id, "draw")
    done = await agreements.offer(table, by(BOB), match.id, "draw")
    assert isinstance(done, agreements.Done)
    assert done.match.ended_at


async def test_of_a_move_and_an_agreement_at_once_one_wins(table: Table) -> None:
    for number in range(6):
        match = await moved(table, await begun(table), "e4+")
        offer = await offered(table, match, ANN, ("draw", "takeback")[number % 2])
        calls: list[Any] = [answered(table, offer, BOB), turns.move(table, by(BOB), Named("b7", match.id))]
        outcomes = await asyncio.gather(*(calls if number < 3 else reversed(calls)), return_exceptions=True)
        (lost,) = [one for one in outcomes if isinstance(one, Exception)]
        assert isinstance(lost, Refused)
        assert (await known(table, match)).seq == 2
    assert await differences(table) == []


async def test_whatever_happens_next_cancels_an_offer(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+")
    draw, takeback = await offered(table, match, ANN, "draw"), await offered(table, match, ANN, "takeback")
    await moved(table, match, "b7")
    for offer in (draw, takeback):
        with pytest.raises(Refused, match="stands no longer: the match went on"):
            await answered(table, offer, BOB)
        assert (await post_words(table, match, offer)).endswith(": the match went on.")
    async with table.database.read() as tx:
        query = select(outbox.c.body).where(outbox.c.kind == "answered").order_by(outbox.c.id)
        assert list((await tx.execute(query)).scalars()) == [{"offer": draw}, {"offer": takeback}]


async def test_after_a_refusal_the_same_seat_waits_for_its_next_move(table: Table) -> None:
    match = await begun(table)
    await answered(table, await offered(table, match, ANN, "draw"), BOB, agrees=False)
    with pytest.raises(Refused, match="You can ask again after your next move"):
        await offered(table, match, ANN, "draw")
    await answered(table, await offered(table, match, BOB, "draw"), BOB, agrees=False)
    with pytest.raises(Refused, match="it was withdrawn"):
        await offered(table, match, BOB, "draw")
    match = await moved(table, match, "e4+")
    await offered(table, match, ANN, "draw")


async def test_nobody_but_the_players_has_a_say(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+")
    offer = await offered(table, match, ANN, "takeback")
    with pytest.raises(Refused, match="You don't play"):
        await answered(table, offer, CLEO)
    with pytest.raises(Refused, match="There is no match"):
        await agreements.answer_this(table, by(BOB, guild_id=7), offer, agrees=True)
    with pytest.raises(Refused, match="no such offer"):
        await answered(table, 999, BOB)
    with pytest.raises(Refused, match=r"Ann.* asks to take back a move"):
        await offered(table, match, BOB, "takeback")
    assert (await known(table, match)).seq == 1


async def test_the_same_message_counts_once(table: Table) -> None:
    match = await begun(table)
    asked = by(ANN)
    assert isinstance(await agreements.offer(table, asked, match.id, "draw"), agreements.Done)
    assert isinstance(await agreements.offer(table, asked, match.id, "draw"), Again)
    agrees = by(BOB)
    assert isinstance(await agreements.answer(table, agrees, match.id, None, agrees=True), agreements.Done)
    assert isinstance(await agreements.answer(table, agrees, match.id, None, agrees=True), Again)
    assert (await known(table, match)).seq == 1


async def test_an_answer_is_to_no_offer_that_came_after_it(table: Table) -> None:
    match, early = await begun(table), by(BOB)
    await offered(table, match, ANN, "draw")
    with pytest.raises(Refused, match="before that was on offer"):
        await agreements.answer(table, early, match.id, None, agrees=True)
    done = await agreements.offer(table, early, match.id, "draw")
    assert isinstance(done, agreements.Done)
    assert done.match.ended_at


async def test_where_two_offers_stand_the_answer_says_which(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+")
    with pytest.raises(Refused, match="Nothing is on offer"):
        await agreements.answer(table, by(BOB), match.id, None, agrees=True)
    await offered(table, match, ANN, "draw")
    await offered(table, match, ANN, "takeback")
    with pytest.raises(Refused, match=r"`/agree #1 draw` or `/agree #1 takeback`"):
        await agreements.answer(table, by(BOB), match.id, None, agrees=True)
    done = await agreements.answer(table, by(BOB), match.id, "takeback", agrees=True)
    assert isinstance(done, agreements.Done)
    assert (done.match.seq, done.match.ended_at) == (2, None)
