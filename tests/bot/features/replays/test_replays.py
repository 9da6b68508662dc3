"""Replays over the wire: on request, in parts, as GIF, privately, by the button under a final board."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.wire.match import begun
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Stage

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()


async def film_in(person: Person, message: Json) -> Image.Image:
    return Image.open(BytesIO(await person.fetch(message["attachments"][0]["url"])))


def last_frame(film: Image.Image) -> bytes:
    film.seek(getattr(film, "n_frames", 1) - 1)
    return film.convert("RGB").tobytes()


async def test_a_finished_match_is_replayed_to_anybody_and_by_its_button(lasting_stage: Stage) -> None:
    stage, cleo = lasting_stage, lasting_stage.cleo
    contest = await begun(stage.people[:2], *TEXTS, key="xero-g")
    still = Image.open(BytesIO(contest.picture)).convert("RGB").tobytes()
    asked = await cleo.say("!replay", contest.thread)
    title = f"Replay of Xero-G #{contest.number}, moves 1 to 9 of 9"
    shown = await cleo.hear_bot(title)
    assert shown["referenced_message"]["id"] == asked["id"]
    file = shown["attachments"][0]
    assert file["filename"].endswith(".webp")
    assert title in file["description"]
    assert contest.renderer.alt(contest.scene)[:400] in file["description"]
    film = await film_in(cleo, shown)
    assert (film.format, getattr(film, "n_frames", 1)) == ("WEBP", len(TEXTS) + 1)
    assert last_frame(film) == still
    private = await cleo.ask_by_press(contest.board, "Replay")
    assert last_frame(await film_in(cleo, private)) == still


async def test_a_part_of_a_running_match_is_replayed_as_gif(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], *TEXTS[:4], key="xero-g")
    await stage.ann.say("!replay 2-3 gif", contest.thread)
    shown = await stage.ann.hear_bot(f"#{contest.number}, moves 2 to 3 of 4")
    film = await film_in(stage.ann, shown)
    assert (film.format, getattr(film, "n_frames", 1)) == ("GIF", 3)
    private = await stage.dan.ask_by_slash("replay", match=f"#{contest.number}", part="4-4", format="webp")
    assert f"#{contest.number}, move 4 of 4" in private["content"]
    film = await film_in(stage.dan, private)
    assert last_frame(film) == Image.open(BytesIO(contest.picture)).convert("RGB").tobytes()
    for text, answer in (
        ("!replay 0-3", f"#{contest.number} has no moves `0-3`: it has 4 moves"),
        ("!replay 3-2", "has no moves `3-2`"),
        ("!replay 2-5", "has no moves `2-5`"),
        ("!replay backwards", "I can't read `backwards` here"),
        ("!replay #7777", "There is no match #7777 on this server."),
    ):
        since = len(stage.ann.seen)
        await stage.ann.say(text, contest.thread)
        await stage.ann.hear_bot(answer, since=since)


async def test_where_files_are_barred_a_replay_says_how_to_see_it(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], *TEXTS[:2], key="xero-g")
    stage.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = len(stage.ann.seen)
    await stage.ann.say("!replay", contest.thread)
    said = f"I may not attach files here. `/replay #{contest.number}` shows it to you alone."
    assert not (await stage.ann.hear_bot(said, since=since))["attachments"]


async def test_a_match_without_a_move_has_no_replay(lasting_stage: Stage) -> None:
    contest = await begun(lasting_stage.people[:2], key="xero-g")
    await lasting_stage.ann.say("!replay", contest.thread)
    await lasting_stage.ann.hear_bot(f"Nothing has been played in #{contest.number} yet")
