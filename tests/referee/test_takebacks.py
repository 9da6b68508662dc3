"""Moves taken back: what the match, its boards and its record are from there on."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee import agreements, leaving, preferences, replays, turns
from bot.referee.answers import Again, Played, Refused, Stale
from bot.referee.asked import Named
from bot.referee.history import follow
from bot.referee.line import line, plies
from bot.upkeep import export, importing
from games import GAMES
from storage.database import Database, file_url
from storage.schema import outbox
from tests.games.playouts import chosen_move
from tests.referee.agreement_table import (
    ANN,
    BOB,
    CLEO,
    NOON,
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
    taken_back,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.table import Table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncGenerator[Table]:
    async with agreement_table(tmp_path / "turnpost.db") as made:
        yield made


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
        shown = replays.unrolled(await replays.stretch(table, tx, match, match.seq, (1, 3)))
    assert [moment.event.text for moment in shown.moments if moment.event] == ["e4+", "b7", "d7"]
    assert (shown.plies, shown.last.ply, shown.last.seq) == (3, 3, 5)


@pytest.mark.parametrize(("key", "players"), [("martian-life", 2), ("zyrcan", 3), ("xero-g", 2)])
async def test_a_match_with_takebacks_stands_where_its_remaining_line_leads_and_travels(
    table: Table, tmp_path: Path, key: str, players: int
) -> None:
    chance, game, people = Random(f"{key}11"), GAMES[key], (ANN, BOB, CLEO)[:players]
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
