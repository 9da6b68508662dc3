"""The posts about time: alarms, time that is up, time that was given, clocks that stand still."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.features.boards.components import MyView
from bot.features.clocks import text as timing
from bot.features.clocks.components import Claim
from bot.features.pauses import text as resting
from bot.features.pauses.components import Resume
from bot.features.vacations.text import away_post
from bot.interactions.custom_ids import custom_ids
from bot.interactions.persistent_button import row
from bot.outbox.mentions import NOBODY, calling, directly
from bot.outbox.sender import Row, or_else
from storage.tables import clocks, matches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import discord

    from bot.outbox.mentions import Calling
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.tables.models import Match, Person, Post


class ClockPosts:
    """Sends the outbox rows about time. Each returns the channel and the message it became.

    What is about a turn is not said any more once that turn is over.
    """

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def alarm(self, post: Post) -> tuple[int, int | None]:
        """Tell whoever is to move that their time runs out; in the thread, where they take no direct messages."""
        match, deadline = await self._now(post)
        if deadline is None:
            return match.home, None
        text = timing.alarm_post(match, self._context.title(match.game), deadline)
        how = await directly(self._context, int(post.body["user"]))
        with or_else(Row("nudge", int(post.body["user"]))):
            return await self._say(post, await self._sender.directly(post), text, self._board(post), how)

    async def nudge(self, post: Post) -> tuple[int, int | None]:
        """Tell them the same in the thread of the match, with a mention."""
        match, deadline = await self._now(post)
        if deadline is None:
            return match.home, None
        call = await self._calling(match, [one for one in match.seats if one.id == int(post.body["user"])])
        text = timing.nudge_post(match, deadline, call)
        return await self._say(post, self._home(match), text, self._board(post), call.how)

    async def timeout(self, post: Post) -> tuple[int, int | None]:
        """Tell all that time is up, with a button that claims it; those who can are mentioned."""
        match, deadline = await self._now(post)
        if deadline is None or deadline > self._context.now():
            return match.home, None
        button = Claim("Claim", match.id, match.seq, self._sender.mark(post))
        call = await self._calling(match, timing.claimants(match))
        text = timing.timeout_post(match, datetime.fromisoformat(post.body["since"]), call)
        return await self._say(post, self._home(match), text, button, call.how)

    async def gift(self, post: Post) -> tuple[int, int | None]:
        """Tell all that somebody gave time."""
        match, deadline = await self._now(post)
        people = {person.id: person for person in match.seats}
        by, to = people[int(post.body["from"])], people[int(post.body["to"])]
        text = timing.gift_post(match, by, to, str(post.body["length"]), deadline)
        return await self._say(post, self._home(match), text, self._board(post))

    async def paused(self, post: Post) -> tuple[int, int | None]:
        """Tell all that the clock stands still, with a button that ends that."""
        match, deadline = await self._now(post)
        if match.seq != post.seq or deadline is not None:
            return match.home, None
        button = Resume("Resume", match.id, self._sender.mark(post))
        return await self._say(post, self._home(match), resting.paused_post(match), button)

    async def resumed(self, post: Post) -> tuple[int, int | None]:
        """Tell all that somebody ended the pause."""
        match, deadline = await self._now(post)
        by = next(person for person in match.seats if person.id == int(post.body["by"]))
        return await self._say(post, self._home(match), resting.resumed_post(match, by, deadline), self._board(post))

    async def away(self, post: Post) -> tuple[int, int | None]:
        """Tell all that whoever is to move is away, or back; nobody is mentioned."""
        match, deadline = await self._now(post)
        if deadline is None or match.to_move is None:
            return match.home, None
        until, mover = post.body["until"], match.seats[match.to_move - 1]
        text = away_post(match, mover, until and datetime.fromisoformat(until), deadline)
        return await self._say(post, self._home(match), text, self._board(post))

    async def _now(self, post: Post) -> tuple[Match, datetime | None]:
        """Return the match of a row, and the deadline of the turn that the row is about: None if that is over."""
        async with self._context.database.read() as tx:
            match = await matches.sure(tx, post.match_id or 0)
            clock = await clocks.of_match(tx, match.id)
        return match, clock.deadline if clock and match.seq == post.seq else None

    async def _calling(self, match: Match, people: Sequence[Person]) -> Calling:
        async with self._context.database.read() as tx:
            return await calling(self._context, tx, match.guild_id, people)

    def _board(self, post: Post) -> MyView:
        return MyView("My view", post.match_id or 0, post.seq or 0, self._sender.mark(post))

    def _home(self, match: Match) -> discord.PartialMessageable:
        return self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)

    async def _say(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        text: str,
        button: MyView | Claim | Resume,
        how: Mapping[str, Any] = NOBODY.how,
    ) -> tuple[int, int | None]:
        """Send a row's text. Its button's id is what the message is known by."""
        mark = self._sender.mark(post)

        def is_it(message: discord.Message) -> bool:
            return any(custom_id.endswith(f":{mark}") for custom_id in custom_ids(message))

        sent = await self._sender.once(post, channel, is_it, content=text, view=row(button), **how)
        return sent.channel.id, sent.id
