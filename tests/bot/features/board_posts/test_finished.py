"""Finished matches, shown once in the channel that a server has for them, with board, moves, times and notes."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.playground.client import answered, labels
from tests.wire.match import Contest, bare, begun, by_mention
from tests.wire.scripts import SCRIPTS
from tests.wire.stage import staged

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Stage

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting_stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Stage]:
    """A stage on which Discord forgets nonces at once, as it does after some minutes."""
    async with staged(tmp_path_factory.mktemp("lasting"), nonce_window=timedelta(0)) as ready:
        yield ready


TEXTS = SCRIPTS["xero-g"].split()
SHOWN = "lounge"


async def choose_finished_channel(stage: Stage, channel: str = SHOWN) -> str:
    """Let Ann, who manages the server, choose where matches that are over are shown; return that channel's id."""
    place, since = await stage.ann.channel(channel), len(stage.ann.seen)
    await stage.ann.say(f"@Turnpost settings finished=<#{place}>")
    await stage.ann.hear_bot(f"are shown in <#{place}>", since=since)
    return place


async def list_posts(person: Person, contest: Contest, channel: str = SHOWN) -> list[Json]:
    """Return the posts about a match in a channel."""
    return [one for one in await person.messages(channel) if f"#{contest.number}**" in one["content"]]


async def expect_finished_post(person: Person, contest: Contest, place: str, since: int = 0) -> Json:
    """Wait for the post of a match that is over, and check the board in it."""
    post = await person.hear(
        lambda one: one["channel_id"] == place and f"#{contest.number}**" in one["content"], "a post", since=since
    )
    picture = post["attachments"][0]
    assert await person.fetch(picture["url"]) == contest.picture
    assert picture["description"] == contest.renderer.alt(contest.scene)
    assert f"in <#{contest.thread}>." in post["content"]
    assert not post["mentions"]
    assert labels(post) == ["My view", "Replay", "Record"]
    return post


async def test_a_match_that_is_won_is_shown_with_its_moves_and_notes(lasting_stage: Stage) -> None:
    stage, bob = lasting_stage, lasting_stage.bob
    before = await begun(stage.people[:2], key="xero-g")
    await before.resign(1)
    place = await choose_finished_channel(stage)
    contest = await begun(stage.people[:2], *TEXTS[:-1], key="xero-g")
    await bob.ask_by_slash("note", contest.thread, text="I should have **flown** <@1>")
    assert not await list_posts(bob, contest)
    await contest.turn(bare, TEXTS[-1])
    post = await expect_finished_post(bob, contest, place)
    first, second, moves, *notes = post["content"].splitlines()
    assert first.startswith(f"**Ann** wins **Xero-G #{contest.number}**: ")
    assert first.endswith(f"after {len(TEXTS)} moves in under a minute.")
    assert second == f"Played by **Ann** (South) against **Bob** (North) in <#{contest.thread}>."
    assert moves == "Moves: " + " ".join(f"{ply}. `{text}`" for ply, text in enumerate(TEXTS, 1))
    assert notes == ["Notes:", r"- **Bob** 1, after move 8: I should have \*\*flown\*\* \<\@1\>"]
    assert len(post["attachments"]) == 1
    assert not await list_posts(bob, before), "it ended before there was such a channel"
    for button in ("Replay", "Record"):
        assert (await stage.cleo.ask_by_press(post, button))["attachments"]


async def test_long_moves_and_notes_come_as_a_file_and_three_players_with_places(lasting_stage: Stage) -> None:
    stage, ann = lasting_stage, lasting_stage.ann
    place = await choose_finished_channel(stage)
    contest = await begun(stage.people[:3], "3@e5", key="zyrcan")
    for word in ("first", "second", "third"):
        await ann.ask_by_slash("note", contest.thread, text=f"{word} {'x' * 290}")
    await contest.resign(1)
    await contest.resign(3)
    post = await expect_finished_post(ann, contest, place)
    first, second = contest.people[1].name, contest.people[2].name
    assert f"\n1. **{first}**, " in post["content"]
    assert f"\n2. **{second}**, " in post["content"]
    assert "\n3. **Ann**, " in post["content"]
    assert post["content"].endswith("\nThe moves and notes are in the text file.")
    assert post["attachments"][1]["filename"] == f"turnpost-{contest.number}.txt"
    text = (await ann.fetch(post["attachments"][1]["url"])).decode()
    assert "1.   Ann  3@e5" in text
    assert f"{second} resigned" in text
    assert f"Ann, after move 1: third {'x' * 290}" in text


async def test_a_draw_is_shown_and_a_match_without_a_result_is_not(lasting_stage: Stage) -> None:
    stage = lasting_stage
    place = await choose_finished_channel(stage)
    contest = await begun(stage.people[:2], "321123", key="xero-g")
    await stage.ann.say(f"!abandon #{contest.number}")
    await stage.ann.press(await stage.ann.hear_bot(f"End Xero-G #{contest.number}"), f"End #{contest.number}")
    await stage.ann.hear_bot(f"ended **Xero-G #{contest.number}**")
    drawn = await begun(stage.people[:2], "321123", key="xero-g")
    await stage.ann.say("!draw", drawn.thread)
    await stage.bob.press(await stage.bob.hear_bot(f"offers a draw in **Xero-G #{drawn.number}**"), "Agree")
    post = await stage.bob.hear_bot(f"Played by **Ann** (South) against **Bob** (North) in <#{drawn.thread}>.")
    assert post["channel_id"] == place
    assert post["content"].startswith(f"**Xero-G #{drawn.number} is drawn**: by agreement, after 1 move")
    await stage.all_posted()
    assert not await list_posts(stage.ann, contest)


async def test_a_barred_channel_delays_nothing_and_its_post_is_given_up(lasting_stage: Stage) -> None:
    stage = lasting_stage
    place = await choose_finished_channel(stage)
    stage.playground.deny(int(place), "SEND_MESSAGES")
    unseen = await begun(stage.people[:2], key="xero-g")
    await unseen.resign(1)
    await stage.all_posted()
    assert not await list_posts(stage.ann, unseen)
    stage.playground.allow(int(place))
    stage.playground.deny(int(place), "ATTACH_FILES")
    contest = await begun(stage.people[:2], "321123", key="xero-g")
    await contest.resign(1)
    post = await stage.bob.hear_bot(f"in <#{contest.thread}>.")
    assert not post["attachments"]
    assert "1. `321123` (**Ann** resigned)\n```\n" in post["content"]
    stage.playground.allow(int(place))


async def test_a_slow_channel_delays_nothing_and_a_crash_makes_no_second_post(
    lasting_stage: Stage,
) -> None:
    stage, faults = lasting_stage, lasting_stage.playground.faults
    place = await choose_finished_channel(stage)
    contest = await begun(stage.people[:2], "321123", key="xero-g")
    faults.slow(300, method="POST", path=f"/channels/{place}/messages", applied=True)
    await contest.resign(1)
    await faults.used_up()
    asked = await stage.ann.say("!board", contest.thread)
    await stage.ann.hear(lambda one: answered(one) == asked["id"], "the board that she asked for")
    await stage.bot.stop(signal.SIGKILL)
    faults.clear()
    await stage.bot.start()
    await stage.all_posted()
    assert len(await list_posts(stage.ann, contest)) == 1


async def test_a_finished_match_is_shown_without_the_content_intent(lasting_stage_without_content: Stage) -> None:
    stage = lasting_stage_without_content
    place = await choose_finished_channel(stage)
    contest = Contest("xero-g", stage.people[:2])
    await contest.begin_by_slash()
    await contest.turn(by_mention, "321123")
    await contest.resign(2)
    post = await expect_finished_post(stage.ann, contest, place)
    assert post["content"].endswith("\nMoves: 1. `321123` (**Bob** resigned)")
