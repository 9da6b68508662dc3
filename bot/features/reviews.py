"""Reviews of finished matches: the curve of the standing, and the moves at which it turned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import SelectOption

from bot.client.components import PersistentButton, PersistentSelect, row
from bot.client.feature import Feature
from bot.client.panels import PanelCommand
from bot.gateway.message_queue import release_channel
from bot.interactions import text as wording
from bot.interactions.limits import PICTURE_COST, REPLAY_COST
from bot.interactions.own_messages import ends_with
from bot.interactions.replies import MAX_LENGTH, Attachment, defer, is_private, reply, reply_with_picture, request_of
from bot.outbox.sender import fall_back_to_asker
from bot.process import is_forbidden
from bot.referee import formatting
from bot.referee.boards import Snapshot, get_visible_match
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected
from bot.referee.formatting import shown_name
from bot.referee.people.display import private_display, replay_display
from bot.referee.requests import parse_match_number
from bot.referee.reviews import find_match_to_review, load_reviewed_match, request_review, store_review
from games.text import format_list, format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries.rows import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.images.animations import ReviewPictures
    from bot.interactions.replies import Source
    from bot.referee.reviews import ReviewedMatch
    from engines.reviews.contract import Review, TurningPoint
    from storage.queries.rows import Match, Person, Post

REVIEW = N_("Review")
# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# review {nonce}")
"""The last line of a post, by which it is recognized."""
LONGEST_LINE = 4
"""Turns of a line that a sentence names."""
LONGEST_MOVE = 60
"""Characters of a move that a sentence shows."""


@dataclass(frozen=True, slots=True)
class Style:
    """How names and moves are written."""

    name: Callable[[Person], str]
    code: Callable[[str], str]
    strong: str


MARKDOWN = Style(formatting.name, lambda move: formatting.code(move, LONGEST_MOVE), "**")
PLAIN = Style(lambda person: formatting.tidy(shown_name(person)), lambda move: move, "")


def review_comes(match: Match, channel_id: int) -> str:
    """Return the reply to a player who asked for a review that has to be made."""
    if channel_id == match.home:
        return _("I'm looking through #{id}. The review comes here.").format(id=match.id)
    return _("I'm looking through #{id}. The review comes to {where}.").format(
        id=match.id, where=formatting.home(match)
    )


def review_text(source: ReviewedMatch, review: Review, style: Style = MARKDOWN) -> str:
    """Return the turning points of a match, a line each, and what the curve shows."""
    match, strong = source.match, style.strong
    people = format_list(style.name(person) for person in match.seats)
    head = _("Review of {game} #{id}").format(game=source.game.info.title, id=match.id)
    lines = [f"{strong}{head}{strong}: {people}."]
    points = review.turning_points
    if points:
        lines += [f"{strong}{point.ply}.{strong} {_tell(source, point, style)}" for point in points]
    else:
        lines.append(
            _("I found no turning point: no win that I can prove was missed or allowed, and little was given away.")
        )
    curve = _("The curve shows everybody's winning chances, as I estimate them.")
    if review.counted:
        curve = _("The curve shows everybody's winning chances, counted in matches that I played out in my head.")
    lines.append(curve)
    return "\n".join(lines)


def turning_point_text(source: ReviewedMatch, point: TurningPoint) -> str:
    """Return the text above the board of the better move."""
    before, __ = source.played.around(point.ply)
    does = source.game.describe(before, source.game.parse(before, point.better))
    told = _tell(source, point, MARKDOWN)
    better = f"{MARKDOWN.code(point.better)} {formatting.sentence(does)}"
    return _("#{id}, move {number}: {told}\nOn the board, not played: {better}").format(
        id=source.match.id, number=point.ply, told=told, better=better
    )


def files_barred(match_id: int) -> str:
    """Return how to see the pictures of a review that can't be attached where it is posted."""
    return _("I'm not allowed to attach files here. `/match do:review #{id}` shows you the curve.").format(id=match_id)


def turning_point_label(source: ReviewedMatch, point: TurningPoint) -> str:
    """Return a turning point as an option of a menu, at most 100 characters."""
    who = formatting.tidy(shown_name(source.match.seats[point.seat - 1]))
    text = _("{number}. {better} instead of {name}'s {played}")
    return text.format(number=point.ply, better=point.better, name=who, played=point.played)[:100]


def _tell(source: ReviewedMatch, point: TurningPoint, style: Style) -> str:
    """Return what was shown about a turning point."""
    line = format_list(map(style.code, point.line[:LONGEST_LINE]))
    if len(point.line) > LONGEST_LINE:
        line = _("{moves} and so on").format(moves=line)
    match point.kind:
        case "missed" if len(point.line) <= 1:
            text = _("{name} played {played}. {better} would have won at once.")
        case "missed":
            text = _("{name} played {played}. {better} would have won: {line}.")
        case "allowed" if line:
            text = _("After {name}'s {played} {winner} could win with {line}. I'd have played {better}.")
        case "allowed":
            text = _("After {name}'s {played} {winner} won at once. I'd have played {better}.")
        case "share":
            text = _("{played} cut {name}'s winning chances to {after}. {better} would have kept {before}.")
        case _:
            text = ngettext(
                "{name}'s {played} gave away {n} point against {better}.",
                "{name}'s {played} gave away {n} points against {better}.",
                point.points,
            )
    return text.format(
        name=style.name(source.match.seats[point.seat - 1]),
        played=style.code(point.played),
        better=style.code(point.better),
        winner=_winner(source, point, style) if point.kind == "allowed" else "",
        line=line,
        after=format_percent(point.after),
        before=format_percent(point.before),
        n=point.points,
    )


def _winner(source: ReviewedMatch, point: TurningPoint, style: Style) -> str:
    """Return who could win, or had won, after a move."""
    __, after = source.played.around(point.ply)
    result = source.game.result(after)
    seats = result.winners if result else (source.game.to_move(after) or 1,)
    return format_list(style.name(source.match.seats[seat - 1]) for seat in seats)


LONGEST_TEXT = MAX_LENGTH - 200
"""Characters of a review, so that there is room for a sentence below it."""


async def send_review(bot: Client, post: Post) -> tuple[int, int | None]:
    """Look through a match unless its review is there already, keep the review, and post it.

    If the post is barred, tell the player who asked by direct message how to see it.
    """
    reviewed = await load_reviewed_match(bot.context, post.match_id or 0)
    match, review = reviewed.match, reviewed.review
    if review is None:
        found = await bot.reviewer.review(reviewed.played, match.seed)
        review = await store_review(bot.context, match.id, found)
    pictures = await bot.review_images.draw(reviewed, review, replay_display(match))
    text = (await run_rules(review_text, reviewed, review))[:LONGEST_TEXT]
    nonce = bot.sender.nonce(post)
    files = review_files(pictures, nonce)
    names = {each.name for each in files}

    def is_this_post(message: discord.Message) -> bool:
        posted = any(each.filename in names for each in message.attachments)
        return posted or ends_with(MARK, message.content, nonce=nonce)

    with fall_back_to_asker(post, "match do:review"):
        return await bot.sender.send_with_files(
            post,
            await bot.sender.open_home(match, post),
            is_this_post,
            [each.file for each in files],
            content=text,
            without_files=f"{text}\n{files_barred(match.id)}\n{_(MARK).format(nonce=nonce)}",
            view=turning_point_menu(reviewed, review),
        )


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
    return row(TurningPointSelect(options, _("Look at a better move"), reviewed.match.id)) if options else None


class ReviewButton(PersistentButton, template=r"review:(\d+)"):
    """Asks for the review of a match, or shows it. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the review, privately, or say that it comes."""
        await show_review(bot, press, int(self.parts[0]))


class TurningPointSelect(PersistentSelect, template=r"turning:(\d+)"):
    """Shows the better move of a turning point. Its part: the match."""

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


async def review(bot: Client, source: Source, words: str) -> None:
    """Show the turning points of a match that I played and that is over: `[#42]`. Raises `RequestRejected`."""
    await show_review(bot, source, parse_match_number(words))


REVIEW_COMMAND = PanelCommand(
    name="review",
    panel="match",
    label=REVIEW,
    description=N_("Show where one of your matches turned, and what was better"),
    run=review,
    applies=lambda situation: situation.has_played and not situation.is_running and situation.last is not None,
    often=True,
)

FEATURE = Feature(
    panel_commands=[REVIEW_COMMAND],
    buttons=[ReviewButton, TurningPointSelect],
    posts={"review": send_review},
)
