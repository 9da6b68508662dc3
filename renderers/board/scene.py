"""What is drawn, and what a game's renderer must do with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from games.contract import Result

if TYPE_CHECKING:
    from PIL import Image

    from games.contract import Destinations
    from renderers.drawing.canvas import Size


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, its last turn and the players' names.

    `state` is a state of the game; `names` are the players' in seat order; `ply` counts the moves played so far;
    `move` is the canonical text of the last move, None before the first and after a seat left. `theme` is the family
    of colours. `side` is the seat whose edge of the board is drawn at the bottom; None draws row 1 at the bottom, and
    boards of hexagons ignore it. `size` sets the number of pixels, not what the picture shows. `marked` is a hint of
    where a piece can go, which `renderers.board.highlights` draws.
    """

    state: Any
    names: tuple[str, ...]
    ply: int
    move: str | None = None
    theme: Literal["dark", "light"] = "dark"
    side: int | None = None
    size: Size = "normal"
    marked: Destinations | None = None

    @property
    def scale(self) -> int:
        """How many pixels a picture pixel is drawn with; a small picture is reduced from a normal one."""
        return 2 if self.size == "large" else 1

    def is_turned(self, top: int) -> bool:
        """Return whether a board is turned by 180 degrees, so that the upper edge, of the seat `top`, is the lower."""
        return self.side == top


def ended(state: Any, outcome: Result | None = None) -> Any:
    """Return a state of any game as it is drawn once the match was ended out of turn: nobody moves.

    `outcome` is what the players agreed on; without it nobody won.
    """
    return replace(state, mover=None, outcome=outcome or Result((), "the match is over"))


class Renderer(Protocol):
    """A game's picture and its words. Pure: the same scene gives the same pixels and words, in any thread."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture in mode P, as wide as `renderers.drawing.canvas.PIXELS` says of the scene's size."""
        ...

    def alt(self, scene: Scene) -> str:
        """Return position and last move in words that a blind player can play by, at most 1024 characters."""
        ...

    def text(self, scene: Scene) -> str:
        """Return the board in monospaced letters, for screen readers and for when drawing fails; under 1500."""
        ...


@runtime_checkable
class WithSheet(Protocol):
    """What a renderer has besides if its game has a page to look things up on, such as the pieces there are.

    A renderer without it needs no code for that.
    """

    def sheet(self, scene: Scene) -> Image.Image:
        """Return the page as it is at a position: a picture like that of `Renderer.draw`."""
        ...

    def sheet_alt(self, scene: Scene) -> str:
        """Return the page in words, at most 1024 characters. They begin with its title."""
        ...


def winner(outcome: Result | None) -> int | None:
    """Return the seat that won alone, if one did."""
    return outcome.winners[0] if outcome and len(outcome.winners) == 1 else None


def festive(state: Any) -> bool:
    """Return whether confetti falls: for winners, not for a draw or a match that was ended without a result."""
    outcome: Result | None = state.outcome
    return outcome is not None and bool(outcome.winners) and not outcome.drawn
