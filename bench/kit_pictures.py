"""Draw the pictures of docs/adding-a-game.md, one for each part of the kit: `python -m bench.kit_pictures`."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import GAMES
from games.contract import Destinations
from games.hex_grid import hexagon, rhombus
from games.square_grid import Grid
from renderers import encode
from renderers.board.scene import Scene
from renderers.drawing.colours import BLACK, WHITE
from renderers.kit.board import MARS, POOL, SPACE, WOOD, Board, Cell, hex_board, square_board
from renderers.kit.layout import lay_out
from renderers.kit.piece import Piece
from renderers.kit.renderer import BoardRenderer
from renderers.kit.view import BoardView, LastTurn

if TYPE_CHECKING:
    from PIL import Image

    from renderers.drawing.colours import Owner
    from renderers.drawing.themes import Name

PICTURES = Path(__file__).parents[1] / "docs" / "images" / "kit"
_STAND_IN = next(iter(GAMES.values()))
"""Whose panels would be drawn: the pictures show the boards alone."""

_CIRCLE = tuple((0.55 * cos(pi * i / 12), 0.55 * sin(pi * i / 12)) for i in range(24))
_RING = [(f"p{i}", 1.7 * sin(pi * i / 4), 1.7 * cos(pi * i / 4)) for i in range(8)]

BOARDS = {
    "squares": BoardView(square_board(Grid(7, 4), ground=WOOD, edges={"south": 1, "north": 2}), {}),
    "rhombus": BoardView(hex_board(rhombus(7, 5), edges={"north": 1, "south": 1, "west": 2, "east": 2}), {}),
    "hexagon": BoardView(hex_board(hexagon(4), ground=POOL), {}),
    "cells": BoardView(
        Board(tuple(Cell(*each, _CIRCLE) for each in [*_RING, ("hub", 0.0, 0.0)]), ground=MARS, labels="cells"), {}
    ),
    "pieces": BoardView(
        square_board(Grid(8, 3), ground=SPACE),
        {
            "a3": Piece(1),
            "b3": Piece(2),
            "c3": Piece(1, shape="disc"),
            "d3": Piece(2, shape="square"),
            "e3": Piece(1, shape="diamond"),
            "f3": Piece(2, shape="triangle"),
            "g3": Piece(1, shape="star"),
            "h3": Piece(None, "arrow", "star", size=1),
            "a2": Piece(1, size=1),
            "b2": Piece(1, size=2),
            "c2": Piece(1, size=3),
            "d2": Piece(2, pips=2),
            "e2": Piece(2, pips=4),
            "f2": Piece(1, "king", letter="K"),
            "g2": Piece(2, "queen", letter="Q"),
            "h2": (Piece(1), Piece(2)),
            "a1": Piece(1, shape="pyramid", size=1),
            "b1": Piece(1, shape="pyramid", size=2),
            "c1": Piece(1, shape="pyramid", size=3),
            "d1": Piece(2, shape="pyramid", size=3, facing=2),
            "e1": Piece(2, shape="pyramid", size=2, facing=7),
            "f1": (Piece(2, shape="square"), Piece(1, shape="square"), Piece(2, shape="square")),
            "g1": (Piece(1, shape="disc"), Piece(1, shape="disc"), Piece(2, shape="disc", letter="K")),
        },
    ),
    "marks": BoardView(
        square_board(Grid(8, 3)),
        {"c2": Piece(1), "e2": Piece(2), "g1": Piece(1), "g2": Piece(1), "g3": Piece(1), "b1": Piece(2)},
        LastTurn(
            1,
            "jumped",
            arrived=("c2",),
            left=("a2",),
            path=("a2", "b2", "c2"),
            captured=(("b2", Piece(2)),),
        ),
        winning=("g1", "g2", "g3"),
    ),
}
"""What the pictures show, by their names."""
HINT = Destinations(("e2",), ("d1", "e1", "f1", "e3", "b1"), "Where a stone can go.", fatal=("e3",))


class _Sample(BoardRenderer[Any]):
    """Draws one view, whatever the state."""

    def __init__(self, view: BoardView, owners: tuple[Owner, ...] = BoardRenderer.owners) -> None:
        super().__init__(_STAND_IN)
        self.owners, self._view = owners, view

    def view(self, state: Any) -> BoardView:
        """Return the view."""
        del state
        return self._view


def draw_part(name: str, theme: Name) -> Image.Image:
    """Return the board of a picture, without panels and caption, in a theme."""
    view = BOARDS[name]
    owners = (BLACK, WHITE) if name == "squares" else _Sample.owners
    state = _STAND_IN.start(2, {}, 0)
    scene = Scene(state, ("Ann", "Bob"), 1, "c2" if view.last else None, theme, highlights=HINT if view.last else None)
    layout = lay_out(view.board, 140)
    picture = _Sample(view, owners).draw(replace(scene, size="normal"))
    return picture.crop((0, layout.top - 18, picture.width, layout.foot + 10))


def main() -> None:
    """Write all pictures, each in both themes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in BOARDS:
        for theme in ("dark", "light"):
            part = draw_part(name, theme)
            (PICTURES / f"{name}-{theme}.png").write_bytes(encode(part))


if __name__ == "__main__":
    main()
