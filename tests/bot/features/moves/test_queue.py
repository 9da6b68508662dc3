"""Several placements in one text, over the wire: played and queued, told on one board, cancelled, refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from games import GAMES
from storage.engine.database import Database, file_url
from tests.playground.client import answered
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, begin_match

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def complete(contest: Contest, text: str, **options: bool) -> list[tuple[str, str]]:
    """Return the words and the value of each choice that the mover is offered."""
    choices = await contest.mover.autocomplete("move", "move", contest.thread, move=text, **options)
    return [(choice["name"], choice["value"]) for choice in choices]


@pytest.mark.parametrize("options", [{}, {"preview": True}])
async def test_a_choice_says_what_the_move_does(shared_env: Environment, options: dict[str, bool]) -> None:
    contest = await begin_match(shared_env.people[:2])
    found = await complete(contest, "d", **options)
    assert found[:2] == [("d1: places a small on d1, where it dies", "d1"), *found[1:2]]
    assert ("d5+: promotes d5 to a medium", "d5+") in found
    assert [value[:2] for _, value in found] == [f"d{row}" for row in (1, 2, 3, 5, 6, 7, 8)]


async def test_a_winning_flight_is_not_listed_first(shared_env: Environment) -> None:
    *texts, last = SCRIPTS["xero-g"].split()
    contest = await begin_match(shared_env.people[:2], *texts, key="xero-g")
    assert last == "a1-base"
    start = await complete(contest, "")
    assert start[0] == ("a1: a1 is a large ship: it flies 3 steps, or on by boosts", "a1")
    assert all(value in {"a1", "b1", "c1", "d1", "e1", "f1"} for _, value in start)
    landings = [value for _, value in await complete(contest, "a1")]
    assert landings[-1] == "a1-base"
    assert len(landings) > 2


async def test_descriptions_too_long_for_a_choice_are_cut_and_moves_never_are(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2], "b8: s +red", key="force-field-factions")
    for name, value in await complete(contest, "a1: ") + await complete(contest, ""):
        assert len(name) <= 100
        assert name.startswith(f"{value.rstrip(' :')}: ")
    other = await begin_match(shared_env.people[:2], "give FLLLLR", key="xong")
    (placing, *_), *_ = [(value, name) for name, value in await complete(other, "")]
    long = await complete(other, f"{placing} give ")
    assert long
    assert all(len(name) == 100 and name.endswith("\u2026") for name, _ in long if len(name) > 99)
    assert any(name.endswith("\u2026") for name, _ in long)
    for _, value in long:
        assert other.game.parse(other.state, value)


def fleet(cells: list[str]) -> list[str]:
    """Return the placements of a whole fleet of twelve on these cells."""
    return [f"{kind}@{cell}" for kind, cell in zip("111122222233", cells, strict=True)]


def free_cells() -> list[str]:
    """Return the cells that three players use, row by row."""
    game = GAMES["zyrcan"]
    return list(game.destinations(game.start(3, {}, 0), "").places)


async def begin(env: Environment) -> Contest:
    contest = Contest("zyrcan", (env.ann, env.bob, env.cleo))
    await contest.begin()
    return contest


async def hear_board(person: Person, contest: Contest, text: str) -> Json:
    """Wait for the board of a match whose post holds a text."""
    return await person.hear(
        lambda one: one["channel_id"] == contest.thread and one["attachments"] and text in one["content"],
        f"a board with {text}",
    )


async def boards(person: Person, contest: Contest) -> list[Json]:
    """Return all boards in the thread of a match."""
    return [one for one in await person.messages(contest.thread) if one["attachments"]]


async def test_everybody_queues_a_fleet_and_two_boards_tell_it(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    cells = free_cells()
    fleets = [fleet(cells[start : start + 12]) for start in (0, 12, 24)]
    for person, placements in ((bob, fleets[1]), (cleo, fleets[2])):
        answer = await person.ask_by_slash("move", contest.thread, move=", ".join(placements))
        assert (
            f"12 moves queued for #{contest.number}, played as your turns come: `{placements[0]}`" in answer["content"]
        )
    sent = await ann.say(", ".join(fleets[0]), contest.thread)
    board = await hear_board(ann, contest, "36.")
    assert [user["id"] for user in board["mentions"]] == [ann.id]
    told, news, *_ = board["content"].splitlines()  # the first of so many turns are left out
    assert told.startswith("\u2026 ")
    assert told.endswith(f", **35.** **{bob.name}** `{fleets[1][-1]}`, **36.** **{cleo.name}** `{fleets[2][-1]}`.")
    assert "the attack begins" in news
    await shared_env.all_posted()
    assert sent["id"] not in map(answered, await ann.messages(contest.thread)), "the board tells it"
    assert len(await boards(ann, contest)) == 2


async def test_what_is_in_the_way_drops_the_queue_and_its_player_decides(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    await bob.ask_by_slash("move", contest.thread, move="1@d4, 2@e5, 3@g7")
    bob.seen_so_far()
    await ann.say("2@d4", contest.thread)
    board = await hear_board(bob, contest, "`2@d4`")
    assert f"**{bob.name}** had queued `1@d4`, which can't be played any more: `d4` is occupied" in board["content"]
    assert [user["id"] for user in board["mentions"]] == [bob.id]
    await bob.say("1@e5, 2@f5", contest.thread)
    shown = await hear_board(cleo, contest, "`1@e5`")
    assert [user["id"] for user in shown["mentions"]] == [cleo.id]
    assert "f5" not in shown["content"]


async def test_the_board_after_queued_moves_tells_who_left_before_them(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    await bob.ask_by_slash("move", contest.thread, move="1@d4, 2@e5")
    question = await ann.ask_by_slash("match", contest.thread, do="resign")
    await ann.press(question, f"Resign #{contest.number}")
    board = await hear_board(cleo, contest, "`1@d4`")
    assert board["content"].startswith(f"**{ann.name}** resigned, **1.** **{bob.name}** puts a 1-engine ship on d4.\n")
    assert [user["id"] for user in board["mentions"]] == [cleo.id]


async def test_a_wrong_part_refuses_all_and_chat_stays_chat(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    answer = await ann.ask_by_slash("move", contest.thread, move="1@d4, 2@d4")
    assert answer["content"].startswith("Nothing was played, because of move 2, `2@d4`: `d4` is occupied")
    answer = await ann.ask_by_slash("move", contest.thread, move="3@d4, 3@e5, 3@f5")
    assert "because of move 3, `3@f5`" in answer["content"]
    ann.seen_so_far()
    await ann.say("nice, well played", contest.thread)
    await ann.say("1@d4", contest.thread)
    board = await hear_board(ann, contest, "`1@d4`")
    assert "move 1 " in board["content"]
    assert not [one for one in await ann.messages(contest.thread) if answered(one) and "well played" in str(one)]


async def test_queued_moves_are_cancelled_by_their_player_alone(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    sent = await bob.say(f"!move #{contest.number} 1@d4, 2@e5", contest.thread)
    queued = await bob.hear(lambda one: answered(one) == sent["id"], "a confirmation")
    assert queued["content"] == f"2 moves queued for #{contest.number}, played as your turns come."
    assert "somebody else's" in (await ann.ask_by_press(queued, "Cancel them"))["content"]
    since = bob.seen_so_far()
    await bob.press(queued, "Cancel them")
    await bob.hear(lambda one: one["id"] == queued["id"] and "nothing is queued" in one["content"], since=since)
    await ann.say("3@c3", contest.thread)
    board = await hear_board(cleo, contest, "`3@c3`")
    assert [user["id"] for user in board["mentions"]] == [bob.id]


async def test_a_takeback_drops_what_was_queued(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    await ann.say("3@c3", contest.thread)
    await hear_board(ann, contest, "`3@c3`")
    await cleo.ask_by_slash("move", contest.thread, move="1@d4, 2@e5")
    await ann.ask_by_slash("match", contest.thread, do="takeback")
    post = await bob.hear(lambda one: "Agree" in str(one["components"]) and one["channel_id"] == contest.thread)
    for person in (bob, cleo):
        await person.press(post, "Agree")
    await hear_board(bob, contest, "takes back")
    for person, text in ((ann, "3@c4"), (bob, "3@f5")):
        await person.say(text, contest.thread)
        board = await hear_board(cleo, contest, f"`{text}`")
    assert [user["id"] for user in board["mentions"]] == [cleo.id]


async def test_moves_queued_right_after_a_takeback_are_played(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    await ann.say("3@c3", contest.thread)
    await hear_board(ann, contest, "`3@c3`")
    await ann.ask_by_slash("match", contest.thread, do="takeback")
    post = await bob.hear(lambda one: "Agree" in str(one["components"]) and one["channel_id"] == contest.thread)
    for person in (bob, cleo):
        await person.press(post, "Agree")
    await hear_board(bob, contest, "takes back")
    await ann.say("1@d4, 2@e5", contest.thread)
    board = await hear_board(ann, contest, "`1@d4`")
    assert [user["id"] for user in board["mentions"]] == [bob.id]


@pytest.mark.thorough
async def test_queued_moves_survive_a_crash_and_are_played_once(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin(env)
        ann, bob, cleo = contest.people
        await bob.ask_by_slash("move", contest.thread, move="1@d4, 2@e5")
        async with env.down():
            await ann.say("3@c3", contest.thread)
        board = await hear_board(cleo, contest, "`1@d4`")
        told = f"**1.** **{ann.name}** `3@c3`, **2.** **{bob.name}** puts a 1-engine ship on d4."
        assert told in board["content"]
        assert [user["id"] for user in board["mentions"]] == [cleo.id]
        async with env.down():
            await cleo.say("3@f6", contest.thread)
        await hear_board(cleo, contest, "`3@f6`")
        await env.all_posted()
        assert len(await boards(ann, contest)) == 3


async def test_a_board_that_goes_by_direct_message_tells_the_whole_run(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob, cleo = contest.people
    await bob.ask_by_slash("move", contest.thread, move="1@d4, 2@e5")
    shared_env.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    await ann.say("3@c3", contest.thread)
    told = await cleo.hear_bot(f"I can't post in <#{contest.thread}>")
    shared_env.playground.allow(int(contest.thread))
    assert f"**1.** **{ann.name}** `3@c3`, **2.** **{bob.name}** puts a 1-engine ship on d4." in told["content"]


async def test_the_record_of_queued_turns_verifies(shared_env: Environment) -> None:
    await shared_env.all_posted()
    database = await Database.open_existing(file_url(shared_env.bot.data / "turnpost.db"))
    verdicts = [verdict async for verdict in verify_matches(database, GAMES)]
    await database.close()
    assert [line for verdict in verdicts for line in verdict.differences] == []
