"""Offers to the other players of a match: a draw, a takeback, a pause, a substitute, an open seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.offers.commands import Agree, OfferPosts, OffersCog, OpenSeatButton, Refuse, Substitute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = OfferPosts(bot.sender, bot.context)
    return {"offer": posts.offer, "answered": posts.answered}


FEATURE = Feature(cogs=[OffersCog], buttons=[Agree, OpenSeatButton, Refuse, Substitute], posts=_make_posts)
