"""Hints as answers: words and a marked picture, privately where Discord can; and the button under a refused move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.boards.components import sight_for
from bot.gateway.message_queue import release_channel
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.persistent_button import PersistentButton
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.requests import MoveText
from bot.referee.results import AmbiguousMatch
from bot.referee.turns import hints

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source


async def answer(bot: Client, source: Source, named: MoveText) -> None:
    """Answer where a piece can go. Raises `RequestRejected`.

    The board is drawn from the asker's side where only they see it. It is an answer and no board of the match: a
    reply to it is taken for what it would be without.
    """
    with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _answer(bot, source, named)


async def _answer(bot: Client, source: Source, named: MoveText) -> None:
    found = await hints.get_hint(bot.context, request_of(source), named)
    if isinstance(found, AmbiguousMatch):
        numbers = formatting.listed(
            (formatting.code(f"#{each.id} {named.text}".strip()) for each in found.matches[:25]), "or"
        )
        raise RequestRejected(f"You are to move in several matches. Name one: {numbers}.")
    now, match = found.snapshot, found.snapshot.match
    game, text = bot.context.game(match), f"{found.turn_note}{found.destinations.words}"
    sight = await sight_for(bot, source, now)
    release_channel()
    picture = await bot.board_images.draw(game, now, sight, found.destinations)
    if found.destinations.fatal:
        text += "\n-# Rings with a dot: it lives. Crosses: it dies at once."
    text += f"\n-# #{match.id} \u00b7 a hint for move {now.ply + 1}, nothing is played"
    await reply_with_picture(source, text, picture, f"turnpost-hint-{match.id}-{match.seq}.png", text)


class ShowMe(PersistentButton, template=r"hint:(\d{1,9}):(\d{1,5}):(.{1,60})"):
    """Shows where a piece can go, under a move that it can't make. Its parts: match, ply, the piece."""

    action = "hint"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Answer with the hint, privately."""
        match, ply, piece = self.parts
        await answer(bot, press, MoveText(piece, int(match), int(ply)))
