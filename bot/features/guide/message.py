"""What the private message of a guided move shows: the step's text above the marked board, or the preview of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.boards.text import with_text_board
from bot.features.guide.text import preview_text, step_text
from bot.images.board_images import Picture
from bot.interactions.cooldowns import PICTURE_COST, TooManyRequests
from bot.interactions.picture_replies import replace_with_picture, reply_with_picture
from bot.interactions.replies import request_of
from bot.referee.offload import run_rules
from bot.referee.people.display import private_display
from bot.referee.turns.preview import take_snapshot_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.referee.results import MovePreview
    from bot.referee.turns.guide import GuidedMove
    from bot.referee.views import Snapshot
    from games.contract import Destinations


async def show_step(bot: Client, press: Press, guided: GuidedMove, view: View, *, new: bool = False) -> None:
    """Show what can be chosen next; `new` opens the private message, else it replaces what it showed."""
    text = step_text(guided, bot.context.game(guided.snapshot.match))
    await _show(bot, press, text, guided.snapshot, guided.step.highlights, view, new=new)


async def show_preview(bot: Client, press: Press, preview: MovePreview, labels: Sequence[str], view: View) -> None:
    """Show the board after a whole move, which was chosen by `labels` or typed."""
    game, after = bot.context.game(preview.match), take_snapshot_after(bot.context, preview)
    text = await run_rules(lambda: preview_text(labels, after, game, preview.text))
    await _show(bot, press, text, after, None, view)


async def _show(
    bot: Client,
    press: Press,
    text: str,
    snapshot: Snapshot,
    highlights: Destinations | None,
    view: View,
    *,
    new: bool = False,
) -> None:
    """Show a text with a board, which is a preview unless there are highlights.

    A player who has asked for too many pictures goes on without one.
    """
    match = snapshot.match
    display = await private_display(bot.context, match, press.user.id)
    picture = Picture(None, "", "")
    try:
        with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            game, preview = bot.context.game(match), highlights is None
            picture = await bot.board_images.draw(game, snapshot, display, highlights, preview=preview)
    except TooManyRequests:
        pass
    fallback = with_text_board(text, picture.text) if picture.text else text
    send = reply_with_picture if new else replace_with_picture
    await send(press, text, picture, f"turnpost-move-{match.id}-{match.seq}.png", fallback, view=view)
