"""Martian Life by Kerin Schiesser: pyramids on a board where pieces die of crowding and of loneliness."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

from games.base import GameBase
from games.contract import Info, check_players, complete_options
from games.martian_life import aids, notation, parser, position, rules
from games.martian_life.aids import TIPS
from games.martian_life.notation import describe, news, task
from games.martian_life.rules import OPTIONS
from games.martian_life.state import Move, State
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Destinations, Options, Step

__all__ = ["MartianLife"]

_INFO = Info(
    key="martian-life",
    title="Martian Life",
    designer="Kerin Schiesser",
    year=None,
    seats=rules.SEATS,
    min_players=2,
    max_players=2,
    options=OPTIONS,
    rules=1,
    pitch=N_("Grow a colony of pyramids, and see that none of them is too crowded or too lonely to live."),
    help=files(__name__).joinpath("help.md").read_text(encoding="utf-8"),
    examples=("c4", "d5+"),
    typed_words=parser.TYPED_WORDS,
    tips=TIPS,
)


class MartianLife(GameBase[State, Move]):
    """The game behind the contract in `games.contract`, where each call is described."""

    info = _INFO

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the first state; nothing is random, so `seed` changes nothing. Raises `BadOption`."""
        del seed
        check_players(_INFO, players)
        return rules.start(**_settings(options))

    def parse(self, state: State, text: str) -> Move:
        """Read a move in canonical or loose notation. Raises `IllegalMove`."""
        return parser.read_move(state, text)

    def format(self, state: State, move: Move) -> str:
        """Return `c4` for a placement, `c4+` for a promotion."""
        del state
        return notation.write(move)

    def spellings(self, state: State, move: Move) -> tuple[str, ...]:
        """Return every form in which a move can be typed: `c4` and `place c4`, `c4+`, `+c4` and `promote c4`."""
        del state
        return notation.spellings(move)

    def play(self, state: State, move: Move) -> State:
        """Return the state after a move and the deaths that follow from it."""
        return rules.play(state, move)

    def legal(self, state: State) -> Sequence[Move]:
        """Return every legal move, square by square from a1."""
        return rules.moves(state.board, state.mover, unlimited=state.unlimited) if state.mover else ()

    def guide(self, state: State, text: str) -> Step:
        """Return what can be chosen next on the way to a move. Raises `IllegalMove`."""
        return aids.guide(state, text)

    def destinations(self, state: State, text: str) -> Destinations:
        """Return what a move on a square does (`c4`), where a `small`, `medium` or `large` can come, or all squares."""
        return aids.destinations(state, text)

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points that red and yellow have on the board."""
        return rules.scores(state.board)

    def leave(self, state: State, seat: int) -> State:
        """Return the state after a seat left: the other wins. A match that is over stays as it is."""
        return state if state.mover is None else super().leave(replace(state, passed=()), seat)

    def position(self, state: State) -> str:
        """Return the position text."""
        return position.write(state.board, state.mover)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read a position text, without history. Raises `ValueError` with a sentence on what is wrong."""
        del seed
        check_players(_INFO, players)
        return rules.read(text, **_settings(options or {}))

    def describe(self, state: State, move: Move) -> str:
        """Return what a move does and which pieces die, as a clause after the player's name."""
        return describe(state, move)

    def task(self, state: State) -> str:
        """Return what the seat to move has to do."""
        return task(state)

    def news(self, state: State) -> tuple[str, ...]:
        """Return sentences on seats passed over and a position repeated."""
        return news(state)


def _settings(options: Options) -> rules.Settings:
    values = complete_options(_INFO, options)
    return {"unlimited": values["supply"] == "unlimited", "target": int(values["target"])}
