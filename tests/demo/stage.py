"""What everybody in the demo needs: the people, the pace, and a way to tell what happens."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING

from tests.wire.match import bare, by_mention, by_reply, by_slash, by_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.wire.match import Contest, Way
    from tests.wire.timed_environment import TimedEnvironment

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")
WAYS: tuple[Way, ...] = (bare, by_reply, bare, by_slash, bare, by_mention, by_text)
"""How people move, by turns: mostly they just write the move."""


@dataclass
class Stage:
    """The playground with its people, who think `pace` seconds about everything; `say` tells the onlooker a line."""

    env: TimedEnvironment
    pace: float
    say: Callable[[str], None] = lambda _: None
    ways: Iterator[Way] = field(default_factory=lambda: cycle(WAYS))

    async def think(self) -> None:
        """Let the time pass that somebody thinks."""
        await asyncio.sleep(self.pace)

    async def move(self, contest: Contest, text: str) -> None:
        """Let the player to move think, play a move in some way, and wait for the board."""
        await self.think()
        await contest.turn(next(self.ways), text)

    async def play(self, contest: Contest, moves: Sequence[str]) -> None:
        """Let people play moves one after the other."""
        for text in moves:
            await self.move(contest, text)

    def tell_end(self, contest: Contest) -> None:
        """Check that a match has ended, and tell how."""
        contest.check_end()
        result = contest.game.result(contest.state)
        assert result
        winners = " and ".join(contest.people[seat - 1].name for seat in result.winners)
        self.say(f"{contest.game.info.title} #{contest.number}: {winners} won, {result.clause}.")
