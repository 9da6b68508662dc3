"""The engine of Zyrcan: its levels; one judges a turn at a glance, three play matches out in their heads."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from engines.contract import Level, Thought
from engines.search.monte_carlo import MonteCarlo, Node
from engines.zyrcan.board import OVER, Position, compact
from engines.zyrcan.playout import Policy, payoff, play_out
from engines.zyrcan.steps import legal_steps, take_step, to_candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.search.monte_carlo import Payoff
    from games.zyrcan.state import State


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: whether it plays matches out in its head, or chooses at a glance.

    `overlooked` is the share of all steps that a level which chooses at a glance doesn't see.
    """

    plays_out: bool = True
    overlooked: float = 0.0


LEVELS = (
    (Level("sees captures and dangers, but only two of five of its moves", 1), Skill(plays_out=False, overlooked=0.6)),
    (Level("plays 10 matches out in its head before each move", 10), Skill()),
    (Level("plays 60 matches out in its head before each move", 60), Skill()),
    (Level("plays 1,000 matches out in its head before each move", 1000), Skill()),
)
"""Level 1 first; a node is a match played out."""


_POLICY = Policy()
_LONGEST_LINE = 6
"""Steps of the longest line that is told."""
_FEWEST_VISITS = 8
"""Playouts through a position that a line leads to."""


class ZyrcanEngine:
    """The engine behind the contract in `engines.contract`; a node is a match played out."""

    levels: Sequence[Level] = tuple(level for level, _ in LEVELS)

    def think(self, state: State, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the move found at a level; `engines.contract.Engine` describes the call."""
        settings, skill = LEVELS[level - 1]
        rng, position = Random(seed), compact(state)  # noqa: S311 - not a secret
        steps = worth_trying(position)
        shares: tuple[float, ...] = ()
        if not skill.plays_out:
            turn, nodes = _at_a_glance(position, steps, skill.overlooked, rng), 1
            candidates = [to_candidate(state, turn, _estimate(position), 0)]
        else:
            nodes = max(1, settings.nodes if nodes is None else nodes)
            root = MonteCarlo(_Rules(), rng).search(position, best_first(position, steps), nodes)
            shares = tuple(share / root.visits for share in root.shares)
            candidates = [
                to_candidate(state, _expected(child), child.share / child.visits, child.visits)
                for child in root.ranked[:5]
            ]
        best, *others = candidates
        return Thought(best.move, best.value, best.line, best.proved, best.playouts, tuple(others), nodes, shares)


class _Rules:
    """Zyrcan for the search."""

    def mover(self, position: Position) -> int | None:
        """Return the seat to move, or None in a finished match."""
        return None if position.phase == OVER else position.mover

    def turns(self, position: Position) -> Sequence[int]:
        """Return the steps of the seat to move, the best ones at a glance first."""
        return best_first(position, legal_steps(position))

    def play(self, position: Position, turn: int) -> Position:
        """Return the position after a step."""
        after = position.copy()
        take_step(after, turn)
        return after

    def play_out(self, position: Position, rng: Random) -> Payoff:
        """Return what a match played out at a glance brings."""
        return play_out(position, rng)


def worth_trying(position: Position) -> list[int]:
    """Return the steps that win the match at once, else those that don't lose it at once, else all."""
    rest: list[int] = []
    wins: list[int] = []
    steps = legal_steps(position)
    for step in steps:
        after = position.copy()
        take_step(after, step)
        share = payoff(after).shares[position.mover] if after.phase == OVER else 0.5
        if share == 1:
            wins.append(step)
        elif share:
            rest.append(step)
    return wins or rest or steps


def best_first(position: Position, steps: Sequence[int]) -> list[int]:
    """Return steps of the seat to move, the best ones at a glance first."""
    return [step for _, step in sorted(_POLICY.scored(position, steps), key=lambda pair: -pair[0])]


def _expected(node: Node[Position, int]) -> list[int]:
    """Return the steps that the search expects, that of a node first, with at least one whole turn."""
    steps = [node.turn or 0]
    while len(steps) < _LONGEST_LINE and node.children and (node.position.landed or node.visits >= _FEWEST_VISITS):
        node = node.ranked[0]
        steps.append(node.turn or 0)
    if node.position.landed:
        steps.append(_Rules().turns(node.position)[0])
    return steps


def _at_a_glance(position: Position, steps: Sequence[int], overlooked: float, rng: Random) -> list[int]:
    """Return the steps of a turn that looks best, its first out of `steps`; a share of all steps is overlooked."""
    scored = [(score, rng.random(), step) for score, step in _POLICY.scored(position, steps)]
    after, (*_, step) = position.copy(), max([one for one in scored if rng.random() >= overlooked] or scored)
    take_step(after, step)
    return [step, *(_at_a_glance(after, legal_steps(after), overlooked, rng) if after.landed else ())]


def _estimate(position: Position) -> float:
    """Return the mover's share of the win as an estimate: the engines of the seats still in the game, to the fourth."""
    weights = {seat: (1 + position.engines(seat)) ** 4 for seat in position.seats}
    return weights[position.mover] / sum(weights.values())
