"""Offers to the other players of a match: a draw, a takeback, a pause, a substitute, an open seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.offers.cog import OffersCog
from bot.features.offers.components import Agree, OpenSeatButton, Refuse, Substitute
from bot.features.offers.posts import OfferPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = OfferPosts(bot.sender, bot.context)
    bot.outbox.register(offer=posts.offer, answered=posts.answered)
    await bot.add_cog(OffersCog(bot))
    bot.add_dynamic_items(Agree, OpenSeatButton, Refuse, Substitute)
