"""Defaults for the calls of a game, so that a small game is its rules, its notation and its picture."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Generic

from games.contract import Destinations, IllegalMove, M, S, win_of_two
from games.guide import guide_by_list
from games.message import message
from games.move_texts import beginnings, next_texts, places_in
from games.rejections import illegal, match_over, unfinished
from games.text import MOST_LISTED, clean, format_code_list, format_short_list
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.contract import Info, Options, Result, Step


_LONGEST = 40
"""Characters of the longest text that the default of `parse` takes for a move."""


class GameBase(ABC, Generic[S, M]):
    """A game that sets `info` and defines the abstract calls; it overrides a default where its rules differ.

    `games.contract.Game` describes every call. The default of `leave` is for two players.
    """

    info: Info
    shape: re.Pattern[str] = re.compile("[a-z][0-9]{0,2}")
    """What typed moves and their beginnings look like, in small letters without spaces. All other texts are chat."""

    @abstractmethod
    def start(self, players: int, options: Options, seed: int) -> S:
        """Return the first state. Raises `BadOption`."""

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
        """Return each seat's points by now, as `leave` records them; None in a game without points."""
        del state

    def leave(self, state: S, seat: int) -> S:
        """Return the state after one of two seats left: the other wins. A match that is over stays as it is."""
        if state.mover is None:
            return state
        outcome = win_of_two(
            3 - seat, message(N_("{seat} left the match"), seat=self.info.seats[seat - 1]), self.points(state)
        )
        return replace(state, mover=None, outcome=outcome)

    def news(self, state: S) -> tuple[str, ...]:
        """Return no sentences: nothing happens in a turn besides the move."""
        del state
        return ()

    def format(self, state: S, move: M) -> str:
        """Return `str(move)`, which is canonical if a move is the text itself or a class with `__str__`."""
        del state
        return str(move)

    def spellings(self, state: S, move: M) -> tuple[str, ...]:
        """Return every form in which a move can be typed, in small letters: here the canonical one alone."""
        return (self.format(state, move).lower(),)

    def _find(self, state: S, typed: str) -> Iterator[tuple[M, bool]]:
        """Yield every legal move of which some spelling begins with a text, and whether one is the text."""
        for move in self.legal(state):
            forms = [form.replace(" ", "") for form in self.spellings(state, move)]
            if any(form.startswith(typed) for form in forms):
                yield move, typed in forms

    def parse(self, state: S, text: str) -> M:
        """Return the legal move of which some spelling is `text`, spaces and capitals aside. Raises `IllegalMove`."""
        typed = _close_up(text)
        if len(text) > _LONGEST or self.shape.fullmatch(typed) is None:
            examples = format_code_list(self.info.examples)
            raise IllegalMove(
                "not_a_move", _("That isn't a move: write it as in {examples}.").format(examples=examples)
            )
        if state.mover is None:
            raise match_over()
        begun: list[str] = []
        for move, whole in self._find(state, typed):
            if whole:
                return move
            begun.append(self.format(state, move))
        if begun:
            why = _("Not yet a move: write {moves}.").format(moves=_list_texts(begun, typed))
            raise unfinished(why)
        why = _("`{move}` can't be played.").format(move=typed)
        raise illegal(f"{why} {self._advise(state, typed)}")

    def suggest(self, state: S, text: str, limit: int) -> list[str]:
        """Return up to `limit` legal moves of which some spelling begins with `text`, spaces aside.

        If there are many, moves that name several places come only up to the next place, as `next_texts` says.
        """
        typed = _close_up(text)
        found = [self.format(state, move) for move, _whole in self._find(state, typed)]
        return next_texts(found, typed, MOST_LISTED)[: max(0, limit)]

    def guide(self, state: S, text: str) -> Step:
        """Return all legal moves to choose from, or first where they begin if there are many. Raises `IllegalMove`."""
        return guide_by_list(self, state, text, self.places)

    def can_queue(self, state: S, seat: int) -> bool:
        """Return False: turns are decided one by one."""
        del state, seat
        return False

    def places(self, state: S, move: M) -> tuple[str, ...]:
        """Return the places that a move names, in its order, the place of a piece that moves first.

        Here they are what looks like `c4` in the text of the move.
        """
        return places_in(self.format(state, move))

    def affected(self, state: S, move: M) -> tuple[str, ...]:
        """Return the names of the places that a move changes besides those that it names: here none."""
        del state, move
        return ()

    def destinations(self, state: S, text: str) -> Destinations:
        """Return where the piece on a place that a text names can go, and how to write it, or what a whole move does.

        An empty text gets the first places of all legal moves. Raises `IllegalMove`.
        """
        typed = _close_up(text)
        if state.mover is not None and not typed:
            firsts = [places[0] for move in self.legal(state) if (places := self.places(state, move))]
            return Destinations((), _each_once(firsts), self._list_moves(state, state.mover))
        try:
            return self._destinations_of_move(state, self.parse(state, text))
        except IllegalMove as rejection:
            if rejection.kind == "not_a_move" or state.mover is None or not (found := self._go_on(state, typed)):
                raise
            return found

    def _destinations_of_move(self, state: S, move: M) -> Destinations:
        """Return what a move does, with the place that its piece leaves, if any, and the others."""
        seat = _(self.info.seats[(state.mover or 1) - 1])
        # Translators: {action} is what a move does: "places a stone on c4".
        template = _("`{move}`: {seat} {action}.")
        words = template.format(move=self.format(state, move), seat=seat, action=self.describe(state, move))
        named, affected = self.places(state, move), self.affected(state, move)
        first, others = named[:1], _each_once([*named[1:], *affected])
        if not others:
            return Destinations((), first, words)
        return Destinations(first, tuple([place for place in others if place not in first]), words)

    def _go_on(self, state: S, typed: str) -> Destinations | None:
        """Return what can follow the places that a text names, or None if no legal move begins with them."""
        named = places_in(typed)
        found = [
            (move, places) for move in self.legal(state) if (places := self.places(state, move))[: len(named)] == named
        ]
        if not named or not found:
            return None
        seat = _(self.info.seats[(state.mover or 1) - 1])
        texts = _list_texts([self.format(state, move) for move, _places in found], typed)
        template = _("After `{beginning}`, {seat} can write {moves}.")
        words = template.format(beginning=beginnings(typed)[len(named) - 1], seat=seat, moves=texts)
        following = _each_once([places[len(named)] for _move, places in found if len(places) > len(named)])
        return Destinations(named[-1:], following, words) if following else Destinations((), named[-1:], words)

    def _advise(self, state: S, typed: str) -> str:
        """Return a sentence on how a text that can't be played could go on after its last place that is right."""
        for text in reversed(beginnings(typed)):
            if found := self._go_on(state, text):
                return found.words
        return self._list_moves(state, state.mover or 1)

    def _list_moves(self, state: S, seat: int) -> str:
        """Return a sentence on the moves of a seat that name at most one place, and one on where the others begin."""
        moves = [(self.format(state, move), self.places(state, move)) for move in self.legal(state)]
        single = [f"`{text}`" for text, places in moves if len(places) < 2]
        starts = _each_once([f"`{places[0]}`" for _, places in moves if len(places) > 1])
        listed = ((_("{seat} can play {moves}."), single), (_("{seat} can move from {moves}."), starts))
        name = _(self.info.seats[seat - 1])
        sentences = [
            template.format(seat=name, moves=format_short_list(names, "or")) for template, names in listed if names
        ]
        return " ".join(sentences)


def _close_up(text: str) -> str:
    """Return a typed text in small letters, without spaces and what chat adds to it."""
    return clean(text).lower().replace(" ", "")


def _each_once(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _list_texts(texts: Sequence[str], typed: str) -> str:
    """Return moves that begin with a text, or if they are many, how they can go on."""
    return format_short_list([f"`{text}`" for text in next_texts(texts, typed, MOST_LISTED)], "or")
