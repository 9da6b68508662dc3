"""A game of placing stones on a small board, and a renderer that draws whatever view it is given."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from games.contract import Info
from games.position_text import read_position, write_position
from games.square_grid import Grid
from games.two_players import TwoPlayerGame, TwoPlayerState
from renderers.board.scene import Scene
from renderers.kit.board import square_board
from renderers.kit.piece import Piece
from renderers.kit.renderer import BoardRenderer
from renderers.kit.view import BoardView, LastTurn

GRID = Grid(4, 3)
BOARD = square_board(GRID)
INFO = Info(
    key="stones",
    title="Stones",
    designer="Nobody",
    year=None,
    seats=("Red", "Blue"),
    min_players=2,
    max_players=2,
    options=(),
    rules=1,
    pitch="Fill the board.",
    help="`a1`",
    examples=("a1",),
    homes=True,
)


@dataclass(frozen=True, slots=True)
class State(TwoPlayerState):
    """The seats of the stones, 0 for none, and a view that is shown in place of them."""

    stones: tuple[int, ...] = (0,) * 12
    last: str | None = None
    view: BoardView | None = None


class Stones(TwoPlayerGame[State, str]):
    """Players fill the board, and the second one fills the last square and wins."""

    info = INFO
    shape = re.compile("[a-d][1-3]?")

    def begin(self, options: dict[str, Any], seed: int) -> State:
        del options, seed
        return State()

    def read(self, start: State, text: str) -> State:
        cells, mover = read_position(text, (4, 4, 4), ".rb")
        return self.with_mover(replace(start, stones=tuple(map(".rb".index, cells))), mover)

    def legal(self, state: State) -> list[str]:
        return [name for name, seat in zip(GRID.names, state.stones, strict=True) if state.mover and not seat]

    def play(self, state: State, move: str) -> State:
        stones = tuple(
            state.mover or 0 if name == move else seat for name, seat in zip(GRID.names, state.stones, strict=True)
        )
        after = replace(state, stones=stones, last=move)
        return self.pass_turn(after) if 0 in stones else self.win(after, 2, "all is full")

    def position(self, state: State) -> str:
        return write_position([".rb"[seat] for seat in state.stones], (4, 4, 4), state.mover)

    def describe(self, state: State, move: str) -> str:
        del state
        return f"fills {move}"

    def task(self, state: State) -> str:
        return "fill a square" if state.mover else ""


class Shown(BoardRenderer[State]):
    """Draws the view that a state carries, its stones if it has none."""

    def view(self, state: State) -> BoardView:
        stones = {name: Piece(seat) for name, seat in zip(GRID.names, state.stones, strict=True) if seat}
        last = LastTurn(state.waiting, "filled a square", arrived=(state.last,)) if state.last else None
        return state.view or BoardView(BOARD, stones, last)


RENDERER = Shown(Stones())


def scene_of(view: BoardView, **changes: Any) -> Scene:
    """Return a scene that shows a view, Red to move after a move of Blue's."""
    return replace(Scene(State(view=view), ("Ann", "Bob"), 2, "b2"), **changes)
