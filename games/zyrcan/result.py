"""Who wins: the engines and ships on the board, places with ties, and why a match ended so."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import Result
from games.message import counted, message
from games.translation import gettext_noop as N_
from games.translation import ngettext_noop
from games.zyrcan.names import SEATS
from games.zyrcan.state import remaining_seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.message import Message
    from games.zyrcan.state import Board, State

_ENGINES = ngettext_noop("{n} engine", "{n} engines")
_SHIPS = ngettext_noop("{n} ship", "{n} ships")


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


def result(state: State) -> Result:
    """Return how a match that ends here ends: by what is on the board, seats that left last (R4, R6)."""
    have, stay = fleets(state), remaining_seats(state)
    ranks = {seat: (1, *have[seat - 1]) for seat in stay}
    ranks |= {seat: (0, order, 0) for order, seat in enumerate(state.out)}
    places = tuple([1 + sum(other > ranks[seat] for other in ranks.values()) for seat in sorted(ranks)])
    return Result(places, _reason(have, stay), tuple([fleet.engines for fleet in have]))


def _reason(have: Sequence[Fleet], stay: Sequence[int]) -> str | Message:
    """Return why the winners won, as a clause after "Ann wins"."""
    if len(stay) == 1:
        return N_("everybody else left the match")
    best, *others = sorted((have[seat - 1] for seat in stay), reverse=True)
    engines, ships = counted(_ENGINES, best.engines), counted(_SHIPS, best.ships)
    if others[0] == best:
        return message(N_("{engines} and {ships} each"), engines=engines, ships=ships)
    if others[0].engines == best.engines:
        level = [seat for seat in stay if have[seat - 1].engines == best.engines and have[seat - 1] != best]
        fewer = sorted((have[seat - 1].ships for seat in level), reverse=True)
        as_many = tuple([SEATS[seat - 1] for seat in level])
        template = N_("{engines}, as many as {seats}, but {ships} to {others}")
        return message(template, engines=engines, seats=as_many, ships=ships, others=tuple(fewer))
    return message(N_("{engines} to {others}"), engines=engines, others=tuple([fleet.engines for fleet in others]))
