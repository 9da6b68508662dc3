"""The matches of an event, as its people play them: how each of them behaves, and some turns in half a day."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from games.random_play import choose_move
from storage.queries import matches

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.referee.context import Context
    from storage.queries.rows import Match
    from tests.season.members import Members

Kind: TypeAlias = Literal["regular", "absent", "forgetful", "leaving"]
"""Those who are absent never move; the forgetful let one match run out of time; the leaving withdraw from the event."""
LONGEST = 3
"""Rounds after which a match is given up at the latest."""
NEVER = 1000
DRAWS = 0.12


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person behaves: of what kind they are, how often they look in half a day, and how well they play."""

    kind: Kind
    presence: float
    strength: float


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What becomes of a match unless its rules end it before: after some moves it is drawn, or somebody resigns.

    `order` are its people in the order in which they resign, all but the last. `forgotten` is who lets it run out of
    time, if anybody.
    """

    moves: int
    drawn: bool
    order: tuple[str, ...]
    forgotten: str = ""


def choose_habits(seed: int, event: str, names: Sequence[str], *, complete: bool = False) -> dict[str, Habits]:
    """Return the habits of the people of an event, decided by the seed: one in ten forgets a match.

    Unless the event stays `complete`, one is absent and one leaves. The first is never any of these.
    """
    chance = Random(f"habits {seed} {event}")
    dropping: list[Kind] = [] if complete else ["absent", "leaving"]
    forgetful: list[Kind] = ["forgetful" for _ in names[::10]]
    special: list[Kind] = [*dropping, *forgetful]
    kinds: dict[str, Kind] = dict(zip(chance.sample(names[1:], len(special)), special, strict=True))
    strength = Random(f"strength {seed}")
    skill = {name: strength.random() for name in sorted(names)}
    return {name: Habits(kinds.get(name, "regular"), chance.uniform(0.7, 0.95), skill[name]) for name in names}


def plan_match(chance: Random, people: Sequence[str], habits: dict[str, Habits], forgetting: str = "") -> MatchPlan:
    """Return what becomes of a match; who plays better gives up later. `forgetting` is who forgets it, if anybody."""
    strengths = {name: habits[name].strength + chance.gauss(0, 0.35) for name in people}
    order = tuple(sorted(people, key=lambda name: strengths[name]))
    drawn = len(people) == 2 and chance.random() < DRAWS
    moves = chance.randint(2, LONGEST * len(people))
    return MatchPlan(NEVER if forgetting else moves, drawn, order, forgetting)


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
