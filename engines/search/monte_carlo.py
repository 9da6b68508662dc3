"""Monte Carlo tree search for any number of players.

Each player is taken to prefer what is best for them (max^n: Luckhardt and Irani, "An Algorithmic Solution of N-Person
Games", AAAI 1986). Turns are chosen as by UCT (Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006),
and a node gets its turns one by one, likely best ones first, as it is visited more often (progressive widening: Coulom,
"Computing Elo Ratings of Move Patterns in the Game of Go", 2007).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

P = TypeVar("P")
T = TypeVar("T")


class Payoff(NamedTuple):
    """What a match brought each seat, from seat 0: the `shares` of the win, and the `utilities` that players seek."""

    utilities: Sequence[float]
    shares: Sequence[float]


class Rules(Protocol[P, T]):
    """What the search asks of a game. `P` is a position, `T` a turn; a player can have several turns in a row."""

    def mover(self, position: P) -> int | None:
        """Return the seat to move, from 0, or None in a finished match."""
        ...

    def turns(self, position: P) -> Sequence[T]:
        """Return all turns, likely best ones first."""
        ...

    def play(self, position: P, turn: T) -> P:
        """Return the position after a turn, as a new object."""
        ...

    def play_out(self, position: P, rng: Random) -> Payoff:
        """Play a match to its end and return what it brought; the position stays as it is."""
        ...


@dataclass(slots=True)
class Node(Generic[P, T]):
    """A position of the tree.

    `visits` counts the playouts through it, `utility` and `share` what they brought in all to the player who moved to
    it. `children` are the positions after those of its `turns` that were tried so far. At the root `shares` are what
    they brought each seat in all.
    """

    position: P
    turn: T | None = None
    turns: Sequence[T] | None = None
    children: list[Node[P, T]] = field(default_factory=list["Node[P, T]"])
    visits: int = 0
    utility: float = 0.0
    share: float = 0.0
    shares: Sequence[float] = ()

    @property
    def ranked(self) -> list[Node[P, T]]:
        """Return the children, the most visited one first."""
        return sorted(self.children, key=lambda node: (-node.visits, -node.utility))


@dataclass(frozen=True)
class MonteCarlo(Generic[P, T]):
    """A search of one position.

    `exploration` weighs how much more often than others a promising turn is tried, `width` how fast a node gets more
    turns: after n visits it has 1 + width * sqrt(n).
    """

    rules: Rules[P, T]
    rng: Random
    exploration: float = 0.12
    width: float = 0.7

    def search(self, position: P, turns: Sequence[T], playouts: int) -> Node[P, T]:
        """Return the tree after some playouts, at least one.

        Its root is the position, in which `turns` are worth trying, at least one, likely best ones first.
        """
        root = Node(position, turns=turns)
        found = [self._extend(root) for _ in range(max(1, playouts))]
        root.shares = [sum(shares) for shares in zip(*found, strict=True)]
        return root

    def _extend(self, root: Node[P, T]) -> Sequence[float]:
        """Add one position to the tree, play the match out from there and count what it brought.

        Returns each seat's share of the win.
        """
        node, path, movers = root, [root], [0]
        mover = self.rules.mover(root.position)
        while mover is not None:
            new = not node.children or self._may_widen(node)
            node = self._add(node) if new else self._select(node)
            path.append(node)
            movers.append(mover)
            if new:
                break
            mover = self.rules.mover(node.position)
        utilities, shares = self.rules.play_out(node.position, self.rng)
        for one, seat in zip(path, movers, strict=True):
            one.visits += 1
            one.utility += utilities[seat]
            one.share += shares[seat]
        return shares

    def _may_widen(self, node: Node[P, T]) -> bool:
        tried = len(node.children)
        return node.turns is not None and tried < len(node.turns) and tried < 1 + self.width * sqrt(node.visits)

    def _add(self, node: Node[P, T]) -> Node[P, T]:
        if node.turns is None:
            node.turns = self.rules.turns(node.position)
        turn = node.turns[len(node.children)]
        child = Node(self.rules.play(node.position, turn), turn)
        node.children.append(child)
        return child

    def _select(self, node: Node[P, T]) -> Node[P, T]:
        """Return the child with the highest upper confidence bound.

        The logarithm is a whole number, since its last bits differ between machines; a square root's don't.
        """
        bound = self.exploration * sqrt(node.visits.bit_length())
        best, highest = node.children[0], -1.0
        for child in node.children:
            value = child.utility / child.visits + bound / sqrt(child.visits)
            if value > highest:
                best, highest = child, value
        return best
