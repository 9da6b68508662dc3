"""Xong in words: on the picture and beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_count
from games.xong import notation, walks
from games.xong.lattice import bits, cell_index
from games.xong.rules import SEATS
from games.xong.score import count_score
from games.xong.text import news, xoid
from renderers.board.alt_text import describe_status, name_with_seat
from renderers.board.scene import sole_winner
from renderers.drawing.typeface import MOVE, text_width
from renderers.xong.pieces import caption

if TYPE_CHECKING:
    from games.xong.lattice import Mask
    from games.xong.state import State, Turn
    from renderers.board.scene import Scene

TITLE = "Xong"
LONGEST = 1024
"""Characters that Discord takes as the alt text of a picture."""

_ELSEWHERE = "All legs are in the text board."
_MOVE = 320
_ROOM = 560


def points(state: State) -> tuple[int, int]:
    """Return the points of red and blue: the result, or the score while the match runs."""
    ended = state.outcome.points if state.outcome else None
    red, blue = ended or count_score(state.board, state.legs).points
    return red, blue


def task(state: State) -> str:
    """Return what the seat to move has to do, as words after its name; empty when the match is over."""
    if not state.mover:
        return ""
    return "to place" if state.hand else "to give"


def describe_seat(state: State, seat: int) -> str:
    """Return the second line of a seat's panel: what it has to do, what it gave, or how it fared."""
    if state.outcome:
        return "wins" if seat == sole_winner(state.outcome) else ""
    if seat == state.mover:
        return task(state)
    return f"gave {caption(state.hand)}" if state.hand else ""


def write_headline(scene: Scene) -> str:
    """Return the first line below the board: the last move, in few words where its legs are too many."""
    state: State = scene.state
    if not scene.move:
        seat = state.mover or sole_winner(state.outcome)
        return f"{SEATS[seat - 1]} {task(state) or 'wins'}" if seat else "Over"
    if text_width(scene.move, MOVE) <= _ROOM:
        return scene.move
    size = state.last.move.legs.bit_count() if state.last else 0
    return f"Xoid {len(state.played)}: {format_count(size, 'leg')}" if size else f"give {caption(state.hand or 'F')}"


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what was given and what the placement changed, or the end."""
    state: State = scene.state
    best, last = sole_winner(state.outcome), state.last
    if state.outcome:
        return f"{SEATS[best - 1]} wins: {state.outcome.reason}" if best and scene.move else state.outcome.reason
    if not last or not scene.move:
        return "any Xoid that fits, to begin with" if not state.hand else f"{caption(state.hand)} in hand"
    gift = f"gives {SEATS[2 - last.seat]} {caption(state.hand)}" if state.hand else ""
    changes = [f"{SEATS[seat]} {change:+d}" for seat, change in enumerate(last.change) if change]
    return "; ".join(filter(None, (gift, ", ".join(changes))))


def alt(scene: Scene) -> str:
    """Return the last move, the Xoid in hand and the score in words, the legs too while they fit."""
    state: State = scene.state
    lines = [f"{TITLE}, {format_count(scene.ply, 'move')} played."]
    if scene.move and state.last:
        who = name_with_seat(scene.names[state.last.seat - 1], SEATS[state.last.seat - 1])
        lines.append(f"{who} played {_write_move(state, scene.move, state.last)}.")
    elif scene.move:
        lines.append(f"The last move was {_shorten(scene.move)}.")
    lines += news(state)
    lines.append(describe_status(scene, SEATS, _describe_task(state)))
    red, blue = points(state)
    lines.append(f"{'Points' if state.outcome else 'Score'}: Red {red}, Blue {blue}.")
    touched, legs = _describe_touched(state), _describe_legs(state)
    for more in ([touched, legs], [touched, _ELSEWHERE], [legs]):
        whole = " ".join(filter(None, [*lines, *more]))
        if len(whole) <= LONGEST:
            return whole
    return " ".join([*lines, _ELSEWHERE])


def _write_move(state: State, move: str, last: Turn) -> str:
    """The last move in notation; with very many legs, the legs as a walk and what was given."""
    if len(move) <= _MOVE:
        return move
    placed = notation.write_briefly(state.board, last.move.legs, _MOVE // 2) if last.move.legs else ""
    given = f"give {xoid(last.move.gift)}" if last.move.gift else ""
    return _shorten(" ".join(filter(None, (placed, given))))


def _shorten(text: str) -> str:
    return text if len(text) <= _MOVE else f"{text[: _MOVE - 3]}..."


def _describe_task(state: State) -> str:
    """What the seat to move has to do, with the Xoid in hand."""
    if not state.hand:
        return "to give Red the first Xoid, any that fits"
    hand = xoid(state.hand)
    if len(state.hand) <= 160:
        hand = hand.replace(walks.format_walk(state.hand), state.hand, 1)
    return f"to place {hand} and give a new Xoid"


def _describe_touched(state: State) -> str:
    """Which hexagons only one player touches, which of these are cashed, and which are greened out."""
    now = count_score(state.board, state.legs)
    parts = [
        f"{kind}: {names}"
        for kind, mask in (
            ("Red alone", now.only[0] & ~now.cashed[0]),
            ("Red cashed", now.cashed[0]),
            ("Blue alone", now.only[1] & ~now.cashed[1]),
            ("Blue cashed", now.cashed[1]),
            ("Greened out", now.greened),
        )
        if (names := _cells(state, mask))
    ]
    return f"{'; '.join(parts)}." if parts else ""


def _cells(state: State, mask: Mask) -> str:
    return " ".join(cell.name for cell in state.board.cells if mask >> cell_index(cell) & 1)


def _describe_legs(state: State) -> str:
    """Both players' legs."""
    red, blue = (" ".join(state.board.names_of(bits(legs))) or "none" for legs in state.legs)
    return f"Legs of Red: {red}; of Blue: {blue}."
