"""A base for games of two players who take turns."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from games.base import GameBase
from games.contract import ENDED, M, Result, check_players, complete_options, win_of_two

if TYPE_CHECKING:
    from games.contract import Options
    from games.message import Message

S2 = TypeVar("S2", bound="TwoPlayerState")


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPlayerState:
    """What every state of a game of two has: whose turn it is, how it ended, and who left, if anybody."""

    mover: int | None = 1
    outcome: Result | None = None
    left: int | None = None

    @property
    def waiting(self) -> int:
        """The seat that isn't to move; in a match that is over, seat 2."""
        return 3 - (self.mover or 1)


class TwoPlayerGame(GameBase[S2, M]):
    """A game of two players who take turns: `begin` and `read` take the places of `start` and `parse_position`."""

    @abstractmethod
    def begin(self, options: dict[str, Any], seed: int) -> S2:
        """Return the first state, given every option; `seed` decides everything random."""

    def start(self, players: int, options: Options, seed: int) -> S2:
        """Return the first state. Raises `BadOption`."""
        check_players(self.info, players)
        return self.begin(complete_options(self.info, options), seed)

    @abstractmethod
    def read(self, start: S2, text: str) -> S2:
        """Return the position of a line of text, given the first state. Raises `ValueError`; see `with_mover`."""

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> S2:
        """Read a line of position text. Raises `ValueError` with a sentence on what is wrong."""
        return self.read(self.start(players, options or {}, seed), text)

    def pass_turn(self, state: S2, **changes: Any) -> S2:
        """Return a state with changes, and the other seat to move."""
        return replace(state, mover=state.waiting, **changes)

    def win(self, state: S2, seat: int, reason: str | Message, **changes: Any) -> S2:
        """Return a state with changes in which a seat has won; `reason` follows "Ann wins" ("with five in a row")."""
        return replace(state, mover=None, outcome=win_of_two(seat, reason, self.points(state)), **changes)

    def draw(self, state: S2, reason: str | Message, **changes: Any) -> S2:
        """Return a state with changes in which the match is drawn; `reason` follows "drawn" ("the board is full")."""
        return replace(state, mover=None, outcome=Result((1, 1), reason, self.points(state)), **changes)

    def leave(self, state: S2, seat: int) -> S2:
        """Return the state after a seat left, which it remembers: the other wins. One that is over stays as it is."""
        after = super().leave(state, seat)
        return after if after is state else replace(after, left=seat)

    def with_mover(self, state: S2, mover: int | None) -> S2:
        """Return a position of which only the seat to move is known; with None the match is over."""
        return replace(state, mover=mover, outcome=None if mover else ENDED)
