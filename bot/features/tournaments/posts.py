"""The posts of events: sign-up, kept up to date, the daily page, and what single people are told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.private_posts import send_directly
from bot.features.tournaments import text
from bot.features.tournaments.commands import page_buttons, sign_up_buttons
from bot.features.tournaments.text import cross_table, page_text
from bot.interactions.own_messages import contains, ends_with, has_file
from bot.interactions.replies import Attachment, caption
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee.people.display import page_display
from bot.referee.tournaments.organize import CorrectedResult
from bot.referee.tournaments.standings import load_page
from renderers.charts.cross_table import cross_table_text, draw_cross_table
from storage.queries import corrections, matches, tournaments

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from storage.engine.database import Tx
    from storage.queries.rows import Post, Tournament


async def send_sign_up(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post an event for people to sign up, and note which message that is."""
    tournament, content = await _sign_up(bot, post)
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


async def rewrite_sign_up(bot: Client, post: Post) -> tuple[int, int | None]:
    """Rewrite that post: somebody signed up or left, or the event began or ended."""
    tournament, content = await _sign_up(bot, post)
    if tournament.message_id is not None:
        await bot.sender.rewrite(_channel(bot, tournament), tournament.message_id, content, sign_up_buttons(tournament))
    return tournament.channel_id, None


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
    """Tell one person by direct message."""
    async with bot.context.database.read() as tx:
        tournament = await tournaments.require(tx, int(post.body["tournament"]))
        corrected = await _find_correction(tx, post.body["match"])
    content = text.notice(tournament, post.body["notice"], post.body["match"], corrected)
    return await send_directly(bot, post, content)


async def _sign_up(bot: Client, post: Post) -> tuple[Tournament, str]:
    async with bot.context.database.read() as tx:
        tournament = await tournaments.require(tx, int(post.body["tournament"]))
        people = await tournaments.people(tx, tournament.id)
    return tournament, text.sign_up_post(tournament, people, bot.context.rules(tournament.game).info)


def _channel(bot: Client, tournament: Tournament) -> discord.PartialMessageable:
    return bot.get_partial_messageable(tournament.channel_id, guild_id=tournament.guild_id)


async def _find_correction(tx: Tx, match_id: int | None) -> CorrectedResult | None:
    """Return the corrected result of a match that has one."""
    found = await corrections.of_match(tx, match_id) if match_id else []
    return CorrectedResult(await matches.require(tx, found[-1].match_id), tuple(found[-1].places)) if found else None
