"""The contract between an engine and the bot: what an engine is asked, and what it answers.

An engine plays one game. It is a pure function of the position, the level, a seed and a number of nodes: it reads no
clock, and answers the same on every machine and every version of Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Proof: TypeAlias = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength at which an engine plays.

    `text` says for players what it sees, as the end of a sentence ("sees what it can win at once"). `nodes` is its
    budget for one move: the number of positions that it looks at, or of games that it plays out.
    """

    text: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and what an engine found out about it.

    `move` is its canonical text. `value` is the share of the win that the mover can expect after it, from 0 to 1: a
    draw is 0.5, an even match among three a third. `line` holds the turns that the engine expects next, `move` first,
    as canonical texts; after a proof of a win or loss it leads to the end of the match. `proved` is what exhaustive
    search has shown for the mover, None if it has shown nothing. `playouts` is the number of games that were played out
    to count `value`, 0 if it is an estimate.
    """

    move: str
    value: float
    line: tuple[str, ...] = ()
    proved: Proof | None = None
    playouts: int = 0


@dataclass(frozen=True, slots=True)
class Thought(Candidate):
    """The move that an engine plays, the next best `alternatives` (best first), and how many nodes it took.

    `shares` is each seat's share of the win over all playouts, in seat order; empty if there were none, or two seats.
    """

    alternatives: tuple[Candidate, ...] = ()
    nodes: int = 0
    shares: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """What exhaustive search has shown about the quickest forced win of the player to move.

    `moves` are all first moves that win within `turns` own turns, as canonical texts, none if no win was found. `line`
    leads from one of them to the end of the match.
    """

    moves: tuple[str, ...]
    line: tuple[str, ...]
    turns: int


class Engine(Protocol):
    """The player of one game."""

    @property
    def levels(self) -> Sequence[Level]:
        """Return the levels from the weakest, which is level 1, to the strongest."""
        ...

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the move for the seat to move, found at a level from 1 within `nodes`, or the level's own budget.

        `state` is a state of the game in which somebody is to move. The budget is kept but for the last node's own
        work; even one node brings a legal move.
        """
        ...
