"""Reviews by button and command, and the better moves that people look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import SelectOption

from bot.client.persistent_button import PersistentButton, row
from bot.client.persistent_select import PersistentSelect
from bot.features.reviews.text import (
    LOOK_AT,
    files_barred,
    review_comes,
    review_text,
    turning_point_label,
    turning_point_text,
)
from bot.gateway.message_queue import release_channel
from bot.interactions import text as wording
from bot.interactions.acknowledge import defer
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import Attachment, is_private, reply, request_of
from bot.interactions.request_limits import PICTURE_COST, REPLAY_COST
from bot.process.errors import is_forbidden
from bot.referee.errors import RequestRejected
from bot.referee.people.display import private_display, replay_display
from bot.referee.reviews.request import find_match_to_review, request_review
from bot.referee.reviews.reviewed_match import load_reviewed_match
from bot.referee.rules_thread import run_rules
from bot.referee.snapshots import Snapshot, get_visible_match
from games.translation import gettext as _
from storage.queries.rows import Event

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.images.review_images import ReviewPictures
    from bot.interactions.replies import Source
    from bot.referee.reviews.reviewed_match import ReviewedMatch
    from engines.reviews.contract import Review, TurningPoint


async def show_review(bot: Client, source: Source, number: int | None) -> None:
    """Reply with the review of a match; if it has none yet, it is posted where the match was played.

    Raises `RequestRejected`.
    """
    request = request_of(source)
    async with bot.cooldowns.admit(request, REPLAY_COST):
        match = await find_match_to_review(bot.context, request, number)
        if not await request_review(bot.context, request, match):
            await reply(source, review_comes(match, request.channel_id))
            return
        if isinstance(source, discord.Interaction):
            await defer(source, thinking=True)
        release_channel()
        await _show(bot, source, await load_reviewed_match(bot.context, match.id))


async def _show(bot: Client, source: Source, reviewed: ReviewedMatch) -> None:
    match, review = reviewed.match, reviewed.review
    if review is None:
        return
    display = replay_display(match)
    if is_private(source):
        display = await private_display(bot.context, match, request_of(source).user_id)
    pictures = await bot.review_images.draw(reviewed, review, display)
    text, view = await run_rules(review_text, reviewed, review), turning_point_menu(reviewed, review)
    try:
        await reply(source, text, files=review_files(pictures, str(match.id)), view=view)
    except discord.Forbidden as error:  # perhaps only files are barred
        if not is_forbidden(error):
            raise
        await reply(source, f"{text}\n{files_barred(match.id)}", view=view)


def review_files(pictures: ReviewPictures, name: str) -> list[Attachment]:
    """Return the pictures of a review as files whose names hold `name`."""
    files = [Attachment(pictures.curve, f"turnpost-review-{name}.png", pictures.curve_alt)]
    if pictures.replay is not None:
        files.append(Attachment(pictures.replay, f"turnpost-review-{name}.webp", pictures.replay_alt))
    return files


def turning_point_menu(reviewed: ReviewedMatch, review: Review) -> View | None:
    """Return the menu of the turning points under a review, None if there are none."""
    options = [
        SelectOption(label=turning_point_label(reviewed, point), value=str(point.ply))
        for point in review.turning_points
    ]
    return row(TurningPointSelect(options, _(LOOK_AT), reviewed.match.id)) if options else None


class ReviewButton(PersistentButton, template=r"review:(\d+)"):
    """Asks for the review of a match, or shows it. Its part: the match."""

    action = "review"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the review, privately, or say that it comes."""
        await show_review(bot, press, int(self.parts[0]))


class TurningPointSelect(PersistentSelect, template=r"turning:(\d+)"):
    """Shows the better move of a turning point. Its part: the match."""

    action = "turning"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the board after the better move, privately."""
        request = request_of(press)
        async with bot.cooldowns.admit(request, PICTURE_COST):
            match = await get_visible_match(bot.context, request, int(self.parts[0]))
            reviewed, chosen = await load_reviewed_match(bot.context, match.id), self.chosen(press)
            points = reviewed.review.turning_points if reviewed.review else ()
            point = next((one for one in points if str(one.ply) == chosen), None)
            if point is None:
                raise RequestRejected(_(wording.FOREIGN_BUTTON))
            await _show_better(bot, press, reviewed, point)


async def _show_better(bot: Client, press: Press, reviewed: ReviewedMatch, point: TurningPoint) -> None:
    match = reviewed.match
    display = await private_display(bot.context, match, press.user.id)
    snapshot = await run_rules(_snapshot_of_better, reviewed, point)
    picture = await bot.board_images.draw(reviewed.game, snapshot, display, preview=True)
    text = await run_rules(turning_point_text, reviewed, point)
    filename = f"turnpost-better-{match.id}-{point.ply}.png"
    await reply_with_picture(press, text, picture, filename, f"{text}\n```\n{picture.text}\n```")


def _snapshot_of_better(reviewed: ReviewedMatch, point: TurningPoint) -> Snapshot:
    """Return the match as it would have been after the better move."""
    match, game = reviewed.match, reviewed.game
    before, __ = reviewed.played.around(point.ply)
    after = game.play(before, game.parse(before, point.better))
    player = match.seats[point.seat - 1]
    event = Event(match.id, match.seq, "move", point.seat, player.id, point.better, None, match.since)
    return Snapshot(match, event, before, after, point.ply)
