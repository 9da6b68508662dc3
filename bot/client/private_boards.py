"""Boards in private replies: who has asked for too many pictures goes on without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.images.board_images import Picture
from bot.interactions.cooldowns import TooManyRequests
from bot.interactions.replies import request_of
from bot.interactions.request_limits import PICTURE_COST

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.interactions.replies import Source
    from bot.referee.people.display import BoardDisplay
    from bot.referee.snapshots import Snapshot
    from games.contract import Destinations


async def draw_private_board(
    bot: Client,
    source: Source,
    snapshot: Snapshot,
    display: BoardDisplay,
    highlights: Destinations | None = None,
    *,
    preview: bool,
) -> Picture:
    """Return the picture of a board for the person of a request, an empty one if they have asked for too many."""
    game = bot.context.game(snapshot.match)
    try:
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            return await bot.board_images.draw(game, snapshot, display, highlights, preview=preview)
    except TooManyRequests:
        return Picture(None, "", "")
