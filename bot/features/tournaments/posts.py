"""The posts of events: sign-up and rounds, kept up to date, the daily page, and what single people are told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.features.private_posts import send_directly
from bot.features.tournaments import text
from bot.features.tournaments.commands import page_buttons, round_buttons, sign_up_buttons
from bot.features.tournaments.text import cross_table, page_text
from bot.interactions.own_messages import contains, ends_with, has_file, has_mark
from bot.interactions.replies import Attachment, caption
from bot.outbox.sender import UNKNOWN_MESSAGE, FallbackPost, fall_back_to
from bot.referee import formatting
from bot.referee.people.display import page_display
from bot.referee.people.preferences import load_preferences
from bot.referee.tournaments.organize import CorrectedResult
from bot.referee.tournaments.standings import load_page, load_round
from renderers.charts.cross_table import cross_table_text, draw_cross_table
from storage.queries import corrections, matches, outbox, tournaments

if TYPE_CHECKING:
    from bot.client.client import Client
    from storage.engine.database import Tx
    from storage.queries.rows import Post, Tournament


async def send_sign_up(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post an event for people to sign up, and note which message that is."""
    async with bot.context.database.read() as tx:
        tournament = await tournaments.require(tx, int(post.body["tournament"]))
        people = await tournaments.people(tx, tournament.id)
    content = text.sign_up_post(tournament, people, bot.context.rules(tournament.game).info)
    with fall_back_to(FallbackPost("tell", tournament.organizer_id, partial(text.cannot_post, tournament))):
        channel_id, message_id = await bot.sender.send_once(
            post,
            _channel(bot, tournament),
            lambda message: (
                ends_with(text.MARK, message.content, number=tournament.id)
                and contains(text.DROPPING_OUT, message.content)
            ),
            content=content,
            view=sign_up_buttons(tournament),
        )
    async with bot.context.database.write() as tx:
        await tournaments.change(tx, tournament.id, message_id=message_id)
    return channel_id, message_id


async def rewrite_post(bot: Client, post: Post) -> tuple[int, int | None]:
    """Rewrite the last post of an event, its sign-up or a round: somebody signed up or left, or it began or ended."""
    tournament, stage = await _last_post(bot, post)
    await _rewrite(bot, tournament, stage)
    return tournament.channel_id, None


async def update_round(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the matches of a round, to which the post before then links, or rewrite that post if it is there."""
    (tournament, stage), number = await _last_post(bot, post), int(post.body["stage"])
    if stage is not None and stage >= number:
        await _rewrite(bot, tournament, stage)
        return tournament.channel_id, None
    found = await load_round(bot.context, tournament.id, number)
    nonce = bot.sender.nonce(post)
    channel_id, message_id = await bot.sender.send_once(
        post,
        _channel(bot, tournament),
        partial(has_mark, mark=nonce),
        content=text.round_post(found, bot.context.rules(tournament.game).info),
        view=round_buttons(tournament, nonce),
    )
    if tournament.message_id != message_id:
        await _rewrite(bot, tournament, stage, formatting.link(tournament.guild_id, channel_id, message_id))
    async with bot.context.database.write() as tx:
        await tournaments.change(tx, tournament.id, message_id=message_id)
    return channel_id, message_id


async def _last_post(bot: Client, post: Post) -> tuple[Tournament, int | None]:
    """Return the event of a row, and the round that its last post is about, None for its sign-up."""
    async with bot.context.database.read() as tx:
        tournament = await tournaments.require(tx, int(post.body["tournament"]))
        last = await outbox.by_message(tx, tournament.message_id) if tournament.message_id else None
    return tournament, last.body.get("stage") if last else None


async def _rewrite(bot: Client, tournament: Tournament, stage: int | None, later: str | None = None) -> None:
    """Rewrite the last post of an event unless it was deleted; `later` is the address of the one after it."""
    if tournament.message_id is None:
        return
    info = bot.context.rules(tournament.game).info
    if stage is None:
        async with bot.context.database.read() as tx:
            people = await tournaments.people(tx, tournament.id)
        content, view = text.sign_up_post(tournament, people, info, later), sign_up_buttons(tournament)
    else:
        content = text.round_post(await load_round(bot.context, tournament.id, stage), info, later)
        view = round_buttons(tournament, str(tournament.message_id))
    try:
        await bot.sender.rewrite(_channel(bot, tournament), tournament.message_id, content, view)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise


async def send_page(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the page of an event that is in play, with its cross table."""
    page = await load_page(bot.context, int(post.body["tournament"]))
    info = bot.context.rules(page.tournament.game).info
    content = page_text(page, info, bot.context.now())
    table = cross_table(page, info.title)
    files, captioned = [], content
    name = f"turnpost-{bot.sender.nonce(post)}.png"
    if table is not None:
        display = await page_display(bot.context, None)
        picture = await bot.chart_images.draw(draw_cross_table, cross_table_text, table, display)
        if picture.png is not None:
            files, captioned = [Attachment(picture.png, name, picture.alt).file], caption(content, picture)
    return await bot.sender.send_with_files(
        post,
        _channel(bot, page.tournament),
        partial(has_file, name=name, text=content),
        files,
        content=captioned,
        without_files=content,
        view=page_buttons(page),
    )


async def send_notice(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell one person by direct message, unless they want to be told nothing about events."""
    async with bot.context.database.read() as tx:
        tournament = await tournaments.require(tx, int(post.body["tournament"]))
        if (await load_preferences(tx, int(post.body["user"]))).events == "nothing":
            return tournament.channel_id, None
        corrected = await _find_correction(tx, post.body["match"])
    content = text.notice(tournament, post.body["notice"], post.body["match"], corrected)
    return await send_directly(bot, post, content, kind="events")


def _channel(bot: Client, tournament: Tournament) -> discord.PartialMessageable:
    return bot.get_partial_messageable(tournament.channel_id, guild_id=tournament.guild_id)


async def _find_correction(tx: Tx, match_id: int | None) -> CorrectedResult | None:
    """Return the corrected result of a match that has one."""
    found = await corrections.of_match(tx, match_id) if match_id else []
    return CorrectedResult(await matches.require(tx, found[-1].match_id), tuple(found[-1].places)) if found else None
