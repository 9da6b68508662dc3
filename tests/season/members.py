"""The members of a server: what they ask the bot, and what it answers and posts."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

from playground.model.resources.message import LOADING
from playground.model.resources.user import BOT_ID
from tests.chaos import post_parser
from tests.playground.client import Person, custom_id
from tests.season.results import names_in

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from playground.model.resources.message import Message
    from playground.model.state import Change
    from playground.server import Playground
    from tests.playground.client import Json

NAMES = (
    *("Finn", "Gwen", "Hugo", "Iris", "Jon", "Kira", "Leo", "Mia", "Nils", "Olga", "Pia", "Quentin", "Rosa", "Sam"),
    *("Tom", "Uma", "Vera", "Will", "Xenia", "Yusuf", "Zoë", "Łukasz", "j_o_e", "Maximiliane von Hohenfels", "Al"),
    *("Bea", "Carlos", "Dora", "Emil", "Fatima", "Gustav", "Hana", "Igor", "Jasmin", "Kofi"),
)
"""Who may join besides the usual five: names of all lengths, also with signs that Markdown would take for its own."""
PATIENCE = 60.0
"""Seconds, for a slow machine: nothing that works waits so long."""


class Members:
    """People by name, none of whom watches alone: what the bot says to anybody is kept here."""

    def __init__(self, playground: Playground, people: Sequence[Person]) -> None:
        self.playground = playground
        self.people = {person.name: person for person in people}
        self.hall = str(next(iter(playground.state.guilds.values())).rooms[0].id)
        """The channel of the events."""
        self.plies: dict[int, int] = {}
        """How many moves the latest board of a match shows."""
        self.match_posts: defaultdict[str, list[Message]] = defaultdict(list)
        """The first boards of matches by the name of their event."""
        self._offers: dict[int, Message] = {}
        self._answers: dict[int, Message] = {}
        self._edits = Counter[int]()
        self._changed = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def gather(cls, playground: Playground) -> AsyncGenerator[Self]:
        """Bring all people of a playground together."""
        names = [user.name for user in playground.state.people.values()]
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(playground, name, watches=False)) for name in names]
            members = cls(playground, people)
            playground.state.listeners.append(members._see)
            yield members
            playground.state.listeners.remove(members._see)

    def _see(self, change: Change) -> None:
        message = change.message
        if change.kind not in {"message", "message_gone"} or message is None or message.author_id != BOT_ID:
            return
        self._edits[message.id] += not change.new  # a question that goes has changed, too
        if change.kind == "message":
            self._read(message, new=change.new)
        self._changed.set()
        self._changed = asyncio.Event()

    def _read(self, message: Message, *, new: bool) -> None:
        if message.interaction and not message.flags & LOADING:
            self._answers.setdefault(int(message.interaction["id"]), message)
        elif board := post_parser.board(message.content):
            self.plies[board.match] = board.ply
            if new and board.event == "start":
                self.match_posts[names_in(message.content)[0]].append(message)
        if offer := post_parser.button(message, "agree"):
            self._offers[int(offer.split(":")[1])] = message

    async def until(self, there: Callable[[], bool], what: str) -> None:
        """Wait until something can be seen. Raises AssertionError after a minute."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not there():
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"Nobody saw {what}.") from None

    async def slash(self, name: str, command: str, channel: str = "", /, **options: Any) -> Message:
        """Let a person use a slash command, and return the answer."""
        outcome = await self.people[name].slash(command, channel or self.hall, **options)
        return await self._answer(outcome, f"/{command}")

    async def press(self, name: str, message: Message, button: str) -> Message:
        """Let a person press a button, by its label or custom id, and return the answer, or the message as it is then.

        For Discord's programs a press wakes an archived thread; the answer may take a while.
        """
        edits, pressed = self._edits[message.id], custom_id({"components": message.components}, button)
        outcome = await self.people[name].press(str(message.id), pressed)
        if outcome["type"] in {6, 7}:
            await self.until(lambda: self._edits[message.id] > edits, f"what {button} changes")
            return message
        return await self._answer(outcome, button)

    async def _answer(self, outcome: Json, to: str) -> Message:
        assert outcome["acknowledged"], f"The bot left {to} alone."
        key = int(outcome["interaction_id"])
        await self.until(lambda: key in self._answers, f"an answer to {to}")
        return self._answers[key]

    async def move(self, name: str, match: int, thread: str, text: str) -> None:
        """Let a person write a move in the thread of its match, and wait for the board."""
        ply = self.plies[match] + 1
        await self.people[name].say(text, thread)
        await self.until(lambda: self.plies[match] >= ply, f"the board of move {ply}, {text}, of #{match}")

    async def resign(self, name: str, match: int, thread: str) -> None:
        """Let a person resign a match."""
        question = await self.slash(name, "match", thread, do="resign")
        await self.press(name, question, f"Resign #{match}")

    async def draw(self, name: str, other: str, thread: str) -> None:
        """Let a person offer a draw in the thread of a match of two, and the other agree."""
        known = set(self._offers)
        await self.people[name].say("!draw", thread)

        def found() -> list[Message]:
            posts = [post for number, post in self._offers.items() if number not in known]
            return [post for post in posts if str(post.channel_id) == thread]

        await self.until(lambda: bool(found()), "the offer of a draw")
        await self.press(other, found()[0], "Agree")
