"""Xero-G in words, on the picture, beside it and instead of it, and its board in letters."""

from __future__ import annotations

from itertools import pairwise

from games.translation import gettext as _, gettext_noop as N_, ngettext
from games.xero_g.flights import fleet
from games.xero_g.state import BASE, GRID, SEATS, Flight, Setup, State, Turn, size as size_name
from renderers.board.alt_text import describe_status, format_rows, format_squares, open_alt, open_grid, quoted_name
from renderers.board.scene import Scene, sole_winner

TITLE = "Xero-G"
_BASES = N_("South's base lies below row 1, North's above row 6.")
_FLIES = {1: N_("a small flies {squares}"), 2: N_("a medium flies {squares}"), 3: N_("a large flies {squares}")}
_INTO_BASE = {
    1: N_("a small flies {squares} into the base"),
    2: N_("a medium flies {squares} into the base"),
    3: N_("a large flies {squares} into the base"),
}
_PUT = {
    1: N_("the small from there is put on {square}"),
    2: N_("the medium from there is put on {square}"),
    3: N_("the large from there is put on {square}"),
}
_PUT_BRIEFLY = {1: N_("small put on {square}"), 2: N_("medium put on {square}"), 3: N_("large put on {square}")}
"""Clauses by the pips of the ship."""


def home_row(state: State) -> int:
    """Return the row, 1 to 6, that the seat to move lays or flies from."""
    if not state.mover or state.laid < 2:
        return 6 if state.mover == 2 else 1
    flying = fleet(state.board, state.mover)
    return flying.row if flying else 1


def task(state: State) -> str:
    """Return what the seat to move has to do, as a clause after its name."""
    if not state.mover:
        return ""
    # Translators: follows a name, in English without a verb.
    template = _("has to lay out row {row}") if state.laid < 2 else _("has to fly from row {row}")
    return template.format(row=home_row(state))


def describe_seat(state: State, seat: int) -> str:
    """Return the second line of a seat's panel: its name, and what it has to do or how it fared."""
    name, outcome = _(SEATS[seat - 1]), state.outcome
    template = "{seat}"
    if seat == state.mover:
        template = _("{seat} \u00b7 lays row {row}") if state.laid < 2 else _("{seat} \u00b7 flies from row {row}")
    elif outcome and seat == sole_winner(outcome):
        template = _("{seat} \u00b7 wins")
    elif outcome and outcome.drawn:
        template = _("{seat} \u00b7 draw")
    return template.format(seat=name, row=home_row(state))


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move was like, or how the match ended."""
    state: State = scene.state
    outcome, last = state.outcome, state.last
    if outcome and not scene.move:
        return outcome.clause
    if not last:
        return _("on to the opponent's base") if state.laid == 2 else _("two ships of each size")
    passed = [_("{seat} passed over").format(seat=_(SEATS[seat - 1])) for seat in state.passed]
    return "; ".join([_describe_last(state, last), *passed])


def _describe_last(state: State, last: Turn) -> str:
    """Return what the last move was like, or how the match ended with it other than in the base."""
    best, outcome = sole_winner(state.outcome), state.outcome
    if isinstance(last.move, Setup):
        return _("row {row} is laid").format(row=1 if last.seat == 1 else 6)
    boosts = _count_boosts(last)
    if last.move.landing == BASE:
        # Translators: {boosts} is "2 boosts" or "no boost".
        return _("{boosts}, into the base").format(boosts=boosts)
    if outcome:
        template = _("{who} wins: {reason}") if best else _("drawn: {reason}")
        return template.format(who=_(SEATS[best - 1]) if best else "", reason=outcome.clause)
    if last.move.sent is not None:
        # Translators: {put} is "medium put on c3".
        put = _(_PUT_BRIEFLY[last.sent_pips]).format(square=GRID.names[last.move.sent])
        return _("{boosts}, {put}").format(boosts=boosts, put=put)
    # Translators: {size} is the size of the ship that flew: "small".
    return _("{size}, {boosts}").format(size=size_name(last.pips), boosts=boosts)


def _count_boosts(last: Turn) -> str:
    boosts = len(last.boosts)
    return ngettext("{n} boost", "{n} boosts", boosts).format(n=boosts) if boosts else _("no boost")


def alt(scene: Scene) -> str:
    """Return the position and the last move in words, at most 1024 characters."""
    state: State = scene.state
    ships = [
        f"{size_name(size)} {', '.join(GRID.names[square] for square, pips in enumerate(state.board) if pips == size)}"
        for size in (1, 2, 3)
        if size in state.board
    ]
    # Translators: {ships} is "small b1, c1; large a2" or so.
    there = _("Ships: {ships}.").format(ships="; ".join(ships)) if ships else _("Ships: none yet.")
    return " ".join([*_open(scene), there, _(_BASES)])


def text(scene: Scene) -> str:
    """Return the position in sentences, a row of the board a line."""
    board = enumerate(scene.state.board)
    ships = [(str(GRID.row(square)), f"{GRID.names[square]} {size_name(pips)}") for square, pips in board if pips]
    return "\n".join([*_open(scene), *format_rows("123456", ships), _(_BASES)])


def _open(scene: Scene) -> list[str]:
    """The last move and what it led to, and whose turn it is."""
    state: State = scene.state
    last = state.last
    lines = open_alt(scene, TITLE, SEATS, last.seat if last else None, _describe_action(last) if last else "")
    template = _("{seat} can't fly and is passed over.")
    lines.extend(template.format(seat=_(SEATS[seat - 1])) for seat in state.passed)
    lines.append(describe_status(scene, SEATS, task(state)))
    return lines


def _describe_action(last: Turn) -> str:
    """What the last turn did, as a clause."""
    move = last.move
    if isinstance(move, Setup):
        sizes = " ".join(size_name(ship) for ship in move.ships)
        return _("row {row} from a to f is {sizes}").format(row=1 if last.seat == 1 else 6, sizes=sizes)
    flies = _INTO_BASE if move.landing == BASE else _FLIES
    words = _(flies[last.pips]).format(squares=write_route(last, move))
    if move.sent is None:
        return words
    # Translators: {flight} is "a large flies c1 d1 d2", {put} "the small from there is put on a2".
    put = _(_PUT[last.sent_pips]).format(square=GRID.names[move.sent])
    return _("{flight} and stays there; {put}").format(flight=words, put=put)


def write_route(last: Turn, move: Flight) -> str:
    """Return the squares of a flight, with what each boost gave: "c1 c2 c3 (boost 2) d3 e3"."""
    gains = dict(pairwise([*last.boosts, len(last.path) - 1 + (move.landing == BASE)]))
    boost = _("{square} (boost {pips})")
    return " ".join(
        boost.format(square=GRID.names[square], pips=gains[index] - index) if index in gains else GRID.names[square]
        for index, square in enumerate(last.path)
    )


_BASE_LETTERS = (N_("South's base:"), N_("North's base:"))


def write_grid(scene: Scene) -> str:
    """Return the board in digits, the pips of each ship, from the scene's side, with marks for the last turn."""
    state: State = scene.state
    last = state.last
    marks: dict[int, str] = {}
    if last and isinstance(last.move, Flight):
        marks = {last.move.start: "o", last.move.landing: "*"}
        if last.move.sent is not None:
            marks[last.move.sent] = "@"
    way = -1 if scene.is_rotated(top=2) else 1
    bases = [f"   {_(base)} {quoted_name(scene.names[seat])}" for seat, base in enumerate(_BASE_LETTERS)][::way]
    board: list[tuple[str, list[str]]] = []
    for row in range(6, 0, -1)[::way]:
        squares = range(6 * row - 6, 6 * row)[::way]
        cells = [f"{state.board[square] or '.'}{marks.get(square, ' ')}" for square in squares]
        board.append((str(row), cells))
    rows = [open_grid(scene, TITLE), bases[1], *format_squares("abcdef"[::way], board), bases[0]]
    rows.append(_("1 small, 2 medium, 3 large, o left from, * landed, @ put there"))
    if last and isinstance(last.move, Flight) and last.path:
        template = _("Flight: {squares} base") if last.move.landing == BASE else _("Flight: {squares}")
        rows.append(template.format(squares=write_route(last, last.move)))
    rows.append(describe_status(scene, SEATS, task(state)))
    return "\n".join(rows)
