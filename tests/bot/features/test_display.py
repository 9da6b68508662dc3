"""What people choose for boards, over the wire: the look of those that only they see, and the buttons below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.board_pictures import draw_board, fetch_own_board, fetch_picture, frames, pixels
from tests.playground.client import labels
from tests.wire.match import SCRIPTS, Contest, bare, begin_match, by_reply, by_slash

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()
DANS = {"side": 2, "theme": "light", "size": "small"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def contest(shared_env: Environment) -> Contest:
    """A match against Dan, who likes boards light and small; the bot was restarted after he chose that."""
    env, dan = shared_env, shared_env.dan
    await dan.say("!look light size=small")
    await dan.hear_bot("theme `light`, size `small`, sides `mover`")
    contest = Contest("xero-g", (env.ann, dan))
    await contest.begin()
    await contest.turn(bare, TEXTS[0])
    await env.bot.stop()
    await env.bot.start()
    return contest


async def test_a_look_is_dark_and_of_normal_size_until_chosen(shared_env: Environment) -> None:
    answer = await shared_env.cleo.ask_by_slash("my look")
    assert "theme `dark`, size `normal`, sides `mover`" in answer["content"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "!look pink",
            "I can't read `pink` here. You can choose theme (`dark`, `light`), size (`small`, `normal`, `large`)",
        ),
        ("!look dark light", "Choose one theme: `dark` or `light`."),
        ("!look size=9", "`size` can be `small`, `normal` or `large`, not `9`."),
    ],
)
async def test_a_look_that_cannot_be_read_is_rejected(shared_env: Environment, text: str, answer: str) -> None:
    assert answer in (await shared_env.cleo.ask_by_text(text))["content"]


async def test_a_persons_look_holds_for_every_board_only_they_see(shared_env: Environment, contest: Contest) -> None:
    env, dan = shared_env, shared_env.dan
    old = contest.board
    own = draw_board(contest, **DANS)
    assert await fetch_own_board(dan, contest) == own
    assert await fetch_picture(dan, await dan.ask_by_press(old, "My view")) == own
    await contest.turn(by_slash, TEXTS[1])
    own, direct = draw_board(contest, **DANS), await dan.dm()

    def has_board(one: Json) -> bool:
        return one["channel_id"] == direct and bool(one["attachments"])

    await dan.say(f"!board #{contest.number}", direct)
    assert await fetch_picture(dan, await dan.hear(has_board)) == own
    replay = await dan.ask_by_slash("match replay", contest.thread)
    assert frames(await fetch_picture(dan, replay))[-1] == pixels(own)
    full = await dan.ask_by_press(replay, "Full size")
    assert await fetch_picture(dan, full) == draw_board(contest, side=2, theme="light", size="large")
    assert await fetch_own_board(env.ann, contest) == draw_board(contest, side=1), "hers is as she likes it"


async def test_a_persons_look_holds_for_matches_they_start(shared_env: Environment, contest: Contest) -> None:
    dan, since = shared_env.dan, shared_env.ann.seen_so_far()
    assert contest.look == {}, "Ann started that one"
    await dan.say("!open martian-life theme=dark")
    challenge = await shared_env.ann.hear_bot("challenges anyone here", since=since)
    assert "Boards: small." in challenge["content"]
    await dan.press(challenge, "Leave")


ALL = ["Move", "Where?", "Rules", "My view", "Analyse"]


async def choose_buttons(person: Person, choice: str) -> None:
    """Say whether a person wants buttons to move under boards."""
    answer = await person.ask_by_slash("my preferences", buttons=choice)
    assert f"- buttons `{choice}`: " in answer["content"]


async def test_buttons_to_move_go_when_no_player_wants_them(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    assert labels(contest.board) == ALL
    await choose_buttons(env.ann, "off")
    await choose_buttons(env.cleo, "off")
    await contest.turn(bare, "e4+")
    assert labels(contest.board) == ALL, "Bob wants them"
    await choose_buttons(env.bob, "off")
    await contest.turn(bare, "b7")
    assert labels(contest.board) == ["My view", "Analyse"]
    await contest.turn(by_reply, "f5")
    await choose_buttons(env.ann, "on")
    await contest.turn(bare, "d6")
    assert labels(contest.board) == ALL
    await contest.resign(1)
    assert labels(contest.board) == ["Rematch", "Replay", "Review", "Record", "My view", "Analyse"]
