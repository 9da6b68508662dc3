"""Open seats: a post where anybody may take the seat of a player who leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.open_seats.components import GiveSeatButton, TakeSeatButton
from bot.features.open_seats.posts import OpenSeatPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = OpenSeatPosts(bot.sender, bot.context)
    bot.outbox.register(open_seat=posts.open_seat, seat_closed=posts.seat_closed)
    bot.add_dynamic_items(TakeSeatButton, GiveSeatButton)
