"""The pages of a site of finished matches, as HTML. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line in the list of what happened: a move or another event, and what the move did."""

    text: str
    did: str


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
    templates = Environment(
        loader=PackageLoader("bot.admin.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters["day"] = _day
    games = [game for game in games if game.matches]
    pages = {
        "index.html": templates.get_template("index.html").render(site=title, games=games, root=""),
        "style.css": templates.get_template("style.css").render(),
    }
    for game in games:
        pages[game.address] = templates.get_template("game.html").render(site=title, game=game, root="")
        for match in game.matches:
            pages[match.address] = templates.get_template("match.html").render(
                site=title, game=game, match=match, root="../"
            )
    return pages


def _day(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d")
