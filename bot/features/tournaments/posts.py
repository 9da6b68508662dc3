"""The posts of events: sign-up, kept up to date, the daily page, and what single people are told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments import text
from bot.features.tournaments.commands import page_buttons, sign_up_buttons
from bot.features.tournaments.text import cross_table, page_text
from bot.interactions.own_messages import contains
from bot.interactions.replies import Attachment, caption
from bot.outbox.mentions import direct_message_options
from bot.outbox.sender import FallbackPost, fall_back_to, mention_only
from bot.referee.people.display import page_display
from bot.referee.tournaments.organize import CorrectedResult
from bot.referee.tournaments.standings import load_page
from renderers.charts.cross_table import cross_table_text, draw_cross_table
from storage.queries import corrections, matches, tournaments

if TYPE_CHECKING:
    import discord

    from bot.images.boards import ChartImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Post, Tournament


class TournamentPosts:
    """Sends the outbox rows of events. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context, chart_images: ChartImages) -> None:
        self._sender = sender
        self._context = context
        self._chart_images = chart_images

    async def tournament(self, post: Post) -> tuple[int, int | None]:
        """Post an event for people to sign up, and note which message that is."""
        tournament, content = await self._sign_up(post)
        mark = content.rpartition("\n")[2]
        with fall_back_to(FallbackPost("tell", tournament.organizer_id, partial(text.cannot_post, tournament))):
            sent = await self._sender.send_once(
                post,
                self._channel(tournament),
                lambda message: message.content.endswith(mark) and contains(text.DROPPING_OUT, message.content),
                content=content,
                view=sign_up_buttons(tournament),
                allowed_mentions=mention_only(),
            )
        async with self._context.database.write() as tx:
            await tournaments.change(tx, tournament.id, message_id=sent.id)
        return sent.channel.id, sent.id

    async def refresh(self, post: Post) -> tuple[int, int | None]:
        """Rewrite that post: somebody signed up or left, or the event began or ended."""
        tournament, content = await self._sign_up(post)
        if tournament.message_id is not None:
            await self._sender.rewrite(
                self._channel(tournament), tournament.message_id, content, sign_up_buttons(tournament)
            )
        return tournament.channel_id, None

    async def page(self, post: Post) -> tuple[int, int | None]:
        """Post the page of an event that is in play, with its cross table."""
        page = await load_page(self._context, int(post.body["tournament"]))
        info = self._context.rules(page.tournament.game).info
        content = page_text(page, info, self._context.now())
        table = cross_table(page, info.title)
        files, captioned = [], content
        name = f"turnpost-{self._sender.nonce(post)}.png"
        if table is not None:
            display = await page_display(self._context, None)
            picture = await self._chart_images.draw(draw_cross_table, cross_table_text, table, display)
            if picture.png is not None:
                files, captioned = [Attachment(picture.png, name, picture.alt).file], caption(content, picture)

        def is_this_post(message: discord.Message) -> bool:
            names = [file.filename for file in message.attachments]
            return name in names or (not names and message.content == content)

        sent = await self._sender.send_with_files(
            post,
            self._channel(page.tournament),
            is_this_post,
            files,
            content=captioned,
            without_files=content,
            view=page_buttons(page),
            allowed_mentions=mention_only(),
        )
        return sent.channel.id, sent.id

    async def notice(self, post: Post) -> tuple[int, int | None]:
        """Tell one person by direct message."""
        async with self._context.database.read() as tx:
            tournament = await tournaments.require(tx, int(post.body["tournament"]))
            corrected = await _find_correction(tx, post.body["match"])
        content = text.notice(tournament, post.body["notice"], post.body["match"], corrected)
        channel = await self._sender.open_direct_messages(post)
        options = await direct_message_options(self._context, int(post.body["user"]))
        sent = await self._sender.send_once(
            post, channel, lambda message: message.content == content, content=content, **options
        )
        return channel.id, sent.id

    async def _sign_up(self, post: Post) -> tuple[Tournament, str]:
        async with self._context.database.read() as tx:
            tournament = await tournaments.require(tx, int(post.body["tournament"]))
            people = await tournaments.people(tx, tournament.id)
        return tournament, text.sign_up_post(tournament, people, self._context.rules(tournament.game).info)

    def _channel(self, tournament: Tournament) -> discord.PartialMessageable:
        return self._sender.client.get_partial_messageable(tournament.channel_id, guild_id=tournament.guild_id)


async def _find_correction(tx: Tx, match_id: int | None) -> CorrectedResult | None:
    """Return the corrected result of a match that has one."""
    found = await corrections.of_match(tx, match_id) if match_id else []
    return CorrectedResult(await matches.require(tx, found[-1].match_id), tuple(found[-1].places)) if found else None
