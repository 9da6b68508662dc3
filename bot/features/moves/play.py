"""Taking a turn, however it came: command, reply, mention, bare text, button. One referee call, one way to answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.features.hints.components import ShowMe
from bot.features.moves import preview as proposing
from bot.features.moves.text import played
from bot.interactions.cooldowns import PICTURE_COST, TooManyRequests
from bot.interactions.persistent_button import PersistentButton, row
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee import formatting, views
from bot.referee.errors import MoveRejected, RequestRejected
from bot.referee.requests import parse_move_text
from bot.referee.results import AlreadyDone, AmbiguousMatch, MovePlayed, MovePreview, StaleBoard
from bot.referee.turns import play, resolve_match
from bot.referee.turns import preview as proposals

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request

    Call = Callable[
        [Context, Request, MoveText], Awaitable[MovePlayed | MovePreview | AlreadyDone | AmbiguousMatch | StaleBoard]
    ]

MOST_BUTTONS = 25
QUESTION = "Which match is {} for?"
_ANSWERED = re.compile(r"^Which match is `(.+)` for\?$", re.DOTALL)


async def take(bot: Client, source: Source, named: MoveText, *, bare: bool) -> None:
    """Play a text as a move and answer what there is to answer; `bare` texts may turn out to be chat.

    Raises `RequestRejected`, which the caller's error handler puts to the person, and for a bare text `NotAMove`.
    """
    await _answer(bot, source, named, play.play_text if bare else play.play_move, Pick)


async def preview(bot: Client, source: Source, named: MoveText) -> None:
    """Show what a move would be to whoever is to move, and to nobody else; play nothing. Raises `RequestRejected`."""
    with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _answer(bot, source, named, proposals.preview_move, PickToPreview)


async def _answer(bot: Client, source: Source, named: MoveText, call: Call, pick: type[Pick]) -> None:
    request = request_of(source)
    try:
        done = await call(bot.context, request, named)
    except MoveRejected as refused:
        button = ShowMe("Show me", refused.match.id, refused.ply, refused.piece)
        await reply(source, refused.reason, view=row(button))
        return
    match done:
        case MovePlayed():
            await say_played(source, done)
        case MovePreview():
            await (proposing.preview if call is proposals.preview_move else proposing.ask)(bot, source, done)
        case AlreadyDone():
            await acknowledge_silently(source)
        case AmbiguousMatch():
            text = formatting.code(f"{named.prefix}{named.text}", limit=1500)
            picks = [
                pick(f"#{each.id} {bot.context.title(each.game)}", each.id, request.user_id) for each in done.matches
            ]
            await reply(source, QUESTION.format(text), view=row(*picks[:MOST_BUTTONS]))
        case StaleBoard():
            try:
                with bot.cooldowns.admit(request, PICTURE_COST):
                    await views.show_board(bot.context, request, done.match, done.note)
            except TooManyRequests:  # what became of a move is always said
                await reply(source, done.note.removesuffix(resolve_match.HERE))


async def say_played(source: Source, done: MovePlayed) -> None:
    """Confirm a move to somebody who doesn't see the board appear where they are."""
    if isinstance(source, discord.Interaction) or source.channel.id != done.match.home:
        await reply(source, played(done.match, done.ply, done.text))


def text_asked_about(question: discord.Message | None) -> str | None:
    """Return the text that one of our questions "Which match is ... for?" was about."""
    found = _ANSWERED.match(question.content) if question else None
    return found[1] if found else None


class Pick(PersistentButton, template=r"pick:(\d+):(\d+)"):
    """Says which match a move was meant for. Its parts: match, and whose question it is."""

    action = "pick"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Play the text that the question names in the match chosen."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected("This question is for somebody else.")
        text = text_asked_about(press.message)
        if text is None:
            raise RequestRejected("I can't tell any more which move this was about. Please send it again.")
        await self._take(bot, press, replace(parse_move_text(text), match=match_id))

    async def _take(self, bot: Client, press: Press, named: MoveText) -> None:
        await take(bot, press, named, bare=False)


class PickToPreview(Pick, template=r"foresee:(\d+):(\d+)"):
    """Says in which match a move is to be shown. Its parts are those of `Pick`."""

    action = "foresee"

    async def _take(self, bot: Client, press: Press, named: MoveText) -> None:
        await preview(bot, press, named)
