"""The turning point of a match that has ended, and a server's match of the week."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.client.components import row
from bot.client.feature import Feature
from bot.features.replays import REPLAY, ReplayButton
from bot.features.results import result_sentence
from bot.features.watch import WATCH, WatchButton
from bot.interactions.member_permissions import can_all_readers_see
from bot.interactions.own_messages import ends_with, has_file
from bot.interactions.replies import Attachment
from bot.referee import formatting
from bot.referee.boards import take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.highlights import load_highlight
from bot.referee.people.display import replay_display
from bot.referee.replays import load_replay_source
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from renderers.board.alt_text import cut_alt
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.referee.boards import Snapshot
    from bot.referee.highlights import Highlight, TurningPoint
    from bot.referee.replays import ReplaySource
    from games.contract import Game
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)
# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# #{match} \u00b7 turning point")
"""The last line of a post, by which it is recognized."""


def highlight_post(game: Game[Any, Any], match: Match, point: TurningPoint) -> str:
    """Return the sentence above a turning point: the move, and how it changed the standing."""
    # Translators: {before} and {after} are "3 points behind", "4 ahead" or "level".
    post = _("The turning point of **{title} #{match}** was move {ply}, {move}: {name} went from {before} to {after}.")
    return post.format(
        title=game.info.title,
        match=match.id,
        ply=point.ply,
        move=formatting.code(point.text, 60),
        name=formatting.name(match.seats[point.seat - 1]),
        before=_describe_lead(point.before),
        after=_describe_lead(point.after, with_unit=not point.before),
    )


def _describe_lead(lead: int, *, with_unit: bool = True) -> str:
    """Return a lead as it stands after "from" or "to"; only one of the two names the unit.

    >>> _describe_lead(-3), _describe_lead(4, with_unit=False), _describe_lead(0)
    ('3 points behind', '4 ahead', 'level')
    """
    if not lead:
        return pgettext("from or to a lead", "level")
    amount = abs(lead)
    if with_unit:
        points = (
            ngettext("{n} point ahead", "{n} points ahead", amount)
            if lead > 0
            else ngettext("{n} point behind", "{n} points behind", amount)
        )
    else:
        points = (
            ngettext("{n} ahead", "{n} ahead", amount) if lead > 0 else ngettext("{n} behind", "{n} behind", amount)
        )
    return points.format(n=amount)


async def send_highlight(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the turning point of a match, if it has one; return channel and message.

    A match that was called off since, or whose rules are gone or fail, has none.
    """
    try:
        found = await load_highlight(bot.context, post.match_id or 0)
        if found is not None:
            return await _send_highlight(bot, post, found)
    except RequestRejected as rejected:
        log.warning("Match #%s gets no highlight: %s", post.match_id, rejected.reason)
    return int(post.body["channel"]), None


async def _send_highlight(bot: Client, post: Post, found: Highlight) -> tuple[int, int | None]:
    match, point = found.source.match, found.point
    content = f"{highlight_post(found.source.game, match, point)}\n{_(MARK).format(match=match.id)}"
    async with bot.replay_images.animate(found.source, "webp", replay_display(match)) as replay:
        (first, last), moves = point.plies, _("Moves {first} to {last}, with the turning point at move {ply}.")
        alt = cut_alt(f"{moves.format(first=first, last=last, ply=point.ply)} {replay.alt}")
        file = Attachment(replay.data, f"turnpost-{bot.sender.nonce(post)}.webp", alt) if replay.data else None
        return await bot.sender.send_with_files(
            post,
            bot.get_partial_messageable(int(post.body["channel"]), guild_id=match.guild_id),
            lambda message: ends_with(MARK, message.content, match=match.id),
            [file.file] if file else [],
            content=content,
            without_files=content,
            view=row(ReplayButton(_(REPLAY), match.id)),
        )


def weekly_post(snapshot: Snapshot, game: Game[Any, Any], views: int, board: Post | None) -> str:
    """Return the post of a match that was viewed so often, with a link to its last board."""
    match = snapshot.match
    if match.ended_at is not None:
        sentence = result_sentence(snapshot, game)
    else:
        people = format_list(map(formatting.name, match.seats))
        text = ngettext(
            "{people} play **{game}**, {n} move so far.", "{people} play **{game}**, {n} moves so far.", snapshot.ply
        )
        if not snapshot.ply:
            text = _("{people} play **{game}**, no moves so far.")
        sentence = text.format(people=people, game=game.info.title, n=snapshot.ply)
    where = formatting.place(match, board)
    head = _("**Match of the week:** {match}").format(match=sentence)
    return f"{head}\n{_viewed(views)}\n-# #{match.id}{f': {where}' if where else ''}"


def _viewed(views: int) -> str:
    match views:
        case 1:
            return _("Watched and replayed once in seven days.")
        case 2:
            return _("Watched and replayed twice in seven days.")
        case n:
            return ngettext(
                "Watched and replayed {n} time in seven days.", "Watched and replayed {n} times in seven days.", n
            ).format(n=n)


async def send_weekly_match(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the first of the matches of a row that all who read the channel can see; return channel and message.

    If they can see none of them, nothing is posted.
    """
    for match_id, views in post.body["matches"]:
        match = await _find_visible(bot, post, int(match_id))
        if match is None:
            continue
        try:
            return await _send_weekly_match(bot, post, match, int(views))
        except RequestRejected as rejected:  # its rules are missing, or fail
            log.warning("Match #%d can't be the match of the week: %s", match.id, rejected.reason)
    return int(post.body["channel"]), None


async def _find_visible(bot: Client, post: Post, match_id: int) -> Match | None:
    async with bot.context.database.read() as tx:
        match = await matches.get(tx, match_id)
    if match is None:
        return None
    visible = await can_all_readers_see(bot, match.guild_id, int(post.body["channel"]), match.channel_id)
    return match if visible else None


async def _send_weekly_match(bot: Client, post: Post, match: Match, views: int) -> tuple[int, int | None]:
    snapshot, source, board = await _load_weekly_match(bot, match)
    content = await run_rules(weekly_post, snapshot, source.game, views, board)
    watch = [] if match.ended_at is not None else [WatchButton(_(WATCH), match.id)]
    name = f"turnpost-{bot.sender.nonce(post)}.webp"
    async with bot.replay_images.animate(source, "webp", replay_display(match)) as replay:
        return await bot.sender.send_with_files(
            post,
            bot.get_partial_messageable(int(post.body["channel"]), guild_id=int(post.body["guild"])),
            partial(has_file, name=name, text=content),
            [Attachment(replay.data, name, replay.alt).file] if replay.data is not None else [],
            content=content,
            without_files=content,
            view=row(ReplayButton(_(REPLAY), match.id), *watch),
        )


@rules_outside_transaction
async def _load_weekly_match(bot: Client, match: Match) -> tuple[Snapshot, ReplaySource, Post | None]:
    async with bot.context.database.read() as tx:
        snapshot = await take_snapshot(bot.context, tx, match, match.seq)
        source = await load_replay_source(bot.context, tx, match, match.seq, None)
        boards = await outbox.last_boards(tx, [match.id])
    return snapshot, source, boards.get(match.id)


FEATURE = Feature(posts={"highlight": send_highlight, "weekly": send_weekly_match})
