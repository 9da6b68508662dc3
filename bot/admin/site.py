"""`turnpost site`: finished matches as a site of plain files that a community can put anywhere."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import typer

from bot import plugins
from bot.admin.command import CommandError, open_database, plural
from bot.features.history import match_status, plain_lines
from bot.images.animations import ReplayImages
from bot.images.boards import BoardImages, PriorityExecutor
from bot.match_files import files as match_files, match_json
from bot.metrics import Metrics
from bot.referee.errors import RequestRejected
from bot.referee.formatting import tidy, visible_name
from bot.referee.history.history import count_plies, list_people, mainline
from bot.referee.history.rebuild import describe_moves, list_entries
from bot.referee.people.display import BoardDisplay
from bot.referee.people.preferences import people_unnamed_on_sites
from bot.referee.replays import ReplaySource, build_replay
from games.contract import describe_options, find_version
from storage.backup import archive
from storage.queries.rows import Person
from web.pages import render

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from bot.config import Settings
    from bot.plugins import Catalogue
    from games.contract import Game
    from storage.engine.database import Database
    from storage.queries.rows import Event, Match

CHUNK = 100
MANIFEST = "manifest.json"
"""The file that tells a site from other folders: the pictures of each match, and what they were made of."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which finished matches a site shows: of all servers and channels, or of some (by id). None is a direct one."""

    servers: Collection[int] = ()
    channels: Collection[int] = ()

    def has(self, match: Match) -> bool:
        """Return whether the site shows a match."""
        on_server = not self.servers or match.guild_id in self.servers
        in_channel = not self.channels or match.channel_id in self.channels
        return match.ended_at is not None and not match.is_direct and on_server and in_channel


async def make_site(settings: Settings, folder: Path, title: str, wanted: Wanted) -> None:
    """Make a site of finished matches, and say what is on it. Raises `CommandError` and `StorageError`."""
    try:
        async with open_database(settings) as database:
            report = await build_site(database, plugins.read(), folder, title, wanted)
    except OSError as error:
        raise CommandError(str(error)) from error
    for line in report.left_out:
        typer.echo(f"left out: {line}", err=True)
    shown = plural(report.matches, "match", "matches")
    typer.echo(f"{folder} shows {shown}; the pictures of {report.drawn:,} were drawn, the others were there.")


async def build_site(database: Database, catalogue: Catalogue, folder: Path, title: str, wanted: Wanted) -> Report:
    """Build the site in a folder, in the place of the site that is there. Raises `CommandError` and `OSError`."""
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
    """Return the pictures of the site in a folder; none if there is no folder or it's empty. Raises `CommandError`."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return {}
    try:
        stored = json.loads((folder / MANIFEST).read_text("utf-8"))
        return {key: Pictures(**each) for key, each in stored["matches"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        raise CommandError(f"{folder} is no site that I made, so I leave it as it is. Name a new folder.") from None


def _swap(folder: Path, made: Path) -> None:
    """Put a new site in the place of a folder."""
    old = folder.with_name(f"{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    made.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


HIDDEN = "A player"
"""What stands in the place of a name."""


def hide_names(match: Match, log: Sequence[Event], hidden: Collection[int]) -> tuple[Match, tuple[Event, ...]]:
    """Return a match and its log in which these people have no names.

    A substitute's event has the name of the person who left, and so has the name of a computer player who plays on.
    """
    people = {person.id: person for person in list_people(match, log) if person.id in hidden}
    names = [person.name for person in people.values() if person.name]

    def tidied(person: Person) -> Person:
        if person.id in people:
            return Person(person.id, HIDDEN)
        name = person.name
        for each in names if person.level else ():
            name = name.replace(each, HIDDEN)
        return replace(person, name=name)

    events = [
        replace(event, text=HIDDEN) if event.kind == "substitute" and event.user_id in people else event
        for event in log
    ]
    return replace(match, seats=tuple(map(tidied, match.seats))), tuple(events)


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line in the list of what happened: a move or another event, and what the move did."""

    text: str
    words: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A finished match as its page tells it.

    `ending` says how it ended. `replay` and `board` are the names of its pictures, with what they show in words;
    `replay` is None where none could be made.
    """

    number: int
    title: str
    people: Sequence[str]
    ending: str
    began: datetime
    ended: datetime
    plies: int
    options: Sequence[str]
    moves: Sequence[MoveLine]
    board: str
    board_alt: str
    replay: str | None
    replay_alt: str

    @property
    def address(self) -> str:
        """Its file, from the folder of the site."""
        return f"matches/{self.number}.html"


@dataclass(frozen=True, slots=True)
class GamePage:
    """The table of a game's matches, the latest first."""

    key: str
    title: str
    matches: Sequence[MatchPage]

    @property
    def address(self) -> str:
        """Its file, from the folder of the site."""
        return f"{self.key}.html"


def write_pages(title: str, games: Sequence[GamePage]) -> Mapping[str, str]:
    """Return all pages of a site by their files: one of all games, one a game, one a match, and the style sheet."""
    games = [game for game in games if game.matches]
    top, below = {"site": title, "theme": "", "static": ""}, {"site": title, "theme": "", "static": "../"}
    pages = {"index.html": render("games.html", top | {"title": title, "games": games})}
    pages |= {name: (files("web") / "static" / name).read_text("utf-8") for name in ("style.css", "icon.svg")}
    for game in games:
        pages[game.address] = render("matches.html", top | {"title": game.title, "game": game})
        for match in game.matches:
            heading = f"{match.title} #{match.number}: {', '.join(match.people)}"
            pages[match.address] = render("match.html", below | {"title": heading, "game": game, "match": match})
    return pages


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of a match, as the manifest has them: what they were made of, and what they show in words."""

    made_of: str
    board_alt: str
    replay_alt: str
    replay: bool


@dataclass(slots=True)
class Report:
    """How many matches are on the site, of how many the pictures were drawn anew, and which were left out, and why."""

    matches: int = 0
    drawn: int = 0
    left_out: list[str] = field(default_factory=list[str])


class Painter:
    """Draws the pictures of matches into a folder, or takes them from the site before."""

    def __init__(self, catalogue: Catalogue, old: Path, new: Path, before: Mapping[str, Pictures]) -> None:
        self._catalogue, self._old, self._new, self._before = catalogue, old, new, before
        self._worker = PriorityExecutor()
        self._boards = BoardImages(catalogue.renderers, self._worker, Metrics())
        self._replays = ReplayImages(catalogue.renderers, self._worker)
        self.made: dict[str, Pictures] = {}
        self.report = Report()

    async def draw(self, match: Match, log: Sequence[Event]) -> MatchPage | None:
        """Return the page of a match, with its pictures drawn; None if nothing was played or the rules are gone."""
        present = self._catalogue.games.get(match.game)
        if present is None:
            self.report.left_out.append(f"#{match.id}: the game `{match.game}` isn't installed")
            return None
        game = find_version(present, match.rules) or present
        if not count_plies(log):
            return None
        try:
            descriptions = await asyncio.to_thread(describe_moves, game, match, log)
            pictures = await self._pictures(game, match, log)
        except Exception as error:  # noqa: BLE001 - rules or a renderer that fail must not prevent all other pages
            self.report.left_out.append(f"#{match.id}: {type(error).__name__}: {error}")
            return None
        self.made[str(match.id)] = pictures
        self.report.matches += 1
        return self._page(game, match, log, descriptions, pictures)

    def close(self) -> None:
        """End the thread that draws."""
        self._worker.close()

    def _page(
        self, game: Game[Any, Any], match: Match, log: Sequence[Event], descriptions: Sequence[str], pictures: Pictures
    ) -> MatchPage:
        lines = zip(plain_lines(match, list_entries(log)), descriptions, strict=True)
        ending = match_status(
            match, log[-1] if log else None, match_files.find_result(self._catalogue.games, match, log)
        )
        return MatchPage(
            number=match.id,
            title=game.info.title,
            people=[visible_name(tidy(person.name)) for person in match.seats],
            ending=f"{ending[:1].upper()}{ending[1:]}",
            began=match.created_at,
            ended=match.ended_at or match.since,
            plies=count_plies(log),
            options=describe_options(game.info, match.options, every=True),
            moves=[MoveLine(line, did) for line, did in lines],
            board=f"{match.id}.png",
            board_alt=pictures.board_alt,
            replay=f"{match.id}.webp" if pictures.replay else None,
            replay_alt=pictures.replay_alt,
        )

    async def _pictures(self, game: Game[Any, Any], match: Match, log: Sequence[Event]) -> Pictures:
        """Take or draw the last board and the replay of a match, which is left out where it can't be made."""
        made_of = _fingerprint(match, log)
        known = self._before.get(str(match.id))
        names = [f"{match.id}.png", *([f"{match.id}.webp"] if known and known.replay else [])]
        if known and known.made_of == made_of and all((self._old / name).is_file() for name in names):
            for name in names:
                shutil.copyfile(self._old / name, self._new / name)
            return known
        source = ReplaySource(game, match, tuple(mainline(log)), match.seq, None)
        last = (await asyncio.to_thread(build_replay, source)).last
        board = await self._boards.draw(game, last, BoardDisplay())
        if board.png is None:
            raise RuntimeError("its last board can't be drawn")
        (self._new / names[0]).write_bytes(board.png)
        replay_alt, drawn = "", False
        try:
            async with self._replays.animate(source, "webp", BoardDisplay()) as replay:
                if replay.data is not None:
                    (self._new / f"{match.id}.webp").write_bytes(replay.data)
                    replay_alt, drawn = replay.alt, True
        except RequestRejected as failed:
            self.report.left_out.append(f"the replay of #{match.id}: {failed.reason}")
        self.report.drawn += 1
        return Pictures(made_of, board.alt, replay_alt, drawn)


def _fingerprint(match: Match, log: Sequence[Event]) -> str:
    """Return what tells the pictures of a match from others: the record, with the names as they are shown."""
    record = match_json.write(match, log, None, None)
    return hashlib.sha256(f"{version('turnpost')} {record}".encode()).hexdigest()
