"""Why a text can't be played, in sentences that name the square, the ship or the rule, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.text import format_code_list, format_count, format_list
from games.xero_g.names import SIZES, square_name
from games.xero_g.shortest_path import letters, shortest
from games.xero_g.stages import BASE_BIT, SOUTH, squares_in
from games.xero_g.state import BASE, GRID
from games.xero_g.typed_path import Progress, follow, ways_on

if TYPE_CHECKING:
    from games.xero_g.flights import Board, Fleet
    from games.xero_g.ship import Ship

_FEW = 8
"""How many landings a sentence lists in full."""


def not_a_move(laid: int) -> IllegalMove:
    """Return the rejection of chat, with the notation after `laid` setups."""
    if laid < 2:
        why = "That isn't a setup: write six sizes for the squares a to f, for example `321123`."
    else:
        why = "That isn't a flight: write `b1-e4`, `b1xe4@c3`, `b1-base` or a path `b1:nne`."
    return IllegalMove("not_a_move", why)


def match_over() -> IllegalMove:
    """Return the rejection of any move once the match is over."""
    return IllegalMove("illegal", "The match is over.")


def lay_first(row: int) -> IllegalMove:
    """Return the rejection of a flight before the ships are laid."""
    return IllegalMove("illegal", f"First lay your six ships on row {row}, for example `321123`; then ships fly.")


def already_laid() -> IllegalMove:
    """Return the rejection of a setup once the ships are laid."""
    return IllegalMove("illegal", "The ships are laid already: fly one, for example `b1-e4`.")


def too_many_ships(pips: int, count: int) -> IllegalMove:
    """Return the rejection of a setup with more than two ships of a size."""
    why = f"You have two {SIZES[pips]} ships (`{pips}`) to lay, not {count}: two each of 1, 2 and 3."
    return IllegalMove("illegal", why)


def ships_missing(sizes: tuple[int, ...], row: int) -> IllegalMove:
    """Return the rejection of the beginning of a setup on a row, with the ships still to lay."""
    missing = " ".join(str(pips) for pips in (1, 2, 3) for _ in range(2 - sizes.count(pips)))
    laid = f"{format_count(len(sizes), 'ship')} laid from a{row} on"
    return IllegalMove("unfinished", f"{laid}; still to lay: {missing}, in any order.")


def no_flight_yet(seat: str, row: int) -> IllegalMove:
    """Return the rejection of a question about flights before the ships are laid."""
    return IllegalMove("illegal", f"No ship flies yet: first {seat} lays six on row {row}.")


def no_such_square(name: str) -> IllegalMove:
    """Return the rejection of a square that the board doesn't have."""
    return IllegalMove("illegal", f"There is no square {name}: the board runs from a1 to f6.")


def wrong_start(board: Board, flying: Fleet, start: int) -> IllegalMove:
    """Return the rejection of a start that isn't a ship of the home row or can't fly."""
    name, row = GRID.names[start], GRID.row(start)
    if not board[start]:
        why = f"{name} is empty."
    elif row == flying.row:
        why = f"{name} is a {SIZES[board[start]]} ship with no legal flight now."
    elif row in flying.stuck:
        why = f"No ship on row {row} has a legal flight now."
    else:
        why = f"{name} is not on your home row, which is row {flying.row}."
    if flying.stuck and row not in flying.stuck:
        why += f" (No ship on row {format_list(map(str, flying.stuck), 'or')} has a legal flight.)"
    return IllegalMove("illegal", f"{why} Fly {format_list([GRID.names[square] for square in flying.landings], 'or')}.")


def unreachable(ship: Ship, landing: int, landings: int) -> IllegalMove:
    """Return the rejection of a landing that the ship can't reach."""
    target = f"in {ship.foe}'s base" if landing == BASE else f"on {GRID.names[landing]}"
    why = (
        f"{ship.name} is a {SIZES[ship.pips]} ship: it flies exactly {format_count(ship.pips, 'step')}, and neither "
        f"that nor any boost ends {target}."
    )
    return IllegalMove("illegal", f"{why} {_list_landings(ship, landings, near=landing)}")


def _list_landings(ship: Ship, landings: int, *, near: int) -> str:
    """Return a sentence on where a ship can land: all places if they are few, or the nearest to `near`."""
    ends = squares_in(landings)
    base = ["base"] if landings & BASE_BIT else []
    count = len(ends) + len(base)
    if count <= _FEW:
        return f"From {ship.name} it can reach {format_list([*map(square_name, ends), *base])}."
    nearest = sorted(ends, key=lambda square: (_distance(ship, square, near), square))[:5]
    names = format_list(map(square_name, nearest))
    return f"From {ship.name} it can reach {count} places, the nearest {names}."


def _distance(ship: Ship, square: int, target: int) -> int:
    if target == BASE:
        return 6 - GRID.row(square) if ship.seat == SOUTH else GRID.row(square) - 1
    return abs(GRID.row(square) - GRID.row(target)) + abs(GRID.column(square) - GRID.column(target))


def no_change(ship: Ship) -> IllegalMove:
    """Return the rejection of a flight that ends where it began (R7)."""
    why = f"A flight can't end on its own starting square, {ship.name}: the board must have changed."
    return IllegalMove("illegal", f"{why} Passing through it is fine.")


def nothing_beneath(ship: Ship, landing: int) -> IllegalMove:
    """Return the rejection of a reprogram where no ship is."""
    if landing == BASE:
        why = f"In the base no ship is reprogrammed: `{ship.text(landing)}` is the whole move."
    else:
        name = GRID.names[landing]
        why = f"{name} is empty, there is no ship to reprogram: `{ship.text(landing)}` ends the flight there."
    return IllegalMove("illegal", why)


def bad_reprogram(ship: Ship, landing: int, sent: int) -> IllegalMove:
    """Return the rejection of a reprogram that puts the ship underneath where it may not go."""
    name, target, size = GRID.names[landing], GRID.names[sent], ship.size_beneath(landing)
    if sent == landing:
        why = f"The flying ship stays on {name}: the {size} underneath is put on another square."
    elif sent == ship.start and ship.beneath(landing) == ship.pips:
        why = f"Both ships are {size}: with the one from {name} on {target} the board would be as before."
    elif ship.beneath(sent):
        why = f"{target} is occupied: the {size} from {name} is put on an empty square."
    else:
        why = f"{target} is beyond {ship.foe}'s home row, which is row {ship.far_row}."
    nearest = min(ship.sends(landing), key=lambda square: (_distance(ship, square, sent), square))
    return IllegalMove("illegal", f"{why} The nearest square open to it: `{ship.text(landing, nearest)}`.")


def landing_missing(ship: Ship, landings: int, ends: list[int], typed: str) -> IllegalMove:
    """Return the rejection of a start without a whole landing; `ends` are the landings that begin with `typed`."""
    if not ends:
        destinations = _list_landings(ship, landings, near=ship.start)
        return IllegalMove("illegal", f"No flight now begins `{ship.name}{typed}`. {destinations}")
    first = min(ends, key=lambda end: (ship.beneath(end) > 0, end))
    example = ship.text(first, ship.sends(first)[0] if ship.beneath(first) else None)
    fitting = format_list(map(square_name, ends))
    if typed.strip("-x"):
        destinations = f"Landings that begin like that: {fitting}."
    elif len(ends) > _FEW:
        destinations = _list_landings(ship, landings, near=ship.start)
    else:
        destinations = f"It can reach {fitting}."
    why = f"{ship.name} is a {SIZES[ship.pips]} ship: write where it flies, for example `{example}`."
    return IllegalMove("unfinished", f"{why} {destinations}")


def reprogram_missing(ship: Ship, landing: int, typed: str) -> IllegalMove:
    """Return the rejection of a reprogram without a whole square for the ship underneath."""
    open_squares = ship.sends(landing)
    fitting = [square for square in open_squares if GRID.names[square].startswith(typed)]
    beneath = f"the {ship.size_beneath(landing)} from {GRID.names[landing]}"
    example = ship.text(landing, (fitting or open_squares)[0])
    where = f"any empty square not beyond {ship.foe}'s home row (row {ship.far_row}), as in `{example}`"
    if not fitting:
        return IllegalMove("illegal", f"No square on {typed} is open to {beneath}: it is put on {where}.")
    return IllegalMove("unfinished", f"Write where {beneath} is put: {where}.")


def on_a_ship(ship: Ship, landing: int, path: str | None) -> IllegalMove:
    """Return the rejection of a flight that stops on a ship (R8); `path` is the path typed, if one was."""
    flown = path or letters(ship.seat, shortest(*ship, landing).squares, landing)
    here = f"{ship.name} lands on the {ship.size_beneath(landing)} ship on {GRID.names[landing]}."
    boost = put = ""
    if ways_on(ship, follow(ship, flown)):
        steps = format_count(ship.beneath(landing), "step")
        boost = (
            f"boost on with its {steps} (name the square where the flight ends, or go on from `{ship.name}:{flown}`)"
        )
    if open_squares := ship.sends(landing):
        near = min(open_squares, key=lambda square: (_distance(ship, square, landing), square))
        example = ship.text(landing, near) if path is None else f"{ship.name}:{path}@{GRID.names[near]}"
        put = f"write where the ship underneath is put (`{example}`)"
    if boost and put:
        return IllegalMove("unfinished", f"{here} Either {boost} or {put}.")
    if put:
        return IllegalMove("unfinished", f"{here} No boost leads on by that path, so {put}.")
    if boost:
        return IllegalMove("unfinished", f"{here} There is no square to put that one on, so {boost}.")
    return IllegalMove("illegal", f"{here} No boost leads on by that path, and there is no square to put that one on.")


def steps_left(ship: Ship, path: str, progress: Progress) -> IllegalMove:
    """Return the rejection of a path that stops within a stage."""
    here = f"On {GRID.names[progress.square]} the ship has {format_count(progress.left, 'step')} left over"
    ways = ways_on(ship, progress)
    if not ways:
        return IllegalMove("illegal", f"{here} and no open way leads on from `{ship.name}:{path}`.")
    return IllegalMove(
        "unfinished", f"{here}: go on with {format_code_list(f'{ship.name}:{path}{letter}' for letter in ways)}."
    )


def reprogram_too_soon(progress: Progress) -> IllegalMove:
    """Return the rejection of a reprogram within a stage."""
    here, over = GRID.names[progress.square], format_count(progress.left, "step")
    return IllegalMove("illegal", f"On {here} the ship has {over} left over: it must fly them first.")
