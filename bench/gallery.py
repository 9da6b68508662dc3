"""Draw the gallery from recorded matches: `python -m bench.gallery`, at the root, or `make gallery`.

Writes `docs/gallery.md` and its pictures, which `tests/renderers/test_references.py` compares new drawings with.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bench.positions import game_data, recording, scenes
from games import GAMES
from renderers import RENDERERS, Scene, encode
from renderers.board import diagrams
from renderers.board.scene import CatalogueRenderer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image

    from renderers.drawing.themes import Name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "images" / "gallery"
WIDTH = 500
"""The width of a picture on the page, in pixels: half its own."""

OPENING = """# Gallery

Every game in turns of recorded matches (`tests/games/golden`). The page of each game has the alt texts too, by which a
blind player plays. `make gallery` draws this page anew. Look at the pictures before you commit it: the tests hold later
drawings against them.
"""


@dataclass(frozen=True, slots=True)
class View:
    """A picture of the gallery: its file's name, the recorded match, the number of turns played, and a caption."""

    name: str
    match: str
    turn: int
    caption: str
    theme: Name = "dark"
    side: int | None = None
    hinted: str = ""
    """The piece whose destinations are shown, as by `!moves`; none by default."""

    @property
    def game(self) -> str:
        """The game's key."""
        return recording(self.match)["game"]

    @property
    def file(self) -> Path:
        """Where the picture is kept."""
        return PICTURES / f"{self.name}.png"


VIEWS = tuple(View(**view) for key in GAMES for view in game_data(key)["views"])
"""The pictures, game by game."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a game in the gallery: its file's name, the game, a caption, and calls for its picture and alt text."""

    name: str
    game: str
    caption: str
    draw: Callable[[], Image.Image]
    alt: Callable[[], str]

    @property
    def file(self) -> Path:
        """Where the picture is kept."""
        return PICTURES / f"{self.name}.png"


def _rules_page(key: str) -> Page:
    renderer, title = RENDERERS[key], f"{GAMES[key].info.title}: how it is played"
    if not isinstance(renderer, diagrams.DiagramRenderer):
        raise TypeError(f"{key} has no diagrams.")
    game_diagrams = renderer.diagrams()
    return Page(
        f"{key}-rules",
        key,
        "What `!rules` shows beside the rules.",
        partial(diagrams.draw_page, renderer, game_diagrams, title),
        partial(diagrams.describe_diagrams, game_diagrams, title),
    )


def _catalogue_pages(key: str) -> Iterator[Page]:
    """Yield the page of a game's catalogue, if it has one."""
    renderer = RENDERERS[key]
    if isinstance(renderer, CatalogueRenderer):
        shown = game_data(key)["catalogue"]
        scene = next(islice(scenes(recording(shown["match"])), shown["turn"], None))
        draw, alt = partial(renderer.draw_catalogue, scene), partial(renderer.catalogue_alt, scene)
        yield Page(f"{key}-catalogue", key, shown["caption"], draw, alt)


PAGES = (*map(_rules_page, GAMES), *(page for key in GAMES for page in _catalogue_pages(key)))
"""The pages that are shown after the pictures of their games."""


def build_scene(view: View) -> Scene:
    """Return the scene that a view shows."""
    scene = next(islice(scenes(recording(view.match)), view.turn, None))
    hinted = GAMES[view.game].destinations(scene.state, view.hinted) if view.hinted else None
    return replace(scene, theme=view.theme, side=view.side, highlights=hinted)


def page() -> str:
    """Return the page in Markdown."""
    parts = [OPENING]
    game = ""
    for view in VIEWS:
        if view.game != game:
            parts += _write_pages(game)
            game = view.game
            parts.append(f"\n## {GAMES[game].info.title}\n")
        parts.append(_write_entry(view))
    return "".join([*parts, *_write_pages(game)])


def _write_pages(game: str) -> list[str]:
    return [_write_entry(each) for each in PAGES if each.game == game]


def _write_entry(view: View | Page) -> str:
    path = view.file.relative_to(PAGE.parent).as_posix()
    alt = f"{GAMES[view.game].info.title}: {view.name.removeprefix(f'{view.game}-')}"
    return f'\n{view.caption}\n\n<img src="{path}" width="{WIDTH}" alt="{escape(alt)}">\n'


def main() -> None:
    """Write the page and its pictures, and delete pictures that are no longer on it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for stale in set(PICTURES.glob("*.png")) - {each.file for each in (*VIEWS, *PAGES)}:
        stale.unlink()
    for view in VIEWS:
        view.file.write_bytes(encode(RENDERERS[view.game].draw(build_scene(view))))
    for each in PAGES:
        each.file.write_bytes(encode(each.draw()))
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
