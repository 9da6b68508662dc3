"""`make languages`: people use everything in one language, and what they saw can be read afterwards."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot import plugins
from games.translation import ENGLISH, language_name, offered_languages
from tests.album import Album
from tests.languages.tour import MANAGER, Tour, take_tour
from tests.wire.timed_environment import start_timed_env


def main() -> None:
    """Run the command line."""
    games = plugins.read().games
    known = [*offered_languages(), ENGLISH]
    parser = ArgumentParser(prog="make languages", description=__doc__)
    parser.add_argument("--language", choices=known, default=known[0], help=f"what they read ({known[0]})")
    parser.add_argument("--game", action="append", choices=[*games], help="only this game; can be repeated")
    parser.add_argument("--folder", type=Path, default=Path("build/languages"), help="where to save what was seen")
    given = parser.parse_args()
    asyncio.run(_run(given.language, given.game or [*games], given.folder / given.language))


async def _run(language: str, games: list[str], folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as monkeypatch:
        async with start_timed_env(Path(data), monkeypatch, "Ann", "Bob", "Cleo", limited=False) as env:
            album = Album(env.playground, f"Turnpost in {language_name(language)}")
            for person in env.people.values():
                await person.change_settings(locale=language)
            await env[MANAGER].ask_by_text(f"!settings language={language}")
            await take_tour(Tour(env), games)
            shutil.rmtree(folder, ignore_errors=True)
            await album.save(folder, env[MANAGER])
            sys.stdout.write(f"{album.posts} posts and answers are in {folder}/index.html.\n")


if __name__ == "__main__":
    main()
