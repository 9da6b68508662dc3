"""Sentences on why a text can't be played as it stands, each with the nearest thing that can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.xero_g.flights import Board, Fleet, far_row, sends, ships
from games.xero_g.notation import write
from games.xero_g.paths import letters, shortest
from games.xero_g.routes import follow, ways_on
from games.xero_g.state import BASE, GRID, Flight
from games.xero_g.trails import BASE_BIT, squares_in
from games.xero_g.words import SIZES, counted, listed, other, seat_name, square_name

if TYPE_CHECKING:
    from collections.abc import Collection

_FEW = 8


def not_a_move(laid: int) -> IllegalMove:
    """Text that is nothing of this game, after `laid` setups."""
    if laid < 2:
        return IllegalMove(
            "not_a_move", "That reads as no setup: six sizes for the squares a to f, for example `321123`."
        )
    return IllegalMove(
        "not_a_move", "That reads as no flight: write `b1-e4`, `b1xe4@c3`, `b1-base` or a path `b1:nne`."
    )


def no_such_square(name: str) -> IllegalMove:
    """A square off the board."""
    return IllegalMove("illegal", f"There is no square {name}: the board runs from a1 to f6.")


def wrong_start(board: Board, flying: Fleet, start: int) -> IllegalMove:
    """A start that isn't a ship of the home row, or one that can't fly."""
    name, row = GRID.names[start], GRID.row(start)
    if row == flying.row and board[start]:
        why = f"{name} is a {SIZES[board[start]]} ship with no legal flight now."
    elif not board[start]:
        why = f"{name} is empty."
    elif row in flying.stuck:
        why = f"No ship on row {row} has a legal flight now."
    else:
        why = f"{name} is not on your home row, which is row {flying.row}."
    if flying.stuck and row not in flying.stuck:
        why += f" (No ship on row {listed(map(str, flying.stuck))} has a legal flight.)"
    ready = listed(GRID.names[square] for square in flying.landings)
    return IllegalMove("illegal", f"{why} Fly {ready}.")


def no_way(board: Board, seat: int, start: int, landing: int, landings: int) -> IllegalMove:
    """A landing that the ship can't reach."""
    name, size = GRID.names[start], SIZES[board[start]]
    target = f"in {seat_name(other(seat))}'s base" if landing == BASE else f"on {GRID.names[landing]}"
    why = (
        f"{name} is a {size} ship: it flies exactly {counted(board[start], 'step')}, and neither that nor any boost "
        f"ends {target}."
    )
    return IllegalMove("illegal", f"{why} {can_reach(start, landings, near=landing, seat=seat)}")


def can_reach(start: int, landings: int, *, near: int, seat: int) -> str:
    """Say where a ship can land: everywhere when that is little, else the places nearest to `near`."""
    ends = squares_in(landings)
    names = [GRID.names[square] for square in ends]
    base = ["base"] if landings & BASE_BIT else []
    if len(names) + len(base) <= _FEW:
        return f"From {GRID.names[start]} it can reach {listed(names + base, 'and')}."
    nearest = sorted(ends, key=lambda square: (_apart(square, near, seat), square))[:5]
    first = listed(base + [GRID.names[square] for square in nearest], "and")
    return f"From {GRID.names[start]} it can reach {len(ends) + len(base)} places, the nearest {first}."


def _apart(square: int, target: int, seat: int) -> int:
    if target == BASE:
        return 6 - GRID.row(square) if seat == 1 else GRID.row(square) - 1
    return abs(GRID.row(square) - GRID.row(target)) + abs(GRID.column(square) - GRID.column(target))


def no_change(start: int) -> IllegalMove:
    """A flight that ends where it began (R7)."""
    return IllegalMove(
        "illegal",
        f"A flight can't end on its own starting square, {GRID.names[start]}: the board must have changed. Passing "
        "through it is fine.",
    )


def nothing_beneath(start: int, landing: int) -> IllegalMove:
    """A reprogram where no ship is."""
    text = f"`{write(Flight(start, landing))}`"
    if landing == BASE:
        return IllegalMove("illegal", f"In the base no ship is reprogrammed: {text} is the whole move.")
    why = f"{GRID.names[landing]} is empty, there is no ship to reprogram: {text} ends the flight there."
    return IllegalMove("illegal", why)


def bad_send(board: Board, seat: int, flight: Flight) -> IllegalMove:
    """A reprogram that puts the ship underneath where it may not go."""
    start, landing, sent = flight
    open_squares = sends(board, seat, start, landing)
    assert sent is not None  # noqa: S101 - only asked about reprograms
    names = GRID.names
    size = SIZES[board[landing]]
    if sent == landing:
        why = f"The flying ship stays on {names[landing]}: the {size} underneath is put on another square."
    elif sent == start:
        why = _bad_start(board, seat, start, landing)
    elif board[sent]:
        why = f"{names[sent]} is occupied: the {size} from {names[landing]} is put on an empty square."
    else:
        why = _beyond(board, seat, start, sent)
    nearest = min(squares_in(open_squares), key=lambda square: (_apart(square, sent, seat), square))
    return IllegalMove("illegal", f"{why} The nearest square open to it: `{write(Flight(start, landing, nearest))}`.")


def _bad_start(board: Board, seat: int, start: int, landing: int) -> str:
    if board[start] != board[landing]:
        return _beyond(board, seat, start, start)
    names = GRID.names
    return (
        f"Both ships are {SIZES[board[start]]}: with the one from {names[landing]} on {names[start]} nothing would "
        "have changed, and the board must have changed."
    )


def _beyond(board: Board, seat: int, start: int, sent: int) -> str:
    row = far_row(board, seat, start)
    return f"{GRID.names[sent]} is beyond {seat_name(other(seat))}'s home row, which is row {row}."


def where_to(board: Board, seat: int, start: int, landings: int, ends: Collection[int], typed: str) -> IllegalMove:
    """A start with no landing yet, or the beginning of one (`typed`), which the landings `ends` fit."""
    name = GRID.names[start]
    if not ends:
        reason = can_reach(start, landings, near=start, seat=seat)
        return IllegalMove("illegal", f"No flight now begins `{name}{typed}`. {reason}")
    taken = ships(board) & ~(1 << start)
    first = min(ends, key=lambda end: (end != BASE and taken >> end & 1, end))
    example = Flight(start, first)
    if first != BASE and taken >> first & 1:
        example = Flight(start, first, squares_in(sends(board, seat, start, first))[0])
    if len(ends) > _FEW:
        reason = can_reach(start, landings, near=start, seat=seat)
    else:
        fitting = listed(map(square_name, sorted(ends, key=_base_last)), "and")
        reason = f"Landings that begin so: {fitting}." if typed.strip("-x") else f"It can reach {fitting}."
    return IllegalMove(
        "unfinished",
        f"{name} is a {SIZES[board[start]]} ship; write where it flies, for example `{write(example)}`. {reason}",
    )


def _base_last(end: int) -> int:
    return 36 if end == BASE else end


def where_put(board: Board, seat: int, start: int, landing: int, prefix: str) -> IllegalMove:
    """A reprogram whose ship has no square yet, or the beginning of one."""
    open_squares = squares_in(sends(board, seat, start, landing))
    fitting = [square for square in open_squares if GRID.names[square].startswith(prefix)]
    ship = f"the {SIZES[board[landing]]} from {GRID.names[landing]}"
    rows = f"any empty square not beyond {seat_name(other(seat))}'s home row (row {far_row(board, seat, start)})"
    example = write(Flight(start, landing, (fitting or open_squares)[0]))
    if not fitting:
        return IllegalMove(
            "illegal", f"No square on {prefix} is open to {ship}: it is put on {rows}, as in `{example}`."
        )
    return IllegalMove("unfinished", f"Write where {ship} is put: {rows}, as in `{example}`.")


def boost_or_put(board: Board, seat: int, start: int, landing: int, path: str | None) -> IllegalMove:
    """A text that stops on a ship (R8); `path` is the path typed, if one was."""
    name = GRID.names[start]
    steps = path or letters(seat, shortest(board, seat, start, landing).squares, landing)
    here = f"{name} lands on the {SIZES[board[landing]]} ship on {GRID.names[landing]}."
    boost = (
        f"boost on with its {counted(board[landing], 'step')} (name the square where the flight ends, or go on from "
        f"`{name}:{steps}`)"
    )
    open_squares = squares_in(sends(board, seat, start, landing))
    route = follow(board, seat, start, steps)
    ahead = bool(ways_on(board, seat, start, route))
    if not open_squares:
        return IllegalMove("unfinished" if ahead else "illegal", f"{here} It can't be put anywhere; {boost}.")
    put = min(open_squares, key=lambda square: (_apart(square, landing, seat), square))
    text = write(Flight(start, landing, put))
    example = text if path is None else f"{name}:{path}@{GRID.names[put]}"
    if not ahead:
        return IllegalMove(
            "unfinished", f"{here} No boost leads on by that way: write where the ship underneath is put (`{example}`)."
        )
    return IllegalMove("unfinished", f"{here} Either {boost}, or write where it is put (`{example}`).")


def go_on(start: int, path: str, here: int, left: int, ways: dict[str, set[int]]) -> IllegalMove:
    """A typed path that stops within a stage."""
    name, square = GRID.names[start], GRID.names[here]
    steps = counted(left, "step")
    if not ways:
        why = f"On {square} the ship is stuck with {steps} left over after `{name}:{path}`: no open way leads on."
        return IllegalMove("illegal", why)
    on = listed(f"`{name}:{path}{letter}`" for letter in ways)
    return IllegalMove("unfinished", f"On {square} the ship has {steps} left over: go on with {on}.")


def too_soon(here: int, left: int) -> IllegalMove:
    """A reprogram asked for within a stage."""
    why = f"On {GRID.names[here]} the ship has {counted(left, 'step')} left over: it must fly them all before `@`."
    return IllegalMove("illegal", why)
