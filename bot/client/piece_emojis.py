"""Pictures of pieces as emojis of the bot's application, for menus and buttons."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from io import BytesIO
from itertools import chain, repeat
from typing import TYPE_CHECKING, NamedTuple

import discord

from bot.images.boards import Priority
from bot.process import cancel_and_wait, log_error
from renderers.board.scene import PieceRenderer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from PIL import Image

    from bot.images.boards import PriorityExecutor
    from renderers.board.scene import Renderer

log = logging.getLogger(__name__)
WAITS = (10.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds before each try; the last one repeats. The first leaves time for what was missed while the bot was away."""
_LONGEST_NAME = 32
_DIGEST = 8
"""Characters of the digest at the end of a name."""


class _PieceEmoji(NamedTuple):
    """A picture of a piece: `prefix` is the part of the emoji's name that stays when the picture changes."""

    game: str
    piece: str
    prefix: str
    name: str
    image: Image.Image


class EmojiUpdate(NamedTuple):
    """What an update came to: the names of the emojis uploaded and deleted, and how many of all pieces have one."""

    uploaded: list[str]
    deleted: list[str]
    found: int
    total: int

    @property
    def complete(self) -> bool:
        """Whether every piece has its emoji."""
        return self.found == self.total


class PieceEmojis:
    """The emojis of the pieces of all games whose renderers draw them.

    With `uploads` it uploads those that Discord doesn't have, and deletes what they replace. That is for one of several
    processes. Until it has succeeded, menus and buttons have no emojis.
    """

    def __init__(
        self, client: discord.Client, executor: PriorityExecutor, renderers: Mapping[str, Renderer], *, uploads: bool
    ) -> None:
        self._client, self._executor, self._uploads = client, executor, uploads
        self._renderers = {game: each for game, each in renderers.items() if isinstance(each, PieceRenderer)}
        self._found: dict[tuple[str, str], discord.PartialEmoji] = {}
        self._running: asyncio.Task[None] | None = None

    def find(self, game: str, piece: str) -> discord.PartialEmoji | None:
        """Return the emoji of a piece by the game's key and the name in `Choice.piece`, or None without one."""
        return self._found.get((game, piece))

    def start(self) -> None:
        """Look for the emojis in the background, and try until all are there."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop at any point: the next start goes on."""
        await cancel_and_wait([self._running])

    async def _run(self) -> None:
        for wait in chain(WAITS, repeat(WAITS[-1])):
            await asyncio.sleep(wait)
            try:
                if (await self.update()).complete:
                    return
            except Exception as error:  # noqa: BLE001 - logged; it is tried again
                log_error(log, "The emojis of the pieces could not be brought up to date; trying again", error)

    async def update(self) -> EmojiUpdate:
        """Find the emojis at Discord, and upload missing ones. Raises discord.py's errors."""
        present = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        wanted: list[_PieceEmoji] = []
        for game, renderer in self._renderers.items():
            wanted += await self._executor.run(Priority.REPLAY, _draw, game, renderer)
        uploaded: list[str] = []
        deleted: list[str] = []
        if self._uploads:
            for each in (each for each in wanted if each.name not in present):
                image = await self._executor.run(Priority.REPLAY, _encode, each.image)
                present[each.name] = await self._client.create_application_emoji(name=each.name, image=image)
                uploaded.append(each.name)
            deleted = await _delete_replaced(wanted, present.values())
        for each in wanted:
            if each.name in present:
                self._found[each.game, each.piece] = discord.PartialEmoji(name=each.name, id=present[each.name].id)
        done = EmojiUpdate(uploaded, deleted, len(self._found), len(wanted))
        if done.complete:
            log.info("There are emojis of all %d pieces", done.total)
        return done


async def _delete_replaced(wanted: Iterable[_PieceEmoji], present: Iterable[discord.Emoji]) -> list[str]:
    """Delete the emojis whose pictures have changed, and return their names."""
    names = {each.prefix: each.name for each in wanted}
    replaced = [each for each in present if names.get(each.name[:-_DIGEST], each.name) != each.name]
    for emoji in replaced:
        await emoji.delete()
    return [each.name for each in replaced]


def _draw(game: str, renderer: PieceRenderer) -> list[_PieceEmoji]:
    drawn: list[_PieceEmoji] = []
    for piece, image in renderer.draw_pieces().items():
        label = re.sub(r"\W", "_", piece, flags=re.ASCII)[: _LONGEST_NAME - 2 * _DIGEST - 2]
        prefix = f"{label}_{_digest(f'{game} {piece}'.encode())}_"
        drawn.append(_PieceEmoji(game, piece, prefix, f"{prefix}{_digest(image.tobytes())}", image))
    return drawn


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGEST]


def _encode(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
