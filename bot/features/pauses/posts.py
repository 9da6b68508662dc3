"""The posts about pauses: one begins, one ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.clocks.turn_posts import TurnPosts
from bot.features.pauses import text
from bot.features.pauses.components import Resume
from games.translation import gettext as _

if TYPE_CHECKING:
    from storage.queries.rows import Post


class PausePosts(TurnPosts):
    """Sends the outbox rows about pauses."""

    async def paused(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that the clock is paused, with a button that ends the pause.

        A pause that is over by now is told all the same: to those who agreed to it, this is the answer.
        """
        match, deadline = await self._match_and_deadline(post)
        if match.seq != post.seq or deadline is not None:
            return await self._send(post, self._home(match), text.past_pause_post(match), self._board_button(post))
        button = Resume(_("Resume"), match.id, self._sender.nonce(post))
        return await self._send(post, self._home(match), text.paused_post(match), button)

    async def resumed(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that a player ended the pause."""
        match, deadline = await self._match_and_deadline(post)
        by = (await self._people(match))[int(post.body["by"])]
        content = text.resumed_post(match, by, deadline)
        return await self._send(post, self._home(match), content, self._board_button(post))
