"""Moves taken back: what the match, its boards and its record are from there on."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.match_files import files
from bot.referee import endings, replays
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.errors import RequestRejected
from bot.referee.history.history import count_plies, mainline
from bot.referee.history.rebuild import replay_and_check
from bot.referee.offers import OfferResult, make_offer
from bot.referee.people.preferences import change_preferences, split_preferences
from bot.referee.requests import AlreadyDone, MovePlayed, MoveText, StaleBoard
from bot.referee.turns import play
from games import GAMES
from games.random_play import choose_move
from storage.engine.database import Database
from storage.queries.rows import Match
from storage.schema import outbox
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
    offered,
    play_moves,
    post_words,
    take_back,
)
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

    from bot.referee.context import Context


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
    assert said.startswith("**Ann** takes back move 3, `f5`. <@1>")
    assert f"-# #{match.id} \u00b7 move 2" in said
    assert await differences(context) == []


async def test_a_takeback_after_the_reply_takes_the_reply_too(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "e4+", "b7")
    back = await take_back(context, match, ANN, BOB)
    assert (await board_words(context, back)).startswith(
        "**Ann** takes back move 1, `e4+`, and with it move 2, `b7`. <@1>"
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
    assert stale.note == "That was move 3, which was taken back; the match stands at move 2. Here it is now."
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
