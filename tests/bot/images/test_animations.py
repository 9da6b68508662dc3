"""Replays have bounds: so many turns, and so many bytes as Discord takes."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageSequence

from bot.images import animations
from bot.images.animations import LARGEST, ReplayImages
from bot.images.boards import PriorityExecutor
from bot.referee.people.display import BoardDisplay
from bot.referee.replays import MAX_TURNS, ReplaySource, build_replay
from games import GAMES
from storage.queries.rows import Event, Match, Person
from tests.games.catalogue import german

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from renderers import Scene

NOW = datetime(2026, 1, 1, tzinfo=UTC)
GAME = GAMES["force-field-factions"]


def match(plies: int) -> Match:
    people = Person(1, "Ann"), Person(2, "Bob")
    return Match(
        7, "force-field-factions", 1, {}, 0, 1, 1, None, people, plies, "", 1, NOW, NOW, None, None, {}, frozenset()
    )


@lru_cache(1)
def log() -> list[Event]:
    """The log of a match that goes on: random turns without attacks, in which no piece is lost."""
    dice, state, found = random.Random(1), GAME.start(2, {}, 0), list[Event]()
    while len(found) < MAX_TURNS + 9:
        text = GAME.format(state, dice.choice(GAME.legal(state)))
        if "x" not in text and "clear" not in text:
            found.append(Event(7, len(found) + 1, "move", 1, 1, text, len(found), NOW))
            state = GAME.play(state, GAME.parse(state, text))
    return found


def stretch(plies: int) -> ReplaySource:
    """All of a match of so many plies."""
    return ReplaySource(GAME, match(plies), tuple(log()[:plies]), plies, None)


@pytest.fixture
def worker() -> Iterator[PriorityExecutor]:
    worker = PriorityExecutor()
    yield worker
    worker.close()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("plies", "first", "cut"),
    [
        (60, 0, False),
        (MAX_TURNS, 0, False),
        (MAX_TURNS + 9, 9, True),
    ],
)
async def test_a_replay_shows_the_last_200_turns_and_says_so(
    worker: PriorityExecutor, plies: int, first: int, *, cut: bool
) -> None:
    wanted = stretch(plies)
    reel = build_replay(wanted)
    assert (reel.snapshots[0].ply, reel.last.ply, reel.shortened) == (first, plies, cut)
    assert len(reel.snapshots) == min(plies, MAX_TURNS) + 1
    renderers: Any = {"force-field-factions": Dot()}
    async with ReplayImages(renderers, worker).animate(wanted, "webp", BoardDisplay()) as done:
        pass
    assert done.data
    assert getattr(Image.open(BytesIO(done.data)), "n_frames", 1) == len(reel.snapshots)
    assert ("These are the last 200 turns of it, the most in one replay." in done.text) == cut


async def test_a_turning_point_and_the_last_board_stay_longer(worker: PriorityExecutor) -> None:
    wanted = replace(stretch(3), turning_ply=1)
    renderers: Any = {"force-field-factions": Dot()}
    async with ReplayImages(renderers, worker).animate(wanted, "gif", BoardDisplay()) as done:
        pass
    assert done.data
    frames = ImageSequence.Iterator(Image.open(BytesIO(done.data)))
    stays = [animations.REPLAY, animations.REPLAY_TURNING_POINT, animations.REPLAY, animations.REPLAY_LAST]
    assert [frame.info["duration"] for frame in frames] == stays


class Dot:
    """A renderer whose pictures are small, each another."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return four pixels."""
        picture = Image.new("P", (2, 2), scene.ply % 251)
        picture.putpalette([value % 256 for value in range(768)])
        return picture

    def alt(self, scene: Scene) -> str:
        """Return something."""
        return f"dot {scene.ply}"

    text = alt


class Noise:
    """A renderer whose pictures can't be made smaller."""

    def __init__(self) -> None:
        self.drawn = 0

    def draw(self, scene: Scene) -> Image.Image:
        """Return random pixels."""
        self.drawn += 1
        picture = Image.frombytes("P", (1000, 1150), random.Random(scene.ply).randbytes(1_150_000))
        picture.putpalette([value % 256 for value in range(768)])
        return picture

    def alt(self, scene: Scene) -> str:
        """Return something."""
        return f"{scene.ply} moves of noise"

    text = alt


async def test_a_replay_that_grows_larger_than_discord_takes_is_given_up_at_once(worker: PriorityExecutor) -> None:
    noise = Noise()
    renderers: Any = {"force-field-factions": noise}
    async with ReplayImages(renderers, worker).animate(stretch(40), "gif", BoardDisplay()) as done:
        pass
    assert done.data is None
    assert done.text == (
        "Replay of Force Field Factions #7, moves 1 to 40 of 40 would be larger than Discord takes. "
        "Ask for a part of it, as in `10-20`, or for WebP."
    )
    assert noise.drawn <= LARGEST // 1_150_000 + 1, "no more frames than fit are drawn"


async def test_a_replay_is_made_again_for_readers_of_another_language(worker: PriorityExecutor, tmp_path: Path) -> None:
    renderers: Any = {"force-field-factions": Dot()}
    replay_images, words = (
        ReplayImages(renderers, worker),
        {"Replay of {game} #{match}, move {last} of {all}": "Wiedergabe"},
    )
    told: list[str] = []
    async with replay_images.animate(stretch(1), "webp", BoardDisplay()) as english:
        told.append(english.text)
    with german(tmp_path, words):
        async with replay_images.animate(stretch(1), "webp", BoardDisplay()) as translated:
            told.append(translated.text)
    assert told == ["Replay of Force Field Factions #7, move 1 of 1.", "Wiedergabe."]
