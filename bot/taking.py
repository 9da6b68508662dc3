"""Taking a turn, however it came: command, reply, mention, bare text, button. One referee call, one way to answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot import proposing
from bot.cooldowns import PICTURE, TooManyRequests
from bot.hinting import ShowMe
from bot.lasting import Lasting, row
from bot.posting.proposals import played
from bot.referee import aiming, proposals, turns, views, words
from bot.referee.answers import Again, Choose, Plan, Played, Refused, Stale, Unplayable
from bot.referee.asked import read_names
from bot.replies import asked_by, nothing_to_say, reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.host import Host
    from bot.lasting import Press
    from bot.referee.asked import Asked, Named
    from bot.referee.table import Table
    from bot.replies import Source

    Call = Callable[[Table, Asked, Named], Awaitable[Played | Plan | Again | Choose | Stale]]

MOST_BUTTONS = 25
QUESTION = "Which match is {} for?"
_ANSWERED = re.compile(r"^Which match is `(.+)` for\?$", re.DOTALL)


async def take(bot: Host, source: Source, named: Named, *, bare: bool) -> None:
    """Play a text as a move and answer what there is to answer; `bare` texts may turn out to be chat.

    Raises `Refused`, which the caller's error handler puts to the person, and for a bare text `Chat`.
    """
    await _answer(bot, source, named, turns.bare if bare else turns.move, Pick)


async def preview(bot: Host, source: Source, named: Named) -> None:
    """Show what a move would be to whoever is to move, and to nobody else; play nothing. Raises `Refused`."""
    with bot.cooldowns.admit(asked_by(source), PICTURE):
        await _answer(bot, source, named, proposals.preview, PickToPreview)


async def _answer(bot: Host, source: Source, named: Named, call: Call, pick: type[Pick]) -> None:
    asked = asked_by(source)
    try:
        done = await call(bot.table, asked, named)
    except Unplayable as refused:
        button = ShowMe("Show me", refused.match.id, refused.ply, refused.piece)
        await reply(source, refused.reason, view=row(button))
        return
    match done:
        case Played():
            await say_played(source, done)
        case Plan():
            await (proposing.preview if call is proposals.preview else proposing.ask)(bot, source, done)
        case Again():
            await nothing_to_say(source)
        case Choose():
            text = words.code(f"{named.prefix}{named.text}", limit=1500)
            picks = [pick(f"#{each.id} {bot.table.title(each.game)}", each.id, asked.user_id) for each in done.matches]
            await reply(source, QUESTION.format(text), view=row(*picks[:MOST_BUTTONS]))
        case Stale():
            try:
                with bot.cooldowns.admit(asked, PICTURE):
                    await views.show(bot.table, asked, done.match, done.note)
            except TooManyRequests:  # what became of a move is always said
                await reply(source, done.note.removesuffix(aiming.HERE))


async def say_played(source: Source, done: Played) -> None:
    """Confirm a move to somebody who doesn't see the board appear where they are."""
    if isinstance(source, discord.Interaction) or source.channel.id != done.match.home:
        await reply(source, played(done.match, done.ply, done.text))


def text_asked_about(question: discord.Message | None) -> str | None:
    """Return the text that one of our questions "Which match is ... for?" was about."""
    found = _ANSWERED.match(question.content) if question else None
    return found[1] if found else None


class Pick(Lasting, template=r"pick:(\d+):(\d+)"):
    """Says which match a move was meant for. Its parts: match, and whose question it is."""

    action = "pick"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Play the text that the question names in the match chosen."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise Refused("This question is for somebody else.")
        text = text_asked_about(press.message)
        if text is None:
            raise Refused("I can't tell any more which move this was about. Please send it again.")
        await self._take(bot, press, replace(read_names(text), match=match_id))

    async def _take(self, bot: Host, press: Press, named: Named) -> None:
        await take(bot, press, named, bare=False)


class PickToPreview(Pick, template=r"foresee:(\d+):(\d+)"):
    """Says in which match a move is to be shown. Its parts are those of `Pick`."""

    action = "foresee"

    async def _take(self, bot: Host, press: Press, named: Named) -> None:
        await preview(bot, press, named)
