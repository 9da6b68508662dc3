"""Hints as answers: words and a marked picture, privately where Discord can; and the button under a refused move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cooldowns import PICTURE
from bot.lasting import Lasting
from bot.referee import hints, words
from bot.referee.answers import Choose, Refused
from bot.referee.asked import Named
from bot.replies import asked_by, decide
from bot.showing import show
from bot.viewing import sight_for

if TYPE_CHECKING:
    from bot.host import Host
    from bot.lasting import Press
    from bot.replies import Source


async def answer(bot: Host, source: Source, named: Named) -> None:
    """Answer where a piece can go. Raises `Refused`.

    The board is drawn from the asker's side where only they see it. It is an answer and no board of the match: a
    reply to it is taken for what it would be without.
    """
    with bot.cooldowns.admit(asked_by(source), PICTURE):
        await _answer(bot, source, named)


async def _answer(bot: Host, source: Source, named: Named) -> None:
    found = await hints.hint(bot.table, asked_by(source), named)
    if isinstance(found, Choose):
        numbers = words.listed((words.code(f"#{each.id} {named.text}".strip()) for each in found.matches[:25]), "or")
        raise Refused(f"You are to move in several matches. Name one: {numbers}.")
    now, match = found.moment, found.moment.match
    game, text = bot.table.game(match), f"{found.whose}{found.reach.words}"
    sight = await sight_for(bot, source, now)
    decide()
    picture = await bot.studio.draw(game, now, sight, found.reach)
    if found.reach.fatal:
        text += "\n-# Rings with a dot: it lives. Crosses: it dies at once."
    text += f"\n-# #{match.id} \u00b7 a hint for move {now.ply + 1}, nothing is played"
    await show(source, text, picture, f"turnpost-hint-{match.id}-{match.seq}.png", text)


class ShowMe(Lasting, template=r"hint:(\d{1,9}):(\d{1,5}):(.{1,60})"):
    """Shows where a piece can go, under a move that it can't make. Its parts: match, ply, the piece."""

    action = "hint"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Answer with the hint, privately."""
        match, ply, piece = self.parts
        await answer(bot, press, Named(piece, int(match), int(ply)))
