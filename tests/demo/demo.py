"""People play on the playground's page: a match of each game, a plan, a takeback, an alarm and a league."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle
from typing import TYPE_CHECKING, Any

import aiohttp

from bench.positions import recording
from tests.playground.client import parts_of
from tests.web.site import parse
from tests.wire.match import Contest, bare, by_mention, by_reply, by_slash, by_text
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    import pytest

    from tests.playground.client import Json, Person
    from tests.wire.match import Way
    from tests.wire.timed_environment import TimedEnvironment

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")


async def by_page(person: Person, thread: str, board: Json, text: str) -> None:
    """Open the board in a browser that *Move* signs in, and play on its page."""
    del thread
    move = await person.ask_by_press(board, "Move")
    link, page = (_find_link(post, label) for post, label in ((move, "Open the board"), (board, "Board")))
    origin = {"Origin": link.partition("/in/")[0]}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), raise_for_status=True) as browser:
        await browser.post(link, headers=origin)
        async with browser.get(page) as answer:
            shown = parse(await answer.text())
        state = json.loads(shown.data["state"])
        change = {"at": state["at"], "request": state["request"], "move": text}
        token = {"X-Turnpost-Token": shown.main["data-token"] or ""}
        await browser.post(f"{page}/play", json=change, headers=origin | token)


def _find_link(message: Json, label: str) -> str:
    return str(next(part["url"] for part in parts_of(message) if part.get("label") == label))


WAYS: tuple[Way, ...] = (bare, by_reply, bare, by_slash, by_page, bare, by_mention, by_text)
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


@asynccontextmanager
async def open_stage(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    pace: float = 0,
    say: Callable[[str], None] = lambda _: None,
    port: int = 0,
) -> AsyncGenerator[Stage]:
    """Start a playground at a port or any free one, with its people and the bot, which serves boards to browsers."""
    async with start_timed_env(folder, monkeypatch, *PEOPLE, limited=False, port=port, site=True) as env:
        yield Stage(env, pace, say)


CLOCK, ALARM_AFTER = "2d", timedelta(hours=39)
"""A time control, and when more than 80% of its time is used."""


async def move_into_plan(stage: Stage, contest: Contest, move: str, answer: str) -> None:
    """Let the player who waits plan an answer, and the one to move play into it: one board tells both moves."""
    mover = contest.mover
    planner = next(person for person in contest.people if person is not mover)
    await stage.think()
    await planner.ask_by_slash("match", contest.thread, do=f"plan if {move}: {answer}")
    stage.say(f"{planner.name} has planned an answer. Nobody else sees it until it's played.")
    await stage.think()
    since = contest.people[0].seen_so_far()
    await mover.say(move, contest.thread)
    contest.follow([move, answer])
    board = await contest.hear_board(since)
    assert move in board["content"]
    assert answer in board["content"]


async def take_back(stage: Stage, contest: Contest, state: Any, move: str | None) -> None:
    """Let the player who moved last ask for a takeback, and the other one agree: it leads back to a state and move."""
    other = contest.mover
    asking = next(person for person in contest.people if person is not other)
    await stage.think()
    since = other.seen_so_far()
    await asking.say("!takeback", contest.thread)
    offer = await other.hear_bot("do you agree?", since=since)
    stage.say(f"{asking.name} asks {other.name} for a takeback.")
    await stage.think()
    since = contest.people[0].seen_so_far()
    await other.press(offer, "Agree")
    contest.state, contest.move, contest.ply = state, move, contest.ply - 1
    board = await contest.hear_board(since)
    assert "takes back move" in board["content"]


async def let_alarm_ring(stage: Stage, contest: Contest) -> None:
    """Let so much time pass that the player to move is reminded, in the thread, as they want it."""
    late = contest.mover
    await late.ask_by_text("!preferences alarm=mention", contest.thread, holds="alarm `mention`")
    await stage.think()
    stage.say(f"Over a day passes, and {late.name} is reminded.")
    since = late.seen_so_far()
    await stage.env.pass_time(ALARM_AFTER)
    await late.hear_bot(f"it's your move in #{contest.number}: you have until", since=since)


async def queue_moves(stage: Stage, contest: Contest, moves: Sequence[str]) -> None:
    """Let everybody write all their moves at once, where a game lets moves wait; all are played as their turns come."""
    seats = len(contest.people)
    for place, person in enumerate(contest.people):
        await stage.think()
        since = contest.people[0].seen_so_far()
        await person.say(", ".join(moves[place::seats]), contest.thread)
        last = place == seats - 1
        contest.follow(moves[place:] if last else moves[place : place + 1])
        await contest.hear_board(since)
    stage.say(f"All ships of #{contest.number} were placed by three texts.")


NAME = "Evening League"
A_MINUTE = timedelta(minutes=1)
"""After which all is due that an event does by itself."""


async def hold_league(stage: Stage, key: str, moves: Sequence[str], *names: str) -> None:
    """Let Ann set up a league, and people sign up by its button and play its matches.

    The moves lead the first seat to a win. Where the one who is to lose sits there, they resign before the last one.
    """
    ann, people = stage.env["Ann"], {name: stage.env[name] for name in names}
    since = ann.seen_so_far()
    await stage.think()
    await ann.say(f"!event create league {key} {NAME}")
    post = await ann.hear_bot("Sign-up until", since=since)
    stage.say(f"Ann has set up a league, and {', '.join(names)} sign up.")
    for person in people.values():
        await stage.think()
        await person.press(post, "Sign up")
    await stage.think()
    await ann.ask_by_text("!event start", holds="begins within a minute")
    await stage.env.pass_time(A_MINUTE)
    played: set[str] = set()
    while len(played) < len(names) * (len(names) - 1) // 2:
        found = await ann.hear(
            lambda one: one["id"] not in played and _find_match(one, people) is not None, "a match", since=since
        )
        played.add(found["id"])
        contest = _sit_down(key, found, people)
        if contest.people[0] is min(contest.people, key=list(people.values()).index):
            await stage.play(contest, moves)
        else:  # the first of them is to be first in the end, too
            await stage.play(contest, moves[:-1])
            await stage.think()
            await contest.resign(1)
        stage.tell_end(contest)
    await stage.env.pass_time(A_MINUTE)
    await ann.hear_bot("It's over, after", since=since)
    stage.say(f"The {NAME} is over.")


def _find_match(post: Json, people: Mapping[str, Person]) -> int | None:
    """Return the number of a match of these people alone, if this is its first board."""
    found = re.match(rf"\*\*{NAME}\*\*: .*^-# #(\d+)$", post["content"], re.DOTALL | re.MULTILINE)
    return int(found[1]) if found and set(_names(post, people)) <= people.keys() else None


def _names(post: Json, people: Mapping[str, Person]) -> list[str]:
    """Return the players whom the first board of a match names, in seat order."""
    called = {f"<@{person.id}>": name for name, person in people.items()}
    seated: list[str] = re.findall(r"(\*\*\w+\*\*|<@\d+>) \(", post["content"].partition("\n")[0])
    return [called.get(each, each.strip("*")) for each in seated]


def _sit_down(key: str, post: Json, people: Mapping[str, Person]) -> Contest:
    contest = Contest(key, tuple(people[name] for name in _names(post, people)), redraws=False)
    number = _find_match(post, people)
    assert number
    contest.number, contest.thread, contest.board = number, post["channel_id"], post
    return contest


FIRST, WITH_PLAN, WITH_TAKEBACK, LAST = (
    "xero-g-north-wins",
    "martian-life-red-wins",
    "force-field-factions-quick",
    "xong-standard-4",
)
OF_THREE, OF_LEAGUE = "zyrcan-3-standard-1", "xero-g-won-in-five"
"""Recorded matches, which people play again."""
SHIPS = 36
"""How many moves of the match of three place ships."""


async def run_demo(stage: Stage) -> None:
    """Let all of it happen: matches of two, beside a match of three and a league."""
    await asyncio.gather(_play_in_twos(stage), _play_in_threes(stage))


async def _play_in_twos(stage: Stage) -> None:
    contest, moves = await begin(stage, FIRST, "Ann", "Bob")
    await stage.play(contest, moves)
    stage.tell_end(contest)

    contest, moves = await begin(stage, WITH_PLAN, "Ann", "Bob", clock=CLOCK)
    await stage.play(contest, moves[:4])
    await move_into_plan(stage, contest, *moves[4:6])
    await stage.play(contest, moves[6:10])
    await let_alarm_ring(stage, contest)
    await stage.play(contest, moves[10:])
    stage.tell_end(contest)

    contest, moves = await begin(stage, WITH_TAKEBACK, "Ann", "Bob")
    await stage.play(contest, moves[:2])
    before = contest.state, contest.move
    await stage.move(contest, moves[2])
    await take_back(stage, contest, *before)
    await stage.play(contest, moves[2:])
    stage.tell_end(contest)

    contest, moves = await begin(stage, LAST, "Ann", "Bob")
    await stage.play(contest, moves)
    stage.tell_end(contest)


async def _play_in_threes(stage: Stage) -> None:
    names = ("Cleo", "Dan", "Eve")
    contest, moves = await begin(stage, OF_THREE, *names)
    await queue_moves(stage, contest, moves[:SHIPS])
    await stage.play(contest, moves[SHIPS:])
    stage.tell_end(contest)
    league = recording(OF_LEAGUE)
    await hold_league(stage, league["game"], _moves(OF_LEAGUE), *names)


async def begin(stage: Stage, name: str, *names: str, **terms: str) -> tuple[Contest, list[str]]:
    """Let people begin a recorded match; return it, and its moves."""
    match = recording(name)
    contest = Contest(match["game"], tuple(stage.env[name] for name in names), match["options"], redraws=False)
    await stage.think()
    await contest.begin_by_slash(**terms)
    board = _find_link(contest.board, "Board")
    stage.say(f"{' and '.join(names)} play {contest.game.info.title}, as #{contest.number}: {board}")
    return contest, _moves(name)


def _moves(name: str) -> list[str]:
    return [text for text, *_ in recording(name)["moves"]]
