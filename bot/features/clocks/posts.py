"""The posts about clocks: alarms, time that is up, time that was given."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bot.features.clocks import text
from bot.features.clocks.components import Claim
from bot.features.clocks.turn_posts import TurnPosts
from bot.features.offers.components import OpenSeatButton, Substitute
from bot.outbox.mentions import choose_mentions, direct_message_options
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee.history.open_seat import can_have_substitutes
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.persistent_button import PersistentButton
    from bot.outbox.mentions import Mentions
    from storage.queries.rows import Match, Person, Post


class ClockPosts(TurnPosts):
    """Sends the outbox rows about clocks."""

    async def alarm(self, post: Post) -> tuple[int, int | None]:
        """Tell the player to move directly that their time runs out; in the match's thread if that is refused."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None:
            return match.home, None
        content = text.alarm_post(match, self._context.title(match.game), deadline)
        send_options = await direct_message_options(self._context, int(post.body["user"]))
        with fall_back_to(FallbackPost("nudge", int(post.body["user"]))):
            channel = await self._sender.open_direct_messages(post)
            return await self._send(post, channel, content, self._board_button(post), send_options)

    async def nudge(self, post: Post) -> tuple[int, int | None]:
        """Tell them the same in the thread of the match, with a mention."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None:
            return match.home, None
        mentions = await self._choose_mentions(match, [one for one in match.seats if one.id == int(post.body["user"])])
        content = text.nudge_post(match, deadline, mentions)
        return await self._send(post, self._home(match), content, self._board_button(post), mentions.send_options)

    async def timeout(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that time is up, with a button that claims it; the people who can claim are mentioned."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None or deadline > self._context.now():
            return match.home, None
        claimants, more_buttons = text.claimants(match), list["PersistentButton"]()
        first: PersistentButton = self._board_button(post)
        if claimants:
            first = Claim(_("Claim"), match.id, match.seq, self._sender.nonce(post))
        if claimants and can_have_substitutes(match):
            substitute, open_seat = _("Let Turnpost play on"), _("Open the seat")
            more_buttons = [Substitute(substitute, match.id), OpenSeatButton(open_seat, match.id)]
        mentions = await self._choose_mentions(match, claimants)
        content = text.timeout_post(match, datetime.fromisoformat(post.body["since"]), mentions)
        return await self._send(post, self._home(match), content, first, mentions.send_options, *more_buttons)

    async def gift(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that a player gave another one time."""
        match, deadline = await self._match_and_deadline(post)
        people = await self._people(match)
        giver, receiver = people[int(post.body["from"])], people[int(post.body["to"])]
        content = text.gift_post(match, giver, receiver, str(post.body["length"]), deadline)
        return await self._send(post, self._home(match), content, self._board_button(post))

    async def _choose_mentions(self, match: Match, people: Sequence[Person]) -> Mentions:
        async with self._context.database.read() as tx:
            return await choose_mentions(self._context, tx, match.guild_id, people)
