"""An event from its sign-up to its end, as its organizer and its people bring it about and read it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playground.model.resources.channel import DM
from tests.chaos import post_parser
from tests.season.results import SEATED, Page, Result, read_name, read_page, read_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playground.model.resources.message import Message
    from tests.season.match_play import Habits
    from tests.season.members import Members

_CREATED = re.compile(r"is set up as event (\d+)\.")
_NEXT_SEASON = re.compile(r"^\*\*.+\*\*, season 2:.+^-# event (\d+)$", re.DOTALL | re.MULTILINE)
MANY = 3
"""Matches that somebody has played before anybody leaves."""
_CORRECTED = re.compile(r"^Corrected: #(\d+) goes to ")


NAMED = ("kind", "game", "name")
"""The terms of an event that are written without their names, in this order."""


@dataclass
class Event:
    """An event on record in the channel: its number, name and kind, and the habits of those who sign up."""

    members: Members
    number: int
    name: str
    kind: str
    habits: dict[str, Habits]
    corrected: dict[int, Result] = field(default_factory=dict[int, Result])
    """The results that the organizer corrected, as they are now."""
    gone: set[str] = field(default_factory=set[str])
    """Who left by choice."""

    @classmethod
    async def create(cls, members: Members, organizer: str, habits: dict[str, Habits], **terms: Any) -> Event:
        """Let the organizer set an event up by `/events do:create`."""
        rest = {key: value for key, value in terms.items() if key not in NAMED}
        words = [*(terms[key] for key in NAMED), *(f"{key}={value}" for key, value in rest.items())]
        answer = await members.slash(organizer, "events", do=f"create {' '.join(words)}")
        found = _CREATED.search(answer.content)
        assert found, answer.content
        event = cls(members, int(found[1]), terms["name"], terms["kind"], habits)
        await members.until(lambda: bool(event.posts), f"the post of {event.name}")
        return event

    @property
    def posts(self) -> list[Message]:
        """Its posts that everybody sees, the oldest first: its sign-up, its rounds and its pages."""
        said = self.members.playground.state.said[int(self.members.hall)].values()
        mark = f"-# event {self.number}"
        public = [one for one in said if one.only_for is None and one.interaction is None]
        return [one for one in public if mark in one.content.splitlines()]

    @property
    def status(self) -> str:
        """The line of its sign-up, or of its last round, that says how far it is."""
        lines = [line for post in self.posts for line in post.content.splitlines()]
        return [each for each in lines if each.startswith(("Sign-up until", "It's running", "It's over", "It was"))][-1]

    def next_season(self) -> Event:
        """Return the next season of a league that is over."""
        said = self.members.playground.state.said[int(self.members.hall)].values()
        numbers = [found[1] for one in said if (found := _NEXT_SEASON.match(one.content))]
        return Event(self.members, int(numbers[-1]), self.name, self.kind, self.habits)

    async def sign_up(self, names: Sequence[str], button: str = "Sign up") -> None:
        """Let people press the button of its post."""
        for name in names:
            answer = await self.members.press(name, self.posts[0], button)
            assert answer.content.startswith("You're in."), answer.content

    async def withdraw(self, name: str) -> None:
        """Let a person withdraw by command."""
        question = await self.members.slash(name, "events", do=f"withdraw {self.number!s}")
        await self.members.press(name, question, "Withdraw")

    async def correct(self, organizer: str, result: Result) -> None:
        """Let the organizer give a won match to whoever lost it."""
        loser = max(result.places, key=lambda name: result.places[name])
        mention = f"<@{self.members.people[loser].id}>"
        answer = await self.members.slash(organizer, "events", do=f"correct #{result.match} {mention}")
        assert _CORRECTED.match(answer.content), answer.content
        places = {name: 1 if name == loser else 2 for name in result.places}
        self.corrected[result.match] = Result(result.match, places, result.late)

    async def let_leave(self) -> None:
        """Let those withdraw who will, once half of their matches are played."""
        played = Counter(name for result in self.results() for name in result.places)
        matches = max(played.values(), default=0)
        for name, habits in self.habits.items():
            if habits.kind == "leaving" and name not in self.gone and 2 * played[name] > matches >= MANY:
                await self.withdraw(name)
                self.gone.add(name)

    async def correct_first(self, organizer: str) -> None:
        """Let the organizer correct one result, the first of a match that was won over the board."""
        won = [each for each in self.results() if len(set(each.places.values())) == 2 and not each.late]
        if won and not self.corrected:
            await self.correct(organizer, won[0])

    def results(self) -> list[Result]:
        """Return the results that the boards show, corrected ones as they are now, in the order of the matches."""
        read = [read_result(self._names(post), self.boards(post)) for post in self.members.match_posts[self.name]]
        found = [self.corrected.get(result.match, result) for result in read if result]
        return sorted(found, key=lambda result: result.match)

    def boards(self, post: Message) -> list[str]:
        """Return the texts of the boards in the thread of a match, given its first one."""
        posts = self.members.playground.state.said[post.channel_id].values()
        return [one.content for one in posts if post_parser.board(one.content)]

    def _names(self, post: Message) -> list[str]:
        """Return who plays a match, as its first board says."""
        names = {f"<@{person.id}>": name for name, person in self.members.people.items()}
        seated = SEATED.findall(post.content.splitlines()[0])
        return [names.get(written) or read_name(written.strip("*")) for written in seated]

    async def pages(self, name: str) -> list[Page]:
        """Let a person read all its pages, from the first to the last."""
        shown = await self.members.slash(name, "events", do=f"show {self.number!s}")
        while "Previous" in _labels(shown):
            shown = await self.members.press(name, shown, "Previous")
        pages = [read_page(shown.content)]
        while "Next" in _labels(shown):
            shown = await self.members.press(name, shown, "Next")
            pages.append(read_page(shown.content))
        return pages

    def notices(self, name: str) -> list[str]:
        """Return what a person was told about it by direct message."""
        state, user = self.members.playground.state, int(self.members.people[name].id)
        direct = [one.id for one in state.channels.values() if one.type == DM and one.recipient == user]
        return [one.content for key in direct for one in state.said[key].values() if f"**{self.name}**" in one.content]


def _labels(message: Message) -> list[str]:
    return [str(part.get("label")) for row in message.components for part in row.get("components", [])]
