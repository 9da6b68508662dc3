"""Matches against Turnpost itself over the wire: begun at once, wherever people play, and resigned when lost."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.engines.pool import EnginePool
from bot.features.computer import think
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from games import GAMES
from playground.model.resources.user import BOT_ID
from storage.queries import offers
from storage.queries.rows import Match, Person as Player, Post
from tests.bot.admin.match_records import golden, started, written
from tests.bot.features.computer.conversation import challenge, custom_ids, hear_turn, seq_of
from tests.bot.features.computer.newcomer import LEVELS, Newcomer
from tests.bot.referee.offer_context import ANN, NOON, by, known, log_of, make_offer_context, offered, play_moves
from tests.playground.client import labels
from tests.process_factory import run_command
from tests.wire.environment import start_env
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from bot.client.client import Client
    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment


async def play(person: Person, board: Json) -> None:
    """Play a move that autocomplete offers."""
    choices = await person.autocomplete("move", "move", board["channel_id"], move="2")
    await person.say(choices[-1]["value"], board["channel_id"])


async def until_stored(env: Environment, match: str, count: int) -> None:
    """Wait until a match has so many events."""
    while len(events(env, match)) < count:  # noqa: ASYNC110 - another process's table tells nobody
        await asyncio.sleep(0.01)


def events(env: Environment, match: str) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        return record.execute("SELECT seq, kind FROM events WHERE match_id = ? ORDER BY seq", [match]).fetchall()


@pytest.mark.thorough
async def test_moves_come_once_through_crashes_of_the_bot_and_of_the_worker(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        match, _ = await challenge(env.ann, "!challenge @Turnpost zyrcan level=1 seat=red")
        board = await hear_turn(env.ann, match, 0)
        for crash in ("bot before it thinks", "bot as it thinks", "worker", "bot"):
            seq = seq_of(board)
            if crash == "worker":
                assert env.bot.kill_workers()
            if crash == "bot before it thinks":
                async with env.down():
                    await play_while_down(env.ann, board)
            else:
                await play(env.ann, board)
            if crash.startswith("bot a") or crash == "bot":
                async with env.down():
                    pass
            board = await hear_turn(env.ann, match, seq + 3)
        await env.all_posted()
        assert [seq for seq, _ in events(env, match)] == list(range(1, seq_of(board) + 1))
        assert {kind for _, kind in events(env, match)} == {"move"}


async def play_while_down(person: Person, board: Json) -> None:
    """Play the move that the post of a first board gives as an example."""
    await person.say(board["content"].split("`")[1], board["channel_id"])


async def test_a_draw_offered_while_turnpost_thinks_is_answered(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "record.db") as context:
        pool = EnginePool(context.engine)
        terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, computers=1)
        match = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
        assert isinstance(match, Match)
        match = await play_moves(context, match, "c3")
        offer = await offered(context, match, ANN, "draw")
        row = Post(1, "m1:think", "think", {}, match.id, None, match.seq, NOON, 0)
        await think(cast("Client", SimpleNamespace(context=context, engines=pool)), row)
        await pool.close()
        async with context.database.read() as tx:
            status = (await offers.require(tx, offer)).status
        kinds = [event.kind for event in await log_of(context, match)]
        assert (status, kinds) in [("declined", ["move", "move"]), ("agreed", ["move", "draw"])]
        assert (await known(context, match)).to_move in {1, None}


SEED, LEVEL = 1, 3
PLAYED = [
    "213312",
    "213312",
    "e1xf1@c5",
    "b6xc6@c2",
    "b1xc1@e1",
    "e6xd6@c3",
    "d1-c4",
    "a6xc5@d5",
    "c1xd5@b1",
    "f6xd5@d3",
    "b1xc2@c1",
    "c6xc4@b4",
]
WINNING = "f1xc3@d4"
"""Ann's move after that; then e1-base comes whatever Turnpost plays."""


def run(env: Environment, *arguments: str) -> str:
    """Run a command on the bot's data folder that must go well, and return what it prints."""
    done = run_command([*arguments], clean_environment() | {"TURNPOST_DATA": str(env.bot.data)}, 60.0)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def import_match(env: Environment, path: Path) -> None:
    """Import a match of Ann and Turnpost in which Ann is to move, and wins."""
    whole, *_ = golden("xero-g-north-wins")
    turnpost = Player.computer(LEVEL)
    players = [{"id": str(env.ann.id), "name": env.ann.name}, {"id": str(turnpost.id), "name": turnpost.name}]
    events = [
        whole["events"][0]
        | {
            "text": text,
            "seat": place % 2 + 1,
            "user": players[place % 2]["id"],
            "source": None if place % 2 else str(place + 1),
        }
        for place, text in enumerate(PLAYED)
    ]
    home = {"guild": str(next(iter(env.playground.state.guilds))), "channel": await env.ann.channel("games")}
    record = whole | {"seed": SEED, "players": players, "events": events} | home
    async with env.down():
        await asyncio.to_thread(run, env, "import", str(written(path, started(record, len(events)))))


@pytest.mark.thorough
async def test_lost_turnpost_asks_once_through_a_crash_and_resigns_once(tmp_path: Path) -> None:
    async with start_env(tmp_path / "env") as env:
        ann = env.ann
        await import_match(env, tmp_path / "match.jsonl")
        await ann.say(f"!move #1 {WINNING}")
        await until_stored(env, "1", len(PLAYED) + 1)
        async with env.down():
            pass
        question = await ann.hear_bot("I'm lost in **Xero-G #1**: this can't be saved")
        assert "shall I resign, or do you want to play on?" in question["content"]
        assert labels(question) == ["Accept resignation", "Play on"]
        async with env.down():
            pass
        await asyncio.gather(*(ann.press(question, "Accept resignation") for _ in range(2)))
        await ann.hear(lambda one: "rematch:1" in custom_ids(one), "the last board")
        await env.all_posted()
        posts = [one["content"] for one in await ann.messages(question["channel_id"])]
        assert sum("I offered to resign **Xero-G #1**: agreed." in post for post in posts) == 1
        assert await asyncio.to_thread(run, env, "verify") == f"1 match, {len(PLAYED) + 3} events, all as stored\n"


together = pytest.mark.asyncio(loop_scope="module")
FIRST, SECOND, *_, FIFTH = GAMES["zyrcan"].info.tips


def test_every_game_here_has_five_tips() -> None:
    assert {len(set(game.info.tips)) for game in GAMES.values()} == {5}


@together
async def test_the_first_turns_of_a_first_match_come_with_tips(shared_env: Environment) -> None:
    # Twelve rounds of Zyrcan bring the ships: whatever Turnpost plays, no match ends before its last tip.
    ann = shared_env.ann
    match, _ = await challenge(ann, "!challenge @Turnpost zyrcan seat=red")
    board = await hear_turn(ann, match, 0)
    assert f"\n**Tip**: {FIRST}\n-# #{match}" in board["content"]
    for own_turn, tip in enumerate(GAMES["zyrcan"].info.tips[1:], 1):
        await play(ann, board)
        board = await hear_turn(ann, match, 3 * own_turn)
        assert f"**Tip**: {tip}" in board["content"]
    await play(ann, board)
    assert "**Tip**" not in (await hear_turn(ann, match, 15))["content"]
    await ann.say(f"!takeback #{match}")
    assert f"**Tip**: {FIFTH}" in (await hear_turn(ann, match, 16))["content"]
    match, _ = await challenge(ann, "!challenge @Turnpost zyrcan seat=red")
    assert "**Tip**" not in (await hear_turn(ann, match, 0))["content"]


@together
async def test_a_tip_comes_after_a_move_of_turnpost_too(shared_env: Environment) -> None:
    bob = shared_env.bob
    match, _ = await challenge(bob, "!challenge @Turnpost zyrcan seat=2")
    board = await hear_turn(bob, match, 1)
    assert f"**Tip**: {FIRST}" in board["content"]
    await play(bob, board)
    assert f"**Tip**: {SECOND}" in (await hear_turn(bob, match, 4))["content"]


@together
async def test_against_a_higher_level_there_are_no_tips(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    match, _ = await challenge(cleo, "!challenge @Turnpost martian-life level=2 seat=red")
    assert "**Tip**" not in (await hear_turn(cleo, match, 0))["content"]


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "level"), LEVELS)
async def test_a_newcomers_match_against_each_level_goes_to_its_end(tmp_path: Path, key: str, level: int) -> None:
    async with start_env(tmp_path) as env:
        seat = GAMES[key].info.seats[0]
        match, begun = await challenge(env.ann, f"!challenge @Turnpost {key} level={level} seat={seat}")
        newcomer = Newcomer(env, key, match, thread=begun.split("<#")[1].split(">")[0])
        await newcomer.play(lambda text: env.ann.say(text, newcomer.thread))
        assert await newcomer.differences() == []


@together
async def test_a_challenge_to_turnpost_begins_at_once_and_is_answered(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, begun = await challenge(ann, "!challenge @Turnpost xero-g level=2 seat=south")
    assert r"**Ann** (South) against **Turnpost \(level 2\)** (North)" in begun
    first = await hear_turn(ann, match, 0)
    await ann.say("321123", first["channel_id"])
    answer = await hear_turn(ann, match, 2)
    assert answer["mentions"][0]["id"] == ann.id
    assert labels(answer) == ["Move", "Where?", "My view", "More"]


@together
async def test_turnpost_begins_where_it_has_the_first_seat(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, _ = await challenge(ann, "!challenge Turnpost martian-life seat=yellow")
    assert (await hear_turn(ann, match, 1))["attachments"]


@together
async def test_boards_have_no_buttons_to_move_where_the_only_person_wants_none(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    await cleo.ask_by_slash("me", do="preferences buttons=off")
    since = cleo.seen_so_far()
    await challenge(cleo, "!challenge @Turnpost xero-g seat=south")
    board = await cleo.hear_bot("lay your six ships on row 1", since=since)
    assert board["mentions"][0]["id"] == cleo.id
    assert labels(board) == ["My view", "More"]
    await cleo.ask_by_slash("me", do="preferences buttons=on")


@together
async def test_two_computer_players_move_between_two_boards(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, begun = await challenge(ann, "!challenge @Turnpost zyrcan level=1")
    assert begun.count("level 1") == 2
    assert r"**Turnpost 2 \(level 1\)**" in begun
    boards = [await hear_turn(ann, match)]
    for _ in range(2):
        seq = seq_of(boards[-1])
        choices = await ann.autocomplete("move", "move", boards[-1]["channel_id"], move="1")
        await ann.say(choices[-1]["value"], boards[-1]["channel_id"])
        boards.append(await hear_turn(ann, match, seq + 3))
    assert boards[-1]["content"].count("Turnpost") == 2


@together
async def test_turnpost_plays_in_direct_messages(shared_env: Environment) -> None:
    bob = shared_env.bob
    direct = await bob.dm()
    said = await bob.ask_by_slash("challenge", direct, opponent=str(BOT_ID), game="xero-g", seat="south")
    assert said["content"] == "", "its post and its board come here"
    board = await bob.hear(lambda one: one["channel_id"] == direct and "lay your six ships" in one["content"])
    await bob.say("321123", direct)
    match = next(each for each in custom_ids(board) if each.startswith("move:")).split(":")[1]
    assert (await hear_turn(bob, match, 2))["channel_id"] == direct
    assert f"channels/@me/{direct}/" in (await bob.ask_by_slash("games", direct))["content"]


@together
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("!challenge @Turnpost xero-g level=9", "I play Xero-G at levels 1 to"),
        ("!challenge @Turnpost xero-g level=best", "`level` has to be a number"),
        ("!challenge @Turnpost zyrcan fill=5", "Zyrcan is for 3 to 5 players, not 7"),
        ("!challenge @Bob zyrcan", "not 2. Name more people, or let me take seats with `fill=1`."),
    ],
)
async def test_a_challenge_to_turnpost_that_cannot_be(shared_env: Environment, typed: str, why: str) -> None:
    assert why in (await shared_env.cleo.ask_by_text(typed))["content"]


@together
async def test_matches_in_direct_messages_have_no_clock(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    direct = await cleo.dm()
    refused = await cleo.ask_by_slash("challenge", direct, opponent=str(BOT_ID), game="xero-g", clock="3d")
    assert "have no clock" in refused["content"]


@together
async def test_empty_seats_of_an_open_challenge_are_filled(shared_env: Environment) -> None:
    cleo, dan = shared_env.cleo, shared_env.dan
    since = dan.seen_so_far()
    await cleo.say("!open zyrcan 4 fill=2 level=2")
    post = await dan.hear_bot("(3 of 4)", since=since)
    await dan.press(post, "Join")
    begun = await dan.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"])
    assert begun["content"].count("level 2") == 2


@together
async def test_turnpost_agrees_to_a_takeback_and_moves_again(shared_env: Environment) -> None:
    eve = shared_env.eve
    match, _ = await challenge(eve, "!challenge @Turnpost martian-life seat=red")
    first = await hear_turn(eve, match, 0)
    await eve.say("c3", first["channel_id"])
    await hear_turn(eve, match, 2)
    await eve.say(f"!takeback #{match}")
    again = await hear_turn(eve, match, 3)
    assert "takes back" in again["content"]
    await eve.say("c3", first["channel_id"])
    await hear_turn(eve, match, 5)


@together
async def test_turnpost_answers_an_offer_of_a_draw(shared_env: Environment) -> None:
    bob = shared_env.bob
    match, _ = await challenge(bob, "!challenge @Turnpost xero-g seat=south")
    await hear_turn(bob, match, 0)
    await bob.say(f"!draw #{match}")
    await bob.hear(lambda one: "draw" in one["content"] and "Turnpost" in one["content"])
