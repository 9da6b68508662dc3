"""Why a text can't be played, in sentences that name the cell, the ship or the rule, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.text import format_code_list, format_count, format_list
from games.zyrcan.field import ENGINES, NAMES, distance, field, nearest
from games.zyrcan.field import NUMBERS as CELLS
from games.zyrcan.moves import in_hand
from games.zyrcan.notation import write_flight, write_placement
from games.zyrcan.standings import SEATS
from games.zyrcan.state import Placement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.zyrcan.notation import Typed
    from games.zyrcan.state import Board, Flight, Hand, Ship, State

_SHOWN = 8
"""How many choices a sentence lists in full; there can be some 1,800 moves (R7)."""

_NUMBERS = {3: "three", 4: "four", 5: "five"}


def illegal(reason: str) -> IllegalMove:
    """Return the rejection of a move against a rule."""
    return IllegalMove("illegal", reason)


def unfinished(reason: str) -> IllegalMove:
    """Return the rejection of a text that is right so far."""
    return IllegalMove("unfinished", f"Not yet a move: {reason}")


def not_a_move(state: State) -> IllegalMove:
    """Return the rejection of chat, with the notation of the phase."""
    if state.phase != "deploy":
        how = "`e5xg7` captures on g7 with the ship on e5"
    elif state.blitzkrieg:
        how = "`2@e5 c3-d4` puts a ship of 2 engines on e5 and flies the one on c3 to d4"
    else:
        how = "`2@e5` puts a ship of 2 engines on e5"
    return IllegalMove("not_a_move", f"That isn't a move: {how}.")


def match_over() -> IllegalMove:
    """Return the rejection of any move once the match is over."""
    return illegal("The match is over.")


def no_flights() -> IllegalMove:
    """Return the rejection of a question about flights when there is none."""
    return illegal("No ship can fly now.")


def no_such_ship(engines: int) -> IllegalMove:
    """Return the rejection of a number of engines that no ship has."""
    return illegal(f"A ship has 1, 2 or 3 engines, not {engines}.")


def no_such_cell(players: int, name: str) -> IllegalMove:
    """Return the rejection of a cell that isn't on the board, or not in use with so many players."""
    cell = CELLS.get(name)
    if cell is not None:
        near = nearest(field(players).cells, cell)
        close = f" The nearest cell in use is `{NAMES[near]}`." if near is not None else ""
        return illegal(f"`{name}` is not in use with {_NUMBERS[players]} players.{close}")
    spans = {letter: cells for letter, cells in field(players).rows if cells}
    if name[0] in spans:
        cells = spans[name[0]]
        span = f"row {name[0]} goes from `{NAMES[cells[0]]}` to `{NAMES[cells[-1]]}`"
    else:
        span = f"its rows go from {min(spans)} to {max(spans)}"
    return illegal(f"`{name}` is not on the board: {span}.")


def flight_only(state: State, seat: int, flights: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a placement by a seat that can only fly (R1)."""
    example = write_flight(state.board, flights[0])
    why = "None of your ships in hand can be far enough from your others" if any(state.hands[seat - 1]) else ""
    return illegal(f"{why or 'You have no ship left in hand'}: this turn you only fly, for example `{example}`.")


def flight_too_early(placement: str) -> IllegalMove:
    """Return the rejection of a flight in phase one of the standard game."""
    return illegal(f"Ships fly once all are down: `{placement}` is the whole turn.")


def placement_too_late(board: Board, flights: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a placement after phase one."""
    return illegal(f"No more ships are placed: capture one, for example `{write_flight(board, flights[0])}`.")


def place_first(state: State, places: Sequence[Placement], meant: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a flight without the placement before it (R3); `meant` are the flights it names."""
    if not state.blitzkrieg:
        example = write_placement(places[0])
        return illegal(f"Ships fly once all are down: now put one on an empty cell, for example `{example}`.")
    landings = {flight.landing for flight in meant}
    example = write_placement(next((placement for placement in places if placement.cell not in landings), places[0]))
    follow = f" {write_flight(state.board, meant[0])}" if meant else ""
    return illegal(f"First put a ship on the board, then fly: `{example}{follow}`, for example.")


def placement_unfinished(engines: int | None, row: str, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a part of a placement, with what can follow."""
    fitting = [
        placement
        for placement in places
        if NAMES[placement.cell].startswith(row) and (engines is None or placement.engines == engines)
    ]
    what = f" of {format_count(engines, 'engine')}" if engines else ""
    where = f" in row {row}" if row else ""
    if not fitting:
        return illegal(f"No ship{what} can be placed{where}; `{write_placement(places[0])}` is possible.")
    return unfinished(f"name the cell too, {_list_choices(map(write_placement, fitting))}.")


def not_in_hand(hand: Hand, engines: int, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a ship of which none is left in hand."""
    held = [f"{in_hand(hand, kind)} of {format_count(kind, 'engine')}" for kind in ENGINES if in_hand(hand, kind)]
    example = write_placement(places[0])
    return illegal(
        f"You have no ship of {format_count(engines, 'engine')} left in hand, but {format_list(held)}: "
        f"`{example}` is possible."
    )


def occupied(state: State, seat: int, cell: int, engines: int | None, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a placement on a cell with a ship, with the nearest empty one."""
    ship = state.board[cell]
    fitting = [placement.cell for placement in places if engines in (None, placement.engines)]
    near = nearest(fitting, cell)
    close = f" The nearest is `{NAMES[near]}`." if near is not None else ""
    what = _name_ship(ship, seat) if ship else "a ship"
    return illegal(f"`{NAMES[cell]}` is occupied by {what}: a ship is put on an empty cell.{close}")


def engines_missing(state: State, seat: int, cell: int, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a placement that names only the cell."""
    fitting = [placement for placement in places if placement.cell == cell]
    if not fitting:
        kinds = [kind for kind in ENGINES if in_hand(state.hands[seat - 1], kind)]
        return too_close(state, seat, Placement(cell, kinds[0]), places)
    return unfinished(f"say which ship goes there, {_list_choices(map(write_placement, fitting))}.")


def too_close(state: State, seat: int, placement: Placement, places: Sequence[Placement]) -> IllegalMove:
    """Return the rejection of a placement too near to a ship of the same player (Blitzkrieg)."""
    own = [cell for cell, ship in enumerate(state.board) if ship and ship.seat == seat]
    near = min(own, key=lambda cell: (distance(cell, placement.cell), cell))
    fitting = nearest((other.cell for other in places if other.engines == placement.engines), placement.cell)
    close = (
        f"The nearest cell for it is `{NAMES[fitting]}`."
        if fitting is not None
        else f"No cell will do for it now; `{write_placement(places[0])}` is possible."
    )
    return illegal(
        f"`{NAMES[placement.cell]}` is {format_count(distance(near, placement.cell), 'step')} from your ship on "
        f"`{NAMES[near]}`: a ship of {placement.engines} engines is put at least {placement.engines} steps from every "
        f"other of yours. {close}"
    )


def flight_missing(board: Board, placement: Placement, flights: Sequence[Flight]) -> IllegalMove:
    """Return the rejection of a placement without the flight that must follow."""
    texts = [f"{write_placement(placement)} {write_flight(board, flight)}" for flight in flights]
    return unfinished(f"then one of your earlier ships has to fly, {_list_choices(texts)}.")


def placement_only(state: State, seat: int, placement: Placement) -> IllegalMove:
    """Return the rejection of a flight when the placement is the whole turn (R1)."""
    if any(ship and ship.seat == seat for ship in state.board):
        why = "no ship that you placed earlier can fly now"
    else:
        why = "you have no ship yet that was placed earlier"
    return illegal(f"Only the placement is played this turn, `{write_placement(placement)}`: {why}.")


def start_missing(board: Board, flights: Sequence[Flight], lead: str, row: str) -> IllegalMove:
    """Return the rejection of a flight that names no whole start."""
    fitting = [flight for flight in flights if NAMES[flight.start].startswith(row)]
    if not fitting:
        return illegal(f"No ship of yours in row {row} can fly; `{lead}{write_flight(board, flights[0])}` is possible.")
    return unfinished(
        f"say which ship flies where, {_list_choices(lead + write_flight(board, one) for one in fitting)}."
    )


def not_yours(board: Board, flights: Sequence[Flight], start: int, lead: str) -> IllegalMove:
    """Return the rejection of a start without a ship of the player."""
    ship = board[start]
    name = NAMES[start]
    what = f"`{name}` is {SEATS[ship.seat - 1]}'s ship: you fly your own" if ship else f"`{name}` is empty"
    return illegal(f"{what}. {_suggest_flight(board, flights, start, lead)}")


def just_placed(board: Board, flights: Sequence[Flight], start: int, lead: str) -> IllegalMove:
    """Return the rejection of a flight by the ship just placed."""
    near = min(flights, key=lambda flight: (distance(flight.start, start), flight))
    return illegal(
        f"`{NAMES[start]}` has only just been placed: a ship placed earlier flies, for example "
        f"`{lead}{write_flight(board, near)}`."
    )


def cannot_fly(board: Board, flights: Sequence[Flight], start: int, lead: str, *, attack: bool) -> IllegalMove:
    """Return the rejection of a flight by a ship that can't fly."""
    ship = board[start]
    destinations = format_count(ship.engines, "cell") if ship else ""
    nothing = "can capture nothing: it flies" if attack else "cannot fly: it goes"
    return illegal(
        f"Your ship on `{NAMES[start]}` {nothing} exactly {destinations} in a straight line. "
        f"{_suggest_flight(board, flights, start, lead)}"
    )


def landing_missing(
    board: Board, flights: Sequence[Flight], start: int, lead: str, typed: Typed, *, attack: bool
) -> IllegalMove:
    """Return the rejection of a flight that names no whole landing."""
    mine = [flight for flight in flights if flight.start == start]
    captures, row = typed.sign == "x", typed.landing or ""
    fitting = [
        flight for flight in mine if NAMES[flight.landing].startswith(row) and (board[flight.landing] or not captures)
    ]
    if fitting:
        return unfinished(
            f"say where it flies to, {_list_choices(lead + write_flight(board, one) for one in fitting)}."
        )
    what = "has nothing to capture" if captures or attack else "cannot end its flight"
    where = f" in row {row}" if row else ""
    return illegal(f"Your ship on `{NAMES[start]}` {what}{where}. {_list_flights(board, mine, start, attack=attack)}.")


def unreachable(
    board: Board, flights: Sequence[Flight], flight: Flight, lead: str, players: int, *, attack: bool
) -> IllegalMove:
    """Return the rejection of a flight to a cell where the ship can't go, with those where it can."""
    ship, target = board[flight.start], board[flight.landing]
    engines = ship.engines if ship else 0
    start, landing = NAMES[flight.start], NAMES[flight.landing]
    if flight.landing not in field(players).leaps[engines][flight.start]:
        cells = format_count(engines, "cell")
        why = f"with {format_count(engines, 'engine')} it flies exactly {cells} in a straight line"
        why = f"`{landing}` is not such a cell from `{start}`: {why}"
    elif target is None and attack:
        why = f"`{landing}` is empty: a flight has to end on another player's ship"
    elif ship and target and target.seat == ship.seat:
        why = f"`{landing}` holds your own ship"
    else:
        gap = field(players).unused(flight.start, flight.landing, engines)
        between = NAMES[gap] if gap is not None else landing
        why = (
            f"The way from `{start}` to `{landing}` leads over `{between}`, not in use with {_NUMBERS[players]} players"
        )
    mine = [other for other in flights if other.start == flight.start]
    if not mine:
        return illegal(f"{why}. {_suggest_flight(board, flights, flight.start, lead)}")
    return illegal(f"{why}. {_list_flights(board, mine, flight.start, attack=attack)}.")


def nothing_to_capture(board: Board, flight: Flight, lead: str) -> IllegalMove:
    """Return the rejection of an `x` to an empty cell."""
    return illegal(
        f"`{NAMES[flight.landing]}` is empty: there is nothing to capture; "
        f"`{lead}{write_flight(board, flight)}` flies there."
    )


def _name_ship(ship: Ship, seat: int) -> str:
    """Return a ship with its owner: "your own 2-engine ship", "Blue's 2-engine ship"."""
    owner = "your own" if ship.seat == seat else f"{SEATS[ship.seat - 1]}'s"
    return f"{owner} {ship.engines}-engine ship"


def _list_choices(texts: Iterable[str]) -> str:
    choices = list(texts)
    if len(choices) <= _SHOWN:
        return format_code_list(choices)
    step = len(choices) / 3
    return f"for example {format_code_list(choices[int(step * third)] for third in range(3))}"


def _suggest_flight(board: Board, flights: Sequence[Flight], start: int, lead: str) -> str:
    near = min(flights, key=lambda flight: (distance(flight.start, start), flight))
    return f"The nearest of yours that can fly: `{lead}{write_flight(board, near)}`."


def _list_flights(board: Board, flights: Sequence[Flight], start: int, *, attack: bool) -> str:
    names = format_code_list(write_flight(board, flight) for flight in flights)
    return f"From `{NAMES[start]}` it {'captures' if attack else 'flies'}: {names}"
