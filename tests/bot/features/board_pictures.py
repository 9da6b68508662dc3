"""What tests compare the pictures of boards by."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image

from renderers import encode
from tests.wire.match import SCRIPTS, Contest, bare

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment


async def begin_with_look(env: Environment, key: str = "xero-g", moves: int = 0, **look: str) -> Contest:
    """Begin a match of Ann and Bob whose boards look this way, and play that many moves of its script."""
    contest = Contest(key, (env.ann, env.bob), look=look)
    await contest.begin()
    for text in SCRIPTS.get(key, "").split()[:moves]:
        await contest.turn(bare, text)
    return contest


def draw_board(contest: Contest, **changes: Any) -> bytes:
    """Return the picture of a contest as everyone sees it, with these changes to the scene."""
    return encode(contest.renderer.draw(replace(contest.scene, **changes)))


async def fetch_picture(person: Person, message: Json) -> bytes:
    """Return the bytes of the first attachment."""
    return await person.fetch(message["attachments"][0]["url"])


async def fetch_own_board(person: Person, contest: Contest, **options: Any) -> bytes:
    """Return the picture that `/board` shows a person."""
    return await fetch_picture(person, await person.ask_by_slash("board", contest.thread, **options))


def pixels(picture: bytes) -> bytes:
    """Return the pixels of a picture, whatever its format."""
    return Image.open(BytesIO(picture)).convert("RGB").tobytes()


def frames(animation: bytes) -> list[bytes]:
    """Return the pixels of each frame of an animation."""
    image = Image.open(BytesIO(animation))
    found: list[bytes] = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGB").tobytes())
    return found
