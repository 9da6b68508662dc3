"""Positions of Force Field Factions as they lie when the board is rotated by 180 degrees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.force_field_factions.state import GHOST, UP, Advance, Attack, Crash, FacingChange

if TYPE_CHECKING:
    from games.force_field_factions.state import Event, Piece, State


def rotate(state: State) -> State:
    """Return a position of Force Field Factions with every square where the opposite one was, facings turned too."""
    board = tuple(
        piece and _rotate_piece(piece) for piece in (*state.board[GHOST - 1 :: -1], *state.board[: GHOST - 1 : -1])
    )
    last = state.last
    if last:
        place = last.move.place // GHOST * GHOST + 63 - last.start
        events = tuple(_rotate_event(event) for event in last.events)
        last = replace(last, move=last.move._replace(place=place), piece=_rotate_piece(last.piece), events=events)
    return replace(state, board=board, last=last)


def _rotate_facing(facing: int) -> int:
    return UP if facing == UP else (facing + 4) % 8


def _rotate_piece(piece: Piece) -> Piece:
    return piece._replace(facing=_rotate_facing(piece.facing))


def _rotate_event(event: Event) -> Event:
    match event:
        case FacingChange(square, facing):
            return FacingChange(63 - square, _rotate_facing(facing))
        case Advance(start, end):
            return Advance(63 - start, 63 - end)
        case Crash(square, other):
            return Crash(63 - square, _rotate_piece(other))
        case Attack():
            pushes = tuple(
                push._replace(
                    piece=_rotate_piece(push.piece),
                    start=63 - push.start,
                    end=None if push.end is None else 63 - push.end,
                )
                for push in event.pushes
            )
            return event._replace(
                start=63 - event.start,
                target=63 - event.target,
                victim=_rotate_piece(event.victim),
                facing=_rotate_facing(event.facing),
                pushes=pushes,
                became=event.became and _rotate_piece(event.became),
            )
        case _:
            return event
