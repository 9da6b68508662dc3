"""The posts of offers: sent once where the match lives, then kept up to date."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.offers.components import offer_buttons
from bot.features.offers.text import OfferDetails, offer_post
from bot.interactions.custom_ids import read_custom_ids
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee.offers.outcomes import people_to_answer
from bot.referee.offers.takebacks import undone_events
from bot.referee.seats.substitutes import level_of_substitute
from storage.queries import matches, offers, outbox

if TYPE_CHECKING:
    from bot.outbox.mentions import Mentions
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post


class OfferPosts:
    """Sends the outbox rows that belong to an offer. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def offer(self, post: Post) -> tuple[int, int | None]:
        """Ask the players who have yet to answer, and mention them; by direct message if the match's home is barred.

        The player to move is not mentioned: the board of this turn did so.
        """
        details = await self._details(post)
        match, mentions = details.match, await self._choose_mentions(details)
        content = offer_post(details, mentions)
        recipients = [person.id for person in people_to_answer(details.offer, match)] if details.is_open else []
        home = await self._sender.open_home(match, post)
        agree = f"agree:{details.offer.id}"
        send_options = {"view": offer_buttons(details.offer)} if details.is_open else {}
        with fall_back_to(
            *(FallbackPost("tell", user_id, partial(offer_post, details, mentions)) for user_id in recipients)
        ):
            sent = await self._sender.send_once(
                post,
                home,
                lambda message: agree in read_custom_ids(message) or message.content == content,
                content=content,
                **send_options,
                **mentions.send_options,
            )
        return sent.channel.id, sent.id

    async def answered(self, post: Post) -> tuple[int, int | None]:
        """Rewrite the post of an offer: a player agreed, or the offer is closed."""
        details = await self._details(post)
        match = details.match
        async with self._context.database.read() as tx:
            posts = await outbox.offer_posts(tx, match.id, details.offer.id)
        content = offer_post(details, await self._choose_mentions(details))
        view = offer_buttons(details.offer) if details.is_open else None
        await self._sender.rewrite_all(posts, match.guild_id, content, view)
        return match.home, None

    async def _choose_mentions(self, details: OfferDetails) -> Mentions:
        offer, match = details.offer, details.match
        waiting = [one for one in people_to_answer(offer, match) if match.seat_of(one.id) != match.to_move]
        async with self._context.database.read() as tx:
            return await choose_mentions(self._context, tx, match.guild_id, waiting if details.is_open else ())

    async def _details(self, post: Post) -> OfferDetails:
        async with self._context.database.read() as tx:
            offer = await offers.require(tx, int(post.body["offer"]))
            match = await matches.require(tx, offer.match_id)
            first_ply, undone = await undone_events(tx, offer) if offer.kind == "takeback" else (0, [])
        level = level_of_substitute(self._context, match)
        return OfferDetails(offer, match, self._context.title(match.game), first_ply, undone, level)
