"""Boards for one person's eyes: the answer to the slash command and to the buttons under boards and replays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.boards import text as wording
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.custom_ids import MY_VIEW
from bot.interactions.persistent_button import PersistentButton
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import is_private, reply, request_of
from bot.referee import views
from bot.referee.offload import rules_outside_transaction
from bot.referee.people.display import BoardDisplay, private_display, shared_display
from bot.referee.turns import resolve_match

if TYPE_CHECKING:
    import discord

    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.views import EarlierPoint, Snapshot
    from storage.tables.models import Match


async def show_board(
    bot: Client,
    interaction: discord.Interaction[Any],
    match: Match,
    sight: BoardDisplay,
    note: str = "",
    at: EarlierPoint | None = None,
) -> None:
    """Answer an interaction with the board of a match, present or earlier, which only its person sees."""
    now = await moment_of(bot, match, at.seq if at else match.seq)
    await _show(bot, interaction, now, sight, _words(bot, now, note, at))


async def show_letters(
    bot: Client, interaction: discord.Interaction[Any], match: Match, side: int | None, at: EarlierPoint | None
) -> None:
    """Answer an interaction with the same in letters, with the position's line; never turned unless asked."""
    game, now = bot.context.game(match), await moment_of(bot, match, at.seq if at else match.seq)
    letters = await bot.board_images.draw_text(game, now, side)
    await reply(interaction, wording.text_board(_words(bot, now, "", at), letters, game.position(now.state)))


def _words(bot: Client, now: Snapshot, note: str, at: EarlierPoint | None) -> str:
    game = bot.context.game(now.match)
    return wording.then_post(now, game, at.plies) if at else wording.show_post(now, game, note)


async def sight_for(bot: Client, source: Source, now: Snapshot) -> BoardDisplay:
    """Return how a picture in an answer is drawn: as the person who asked likes it, or as all see it who are there."""
    if is_private(source):
        return await private_display(bot.context, now.match, request_of(source).user_id)
    return shared_display(now.match, bot.context.game(now.match), now.state)


def still(match: Match, seq: int, sight: BoardDisplay) -> Still:
    """Return the button that shows a picture again, at full size."""
    return Still("Full size", match.id, seq, sight.side or 0, sight.theme)


class MyView(PersistentButton, template=MY_VIEW):
    """Shows the present board from one's own side. Its parts: match, event that was shown, the post it hangs under."""

    action = "mine"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Answer with the board as it now stands, privately, and say so if it was another one above the button."""
        with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            await self._show(bot, press)

    async def _show(self, bot: Client, press: Press) -> None:
        number, seq = map(int, self.parts[:2])
        match = await views.get_visible_match(bot.context, request_of(press), number)
        own = bot.context.game(match).info.homes and match.seat_of(press.user.id)
        sight = await private_display(bot.context, match, press.user.id, "mine" if own else None)
        note = ""
        if match.seq != seq:
            async with bot.context.database.read() as tx:
                note = await resolve_match.stale_board_note(tx, match, seq)
        await show_board(bot, press, match, sight, note)


class Still(PersistentButton, template=r"still:(\d+):(\d+):(\d+):(dark|light)"):
    """Shows one picture at full size. Its parts: match, event, seat whose side it is drawn from (0 for none), theme."""

    action = "still"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Answer with the picture, privately."""
        number, seq, side = map(int, self.parts[:3])
        with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            match = await views.get_visible_match(bot.context, request_of(press), number)
            then = await moment_of(bot, match, seq)
            sight = BoardDisplay(side or None, "light" if self.parts[3] == "light" else "dark", "large")
            await _show(bot, press, then, sight, wording.still_post(then, bot.context.game(match)))


@rules_outside_transaction
async def moment_of(bot: Client, match: Match, seq: int) -> Snapshot:
    """Return a match as it stood after event `seq`."""
    async with bot.context.database.read() as tx:
        return await views.take_snapshot(bot.context, tx, match, seq)


async def _show(
    bot: Client, interaction: discord.Interaction[Any], now: Snapshot, sight: BoardDisplay, text: str
) -> None:
    picture = await bot.board_images.draw(bot.context.game(now.match), now, sight)
    filename = f"turnpost-{now.match.id}-{now.seq}.png"
    await reply_with_picture(interaction, text, picture, filename, wording.text_board(text, picture.text))
