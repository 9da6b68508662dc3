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
BEGIN = f"!challenge <@{BOT_ID}> xero-g level=1"


class Floods:
    """What was flooded with, and how often."""

    def __init__(self, players: Players, lots: Random) -> None:
        self.begun: list[int] = []
        """The messages that each begin a match with Turnpost."""
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
            for _ in range(BURST):
                said = await person.say(text, channel)
                self.requests += 1
                if text == BEGIN:
                    self.begun.append(int(said["id"]))

    def find_lost(self, record: Record) -> list[str]:
        """Return which of those messages began no match, though nothing answered them with a reason."""
        sources = {row["source_id"] for row in record.challenges.values()}
        return [
            f"message {source} began no match"
            for source in self.begun
            if source not in sources and not self._players.message_replies.get(source)
        ]
