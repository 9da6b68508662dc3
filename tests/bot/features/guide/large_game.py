"""A game with 150 moves to choose from, and a board that is too long for an alt text. Tests install it as a package."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image

from games.base import GameBase
from games.contract import Choice, Destinations, Info, Step, check_players
from games.guide import next_parts
from renderers.plugin import Entry

if TYPE_CHECKING:
    from games.contract import Options, Result
    from renderers.board.scene import Circle, Polygon, Scene

NAMES = tuple(f"{column}{row}" for column in "abcdefghij" for row in range(1, 16))


@dataclass(frozen=True, slots=True)
class State:
    """The places taken, in the order of the moves."""

    taken: tuple[str, ...] = ()
    mover: int | None = 1
    outcome: Result | None = None


class LargeGame(GameBase[State, str]):
    """Players take places from a board of 150, for ever."""

    info = Info(
        key="large",
        title="Large",
        designer="nobody",
        year=2020,
        seats=("Red", "Blue"),
        min_players=2,
        max_players=2,
        options=(),
        rules=1,
        pitch="Take places.",
        help="# Large",
        examples=("a1",),
    )

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the empty board."""
        del options, seed
        check_players(self.info, players)
        return State()

    def play(self, state: State, move: str) -> State:
        """Return the state with a place taken."""
        return replace(state, taken=(*state.taken, move), mover=3 - (state.mover or 1))

    def guide(self, state: State, text: str) -> Step:
        """Return all free places at once, so that they take several pages."""
        texts, move = next_parts(([name] for name in self.legal(state)), text)
        choices = tuple(Choice(name, name) for name in texts)
        return Step("Which place?" if texts else "", choices, Destinations((), (), ""), move)

    def legal(self, state: State) -> tuple[str, ...]:
        """Return the free places."""
        return tuple(name for name in NAMES if name not in state.taken)

    def position(self, state: State) -> str:
        """Return the places taken."""
        return " ".join(state.taken) or "-"

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read the places taken."""
        state = self.start(players, options or {}, seed)
        for name in text.strip("-").split():
            state = self.play(state, name)
        return state

    def describe(self, state: State, move: str) -> str:
        """Return what a move does."""
        del state
        return f"takes {move}"

    def task(self, state: State) -> str:
        """Return what the seat to move has to do."""
        del state
        return "take a place"


class LargePicture:
    """Draws nothing, and tells the places taken beside the alt text."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return a picture as dark as many places as are taken."""
        return Image.new("P", (1000, 20), len(scene.state.taken))

    def alt(self, scene: Scene) -> str:
        """Return the last move."""
        return f"Last move: {scene.move}."

    def text(self, scene: Scene) -> str:
        """Return the position in a sentence."""
        return self.overflow(scene)

    def places(self, scene: Scene) -> dict[str, Polygon | Circle]:
        """Return no shapes: no place is drawn."""
        del scene
        return {}

    def overflow(self, scene: Scene) -> str:
        """Return the position in a sentence, once it has begun."""
        return f"Taken: {', '.join(scene.state.taken)}." if scene.state.taken else ""


GAME = Entry(LargeGame(), LargePicture())
