"""The posts of what players propose to each other: asked once where the match lives, then kept up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.offers.components import offer_buttons
from bot.features.offers.text import Proposal, offer_post
from bot.interactions.custom_ids import custom_ids
from bot.outbox.mentions import calling
from bot.outbox.sender import Row, only, or_else
from bot.referee.offers import still_to_answer, undone_events
from storage.tables import matches, offers, outbox

if TYPE_CHECKING:
    from bot.outbox.mentions import Calling
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.tables.models import Post


class OfferPosts:
    """Sends the outbox rows that belong to an offer. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def offer(self, post: Post) -> tuple[int, int | None]:
        """Ask those who have yet to answer, and mention them; directly if the match's home is barred.

        Whoever is to move is not mentioned: this turn's board did so.
        """
        proposal = await self._proposal(post)
        match, call = proposal.match, await self._calling(proposal)
        text = offer_post(proposal, call)
        asked = [person.id for person in still_to_answer(proposal.offer, match)] if proposal.stands else []
        home = self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        agree = f"agree:{proposal.offer.id}"
        how = {"view": offer_buttons(proposal.offer)} if proposal.stands else {}
        with or_else(*(Row("tell", user_id, text) for user_id in asked)):
            sent = await self._sender.once(
                post,
                home,
                lambda message: agree in custom_ids(message) or message.content == text,
                content=text,
                **how,
                **call.how,
            )
        return match.home, sent.id

    async def answered(self, post: Post) -> tuple[int, int | None]:
        """Rewrite the post of an offer: somebody agrees, or it stands no longer."""
        proposal = await self._proposal(post)
        async with self._context.database.read() as tx:
            asked = await outbox.answering(tx, proposal.offer.source_id)
        if asked and asked.message_id:
            place = self._sender.client.get_partial_messageable(asked.channel_id or 0, guild_id=proposal.match.guild_id)
            view = offer_buttons(proposal.offer) if proposal.stands else None
            message = place.get_partial_message(asked.message_id)
            text = offer_post(proposal, await self._calling(proposal))
            await message.edit(content=text, view=view, allowed_mentions=only())
        return proposal.match.home, None

    async def _calling(self, proposal: Proposal) -> Calling:
        offer, match = proposal.offer, proposal.match
        waiting = [one for one in still_to_answer(offer, match) if match.seat_of(one.id) != match.to_move]
        async with self._context.database.read() as tx:
            return await calling(self._context, tx, match.guild_id, waiting if proposal.stands else ())

    async def _proposal(self, post: Post) -> Proposal:
        async with self._context.database.read() as tx:
            offer = await offers.sure(tx, int(post.body["offer"]))
            match = await matches.sure(tx, offer.match_id)
            first, goes = await undone_events(tx, offer) if offer.kind == "takeback" else (0, [])
        return Proposal(offer, match, self._context.title(match.game), first, goes)
