"""Xero-G by Kat Costa (2019), after Gyges by Claude Leroy: twelve ships, two bases, and boosts that chain."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING

from games.base import GameBase
from games.contract import Info, check_players, complete_options
from games.translation import gettext_noop as N_
from games.xero_g import aids, notation, position, rules
from games.xero_g.aids import LAYOUTS, TIPS, destinations, suggest
from games.xero_g.flights import legal_flights
from games.xero_g.notation import describe, find_example_flight, is_first_flight, news, task
from games.xero_g.parser import TYPED_WORDS, read_move
from games.xero_g.state import SEATS, Flight, Setup, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Destinations, Options, Step

__all__ = ["XeroG"]

_INFO = Info(
    key="xero-g",
    title="Xero-G",
    designer="Kat Costa",
    year=2019,
    seats=SEATS,
    min_players=2,
    max_players=2,
    options=(),
    rules=1,
    pitch=N_("Fly drones that nobody owns, boosting from ship to ship, into the other side's base."),
    help=resources.files(__name__).joinpath("help.md").read_text("utf-8"),
    examples=("321123", "b1-b3", "c1xb1@d3", "d5-base", "a1:nne"),
    typed_words=TYPED_WORDS,
    homes=True,
    tips=TIPS,
)
_SETUPS = tuple(Setup(tuple(map(int, layout))) for layout in LAYOUTS)


class XeroG(GameBase[State, Setup | Flight]):
    """The game Xero-G, behind the contract in `games.contract`."""

    info = _INFO

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the empty board, South to lay; nothing is random. Raises `BadOption`."""
        del seed
        check_players(_INFO, players)
        complete_options(_INFO, options)
        return rules.start()

    def parse(self, state: State, text: str) -> Setup | Flight:
        """Read a setup or a flight in any form of the rules page. Raises `IllegalMove`."""
        return read_move(state, text)

    def format(self, state: State, move: Setup | Flight) -> str:
        """Write a move in canonical notation: `321123`, `b1-e4`, `b1xe4@c3`, `b1-base`."""
        del state
        return notation.write(move)

    def play(self, state: State, move: Setup | Flight) -> State:
        """Return the state after a legal move, with the turn passed on to a seat that has a flight (R4)."""
        return rules.play(state, move)

    def legal(self, state: State) -> Sequence[Setup | Flight]:
        """Return every legal move once: the setups, or flights by start, landing and the other ship's square."""
        if state.mover is None:
            return ()
        return _SETUPS if state.laid < 2 else legal_flights(state.board, state.mover)

    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        """Return texts that could follow: setups; winning flights, ships, landings, squares to send a ship to."""
        return suggest(state, text, limit)

    def guide(self, state: State, text: str) -> Step:
        """Return what can be chosen next on the way to a move. Raises `IllegalMove`."""
        return aids.guide(state, text)

    def destinations(self, state: State, text: str) -> Destinations:
        """Return where a ship can fly (`b1`), where one it lands on can be sent (`b1xe4`), or which ships can fly."""
        return destinations(state, text)

    def leave(self, state: State, seat: int) -> State:
        """Return the state after a seat left: the other wins. A match that is over stays as it is."""
        return state if state.mover is None else super().leave(replace(state, passed=()), seat)

    def position(self, state: State) -> str:
        """Return the position text: rows 6 to 1, the phase, the seat to move."""
        return position.write(state.board, state.laid, state.mover)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read a position text, which may have fewer than twelve ships. Raises `ValueError`."""
        del seed
        check_players(_INFO, players)
        complete_options(_INFO, options or {})
        return position.read(text)

    def describe(self, state: State, move: Setup | Flight) -> str:
        """Return what a move does, as "flies b1 onto e4 (2 boosts) and sends the medium to c3"."""
        return describe(state, move)

    def task(self, state: State) -> str:
        """Return what the seat to move has to do; empty when the match is over."""
        return task(state, find_example_flight(state) if is_first_flight(state) else "")

    def news(self, state: State) -> tuple[str, ...]:
        """Return sentences on seats passed over and on a repeated position."""
        return news(state)
