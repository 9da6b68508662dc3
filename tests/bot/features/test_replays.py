"""Replays over the wire: on request, in parts, as GIF, privately, by the button under a final board."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from renderers import encode
from tests.bot.features.board_pictures import begin_with_look, fetch_picture, frames, pixels
from tests.wire.match import SCRIPTS, bare, begin_match

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()


async def fetch_replay(person: Person, message: Json) -> Image.Image:
    return Image.open(BytesIO(await person.fetch(message["attachments"][0]["url"])))


def last_frame(animation: Image.Image) -> bytes:
    animation.seek(getattr(animation, "n_frames", 1) - 1)
    return animation.convert("RGB").tobytes()


async def test_anybody_can_replay_a_finished_match_by_command_and_by_button(shared_env: Environment) -> None:
    env, cleo = shared_env, shared_env.cleo
    contest = await begin_match(env.people[:2], *TEXTS, key="xero-g")
    frame = Image.open(BytesIO(contest.picture)).convert("RGB").tobytes()
    command = await cleo.say("!replay", contest.thread)
    title = f"Replay of Xero-G #{contest.number}, moves 1 to 9 of 9"
    shown = await cleo.hear_bot(title)
    assert shown["referenced_message"]["id"] == command["id"]
    file = shown["attachments"][0]
    assert file["filename"].endswith(".webp")
    assert title in file["description"]
    assert contest.renderer.alt(contest.scene)[:400] in file["description"]
    replay = await fetch_replay(cleo, shown)
    assert (replay.format, getattr(replay, "n_frames", 1)) == ("WEBP", len(TEXTS) + 1)
    assert last_frame(replay) == frame
    private = await cleo.ask_by_press(contest.board, "Replay")
    assert last_frame(await fetch_replay(cleo, private)) == frame


@pytest.mark.thorough
async def test_a_part_of_a_running_match_is_replayed_as_gif(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], *TEXTS[:4], key="xero-g")
    await env.ann.say("!replay 2-3 gif", contest.thread)
    shown = await env.ann.hear_bot(f"#{contest.number}, moves 2 to 3 of 4")
    replay = await fetch_replay(env.ann, shown)
    assert (replay.format, getattr(replay, "n_frames", 1)) == ("GIF", 3)
    private = await env.dan.ask_by_slash("match", match=f"#{contest.number}", do="replay 4-4 webp")
    assert f"#{contest.number}, move 4 of 4" in private["content"]
    replay = await fetch_replay(env.dan, private)
    assert last_frame(replay) == Image.open(BytesIO(contest.picture)).convert("RGB").tobytes()
    for text, answer in (
        ("!replay 0-3", f"#{contest.number} has no moves `0-3`: it has 4 moves"),
        ("!replay 3-2", "has no moves `3-2`"),
        ("!replay 2-5", "has no moves `2-5`"),
        ("!replay backwards", "I can't read `backwards`."),
        ("!replay #7777", "There's no match #7777 on this server."),
    ):
        since = env.ann.seen_so_far()
        await env.ann.say(text, contest.thread)
        await env.ann.hear_bot(answer, since=since)


async def test_where_files_are_barred_a_replay_says_how_to_see_it(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], *TEXTS[:2], key="xero-g")
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = env.ann.seen_so_far()
    await env.ann.say("!replay", contest.thread)
    said = f"I'm not allowed to attach files here. `/match do:replay #{contest.number}` shows it only to you."
    assert not (await env.ann.hear_bot(said, since=since))["attachments"]


async def test_a_match_without_a_move_has_no_replay(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2], key="xero-g")
    await shared_env.ann.say("!replay", contest.thread)
    await shared_env.ann.hear_bot(f"Nothing has been played in #{contest.number} yet")


@pytest.mark.thorough
async def test_a_replay_never_turns_and_its_last_frame_comes_at_full_size(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_with_look(env, moves=3, theme="light")
    then = contest.scene
    for text in TEXTS[3:5]:
        await contest.turn(bare, text)
    since = env.cleo.seen_so_far()
    await env.cleo.say("!replay 2-3", contest.thread)
    replay = await env.cleo.hear_bot(f"#{contest.number}, moves 2 to 3 of 5", since=since)
    frame = encode(contest.renderer.draw(replace(then, side=None)))
    assert frames(await fetch_picture(env.cleo, replay))[-1] == pixels(frame)
    full = await env.bob.ask_by_press(replay, "Full size")
    assert "after move 3" in full["content"]
    assert full["attachments"][0]["description"] == contest.renderer.alt(then)
    assert await fetch_picture(env.bob, full) == encode(contest.renderer.draw(replace(then, side=None, size="large")))
