"""Force Field Factions in words, on the picture, beside it and instead of it, and its board in letters."""

from __future__ import annotations

from itertools import pairwise

from games.force_field_factions.attacks import left_in_pool
from games.force_field_factions.notation import colour_name, direction, list_colours, seat_name
from games.force_field_factions.position import SEATS
from games.force_field_factions.state import (
    COLOURS,
    FACINGS,
    GHOST,
    GRID,
    UP,
    Advance,
    Attack,
    Crash,
    Event,
    FacingChange,
    FieldAddition,
    FieldRemoval,
    Piece,
    Push,
    State,
    Turn,
)
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from renderers.board.alt_text import (
    LONGEST_ALT,
    count_moves,
    describe_status,
    format_rows,
    format_squares,
    name_with_seat,
    open_grid,
    quoted_name,
)
from renderers.board.scene import Scene, sole_winner

TITLE = "Force Field Factions"
_LONGEST = 1499
_PIECES = ("", N_("{seat}'s 1-pip"), N_("{seat}'s 2-pip"), N_("{seat}'s 3-pip"))


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
    board = [_describe_side(state, seat) for seat in (1, 2)]
    return _shorten(scene, " ", board, LONGEST_ALT)


def _describe_side(state: State, seat: int) -> str:
    there = _pieces(state, seat)
    # Translators: {pieces} is "1 pip c2 north, d2 upright; 3 pips a1 upright" or so.
    template = _("{seat}: {pieces}.") if there else _("{seat}: nothing.")
    return template.format(seat=seat_name(seat), pieces=there)


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
    lines = [count_moves(TITLE, scene.ply), _("North is towards row 8.")]
    if scene.move and state.last:
        last = state.last
        who = name_with_seat(scene.names[last.seat - 1], SEATS[last.seat - 1])
        template = _("{who} played {move}: {action}.") if told else _("{who} played {move}.")
        action = format_list(_describe_events(last)) if told else ""
        lines.append(template.format(who=who, move=scene.move, action=action))
    elif scene.move:
        lines.append(_("The last move was {move}.").format(move=scene.move))
    return [" ".join(lines[:2]), *lines[2:], describe_status(scene, SEATS, _("to play"))]


def _describe_pool(state: State) -> str:
    left = pool(state)
    template = _("{colour} {small} small, {large} large")
    stock = [
        template.format(colour=colour_name(letter), small=left[letter, 2], large=left[letter, 3]) for letter in COLOURS
    ]
    # Translators: {fields} is "red 2 small, 3 large; green ..."
    return _("Pool, small fields have 2 pips, large ones 3: {fields}.").format(fields="; ".join(stock))


def _list_pool(state: State) -> str:
    left = pool(state)
    stock = ", ".join(f"{colour_name(letter)} {left[letter, 2]} {left[letter, 3]}" for letter in COLOURS)
    # Translators: {fields} is "red 2 3, green 3 3" and so on.
    return _("Pool, small and large: {fields}.").format(fields=stock)


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
            groups.append(f"{_count_pips(pips)} {', '.join(described)}")
    return "; ".join(groups)


def _name(square: int, piece: Piece) -> str:
    """A piece on its square: "d2 White 1 pip upright (green in red)"."""
    pips = _count_pips(piece.pips)
    return f"{GRID.names[square]} {seat_name(piece.seat)} {pips} {_describe_stance(piece)}"


def _count_pips(pips: int) -> str:
    return ngettext("{n} pip", "{n} pips", pips).format(n=pips)


def _describe_stance(piece: Piece) -> str:
    """Where a piece points, whether it is out of phase, and its fields: "south out of phase (red in clear)"."""
    template = _("{direction} out of phase") if piece.out_of_phase else "{direction}"
    stance = template.format(direction=direction(piece.facing))
    return f"{stance} ({_nest_fields(piece.fields)})" if piece.fields else stance


def _nest_fields(fields: str) -> str:
    inner, *outer = map(colour_name, fields)
    for colour in outer:
        # Translators: the force field {inner} lies within {outer}.
        inner = _("{inner} in {outer}").format(inner=inner, outer=colour)
    return inner


def _describe_events(last: Turn) -> list[str]:
    """What the last turn did, a clause for each action; steps in a row are one."""
    deeds: list[str] = []
    for event, after in pairwise((*last.events, None)):
        if event and not (isinstance(event, Advance) and isinstance(after, Advance)):
            deeds.append(_describe_event(event))
    return deeds


def _describe_event(event: Event) -> str:
    match event:
        case FieldRemoval(letter):
            return _("{colour} removed").format(colour=colour_name(letter))
        case FieldAddition(letter):
            return _("{colour} added").format(colour=colour_name(letter))
        case FacingChange(_start, facing):
            template = _("points {direction}") if facing != UP else _("stands upright")
            return template.format(direction=direction(facing))
        case Advance(_start, end):
            return _("to {square}").format(square=GRID.names[end])
        case Crash(square, other):
            template = _("destroyed with {piece} on {square}")
            return template.format(piece=_name_piece(other), square=GRID.names[square])
        case Attack():
            return _attack(event)


def _attack(attack: Attack) -> str:
    match attack.outcome:
        case "takes":
            template = _("takes {piece} on {square}")
        case "converts":
            template = _("converts {piece} on {square}")
        case "strips":
            template = _("strips {piece} on {square} of {colours}")
        case "fails":
            template = _("attacks {square} in vain, {attack} against {defence}")
        case "pushes":
            # Translators: {squares} is "b2 to b3 and b3 off": pieces pushed to a square and off the board.
            template = _("pushes {squares}")
    return template.format(
        piece=_name_piece(attack.victim),
        square=GRID.names[attack.target],
        colours=list_colours(attack.victim.fields),
        attack=attack.attack,
        defence=attack.defence,
        squares=format_list(map(_describe_push, attack.pushes)),
    )


def _describe_push(push: Push) -> str:
    start = GRID.names[push.start]
    if push.end is None:
        return pgettext("push", "{start} off").format(start=start)
    return pgettext("push", "{start} to {end}").format(start=start, end=GRID.names[push.end])


def _name_piece(piece: Piece) -> str:
    return _(_PIECES[piece.pips]).format(seat=seat_name(piece.seat))


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move did, or how the match ended."""
    state: State = scene.state
    best, outcome, last = sole_winner(state.outcome), state.outcome, state.last
    if outcome:
        if best and scene.move:
            return _("{who} wins: {reason}").format(who=seat_name(best), reason=outcome.clause)
        return outcome.clause
    if not (last and scene.move):
        return _("who has no piece left of some size loses")
    weighty = [_describe_event(event) for event in last.events if isinstance(event, Attack | Crash)]
    return ", ".join(weighty or _describe_events(last))


def write_grid(scene: Scene) -> str:
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
    rows = [open_grid(scene, TITLE), *format_squares("abcdefgh"[::way], board)]
    rows.append(f"B {quoted_name(scene.names[0])}   W {quoted_name(scene.names[1])}")
    rows.append(_("North (n) is down, towards row 8") if way < 0 else _("North (n) is up, towards row 8"))
    rows.append(_("n ne e se s sw w nw points there, ^ upright, small b w out of phase, * played last"))
    template = _("{ghost} below {piece} on {square}")
    below = [
        template.format(ghost=_letters(ghost), piece=_letters(piece), square=GRID.names[square])
        for square, (piece, ghost) in enumerate(zip(state.board[:GHOST], state.board[GHOST:], strict=True))
        if piece and ghost
    ]
    if below:
        rows.append(_("Not shown, out of phase: {pieces}").format(pieces=", ".join(below)))
    worn = [f"{GRID.names[square]} {_letters(piece)} {piece.fields}" for square, piece in pieces(state) if piece.fields]
    if worn:
        rows.append(_("Fields from the inside out: {fields}").format(fields=", ".join(worn)))
    else:
        rows.append(_("Fields from the inside out: none"))
    rows.append(_("Pool, 2 and 3 pips: {fields}").format(fields=_terse_pool(state)))
    rows.append(describe_status(scene, SEATS, _("to play")))
    return "\n".join(rows)


def _letters(piece: Piece) -> str:
    side = "BW"[piece.seat - 1]
    facing = "^" if piece.facing == UP else FACINGS[piece.facing]
    return f"{side.lower() if piece.out_of_phase else side}{piece.pips}{facing}"


def _cell(state: State, square: int, end: int | None) -> str:
    piece = state.board[square] or state.board[square + GHOST]
    return f"{_letters(piece) if piece else '.'}{'*' if square == end else ''}".ljust(4)


def _terse_pool(state: State) -> str:
    """The pool by letters: "r23" for two red fields of 2 pips and three of 3 pips."""
    left = pool(state)
    return " ".join(f"{letter}{left[letter, 2]}{left[letter, 3]}" for letter in COLOURS)
