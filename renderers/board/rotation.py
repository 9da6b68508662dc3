"""Positions of square boards as they lie when the board is turned by 180 degrees, for pictures from the other side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.force_field_factions.state import GHOST, UP, Attack, Crash, Pointing, Step
from games.xero_g.state import BASE, Flight

if TYPE_CHECKING:
    from games.force_field_factions import state as fields
    from games.martian_life import state as mars
    from games.xero_g import state as space


def turned_martian_life(state: mars.State) -> mars.State:
    """Return a position of Martian Life with every square where the opposite one was; seats stay as they are."""
    last = state.last
    if last:
        waves = tuple(tuple((63 - square, piece) for square, piece in wave) for wave in last.culled)
        last = replace(last, move=last.move._replace(square=63 - last.move.square), culled=waves)
    return replace(state, board=state.board[::-1], last=last)


def turned_xero_g(state: space.State) -> space.State:
    """Return a position of Xero-G with every square where the opposite one was, and the seats swapped.

    Seat 1 of what comes out is whoever has the lower edge. The game is the same from both sides.
    """
    last = state.last
    if last:
        move = last.move
        if isinstance(move, Flight):
            landing = move.landing if move.landing == BASE else 35 - move.landing
            move = Flight(35 - move.start, landing, None if move.sent is None else 35 - move.sent)
        else:
            move = move._replace(ships=move.ships[::-1])
        last = replace(last, seat=3 - last.seat, move=move, path=tuple(35 - square for square in last.path))
    return replace(state, board=state.board[::-1], mover=state.mover and 3 - state.mover, last=last)


def turned_factions(state: fields.State) -> fields.State:
    """Return a position of Force Field Factions with every square where the opposite one was, facings turned too."""
    board = tuple(piece and _piece(piece) for piece in (*state.board[GHOST - 1 :: -1], *state.board[: GHOST - 1 : -1]))
    last = state.last
    if last:
        place = last.move.place // GHOST * GHOST + 63 - last.start
        events = tuple(_event(event) for event in last.events)
        last = replace(last, move=last.move._replace(place=place), piece=_piece(last.piece), events=events)
    return replace(state, board=board, last=last)


def _facing(facing: int) -> int:
    return UP if facing == UP else (facing + 4) % 8


def _piece(piece: fields.Piece) -> fields.Piece:
    return piece._replace(facing=_facing(piece.facing))


def _event(event: fields.Event) -> fields.Event:
    match event:
        case Pointing(square, facing):
            return Pointing(63 - square, _facing(facing))
        case Step(start, end):
            return Step(63 - start, 63 - end)
        case Crash(square, other):
            return Crash(63 - square, _piece(other))
        case Attack():
            pushes = tuple(
                push._replace(
                    piece=_piece(push.piece), start=63 - push.start, end=None if push.end is None else 63 - push.end
                )
                for push in event.pushes
            )
            return event._replace(
                start=63 - event.start,
                target=63 - event.target,
                victim=_piece(event.victim),
                facing=_facing(event.facing),
                pushes=pushes,
                became=event.became and _piece(event.became),
            )
        case _:
            return event
