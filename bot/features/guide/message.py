"""What the private message of a guided move shows: the step's text above the marked board, or the preview of a move."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.client.persistent_item import rows
from bot.client.private_boards import draw_private_board
from bot.features.board_replies.text import with_text_board
from bot.features.guide.text import preview_text, step_text
from bot.interactions.picture_replies import replace_with_picture, reply_with_picture
from bot.referee.people.display import private_display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.features.guide.turns import ShownMove, ShownStep
    from bot.referee.snapshots import Snapshot
    from games.contract import Destinations


async def show_step(bot: Client, press: Press, shown: ShownStep, view: View, *, new: bool = False) -> None:
    """Show what can be chosen next; `new` opens the private message, else it replaces what it showed."""
    text = step_text(shown.guided, shown.heading, shown.mark)
    await _show(bot, press, text, shown.guided.snapshot, shown.guided.step.highlights, view, new=new)


async def show_preview(bot: Client, press: Press, shown: ShownMove, labels: Sequence[str], view: View) -> None:
    """Show the board after a whole move, which was chosen by `labels` or typed."""
    text = preview_text(labels, shown.text, shown.small_print)
    await _show(bot, press, text, shown.after, None, view, preview=True)


async def show_board(bot: Client, press: Press, text: str, snapshot: Snapshot) -> None:
    """Show a text with a board on which there is nothing more to choose."""
    await _show(bot, press, text, snapshot, None, rows())


async def _show(
    bot: Client,
    press: Press,
    text: str,
    snapshot: Snapshot,
    highlights: Destinations | None,
    view: View,
    *,
    new: bool = False,
    preview: bool = False,
) -> None:
    """Show a text with a board, which may be a `preview`."""
    match = snapshot.match
    display = await private_display(bot.context, match, press.user.id)
    draw = partial(bot.board_images.draw, bot.context.game(match), snapshot, display, highlights, preview=preview)
    picture = await draw_private_board(bot, press, draw)
    fallback = with_text_board(text, picture.text) if picture.text else text
    send = reply_with_picture if new else replace_with_picture
    await send(press, text, picture, f"turnpost-move-{match.id}-{match.seq}.png", fallback, view=view)
