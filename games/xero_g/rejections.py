"""Sentences on why a text can't be played as it stands, each with the nearest thing that can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.text import counted, listed, listed_code
from games.xero_g.names import SIZES, square_name
from games.xero_g.shortest_path import letters, shortest
from games.xero_g.stages import BASE_BIT, SOUTH, squares_in
from games.xero_g.state import BASE, GRID
from games.xero_g.typed_path import Progress, follow, ways_on

if TYPE_CHECKING:
    from games.xero_g.flights import Board, Fleet
    from games.xero_g.ship import Ship

_FEW = 8
"""As many landings as a sentence lists in full."""


def not_a_move(laid: int) -> IllegalMove:
    """Text that is nothing of this game, after `laid` setups."""
    if laid < 2:
        why = "That isn't a setup: write six sizes for the squares a to f, for example `321123`."
    else:
        why = "That isn't a flight: write `b1-e4`, `b1xe4@c3`, `b1-base` or a path `b1:nne`."
    return IllegalMove("not_a_move", why)


def no_such_square(name: str) -> IllegalMove:
    """A square off the board."""
    return IllegalMove("illegal", f"There is no square {name}: the board runs from a1 to f6.")


def wrong_start(board: Board, flying: Fleet, start: int) -> IllegalMove:
    """A start that isn't a ship of the home row, or one that can't fly."""
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
        why += f" (No ship on row {listed(map(str, flying.stuck), 'or')} has a legal flight.)"
    return IllegalMove("illegal", f"{why} Fly {listed([GRID.names[square] for square in flying.landings], 'or')}.")


def no_way(ship: Ship, landing: int, landings: int) -> IllegalMove:
    """A landing that the ship can't reach."""
    target = f"in {ship.foe}'s base" if landing == BASE else f"on {GRID.names[landing]}"
    why = (
        f"{ship.name} is a {SIZES[ship.pips]} ship: it flies exactly {counted(ship.pips, 'step')}, and neither that "
        f"nor any boost ends {target}."
    )
    return IllegalMove("illegal", f"{why} {_can_reach(ship, landings, near=landing)}")


def _can_reach(ship: Ship, landings: int, *, near: int) -> str:
    """Say where a ship can land: everywhere when that is little, else the places nearest to `near`."""
    ends = squares_in(landings)
    base = ["base"] if landings & BASE_BIT else []
    count = len(ends) + len(base)
    if count <= _FEW:
        return f"From {ship.name} it can reach {listed([*map(square_name, ends), *base])}."
    nearest = sorted(ends, key=lambda square: (_apart(ship, square, near), square))[:5]
    names = listed(map(square_name, nearest))
    return f"From {ship.name} it can reach {count} places, the nearest {names}."


def _apart(ship: Ship, square: int, target: int) -> int:
    if target == BASE:
        return 6 - GRID.row(square) if ship.seat == SOUTH else GRID.row(square) - 1
    return abs(GRID.row(square) - GRID.row(target)) + abs(GRID.column(square) - GRID.column(target))


def no_change(ship: Ship) -> IllegalMove:
    """A flight that ends where it began (R7)."""
    why = f"A flight can't end on its own starting square, {ship.name}: the board must have changed."
    return IllegalMove("illegal", f"{why} Passing through it is fine.")


def nothing_beneath(ship: Ship, landing: int) -> IllegalMove:
    """A reprogram where no ship is."""
    if landing == BASE:
        why = f"In the base no ship is reprogrammed: `{ship.text(landing)}` is the whole move."
    else:
        name = GRID.names[landing]
        why = f"{name} is empty, there is no ship to reprogram: `{ship.text(landing)}` ends the flight there."
    return IllegalMove("illegal", why)


def bad_send(ship: Ship, landing: int, sent: int) -> IllegalMove:
    """A reprogram that puts the ship underneath where it may not go."""
    name, target, size = GRID.names[landing], GRID.names[sent], ship.size_beneath(landing)
    if sent == landing:
        why = f"The flying ship stays on {name}: the {size} underneath is put on another square."
    elif sent == ship.start and ship.beneath(landing) == ship.pips:
        why = f"Both ships are {size}: with the one from {name} on {target} the board would be as before."
    elif ship.beneath(sent):
        why = f"{target} is occupied: the {size} from {name} is put on an empty square."
    else:
        why = f"{target} is beyond {ship.foe}'s home row, which is row {ship.far_row}."
    nearest = min(ship.sends(landing), key=lambda square: (_apart(ship, square, sent), square))
    return IllegalMove("illegal", f"{why} The nearest square open to it: `{ship.text(landing, nearest)}`.")


def where_to(ship: Ship, landings: int, ends: list[int], typed: str) -> IllegalMove:
    """A start with no landing yet, or the beginning of one (`typed`), which the landings `ends` fit."""
    if not ends:
        destinations = _can_reach(ship, landings, near=ship.start)
        return IllegalMove("illegal", f"No flight now begins `{ship.name}{typed}`. {destinations}")
    first = min(ends, key=lambda end: (ship.beneath(end) > 0, end))
    example = ship.text(first, ship.sends(first)[0] if ship.beneath(first) else None)
    fitting = listed(map(square_name, ends))
    if typed.strip("-x"):
        destinations = f"Landings that begin so: {fitting}."
    elif len(ends) > _FEW:
        destinations = _can_reach(ship, landings, near=ship.start)
    else:
        destinations = f"It can reach {fitting}."
    why = f"{ship.name} is a {SIZES[ship.pips]} ship: write where it flies, for example `{example}`."
    return IllegalMove("unfinished", f"{why} {destinations}")


def where_put(ship: Ship, landing: int, typed: str) -> IllegalMove:
    """A reprogram whose ship has no square yet, or the beginning of one (`typed`)."""
    open_squares = ship.sends(landing)
    fitting = [square for square in open_squares if GRID.names[square].startswith(typed)]
    beneath = f"the {ship.size_beneath(landing)} from {GRID.names[landing]}"
    example = ship.text(landing, (fitting or open_squares)[0])
    where = f"any empty square not beyond {ship.foe}'s home row (row {ship.far_row}), as in `{example}`"
    if not fitting:
        return IllegalMove("illegal", f"No square on {typed} is open to {beneath}: it is put on {where}.")
    return IllegalMove("unfinished", f"Write where {beneath} is put: {where}.")


def boost_or_put(ship: Ship, landing: int, path: str | None) -> IllegalMove:
    """A text that stops on a ship (R8); `path` is the path typed, if one was."""
    flown = path or letters(ship.seat, shortest(*ship, landing).squares, landing)
    here = f"{ship.name} lands on the {ship.size_beneath(landing)} ship on {GRID.names[landing]}."
    boost = put = ""
    if ways_on(ship, follow(ship, flown)):
        steps = counted(ship.beneath(landing), "step")
        boost = (
            f"boost on with its {steps} (name the square where the flight ends, or go on from `{ship.name}:{flown}`)"
        )
    if open_squares := ship.sends(landing):
        near = min(open_squares, key=lambda square: (_apart(ship, square, landing), square))
        example = ship.text(landing, near) if path is None else f"{ship.name}:{path}@{GRID.names[near]}"
        put = f"write where the ship underneath is put (`{example}`)"
    if boost and put:
        return IllegalMove("unfinished", f"{here} Either {boost} or {put}.")
    if put:
        return IllegalMove("unfinished", f"{here} No boost leads on by that path, so {put}.")
    if boost:
        return IllegalMove("unfinished", f"{here} There is no square to put that one on, so {boost}.")
    return IllegalMove("illegal", f"{here} No boost leads on by that path, and there is no square to put that one on.")


def go_on(ship: Ship, path: str, progress: Progress) -> IllegalMove:
    """A path that stops within a stage."""
    here = f"On {GRID.names[progress.square]} the ship has {counted(progress.left, 'step')} left over"
    ways = ways_on(ship, progress)
    if not ways:
        return IllegalMove("illegal", f"{here} and no open way leads on from `{ship.name}:{path}`.")
    return IllegalMove(
        "unfinished", f"{here}: go on with {listed_code(f'{ship.name}:{path}{letter}' for letter in ways)}."
    )


def too_soon(progress: Progress) -> IllegalMove:
    """A reprogram asked for within a stage."""
    here, over = GRID.names[progress.square], counted(progress.left, "step")
    return IllegalMove("illegal", f"On {here} the ship has {over} left over: it must fly them first.")
