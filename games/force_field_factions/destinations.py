"""Where a piece can stand at the end of a turn, and which pieces can act."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import Destinations, IllegalMove
from games.force_field_factions import notation
from games.force_field_factions.names import direction, seat_name, size_name
from games.force_field_factions.parser import find_piece, normalize, read_move, split_move
from games.force_field_factions.powers import movement_points, pieces_by_place
from games.force_field_factions.reachable_positions import find_positions
from games.force_field_factions.state import GHOST, GRID, UP, Attack, Move, State
from games.force_field_factions.turns import run
from games.rejections import match_over
from games.text import format_short_list
from games.translation import gettext as _
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Reachable(NamedTuple):
    """The squares where a piece can end its turn, each with a turn of fewest actions; those that it can attack."""

    ends: dict[int, Move]
    attacked: set[int]


def destinations(state: State, text: str) -> Destinations:
    """Return where a piece (`c1`, or `c1*` for one out of phase) can go in one turn, or which pieces there are."""
    normalized = normalize(text)
    typed = split_move(normalized) if normalized else None
    if state.mover is None or (typed is None and normalized != ""):
        raise _rejection(state, text)
    if typed is None:
        return _list_pieces(state, state.mover)
    if typed.words:
        _reject_chat(state, text)
    place = find_piece(state, typed)
    source, found = GRID.names[place % GHOST], _search(state, place)
    piece = _describe_piece(state, place)
    if not found.ends:
        return Destinations((source,), (), " ".join([piece, _("It can't leave its square this turn.")]))
    places = _names(found.ends)
    if found.attacked:
        template = _("It can end its turn on {squares}, and attack what stands on {targets} (`{move}`).")
    else:
        template = _("It can end its turn on {squares} (`{move}`).")
    shortest = min(found.ends.values(), key=lambda move: len(move.actions))
    ways = template.format(
        squares=format_short_list(places),
        targets=format_short_list(_names(found.attacked)),
        move=notation.write(state.board, shortest),
    )
    return Destinations((source,), places, f"{piece} {ways}")


def _rejection(state: State, text: str) -> IllegalMove:
    """Return the rejection of a text that names no piece, or of any text once the match is over."""
    try:
        read_move(state, text or "a1:")
    except IllegalMove as rejection:
        return rejection
    return match_over()


def _reject_chat(state: State, text: str) -> None:
    """Raise `IllegalMove` for a text that only begins like a move; other faults of its actions don't matter."""
    try:
        read_move(state, text)
    except IllegalMove as rejection:
        if rejection.kind == "not_a_move":
            raise


def _list_pieces(state: State, seat: int) -> Destinations:
    """Return the pieces of a seat; each can do something in every position (R10)."""
    board = pieces_by_place(state.board)
    own = sorted((place % GHOST, place) for place in board if board[place].seat == seat)
    heads = format_short_list([f"`{_head(state, place)}`" for _, place in own], "or")
    places = _names({square for square, _ in own})
    template = _("{seat} acts with the piece on {pieces}. Ask for one: `{square}`.")
    return Destinations((), places, template.format(seat=seat_name(seat), pieces=heads, square=places[0]))


def _search(state: State, place: int) -> _Reachable:
    ends: dict[int, Move] = {}
    attacked: set[int] = set()
    tried: set[tuple[str, ...]] = set()
    for move in sorted(find_positions(state, (place,)).values(), key=lambda move: len(move.actions)):
        # An added field ends the turn: the piece stands where it did before, after the same attacks.
        actions = move.actions[:-1] if move.actions[-1][0] == "+" else move.actions
        if actions in tried:
            continue
        tried.add(actions)
        turn = run(state, Move(place, actions))
        attacked |= {event.target for event in turn.events if isinstance(event, Attack)}
        if turn.square != place % GHOST:
            ends.setdefault(turn.square, move)
    return _Reachable(ends, attacked)


def _describe_piece(state: State, place: int) -> str:
    """Return a sentence on a piece: its size, where it points, how many points it can spend."""
    piece = pieces_by_place(state.board)[place]
    name, points = f"`{_head(state, place)}`", movement_points(piece)
    if piece.out_of_phase:
        template = _("{square} is a {piece} out of phase: it moves only without a clear field.")
    elif piece.facing == UP:
        template = ngettext(
            "{square} is a {piece}, upright, with {n} movement point.",
            "{square} is a {piece}, upright, with {n} movement points.",
            points,
        )
    else:
        template = ngettext(
            "{square} is a {piece}, pointing {direction}, with {n} movement point.",
            "{square} is a {piece}, pointing {direction}, with {n} movement points.",
            points,
        )
    return template.format(square=name, piece=size_name(piece.pips), direction=direction(piece.facing), n=points)


def _head(state: State, place: int) -> str:
    return notation.head(state.board, place).removesuffix(":")


def _names(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple([GRID.names[square] for square in sorted(squares)])
