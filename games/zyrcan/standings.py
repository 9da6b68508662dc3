"""Standings: engines and ships on the board, places with ties, and how a match ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import Result
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.zyrcan.state import Board, State

SEATS = ("Red", "Blue", "Yellow", "Green", "Purple")


class Fleet(NamedTuple):
    """What a seat has on the board; fleets compare as the end of the match compares them."""

    engines: int
    ships: int


def fleet(board: Board, seat: int) -> Fleet:
    """Return the engines and ships that a seat has on the board."""
    engines = [ship.engines for ship in board if ship and ship.seat == seat]
    return Fleet(sum(engines), len(engines))


def fleets(state: State) -> tuple[Fleet, ...]:
    """Return the fleets of all seats in seat order, those of seats that left among them."""
    return tuple([fleet(state.board, seat) for seat in range(1, state.players + 1)])


def remaining_seats(state: State) -> list[int]:
    """Return the seats still in the game, in turn order."""
    return [seat for seat in range(1, state.players + 1) if seat not in state.out]


def result(state: State) -> Result:
    """Return how a match that ends here ends: by what is on the board, seats that left last (R4, R6)."""
    have, stay = fleets(state), remaining_seats(state)
    ranks = {seat: (1, *have[seat - 1]) for seat in stay}
    ranks |= {seat: (0, order, 0) for order, seat in enumerate(state.out)}
    places = tuple([1 + sum(other > ranks[seat] for other in ranks.values()) for seat in sorted(ranks)])
    return Result(places, _reason(have, stay), tuple([fleet.engines for fleet in have]))


def _reason(have: Sequence[Fleet], stay: Sequence[int]) -> str:
    """Return why the winners won, as a clause after "Ann wins"."""
    if len(stay) == 1:
        return "everybody else left the match"
    best, *others = sorted((have[seat - 1] for seat in stay), reverse=True)
    if others[0] == best:
        return f"{format_count(best.engines, 'engine')} and {format_count(best.ships, 'ship')} each"
    if others[0].engines == best.engines:
        level = [seat for seat in stay if have[seat - 1].engines == best.engines and have[seat - 1] != best]
        fewer = sorted((have[seat - 1].ships for seat in level), reverse=True)
        as_many = format_list([SEATS[seat - 1] for seat in level])
        return (
            f"{format_count(best.engines, 'engine')}, as many as {as_many}, "
            f"but {format_count(best.ships, 'ship')} to {format_list(map(str, fewer))}"
        )
    return f"{format_count(best.engines, 'engine')} to {format_list([str(fleet.engines) for fleet in others])}"


def name_within_clause(seat: int) -> str:
    """Return the name of a seat as it is written within a clause: "red"."""
    names = (
        pgettext("within a clause", "red"),
        pgettext("within a clause", "blue"),
        pgettext("within a clause", "yellow"),
        pgettext("within a clause", "green"),
        pgettext("within a clause", "purple"),
    )
    return names[seat - 1]
