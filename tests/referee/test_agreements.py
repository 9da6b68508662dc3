"""Draws and takebacks by agreement: offered, agreed to by all others, cancelled by whatever happens next."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.posting import agreed, wording
from bot.posting.agreed import Proposal
from bot.referee import accepting, agreements, challenges, leaving, preferences, replays, turns, views, words
from bot.referee.answers import Again, Played, Refused, Stale
from bot.referee.asked import Asked, Named
from bot.referee.challenges import Offer
from bot.referee.history import follow
from bot.referee.line import line, plies
from bot.referee.table import Table
from bot.upkeep import export, importing, verify
from games import GAMES
from storage import events, matches, offers
from storage.database import Database, file_url
from storage.records import Event, Match, Person
from storage.schema import outbox
from tests.games.playouts import chosen_move

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.agreements import Done
    from storage.records import OfferKind

ANN, BOB, CLEO = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
_sources = count(100)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncGenerator[Table]:
    ticks = count()
    database = await Database.open(file_url(tmp_path / "turnpost.db"))
    yield Table(database, GAMES, now=lambda: NOON + timedelta(minutes=next(ticks)), lots=Random(1))
    await database.close()


async def begun(table: Table, key: str = "martian-life", people: tuple[Person, ...] = (ANN, BOB)) -> Match:
    offer = Offer(GAMES[key].info, {}, 1, len(people), {})
    issued = await challenges.issue(table, offer, people, guild_id=1, channel_id=2, source_id=next(_sources))
    match: Any = None
    for person in people[1:]:
        match = await accepting.accept(table, getattr(issued, "id", 0), person, next(_sources), guild_id=1)
    assert isinstance(match, Match)
    return match


def by(person: Person, **otherwise: Any) -> Asked:
    return replace(Asked(person.id, next(_sources), 2, 1), **otherwise)


async def moved(table: Table, match: Match, *texts: str) -> Match:
    for text in texts:
        now = await known(table, match)
        mover = now.seats[(now.to_move or 1) - 1]
        played = await turns.move(table, by(mover), Named(text, match.id))
        assert isinstance(played, Played), played
    return await known(table, match)


async def known(table: Table, match: Match) -> Match:
    async with table.database.read() as tx:
        return await matches.sure(tx, match.id)


async def log_of(table: Table, match: Match) -> list[Event]:
    async with table.database.read() as tx:
        return await events.of_match(tx, match.id)


async def offered(table: Table, match: Match, person: Person, kind: OfferKind) -> int:
    """Offer something and return the number of the offer."""
    done = await agreements.offer(table, by(person), match.id, kind)
    assert isinstance(done, agreements.Done)
    async with table.database.read() as tx:
        return (await offers.standing(tx, await matches.sure(tx, match.id)))[-1].id


async def answered(table: Table, offer: int, person: Person, *, agrees: bool = True) -> Done | Again:
    return await agreements.answer_this(table, by(person), offer, agrees=agrees)


async def taken_back(table: Table, match: Match, person: Person, *others: Person) -> Match:
    offer = await offered(table, match, person, "takeback")
    for other in others:
        await answered(table, offer, other)
    return await known(table, match)


async def board_words(table: Table, match: Match) -> str:
    async with table.database.read() as tx:
        now = await views.moment(table, tx, match, match.seq)
    return wording.board_post(now, table.game(match), words.mention, content=True)


async def post_words(table: Table, match: Match, offer: int) -> str:
    async with table.database.read() as tx:
        found, now = await offers.sure(tx, offer), await matches.sure(tx, match.id)
        first, goes = await agreements.taken_back(tx, found)
    return agreed.offer_post(Proposal(found, now, "Martian Life", first, goes), words.mention)


async def differences(table: Table) -> list[str]:
    return [line for verdict in [v async for v in verify.verify(table.database, GAMES)] for line in verdict.differences]


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


async def test_a_takeback_before_the_reply_gives_the_turn_back(table: Table) -> None:
    start = await begun(table)
    match = await moved(table, start, "e4+", "b7", "f5")
    offer = await offered(table, match, ANN, "takeback")
    asks = f"**Ann** asks to take back move 3, `f5`, in **Martian Life #{match.id}**. <@2>, do you agree?"
    assert (await post_words(table, match, offer)).startswith(asks)
    await answered(table, offer, BOB)
    back = await known(table, match)
    log = await log_of(table, match)
    assert [event.kind for event in log] == ["move", "move", "move", "takeback"]
    assert (log[-1].seat, log[-1].user_id, log[-1].text) == (1, BOB.id, "to 2")
    assert (back.seq, back.to_move, plies(log)) == (4, 1, 2)
    said = await board_words(table, back)
    assert said.startswith("**Ann** takes back move 3, `f5`. <@1>")
    assert f"-# #{match.id} \u00b7 move 2" in said
    assert await differences(table) == []


async def test_a_takeback_after_the_reply_takes_the_reply_too(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+", "b7")
    back = await taken_back(table, match, ANN, BOB)
    assert (await board_words(table, back)).startswith(
        "**Ann** takes back move 1, `e4+`, and with it move 2, `b7`. <@1>"
    )
    async with table.database.read() as tx:
        state = await table.state(tx, back)
    assert state == GAMES["martian-life"].start(2, match.options, match.seed)
    again = await moved(table, back, "f5")
    assert (again.seq, again.to_move) == (4, 2)
    assert await differences(table) == []


async def test_the_new_move_has_the_number_of_the_one_taken_back(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+", "b7", "f5")
    await taken_back(table, match, ANN, BOB)
    with pytest.raises(Refused, match="Move 2 was already played: `b7`"):
        await turns.move(table, by(ANN), Named("f5", match.id, 2))
    with pytest.raises(Refused, match="the next in #1 is move 3"):
        await turns.move(table, by(ANN), Named("f5", match.id, 4))
    played = await turns.move(table, by(ANN), Named("f5", match.id, 3))
    assert isinstance(played, Played)
    assert (played.ply, played.match.seq) == (3, 5)
    assert isinstance(await turns.move(table, by(ANN), Named("f5", match.id)), Again)


async def test_what_was_typed_before_the_takeback_is_not_played(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+", "b7")
    late, draw = by(ANN), by(ANN)
    await taken_back(table, match, ANN, BOB)
    with pytest.raises(Refused, match="It wasn't your turn yet when you sent this"):
        await turns.move(table, late, Named("f5", match.id))
    with pytest.raises(Refused, match="went on since you sent this"):
        await agreements.offer(table, draw, match.id, "draw")


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


async def test_a_reply_to_a_board_counts_where_the_match_stands_there_again(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+", "b7", "f5")
    await taken_back(table, match, ANN, BOB)
    async with table.database.write() as tx:
        for seq, message in ((2, 9002), (3, 9003)):
            shown = (outbox.c.match_id == match.id) & (outbox.c.kind == "board") & (outbox.c.seq == seq)
            await tx.execute(outbox.update().where(shown).values(message_id=message))
    stale = await turns.bare(table, by(BOB, replied_to=9003), Named("c7"))
    assert isinstance(stale, Stale)
    assert stale.note == "That was move 3, which was taken back; the match stands at move 2. Here it is now."
    played = await turns.bare(table, by(ANN, replied_to=9002), Named("f5"))
    assert isinstance(played, Played)


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


async def test_a_seat_that_left_is_not_brought_back(table: Table) -> None:
    match = await begun(table, "zyrcan", (ANN, BOB, CLEO))
    with pytest.raises(Refused, match="no move in #1 that could be taken back"):
        await offered(table, match, ANN, "takeback")
    game = GAMES["zyrcan"]
    text = game.format(first := game.start(3, match.options, match.seed), chosen_move(game, first, Random(1)))
    match = await moved(table, match, text)
    await leaving.resign(table, by(CLEO), match.id)
    with pytest.raises(Refused, match=r"Cleo.* left #1 after your last move"):
        await offered(table, match, ANN, "takeback")


async def test_who_never_accepts_takebacks_is_not_asked(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+")
    await preferences.choose(table, BOB.id, preferences.read_words("takebacks=never"))
    with pytest.raises(Refused, match=r"Bob.* never accepts takebacks"):
        await offered(table, match, ANN, "takeback")
    await preferences.choose(table, BOB.id, {"takebacks": "ask"})
    await offered(table, match, ANN, "takeback")
    for text in ("takebacks", "takebacks=maybe", "look=never"):
        with pytest.raises(Refused):
            await preferences.choose(table, BOB.id, preferences.read_words(text))


async def test_a_replay_shows_the_match_as_it_went_on(table: Table) -> None:
    match = await moved(table, await begun(table), "e4+", "b7", "f5")
    match = await moved(table, await taken_back(table, match, ANN, BOB), "d7")
    async with table.database.read() as tx:
        shown = await replays.reel(table, tx, match, match.seq, (1, 3))
    assert [moment.event.text for moment in shown.moments if moment.event] == ["e4+", "b7", "d7"]
    assert (shown.plies, shown.last.ply, shown.last.seq) == (3, 3, 5)


@pytest.mark.parametrize(("key", "players"), [("martian-life", 2), ("zyrcan", 3), ("xero-g", 2)])
async def test_a_match_with_takebacks_stands_where_its_remaining_line_leads_and_travels(
    table: Table, tmp_path: Path, key: str, players: int
) -> None:
    chance, game, people = Random(f"{key}7"), GAMES[key], (ANN, BOB, CLEO)[:players]
    match = await begun(table, key, people)
    for _ in range(25):
        if match.to_move is None:
            break
        async with table.database.read() as tx:
            state = await table.state(tx, match)
        made = {event.seat for event in line(await log_of(table, match))}
        if made and chance.random() < 0.3:
            seat = chance.choice(sorted(each for each in made if each))
            others = [person for person in match.seats if person != match.seats[seat - 1]]
            match = await taken_back(table, match, match.seats[seat - 1], *others)
        else:
            match = await moved(table, match, game.format(state, chosen_move(game, state, chance)))
    if match.to_move is not None:
        await offered(table, match, ANN, "draw")
        for person in people[1:]:
            await agreements.offer(table, by(person), match.id, "draw")
    match, log = await known(table, match), await log_of(table, match)
    assert {"move", "takeback"} < {event.kind for event in log}
    played = game.start(players, match.options, match.seed)
    for event in line(log):
        if event.kind == "move":
            played = game.play(played, game.parse(played, event.text))
    assert game.position(played) == match.position
    assert follow(game, match, log).state == played
    assert await differences(table) == []
    (record,) = [one async for one in export.lines(table.database, GAMES)]
    file = tmp_path / "record.jsonl"
    file.write_text(record + "\n", "utf-8")
    other = await Database.open(file_url(tmp_path / "other.db"))
    await importing.store(other, importing.read(file, GAMES, NOON + timedelta(days=1)))
    assert [one async for one in export.lines(other, GAMES)] == [record]
    await other.close()
    for wrong in (
        record.replace('"kind": "takeback", "seat": 1', '"kind": "takeback", "seat": 2', 1),
        record.replace('"text": "to ', '"text": "to 9', 1),
    ):
        file.write_text(wrong + "\n", "utf-8")
        with pytest.raises(importing.Unfit):
            importing.read(file, GAMES, NOON + timedelta(days=1))
