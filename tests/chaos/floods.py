"""Floods: now and then somebody writes a dozen requests at once in a channel where nobody else plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from random import Random

    from tests.chaos.players import Players
    from tests.chaos.records import Record

BURST = 12
PAUSE = 60
"""Messages of other people between two floods."""
AWAY = "I was away when you sent this"
BEGIN = f"!challenge <@{BOT_ID}> xero-g level=1"


class Floods:
    """What was flooded with, and how often."""

    def __init__(self, players: Players, lots: Random) -> None:
        self.begun: list[tuple[int, ...]] = []
        """The bursts of messages that each begin a match with Turnpost."""
        self.requests = 0
        self._players = players
        self._lots = lots

    async def run(self) -> None:
        """Flood until no new turn shall be begun: each time by one person, with one kind of request."""
        state = self._players.playground.state
        channels = [str(guild.rooms[1].id) for guild in state.guilds.values()]
        for channel in channels:  # from its first answer on the bot reads what it missed there
            first = await self._players.people[0].say("!games", channel)
            await self._players.until(lambda first=first: int(first["id"]) in self._players.message_replies, 60)
        while not self._players.closing:
            enough = self._players.said_counts["people"] + PAUSE
            await self._players.until(lambda enough=enough: self._players.said_counts["people"] >= enough, 30)
            if self._players.closing or not self._players.boards:
                continue
            person, channel = self._lots.choice(self._players.people), self._lots.choice(channels)
            match = self._lots.choice(list(self._players.boards))
            asked = (f"!board #{match}", f"!replay #{match}", "!profile", "!help", "!games", BEGIN, BEGIN, BEGIN)
            text = self._lots.choice(asked)
            burst = [int((await person.say(text, channel))["id"]) for _ in range(BURST)]
            self.requests += BURST
            if text == BEGIN:
                self.begun.append(tuple(burst))

    def find_lost(self, record: Record) -> list[str]:
        """Return which of those messages began no match, though nothing answered them with a reason.

        After a long absence the last one alone is answered, for all: its person is asked to send it again.
        """
        sources = {row["source_id"] for row in record.challenges.values()}
        replies = self._players.message_replies
        return [
            f"message {source} began no match"
            for burst in self.begun
            if not any(reply.content.startswith(AWAY) for reply in replies.get(burst[-1], ()))
            for source in burst
            if source not in sources and not replies.get(source)
        ]
