"""Positions of Force Field Factions written down in short, and what tests ask of them."""

from __future__ import annotations

import pytest

from games.contract import IllegalMove, Options
from games.force_field_factions import ForceFieldFactions
from games.force_field_factions.attacks import left_in_pool
from games.force_field_factions.state import GRID, Attack, State

GAME = ForceFieldFactions()
REST = "f1:w2.n g1:w1.n h1:w3.n f8:b1.n g8:b2.n h8:b3.n"
"""A piece of every size for both sides, out of the way."""

CROWD = GAME.parse_position(
    "a1:w3.up a8:b3.s c1:w1.ne.ry c1:w2.n.c d2:b2.n e1:w1.n e2:b1.up.b f1:w2.up f2:b2.s.c g1:w1.up h1:w3.e h8:b3.s 2"
)
"""White to move, with two pieces on c1, one of them out of phase."""


def start(**options: int | str) -> State:
    return GAME.start(2, options, 0)


def at(pieces: str, mover: int | str = 1, options: Options | None = None, rest: str = REST) -> State:
    """Return a position of some pieces, in any order, and the pieces that no side may lack."""

    def order(word: str) -> tuple[str, str, bool]:
        return word[0], word[1], "c" in word.split(".")[2:3][0] if word.count(".") > 1 else False

    return GAME.parse_position(" ".join([*sorted(f"{pieces} {rest}".split(), key=order), str(mover)]), 2, options)


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    return state


def board(state: State) -> str:
    """Return the pieces of a position but those of `REST`."""
    return " ".join(word for word in GAME.position(state).split()[:-1] if word not in REST.split())


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    assert rejection.value.kind == "illegal"
    return rejection.value.reason


def texts(state: State) -> set[str]:
    return {GAME.format(state, move) for move in GAME.legal(state)}


def pool(state: State) -> dict[tuple[str, int], int]:
    return left_in_pool([piece for piece in state.board if piece], state.supply)


def attacks(state: State) -> tuple[Attack, ...]:
    assert state.last is not None
    return state.last.attacks


def names(*squares: int | None) -> list[str | None]:
    return [None if square is None else GRID.names[square] for square in squares]
