"""Boards for one person's eyes: the answer to the slash command and to the buttons under boards and replays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.cooldowns import PICTURE
from bot.custom_ids import MY_VIEW
from bot.lasting import Lasting
from bot.posting import wording
from bot.referee import aiming, looks, views
from bot.referee.looks import Sight
from bot.referee.thought import think_between
from bot.replies import asked_by, reply, unshared
from bot.showing import show

if TYPE_CHECKING:
    import discord

    from bot.host import Host
    from bot.lasting import Press
    from bot.referee.views import Moment, Then
    from bot.replies import Source
    from storage.records import Match


async def show_board(
    bot: Host,
    interaction: discord.Interaction[Any],
    match: Match,
    sight: Sight,
    note: str = "",
    at: Then | None = None,
) -> None:
    """Answer an interaction with the board of a match, present or earlier, which only its person sees."""
    now = await moment_of(bot, match, at.seq if at else match.seq)
    await _show(bot, interaction, now, sight, _words(bot, now, note, at))


async def show_letters(
    bot: Host, interaction: discord.Interaction[Any], match: Match, side: int | None, at: Then | None
) -> None:
    """Answer an interaction with the same in letters, with the position's line; never turned unless asked."""
    game, now = bot.table.game(match), await moment_of(bot, match, at.seq if at else match.seq)
    letters = await bot.studio.spell(game, now, side)
    await reply(interaction, wording.text_board(_words(bot, now, "", at), letters, game.position(now.state)))


def _words(bot: Host, now: Moment, note: str, at: Then | None) -> str:
    game = bot.table.game(now.match)
    return wording.then_post(now, game, at.plies) if at else wording.show_post(now, game, note)


async def sight_for(bot: Host, source: Source, now: Moment) -> Sight:
    """Return how a picture in an answer is drawn: as the person who asked likes it, or as all see it who are there."""
    if unshared(source):
        return await looks.private(bot.table, now.match, asked_by(source).user_id)
    return looks.shared(now.match, bot.table.game(now.match), now.state)


def still(match: Match, seq: int, sight: Sight) -> Still:
    """Return the button that shows a picture again, at full size."""
    return Still("Full size", match.id, seq, sight.side or 0, sight.theme)


class MyView(Lasting, template=MY_VIEW):
    """Shows the present board from one's own side. Its parts: match, event that was shown, the post it hangs under."""

    action = "mine"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Answer with the board as it now stands, privately, and say so if it was another one above the button."""
        with bot.cooldowns.admit(asked_by(press), PICTURE):
            await self._show(bot, press)

    async def _show(self, bot: Host, press: Press) -> None:
        number, seq = map(int, self.parts[:2])
        match = await views.named(bot.table, asked_by(press), number)
        own = bot.table.game(match).info.homes and match.seat_of(press.user.id)
        sight = await looks.private(bot.table, match, press.user.id, "mine" if own else None)
        note = ""
        if match.seq != seq:
            async with bot.table.database.read() as tx:
                note = await aiming.moved_on(tx, match, seq)
        await show_board(bot, press, match, sight, note)


class Still(Lasting, template=r"still:(\d+):(\d+):(\d+):(dark|light)"):
    """Shows one picture at full size. Its parts: match, event, seat whose side it is drawn from (0 for none), theme."""

    action = "still"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Answer with the picture, privately."""
        number, seq, side = map(int, self.parts[:3])
        with bot.cooldowns.admit(asked_by(press), PICTURE):
            match = await views.named(bot.table, asked_by(press), number)
            then = await moment_of(bot, match, seq)
            sight = Sight(side or None, "light" if self.parts[3] == "light" else "dark", "large")
            await _show(bot, press, then, sight, wording.still_post(then, bot.table.game(match)))


@think_between
async def moment_of(bot: Host, match: Match, seq: int) -> Moment:
    """Return a match as it stood after event `seq`."""
    async with bot.table.database.read() as tx:
        return await views.moment(bot.table, tx, match, seq)


async def _show(bot: Host, interaction: discord.Interaction[Any], now: Moment, sight: Sight, text: str) -> None:
    picture = await bot.studio.draw(bot.table.game(now.match), now, sight)
    filename = f"turnpost-{now.match.id}-{now.seq}.png"
    await show(interaction, text, picture, filename, wording.text_board(text, picture.text))
