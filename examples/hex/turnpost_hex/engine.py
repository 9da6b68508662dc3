"""Hex's computer player: it compares how many stones the two sides still need."""

from __future__ import annotations

from engines.evaluation import EvaluationEngine

from .rules import Hex, State


def evaluate(state: State) -> int:
    """Return by how many stones the seat to move is ahead, in hundredths; to be on turn is worth half a stone."""
    return 100 * (count_missing(state, state.waiting) - count_missing(state, state.mover or 1)) + 50


def count_missing(state: State, seat: int) -> int:
    """Return how many stones a seat still needs to join its edges, if all its bridges hold.

    A bridge is two hexagons that don't touch, with two empty ones between them. Sets of hexagons are numbers with a bit
    for each hexagon, row by row; a row more on either side stands for the edges.
    """
    size, width = state.size, state.size + 1
    rows = [state.stones[start : start + size] for start in range(0, size * size, size)]
    lines = rows if seat == 1 else zip(*rows, strict=True)  # mirrored, Blue's edges lie where Red's do
    reached = own = (1 << size) - 1
    empty = 0
    for number, line in enumerate(lines, 1):
        for bit, owner in enumerate(line, number * width):
            own |= (owner == seat) << bit
            empty |= (not owner) << bit
    goal = reached << (size + 1) * width
    own |= goal
    for missing in range(size + 1):
        near = _near(reached, empty, width)
        while near & own & ~reached:
            reached |= near & own
            near = _near(reached, empty, width)
        if reached & goal:
            return missing
        reached |= near & empty
    return size + 1


def _near(places: int, empty: int, width: int) -> int:
    """Return what is one step or one bridge away from a set of hexagons, given the empty ones."""
    ways = (1, 1 - width, -width, -1, width - 1, width)
    steps = [_shift(places, way) for way in ways]
    found = 0
    for number, way in enumerate(ways):
        left, right = steps[number - 1], steps[number]
        found |= right | _shift(left & empty, way) & _shift(right & empty, ways[number - 1])
    return found


def _shift(places: int, way: int) -> int:
    return places << way if way > 0 else places >> -way


ENGINE = EvaluationEngine(Hex(), evaluate)
