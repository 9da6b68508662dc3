"""Why a text can't be played, in sentences that name the cell, the ship or the rule, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.rejections import illegal, unfinished
from games.text import format_code_list
from games.translation import gettext as _, gettext_noop as N_, ngettext
from games.zyrcan.field import ENGINES, NAMES, NUMBERS as CELLS, distance, field, nearest
from games.zyrcan.moves import in_hand
from games.zyrcan.notation import SEATS, describe_hand, write_flight, write_placement
from games.zyrcan.state import Placement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.zyrcan.state import Board, Flight, Hand, Ship, State

_SHOWN = 8
"""How many choices a sentence lists in full; there can be some 1,800 moves (R7)."""

_NOT_IN_USE = {
    3: N_("`{cell}` isn't in use with three players."),
    4: N_("`{cell}` isn't in use with four players."),
    5: N_("`{cell}` isn't in use with five players."),
}
_WAY_NOT_IN_USE = {
    3: N_("The way from `{start}` to `{landing}` leads over `{between}`, not in use with three players."),
    4: N_("The way from `{start}` to `{landing}` leads over `{between}`, not in use with four players."),
    5: N_("The way from `{start}` to `{landing}` leads over `{between}`, not in use with five players."),
}


def not_a_move(state: State) -> IllegalMove:
    """Return the rejection of chat, with the notation of the phase."""
    if state.phase != "deploy":
        sentence = _("That isn't a move: `e5xg7` captures on g7 with the ship on e5.")
    elif state.blitzkrieg:
        sentence = _("That isn't a move: `2@e5 c3-d4` puts a ship of 2 engines on e5 and flies the one on c3 to d4.")
    else:
        sentence = _("That isn't a move: `2@e5` puts a ship of 2 engines on e5.")
    return IllegalMove("not_a_move", sentence)


def no_flights() -> IllegalMove:
    """Return the rejection of a question about flights when there is none."""
    return illegal(_("No ship can fly now."))


def no_such_ship(engines: int) -> IllegalMove:
    """Return the rejection of a number of engines that no ship has."""
    return illegal(_("A ship has 1, 2 or 3 engines, not {engines}.").format(engines=engines))


def no_such_cell(players: int, name: str) -> IllegalMove:
    """Return the rejection of a cell that isn't on the board, or not in use with so many players."""
    cell = CELLS.get(name)
    if cell is not None:
        near = nearest(field(players).cells, cell)
        sentence = _(_NOT_IN_USE[players]).format(cell=name)
        if near is None:
            return illegal(sentence)
        close = _("The nearest cell in use is `{cell}`.").format(cell=NAMES[near])
        return illegal(f"{sentence} {close}")
    spans = {letter: cells for letter, cells in field(players).rows if cells}
    if name[0] in spans:
        cells = spans[name[0]]
        template = _("`{cell}` isn't on the board: row {row} goes from `{first}` to `{end}`.")
        return illegal(template.format(cell=name, row=name[0], first=NAMES[cells[0]], end=NAMES[cells[-1]]))
    template = _("`{cell}` isn't on the board: its rows go from {first} to {end}.")
    return illegal(template.format(cell=name, first=min(spans), end=max(spans)))


def flight_only(state: State, seat: int, flights: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a placement by a seat that can only fly (R1)."""
    example = write_flight(state.board, flights[0])
    if any(state.hands[seat - 1]):
        template = _(
            "None of your ships in hand can be far enough from your others: this turn you only fly, for example "
            "`{example}`."
        )
    else:
        template = _("You have no ship left in hand: this turn you only fly, for example `{example}`.")
    return illegal(template.format(example=example))


def flight_too_early(placement: str) -> IllegalMove:
    """Return the rejection of a flight in phase one of the standard game."""
    return illegal(_("Ships fly once all are down: `{placement}` is the whole turn.").format(placement=placement))


def placement_too_late(board: Board, flights: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a placement after phase one."""
    template = _("No more ships are placed: capture one, for example `{example}`.")
    return illegal(template.format(example=write_flight(board, flights[0])))


def place_first(state: State, places: Sequence[Placement], meant: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a flight without the placement before it (R3); `meant` are the flights it names."""
    if not state.blitzkrieg:
        example = write_placement(places[0])
        template = _("Ships fly once all are down: now put one on an empty cell, for example `{example}`.")
        return illegal(template.format(example=example))
    landings = {flight.landing for flight in meant}
    example = write_placement(next((placement for placement in places if placement.cell not in landings), places[0]))
    follow = f" {write_flight(state.board, meant[0])}" if meant else ""
    template = _("First put a ship on the board, then fly: `{example}`, for example.")
    return illegal(template.format(example=f"{example}{follow}"))


def placement_unfinished(engines: int | None, row: str, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a part of a placement, with what can follow."""
    fitting = [
        placement
        for placement in places
        if NAMES[placement.cell].startswith(row) and (engines is None or placement.engines == engines)
    ]
    if not fitting:
        return illegal(_no_placement(engines, row).format(n=engines, row=row, example=write_placement(places[0])))
    listed, choices = _list_choices(map(write_placement, fitting))
    template = (
        _("Not yet a move: name the cell too, {choices}.")
        if listed
        else _("Not yet a move: name the cell too, for example {choices}.")
    )
    return unfinished(template.format(choices=choices))


def _no_placement(engines: int | None, row: str) -> str:
    """Return the message on a kind of ship, or any, that can't be placed in a row, or anywhere."""
    if engines and row:
        return ngettext(
            "No ship of {n} engine can be placed in row {row}; `{example}` is possible.",
            "No ship of {n} engines can be placed in row {row}; `{example}` is possible.",
            engines,
        )
    if engines:
        return ngettext(
            "No ship of {n} engine can be placed; `{example}` is possible.",
            "No ship of {n} engines can be placed; `{example}` is possible.",
            engines,
        )
    if row:
        return _("No ship can be placed in row {row}; `{example}` is possible.")
    return _("No ship can be placed; `{example}` is possible.")


def not_in_hand(hand: Hand, engines: int, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a ship of which none is left in hand."""
    template = ngettext(
        "You have no ship of {n} engine left in hand, but {ships}: `{example}` is possible.",
        "You have no ship of {n} engines left in hand, but {ships}: `{example}` is possible.",
        engines,
    )
    return illegal(template.format(n=engines, ships=describe_hand(hand), example=write_placement(places[0])))


def occupied(state: State, seat: int, cell: int, engines: int | None, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a placement on a cell with a ship, with the nearest empty one."""
    ship = state.board[cell]
    fitting = [placement.cell for placement in places if engines in (None, placement.engines)]
    near = nearest(fitting, cell)
    if ship is None:
        sentence = _("`{cell}` is occupied by a ship: a ship is put on an empty cell.").format(cell=NAMES[cell])
    else:
        template = (
            _("`{cell}` is occupied by your own {engines}-engine ship: a ship is put on an empty cell.")
            if ship.seat == seat
            else _("`{cell}` is occupied by {seat}'s {engines}-engine ship: a ship is put on an empty cell.")
        )
        sentence = template.format(cell=NAMES[cell], seat=_(SEATS[ship.seat - 1]), engines=ship.engines)
    if near is None:
        return illegal(sentence)
    close = _("The nearest is `{cell}`.").format(cell=NAMES[near])
    return illegal(f"{sentence} {close}")


def engines_missing(state: State, seat: int, cell: int, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a placement that names only the cell."""
    fitting = [placement for placement in places if placement.cell == cell]
    if not fitting:
        kinds = [kind for kind in ENGINES if in_hand(state.hands[seat - 1], kind)]
        return too_close(state, seat, Placement(cell, kinds[0]), places)
    listed, choices = _list_choices(map(write_placement, fitting))
    template = (
        _("Not yet a move: say which ship goes there, {choices}.")
        if listed
        else _("Not yet a move: say which ship goes there, for example {choices}.")
    )
    return unfinished(template.format(choices=choices))


def too_close(state: State, seat: int, placement: Placement, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a placement too near to a ship of the same player (Blitzkrieg)."""
    own = [cell for cell, ship in enumerate(state.board) if ship and ship.seat == seat]
    near = min(own, key=lambda cell: (distance(cell, placement.cell), cell))
    fitting = nearest((other.cell for other in places if other.engines == placement.engines), placement.cell)
    away = distance(near, placement.cell)
    why = ngettext(
        "`{cell}` is {n} step from your ship on `{near}`: a ship of {engines} engines is put at least {engines} steps "
        "from your others.",
        "`{cell}` is {n} steps from your ship on `{near}`: a ship of {engines} engines is put at least {engines} "
        "steps from your others.",
        away,
    ).format(cell=NAMES[placement.cell], n=away, near=NAMES[near], engines=placement.engines)
    if fitting is not None:
        close = _("The nearest cell for it is `{cell}`.").format(cell=NAMES[fitting])
    else:
        close = _("There's no cell for it now; `{example}` is possible.").format(example=write_placement(places[0]))
    return illegal(f"{why} {close}")


def flight_missing(board: Board, placement: Placement, flights: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a placement without the flight that must follow."""
    listed, choices = _list_choices(f"{write_placement(placement)} {write_flight(board, flight)}" for flight in flights)
    template = (
        _("Not yet a move: then one of your earlier ships has to fly, {choices}.")
        if listed
        else _("Not yet a move: then one of your earlier ships has to fly, for example {choices}.")
    )
    return unfinished(template.format(choices=choices))


def placement_only(state: State, seat: int, placement: Placement) -> IllegalMove:
    """Return the rejection of a flight when the placement is the whole turn (R1)."""
    if any(ship and ship.seat == seat for ship in state.board):
        template = _(
            "Only the placement is played this turn, `{placement}`: no ship that you placed earlier can fly now."
        )
    else:
        template = _(
            "Only the placement is played this turn, `{placement}`: you have no ship yet that was placed earlier."
        )
    return illegal(template.format(placement=write_placement(placement)))


def start_missing(board: Board, flights: Sequence[Flight], lead: str, row: str) -> IllegalMove:
    """Return the rejection of a flight that names no whole start."""
    fitting = [flight for flight in flights if NAMES[flight.start].startswith(row)]
    if not fitting:
        template = _("None of your ships in row {row} can fly; `{example}` is possible.")
        return illegal(template.format(row=row, example=f"{lead}{write_flight(board, flights[0])}"))
    listed, choices = _list_choices(lead + write_flight(board, one) for one in fitting)
    template = (
        _("Not yet a move: say which ship flies where, {choices}.")
        if listed
        else _("Not yet a move: say which ship flies where, for example {choices}.")
    )
    return unfinished(template.format(choices=choices))


def not_yours(board: Board, flights: Sequence[Flight], start: int, lead: str) -> IllegalMove:
    """Return the rejection of a start without a ship of the player."""
    ship = board[start]
    name = NAMES[start]
    if ship:
        what = _("`{cell}` is {seat}'s ship: you fly your own.").format(cell=name, seat=_(SEATS[ship.seat - 1]))
    else:
        what = _("`{cell}` is empty.").format(cell=name)
    return illegal(f"{what} {_suggest_flight(board, flights, start, lead)}")


def just_placed(board: Board, flights: Sequence[Flight], start: int, lead: str) -> IllegalMove:
    """Return the rejection of a flight by the ship just placed."""
    near = min(flights, key=lambda flight: (distance(flight.start, start), flight))
    template = _("`{cell}` has only just been placed: a ship placed earlier flies, for example `{example}`.")
    return illegal(template.format(cell=NAMES[start], example=f"{lead}{write_flight(board, near)}"))


def cannot_fly(
    board: Board, ship: Ship, flights: Sequence[Flight], start: int, lead: str, *, attack: bool
) -> IllegalMove:
    """Return the rejection of a flight by a ship that can't fly."""
    if attack:
        template = ngettext(
            "Your ship on `{cell}` can capture nothing: it flies exactly {n} cell in a straight line.",
            "Your ship on `{cell}` can capture nothing: it flies exactly {n} cells in a straight line.",
            ship.engines,
        )
    else:
        template = ngettext(
            "Your ship on `{cell}` can't fly: it goes exactly {n} cell in a straight line.",
            "Your ship on `{cell}` can't fly: it goes exactly {n} cells in a straight line.",
            ship.engines,
        )
    why = template.format(cell=NAMES[start], n=ship.engines)
    return illegal(f"{why} {_suggest_flight(board, flights, start, lead)}")


def landing_missing(
    board: Board, flights: Sequence[Flight], start: int, lead: str, row: str, *, captures: bool, attack: bool
) -> IllegalMove:
    """Return the rejection of a flight that names at most the `row` of its landing; `captures` if it says `x`."""
    mine = [flight for flight in flights if flight.start == start]
    fitting = [
        flight for flight in mine if NAMES[flight.landing].startswith(row) and (board[flight.landing] or not captures)
    ]
    if fitting:
        listed, choices = _list_choices(lead + write_flight(board, one) for one in fitting)
        template = (
            _("Not yet a move: say where it flies to, {choices}.")
            if listed
            else _("Not yet a move: say where it flies to, for example {choices}.")
        )
        return unfinished(template.format(choices=choices))
    if (captures or attack) and row:
        why = _("Your ship on `{cell}` has nothing to capture in row {row}.")
    elif captures or attack:
        why = _("Your ship on `{cell}` has nothing to capture.")
    elif row:
        why = _("Your ship on `{cell}` can't end its flight in row {row}.")
    else:
        why = _("Your ship on `{cell}` can't end its flight.")
    flies = _list_flights(board, mine, start, attack=attack)
    return illegal(f"{why.format(cell=NAMES[start], row=row)} {flies}")


def unreachable(
    board: Board, ship: Ship, flights: Sequence[Flight], flight: Flight, lead: str, players: int, *, attack: bool
) -> IllegalMove:
    """Return the rejection of a flight to a cell where the ship can't go, with those where it can."""
    target, engines = board[flight.landing], ship.engines
    start, landing = NAMES[flight.start], NAMES[flight.landing]
    if flight.landing not in field(players).leaps[engines][flight.start]:
        template = ngettext(
            "`{landing}` is out of reach from `{start}`: with {n} engine it flies exactly {n} cell in a straight line.",
            "`{landing}` is out of reach from `{start}`: with {n} engines it flies exactly {n} cells in a straight "
            "line.",
            engines,
        )
        why = template.format(landing=landing, start=start, n=engines)
    elif target is None and attack:
        why = _("`{landing}` is empty: a flight has to end on another player's ship.").format(landing=landing)
    elif target and target.seat == ship.seat:
        why = _("`{landing}` holds your own ship.").format(landing=landing)
    else:
        gap = field(players).unused(flight.start, flight.landing, engines)
        between = NAMES[gap] if gap is not None else landing
        why = _(_WAY_NOT_IN_USE[players]).format(start=start, landing=landing, between=between)
    mine = [other for other in flights if other.start == flight.start]
    if not mine:
        return illegal(f"{why} {_suggest_flight(board, flights, flight.start, lead)}")
    return illegal(f"{why} {_list_flights(board, mine, flight.start, attack=attack)}")


def nothing_to_capture(board: Board, flight: Flight, lead: str) -> IllegalMove:
    """Return the rejection of an `x` to an empty cell."""
    template = _("`{cell}` is empty: there's nothing to capture; `{flight}` flies there.")
    return illegal(template.format(cell=NAMES[flight.landing], flight=f"{lead}{write_flight(board, flight)}"))


def _list_choices(texts: Iterable[str]) -> tuple[bool, str]:
    """Return choices as prose, all of them or a few examples, and whether they are all."""
    choices = list(texts)
    if len(choices) <= _SHOWN:
        return True, format_code_list(choices)
    step = len(choices) / 3
    return False, format_code_list(choices[int(step * third)] for third in range(3))


def _suggest_flight(board: Board, flights: Sequence[Flight], start: int, lead: str) -> str:
    near = min(flights, key=lambda flight: (distance(flight.start, start), flight))
    template = _("Your nearest ship that can fly: `{flight}`.")
    return template.format(flight=f"{lead}{write_flight(board, near)}")


def _list_flights(board: Board, flights: Sequence[Flight], start: int, *, attack: bool) -> str:
    names = format_code_list(write_flight(board, flight) for flight in flights)
    template = _("From `{cell}` it captures: {flights}.") if attack else _("From `{cell}` it flies: {flights}.")
    return template.format(cell=NAMES[start], flights=names)
