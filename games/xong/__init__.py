"""Xong by Nathan A. Smith (1996): legs of hexagons, and a gift for the other player every turn."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from games.base import GameBase
from games.contract import Info, TooManyMoves, check_players, complete_options
from games.example import find_example
from games.translation import gettext_noop as N_
from games.xong import aids, board, notation, position, rules
from games.xong.aids import TIPS, destinations, suggest
from games.xong.notation import describe, is_first_turn, news, task
from games.xong.parser import TYPED_WORDS, read_move
from games.xong.rules import OPTIONS, count_score
from games.xong.state import Move, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Destinations, Options, Step
    from games.xong.board import LegBoard

__all__ = ["Xong"]

_INFO = Info(
    key="xong",
    title="Xong",
    designer="Nathan A. Smith",
    year=1996,
    seats=rules.SEATS,
    min_players=2,
    max_players=2,
    options=OPTIONS,
    rules=1,
    pitch=N_("Place the piece you were given on the sides of hexagons, then give one that was never played."),
    help=files(__name__).joinpath("help.md").read_text(encoding="utf-8"),
    examples=("give FL", "give 2-1", "give e5e e5ne", "place e5e give FL", "place e5e>FL e5ne give 3-2"),
    typed_words=TYPED_WORDS,
    tips=TIPS,
)


class Xong(GameBase[State, Move]):
    """The game behind the contract in `games.contract`, where each call is described."""

    info = _INFO

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the empty board, drawn from the seed unless it is the standard one. Raises `BadOption`."""
        check_players(_INFO, players)
        return rules.start(_board(options, seed), str(complete_options(_INFO, options)["first"]))

    def parse(self, state: State, text: str) -> Move:
        """Read a move in canonical or loose notation. Raises `IllegalMove`."""
        return read_move(state, text)

    def format(self, state: State, move: Move) -> str:
        """Return `place e5e e5ne give FLR`, or the one of its two parts that the move has."""
        return notation.write(state.board, move)

    def play(self, state: State, move: Move) -> State:
        """Return the state after a placement and a gift."""
        return rules.play(state, move)

    def legal(self, state: State) -> Sequence[Move]:
        """Return nothing when the match is over. Raises `TooManyMoves` before that: gifts have no end."""
        if state.mover is None:
            return ()
        raise TooManyMoves("The Xoids that may be given are too many to list.")

    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        """Return placements or gifts that the half-typed `text` could go on with, in the order of the board."""
        return suggest(state, text, limit)

    def guide(self, state: State, text: str) -> Step:
        """Return what can be chosen next on the way to a move. Raises `IllegalMove`."""
        return aids.guide(state, text)

    def destinations(self, state: State, text: str) -> Destinations:
        """Return the legs on which the Xoid in hand can lie: all, or those with some legs or a hexagon named."""
        return destinations(state, text)

    def points(self, state: State) -> tuple[int, ...]:
        """Return the score of red and of blue as it is now, which a seat that leaves doesn't change (R4)."""
        return count_score(state.board, state.legs).points

    def position(self, state: State) -> str:
        """Return the position text."""
        return position.write(state)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read a position text, without history. Raises `ValueError` with a sentence on what is wrong."""
        check_players(_INFO, players)
        return position.read(text, _board(options or {}, seed))

    def describe(self, state: State, move: Move) -> str:
        """Return what a move does, as a clause after the player's name."""
        return describe(state, move)

    def task(self, state: State) -> str:
        """Return what the seat to move has to do."""
        return task(state, find_example(self, state) if is_first_turn(state) else "")

    def news(self, state: State) -> tuple[str, ...]:
        """Return a sentence on the end of the match."""
        return news(state)


def _board(options: Options, seed: int) -> LegBoard:
    settled = complete_options(_INFO, options)
    return board.board(str(settled["board"]), int(settled["hexes"]), seed)
