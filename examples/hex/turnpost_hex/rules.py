"""The rules of Hex: two players join two sides of a rhombus each."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.adjacency import shortest_path
from games.contract import Info, Option
from games.hex_grid import rhombus
from games.message import message
from games.position_text import read_position, write_position
from games.two_players import TwoPlayerGame, TwoPlayerState

SEATS = ("Red", "Blue")
SMALLEST, LARGEST = 5, 14
SWAP = "swap"

_HELP = """\
# Hex
*A game for two by Piet Hein (1942), found again by John Nash (1948).*

The board is a rhombus of hexagons. Red owns its upper and lower edge, Blue the left and the right one. \
**Join your two edges with a chain of your stones.**

## How you write it
`c4` puts a stone on c4: column c, row 4 from above. `swap` takes over the first stone.

## Rules
Red begins. In your turn you put a stone of your colour on an empty hexagon. Stones never move and are never taken.
Whoever joins both of their edges has won. There are no draws: a full board always has exactly one such chain.
To begin is an advantage. So instead of their first stone, Blue may `swap`: Red's stone becomes Blue's, \
and is mirrored, from c4 to d3, because Blue's edges lie the other way.

## Fine print
- Option `size`, 5 to 14: hexagons a side, normally 11.
- Option `swap`, yes or no: whether Blue may swap, normally yes.
- If you resign or run out of time, your opponent wins.
"""

_OPTIONS = (
    Option("size", "How many hexagons a side has", 11, low=SMALLEST, high=LARGEST, notable=True),
    Option("swap", "Whether Blue may take over the first stone", default=True, notable=True),
)

INFO = Info(
    key="hex",
    title="Hex",
    designer="Piet Hein",
    year=1942,
    seats=SEATS,
    min_players=2,
    max_players=2,
    options=_OPTIONS,
    rules=1,
    pitch="Join your two edges of the board before the other joins theirs.",
    help=_HELP,
    examples=("c4", "swap"),
    draws=False,
    tips=(
        "A stone in the middle of the board works towards both of your edges.",
        "Two of your stones with two empty hexagons between them are as good as joined: you get one of them.",
        "Block from a distance: a stone right beside your opponent's is easily passed.",
    ),
)


@dataclass(frozen=True, slots=True)
class State(TwoPlayerState):
    """A position: the seat on each hexagon, 0 for none, in the order of the board, and the last move.

    `may_swap` says whether the second player may swap, `chain` holds the hexagons that joined two edges.
    """

    size: int
    stones: tuple[int, ...]
    may_swap: bool = True
    last: str | None = None
    chain: tuple[int, ...] = ()

    @property
    def can_swap(self) -> bool:
        """Whether the seat to move may swap in this turn."""
        return self.may_swap and self.mover == 2 and sum(map(bool, self.stones)) == 1


@lru_cache
def edges(size: int, seat: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the hexagons at the two edges of a seat."""
    along = {place: place // size if seat == 1 else place % size for place in range(size * size)}
    first, last = (frozenset(place for place in along if along[place] == end) for end in (0, size - 1))
    return first, last


class Hex(TwoPlayerGame[State, str]):
    """The rules of Hex; a move is the name of a hexagon, or `swap`."""

    info = INFO
    shape = re.compile(r"[a-n][0-9]{0,2}|s(w(ap?)?)?")

    def begin(self, options: dict[str, Any], seed: int) -> State:
        """Return an empty board."""
        del seed
        size = options["size"]
        return State(size=size, stones=(0,) * size**2, may_swap=options["swap"])

    def legal(self, state: State) -> tuple[str, ...]:
        """Return the empty hexagons row by row, and last the swap."""
        if state.mover is None:
            return ()
        names = rhombus(state.size, state.size).names
        empty = tuple(name for name, seat in zip(names, state.stones, strict=True) if not seat)
        return (*empty, SWAP) if state.can_swap else empty

    def play(self, state: State, move: str) -> State:
        """Return the state after a stone or the swap; a chain from edge to edge wins."""
        seat, board, stones = state.mover or 1, rhombus(state.size, state.size), [*state.stones]
        if move == SWAP:
            first = stones.index(1)
            stones[first] = 0
            place = first % state.size * state.size + first // state.size
        else:
            place = board.numbers[move]
        stones[place] = seat
        after = replace(state, stones=tuple(stones), last=move)
        own = {place for place, owner in enumerate(stones) if owner == seat}
        chain = shortest_path(board.neighbours, edges(state.size, seat)[0], edges(state.size, seat)[1], own)
        if chain:
            return self.win(after, seat, message("a chain of {n} joins both edges", n=len(chain)), chain=chain)
        return self.pass_turn(after)

    def position(self, state: State) -> str:
        """Return the board from row 1, `r` and `b` for stones, and the seat to move: `.r./.../..b 1`."""
        letters = [".rb"[seat] for seat in state.stones]
        return write_position(letters, (state.size,) * state.size, state.mover)

    def read(self, start: State, text: str) -> State:
        """Return the position of a text. Raises `ValueError` with a sentence on what is wrong."""
        cells, mover = read_position(text, (start.size,) * start.size, ".rb")
        return self.with_mover(replace(start, stones=tuple(map(".rb".index, cells))), mover)

    def describe(self, state: State, move: str) -> str:
        """Return what a move does as a clause after the player's name."""
        del state
        return "takes over the first stone" if move == SWAP else f"puts a stone on {move}"

    def task(self, state: State) -> str:
        """Return what the seat to move has to do, with an example in the first turn."""
        if state.mover is None:
            return ""
        if not any(state.stones):
            return "put a stone on the board, for example `c2`"
        return "put a stone on the board, or `swap`" if state.can_swap else "put a stone on the board"
