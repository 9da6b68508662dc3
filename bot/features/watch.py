"""Watching: one message to a spectator when a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.client.components import PersistentButton, PersistentSelect, row
from bot.client.feature import Feature
from bot.client.panels import PanelButton
from bot.features.guesses import WHO_WINS
from bot.features.private_posts import send_directly_if_allowed
from bot.features.results import result_sentence
from bot.interactions.member_permissions import can_readers_see
from bot.interactions.own_messages import find_line
from bot.interactions.replies import replace_message, reply, request_of
from bot.referee import formatting
from bot.referee.boards import take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.guesses import can_guess
from bot.referee.threads import stop_watching, watch_match
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import events, matches, outbox

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.referee.boards import Snapshot
    from games.contract import Game
    from storage.queries.rows import Post

WATCH = N_("Watch")
# Translators: {place} is a link to the match, "our direct messages", or "its channel was deleted".
MARK = N_("-# You watched #{match}: {place}")
"""The last line of the message to a person who watched a match, by which it is recognized."""


def watched_post(snapshot: Snapshot, game: Game[Any, Any], board: Post | None) -> str:
    """Return the message to a person who watched a match that has ended, with a link to its last board."""
    match = snapshot.match
    where = formatting.place(match, board) or _("its channel was deleted")
    return f"{result_sentence(snapshot, game)}\n{_(MARK).format(match=match.id, place=where)}"


async def send_outcome(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell a person how a match ended that they watched; return the channel and the message.

    A person who takes no direct messages isn't told, which is no failure.
    """
    snapshot, board = await _load(bot, post)
    match = snapshot.match
    content = await run_rules(watched_post, snapshot, bot.context.game(match), board)

    def is_this_post(message: discord.Message) -> bool:
        return find_line(MARK, message.content, match=str(match.id), place=".*") is not None

    who = "A person who watched match"
    return await send_directly_if_allowed(bot, post, match, who, content, is_it=is_this_post)


@rules_outside_transaction
async def _load(bot: Client, post: Post) -> tuple[Snapshot, Post | None]:
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        board = await outbox.board(tx, match.id, post.seq or 0)
        sent = board if board and board.message_id else None
        return await take_snapshot(bot.context, tx, match, post.seq or 0), sent


class WatchButton(PersistentButton, template=r"watch:(\d+)"):
    """Watches a match. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Watch the match, and say so privately."""
        await _watch(bot, press, int(self.parts[0]))


class StopWatchingButton(PersistentButton, template=r"unwatch:(\d+)"):
    """Watches a match no longer. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Stop, and say so in place of the message that was pressed."""
        number = int(self.parts[0])
        await stop_watching(bot.context, request_of(press), number)
        await replace_message(press, _("You no longer watch #{match}.").format(match=number))


class WatchSelect(PersistentSelect, template=r"watch_one"):
    """A menu of matches to watch."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Watch the match that was chosen, and say so privately."""
        await _watch(bot, press, self.chosen_number(press))


async def _watch(bot: Client, press: Press, number: int) -> None:
    match = await watch_match(bot.context, request_of(press), number, lambda channel: can_readers_see(press, channel))
    watching = _("I'll send you one message when #{match} ends.").format(match=match.id)
    async with bot.context.database.read() as tx:
        guesses = await can_guess(tx, match, press.user.id, await events.of_match(tx, match.id))
    guess = [PanelButton(_(WHO_WINS), "guess", match.id)] if guesses else []
    await reply(press, watching, view=row(StopWatchingButton(_("Stop watching"), match.id), *guess))


FEATURE = Feature(
    buttons=[WatchButton, StopWatchingButton, WatchSelect],
    posts={"watched": send_outcome},
)
