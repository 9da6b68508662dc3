"""Where a piece can stand at the end of a turn, and which pieces can act."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import Destinations, IllegalMove
from games.force_field_factions import notation, rejections
from games.force_field_factions.outcomes import outcomes
from games.force_field_factions.parser import find_piece, read_move
from games.force_field_factions.position import SEATS
from games.force_field_factions.powers import movement_points, pieces_by_place
from games.force_field_factions.state import COMPASS, GHOST, GRID, UP, Attack, Move, State
from games.force_field_factions.turns import run
from games.text import format_count, format_short_list

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Reachable(NamedTuple):
    """The squares where a piece can end its turn, each with a turn of fewest actions; those that it can attack."""

    ends: dict[int, Move]
    attacked: set[int]


def destinations(state: State, text: str) -> Destinations:
    """Return where a piece (`c1`, or `c1*` for one out of phase) can go in one turn, or which pieces there are."""
    normalized = notation.normalize(text)
    typed = notation.split_move(normalized) if normalized else None
    if state.mover is None or (typed is None and normalized != ""):
        raise _rejection(state, text)
    if typed is None:
        return _list_pieces(state, state.mover)
    if typed.words:
        _reject_chat(state, text)
    place = find_piece(state, typed)
    source, found = GRID.names[place % GHOST], _search(state, place)
    if not found.ends:
        return Destinations((source,), (), f"{_describe_piece(state, place)} It can't leave its square this turn.")
    places = _names(found.ends)
    ways = f"It can end its turn on {format_short_list(places)}"
    if found.attacked:
        ways += f", and attack what stands on {format_short_list(_names(found.attacked))}"
    shortest = min(found.ends.values(), key=lambda move: len(move.actions))
    return Destinations(
        (source,), places, f"{_describe_piece(state, place)} {ways} (`{notation.write(state.board, shortest)}`)."
    )


def _rejection(state: State, text: str) -> IllegalMove:
    """Return the rejection of a text that names no piece, or of any text once the match is over."""
    try:
        read_move(state, text or "a1:")
    except IllegalMove as rejection:
        return rejection
    return rejections.match_over()


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
    return Destinations((), places, f"{SEATS[seat - 1]} acts with the piece on {heads}. Ask for one: `{places[0]}`.")


def _search(state: State, place: int) -> _Reachable:
    ends: dict[int, Move] = {}
    attacked: set[int] = set()
    tried: set[tuple[str, ...]] = set()
    for move in sorted(outcomes(state, (place,)).values(), key=lambda move: len(move.actions)):
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
    name = f"`{_head(state, place)}`"
    if piece.out_of_phase:
        return f"{name} is a {piece.pips}-pip piece out of phase: it moves only without a clear field."
    points = movement_points(piece)
    stands = COMPASS[UP] if piece.facing == UP else f"pointing {COMPASS[piece.facing]}"
    return f"{name} is a {piece.pips}-pip piece, {stands}, with {format_count(points, 'movement point')}."


def _head(state: State, place: int) -> str:
    return notation.head(state.board, place).removesuffix(":")


def _names(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple([GRID.names[square] for square in sorted(squares)])
