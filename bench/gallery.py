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

from bench.scenes import recording, scenes
from games import GAMES
from renderers import RENDERERS, Scene, encode
from renderers.board import diagrams
from renderers.xong import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from renderers.drawing.themes import Name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "images" / "gallery"
WIDTH = 500
"""The width of a picture on the page, in pixels: half its own."""

OPENING = """# Gallery

Every game and what its picture shows, in turns of recorded matches (`tests/games/golden`). Below each picture is its
alt text, by which a blind player plays. `make gallery` draws this page anew. Look at the pictures before you commit it:
the tests hold later drawings against them.
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


VIEWS = (
    View("xero-g-setup", "xero-g-long", 1, "South has laid row 1. North's row is lit: there it lays next."),
    View(
        "xero-g-boosts",
        "xero-g-long",
        8,
        "A medium flies with four boosts, takes the place of a large and puts it on f5, along the dotted line.",
    ),
    View("xero-g-light", "xero-g-long", 8, "The same in the light theme, from North's side.", "light", 2),
    View("xero-g-moves", "xero-g-long", 8, "What `!moves` marks: an eye wherever the ship on b1 can fly.", hinted="b1"),
    View("xero-g-end", "xero-g-north-wins", 18, "Six boosts carry a medium into South's base, and North wins."),
    View(
        "martian-life-middle",
        "martian-life-yellow-wins-above-25",
        36,
        "Yellow has promoted d3 to a medium. Plates show points, the bar up to 25, and what is left in the stashes.",
    ),
    View(
        "martian-life-culls",
        "martian-life-unlimited-1",
        64,
        "One small culls nine pieces: ghosts where they stood, named below in the order in which they died. "
        "Pieces are unlimited in this match.",
    ),
    View(
        "martian-life-light",
        "martian-life-unlimited-1",
        64,
        "The same in the light theme, from Yellow's side.",
        "light",
        2,
    ),
    View(
        "martian-life-moves",
        "martian-life-yellow-wins-above-25",
        36,
        "What `!moves` marks: a ring with a dot where a piece of Red's lives, a cross where it dies at once.",
        hinted="small",
    ),
    View("martian-life-end", "martian-life-yellow-wins-above-25", 50, "Yellow wins with 26 points to 24."),
    View(
        "zyrcan-setup",
        "zyrcan-4-standard-leave-deploy",
        14,
        "Four players on their field, still placing ships. Blue has left; its ships stay, paler and without flames.",
    ),
    View(
        "zyrcan-capture",
        "zyrcan-5-standard-1",
        77,
        "Five players. A Blue ship of three engines flies over two others and takes a Purple one of two.",
    ),
    View("zyrcan-light", "zyrcan-5-standard-1", 77, "The same in the light theme.", "light"),
    View(
        "zyrcan-moves",
        "zyrcan-5-standard-1",
        77,
        "What `!moves` marks: an eye on each cell where the ship on b5, in corners, can capture.",
        hinted="b5",
    ),
    View(
        "zyrcan-blitzkrieg",
        "zyrcan-3-blitzkrieg-1",
        14,
        "Blitzkrieg with three: Blue has placed a ship on e8 and taken one on g8 in the same turn.",
    ),
    View("zyrcan-end", "zyrcan-5-standard-1", 104, "The last capture, after which Red has most engines and wins."),
    View("xong-setup", "xong-standard-1", 1, "Blue has given the first Xoid, which Red holds in its hand."),
    View(
        "xong-middle",
        "xong-standard-1",
        16,
        "Red has placed the six legs with a pale rim: a point for Red, three less for Blue. Blue's legs are dotted.",
    ),
    View(
        "xong-islands",
        "xong-islands-3",
        28,
        "Islands, drawn nearer to each other than they lie. Bright hexagons "
        "with a filled mark, i2 and l7, have no free side left and count 2.",
    ),
    View("xong-light", "xong-standard-1", 16, "The standard board in the light theme.", "light"),
    View("xong-random", "xong-random-3", 20, "A random board. The hand lies where the board leaves room."),
    View("xong-end", "xong-symmetric-4", 37, "The end on a symmetric board: no new Xoid fits, Blue wins."),
    View("force-field-factions-setup", "force-field-factions-every-power", 0, "The setup: all upright, the pool full."),
    View(
        "force-field-factions-takes",
        "force-field-factions-every-power",
        31,
        "A piece of two pips has four points, because its field is yellow: it takes two pieces in a turn.",
    ),
    View(
        "force-field-factions-light",
        "force-field-factions-every-power",
        31,
        "The same in the light theme, from Black's side. The compass rose turns along.",
        "light",
        1,
    ),
    View(
        "force-field-factions-push",
        "force-field-factions-forward-pushes",
        48,
        "A piece in a green field pushes one piece, and then two at once. Pieces began facing forward in this match.",
    ),
    View(
        "force-field-factions-converts",
        "force-field-factions-white-wins",
        25,
        "A piece in a purple field makes one of White's Black's own and strips it of its field.",
    ),
    View(
        "force-field-factions-end",
        "force-field-factions-white-wins",
        64,
        "A field off, an attack, a field on: Black's last piece of two pips is converted, and White wins.",
    ),
)
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


def _catalogue_page() -> Page:
    scene = next(islice(scenes(recording("xong-islands-3")), 28, None))
    return Page(
        "xong-catalogue",
        "xong",
        "What `!catalogue` shows: the Xoid in hand, those that fit, those that don't, and those that were played.",
        partial(catalogue.draw, scene),
        partial(catalogue.alt, scene),
    )


PAGES = (*map(_rules_page, GAMES), _catalogue_page())
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
        parts.append(_write_entry(view, RENDERERS[view.game].alt(build_scene(view))))
    return "".join([*parts, *_write_pages(game)])


def _write_pages(game: str) -> list[str]:
    return [_write_entry(each, each.alt()) for each in PAGES if each.game == game]


def _write_entry(view: View | Page, alt: str) -> str:
    path = view.file.relative_to(PAGE.parent).as_posix()
    picture = f'<img src="{path}" width="{WIDTH}" alt="{escape(alt)}">'
    return f"\n{view.caption}\n\n{picture}\n\n<sub>{escape(alt, quote=False)}</sub>\n"


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
