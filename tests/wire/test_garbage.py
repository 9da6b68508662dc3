"""The running bot collects garbage, and never looks through what it loaded: that would stop it for long."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path

LOADED = 50_000
"""Far fewer objects than the libraries alone make."""


def telling(site: Path) -> Path:
    """Lay down a package whose entry point lets Python tell of every collection (gc.set_debug) and offers no game."""
    about = site / "telling-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "telling.py").write_text("import gc\ngc.set_debug(gc.DEBUG_STATS)\nGAME = None\n", "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: telling\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[turnpost.games]\ntelling = telling:GAME\n", "utf-8")
    return site


async def test_garbage_is_collected_but_not_among_what_was_loaded(tmp_path: Path) -> None:
    async with start_env(tmp_path, packages=telling(tmp_path / "site")) as env:
        async with asyncio.timeout(60):
            while not (collections := told(env.bot.log)):
                await env.ann.slash("help")
    for left_out, looked_through in collections:
        assert left_out > LOADED
        assert looked_through < LOADED


def told(log: Path) -> list[tuple[int, int]]:
    """Return how many objects each collection of a running bot left out, and among how many it looked at most."""
    found = re.findall(
        r"in each generation: (\d+) (\d+) (\d+)\ngc: objects in permanent generation: (\d+)", log.read_text()
    )
    return [(int(left_out), sum(map(int, looked))) for *looked, left_out in found]
