"""Matches that begin from a position of another one, over the wire."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot import plugins
from bot.admin.verify.matches import verify_matches
from bot.match_files import files
from storage.engine.database import Database, file_url
from storage.queries import matches
from tests.bot.features.test_analysis import analyse
from tests.bot.features.test_plans import begin, move
from tests.playground.client import parts_of
from tests.wire.match import Contest, begin_match

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
MOVES = ("c4", "d5", "e6")


async def finished(env: Environment) -> Contest:
    """Return a match of Ann and Bob in which Bob, to move after three moves, resigned."""
    contest = await begin_match((env.ann, env.bob), *MOVES)
    await contest.resign(2)
    return contest


async def form_in_panel(person: Person, board: Json) -> Json:
    """Choose *Play on from here* in the panel behind *More*, and return the outcome with its form."""
    panel = await person.ask_by_press(board, "More")
    menu = next(each["custom_id"] for each in parts_of(panel) if each["custom_id"].startswith("panel:match:"))
    return await person.press(panel, menu, "playon")


async def accept(env: Environment, since: SeenCount) -> int:
    """Have Bob accept the challenge to play on, and return the number of the match."""
    post = await env.bob.hear(
        lambda one: "-# challenge " in one["content"] and "Played on from" in one["content"], since=since
    )
    assert "Unrated: it doesn't count for ratings." in post["content"]
    await env.bob.press(post, "Accept")
    seated = await env.bob.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
    return int(seated["content"].split("#")[1].split("*")[0])


async def first_board(person: Person, number: int, since: SeenCount) -> Json:
    """Wait for the first board of a match."""
    return await person.hear(
        lambda one: f"-# #{number}" in one["content"] and one["attachments"], f"the board of #{number}", since=since
    )


def row_of(env: Environment, number: int) -> dict[str, object]:
    """Return the row of a match in the record."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        record.row_factory = sqlite3.Row
        return dict(record.execute("SELECT * FROM matches WHERE id = ?", (number,)).fetchone())


def position_after(contest: Contest, *moves: str) -> str:
    """Return the position after moves from the usual setup."""
    state = contest.game.start(2, {}, 0)
    for text in moves:
        state = contest.game.play(state, contest.game.parse(state, text))
    return contest.game.position(state)


async def check_record(env: Environment, tmp_path: Path) -> None:
    """Check that the record is as the rules have it, and that all of it can be exported and imported."""
    games = plugins.read().games
    database = await Database.open(file_url(env.bot.data / "turnpost.db"))
    try:
        verdicts = [each async for each in verify_matches(database, games)]
        assert [line for each in verdicts for line in each.differences] == []
        lines = [line async for line in files.write_lines(database, games)]
        (tmp_path / "matches.jsonl").write_text("".join(f"{line}\n" for line in lines))
        found = files.read_file(tmp_path / "matches.jsonl", games, datetime.now(UTC))
        async with database.read() as tx:
            stored = [await matches.require(tx, each.match_id) for each in verdicts]
    finally:
        await database.close()
    assert [match.start for match, *_ in found] == [match.start for match in stored]
    assert any(match.start for match in stored)


@together
async def test_two_people_play_on_from_a_finished_board(shared_env: Environment, tmp_path: Path) -> None:
    env, contest = shared_env, await finished(shared_env)
    form, since = await form_in_panel(env.ann, contest.board), env.ann.seen_so_far()
    bob_since = env.bob.seen_so_far()
    await env.ann.modal(form, **{"0": [env.bob.id], "1": "1", "2": "2", "3": "2"})
    number = await accept(env, bob_since)
    board = await first_board(env.ann, number, since)
    assert board["content"].startswith(f"Played on from [#{contest.number}, move 2](https://")
    row = row_of(env, number)
    position = position_after(contest, *MOVES[:2])
    assert (row["start"], row["origin_id"], row["origin_ply"]) == (position, contest.number, 2)
    assert (row["position"], row["rated"], row["to_move"]) == (position, 0, 1)
    thread, since = board["channel_id"], env.ann.seen_so_far()
    await env.bob.ask_by_slash("move", thread, move="e6")
    await env.ann.hear(lambda one: one["channel_id"] == thread and "`e6`" in one["content"], since=since)
    await env.bob.ask_by_slash("match", thread, do="takeback")
    await env.ann.ask_by_slash("match", thread, do="agree")
    await env.ann.hear(
        lambda one: one["channel_id"] == thread and "takes back move 1" in one["content"] and one["attachments"],
        since=since,
    )
    assert row_of(env, number)["position"] == position
    since = env.ann.seen_so_far()
    await env.bob.ask_by_slash("move", thread, move="e6")
    await env.ann.hear(lambda one: one["channel_id"] == thread and "`e6`" in one["content"], since=since)
    assert row_of(env, number)["position"] == position_after(contest, *MOVES)
    since = env.ann.seen_so_far()
    await env.ann.say("!replay", thread)
    await env.ann.hear_bot(f"Replay of Martian Life #{number}, move 1 of 1", since=since)
    await check_record(env, tmp_path)


@together
async def test_turnpost_plays_on_from_an_analysis(shared_env: Environment, tmp_path: Path) -> None:
    env, contest = shared_env, await finished(shared_env)
    opened = await analyse(env.ann, contest, "go 3")
    tried = await analyse(env.ann, contest, "f3")
    button = next(each["custom_id"] for each in parts_of(tried) if each.get("label") == "Play on from here")
    assert "Play on from here" in [each.get("label") for each in parts_of(opened)]
    form, since = await env.ann.press(tried, button), env.ann.seen_so_far()
    await env.ann.modal(form, opponent=[], level="2", seat="1")
    board = await env.ann.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    number = int(board["content"].rsplit("-# #", 1)[1].split()[0])
    row = row_of(env, number)
    assert row["start"] == position_after(contest, *MOVES, "f3")
    assert (row["origin_id"], row["origin_ply"]) == (contest.number, 4)
    await check_record(env, tmp_path)


@together
async def test_only_positions_of_matches_that_ended_are_played_on(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "c4")
    answer = await env.ann.ask_by_slash("match", contest.thread, do="playon 1")
    assert answer["content"].startswith(f"#{contest.number} isn't over yet.")
    opened = await analyse(env.ann, contest)
    assert "Play on from here" not in [each.get("label") for each in parts_of(opened)]
    await contest.resign(2)
    answer = await env.ann.ask_by_slash("match", contest.thread, do="playon 2")
    assert answer["content"] == f"#{contest.number} has no move 2: the last one is 1."
    answer = await env.ann.ask_by_slash("match", contest.thread, do=f"playon 1 <@{env.bob.id}> <@{env.cleo.id}>")
    assert answer["content"] == "That's too many people: the match has 2 seats."


@together
async def test_without_the_content_intent_turnpost_takes_a_seat(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = await begin(env)
    await move(env.ann, contest, "c4")
    answer = await env.bob.ask_by_slash("match", contest.thread, do="resign")
    await env.bob.press(answer, f"Resign #{contest.number}")
    await env.ann.hear(lambda one: f"**{env.bob.name}** resigned" in one["content"])
    since = env.ann.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do="playon 1 level=1 seat=1")
    board = await env.ann.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    assert f"#{contest.number}, move 1" in board["content"]
