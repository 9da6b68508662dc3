"""Positions of Xero-G by hand, and short ways to ask about them."""

from __future__ import annotations

import pytest

from games.contract import IllegalMove
from games.xero_g import XeroG
from games.xero_g.state import GRID, Flight, State

GAME = XeroG()


def at(rows: str, mover: int = 1) -> State:
    """Return a position; of `rows`, from row 6 down, empty ones at the top may be left out."""
    lines = rows.split("/")
    return GAME.parse_position(f"{'/'.join(['......'] * (6 - len(lines)) + lines)} play {mover}")


def flights(state: State, start: str) -> set[str]:
    """Return the legal flights of one ship, as text without the start."""
    texts = (GAME.format(state, move) for move in GAME.legal(state))
    return {text[2:] for text in texts if text.startswith(start)}


def landings(state: State, start: str) -> set[str]:
    return {text.split("@")[0].lstrip("-x") for text in flights(state, start)}


def sends(state: State, start_and_landing: str) -> set[str]:
    texts = (GAME.format(state, move) for move in GAME.legal(state))
    return {text[-2:] for text in texts if text.startswith(f"{start_and_landing}@")}


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    return state


def flown_squares(state: State) -> str:
    """Return the squares of the last flight, boosts marked with a plus."""
    assert state.last is not None
    turn = state.last
    return " ".join(f"{GRID.names[i]}{'+' * (n in turn.boosts)}" for n, i in enumerate(turn.path))


def starts(state: State) -> set[str]:
    """Return the squares of all ships that may fly."""
    return {GRID.names[move.start] for move in GAME.legal(state) if isinstance(move, Flight)}


def reject(state: State, text: str) -> str:
    """Return the reason why an illegal move is refused."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.parse(state, text)
    assert refusal.value.kind == "illegal"
    return refusal.value.reason


def rows_of(state: State) -> str:
    return GAME.position(state).split()[0]


def begins(state: State, text: str) -> bool:
    """Tell whether a text is a move or the beginning of one."""
    try:
        GAME.parse(state, text)
    except IllegalMove as refusal:
        return refusal.kind == "unfinished"
    return True
