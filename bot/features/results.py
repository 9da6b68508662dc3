"""Results reach the channel: the post of a challenge becomes the result of its match."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.client.feature import Cog, Feature
from bot.features.match_text import leave_clause, substitutes_clause
from bot.interactions.replies import Attachment, is_foreign
from bot.outbox.sender import UNKNOWN_MESSAGE
from bot.process import is_forbidden, is_permanent
from bot.referee import formatting
from bot.referee.boards import load_posted_snapshot
from bot.referee.context import run_rules
from bot.referee.formatting import is_deleted
from bot.referee.history.history import match_result
from bot.referee.people.display import shared_display
from games.text import format_list
from games.translation import gettext as _, ngettext
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.client.client import Client
    from bot.referee.boards import Snapshot
    from games.contract import Game, Result
    from storage.queries.rows import Match, Person, Post

    NamePerson = Callable[[Person], str]

log = logging.getLogger(__name__)


def result_post(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return what becomes of a challenge's post when its match has ended."""
    match = snapshot.match
    where = "" if match.is_direct or is_deleted(match.home) else f": <#{match.home}>"
    return f"{result_sentence(snapshot, game)}\n-# #{match.id}{where}"


def result_sentence(snapshot: Snapshot, game: Game[Any, Any], name: NamePerson = formatting.name) -> str:
    """Return who beat whom at what, after how many moves: "Bob beat Ann at Chomp, 25 moves."."""
    match, title = snapshot.match, f"**{game.info.title}**"
    result = match_result(game, match, snapshot.event, snapshot.state)
    if result is None:
        outcome = _("{title} between {names} ended without a winner")
        outcome = outcome.format(title=title, names=format_list(map(name, match.seats)))
        return f"{_with_moves(outcome, snapshot.ply)}."
    clauses = [one for one in (leave_clause(snapshot, name), substitutes_clause(snapshot, name)) if one]
    clause = f" ({'; '.join(clauses)})" if clauses else ""
    return f"{_with_moves(_outcome(match, title, result, name), snapshot.ply)}{clause}."


def _with_moves(outcome: str, plies: int) -> str:
    if not plies:
        return outcome
    # Translators: {outcome} is a clause: "Bob beat Ann at Chomp".
    return ngettext("{outcome}, {n} move", "{outcome}, {n} moves", plies).format(outcome=outcome, n=plies)


def _outcome(match: Match, title: str, result: Result, name: NamePerson) -> str:
    """Return the outcome without its details: two players beat or draw, of more one or several win."""
    if result.drawn:
        return _("{names} drew at {title}").format(names=format_list(map(name, match.seats)), title=title)
    winners = [match.seats[seat - 1] for seat in result.winners]
    losers = [person for person in match.seats if person not in winners]
    if len(match.seats) == 2:
        outcome = _("{winners} beat {losers} at {title}")
    elif len(winners) == 1:
        outcome = _("{winners} won {title} against {losers}")
    else:
        outcome = _("{winners} share first place in {title}")
    return outcome.format(winners=format_list(map(name, winners)), losers=format_list(map(name, losers)), title=title)


class ForeignResults(Cog):
    """Brings results that are owed to group messages and to servers without the bot."""

    @Cog.listener("on_app_command_completion")
    async def tell_owed(self, interaction: discord.Interaction[Any], _: object) -> None:
        """Tell the results that are owed to the place of a command that was responded to. Each is told at most once."""
        if not is_foreign(interaction) or not interaction.channel_id:
            return
        self.bot.foreign_places.remember(interaction)
        async with self.bot.context.database.read() as tx:
            owed = await outbox.owed_results(tx, interaction.channel_id)
        for post in owed:
            await _tell_foreign_place_once(self.bot, *await _draw(self.bot, post))


async def rewrite_as_result(bot: Client, post: Post) -> tuple[int, int | None]:
    """Turn the post of a match's challenge into its result; return the channel and the message, if it's there.

    An attempt after a crash puts the same text and picture in the place of the first. A match of an event has no such
    post: that of its round names the winner.
    """
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        posts = await outbox.posts_of_challenge(tx, match.challenge_id or 0)
    sent = [each for each in posts if not outbox.is_copy(each)]  # which stays a link in the thread of the match before
    if not (sent or match.is_direct):
        return match.home, None
    match, content, board = await _draw(bot, post)
    for each in sent:
        await _rewrite(bot, each, match.guild_id, content, board)
    if match.is_direct and not sent:
        await _tell_foreign_place_once(bot, match, content, board)
        return match.home, None
    return (sent[0].channel_id or 0, sent[0].message_id) if sent else (match.home, None)


async def _draw(bot: Client, post: Post) -> tuple[Match, str, Attachment | None]:
    """Return the match of a row, its result in words, and a small picture of its last board."""
    snapshot = await load_posted_snapshot(bot.context, post)
    match, game = snapshot.match, bot.context.game(snapshot.match)
    content = await run_rules(result_post, snapshot, game)
    picture = await bot.board_images.draw_thumbnail(game, snapshot, shared_display(match, game, snapshot.state))
    name = f"turnpost-{bot.sender.nonce(post)}.png"
    return match, content, Attachment(picture.png, name, picture.alt) if picture.png else None


async def _tell_foreign_place_once(bot: Client, match: Match, content: str, board: Attachment | None) -> None:
    """Post a result by the last interaction of a place if there is one; else the place is still owed it.

    It is noted before it is posted: what an interaction posts has no nonce, and after a crash it would come again.
    Where Discord refuses it, the button below the challenge still shows the result.
    """
    if not bot.foreign_places.can_reach(match.channel_id):
        return
    async with bot.context.database.write() as tx:
        if not await outbox.take_result(tx, match.id):
            return
    buttons = [f"standing:{match.id}", f"accept:{match.challenge_id}"]
    try:
        await bot.foreign_places.post(match.channel_id, buttons, content, [board] if board else [])
    except discord.HTTPException as error:
        log.info("The place where match #%d began isn't told how it ended: %s", match.id, error)


async def _rewrite(bot: Client, sent: Post, guild_id: int, content: str, board: Attachment | None) -> None:
    """Rewrite one post, unless somebody deleted it; where files are barred, in words alone."""
    channel = bot.get_partial_messageable(sent.channel_id or 0, guild_id=guild_id)
    message_id = sent.message_id or 0
    try:
        await bot.sender.rewrite(channel, message_id, content, None, (lambda: [board.file]) if board else None)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
    except discord.Forbidden as error:
        if not is_forbidden(error) or board is None:
            raise
        await bot.sender.rewrite(channel, message_id, content, None)


def ended_thread_name(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return the name of the thread of a match that has ended, plain text of at most 100 characters."""
    match = snapshot.match
    result = match_result(game, match, snapshot.event, snapshot.state)
    everyone = [formatting.plain_name(person, 24) for person in match.seats]
    if result is None:
        outcome = _("{names}, no winner").format(names=format_list(everyone))
    elif result.drawn:
        outcome = _("{names} drew").format(names=format_list(everyone))
    else:
        won = format_list(everyone[seat - 1] for seat in result.winners)
        lost = format_list(name for seat, name in enumerate(everyone, 1) if seat not in result.winners)
        beat = ngettext("{winners} beat {losers}", "{winners} beat {losers}", len(result.winners))
        outcome = (beat if lost else _("{winners} share first place")).format(winners=won, losers=lost)
    return f"{game.info.title} #{match.id}: {outcome}"[:100]


SLEEPS_AFTER = 1440
"""Minutes of silence after which Discord archives a thread that somebody woke: a day."""


async def archive_thread(bot: Client, post: Post) -> tuple[int, int | None]:
    """Give a thread the name of its result and archive it, without locking it; return the thread.

    What Discord refuses, as with a thread that was deleted, is logged, and that's all.
    """
    snapshot = await load_posted_snapshot(bot.context, post)
    match = snapshot.match
    name = await run_rules(ended_thread_name, snapshot, bot.context.game(match))
    try:
        await _archive(bot, match.home, name)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.warning("The thread of match #%d isn't archived: %s", match.id, error)
    return match.home, None


async def _archive(bot: Client, thread_id: int, name: str) -> None:
    thread = await bot.fetch_channel(thread_id)
    if not isinstance(thread, discord.Thread) or (thread.archived and thread.name == name):
        return
    if thread.archived:  # an archived thread can't be renamed
        await thread.edit(archived=False, name=name, auto_archive_duration=SLEEPS_AFTER)
    await thread.edit(name=name, archived=True, auto_archive_duration=SLEEPS_AFTER)


FEATURE = Feature(cogs=[ForeignResults], posts={"result": rewrite_as_result, "archive": archive_thread})
