"""The matches of an event, as their people play them: some turns of each in half a day."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from games.random_play import choose_move
from storage.queries import matches
from tests.season.habits import plan_match

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.referee.context import Context
    from storage.queries.rows import Match
    from tests.season.habits import Habits, MatchPlan
    from tests.season.members import Members

LastAct: TypeAlias = "Callable[[], Awaitable[None]]"
AT_ONCE = 6
"""Matches that go on beside each other: enough to keep the bot busy."""
TURNS = 2
"""How many turns a match has at most while its people look at it."""


class MatchPlay:
    """Plays the matches of an event. All that people decide in a match comes from the seed and who plays in it."""

    def __init__(
        self, members: Members, context: Context, habits: dict[str, Habits], game: str, *, draws: bool, seed: str
    ) -> None:
        self._members = members
        self._context = context
        self._game: Any = context.games[game]
        self._habits = habits
        self._draws = draws
        self._seed = seed
        self._plans: dict[int, tuple[Random, MatchPlan]] = {}
        self._forgot: set[str] = set()
        self.moves = 0

    async def go_on(self, running: Sequence[Match]) -> None:
        """Let the people of all running matches look at them once.

        What ends a match is done one after the other, so that ratings come out the same each time.
        """
        for match in running:
            if match.id not in self._plans:
                self._plans[match.id] = self._begin(match)
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(match: Match) -> LastAct | None:
            async with limit:
                return await self._look(match)

        for end in await asyncio.gather(*map(one, running)):
            if end:
                await end()

    def _begin(self, match: Match) -> tuple[Random, MatchPlan]:
        names = [person.name for person in match.seats]
        chance = Random(f"{self._seed} {' '.join(names)}")
        forgetting = [name for name in names if self._habits[name].kind == "forgetful" and name not in self._forgot]
        self._forgot.update(forgetting[:1])
        return chance, plan_match(chance, names, self._habits, *forgetting[:1])

    async def _look(self, match: Match) -> LastAct | None:
        """Play a match as far as its people are there, and return what they do to end it, if they do."""
        chance, plan = self._plans[match.id]
        for _ in range(chance.randint(1, TURNS)):
            async with self._context.database.read() as tx:
                match = await matches.require(tx, match.id)
                state = await self._context.state(tx, match)
            seat: int | None = self._game.to_move(state)
            if seat is None:
                return None
            mover, ply = match.seats[seat - 1].name, self._members.plies.get(match.id, 0)
            if not self._is_there(mover, plan, ply, chance):
                return None
            if ply >= plan.moves or (match.gone and plan.forgotten):
                return partial(self._end, match, plan)
            move, self.moves = choose_move(self._game, state, chance), self.moves + 1
            play = partial(self._members.move, mover, match.id, str(match.home), self._game.format(state, move))
            if self._game.to_move(self._game.play(state, move)) is None:
                return play
            await play()
        return None

    def _is_there(self, name: str, plan: MatchPlan, ply: int, chance: Random) -> bool:
        habits = self._habits[name]
        forgets = plan.forgotten == name and ply >= len(plan.order)  # everybody has moved by then
        return habits.kind != "absent" and not forgets and chance.random() < habits.presence

    async def _end(self, match: Match, plan: MatchPlan) -> None:
        thread, names = str(match.home), [person.name for person in match.seats]
        if plan.drawn and self._draws:
            await self._members.draw(names[0], names[1], thread)
            return
        gone = {match.seats[seat - 1].name for seat in match.gone}
        stayed = [name for name in plan.order if name not in gone]
        for name in stayed[:-1]:
            if self._habits[name].kind != "absent":
                await self._members.resign(name, match.id, thread)
