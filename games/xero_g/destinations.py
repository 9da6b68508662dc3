"""Where a ship can fly, and where the ship that it lands on can be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Destinations
from games.rejections import match_over
from games.text import format_list, format_short_list
from games.translation import gettext as _
from games.translation import ngettext
from games.xero_g import rejections
from games.xero_g.flights import movable_fleet
from games.xero_g.names import a_size, seat_name
from games.xero_g.parser import landing_of, normalize, off_board, read_flight, read_setup
from games.xero_g.ship import Ship
from games.xero_g.stages import BASE_BIT, squares_in
from games.xero_g.state import BASE, GRID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.xero_g.flights import Fleet
    from games.xero_g.parser import Typed
    from games.xero_g.state import State


def destinations(state: State, text: str) -> Destinations:
    """Return where a ship (`b1`) can fly, where one landed on (`b1xe4`) can be sent, or which ships fly (no text)."""
    normalized = normalize(text)
    typed = read_flight(normalized) if normalized else None
    if normalized is None or (normalized and typed is None and (state.laid == 2 or read_setup(normalized) is None)):
        raise rejections.not_a_move(state.laid)
    if state.mover is None:
        raise match_over()
    if state.laid < 2:
        return _describe_setup(state.mover, typed)
    flying = movable_fleet(state.board, state.mover)
    if typed is None:
        return _list_fleet(state.mover, flying)
    wrong = off_board(typed)
    if wrong is not None:
        raise rejections.no_such_square(wrong)
    ship = Ship(state.board, state.mover, GRID.numbers[typed.start])
    if ship.start not in flying.landings:
        raise rejections.wrong_start(state.board, flying, ship.start)
    landings = flying.landings[ship.start]
    if typed.landing != "base" and typed.landing not in GRID.numbers:
        return _list_landings(ship, landings)
    landing = landing_of(ship, typed, landings)
    return _list_reprograms(ship, landing) if ship.beneath(landing) else _list_landings(ship, landings)


def _describe_setup(seat: int, typed: Typed | None) -> Destinations:
    row = 1 if seat == 1 else 6
    if typed is not None:
        raise rejections.no_flight_yet(_(seat_name(seat)), row)
    template = _(
        "{seat} lays six ships on row {row}, from a to f: two each of 1, 2 and 3, in any order. "
        "Type for example `321123`."
    )
    return Destinations((), (), template.format(seat=_(seat_name(seat)), row=row))


def _list_fleet(seat: int, flying: Fleet) -> Destinations:
    names = _names(flying.landings)
    template = ngettext(
        "{seat} flies the ship on {squares}. Ask for one: `{square}`.",
        "{seat} flies one of the ships on {squares}. Ask for one: `{square}`.",
        len(names),
    )
    squares = format_short_list(names, "or")
    return Destinations((), names, template.format(seat=_(seat_name(seat)), squares=squares, square=names[0]))


def _list_landings(ship: Ship, landings: int) -> Destinations:
    """Return where a ship can land: on empty squares, on ships, in the base."""
    ends = squares_in(landings)
    free, taken = ([end for end in ends if bool(ship.beneath(end)) == onto] for onto in (False, True))
    ways: list[str] = []
    if free:
        ways.append(f"{format_short_list(_names(free))} (`{ship.text(free[0])}`)")
    if taken:
        template = ngettext("the ship on {squares} (`{move}`)", "the ships on {squares} (`{move}`)", len(taken))
        example = ship.text(taken[0], ship.sends(taken[0])[0])
        ways.append(template.format(squares=format_short_list(_names(taken)), move=example))
    if landings & BASE_BIT:
        ways.append(_("the base (`{move}`)").format(move=ship.text(BASE)))
    places = (*_names(ends), *(["base"] if landings & BASE_BIT else []))
    # Translators: {size} is "small" as in "a small ship"; {places} are squares, "the ship on b2" and "the base".
    template = ngettext(
        "{square} is a {size} ship: it flies {n} step, or on by boosts. It can reach {places}.",
        "{square} is a {size} ship: it flies {n} steps, or on by boosts. It can reach {places}.",
        ship.pips,
    )
    words = template.format(square=ship.name, size=a_size(ship.pips), n=ship.pips, places=format_list(ways))
    return Destinations((ship.name,), places, words)


def _list_reprograms(ship: Ship, landing: int) -> Destinations:
    """Return where the ship beneath can be put."""
    open_squares, name = ship.sends(landing), GRID.names[landing]
    template = _(
        "{start} can land on the {size} ship on {landing} and send that one to {squares} (`{move}`), or boost on."
    )
    words = template.format(
        start=ship.name,
        size=ship.size_beneath(landing),
        landing=name,
        squares=format_short_list(_names(open_squares)),
        move=ship.text(landing, open_squares[0]),
    )
    return Destinations((name,), _names(open_squares), words)


def _names(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple([GRID.names[square] for square in sorted(squares)])
