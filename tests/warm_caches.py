"""What a bot loads and computes once, loaded when this module is: the processes that are forked afterwards share it.

A process takes up to ten times as long for its first board of a game as for the next ones, and reads every catalogue of
translations when it registers its commands. A bot that is started for one test does little else.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import tempfile
from pathlib import Path

from bot import plugins
from bot.admin.verify.run import verify_record
from bot.game_checks.subject import make_scenes
from games.random_play import play_random_match
from games.translation import measure_languages
from renderers.board.scene import PieceRenderer
from storage.queries import outbox
from tests.bot.referee.clock_context import make_clock_context
from tests.database_template import create_database

MATCHES, PLIES = 2, 12
"""Random matches of each game, and their length."""
LOADED_LATER = (
    "_strptime",
    "babel.dates",
    "encodings.idna",
    "engines.generic",
    "tzdata",
    "uvloop",
    "tests.compiled_statements",
)
"""What the bot loads when it first uses it, and what shares its compiled statements."""


def _load() -> None:
    for name in LOADED_LATER:
        importlib.import_module(name)
    offered = plugins.read()
    measure_languages()
    for key, renderer in offered.renderers.items():
        for seed in range(MATCHES):
            for scene in make_scenes(play_random_match(offered.games[key], seed, PLIES))[::4]:
                renderer.draw(scene)
        if isinstance(renderer, PieceRenderer):
            renderer.draw_pieces()


async def _compile_statements() -> None:
    """Compile what a match, its posts and its verification ask of the record."""
    with tempfile.TemporaryDirectory() as folder:
        async with make_clock_context(await create_database(Path(folder, "turnpost.db"))) as here:
            match = await here.begin("3d")
            await here.move(match.id)
            await here.tick()
            async with here.context.database.write() as tx:
                await outbox.retry_all_now(tx)
                for post in await outbox.claim(tx, "", now=here.time, until=here.time):
                    await outbox.mark_sent(tx, post.id, channel_id=1, message_id=None, at=here.time)
            await verify_record(here.context.database, str, str)


_load()
asyncio.run(_compile_statements())
gc.freeze()
