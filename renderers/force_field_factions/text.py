"""Force Field Factions in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from itertools import pairwise

from games.force_field_factions.powers import left_in_pool
from games.force_field_factions.state import (
    COLOURS,
    FACINGS,
    GHOST,
    GRID,
    UP,
    Attack,
    Crash,
    Event,
    FacingChange,
    FieldAddition,
    FieldRemoval,
    Piece,
    State,
    Step,
    Turn,
)
from games.text import format_count, format_list
from renderers.board.alt_text import describe_status, format_squares, name_with_seat, one_line, open_text
from renderers.board.scene import Scene, sole_winner

TITLE = "Force Field Factions"
SEATS = ("Black", "White")
_LONGEST = 1024
_NORTH = "North is towards row 8."
_WAYS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west", "upright")


def pieces(state: State) -> list[tuple[int, Piece]]:
    """Return all pieces with their squares, in order of square, of two the one in phase first."""
    found = [(place % GHOST, piece) for place, piece in enumerate(state.board) if piece]
    return sorted(found, key=lambda item: (item[0], item[1].out_of_phase))


def counts(state: State) -> list[tuple[int, ...]]:
    """Return each seat's pieces of 1, 2 and 3 pips."""
    kinds = [(piece.seat, piece.pips) for _, piece in pieces(state)]
    return [tuple(kinds.count((seat, pips)) for pips in (1, 2, 3)) for seat in (1, 2)]


def pool(state: State) -> dict[tuple[str, int], int]:
    """Return how many fields of each colour's letter and size are left."""
    return left_in_pool((piece for _, piece in pieces(state)), state.supply)


def alt(scene: Scene) -> str:
    """Return the position and the last move in words, at most 1024 characters; the pool only if it fits."""
    state: State = scene.state
    lines = [f"{TITLE}, {format_count(scene.ply, 'move')} played. {_NORTH}"]
    if scene.move and state.last:
        last = state.last
        who = name_with_seat(scene.names[last.seat - 1], SEATS[last.seat - 1])
        lines.append(f"{who} played {scene.move}: {format_list(_describe_events(last))}.")
    elif scene.move:
        lines.append(f"The last move was {scene.move}.")
    lines.append(describe_status(scene, SEATS, "to play"))
    lines += [f"{name}: {_pieces(state, seat) or 'nothing'}." for seat, name in enumerate(SEATS, 1)]
    left = pool(state)
    stock = ", ".join(f"{name} {left[letter, 2]} {left[letter, 3]}" for letter, name in COLOURS.items())
    words = " ".join(lines)
    for tail in (f" Pool, 2 and 3 pips: {stock}.", f" Pool: {_terse_pool(state)}."):
        if len(words) + len(tail) <= _LONGEST:
            return words + tail
    return words


def _terse_pool(state: State) -> str:
    """The pool by letters: "r23" for two red fields of 2 pips and three of 3 pips."""
    left = pool(state)
    return " ".join(f"{letter}{left[letter, 2]}{left[letter, 3]}" for letter in COLOURS)


def _pieces(state: State, seat: int) -> str:
    """A seat's pieces by size: "1 pip c2 north, d2 upright (green in red); 3 pips a1 upright"."""
    groups: list[str] = []
    for pips in (1, 2, 3):
        described = [
            f"{GRID.names[square]} {_WAYS[piece.facing]}{_fields(piece)}"
            for square, piece in pieces(state)
            if (piece.seat, piece.pips) == (seat, pips)
        ]
        if described:
            groups.append(f"{format_count(pips, 'pip')} {', '.join(described)}")
    return "; ".join(groups)


def _fields(piece: Piece) -> str:
    return f" ({' in '.join(COLOURS[letter] for letter in piece.fields)})" if piece.fields else ""


def _describe_events(last: Turn) -> list[str]:
    """What the last turn did, a clause for each action; steps in a row are one."""
    deeds: list[str] = []
    for event, after in pairwise((*last.events, None)):
        if event and not (isinstance(event, Step) and isinstance(after, Step)):
            deeds.append(_describe_event(event))
    return deeds


def _describe_event(event: Event) -> str:
    match event:
        case FieldRemoval(letter):
            return f"{COLOURS[letter]} removed"
        case FieldAddition(letter):
            return f"{COLOURS[letter]} added"
        case FacingChange(_, facing):
            return f"points {_WAYS[facing]}" if facing != UP else "stands upright"
        case Step(_, end):
            return f"to {GRID.names[end]}"
        case Crash(square, other):
            return f"destroyed with {_name_piece(other)} on {GRID.names[square]}"
        case Attack():
            return _attack(event)


def _attack(attack: Attack) -> str:
    target, victim = GRID.names[attack.target], _name_piece(attack.victim)
    match attack.outcome:
        case "takes":
            return f"takes {victim} on {target}"
        case "converts":
            return f"converts {victim} on {target}"
        case "strips":
            return f"strips {victim} on {target} of {format_list([COLOURS[letter] for letter in attack.victim.fields])}"
        case "fails":
            return f"attacks {target} in vain, {attack.attack} against {attack.defence}"
        case "pushes":
            ways = [
                f"{GRID.names[push.start]} {'off' if push.end is None else f'to {GRID.names[push.end]}'}"
                for push in attack.pushes
            ]
            return f"pushes {format_list(ways)}"


def _name_piece(piece: Piece) -> str:
    return f"{SEATS[piece.seat - 1]}'s {piece.pips}-pip"


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move did, or how the match ended."""
    state: State = scene.state
    best, outcome, last = sole_winner(state.outcome), state.outcome, state.last
    if outcome:
        return f"{SEATS[best - 1]} wins: {outcome.reason}" if best and scene.move else outcome.reason
    if not (last and scene.move):
        return "who has no piece left of some size loses"
    weighty = [_describe_event(event) for event in last.events if isinstance(event, Attack | Crash)]
    return ", ".join(weighty or _describe_events(last))


def text(scene: Scene) -> str:
    """Return the board in letters, from the scene's side; the pieces out of phase and all fields below.

    A piece in phase is its side, pips and facing. Facings are by the compass from any side: north is towards row 8.
    """
    state: State = scene.state
    last = state.last
    end = last.path[-1] if last else None
    way = -1 if scene.is_rotated(top=1) else 1
    board: list[tuple[str, list[str]]] = []
    for row in range(8, 0, -1)[::way]:
        cells = [_cell(state, square, end) for square in range(8 * row - 8, 8 * row)[::way]]
        board.append((str(row), cells))
    rows = [open_text(scene, TITLE), *format_squares("abcdefgh"[::way], board)]
    rows.append(f"B {one_line(scene.names[0])}   W {one_line(scene.names[1])}")
    rows.append(f"North (n) is {'down' if way < 0 else 'up'}, towards row 8")
    rows.append("n ne e se s sw w nw points there, ^ upright, small b w out of phase, * played last")
    worn = [f"{GRID.names[square]} {_letters(piece)} {piece.fields}" for square, piece in pieces(state) if piece.fields]
    rows.append(f"Fields from the inside out: {', '.join(worn) or 'none'}")
    rows.append(f"Pool, 2 and 3 pips: {_terse_pool(state)}")
    rows.append(describe_status(scene, SEATS, "to play"))
    return "\n".join(rows)


def _letters(piece: Piece) -> str:
    side = "BW"[piece.seat - 1]
    facing = "^" if piece.facing == UP else FACINGS[piece.facing]
    return f"{side.lower() if piece.out_of_phase else side}{piece.pips}{facing}"


def _cell(state: State, square: int, end: int | None) -> str:
    piece = state.board[square] or state.board[square + GHOST]
    return f"{_letters(piece) if piece else '.'}{'*' if square == end else ''}".ljust(4)
