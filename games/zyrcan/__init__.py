"""Zyrcan by Javier García: three to five fleets, straight flights, and the engines that are left in the end."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING, Literal

from games.base import GameBase
from games.contract import Info, check_players, complete_options
from games.example import find_example
from games.translation import gettext_noop as N_
from games.zyrcan import aids, moves, notation, parser, position, rules
from games.zyrcan.aids import TIPS
from games.zyrcan.notation import SEATS, begins_phase, describe, news, task
from games.zyrcan.rules import OPTIONS
from games.zyrcan.state import Move, State, Variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Destinations, Options, Step

__all__ = ["Zyrcan"]

_FIRST = Info(
    key="zyrcan",
    title="Zyrcan",
    designer="Javier García",
    year=None,
    seats=SEATS,
    min_players=3,
    max_players=5,
    options=OPTIONS,
    rules=1,
    pitch=N_("Deploy twelve ships, then capture in straight lines: the most engines left on the board win."),
    help=resources.files(__name__).joinpath("help.md").read_text("utf-8"),
    examples=("2@e5", "e5xg7", "2@e5 c3-d4", "2@e5 c3xd4"),
    typed_words=parser.TYPED_WORDS,
    tips=TIPS,
)


class Zyrcan(GameBase[State, Move]):
    """The game Zyrcan, behind the contract in `games.contract`, under one version of its rules.

    Under version 1 a flight in Blitzkrieg's phase one could cross cells that are not in use; else it is the same game.
    """

    def __init__(self, rules: Literal[1, 2] = 2) -> None:
        self.info = _FIRST if rules == 1 else replace(_FIRST, rules=2, earlier=(Zyrcan(1),))

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the empty board; nothing is drawn by lot, so `seed` changes nothing. Raises `BadOption`."""
        del seed
        return rules.start(check_players(_FIRST, players), self._variant(options))

    def parse(self, state: State, text: str) -> Move:
        """Read a move in any form of the rules page. Raises `IllegalMove`."""
        return parser.read_move(state, text)

    def format(self, state: State, move: Move) -> str:
        """Write a move in canonical notation: `2@e5`, `e5xg7`, `2@e5 c3-d4`."""
        return notation.write(state.board, move)

    def play(self, state: State, move: Move) -> State:
        """Return the state after a legal move, the turn with the next seat that can move."""
        return rules.play(state, move)

    def legal(self, state: State) -> Sequence[Move]:
        """Return every legal move once: placements by engines and cell, flights by start and direction."""
        return list(moves.turns(state, state.mover)) if state.mover else ()

    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        """Return texts that could follow, in the order of the board; in Blitzkrieg part by part."""
        return aids.suggest(state, text, limit)

    def guide(self, state: State, text: str) -> Step:
        """Return what can be chosen next on the way to a move. Raises `IllegalMove`."""
        return aids.guide(state, text)

    def destinations(self, state: State, text: str) -> Destinations:
        """Return where a ship can fly (`e5`), where a kind of ship can be put (`2`), or all of it."""
        return aids.destinations(state, text)

    def can_queue(self, state: State, seat: int) -> bool:
        """Return whether a seat has ships to put on the board, in the standard game."""
        return state.phase == "deploy" and not state.blitzkrieg and any(state.hands[seat - 1])

    def leave(self, state: State, seat: int) -> State:
        """Return the state after a seat left: out of the turn order, its ships stay; the last one left wins (R4)."""
        return rules.leave(state, seat)

    def position(self, state: State) -> str:
        """Return the position text."""
        return position.write(state)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read a position text in which nobody has left. Raises `ValueError` with a sentence on what is wrong."""
        del seed
        return position.read(text, check_players(_FIRST, players), self._variant(options or {}))

    def describe(self, state: State, move: Move) -> str:
        """Return what a move does in `state`, as a clause after the player's name."""
        return describe(state, move)

    def task(self, state: State) -> str:
        """Return what the seat to move has to do; empty when the match is over."""
        return task(state, find_example(self, state) if begins_phase(state) else "")

    def news(self, state: State) -> tuple[str, ...]:
        """Return sentences on seats passed over or out, on the attack beginning, and on the last round."""
        return news(state)

    def _variant(self, options: Options) -> Variant:
        if complete_options(_FIRST, options)["variant"] == "standard":
            return "standard"
        return "blitzkrieg" if self.info.rules > 1 else "blitzkrieg 1"
