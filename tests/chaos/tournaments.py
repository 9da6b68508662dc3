"""Events: an organizer sets them up, people sign up by button, and play them season after season."""

from __future__ import annotations

import asyncio
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from games import GAMES
from tests.chaos import records
from tests.chaos.acts import (
    CORRECTION,
    PATIENCE,
    SETTING_UP,
    SIGN_UP,
    START,
    WITHDRAWAL,
    Wish,
    attempt,
    press,
    say,
    slash,
)
from tests.chaos.contests import Contest
from tests.chaos.move_senders import came_back
from tests.chaos.post_parser import SignUp, button

if TYPE_CHECKING:
    from random import Random

    from games.contract import Game, Info
    from playground.model.resources.message import Message
    from storage.queries.rows import Pairing
    from tests.chaos.players import Players
    from tests.chaos.records import TournamentRecord
    from tests.playground.client import Person

CLOCKS = ("10m", "15m", "1h")
FEWEST = 3
"""People that a league and tables need."""
LONGEST = 5
"""Moves of a match at most, so that an event comes to its end between many kills."""
GLANCE = 1.0
"""Seconds after which people look again how their event stands."""
POSTED = 6.0
"""Seconds after which an organizer sets up an event again that wasn't posted."""
LEISURELY = 0.2
"""In how many matches people let their time run."""
WITHDRAWS, CORRECTS, NEXT_SEASON = 0.4, 0.6, 0.7


class Host:
    """An organizer with the events of one channel. `chance` decides all that happens in them."""

    def __init__(self, players: Players, hall: str, database: str, chance: Random, contests: list[Contest]) -> None:
        """The matches of events are added to `contests`."""
        self.players = players
        self.hall = hall
        self.database = database
        self.chance = chance
        self.contests = contests
        self.organizer = players.people[0]
        self.begun = 0
        """How many events were told to begin."""

    async def run(self) -> None:
        """Hold one event after the other until the evening ends."""
        while not self.players.closing:
            event = await self._set_up()
            while event is not None:
                await self._hold(event)
                event = await self._find_next_season(event)

    async def _set_up(self) -> SignUp | None:
        """Set up an event until its post is there, and return it; None if the evening ended before."""
        kind = self.chance.choice(("league", "tables"))
        games = [game.info for game in GAMES.values() if _fits(game.info, kind)]
        key, clock = self.chance.choice(games).key, self.chance.choice(CLOCKS)
        name = "Evening " + "".join(self.chance.choices(ascii_lowercase, k=8))
        terms = {"rounds": "1"} if kind == "tables" else {}

        def posted() -> bool:
            return self._find(name, 1) is not None

        def draw() -> Wish:
            text = " ".join([f"!event create {kind} {key} {name} {clock}", *(f"{one}={terms[one]}" for one in terms)])
            send = self.chance.choice(
                (
                    say(self.organizer, text, self.hall, lasts=False),
                    slash(self.organizer, self.hall, "events", do=text.removeprefix("!event ")),
                )
            )
            return Wish(SETTING_UP, self.organizer, text, send)

        while not (posted() or self.players.closing):
            await attempt(self.players, draw, posted)
            await self.players.until(lambda: posted() or self.players.closing, POSTED)
        return self._find(name, 1)

    def _find(self, name: str, season: int) -> SignUp | None:
        found = (one for one in self.players.sign_ups if (one.name, one.season) == (name, season))
        return min(found, key=lambda one: one.event, default=None)

    async def _hold(self, event: SignUp) -> None:
        """Let people sign up, let the event begin, and play it."""
        post, number = self.players.sign_ups[event], event.event
        people = self.chance.sample(self.players.people, self.chance.randint(FEWEST, len(self.players.people)))
        await asyncio.gather(*(self._sign_up(number, post, person) for person in people))
        await self._start(number)
        self.begun += 1
        async with asyncio.TaskGroup() as group:
            playing: dict[int, asyncio.Task[None]] = {}
            willing = [
                draw
                for draw, often in ((self._withdraw, WITHDRAWS), (self._correct, CORRECTS))
                if self.chance.random() < often
            ]
            while not self.players.closing:
                known = await records.tournament(self.database, number)
                if known.tournament.status not in {"open", "running"}:
                    break
                if known.tournament.starts_at > self.players.playground.state.clock():
                    await self._start(number)  # it came to nothing before
                for match in known.matches:
                    if match not in playing:
                        playing[match] = group.create_task(self._play(match, GAMES[known.tournament.game]))
                for draw in [*willing]:
                    if await draw(known):
                        willing.remove(draw)
                await self.players.until(lambda: self.players.closing, GLANCE)

    async def _sign_up(self, number: int, post: Message, person: Person) -> None:
        """Press the button until there is an answer."""
        wish = Wish(SIGN_UP, person, "sign up", press(person, post.id, f"event_join:{number}"), what=str(number))
        while not self.players.closing and not await attempt(self.players, lambda: wish, lambda: False):
            pass

    async def _start(self, number: int) -> None:
        """Tell the bot to begin an event."""

        def draw() -> Wish:
            by_text = say(self.organizer, f"!event start {number}", self.hall, lasts=False)
            by_slash = slash(self.organizer, self.hall, "events", do=f"start {number!s}")
            return Wish(START, self.organizer, "start", self.chance.choice((by_text, by_slash)), what=str(number))

        await attempt(self.players, draw, lambda: self.players.closing)

    async def _play(self, number: int, game: Game[Any, Any]) -> None:
        """Play a match of an event, as soon as it is there."""
        contest = Contest(self.players, game, self.database, self.chance, longest=LONGEST, again=0)
        contest.number, contest.clocked = number, self.chance.random() < LEISURELY
        contest.stuck = "the first board"
        self.contests.append(contest)
        while not await self.players.until(lambda: bool(self.players.boards[number]), 60):
            pass
        await contest.play()

    async def _withdraw(self, known: TournamentRecord) -> bool:
        """Let somebody withdraw once matches have begun; return whether that was tried."""
        if not known.matches:
            return False
        number = str(known.tournament.id)
        user = self.chance.choice(known.people).user_id
        person = next(each for each in self.players.people if each.id == str(user))
        question = await self._ask_to_withdraw(person, number)
        withdraw = question and button(question, "event_withdraw")
        if question and withdraw:
            wish = Wish(WITHDRAWAL, person, "withdraw", press(person, question.id, withdraw), what=number)
            await attempt(self.players, lambda: wish, lambda: "You withdrew." in question.content)
        return True

    async def _ask_to_withdraw(self, person: Person, number: str) -> Message | None:
        """Return what the bot asks somebody who wants to withdraw; None if the evening ended before."""
        while not self.players.closing:
            await self.players.online()
            asked = came_back(await person.slash("events", self.hall, do=f"withdraw {number}"))
            replies = self.players.replies_to(asked.source)
            if await self.players.until(lambda r=replies: bool(r), PATIENCE):
                return replies[0]
        return None

    async def _correct(self, known: TournamentRecord) -> bool:
        """Let the organizer correct the result of a match that is over; return whether that was tried."""
        over = {each.number: each.home for each in self.contests if each.home and each.is_over}
        played = [each for each in known.pairings if each.match_id in over]
        if known.tournament.status != "running" or not played:
            return False
        pairing = self.chance.choice(played)
        match, home, result = pairing.match_id or 0, over[pairing.match_id or 0], self._draw_result(pairing)

        def draw() -> Wish:
            text = f"!event correct #{match} {result}"
            send = self.chance.choice(
                (
                    say(self.organizer, text, self.hall, lasts=False),
                    say(self.organizer, text, home),
                    slash(self.organizer, self.hall, "events", do=f"correct #{match} {result}"),
                )
            )
            return Wish(CORRECTION, self.organizer, text, send, match)

        await attempt(self.players, draw, lambda: False)
        return True

    def _draw_result(self, pairing: Pairing) -> str:
        people = self.chance.sample(pairing.people, len(pairing.people))
        return self.chance.choice((" ".join(f"<@{user}>" for user in people), "draw", "void"))

    async def _find_next_season(self, event: SignUp) -> SignUp | None:
        """Return the season after an event, if the same people want to go on and there is one."""
        known = await records.tournament(self.database, event.event)
        if known.tournament.status != "finished" or known.tournament.kind != "league":
            return None
        if self.players.closing or self.chance.random() > NEXT_SEASON:
            return None

        def find() -> SignUp | None:
            return self._find(event.name, event.season + 1)

        while not await self.players.until(lambda: find() is not None or self.players.closing, 60):
            pass
        return find()


def _fits(info: Info, kind: str) -> bool:
    """Whether a game can be played in a kind of event."""
    return info.max_players > 2 if kind == "tables" else info.min_players == 2
