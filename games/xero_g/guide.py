"""A turn put together from choices: two columns of the setup at a time, or a ship, its landing, and the ship there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Choice, Step
from games.guide import highlights, next_parts
from games.text import format_count
from games.xero_g.destinations import destinations
from games.xero_g.flights import legal_flights, movable_fleet
from games.xero_g.names import SIZES
from games.xero_g.notation import write
from games.xero_g.shortest_path import shortest
from games.xero_g.state import BASE, GRID, Flight
from games.xero_g.suggestions import LAYOUTS

if TYPE_CHECKING:
    from games.xero_g.state import State


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
    choices = [
        Choice(
            f"{each[-2]} {each[-1]}",
            each,
            f"{SIZES[int(each[-2])]} on {columns[0]}, {SIZES[int(each[-1])]} on {columns[1]}",
        )
        for each in found
    ]
    row = 1 if state.mover == 1 else 6
    question = f"Your ships on {columns[0]}{row} and {columns[1]}{row}?" if found else ""
    return Step(question, tuple(choices), highlights(destinations, state, ""), move)


def _parts(flight: Flight) -> list[str]:
    """Return the texts that lead to a flight: `b1`, then `b1-e4` or `b1-base`, or `b1xe4` and `b1xe4@c3`."""
    text = write(flight)
    return [text[:2], text] if flight.sent is None else [text[:2], text[:5], text]


def _order(text: str) -> tuple[bool, str, str]:
    """Order squares row by row, the base last."""
    return text.endswith("base"), text[-1], text[-2]


def _question(state: State, following: str) -> str:
    if len(following) == 2:
        return f"Which ship of row {movable_fleet(state.board, state.mover or 1).row} flies?"
    start = following[:2]
    if "@" not in following:
        return f"Where does {start} land?"
    landing = following[3:5]
    size = SIZES[state.board[GRID.numbers[landing]]]
    return f"{start} lands on the {size} ship on {landing}. Where does that one go?"


def _choice(state: State, text: str) -> Choice:
    board, start = state.board, GRID.numbers[text[:2]]
    pips = board[start]
    if len(text) == 2:
        reached = movable_fleet(board, state.mover or 1).landings[start].bit_count()
        words = f"{SIZES[pips]}, flies {format_count(pips, 'step')}, reaches {format_count(reached, 'place')}"
        return Choice(text, text, words, SIZES[pips])
    if "@" in text:
        landing = GRID.numbers[text[3:5]]
        return Choice(text[-2:], text, f"send the {SIZES[board[landing]]} here", SIZES[board[landing]])
    end = text[3:]
    landing = BASE if end == "base" else GRID.numbers[end]
    boosts = len(shortest(board, state.mover or 1, start, landing).boosts)
    how = f", with {format_count(boosts, 'boost')}" if boosts else ""
    if landing == BASE:
        return Choice("the base", text, f"wins{how}")
    if text[2] == "x":
        size = SIZES[board[landing]]
        return Choice(f"onto {end}", text, f"stay on the {size} there and send it elsewhere{how}", size)
    return Choice(end, text, f"empty{how}")
