"""Matches that begin from a position of another one, over the wire."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot import plugins
from bot.admin.verify.matches import verify_matches
from bot.features.board_replies import board_footer
from bot.features.match_text import origin_sentence
from bot.match_files import files
from bot.referee.boards import Snapshot
from games.translation import in_language
from storage.engine.database import Database, file_url
from storage.queries import matches
from tests.bot.features.match_sample import MATCH
from tests.bot.features.test_analysis import analyse
from tests.bot.features.test_plans import begin, move
from tests.playground.client import parts_of
from tests.wire.match import SCRIPTS, Contest, bare, begin_match, by_slash

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment

# One bot for all matches of a fixture.
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


async def finished_by_slash(env: Environment) -> Contest:
    """Return the same match without the content intent."""
    contest = await begin(env)
    for place, text in enumerate(MOVES):
        await move(contest.people[place % 2], contest, text)
    answer = await env.bob.ask_by_slash("match", contest.thread, do="resign")
    await env.bob.press(answer, f"Resign #{contest.number}")
    await env.ann.hear(lambda one: f"**{env.bob.name}** resigned" in one["content"])
    return contest


def begun_from(env: Environment, contest: Contest) -> list[int]:
    """Return the numbers of the matches that began from a position of another one, rematches aside."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        query = """SELECT matches.id FROM matches JOIN challenges ON challenges.id = challenge_id
        WHERE matches.origin_id = ? AND rematch_of IS NULL"""
        return [number for (number,) in record.execute(query, (contest.number,))]


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
    """Check that the record is as the rules have it, and that it is so when it was exported and imported elsewhere."""
    games, moved = plugins.read().games, tmp_path / "matches.jsonl"
    before, after = [file_url(folder / "turnpost.db") for folder in (env.bot.data, tmp_path)]
    async with opened(before) as database:
        lines = [line async for line in files.write_lines(database, games)]
        starts = await verified_starts(database)
    moved.write_text("".join(f"{line}\n" for line in lines))
    async with opened(after) as database:
        await files.store_matches(database, files.read_file(moved, games, datetime.now(UTC)))
        assert await verified_starts(database) == starts
    assert any(starts)


@asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Database]:
    """Open a database, and close it in the end."""
    database = await Database.open(url)
    try:
        yield database
    finally:
        await database.close()


async def verified_starts(database: Database) -> list[str | None]:
    """Return where each match of a record without differences began."""
    verdicts = [each async for each in verify_matches(database, plugins.read().games)]
    assert [line for each in verdicts for line in each.differences] == []
    async with database.read() as tx:
        return [(await matches.require(tx, each.match_id)).start for each in verdicts]


@together
async def test_two_people_play_on_from_a_finished_board(shared_env: Environment, tmp_path: Path) -> None:
    env, contest = shared_env, await finished(shared_env)
    form, since = await form_in_panel(env.ann, contest.board), env.ann.seen_so_far()
    bob_since = env.bob.seen_so_far()
    await env.ann.modal(form, **{"0": [env.bob.id], "1": "1", "2": "Yellow", "3": "2"})
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
    answer = await env.ann.ask_by_slash("match", thread, do="export")
    record = (await env.ann.fetch(answer["attachments"][1]["url"])).decode()
    assert f"Played on from #{contest.number}, move 2.\nPosition: {position}\n" in record
    await check_record(env, tmp_path)


@together
async def test_turnpost_plays_on_from_an_analysis(shared_env: Environment, tmp_path: Path) -> None:
    env, contest = shared_env, await finished(shared_env)
    opened = await analyse(env.ann, contest, "go 3")
    tried = await analyse(env.ann, contest, "f3")
    button = next(each["custom_id"] for each in parts_of(tried) if each.get("label") == "Play on from here")
    assert "Play on from here" in [each.get("label") for each in parts_of(opened)]
    form, since = await env.ann.press(tried, button), env.ann.seen_so_far()
    await env.ann.modal(form, opponent=[], level="2", seat="Red")
    board = await env.ann.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    number = int(board["content"].rsplit("-# #", 1)[1].split()[0])
    row = row_of(env, number)
    assert row["start"] == position_after(contest, *MOVES, "f3")
    assert (row["origin_id"], row["origin_ply"]) == (contest.number, None)
    assert board["content"].startswith(f"Played on from an analysis of #{contest.number}.\n")
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
    contest = await finished_by_slash(env)
    since = env.ann.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do="playon 1 level=1 seat=1")
    board = await env.ann.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    assert f"#{contest.number}, move 1" in board["content"]


@together
@pytest.mark.parametrize("arrives", [False, True], ids=["before it arrives", "after it arrived"])
async def test_a_press_makes_one_match_though_the_bot_is_killed(crash_env: Environment, *, arrives: bool) -> None:
    env, contest = crash_env, await finished_by_slash(crash_env)
    tried = await analyse(env.bob, contest, "go 2")
    button = next(each["custom_id"] for each in parts_of(tried) if each.get("label") == "Play on from here")
    form, since = await env.bob.press(tried, button), env.bob.seen_so_far()
    games = await env.bob.channel("games")
    env.playground.faults.slow(60, method="POST", path=f"/channels/{games}/messages", applied=arrives)
    pressed = asyncio.create_task(env.bob.modal(form, opponent=[], level="1", seat="Red"))
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await pressed
    await env.bot.start()
    await env.all_posted()
    (number,) = begun_from(env, contest)
    board = await first_board(env.bob, number, since)
    assert board["content"].startswith(f"Played on from [#{contest.number}, move 2](https://")
    boards = [one for one in await env.bob.messages(board["channel_id"]) if one["attachments"]]
    assert [one["content"] for one in boards] == [board["content"]]
    async with env.down(signal.SIGKILL):
        pass
    since = env.bob.seen_so_far()
    await env.bob.ask_by_slash("move", board["channel_id"], move="e6")
    told = await env.bob.hear(lambda one: "`e6`" in one["content"] and one["attachments"], since=since)
    assert f"-# #{number} \u00b7 move " in told["content"], "the line is long enough"
    assert row_of(env, number)["start"] == position_after(contest, *MOVES[:2])


@together
async def test_the_rematch_begins_from_the_same_position_and_seats_swap(
    shared_env: Environment, tmp_path: Path
) -> None:
    env, contest = shared_env, await finished(shared_env)
    since, bob_since = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do=f"playon 2 <@{env.bob.id}> seat=1")
    number = await accept(env, bob_since)
    thread = (await first_board(env.ann, number, since))["channel_id"]
    answer = await env.bob.ask_by_slash("match", thread, do="resign")
    since = env.ann.seen_so_far()
    await env.bob.press(answer, f"Resign #{number}")
    over = await env.ann.hear_bot(f"wins **Martian Life #{number}**", since=since)
    assert over["content"].endswith(f"-# #{number} from #{contest.number}")
    since = env.ann.seen_so_far()
    await env.ann.press(over, "Rematch")
    post = await env.bob.hear_bot(f"Rematch of #{number} with seats swapped")
    assert f"Played on from #{contest.number}, move 2.\n" in post["content"]
    await env.bob.press(over, "Rematch")
    board = await env.ann.hear(
        lambda one: one["attachments"] and one["content"].startswith("Played on from"), since=since
    )
    again, first = row_of(env, number + 1), row_of(env, number)
    names = ("start", "origin_id", "origin_ply", "seed", "rated")
    assert [again[name] for name in names] == [first[name] for name in names]
    assert [user["id"] for user in board["mentions"]] == [env.bob.id]
    await check_record(env, tmp_path)


@together
async def test_an_open_challenge_from_a_position_opens_again_from_there(shared_env: Environment) -> None:
    env, contest = shared_env, await finished(shared_env)
    since, posts = env.bob.seen_so_far(), list[str]()
    await env.ann.ask_by_slash("match", contest.thread, do="playon 1 fill=0 standing=2")
    for _ in range(2):
        post = await env.bob.hear(
            lambda one: "challenges anyone here to" in one["content"] and one["id"] not in posts, since=since
        )
        posts.append(post["id"])
        assert f"Played on from #{contest.number}, move 1." in post["content"]
        since = env.bob.seen_so_far()
        await env.bob.press(post, "Join")
        await env.bob.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    started = [row_of(env, number) for number in begun_from(env, contest)]
    assert [(row["start"], row["origin_ply"]) for row in started] == [(position_after(contest, "c4"), 1)] * 2


@together
async def test_a_reply_to_a_board_plays_on_from_there_and_a_command_alone_from_the_last_one(
    shared_env: Environment,
) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "c4")
    earlier = contest.board
    await contest.turn(bare, "d5")
    await contest.resign(1)
    since = env.bob.seen_so_far()
    await env.bob.say("!playon level=1", contest.thread, to=earlier)
    board = await env.bob.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    assert f"#{contest.number}, move 1]" in board["content"]
    since = env.bob.seen_so_far()
    await env.bob.say("!playon level=1", contest.thread, to=contest.board)
    board = await env.bob.hear(lambda one: "Played on from" in one["content"] and one["attachments"], since=since)
    assert f"#{contest.number}, move 2]" in board["content"]


@together
async def test_players_of_three_play_on_from_where_all_were_in(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env, "zyrcan")
    for seat, person in enumerate(contest.people[:2], 1):
        text = contest.game.format(contest.state, contest.game.legal(contest.state)[0])
        await move(person, contest, text)
        contest.follow([text])
        answer = await person.ask_by_slash("match", contest.thread, do="resign")
        await person.press(answer, f"Resign #{contest.number}")
        contest.state = contest.game.leave(contest.state, seat)
    form = await form_in_panel(env.ann, await env.ann.hear_bot(f"wins **Zyrcan #{contest.number}**"))
    fields = {one["component"]["custom_id"]: one["component"] for one in form["modal"]["components"]}
    assert fields["3"]["value"] == "1", "the last move before the first of them left"
    answer = await env.ann.ask_by_slash("match", contest.thread, do="playon 2")
    assert answer["content"] == "A player left after move 1. Play on from there, or from an earlier move."
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do=f"playon 1 <@{env.bob.id}>")
    number = await accept(env, since)
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        seated = [user for (user,) in record.execute("SELECT user_id FROM seats WHERE match_id = ?", (number,))]
    assert seated[1] == int(env.ann.id), "the seat to move"
    assert sorted(seated)[1:] == sorted((int(env.ann.id), int(env.bob.id)))
    assert min(seated) < 0, "Turnpost takes the other"


@together
async def test_a_long_match_goes_on_from_its_saved_state_after_a_kill(shared_env: Environment, tmp_path: Path) -> None:
    first, second, *texts = SCRIPTS["martian-life"].split()
    env, contest = shared_env, await begin_match(shared_env.people[:2], first, second)
    await contest.resign(2)
    since, bob_since = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do=f"playon 2 <@{env.bob.id}> seat=2")
    number = await accept(env, bob_since)
    follow = Contest("martian-life", (env.bob, env.ann))
    follow.number, follow.state = number, follow.game.parse_position(position_after(contest, first, second))
    follow.board = await first_board(env.ann, number, since)
    follow.thread = follow.board["channel_id"]
    for ply, text in enumerate(texts[:18], 1):
        if ply == 18:
            saved = "SELECT seq FROM saved_states WHERE match_id = ?"
            with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
                assert record.execute(saved, (number,)).fetchall() == [(16,)]
            async with env.down(signal.SIGKILL):
                pass
        await follow.turn(by_slash, text)
    assert row_of(env, number)["position"] == follow.game.position(follow.state)
    await check_record(env, tmp_path)


@together
async def test_nobody_plays_on_with_a_person_who_is_blocked(shared_env: Environment) -> None:
    env, contest = shared_env, await finished(shared_env)
    await env.ann.ask_by_slash("server", do=f"block <@{env.bob.id}>")
    answer = await env.ann.ask_by_slash("match", contest.thread, do=f"playon 1 <@{env.bob.id}>")
    assert answer["content"] == "**Bob** is blocked from playing on this server. Choose somebody else."
    answer = await env.bob.ask_by_slash("match", contest.thread, do="playon 1")
    assert answer["content"].startswith("You're blocked from playing on this server")
    await env.ann.ask_by_slash("server", do=f"unblock <@{env.bob.id}>")
    assert begun_from(env, contest) == []


@together
async def test_a_match_in_direct_messages_is_played_on_there(shared_env: Environment) -> None:
    env, dm = shared_env, await shared_env.ann.dm()
    since = env.ann.seen_so_far()
    await env.ann.ask_by_slash("play", dm, game="martian-life", level=1, seat="1")
    board = await env.ann.hear(lambda one: one["channel_id"] == dm and one["attachments"], since=since)
    number = int(board["content"].rsplit("-# #", 1)[1].split()[0])
    answer = await env.ann.ask_by_slash("match", dm, do="resign", match=f"#{number}")
    since = env.ann.seen_so_far()
    await env.ann.press(answer, f"Resign #{number}")
    over = await env.ann.hear_bot(f"wins **Martian Life #{number}**", since=since)
    form, since = await form_in_panel(env.ann, over), env.ann.seen_so_far()
    await env.ann.modal(form, **{"0": [], "1": "1", "2": "Red", "3": "0"})
    board = await env.ann.hear(
        lambda one: one["content"].startswith("Played on from") and one["attachments"], since=since
    )
    assert board["channel_id"] == dm
    assert board["content"].startswith(f"Played on from the start of #{number}.\n")


def test_german_boards_say_where_they_began() -> None:
    match = replace(MATCH, start="x", origin_id=5, origin_ply=2)
    with in_language("de"):
        assert origin_sentence(match) == "Weitergespielt ab #5, Zug 2."
        assert origin_sentence(replace(match, origin_ply=0), "http://a") == "Weitergespielt ab [#5, Anfang](http://a)."
        assert origin_sentence(replace(match, origin_ply=None)) == "Weitergespielt ab einer Analyse von #5."
        assert origin_sentence(replace(match, origin_id=None)) == "Weitergespielt aus einer anderen Partie."
        shown = Snapshot(match, None, None, None, 0)
        assert board_footer(shown) == f"-# #{match.id} aus #5"
        assert board_footer(shown, content=True).startswith(f"-# #{match.id} \u00b7 ")
    assert origin_sentence(MATCH) == ""
