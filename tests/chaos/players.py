"""Five people who play many matches at once, and all that they saw and did, kept for the audit."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Self

from playground.model.resources.channel import DM
from playground.model.resources.message import LOADING, SYSTEM
from playground.model.resources.user import BOT_ID
from tests.chaos import post_parser
from tests.chaos.pages import Pages
from tests.playground.client import Person
from tests.wire.environment import PEOPLE

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator

    from playground.model.resources.message import Message
    from playground.model.state import Change
    from playground.server import Playground
    from tests.chaos.acts import Act
    from tests.chaos.post_parser import Board, Gift, SignUp

GLANCE = 0.25
"""Seconds after which somebody who waits looks again, even if nothing was said."""


@dataclass
class Submission:
    """One person's one move for one ply of a match, by however many messages and interactions."""

    match: int
    ply: int
    user: int
    text: str
    sources: list[int] = field(default_factory=list[int])


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a person's, as it was first written."""

    author: int
    channel: int
    content: str


@dataclass
class VacationState:
    """A person's vacations so far: how many were begun, whether one goes on, and whether there may be another."""

    started: int = 0
    away: bool = False
    over: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Players:
    """The people, what they see of the bot's posts, and what they did."""

    def __init__(self, playground: Playground, people: tuple[Person, ...]) -> None:
        self.playground = playground
        self.people = people
        self.halls = [str(guild.rooms[0].id) for guild in playground.state.guilds.values()]
        """The channels in which people challenge each other, one a guild. In the last one time that is up ends all."""
        self.acts: list[Act] = []
        """What people did besides moving and challenging, in the order of doing."""
        self.replies: defaultdict[int, list[Message]] = defaultdict(list)
        """What interactions brought for their person alone, by interaction."""
        self.offers: dict[int, Message] = {}
        """The posts of offers, by offer."""
        self.alarms = Counter[int]()
        """How often people were told in a match that little time is left."""
        self.timeouts: dict[int, Message] = {}
        """The latest posts that say that time is up, by match."""
        self.net_days = Counter[int]()
        """How often the safety net took a day in a match."""
        self.pauses: dict[int, Message] = {}
        """The latest posts of pauses, by match."""
        self.resumed = Counter[int]()
        self.gifts: set[Gift] = set()
        self.minutes = count(11)
        """How much time people give: each time another length, so that gifts can be told apart."""
        self.vacations = {person.id: VacationState() for person in people}
        self.choosing = {person.id: asyncio.Lock() for person in people}
        """Held while a person chooses how to be told of things, so that their choices have an order."""
        self.boards: defaultdict[int, list[Board]] = defaultdict(list)
        self.message_replies: defaultdict[int, list[Message]] = defaultdict(list)
        self.calls: list[Message] = []
        """Posts of open challenges that no contest has taken for its own yet."""
        self.sign_ups: dict[SignUp, Message] = {}
        """The posts of events below which people sign up."""
        self.begun: dict[int, Message] = {}
        """Posts that say which match a challenge led to, by post."""
        self.submissions: list[Submission] = []
        self.surprises: list[str] = []
        self.resigned: dict[int, int] = {}
        """Who confirmed a resignation, by the interaction it came by."""
        self.said: dict[int, Said] = {}
        self.pages = Pages(self, people)
        self.edits = Counter[int]()
        """How often the message of a move that was played was edited into another move, by message."""
        self.closing = False
        """Set when no new turn shall be begun."""
        self.said_counts = Counter[str]()
        """How often something was said, by `people` and by the `bot`."""
        self.floor = {person.id: asyncio.Lock() for person in people}
        """Held while a person issues a challenge, so that its post can be told from their others."""
        self._stir = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def gather(cls, playground: Playground) -> AsyncGenerator[Self]:
        """Bring the people together; they see everything that is said from now on."""
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(playground, name)) for name in PEOPLE]
            players = cls(playground, tuple(people))
            playground.state.listeners.append(players._see)
            yield players

    def _see(self, change: Change) -> None:
        message = change.message
        if change.kind != "message" or message is None:
            return
        if message.author_id == BOT_ID:
            self.said_counts["bot"] += 1
            self._read(message, new=change.new)
        else:
            self.said_counts["people"] += 1
            if change.new:
                self.said[message.id] = Said(message.author_id, message.channel_id, message.content)
        if sum(self.said_counts.values()) % 200 == 0:
            for person in self.people:
                person.seen.clear()
        self.stir()

    def _read(self, message: Message, *, new: bool) -> None:
        shown = post_parser.board(message.content, message.id)
        directly = self.playground.state.channels[message.channel_id].type == DM
        if shown and new and not (message.reference or message.interaction or directly):
            self.boards[shown.match].append(shown)
        if post_parser.seated(message.content):
            self.begun[message.id] = message
        if message.interaction and not message.flags & LOADING:
            self.replies[int(message.interaction["id"])].append(message)
        if new and not message.interaction:
            self._read_post(message)
        if new and message.reference and message.interaction is None and message.type not in SYSTEM:
            self.message_replies[message.reference["message_id"]].append(message)
        if new and post_parser.challenge(message.content) is not None:
            self.calls.append(message)

    def _read_post(self, message: Message) -> None:
        """Take in what a post says about time or offers."""
        if offer := post_parser.offer(message):
            self.offers[offer.id] = message
        if sign_up := post_parser.sign_up(message.content):
            self.sign_ups[sign_up] = message
        if gift := post_parser.gift(message.content):
            self.gifts.add(gift)
        if (match := post_parser.alarm(message.content)) is not None:
            self.alarms[match] += 1
        if (match := post_parser.resumed(message.content)) is not None:
            self.resumed[match] += 1
        if (match := post_parser.net_taken(message.content)) is not None:
            self.net_days[match] += 1
        if (match := post_parser.time_is_up(message.content)) is not None:
            self.timeouts[match] = message
        if resume := post_parser.button(message, "resume"):
            self.pauses[int(resume.split(":")[1])] = message

    def stir(self) -> None:
        """Let everybody who waits look again."""
        self._stir.set()
        self._stir = asyncio.Event()

    async def until(self, there: Callable[[], bool], seconds: float) -> bool:
        """Wait until something can be seen, at most so long; return whether it can."""
        deadline = asyncio.get_running_loop().time() + seconds
        while not there():
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, GLANCE)):
                    await self._stir.wait()
        return True

    def transcript(self) -> Iterator[str]:
        """Yield a line for every message that still stands, in the order of writing."""
        state = self.playground.state
        names = {key: user.name for key, user in state.users.items()}
        messages = [message for said in state.said.values() for message in said.values()]
        for one in sorted(messages, key=lambda message: message.id):
            place = state.channels[one.channel_id]
            where = place.name or f"direct messages with {names[place.recipient or 0]}"
            about = f" to {one.reference['message_id']}" if one.reference and "message_id" in one.reference else ""
            nonce = f" nonce {one.nonce}" if one.nonce else ""
            yield f"{one.id} {names[one.author_id]} in {where} ({one.channel_id}){about}{nonce}: {one.content!r}"

    async def online(self) -> None:
        """Wait until the bot is connected, as people see it by the dot beside its name."""
        while not await self.until(lambda: self.playground.bot_online, 60):
            pass

    def replies_to(self, source: int) -> list[Message]:
        """Return what a message or an interaction was answered, so far."""
        return self.message_replies[source] if source in self.said else self.replies[source]

    def claim(self, fits: Callable[[Message], bool]) -> Message | None:
        """Take the first open challenge that fits, so that nobody else does."""
        for call in self.calls:
            if fits(call):
                self.calls.remove(call)
                return call
        return None
