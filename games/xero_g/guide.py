"""A turn put together from choices: two columns of the setup at a time, or a ship, its landing, and the ship there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Choice, Step
from games.guide import highlights, next_parts
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext, pgettext
from games.xero_g.destinations import destinations
from games.xero_g.flights import legal_flights, movable_fleet
from games.xero_g.names import SIZES, size, the_size
from games.xero_g.notation import write
from games.xero_g.shortest_path import shortest
from games.xero_g.state import BASE, GRID, Flight
from games.xero_g.suggestions import LAYOUTS

if TYPE_CHECKING:
    from games.xero_g.state import State


_SEND_HERE = {1: N_("send the small here"), 2: N_("send the medium here"), 3: N_("send the large here")}
_STAY_ON = {
    1: N_("stay on the small there and send it elsewhere"),
    2: N_("stay on the medium there and send it elsewhere"),
    3: N_("stay on the large there and send it elsewhere"),
}
"""What a reprogram does, by the pips of the ship that is sent."""


def guide(state: State, text: str) -> Step:
    """Return the step after a part of a setup (`32`), or of a flight: `b1`, `b1xe4`. Raises `IllegalMove`."""
    if state.mover is not None and state.laid < 2:
        return _guide_setup(state, text)
    flights = legal_flights(state.board, state.mover) if state.mover else []
    found, move = next_parts((_parts(flight) for flight in flights), text)
    choices = [_choice(state, each) for each in sorted(found, key=_order)]
    shown = highlights(destinations, state, text)
    return Step(_question(state, found[0]) if found else "", tuple(choices), shown, move)


def _guide_setup(state: State, text: str) -> Step:
    found, move = next_parts(([layout[:2], layout[:4], layout] for layout in LAYOUTS), text)
    west = len(text)
    columns = "abcdef"[west : west + 2]
    # Translators: {first} and {second} are sizes: "small on a, large on b".
    template = _("{first} on {column}, {second} on {next_column}")
    choices = [
        Choice(
            f"{each[-2]} {each[-1]}",
            each,
            template.format(
                first=size(int(each[-2])), column=columns[0], second=size(int(each[-1])), next_column=columns[1]
            ),
        )
        for each in found
    ]
    row = 1 if state.mover == 1 else 6
    question = _("Your ships on {first} and {second}?").format(
        first=f"{columns[:1]}{row}", second=f"{columns[1:]}{row}"
    )
    return Step(question if found else "", tuple(choices), highlights(destinations, state, ""), move)


def _parts(flight: Flight) -> list[str]:
    """Return the texts that lead to a flight: `b1`, then `b1-e4` or `b1-base`, or `b1xe4` and `b1xe4@c3`."""
    text = write(flight)
    return [text[:2], text] if flight.sent is None else [text[:2], text[:5], text]


def _order(text: str) -> tuple[bool, str, str]:
    """Order squares row by row, the base last."""
    return text.endswith("base"), text[-1], text[-2]


def _question(state: State, following: str) -> str:
    if len(following) == 2:
        row = movable_fleet(state.board, state.mover or 1).row
        return _("Which ship of row {row} flies?").format(row=row)
    start = following[:2]
    if "@" not in following:
        return _("Where does {start} land?").format(start=start)
    landing = following[3:5]
    size_there = the_size(state.board[GRID.numbers[landing]])
    # Translators: {size} is "small" as in "the small ship".
    template = _("{start} lands on the {size} ship on {landing}. Where does that one go?")
    return template.format(start=start, size=size_there, landing=landing)


def _choice(state: State, text: str) -> Choice:
    board, start = state.board, GRID.numbers[text[:2]]
    pips = board[start]
    if len(text) == 2:
        return Choice(text, text, _describe_ship(state, start), SIZES[pips])
    if "@" in text:
        sent = board[GRID.numbers[text[3:5]]]
        return Choice(text[-2:], text, _(_SEND_HERE[sent]), SIZES[sent])
    end = text[3:]
    landing = BASE if end == "base" else GRID.numbers[end]
    boosts = len(shortest(board, state.mover or 1, start, landing).boosts)
    if landing == BASE:
        words = ngettext("wins, with {n} boost", "wins, with {n} boosts", boosts) if boosts else _("wins")
        return Choice(_("the base"), text, words.format(n=boosts))
    if text[2] == "x":
        words = _(_STAY_ON[board[landing]])
        if boosts:
            template = ngettext("{action}, with {n} boost", "{action}, with {n} boosts", boosts)
            words = template.format(action=words, n=boosts)
        return Choice(_("onto {square}").format(square=end), text, words, SIZES[board[landing]])
    words = (
        ngettext("empty, with {n} boost", "empty, with {n} boosts", boosts) if boosts else pgettext("square", "empty")
    )
    return Choice(end, text, words.format(n=boosts))


def _describe_ship(state: State, start: int) -> str:
    pips = state.board[start]
    reached = movable_fleet(state.board, state.mover or 1).landings[start].bit_count()
    return _("{size}, flies {steps}, reaches {places}").format(
        size=size(pips),
        steps=ngettext("{n} step", "{n} steps", pips).format(n=pips),
        places=ngettext("{n} place", "{n} places", reached).format(n=reached),
    )
