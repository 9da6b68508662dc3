"""Draw the pictures of finished matches for a site, or take them from the site before."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from bot.admin.site.pages import MatchPage, MoveLine
from bot.features.history.text import match_status, plain_lines
from bot.images.board_images import BoardImages
from bot.images.priority_executor import PriorityExecutor
from bot.images.replay_images import ReplayImages
from bot.match_files import exporter, match_json
from bot.metrics.metrics import Metrics
from bot.referee.errors import RequestRejected
from bot.referee.formatting import tidy
from bot.referee.history.entries import describe_moves, list_entries
from bot.referee.history.mainline import count_plies, mainline
from bot.referee.names import visible_name
from bot.referee.people.display import BoardDisplay
from bot.referee.replays import ReplaySource, build_replay
from games.contract import describe_options, find_version

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from bot.plugins import Catalogue
    from games.contract import Game
    from storage.queries.rows import Event, Match


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
        ending = match_status(match, log[-1] if log else None, exporter.find_result(self._catalogue.games, match, log))
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
