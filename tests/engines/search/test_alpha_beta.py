"""The search against a plain minimax of random trees, and the promises about its budget."""

from __future__ import annotations

from random import Random

import pytest

from engines.search.alpha_beta import SURE_WIN, WIN, AlphaBeta

Node = tuple[int, ...]


class RandomTree:
    """A game that a seed makes up: a position is the path to it, and nobody knows in advance who moves next."""

    def __init__(self, seed: int, *, ends: float = 0.1, forcing: float = 0.2) -> None:
        self.seed, self.ends, self.forcing = seed, ends, forcing

    def rng(self, position: Node) -> Random:
        return Random(f"{self.seed} {position}")

    def mover(self, position: Node) -> int:
        return self.rng((*position, -1)).choice((1, 2))

    def outcome(self, position: Node) -> int | None:
        rng = self.rng((*position, -2))
        return rng.choice((-1, 0, 1)) if len(position) > 1 and rng.random() < self.ends else None

    def turns(self, position: Node) -> list[tuple[int, Node]]:
        return [(turn, (*position, turn)) for turn in range(self.rng((*position, -3)).randint(1, 4))]

    def forcing_turns(self, position: Node) -> list[tuple[int, Node]]:
        return [child for child in self.turns(position) if self.rng((*child[1], -4)).random() < self.forcing]

    def evaluate(self, position: Node) -> int:
        return self.rng((*position, -5)).randint(-50, 50)


def minimax(tree: RandomTree, position: Node, depth: int, ply: int) -> int:
    outcome = tree.outcome(position)
    if outcome is not None:
        return outcome * (WIN - ply)
    values = [tree.evaluate(position)] if depth <= 0 else []
    for _, child in tree.turns(position) if depth > 0 else tree.forcing_turns(position):
        value = minimax(tree, child, depth - 1, ply + 1)
        values.append(value if tree.mover(child) == tree.mover(position) else -value)
    return max(values)


def root_values(tree: RandomTree, depth: int) -> dict[int, int]:
    return {
        turn: minimax(tree, child, depth - 1, 1) * (1 if tree.mover(child) == tree.mover(()) else -1)
        for turn, child in tree.turns(())
    }


@pytest.mark.parametrize("seed", range(60))
def test_the_value_is_that_of_plain_minimax(seed: int) -> None:
    tree = RandomTree(seed)
    search = AlphaBeta(tree, 100_000, max_depth=4)
    best = search.search(())[0]
    assert best.value == max(root_values(tree, search.depth).values())
    assert root_values(tree, search.depth)[best.turns[0]] == best.value


@pytest.mark.parametrize("seed", range(20))
def test_the_asked_number_of_lines_have_exact_values(seed: int) -> None:
    tree = RandomTree(seed, ends=0)
    search = AlphaBeta(tree, 100_000, max_depth=3, lines=2)
    lines = search.search(())
    exact = sorted(root_values(tree, 3).values(), reverse=True)
    assert [line.value for line in lines[:2]] == exact[:2]
    assert {line.turns[0] for line in lines} == set(root_values(tree, 3))


@pytest.mark.parametrize("nodes", [1, 2, 7, 40])
def test_the_budget_is_kept_and_brings_a_turn(nodes: int) -> None:
    for seed in range(20):
        tree = RandomTree(seed)
        search = AlphaBeta(tree, nodes)
        assert search.search(())[0].turns[0] in dict(tree.turns(()))
        assert search.nodes_used <= nodes


def test_turns_that_were_not_searched_are_even_and_in_the_order_of_the_rules() -> None:
    tree = RandomTree(1)
    lines = AlphaBeta(tree, 0).search(())
    assert [(line.turns, line.value) for line in lines] == [((turn,), 0) for turn, _ in tree.turns(())]


def test_a_sooner_win_is_preferred_and_its_line_ends_the_match() -> None:
    found = 0
    for seed in range(80):
        tree = RandomTree(seed, ends=0.3, forcing=0)
        best = AlphaBeta(tree, 100_000, max_depth=5).search(())[0]
        if best.value >= SURE_WIN:
            found += 1
            assert tree.outcome(best.turns) is not None
            assert len(best.turns) == WIN - best.value
    assert found > 10


def test_a_turn_that_surely_loses_comes_behind_those_not_searched() -> None:
    """Seeds in which the favourite turns out to lose just before the budget ends."""
    for seed in range(200):
        tree = RandomTree(seed, ends=0.25, forcing=0)
        for nodes in (5, 9, 14):
            lines = AlphaBeta(tree, nodes).search(())
            if lines[0].value <= -SURE_WIN:
                assert all(line.value <= -SURE_WIN for line in lines)
