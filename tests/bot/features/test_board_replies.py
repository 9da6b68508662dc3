"""Boards over the wire: as everyone sees them, from one's own side, in letters, by a message's menu, after a move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from PIL import Image

from renderers.drawing.colours import BLUE, RED
from renderers.xero_g.text import write_grid
from tests.bot.features.board_pictures import begin_with_look, draw_board, fetch_own_board, fetch_picture
from tests.playground.client import answered, labels
from tests.wire.match import SCRIPTS, Contest, bare, begin_match, by_mention, by_reply, by_slash

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from renderers.board.scene import Scene
    from tests.playground.client import Json
    from tests.wire.fixtures import Environment, MakeEnvironment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()


def colour_below_board(picture: bytes) -> Any:
    """Return the colour of the planet below Xero-G's board: that of the seat whose base it is."""
    return Image.open(BytesIO(picture)).convert("RGB").getpixel((500, 990))


async def test_boards_are_drawn_from_the_movers_side_and_at_the_end_from_the_winners(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_with_look(env)
    assert colour_below_board(await fetch_picture(env.ann, contest.board)) == RED.base
    await contest.turn(bare, TEXTS[0])
    assert colour_below_board(await fetch_picture(env.ann, contest.board)) == BLUE.base
    for text in TEXTS[1:]:
        await contest.turn(bare, text)
    contest.check_win()
    result = contest.game.result(contest.state)
    assert result
    assert await fetch_picture(env.ann, contest.board) == draw_board(contest, side=result.winners[0])
    assert labels(contest.board) == ["Rematch", "Replay", "Review", "More"]
    mine = await env.cleo.ask_by_menu("My view", contest.board, contest.thread)
    full = await env.cleo.ask_by_press(mine, "Full size")
    assert await fetch_picture(env.cleo, full) == draw_board(contest, size="large")


async def test_both_players_of_the_factions_see_their_own_home_row_at_the_bottom(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_with_look(env, "force-field-factions")
    from_row_8, from_row_1 = draw_board(contest, side=1), draw_board(contest, side=None)
    assert from_row_8 != from_row_1
    assert await fetch_picture(env.ann, contest.board) == from_row_8, "Black, whose home is row 8, is to move"
    mine = await env.bob.ask_by_press(contest.board, "My view")
    assert await fetch_picture(env.bob, mine) == from_row_1
    mine = await env.ann.ask_by_press(contest.board, "My view")
    assert await fetch_picture(env.ann, mine) == from_row_8


@pytest.mark.thorough
async def test_a_match_can_have_boards_that_never_turn_in_a_theme_and_a_size(shared_env: Environment) -> None:
    env, since = shared_env, shared_env.bob.seen_so_far()
    contest = await begin_with_look(env, moves=3, sides="never", theme="light", size="small")
    assert contest.scene.side is None
    post = await env.bob.hear_bot("challenges", since=since)
    assert "Boards: light, small and never turned." in post["content"]
    small = Image.open(BytesIO(await fetch_picture(env.bob, contest.board)))
    assert small.width == 600
    mine = await env.bob.ask_by_press(contest.board, "My view")
    assert labels(mine) == ["Full size"]
    full = await env.bob.ask_by_press(mine, "Full size")
    assert Image.open(BytesIO(await fetch_picture(env.bob, full))).width == 2000
    assert not labels(full)
    since = env.bob.seen_so_far()
    await begin_with_look(env)
    assert "Boards" not in (await env.bob.hear_bot("challenges", since=since))["content"]


async def test_my_view_is_the_current_board_from_my_side_and_says_if_it_moved_on(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_with_look(env, moves=1)
    old = contest.board
    mine = await env.ann.ask_by_press(old, "My view")
    assert colour_below_board(await fetch_picture(env.ann, mine)) == RED.base
    assert "**Bob** to move, since <t:" in mine["content"]
    assert "That was" not in mine["content"]
    await contest.turn(bare, TEXTS[1])
    moved_on = await env.bob.ask_by_press(old, "My view")
    assert "That was move 1; the match is at move 2. Here it is now." in moved_on["content"]
    assert await fetch_picture(env.bob, moved_on) == draw_board(contest, side=2)
    bystanders = await env.cleo.ask_by_press(old, "My view")
    assert await fetch_picture(env.cleo, bystanders) == draw_board(contest, side=1)
    command = await env.cleo.say("!board", contest.thread)
    shown = await env.cleo.hear(lambda one: answered(one) == command["id"])
    assert await fetch_picture(env.cleo, await env.bob.ask_by_press(shown, "My view")) == draw_board(contest, side=2)


async def test_boards_without_homes_are_turned_only_where_a_side_is_named(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_with_look(env, "martian-life", 1)
    assert contest.scene.side is None
    mine = await env.bob.ask_by_press(contest.board, "My view")
    assert await fetch_picture(env.bob, mine) == await fetch_own_board(env.bob, contest) == contest.picture
    assert await fetch_own_board(env.bob, contest, side="mine") == draw_board(contest, side=2) != contest.picture


async def test_a_board_can_be_seen_from_any_side_in_any_theme_and_size(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_with_look(env, moves=1)
    mine = draw_board(contest, side=2)
    assert await fetch_own_board(env.bob, contest) == await fetch_own_board(env.cleo, contest, side="North") == mine
    assert await fetch_own_board(env.bob, contest, side="mine", theme="light", size="large") == draw_board(
        contest, side=2, theme="light", size="large"
    )
    plain = draw_board(contest, side=1)
    assert (
        await fetch_own_board(env.bob, contest, side="south")
        == await fetch_own_board(env.cleo, contest)
        == plain
        != mine
    )


async def test_a_side_that_is_not_in_the_match_is_rejected(shared_env: Environment, earlier: Earlier) -> None:
    env, contest = shared_env, earlier.contest
    for person, options, answer in (
        (env.bob, {"side": "west"}, "There's no side `west` in #{}. Choose `mine`, `south` or `north`."),
        (env.cleo, {"side": "mine"}, "You don't play in #{}: choose a seat as side, or leave it out."),
    ):
        told = await person.ask_by_slash("board", contest.thread, **options)
        assert told["content"] == answer.format(contest.number)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A match of five moves, with its scene and picture after the second one."""

    contest: Contest
    scene: Scene
    picture: bytes


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def earlier(shared_env: Environment) -> Earlier:
    contest = await begin_match(shared_env.people[:2], *TEXTS[:2], key="xero-g")
    found = Earlier(contest, contest.scene, contest.picture)
    for text in TEXTS[2:5]:
        await contest.turn(bare, text)
    await shared_env.all_posted()
    return found


async def test_an_earlier_board_is_shown_to_everyone_by_text(shared_env: Environment, earlier: Earlier) -> None:
    env, contest = shared_env, earlier.contest
    old = await env.cleo.ask_by_text(f"!board #{contest.number} 2", "games")
    assert f"**Xero-G #{contest.number}** as it stood after move 2 of 5 (<t:" in old["content"]
    assert "**2.** **Bob** " in old["content"]
    assert "Then it was **Ann**'s turn." in old["content"]
    assert await env.cleo.fetch(old["attachments"][0]["url"]) == earlier.picture
    assert old["attachments"][0]["description"] == contest.renderer.alt(earlier.scene)
    start = await env.bob.ask_by_text("!board 0", contest.thread)
    assert "as it stood at the start, before its 5 moves" in start["content"]


async def test_the_board_after_the_last_move_is_the_current_one(shared_env: Environment, earlier: Earlier) -> None:
    bob, contest = shared_env.bob, earlier.contest
    now = await bob.ask_by_text("!board 5.", contest.thread)
    assert "to move, since <t:" in now["content"]
    assert await bob.fetch(now["attachments"][0]["url"]) == contest.picture


async def test_a_move_in_reply_to_an_earlier_board_is_stale(shared_env: Environment, earlier: Earlier) -> None:
    env, contest = shared_env, earlier.contest
    old = await env.cleo.ask_by_text(f"!board #{contest.number} 2", "games")
    await env.all_posted()
    since = env.bob.seen_so_far()
    await env.bob.say(TEXTS[3], to=old)
    stale = await env.bob.hear_bot("That was move 2; the match is at move 5. Here it is now.", since=since)
    assert await env.bob.fetch(stale["attachments"][0]["url"]) == contest.picture


async def test_an_earlier_board_is_shown_privately_by_slash(shared_env: Environment, earlier: Earlier) -> None:
    dan, match = shared_env.dan, f"{earlier.contest.number}"
    mine = await dan.ask_by_slash("board", "games", match=match, ply=2, theme="light")
    assert "as it stood after move 2 of 5" in mine["content"]
    light = Image.open(BytesIO(await fetch_picture(dan, mine)))
    assert light.size == Image.open(BytesIO(earlier.picture)).size
    letters = await dan.ask_by_slash("board", "games", match=match, ply=2, text="sentences")
    assert f"```\n{earlier.contest.renderer.text(earlier.scene)}\n```" in letters["content"]


async def test_a_board_that_does_not_exist_is_rejected(shared_env: Environment, earlier: Earlier) -> None:
    ann, contest = shared_env.ann, earlier.contest
    for text, reason in (
        ("!board 6", f"#{contest.number} has no move 6: it has 5 moves, counted from 1."),
        ("!board 2 3", "I can't read `3` here."),
        ("!board 1 north light", "I can't read `north` here."),
        (f"!board {contest.number}x", f"I can't read `{contest.number}x` here."),
    ):
        assert reason in (await ann.ask_by_text(text, contest.thread))["content"]
    told = await ann.ask_by_slash("board", contest.thread, ply=-1)
    assert "has no move -1" in told["content"]


async def test_a_board_in_words_has_its_position_and_takes_a_move_in_reply(shared_env: Environment) -> None:
    env, bob = shared_env, shared_env.bob
    contest = await begin_with_look(env, moves=1)
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = bob.seen_so_far()
    await bob.say("!board text", contest.thread)
    shown = await bob.hear_bot("**Bob** to move, since", since=since)
    assert contest.game.task(contest.state) in shown["content"]
    check_words(contest, shown, contest.renderer.text(contest.scene))
    env.playground.allow(int(contest.thread))
    await contest.turn(lambda person, thread, _, text: person.say(text, thread, to=shown), TEXTS[1])
    private = await env.ann.ask_by_slash("board", contest.thread, text="sentences")
    check_words(contest, private, contest.renderer.text(contest.scene))
    private = await env.ann.ask_by_slash("board", contest.thread, text="grid", side="north")
    check_words(contest, private, write_grid(replace(contest.scene, side=2)))
    since = bob.seen_so_far()
    await bob.say("!board text grid", contest.thread)
    public = await bob.hear_bot("South's base: Ann", since=since)
    check_words(contest, public, write_grid(replace(contest.scene, side=None)))
    for text in TEXTS[2:]:
        await contest.turn(bare, text)
    since = env.cleo.seen_so_far()
    await env.cleo.say(f"!board text #{contest.number}")
    shown = await env.cleo.hear_bot(f"wins **Xero-G #{contest.number}**", since=since)
    check_words(contest, shown, contest.renderer.text(contest.scene))


@pytest.mark.thorough
async def test_boards_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("xero-g", (env.ann, env.bob), look={"sides": "never", "theme": "light"})
    await contest.begin_by_slash()
    await contest.turn(by_mention, TEXTS[0])
    mine = await env.bob.ask_by_press(contest.board, "My view")
    assert await fetch_picture(env.bob, mine) == draw_board(contest, side=2, theme="dark")
    await env.bob.ask_by_slash("me", do="look sides=never size=small")
    assert await fetch_own_board(env.bob, contest) == draw_board(contest, side=None, theme="dark", size="small")
    mine = await env.bob.ask_by_press(contest.board, "My view")
    assert await fetch_picture(env.bob, mine) == draw_board(contest, side=2, theme="dark", size="small")
    await env.cleo.say("@Turnpost board text", contest.thread)
    shown = await env.cleo.hear_bot("Position:")
    check_words(contest, shown, contest.renderer.text(contest.scene))
    await contest.turn(lambda person, thread, _, text: person.say(text, thread, to=shown), TEXTS[1])
    picture = contest.picture
    await env.ann.say("@Turnpost look large", contest.thread)
    await env.ann.hear_bot("size `large`")
    await contest.turn(by_reply, TEXTS[2])
    old = await env.cleo.ask_by_text("@Turnpost board 2", contest.thread)
    assert "after move 2 of 3" in old["content"]
    assert await fetch_picture(env.cleo, old) == picture
    await env.all_posted()  # a reply that comes before the post is marked as sent is taken for chat
    since = env.ann.seen_so_far()
    await env.ann.say(TEXTS[2], contest.thread, to=old)
    await env.ann.hear_bot("That was move 2; the match is at move 3.", since=since)


def check_words(contest: Contest, message: Json, words: str) -> None:
    """Check that a message is a board in words, with its position."""
    assert f"```\n{words}\n```\n\nPosition:\n```\n{contest.game.position(contest.state)}\n```" in message["content"]
    assert not message["attachments"]


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.thorough)], ids=["content", "no content"])
async def env(request: pytest.FixtureRequest, make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=request.param) as ready:
        yield ready


@pytest.mark.asyncio(loop_scope="function")
async def test_a_board_has_my_view_and_where_in_its_menu(env: Environment) -> None:
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    first = contest.board
    await contest.turn(by_slash, "321123")
    shown = await env.ann.ask_by_menu("My view", first)
    assert shown["attachments"]
    assert "That was the start; the match is at move 1." in shown["content"]
    current = await env.bob.ask_by_menu("My view", contest.board)
    assert current["attachments"]
    assert "Here it is now" not in current["content"]
    await contest.turn(by_slash, "123321")
    marked = await env.ann.ask_by_menu("Where can it go?", contest.board)
    assert marked["attachments"]
    assert marked["components"], "menus of the pieces that can move"


@pytest.mark.asyncio(loop_scope="function")
async def test_the_challenges_post_and_messages_in_the_thread_lead_to_the_match(env: Environment) -> None:
    contest = Contest("xero-g", (env.ann, env.bob))
    since = env.ann.seen_so_far()
    await contest.begin_by_slash()
    post = await env.ann.hear(lambda one: f"**Xero-G #{contest.number}**" in one["content"], since=since)
    said = await env.bob.say("hello", contest.thread)
    for message in (post, said):
        shown = await env.dan.ask_by_menu("My view", message)
        assert f"#{contest.number}" in shown["content"]
        assert shown["attachments"]


@pytest.mark.asyncio(loop_scope="function")
async def test_another_message_is_about_no_match(env: Environment) -> None:
    said = await env.bob.say("hello")
    for name in ("My view", "Where can it go?"):
        told = await env.ann.ask_by_menu(name, said)
        assert told["content"] == "That message isn't about a match. Try it on one of my boards."
