"""A match of a drill: its moves are drawn, and it can go back to where a backup has it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from games.random_play import choices
from tests.wire.match import Contest

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.match import Way

CHOICES = 40
"""Moves that are drawn at a time, to find one that doesn't end the match."""


class DrilledContest(Contest):
    """A match whose record is at `url`. `leaves` counts the seats that resigned."""

    def __init__(self, key: str, people: tuple[Person, ...], url: str, seed: str) -> None:
        super().__init__(key, people)
        self.url = url
        self.leaves = 0
        self._chance = Random(seed)

    @property
    def events(self) -> int:
        """How many events the log of the match has."""
        return self.ply + self.leaves

    async def play(self, way: Way) -> bool:
        """Play a move, if possible one that doesn't end the match, and check its board. Returns False if it's over."""
        if not self.game.to_move(self.state):
            return False
        legal = choices(self.game, self.state)
        legal = self._chance.sample(legal, min(CHOICES, len(legal)))
        lasting = [move for move in legal if self.game.to_move(self.game.play(self.state, move))]
        await self.turn(way, self.game.format(self.state, (lasting or legal)[0]))
        return True

    async def resign_all_but_one(self) -> None:
        """Let one seat after the other resign until the match is over, and check its end."""
        while seat := self.game.to_move(self.state):
            await self.resign(seat)
            self.leaves += 1
        self.check_end()

    def save(self) -> tuple[Any, ...]:
        """Return what `go_back` needs."""
        return self.state, self.ply, self.move, self.board, self.shown

    def go_back(self, saved: tuple[Any, ...]) -> None:
        """Be as the match was when this was saved."""
        self.state, self.ply, self.move, self.board, self.shown = saved


async def by_message(person: Person, thread: str, board: Json, text: str) -> None:
    """`!move c4` in the thread: what is read again after a restore."""
    del board
    await person.say(f"!move {text}", thread)


async def by_command(person: Person, thread: str, board: Json, text: str) -> None:
    """`/move` in the thread: what is in no message."""
    del board
    await person.ask_by_slash("move", thread, move=text)
