"""What is drawn, and what a game's renderer must do with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from renderers.words import said

if TYPE_CHECKING:
    from PIL import Image

    from games.contract import Result


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, its last turn and its people.

    `state` is a state of the game; `names` are the players' in seat order; `ply` counts the moves played so far, 0
    before the first; `move` is the canonical text of the last move, None before the first and after a seat left.
    `theme` is the family of colours. `side` is the seat at whose side the board is drawn, its edge at the bottom; None
    draws it from seat 1's. A game whose board has no home sides ignores it.
    """

    state: Any
    names: tuple[str, ...]
    ply: int
    move: str | None = None
    theme: Literal["dark", "light"] = "dark"
    side: int | None = None

    @property
    def turned(self) -> bool:
        """Whether a board for two, seat 1 at the bottom, is turned by 180 degrees."""
        return self.side == 2


class Renderer(Protocol):
    """A game's picture and its words. Pure: the same scene gives the same pixels and words, in any thread."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture, 1000 pixels wide, in mode P."""
        ...

    def alt(self, scene: Scene) -> str:
        """Return position and last move in words that a blind player can play by, at most 1024 characters."""
        ...

    def text(self, scene: Scene) -> str:
        """Return the board in monospaced letters, for screen readers and for when drawing fails; under 1500."""
        ...


def winner(outcome: Result | None) -> int | None:
    """Return the seat that won alone, if one did."""
    return outcome.winners[0] if outcome and len(outcome.winners) == 1 else None


def verdict(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return a sentence on how the match stands: who is to do what (`task`: "to play"), or how it ended."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or winner(outcome)
    who = said(scene.names[seat - 1], seats[seat - 1]) if seat else ""
    if scene.state.mover:
        return f"{who} {task}."
    if not outcome or not (seat or outcome.drawn):
        return "The match is over."
    return f"{who} wins: {outcome.reason}." if seat else f"Drawn: {outcome.reason}."


def headline(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return the first line below the board: the last move, or in its absence how the match stands."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or winner(outcome)
    if scene.move:
        return scene.move
    if seat:
        return f"{seats[seat - 1]} {task}" if scene.state.mover else f"{seats[seat - 1]} wins"
    return "Drawn" if outcome and outcome.drawn else "Over"
