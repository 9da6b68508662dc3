"""The engine of Xong: its levels; it places where it gains most, and gives what gains least for the other player."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from engines.contract import Candidate, Level, Thought
from engines.xong.board import SIDES, Board, Placement, gifts, tables
from engines.xong.search import POINT, Position, Search, Turn, Width, begin, worth_trying
from games.xong import Xong
from games.xong.lattice import spread
from games.xong.rules import add_played, fits, new_xoids
from games.xong.shapes import read
from games.xong.state import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.contract import Proof
    from games.xong.state import State


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: how far it looks, and the share of all gifts that it weighs up.

    A `careless` level places by the new hexagons that it touches, and gives anything; `overlooked` is the share of all
    placements that it doesn't see.
    """

    width: Width
    gifts_seen: float = 1.0
    careless: bool = False
    overlooked: float = 0.0


LEVELS = (
    (
        Level("touches new hexagons, overlooks half of all places, and gives whatever fits", 1),
        Skill(Width(1, 1, 1), careless=True, overlooked=0.5),
    ),
    (
        Level("places where it gains most, and weighs up one gift of five by the best reply", 48),
        Skill(Width(1, 1, 1), 0.2),
    ),
    (
        Level("weighs up three placements, and every other gift by the best reply", 150),
        Skill(Width(3, 1, 1), 0.5),
    ),
    (
        Level("weighs up six placements, every gift, and your next gift after the best replies", 2500),
        Skill(Width(6, 12, 2)),
    ),
)
"""Level 1 first; a node is a Xoid weighed up as a gift."""


_GAME = Xong()
_EVEN = 8 * POINT
"""The lead that counts as three wins out of four."""


class XongEngine:
    """The engine behind the contract in `engines.contract`; a node is a Xoid weighed up as a gift."""

    levels: Sequence[Level] = tuple(level for level, _ in LEVELS)

    def think(self, state: State, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the move found at a level; `engines.contract.Engine` describes the call."""
        settings, skill = LEVELS[level - 1]
        rng = Random(seed)  # noqa: S311 - not a secret
        if state.hand is None:
            return _first_gift(state, skill, rng)
        board = tables(state.board)
        position, places = compact(board, state)
        seen = [gift for gift in range(len(gifts())) if rng.random() < skill.gifts_seen]
        search = Search(board, settings.nodes if nodes is None else nodes, seen)
        places = worth_trying(position, places)
        if skill.careless:
            turns = [_careless_turn(search, position, places, skill, rng)]
        else:
            turns = search.turns(position, places, skill.width)
        best, *others = [_candidate(board, state, turn) for turn in turns[:5]]
        return Thought(best.move, best.value, best.line, best.proved, 0, tuple(others), max(1, search.nodes))


def _first_gift(state: State, skill: Skill, rng: Random) -> Thought:
    """Return the gift before the first placement: the shortest Xoid, but for a careless level."""
    few = [text for text in gifts()[:5] if fits(read(text), state.vacant)]
    gift = rng.choice(few) if skill.careless else few[0]
    move = _GAME.format(state, Move(0, gift))
    return Thought(move, 0.5, (move,), nodes=1)


def compact(board: Board, state: State) -> tuple[Position, Sequence[Placement]]:
    """Return a state with a Xoid in hand as the search sees it, and the places where that Xoid fits."""
    hand, legs = state.hand or "", state.legs
    mine = (state.mover or 1) - 1
    own, other = (board.hexagons(spread(legs[seat]) & state.board.cell_mask) for seat in (mine, 1 - mine))
    taken = board.compact(legs[0] | legs[1])
    position = begin(board, taken, own, other, (*state.played, hand))
    return position, [one for one in board.placements(hand) if not one.legs & taken]


def _careless_turn(search: Search, position: Position, places: Sequence[Placement], skill: Skill, rng: Random) -> Turn:
    """Return a turn that touches many hexagons on one of the places that are seen, with any gift."""
    seen = [place for place in places if rng.random() >= skill.overlooked] or places
    new = [(sum(not position.own >> touched // SIDES & 1 for touched in place.touched), place) for place in seen]
    turns = search.turns(position, [max(new)[1]], skill.width)
    return rng.choice(turns)


def _candidate(board: Board, state: State, turn: Turn) -> Candidate:
    """Return a turn as a candidate.

    Where the search knows no gift, a larger one may fit, which the rules search for; else the match is over.
    """
    legs, mover, gift = board.lattice(turn.placement.legs), state.mover or 1, None
    if turn.gift is not None:
        gift = gifts()[turn.gift]
    else:
        gift = next(new_xoids(state.vacant & ~legs, add_played(state.played, state.hand or "")), None)
    move = Move(legs, gift)
    text = _GAME.format(state, move)
    value = 0.5 + turn.value / (2 * abs(turn.value) + 2 * _EVEN)
    proved: Proof | None = None
    if outcome := _GAME.play(state, move).outcome:
        proved = "win" if mover in outcome.winners else "loss"
        value = float(proved == "win")
    return Candidate(text, value, (text,), proved)
