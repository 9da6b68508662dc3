"""Offers by agreement: draws, takebacks and what the match, its boards and its record are from there on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.match_files import files
from bot.referee import endings, offers as rejections, replays
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import answer_draws_as_computers, answer_offer_as_computers
from bot.referee.errors import RequestRejected
from bot.referee.history.history import count_plies, mainline
from bot.referee.history.rebuild import replay_and_check
from bot.referee.offers import (
    OfferResult,
    answer_offer,
    answer_offer_by_id,
    make_offer,
    outcome_text,
    people_to_answer,
)
from bot.referee.people.preferences import change_preferences, split_preferences
from bot.referee.requests import AlreadyDone, MovePlayed, MoveText, StaleBoard
from bot.referee.turns import play
from games import GAMES
from games.random_play import choose_move
from storage.engine.database import Database
from storage.queries import offers
from storage.queries.rows import Match, Offer, OfferStatus
from storage.schema import outbox
from tests.bot.features import match_sample
from tests.bot.features.match_sample import MATCH
from tests.bot.referee.offer_context import (
    ANN,
    BOB,
    CLEO,
    NOON,
    answered,
    begin_match,
    board_words,
    by,
    differences,
    known,
    log_of,
    make_offer_context,
    offered,
    play_moves,
    post_words,
    take_back,
)
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def test_a_draw_ends_the_match_once_the_other_agrees(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    offer = await offered(context, match, ANN, "draw")
    assert await post_words(context, match, offer) == (
        f"**Ann** offers a draw in **Martian Life #{match.id}**. <@2>, do you agree?\n"
        f"-# offer {offer} \u00b7 until the next move \u00b7 or `/match do:agree #{match.id}`, "
        f"`/match do:refuse #{match.id}`"
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
    assert f"**Ann** and **Bob** share first place in **Zyrcan #{other.id}**: a draw, agreed by everybody still" in said
    assert "1. **Ann**\n1. **Bob**\n3. **Cleo**" in said


async def test_my_draw_in_answer_to_yours_agrees(context: Context) -> None:
    match = await begin_match(context)
    await offered(context, match, ANN, "draw")
    with pytest.raises(RequestRejected, match="You've already asked"):
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
    with pytest.raises(RequestRejected, match="There's no match"):
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
    with pytest.raises(RequestRejected, match=r"`/match do:agree #1 draw` or `/match do:agree #1 takeback`"):
        await answer_offer(context, by(BOB), match.id, None, agrees=True)
    done = await answer_offer(context, by(BOB), match.id, "takeback", agrees=True)
    assert isinstance(done, OfferResult)
    assert (done.match.seq, done.match.ended_at) == (2, None)


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


async def test_offers_of_two_seats_stand_beside_each_other(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    first, second = [await offered(context, match, person, "substitute") for person in (ANN, BOB)]
    async with context.database.read() as tx:
        standing = await offers.list_open(tx, await known(context, match))
    assert [(one.id, one.seat, one.agreed) for one in standing] == [(first, 1, frozenset()), (second, 2, frozenset())]
    for person in (ANN, BOB):
        with pytest.raises(RequestRejected, match="already"):
            await make_offer(context, by(person), match.id, "substitute")


OFFER = Offer(1, MATCH.id, "draw", 1, 0, frozenset(), "open", None, 100, NOON)
MATCH_OF_THREE = replace(MATCH, seats=(ANN, BOB, CLEO), ended_at=None, gone=frozenset())


@pytest.mark.parametrize(
    ("status", "closed_by", "said"),
    [
        ("agreed", None, "agreed"),
        ("withdrawn", 1, "withdrawn"),
        ("declined", 2, "declined by **Bob**"),
        ("declined", 3, "declined by **Cleo**"),
        ("open", None, "the match went on"),
    ],
)
def test_a_closed_offer_says_what_became_of_it(status: OfferStatus, closed_by: int | None, said: str) -> None:
    assert outcome_text(replace(OFFER, status=status, closed_by=closed_by), MATCH_OF_THREE) == said


def test_an_offer_that_a_match_outlived_says_that_it_is_over() -> None:
    assert (
        outcome_text(replace(OFFER, status="cancelled"), replace(MATCH_OF_THREE, ended_at=NOON)) == "the match is over"
    )


def test_those_who_offered_agreed_or_left_have_nothing_to_answer() -> None:
    assert people_to_answer(OFFER, MATCH_OF_THREE) == [BOB, CLEO]
    assert people_to_answer(replace(OFFER, agreed=frozenset({3})), MATCH_OF_THREE) == [BOB]
    assert people_to_answer(OFFER, replace(MATCH_OF_THREE, gone=frozenset({2}))) == [CLEO]


def test_an_offer_is_told_with_its_kind_and_the_others() -> None:
    assert rejections.none_open(MATCH, None) == "Nothing is on offer in #7 right now."
    assert rejections.none_open(MATCH, "draw") == "No draw is on offer in #7 right now."
    assert rejections.you_offer(MATCH, "draw", [match_sample.BOB]).startswith(
        f"You offer {match_sample.BOLD_BOB} a draw in #7."
    )
    assert rejections.you_offer(MATCH, "pause", [match_sample.ANN, match_sample.BOB]).startswith(
        f"You ask **Ann** and {match_sample.BOLD_BOB} for a pause"
    )
    assert rejections.offer_declined(MATCH, "draw", own=True) == "You withdrew your offer of a draw in #7."
    assert rejections.offer_declined(MATCH, "takeback", own=False) == "You declined a takeback in #7."
    assert rejections.you_agree(MATCH, "draw") == "You agree to a draw in #7."
    assert (
        rejections.you_agree(MATCH, "draw", [match_sample.ANN]) == "You agree to a draw in #7. It's up to **Ann** now."
    )


async def test_turnpost_agrees_to_a_takeback_at_once(context: Context) -> None:
    terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, computers=1)
    begun = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
    assert isinstance(begun, Match)
    match = await play_moves(context, begun, "e4+")
    done = await make_offer(context, by(ANN), match.id, "takeback")
    assert isinstance(done, OfferResult)
    match = await known(context, match)
    assert (match.to_move, match.position) == (1, begun.position)
    assert [event.kind for event in await log_of(context, match)] == ["move", "takeback"]
    assert await differences(context) == []


async def test_a_takeback_before_the_reply_gives_the_turn_back(context: Context) -> None:
    start = await begin_match(context)
    match = await play_moves(context, start, "e4+", "b7", "f5")
    offer = await offered(context, match, ANN, "takeback")
    asks = f"**Ann** asks to take back move 3, `f5`, in **Martian Life #{match.id}**. <@2>, do you agree?"
    assert (await post_words(context, match, offer)).startswith(asks)
    await answered(context, offer, BOB)
    back = await known(context, match)
    log = await log_of(context, match)
    assert [event.kind for event in log] == ["move", "move", "move", "takeback"]
    assert (log[-1].seat, log[-1].user_id, log[-1].text) == (1, BOB.id, "to 2")
    assert (back.seq, back.to_move, count_plies(log)) == (4, 1, 2)
    said = await board_words(context, back)
    assert said.startswith("**Ann** takes back move 3, `f5`.\n<@1>")
    assert f"-# #{match.id} \u00b7 move 2" in said
    assert await differences(context) == []


async def test_a_takeback_after_the_reply_takes_the_reply_too(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+", "b7")
    back = await take_back(context, match, ANN, BOB)
    assert (await board_words(context, back)).startswith(
        "**Ann** takes back move 1, `e4+`, and with it move 2, `b7`.\n<@1>"
    )
    async with context.database.read() as tx:
        state = await context.state(tx, back)
    assert state == GAMES["martian-life"].start(2, match.options, match.seed)
    again = await play_moves(context, back, "f5")
    assert (again.seq, again.to_move) == (4, 2)
    assert await differences(context) == []


async def test_the_new_move_has_the_number_of_the_one_taken_back(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+", "b7", "f5")
    await take_back(context, match, ANN, BOB)
    with pytest.raises(RequestRejected, match="Move 2 was already played: `b7`"):
        await play.play_move(context, by(ANN), MoveText("f5", match.id, 2))
    with pytest.raises(RequestRejected, match="the next in #1 is move 3"):
        await play.play_move(context, by(ANN), MoveText("f5", match.id, 4))
    played = await play.play_move(context, by(ANN), MoveText("f5", match.id, 3))
    assert isinstance(played, MovePlayed)
    assert (played.ply, played.match.seq) == (3, 5)
    assert isinstance(await play.play_move(context, by(ANN), MoveText("f5", match.id)), AlreadyDone)


async def test_what_was_typed_before_the_takeback_is_not_played(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+", "b7")
    late, draw = by(ANN), by(ANN)
    await take_back(context, match, ANN, BOB)
    with pytest.raises(RequestRejected, match="It wasn't your turn yet when you sent this"):
        await play.play_move(context, late, MoveText("f5", match.id))
    with pytest.raises(RequestRejected, match="moved on after you sent this"):
        await make_offer(context, draw, match.id, "draw")


async def test_a_reply_to_a_board_counts_when_a_takeback_returns_to_it(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+", "b7", "f5")
    await take_back(context, match, ANN, BOB)
    async with context.database.write() as tx:
        for seq, message in ((2, 9002), (3, 9003)):
            shown = (outbox.c.match_id == match.id) & (outbox.c.kind == "board") & (outbox.c.seq == seq)
            await tx.execute(outbox.update().where(shown).values(message_id=message))
    stale = await play.play_text(context, by(BOB, replied_to=9003), MoveText("c7"))
    assert isinstance(stale, StaleBoard)
    assert stale.note == "That was move 3, which was taken back; the match is at move 2. Here it is now."
    played = await play.play_text(context, by(ANN, replied_to=9002), MoveText("f5"))
    assert isinstance(played, MovePlayed)


async def test_a_seat_that_left_is_not_brought_back(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    with pytest.raises(RequestRejected, match="no move in #1 to take back"):
        await offered(context, match, ANN, "takeback")
    game = GAMES["zyrcan"]
    text = game.format(first := game.start(3, match.options, match.seed), choose_move(game, first, Random(1)))
    match = await play_moves(context, match, text)
    await endings.resign(context, by(CLEO), match.id)
    with pytest.raises(RequestRejected, match=r"Cleo.* left #1 after your last move"):
        await offered(context, match, ANN, "takeback")


async def test_a_person_who_never_accepts_takebacks_gets_no_offer(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+")
    await change_preferences(context, BOB.id, split_preferences("takebacks=never"))
    with pytest.raises(RequestRejected, match=r"Bob.* never accepts takebacks"):
        await offered(context, match, ANN, "takeback")
    await change_preferences(context, BOB.id, {"takebacks": "ask"})
    await offered(context, match, ANN, "takeback")
    for text in ("takebacks", "takebacks=maybe", "look=never"):
        with pytest.raises(RequestRejected):
            await change_preferences(context, BOB.id, split_preferences(text))


async def test_a_replay_shows_the_match_as_it_went_on(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+", "b7", "f5")
    match = await play_moves(context, await take_back(context, match, ANN, BOB), "d7")
    async with context.database.read() as tx:
        shown = replays.build_replay(await replays.load_replay_source(context, tx, match, match.seq, (1, 3)))
    assert [moment.event.text for moment in shown.snapshots if moment.event] == ["e4+", "b7", "d7"]
    assert (shown.plies, shown.last.ply, shown.last.seq) == (3, 3, 5)


@pytest.mark.parametrize(
    ("key", "players"),
    [("zyrcan", 3), *(pytest.param(key, 2, marks=pytest.mark.thorough) for key in ("martian-life", "xero-g"))],
)
async def test_a_match_with_takebacks_is_at_the_end_of_its_mainline_and_exports(
    context: Context, tmp_path: Path, key: str, players: int
) -> None:
    chance, game, people = Random(f"{key}11"), GAMES[key], (ANN, BOB, CLEO)[:players]
    match = await begin_match(context, key, people)
    for _ in range(25):
        if match.to_move is None:
            break
        async with context.database.read() as tx:
            state = await context.state(tx, match)
        made = {event.seat for event in mainline(await log_of(context, match))}
        if made and chance.random() < 0.3:
            seat = chance.choice(sorted(each for each in made if each))
            others = [person for person in match.seats if person != match.seats[seat - 1]]
            match = await take_back(context, match, match.seats[seat - 1], *others)
        else:
            match = await play_moves(context, match, game.format(state, choose_move(game, state, chance)))
    if match.to_move is not None:
        await offered(context, match, ANN, "draw")
        for person in people[1:]:
            await make_offer(context, by(person), match.id, "draw")
    match, log = await known(context, match), await log_of(context, match)
    assert {"move", "takeback"} < {event.kind for event in log}
    played = game.start(players, match.options, match.seed)
    for event in mainline(log):
        if event.kind == "move":
            played = game.play(played, game.parse(played, event.text))
    assert game.position(played) == match.position
    assert replay_and_check(game, match, log).state == played
    assert await differences(context) == []
    (record,) = [one async for one in files.write_lines(context.database, GAMES)]
    file = tmp_path / "record.jsonl"
    file.write_text(record + "\n", "utf-8")
    other = await Database.open(await create_database(tmp_path / "other.db"))
    await files.store_matches(other, files.read_file(file, GAMES, NOON + timedelta(days=1)))
    assert [one async for one in files.write_lines(other, GAMES)] == [record]
    await other.close()
    for wrong in (
        record.replace('"kind": "takeback", "seat": 1', '"kind": "takeback", "seat": 2', 1),
        record.replace('"text": "to ', '"text": "to 9', 1),
    ):
        file.write_text(wrong + "\n", "utf-8")
        with pytest.raises(files.InvalidFile):
            files.read_file(file, GAMES, NOON + timedelta(days=1))
