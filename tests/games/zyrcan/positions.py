"""Zyrcan positions by hand: ships by the names of their cells, as the position text that says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.zyrcan import Zyrcan
from games.zyrcan.field import NAMES, field

if TYPE_CHECKING:
    from games.zyrcan.state import State

GAME = Zyrcan()


def at(players: int, ships: str, where: str = "attack 1", hands: str = "", variant: str = "standard") -> State:
    """Return a position: ships as `e5=12 e6=21`, phase and mover, hands for all seats (empty if not given)."""
    stand = dict(ship.split("=") for ship in ships.split())
    rows = [",".join([stand.pop(NAMES[cell], "-") for cell in cells]) for _, cells in field(players).rows]
    assert not stand, f"no such cells: {stand}"
    text = f"{'/'.join(rows)} {hands or ';'.join(['0,0,0'] * players)} {where}"
    return GAME.parse_position(text, players, {"variant": variant})


def blitz(players: int, ships: str, where: str = "deploy 1", hands: str = "") -> State:
    """Return a position of Blitzkrieg, every hand holding one ship of 2 engines if nothing else is given."""
    return at(players, ships, where, hands or ";".join(["0,1,0"] * players), "blitzkrieg")


def played(state: State, *texts: str) -> State:
    """Return the state after some moves; `leave 2` is a seat that leaves."""
    for text in texts:
        if text.startswith("leave "):
            state = GAME.leave(state, int(text[6:]))
        else:
            state = GAME.play(state, GAME.parse(state, text))
    return state


def texts(state: State) -> set[str]:
    """Return the legal moves as texts."""
    return {GAME.format(state, move) for move in GAME.legal(state)}


def phase_and_mover(state: State) -> str:
    """Return the last two words of the position text."""
    return " ".join(GAME.position(state).split(" ")[2:])


def places(state: State) -> tuple[int, ...]:
    """Return the places of a match that is over."""
    result = GAME.result(state)
    assert result is not None
    return result.places


def reason(state: State) -> str:
    """Return why a match ended as it did."""
    result = GAME.result(state)
    assert result is not None
    return result.clause


START = played(GAME.start(3, {}, 0), "2@e5", "3@e6")
BLITZ = blitz(4, "e5=12 e6=23 c3=31 h4=41", hands="4,5,2;4,6,1;3,6,2;3,6,2")
ATTACK = at(3, "e5=12 g7=21 e6=22 d5=13 b3=12 b5=33")
ENDED = played(START, "leave 1", "leave 2")
