"""Turnpost, proved lost, asks over the wire whether it should resign: through a crash, and once."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.engines.pool import EnginePool
from bot.features.computer import ThoughtPosts
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from games import GAMES
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

    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment


async def play(person: Person, board: Json) -> None:
    """Play a move that autocomplete offers."""
    choices = await person.autocomplete("move", "move", board["channel_id"], move="2")
    await person.say(choices[-1]["value"], board["channel_id"])


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
        await ThoughtPosts(context, pool).think(row)
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
        await ann.hear_bot("is thinking")
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
FIRST, SECOND, *_, FIFTH = GAMES["martian-life"].info.tips


def test_every_game_here_has_five_tips() -> None:
    assert {len(set(game.info.tips)) for game in GAMES.values()} == {5}


@together
async def test_the_first_turns_of_a_first_match_come_with_tips(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, _ = await challenge(ann, "!challenge @Turnpost martian-life seat=red")
    board = await hear_turn(ann, match, 0)
    assert f"\n**Tip**: {FIRST}\n-# #{match}" in board["content"]
    for own_turn, tip in enumerate(GAMES["martian-life"].info.tips[1:], 1):
        choices = await ann.autocomplete("move", "move", board["channel_id"], move="")
        await ann.say(choices[0]["value"], board["channel_id"])
        board = await hear_turn(ann, match, 2 * own_turn)
        assert f"**Tip**: {tip}" in board["content"]
    choices = await ann.autocomplete("move", "move", board["channel_id"], move="")
    await ann.say(choices[0]["value"], board["channel_id"])
    assert "**Tip**" not in (await hear_turn(ann, match, 10))["content"]
    await ann.say(f"!takeback #{match}")
    assert f"**Tip**: {FIFTH}" in (await hear_turn(ann, match, 11))["content"]
    match, _ = await challenge(ann, "!challenge @Turnpost martian-life seat=red")
    assert "**Tip**" not in (await hear_turn(ann, match, 0))["content"]


@together
async def test_a_tip_comes_after_a_move_of_turnpost_too(shared_env: Environment) -> None:
    bob = shared_env.bob
    match, _ = await challenge(bob, "!challenge @Turnpost martian-life seat=yellow")
    board = await hear_turn(bob, match, 1)
    assert f"**Tip**: {FIRST}" in board["content"]
    await bob.say("b2", board["channel_id"])
    assert f"**Tip**: {SECOND}" in (await hear_turn(bob, match, seq_of(board) + 2))["content"]


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
