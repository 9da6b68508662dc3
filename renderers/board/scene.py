"""Scenes, and the protocol of the renderers that draw and describe them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from games.contract import ENDED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import Image

    from games.contract import Destinations, Result
    from renderers.drawing.canvas import Size
    from renderers.drawing.colours import Owner


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, its last turn and the players' names.

    `state` is a state of the game; `names` are the players' in seat order; `ply` counts the moves played so far; `move`
    is the canonical text of the last move, after a takeback of the one that now stands last; None before the first and
    after a seat left. `theme` is the family of colours. `side` is the seat whose edge of the board is drawn at the
    bottom; None draws row 1 at the bottom, and boards of hexagons ignore it. `size` sets the number of pixels, not what
    the picture shows. `highlights` is a hint of where a piece can go, which `renderers.board.highlights` draws.
    `preview` says that the last move isn't played, `analysis` that the board is one on which moves are tried; both are
    stamped on the picture by `renderers.board.preview`.
    """

    state: Any
    names: tuple[str, ...]
    ply: int
    move: str | None = None
    theme: Literal["dark", "light"] = "dark"
    side: int | None = None
    size: Size = "normal"
    highlights: Destinations | None = None
    preview: bool = False
    analysis: bool = False

    @property
    def scale(self) -> int:
        """Pixels to a picture pixel; a small picture is reduced from a normal one."""
        return 2 if self.size == "large" else 1

    def is_rotated(self, top: int) -> bool:
        """Return whether the board is rotated by 180 degrees, which brings the upper edge, of the seat `top`, down."""
        return self.side == top


def mark_ended(state: Any, outcome: Result | None = None) -> Any:
    """Return a state of any game as it is drawn after the match was ended out of turn: with nobody to move.

    `outcome` is the result that the players agreed on; without it nobody won.
    """
    return replace(state, mover=None, outcome=outcome or ENDED)


Polygon: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a shape in a picture, one after the other, in picture pixels from the upper left corner."""


class Circle(NamedTuple):
    """A round shape in a picture, in picture pixels: its middle from the upper left corner, and its radius."""

    x: float
    y: float
    radius: float


class Renderer(Protocol):
    """Draws and describes scenes of a game. Pure: the same scene gives the same pixels and words, in any thread."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture in mode P, as wide as `PICTURE_WIDTHS` says for the scene's size."""
        ...

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words that a blind player can play by, at most 1024 characters."""
        ...

    def text(self, scene: Scene) -> str:
        """Return the position in sentences, a row of the board a line, under 1500 characters.

        It is for screen readers and for when drawing fails: nothing in it depends on capitals or on being aligned.
        """
        ...

    def places(self, scene: Scene) -> Mapping[str, Polygon | Circle]:
        """Return the shape to tap of each place of the board, by the name that `Destinations` has for it.

        These are all places that the notation names and that lie in the scene's picture, where they lie there: on a
        turned board at the other end. Lengths are those of a picture of normal size, whatever the scene's is. The mark
        of a place lies in its shape; where shapes overlap, the later one is on top. A picture without the board has
        none.
        """
        ...


@runtime_checkable
class GridRenderer(Protocol):
    """A renderer that can draw the board in letters, too. Optional for renderers."""

    def grid(self, scene: Scene) -> str:
        """Return the board in monospaced letters, from the scene's side, under 1500 characters."""
        ...


@runtime_checkable
class OverflowRenderer(Protocol):
    """A renderer of positions that may be too long for an alt text. Optional for renderers."""

    def overflow(self, scene: Scene) -> str:
        """Return what of the position `Renderer.alt` has no room for, in sentences on one line; empty if nothing.

        It stands in the post above the picture, under 1000 characters.
        """
        ...


@runtime_checkable
class CatalogueRenderer(Protocol):
    """A renderer of a game with a catalogue, such as a page of all its pieces. Optional for renderers."""

    def draw_catalogue(self, scene: Scene) -> Image.Image:
        """Return the catalogue at a position, as a picture like that of `Renderer.draw`."""
        ...

    def catalogue_alt(self, scene: Scene) -> str:
        """Return the catalogue in words that begin with its title, at most 1024 characters."""
        ...

    def catalogue_text(self, scene: Scene) -> str:
        """Return the catalogue in sentences for screen readers, under 1700 characters."""
        ...


@runtime_checkable
class PieceRenderer(Protocol):
    """A renderer that also draws single pieces, to be shown beside words. Optional for renderers."""

    def draw_pieces(self) -> Mapping[str, Image.Image]:
        """Return the picture of each piece by the name that the game's `Choice.piece` gives it.

        The pictures are in mode RGBA, 128 by 128 pixels, with transparent ground, and can be told apart at 20 pixels on
        a dark and on a light ground.
        """
        ...


@runtime_checkable
class OwnersRenderer(Protocol):
    """A renderer that tells how the seats look in its pictures. Optional for renderers."""

    @property
    def owners(self) -> tuple[Owner, ...]:
        """Return the look of each seat, in seat order."""
        ...


def sole_winner(outcome: Result | None) -> int | None:
    """Return the seat that won alone, or None."""
    return outcome.winners[0] if outcome and len(outcome.winners) == 1 else None


def is_won(state: Any) -> bool:
    """Return whether anybody won, which confetti celebrates: not in a draw or a match ended without a result."""
    outcome: Result | None = state.outcome
    return outcome is not None and bool(outcome.winners) and not outcome.drawn
