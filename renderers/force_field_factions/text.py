"""Force Field Factions in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from itertools import pairwise

from games.force_field_factions.powers import left_in_pool
from games.force_field_factions.state import (
    COLOURS,
    COMPASS,
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
from renderers.board.alt_text import LONGEST_ALT, describe_status, format_rows, name_with_seat
from renderers.board.scene import Scene, sole_winner

TITLE = "Force Field Factions"
SEATS = ("Black", "White")
_LONGEST = 1499
_NORTH = "North is towards row 8."


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
    """Return the position and the last move in words, at most 1024 characters."""
    state: State = scene.state
    board = [f"{name}: {_pieces(state, seat) or 'nothing'}." for seat, name in enumerate(SEATS, 1)]
    return _shorten(scene, " ", board, LONGEST_ALT)


def text(scene: Scene) -> str:
    """Return the position in sentences, a row of the board a line, under 1500 characters."""
    board = [(str(GRID.row(square)), _name(square, piece)) for square, piece in pieces(scene.state)]
    return _shorten(scene, "\n", format_rows("12345678", board), _LONGEST)


def _shorten(scene: Scene, gap: str, board: list[str], limit: int) -> str:
    """Return the most words on the last move and the pool that fit beside the board."""
    wholes = (
        gap.join([*_open(scene, told=told), *board, pool_words(scene.state)])
        for told in (True, False)
        for pool_words in (_describe_pool, _list_pool)
    )
    return next((whole for whole in wholes if len(whole) <= limit), gap.join([*_open(scene, told=False), *board]))


def _open(scene: Scene, *, told: bool) -> list[str]:
    """The last move, with all that it did if `told`, and whose turn it is."""
    state: State = scene.state
    lines = [f"{TITLE}, {format_count(scene.ply, 'move')} played. {_NORTH}"]
    if scene.move and state.last:
        last = state.last
        who = name_with_seat(scene.names[last.seat - 1], SEATS[last.seat - 1])
        deeds = f": {format_list(_describe_events(last))}" if told else ""
        lines.append(f"{who} played {scene.move}{deeds}.")
    elif scene.move:
        lines.append(f"The last move was {scene.move}.")
    return [*lines, describe_status(scene, SEATS, "to play")]


def _describe_pool(state: State) -> str:
    left = pool(state)
    stock = "; ".join(f"{name} {left[letter, 2]} small, {left[letter, 3]} large" for letter, name in COLOURS.items())
    return f"Pool, small fields have 2 pips, large ones 3: {stock}."


def _list_pool(state: State) -> str:
    left = pool(state)
    stock = ", ".join(f"{name} {left[letter, 2]} {left[letter, 3]}" for letter, name in COLOURS.items())
    return f"Pool, small and large: {stock}."


def _pieces(state: State, seat: int) -> str:
    """A seat's pieces by size: "1 pip c2 north, d2 upright (green in red); 3 pips a1 upright"."""
    groups: list[str] = []
    for pips in (1, 2, 3):
        described = [
            f"{GRID.names[square]} {_describe_stance(piece)}"
            for square, piece in pieces(state)
            if (piece.seat, piece.pips) == (seat, pips)
        ]
        if described:
            groups.append(f"{format_count(pips, 'pip')} {', '.join(described)}")
    return "; ".join(groups)


def _name(square: int, piece: Piece) -> str:
    """A piece on its square: "d2 White 1 pip upright (green in red)"."""
    return f"{GRID.names[square]} {SEATS[piece.seat - 1]} {format_count(piece.pips, 'pip')} {_describe_stance(piece)}"


def _describe_stance(piece: Piece) -> str:
    """Where a piece points, whether it is out of phase, and its fields: "south out of phase (red in clear)"."""
    phase = " out of phase" if piece.out_of_phase else ""
    worn = f" ({' in '.join(COLOURS[letter] for letter in piece.fields)})" if piece.fields else ""
    return f"{COMPASS[piece.facing]}{phase}{worn}"


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
            return f"points {COMPASS[facing]}" if facing != UP else "stands upright"
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
        return f"{SEATS[best - 1]} wins: {outcome.clause}" if best and scene.move else outcome.clause
    if not (last and scene.move):
        return "who has no piece left of some size loses"
    weighty = [_describe_event(event) for event in last.events if isinstance(event, Attack | Crash)]
    return ", ".join(weighty or _describe_events(last))
