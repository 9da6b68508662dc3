"""Open seats: a post where anybody may take the seat of a player who leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.open_seats.components import GiveSeatButton, TakeSeatButton
from bot.features.open_seats.posts import OpenSeatPosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = OpenSeatPosts(bot.sender, bot.context)
    return {"open_seat": posts.open_seat, "seat_closed": posts.seat_closed}


FEATURE = Feature(buttons=[TakeSeatButton, GiveSeatButton], posts=_make_posts)
