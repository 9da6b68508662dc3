"""Monte Carlo tree search on small trees whose values are known."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engines.search.monte_carlo import MonteCarlo, Payoff

if TYPE_CHECKING:
    from collections.abc import Sequence

Node = tuple[int, ...]


class Tree:
    """A game of three turns, one by each of three seats, in which a payoff by seat is given for each of 27 ends."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def mover(self, position: Node) -> int | None:
        return len(position) if len(position) < 3 else None

    def turns(self, position: Node) -> Sequence[int]:
        del position
        return (0, 1, 2)

    def play(self, position: Node, turn: int) -> Node:
        return (*position, turn)

    def ended(self, position: Node) -> list[float]:
        rng = Random(f"{self.seed} {position}")
        return rng.sample([0.0, 0.5, 1.0], 3)

    def play_out(self, position: Node, rng: Random) -> Payoff:
        while len(position) < 3:
            position = (*position, rng.randrange(3))
        return Payoff(self.ended(position), self.ended(position))


def best(tree: Tree, position: Node) -> list[float]:
    """Return the payoffs when every seat does what is best for it; among equals the worst for the first seat."""
    mover = tree.mover(position)
    if mover is None:
        return tree.ended(position)
    return max((best(tree, (*position, turn)) for turn in range(3)), key=lambda payoff: (payoff[mover], -payoff[0]))


@pytest.mark.parametrize("seed", range(12))
def test_it_finds_what_is_best_when_everybody_seeks_their_best(seed: int) -> None:
    tree = Tree(seed)
    root = MonteCarlo(tree, Random(1), width=9).search((), (0, 1, 2), 2000)
    turn = root.ranked[0].turn
    assert turn is not None
    assert best(tree, (turn,))[0] == best(tree, ())[0]


def test_only_the_given_turns_are_tried() -> None:
    root = MonteCarlo(Tree(1), Random(1)).search((), (2, 0), 200)
    assert sorted(child.turn for child in root.children if child.turn is not None) == [0, 2]


def test_likely_best_turns_come_first_and_others_when_there_is_time() -> None:
    tree = Tree(3)
    tried = [len(MonteCarlo(tree, Random(1), width=0.5).search((), (0, 1, 2), n).children) for n in (1, 2, 6, 50)]
    assert tried == sorted(tried)
    assert (tried[0], tried[-1]) == (1, 3)


@pytest.mark.parametrize("playouts", [1, 2, 77])
def test_every_playout_is_counted(playouts: int) -> None:
    root = MonteCarlo(Tree(2), Random(1)).search((), (0, 1, 2), playouts)
    assert root.visits == playouts
    assert sum(child.visits for child in root.children) == playouts
