"""Force Field Factions by Roger Burton West (2007): pyramids on a chessboard under fields of seven colours."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from games.base import GameBase
from games.contract import Info, check_players, complete_options
from games.example import find_example
from games.force_field_factions import aids, notation, position, rules
from games.force_field_factions.aids import TIPS, destinations
from games.force_field_factions.notation import describe, is_first_turn, news, task
from games.force_field_factions.parser import read_move
from games.force_field_factions.reachable_positions import find_positions
from games.force_field_factions.rules import OPTIONS
from games.force_field_factions.state import Move, State
from games.force_field_factions.turns import TYPED_WORDS
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Destinations, Options, Step

__all__ = ["ForceFieldFactions"]

_INFO = Info(
    key="force-field-factions",
    title="Force Field Factions",
    designer="Roger Burton West",
    year=2007,
    seats=position.SEATS,
    min_players=2,
    max_players=2,
    options=OPTIONS,
    rules=1,
    pitch=N_("Point, advance and attack under force fields that push, convert, strip or put a piece out of phase."),
    help=files(__name__).joinpath("help.md").read_text(encoding="utf-8"),
    examples=("b1: n f +red", "a1: ne f f", "b8: s +yellow"),
    typed_words=TYPED_WORDS,
    homes=True,
    far_seat=1,
    tips=TIPS,
)


class ForceFieldFactions(GameBase[State, Move]):
    """The game behind the contract in `games.contract`, where each call is described."""

    info = _INFO

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the first state; nothing is drawn by lot, so `seed` changes nothing. Raises `BadOption`."""
        del seed
        check_players(_INFO, players)
        settled = complete_options(_INFO, options)
        return rules.start(forward=settled["facing"] == "forward", supply=int(settled["pool"]))

    def parse(self, state: State, text: str) -> Move:
        """Read a move in canonical or loose notation. Raises `IllegalMove`."""
        return read_move(state, text)

    def format(self, state: State, move: Move) -> str:
        """Write a move in canonical notation: `c1: -red n f x>e +blue`."""
        return notation.write(state.board, move)

    def play(self, state: State, move: Move) -> State:
        """Return the state after a legal move."""
        return rules.play(state, move)

    def legal(self, state: State) -> Sequence[Move]:
        """Return one move for each position that can follow: fewest actions, then alphabetically first (R13)."""
        return () if state.mover is None else tuple(find_positions(state).values())

    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        """Return texts that could follow: squares from a1 to h8, then the actions that can come next."""
        return aids.suggest(state, text, limit)

    def guide(self, state: State, text: str) -> Step:
        """Return what can be chosen next on the way to a move. Raises `IllegalMove`."""
        return aids.guide(state, text)

    def destinations(self, state: State, text: str) -> Destinations:
        """Return where a piece (`c1`) can stand at the end of a turn, or which pieces there are."""
        return destinations(state, text)

    def position(self, state: State) -> str:
        """Return the position text: the pieces in order of square, then the seat to move."""
        return position.write(state.board, state.mover)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read a position text, without history. Raises `ValueError` with a sentence on what is wrong."""
        del seed
        check_players(_INFO, players)
        return position.read(text, int(complete_options(_INFO, options or {})["pool"]))

    def describe(self, state: State, move: Move) -> str:
        """Return what a move does, as "plays c1 (1 pip): points north, advances to c2, adds red"."""
        return describe(state, move)

    def task(self, state: State) -> str:
        """Return what the seat to move has to do, with an example of a move; empty when the match is over."""
        return task(state, find_example(self, state) if is_first_turn(state) else "")

    def news(self, state: State) -> tuple[str, ...]:
        """Return a sentence on a repeated position."""
        return news(state)
