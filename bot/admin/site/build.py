"""`turnpost site`: build a site of finished matches in a folder: pages, pictures and replays.

A new site is built beside the folder and takes its place when it is whole, so that a failure leaves the old one as it
is. Pictures of matches that are as they were are taken from there.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.counts import plural
from bot.admin.database import open_database
from bot.admin.errors import CommandError
from bot.admin.site.hidden_names import hide_names
from bot.admin.site.pages import GamePage, write_pages
from bot.admin.site.painter import Painter, Pictures
from bot.referee.people.preferences import people_unnamed_on_sites
from storage.backup import archive

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from bot.admin.site.pages import MatchPage
    from bot.admin.site.painter import Report
    from bot.config import Settings
    from bot.plugins import Catalogue
    from storage.engine.database import Database
    from storage.queries.rows import Match

CHUNK = 100
MANIFEST = "manifest.json"
"""The file that tells a site from other folders: the pictures of each match, and what they were made of."""


class NoSite(Exception):  # noqa: N818 - a mistake of the operator's
    """The folder isn't a site and must not be replaced. The message is a sentence."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which finished matches a site shows: of all servers and channels, or of some (by id). None is a direct one."""

    servers: Collection[int] = ()
    channels: Collection[int] = ()

    def has(self, match: Match) -> bool:
        """Return whether the site shows a match."""
        here = not self.servers or match.guild_id in self.servers
        return match.ended_at is not None and not match.is_direct and here and self._in_channel(match)

    def _in_channel(self, match: Match) -> bool:
        return not self.channels or match.channel_id in self.channels


async def make_site(settings: Settings, folder: Path, title: str, wanted: Wanted) -> None:
    """Make a site of finished matches, and say what is on it. Raises `CommandError` and `StorageError`."""
    try:
        async with open_database(settings) as database:
            report = await build_site(database, plugins.read(), folder, title, wanted)
    except (NoSite, OSError) as error:
        raise CommandError(str(error)) from error
    for line in report.left_out:
        typer.echo(f"left out: {line}", err=True)
    shown = plural(report.matches, "match", "matches")
    typer.echo(f"{folder} shows {shown}; the pictures of {report.drawn:,} were drawn, the others were there.")


async def build_site(database: Database, catalogue: Catalogue, folder: Path, title: str, wanted: Wanted) -> Report:
    """Build the site in a folder, in the place of the site that is there. Raises `NoSite` and `OSError`."""
    before = _read_manifest(folder)
    made = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    (made / "matches").mkdir(parents=True)
    painter = Painter(catalogue, folder / "matches", made / "matches", before)
    try:
        pages = await _draw_all(database, wanted, painter)
        games = [
            GamePage(key, game.info.title, pages[key][::-1]) for key, game in catalogue.games.items() if key in pages
        ]
        for name, text in write_pages(title, games).items():
            (made / name).write_text(text, "utf-8")
        manifest = {"turnpost site": 1, "matches": {key: asdict(each) for key, each in painter.made.items()}}
        (made / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True), "utf-8")
        _swap(folder, made)
    finally:
        painter.close()
        shutil.rmtree(made, ignore_errors=True)
    return painter.report


async def _draw_all(database: Database, wanted: Wanted, painter: Painter) -> Mapping[str, list[MatchPage]]:
    """Return the pages of all matches by the keys of their games, in the order of their ends."""
    pages: dict[str, list[MatchPage]] = {}
    async with database.read() as tx:
        hidden = await people_unnamed_on_sites(tx)
    last = 0
    while True:
        async with database.read() as tx:
            found = await archive.read_after(tx, last, CHUNK)
        if not found:
            break
        for match, log in found:
            if wanted.has(match) and (page := await painter.draw(*hide_names(match, log, hidden))):
                pages.setdefault(match.game, []).append(page)
        last = found[-1][0].id
    return {key: sorted(each, key=lambda page: (page.ended, page.number)) for key, each in pages.items()}


def _read_manifest(folder: Path) -> Mapping[str, Pictures]:
    """Return the pictures of the site in a folder; none if there is no folder or it's empty. Raises `NoSite`."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return {}
    try:
        stored = json.loads((folder / MANIFEST).read_text("utf-8"))
        return {key: Pictures(**each) for key, each in stored["matches"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        raise NoSite(f"{folder} is no site that I made, so I leave it as it is. Name a new folder.") from None


def _swap(folder: Path, made: Path) -> None:
    """Put a new site in the place of a folder."""
    old = folder.with_name(f"{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    made.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
