"""Defaults for the calls of a game, so that a small game is its rules, its notation and its picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Generic

from games.contract import Destinations, M, Result, S
from games.text import clean, format_short_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Info, Options


class GameBase(ABC, Generic[S, M]):
    """A game that sets `info` and defines the abstract calls; it overrides a default where its rules differ.

    `games.contract.Game` describes every call. The default of `leave` is for two players.
    """

    info: Info

    @abstractmethod
    def start(self, players: int, options: Options, seed: int) -> S:
        """Return the first state. Raises `BadOption`."""

    @abstractmethod
    def parse(self, state: S, text: str) -> M:
        """Read a move. Raises `IllegalMove`."""

    @abstractmethod
    def format(self, state: S, move: M) -> str:
        """Write a move in canonical notation."""

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """Return the state after a legal move."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[M]:
        """Return every legal move once, for the default of `suggest` in the order of the board."""

    @abstractmethod
    def position(self, state: S) -> str:
        """Return the position as one line of text."""

    @abstractmethod
    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> S:
        """Read a line of position text. Raises `ValueError`."""

    @abstractmethod
    def describe(self, state: S, move: M) -> str:
        """Return what a move does as a clause after the player's name."""

    @abstractmethod
    def task(self, state: S) -> str:
        """Return what the seat to move has to do; empty when the match is over."""

    def to_move(self, state: S) -> int | None:
        """Return the seat to move, or None when the match is over."""
        return state.mover

    def result(self, state: S) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        return state.outcome

    def points(self, state: S) -> tuple[int, ...] | None:
        """Return each seat's points as `leave` records them; None in a game without points."""
        del state

    def leave(self, state: S, seat: int) -> S:
        """Return the state after one of two seats left: the other wins. A match that is over stays as it is."""
        if state.mover is None:
            return state
        reason = f"{self.info.seats[seat - 1]} left the match"
        outcome = Result((2, 1) if seat == 1 else (1, 2), reason, self.points(state))
        return replace(state, mover=None, outcome=outcome)

    def news(self, state: S) -> tuple[str, ...]:
        """Return no sentences: nothing happens in a turn besides the move."""
        del state
        return ()

    def spellings(self, state: S, move: M) -> tuple[str, ...]:
        """Return every form in which a move can be typed, in small letters: here the canonical one alone."""
        return (self.format(state, move).lower(),)

    def suggest(self, state: S, text: str, limit: int) -> list[str]:
        """Return up to `limit` legal moves of which some spelling begins with `text`, spaces aside."""
        typed = clean(text).lower().replace(" ", "")
        found = (
            self.format(state, move)
            for move in self.legal(state)
            if any(form.replace(" ", "").startswith(typed) for form in self.spellings(state, move))
        )
        return list(islice(found, max(0, limit)))

    def destinations(self, state: S, text: str) -> Destinations:
        """Return the move that a text names and what it does, or all legal moves for an empty text.

        It suits a game in which a move is the name of a place. Raises `IllegalMove`.
        """
        if state.mover is not None and not clean(text):
            names = tuple([self.format(state, move) for move in self.legal(state)])
            choices = format_short_list([f"`{name}`" for name in names], "or")
            return Destinations((), names, f"{self.info.seats[state.mover - 1]} can play {choices}.")
        move = self.parse(state, text)
        name, seat = self.format(state, move), self.info.seats[(state.mover or 1) - 1]
        return Destinations((), (name,), f"`{name}`: {seat} {self.describe(state, move)}.")
