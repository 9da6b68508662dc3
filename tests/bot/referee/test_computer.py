"""Computer players that are lost: they ask once whether to resign, play on meanwhile, and resign once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.features.offers import offer_buttons
from bot.referee import endings
from bot.referee.challenges.answer import accept_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import answer_draws_as_computers, find_turn, play_computer_move
from bot.referee.errors import RequestRejected
from bot.referee.offers import OfferResult, answer_offer_by_id, make_offer
from bot.referee.requests import AlreadyDone
from engines.contract import Thought
from games import GAMES
from storage.queries import clocks, offers as stored_offers, outbox
from storage.queries.rows import Challenge, Match, Person
from storage.schema import outbox as outbox_rows
from tests.bot.referee.offer_context import (
    ANN,
    BOB,
    answered,
    by,
    differences,
    known,
    log_of,
    make_offer_context,
    offered,
    play_moves,
    post_words,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context
    from storage.queries.rows import Offer


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "record.db") as context:
        yield context


async def begin(context: Context, clock: str | None = None) -> Match:
    """Begin a match of Martian Life between Ann and Turnpost, Ann to move."""
    terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, clock=clock, computers=1)
    match = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
    assert isinstance(match, Match)
    return match


async def reply(context: Context, match: Match, move: str, *, lost: bool = True) -> Match:
    """Let Turnpost play a move that it thinks is lost, post the board, and return the match then."""
    match = await known(context, match)
    turn = await find_turn(context, match.id, match.seq)
    assert turn
    await play_computer_move(context, turn, Thought(move, 0.0, (move,), "loss" if lost else None))
    match = await known(context, match)
    async with context.database.write() as tx:
        if board := await outbox.board(tx, match.id, match.seq):
            await outbox.mark_sent(tx, board.id, channel_id=2, message_id=by(ANN).source_id, at=context.now())
    return match


async def open_offers(context: Context, match: Match) -> list[Offer]:
    async with context.database.read() as tx:
        return await stored_offers.list_open(tx, match)


async def test_lost_turnpost_plays_its_move_and_asks_once_whether_to_resign(context: Context) -> None:
    match = await begin(context)
    await play_moves(context, match, "c3")
    match = await reply(context, match, "b7")
    (offer,) = await open_offers(context, match)
    assert (offer.kind, offer.seat, offer.seq, match.seq, match.to_move) == ("resignation", 2, 2, 2, 1)
    words = await post_words(context, match, offer.id)
    assert "this can't be saved. <@1>, shall I resign, or do you want to play on?" in words
    (buttons,) = offer_buttons(offer).to_components()
    assert [button["label"] for button in buttons["components"]] == ["Accept resignation", "Play on"]
    await play_moves(context, match, "c4")
    assert "the match went on" in await post_words(context, await known(context, match), offer.id)
    match = await reply(context, match, "b6")
    assert await open_offers(context, match) == []
    assert await differences(context) == []


async def test_without_a_proof_turnpost_asks_nothing(context: Context) -> None:
    match = await begin(context)
    await play_moves(context, match, "c3")
    assert await open_offers(context, await reply(context, match, "b7", lost=False)) == []


async def test_an_accepted_resignation_ends_the_match_once(context: Context) -> None:
    match = await begin(context)
    await play_moves(context, match, "c3")
    match = await reply(context, match, "b7")
    (offer,) = await open_offers(context, match)
    first, second = by(ANN), by(ANN)
    assert isinstance(await answer_offer_by_id(context, first, offer.id, agrees=True), OfferResult)
    assert isinstance(await answer_offer_by_id(context, first, offer.id, agrees=True), AlreadyDone)
    with pytest.raises(RequestRejected, match="ended"):
        await answer_offer_by_id(context, second, offer.id, agrees=True)
    match, last = await known(context, match), (await log_of(context, match))[-1]
    assert match.ended_at is not None
    assert (last.kind, last.seat, last.user_id, last.text) == ("leave", 2, Person.computer(1).id, "resigned")
    assert await differences(context) == []


async def test_a_resignation_is_accepted_too_late_when_the_match_went_on(context: Context) -> None:
    match = await begin(context)
    await play_moves(context, match, "c3")
    match = await reply(context, match, "b7")
    (offer,) = await open_offers(context, match)
    await play_moves(context, match, "c4")
    with pytest.raises(RequestRejected, match="That offer is closed: the match went on"):
        await answered(context, offer.id, ANN)
    assert (await known(context, match)).ended_at is None


async def test_playing_on_closes_the_question(context: Context) -> None:
    match = await begin(context)
    await play_moves(context, match, "c3")
    match = await reply(context, match, "b7")
    (offer,) = await open_offers(context, match)
    await answered(context, offer.id, ANN, agrees=False)
    assert "declined by **Ann**" in await post_words(context, match, offer.id)
    assert (await known(context, match)).ended_at is None
    assert await differences(context) == []


async def test_a_pause_to_which_only_turnpost_agrees_begins_at_once_and_is_told_so(context: Context) -> None:
    match = await begin(context, "3d")
    done = await make_offer(context, by(ANN), match.id, "pause")
    assert isinstance(done, OfferResult)
    assert done.sentence == f"The clock of #{match.id} is paused until the next move."
    assert await open_offers(context, match) == []
    async with context.database.read() as tx:
        clock = await clocks.of_match(tx, match.id)
    assert clock
    assert clock.deadline is None


async def test_a_move_between_two_computer_players_closes_the_post_of_an_offer(context: Context) -> None:
    terms = ChallengeTerms(GAMES["zyrcan"].info, {}, 1, 4, {}, computers=2)
    issued = await issue_challenge(context, terms, (ANN, BOB), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
    assert isinstance(issued, Challenge)
    match = await accept_challenge(context, issued.id, BOB, by(BOB).source_id, guild_id=1)
    assert isinstance(match, Match)
    free = iter(("1@d4", "1@e5", "1@f6", "1@d5"))
    while not (match.computer_to_move and match.seats[(match.to_move or 0) % 4].level):
        play = reply(context, match, next(free), lost=False) if match.computer_to_move else None
        match = await (play or play_moves(context, match, next(free)))
    asker = ANN if any(event.user_id == ANN.id for event in await log_of(context, match)) else BOB
    offer = await offered(context, match, asker, "takeback")
    await reply(context, match, next(free), lost=False)
    async with context.database.read() as tx:
        query = select(outbox_rows.c.body).where(outbox_rows.c.kind == "answered")
        assert list((await tx.execute(query)).scalars()) == [{"offer": offer}]


async def test_a_person_resigns_while_turnpost_plays(context: Context) -> None:
    for _ in range(10):
        match = await begin(context)
        await play_moves(context, match, "c3")
        _, done = await asyncio.gather(reply(context, match, "b7"), endings.resign(context, by(ANN), match.id))
        assert isinstance(done, Match)
        last = (await log_of(context, match))[-1]
        assert (last.kind, last.seat, last.user_id) == ("leave", 1, ANN.id)


@pytest.mark.parametrize(("agrees", "status"), [(True, "agreed"), (False, "declined")])
async def test_a_draw_offered_while_turnpost_thinks_is_answered(context: Context, status: str, *, agrees: bool) -> None:
    match = await play_moves(context, await begin(context), "e4+")
    number = await offered(context, match, ANN, "draw")
    await answer_draws_as_computers(context, match, agrees=agrees)
    async with context.database.read() as tx:
        assert (await stored_offers.require(tx, number)).status == status
    assert ((await known(context, match)).ended_at is not None) == agrees


@pytest.mark.parametrize("level", [1, 5, 12])
@pytest.mark.parametrize("number", [1, 2, 99])
def test_the_id_of_a_computer_player_tells_its_level(level: int, number: int) -> None:
    player = Person.computer(level, number)
    assert player.level == level
    assert player.id < 0
    assert f"(level {level})" in player.name


def test_computer_players_of_a_match_have_different_ids_and_names() -> None:
    players = [Person.computer(level, number) for level in range(1, 6) for number in range(1, 5)]
    assert len({player.id for player in players}) == len({player.name for player in players}) == len(players)


def test_a_substitute_has_its_usual_name_in_a_challenge() -> None:
    substitute = Person(1, "Ann").substitute(2, 3)
    assert (substitute.name, substitute.level) == ("Turnpost for Ann (level 2)", 2)
    assert substitute.as_challenged == Person.computer(2, 3)
    assert Person(1, "Ann").as_challenged == Person(1, "Ann")


def test_a_user_of_discord_has_no_level() -> None:
    assert Person(1, "Ann").level is None
