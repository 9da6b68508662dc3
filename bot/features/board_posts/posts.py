"""Send the posts that show a board, after every event and on request, with the buttons under them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.client.components import row
from bot.client.feature import Cog
from bot.features.board_posts.text import (
    FAILED_MARK,
    NO_NEWS,
    BoardNews,
    board_failed,
    board_post,
    board_sent_directly,
    cannot_reach,
    finished_post,
    match_of_event,
)
from bot.features.board_replies import MY_VIEW, MyViewButton, current_board_post, earlier_board_post, text_board_post
from bot.features.crowds import VOTE, VoteButton
from bot.features.destinations import WHERE, WhereButton
from bot.features.endings import REMATCH, Rematch
from bot.features.guide.commands import MoveButton
from bot.features.guide.turns import MOVE
from bot.features.history import RECORD, RecordButton, record_files
from bot.features.match_panel import MORE, MoreButton
from bot.features.match_text import origin_sentence
from bot.features.replays import REPLAY, ReplayButton
from bot.features.reviews import REVIEW, ReviewButton
from bot.features.rules import RULES, RulesButton
from bot.features.sign_in import board_links
from bot.images.boards import Priority
from bot.interactions.own_messages import ends_with, has_file, has_mark
from bot.interactions.replies import MAX_LENGTH, Attachment, caption
from bot.logs.fields import bind_request
from bot.outbox.mentions import Mentions, choose_mentions, direct_message_options
from bot.outbox.sender import FallbackPost, fall_back_to, fall_back_to_asker, make_reference
from bot.referee import formatting
from bot.referee.boards import find_tip, is_first_turn, take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.find_match import stale_board_note
from bot.referee.formatting import shown_name
from bot.referee.history import history
from bot.referee.history.rebuild import list_entries
from bot.referee.log import notes
from bot.referee.log.automatic_moves import Refusal
from bot.referee.people.display import post_display, private_display, shared_display
from bot.referee.people.preferences import is_anyone_for_buttons
from games.translation import gettext as _, in_language, pgettext
from renderers.board.scene import Scene
from storage.queries import clocks, crowds, events, matches, outbox, pairings, tournaments

if TYPE_CHECKING:
    import discord
    from discord.ui import View

    from bot.client.client import Client
    from bot.features.match_text import NamePerson
    from bot.images.boards import Picture
    from bot.referee.boards import Snapshot
    from bot.referee.people.display import BoardDisplay
    from bot.referee.people.preferences import MessageKind
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Person, Post, Tournament

SILENT = Mentions(silent=True).send_options


@rules_outside_transaction
async def send_board(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the board after an event in the match's own channel, or directly to the person that the row names.

    It mentions the player to move if the event began their turn, and at the end the players who want that; the first
    board of a match of an event calls the others to it, too. If it is barred there, the player to move gets it by
    direct message, and at the end of a match every player.
    """
    if "user" in post.body:
        return await send_board_directly(bot, post)
    async with bot.context.database.read() as tx:
        snapshot = await _load_snapshot(bot, tx, post)
        news = await _load_news(bot, tx, post, snapshot)
        match, game = snapshot.match, bot.context.game(snapshot.match)
        mover, event = _mover(bot, snapshot), await _event_that_begins(tx, snapshot)
        called = _people_to_mention(snapshot, mover)
        crowd = await crowds.people_in(tx, match, called)
        kind: MessageKind = "turns" if mover else "results"
        others = [person for person in match.seats if event and person not in called]
        mentions = await choose_mentions(bot.context, tx, match.guild_id, kind, [*called, *crowd], others, post=post)
        buttons = await _load_buttons(bot, tx, post, snapshot)
        origin = await _origin_line(tx, snapshot)
    display = shared_display(match, game, snapshot.state)
    text, picture = await _draw(bot, snapshot, game, display, mentions, news)
    if event:
        text = f"{match_of_event(match, event, game.info, others, mentions)}\n{text}"
    if mover is None and any(person.id in mentions.ids for person in called):
        text = f"{text}\n{' '.join(mentions(person) for person in called if person.id in mentions.ids)}"
    mentions, members = mentions.in_line(crowd)
    text = f"{origin}{text}{members}"
    home = await bot.sender.open_home(match, post)
    readers = [person for person in ([mover] if mover else match.seats) if person.is_reachable]
    instead = [FallbackPost("direct", person.id) for person in readers]
    with fall_back_to(*instead), bot.metrics.time_step("send"):
        return await _send(bot, post, home, text, picture, view=buttons, **mentions.send_options)


class DrawingAhead(Cog):
    """Starts drawing the board after a move that all see alike, before it is stored and its row is sent."""

    async def cog_load(self) -> None:
        """Listen to the moves that are about to be stored."""
        self.bot.context.move_listeners.append(self._start_drawing)

    def _start_drawing(self, match: Match, state: Any, ply: int, move: str) -> None:
        language = None if match.is_direct else self.bot.languages.known(match.guild_id)
        if language is None:
            return  # each player sees it in their own look, or the server's language isn't known yet
        game = self.bot.context.game(match)
        seat = game.to_move(state)
        if seat and match.seats[seat - 1].level:
            return  # most likely the board after that computer player's move is posted in its place
        display = shared_display(match, game, state)
        with in_language(language):
            names = tuple(map(shown_name, match.seats))
            scene = Scene(state, names, ply, move, display.theme, display.side, display.size)
            self.bot.board_images.draw_ahead(game, scene)


@rules_outside_transaction
async def send_board_directly(bot: Client, post: Post) -> tuple[int, int | None]:
    """Show a board to one person, in their own look: the match lives in direct messages, or its channel is barred.

    It makes a sound where it begins the person's turn, or the match has ended. A player to move who can't be
    reached is named to the others, once.
    """
    user_id = int(post.body["user"])
    async with bot.context.database.read() as tx:
        snapshot = await _load_snapshot(bot, tx, post)
        board = await outbox.board(tx, snapshot.match.id, snapshot.seq)
        news = await _load_news(bot, tx, board or post, snapshot)
        buttons = await _load_buttons(bot, tx, post, snapshot)
        origin = await _origin_line(tx, snapshot)
    match, game, mover = snapshot.match, bot.context.game(snapshot.match), _mover(bot, snapshot)
    own = match.seat_of(user_id) if game.info.homes else None
    display = await private_display(bot.context, match, user_id, "mine" if own else None)
    is_their_turn = mover is not None and mover.id == user_id
    name_of = formatting.mention if is_their_turn else formatting.name
    text, picture = await _draw(bot, snapshot, game, display, name_of, news)
    text = f"{origin}{text}"
    if not match.is_direct:
        text = f"{board_sent_directly(snapshot)}\n{text}"
    is_news = (is_their_turn and not snapshot.same_turn) or not mover
    kind: MessageKind = "turns" if mover else "results"
    options = await direct_message_options(bot.context, user_id, kind) if is_news else SILENT
    told = await _tell_others(bot, match, mover) if mover and is_their_turn else []
    with fall_back_to(*told):
        channel = await bot.sender.open_direct_messages(post)
        return await _send(bot, post, channel, text, picture, view=buttons, **options)


async def _tell_others(bot: Client, match: Match, mover: Person) -> list[FallbackPost]:
    """Return what the others are told, once a match, if the player to move can't be reached directly."""
    async with bot.context.database.read() as tx:
        if not match.is_direct or await outbox.was_refused(tx, match.id, mover.id):
            return []
    others = [person.id for person in match.seats if person.is_reachable and person.id != mover.id]
    return [FallbackPost("tell", other, partial(cannot_reach, match, mover)) for other in others]


async def send_note(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post whose turn it is, in place of a board that failed on our side."""
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        mover = match.seats[match.to_move - 1] if match.to_move else None
        mentions = await choose_mentions(bot.context, tx, match.guild_id, "turns", [mover] if mover else (), post=post)
    nonce = bot.sender.nonce(post)
    home = await bot.sender.open_home(match, post)
    return await bot.sender.send_once(
        post,
        home,
        lambda message: ends_with(FAILED_MARK, message.content, nonce=nonce),
        content=f"{board_failed(match, mover, mentions)}\n{_(FAILED_MARK).format(nonce=nonce)}",
        **mentions.send_options,
    )


@rules_outside_transaction
async def send_requested_board(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the board that a person asked for, as a reply; if that is barred, tell them by direct message."""
    async with bot.context.database.read() as tx:
        snapshot, shown = await _load_snapshot(bot, tx, post), post.body.get("shown")
        note = "" if shown is None else await stale_board_note(tx, snapshot.match_then, int(shown))
        buttons = await _load_buttons(bot, tx, post, snapshot)
    game = bot.context.game(snapshot.match)
    channel = bot.get_partial_messageable(int(post.body["channel"]))
    plies: int | None = post.body.get("of")
    text = earlier_board_post(snapshot, game, plies) if plies else current_board_post(snapshot, game, note)
    display = post_display(post) or shared_display(snapshot.match, game, snapshot.state)
    options: dict[str, Any] = {"view": buttons, "reference": make_reference(post)}
    if post.body.get("text"):
        words = await bot.board_images.draw_text(game, snapshot, grid=post.body["text"] == "grid")
        content, is_it = text_board_post(snapshot, game, text, words), partial(has_mark, mark=bot.sender.nonce(post))
        with fall_back_to_asker(post, "board"):
            return await bot.sender.send_once(post, channel, is_it, content=content, **options)
    picture = await bot.board_images.draw(game, snapshot, display)
    with fall_back_to_asker(post, "board"):
        return await _send(bot, post, channel, text, picture, **options)


@rules_outside_transaction
async def send_finished_match(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post a finished match, with its moves, in the channel that its server has for that."""
    async with bot.context.database.read() as tx:
        snapshot = await _load_snapshot(bot, tx, post)
    match, game = snapshot.match, bot.context.game(snapshot.match)
    result = history.match_result(game, match, snapshot.event, snapshot.state)
    if result is None:
        raise LookupError(f"outbox row {post.id} shows a match without a result")
    async with bot.context.database.read() as tx:
        log, clock = await events.of_match(tx, match.id, upto=match.seq), await clocks.of_match(tx, match.id)
        ended_notes = await notes.list_published_notes(tx, match)
    content = await run_rules(finished_post, snapshot, game, result, log, ended_notes)
    more = None
    if content.needs_file:
        more = (await run_rules(record_files, bot.context.games, match, log, ended_notes, clock)).attachments[1]
    picture = await bot.board_images.draw(
        game, snapshot, shared_display(match, game, snapshot.state), urgency=Priority.TURN
    )
    channel = bot.get_partial_messageable(int(post.body["channel"]), guild_id=match.guild_id)
    my_view = MyViewButton(_(MY_VIEW), match.id, match.seq, bot.sender.nonce(post))
    replay = ReplayButton(_(REPLAY), match.id)
    return await _send(
        bot,
        post,
        channel,
        content.text,
        picture,
        more=more,
        text_without_files=content.text_without_files,
        view=row(*board_links(bot, match), my_view, replay, RecordButton(_(RECORD), match.id)),
    )


async def _draw(
    bot: Client,
    snapshot: Snapshot,
    game: Game[Any, Any],
    display: BoardDisplay,
    name_of: NamePerson,
    news: BoardNews = NO_NEWS,
) -> tuple[str, Picture]:
    text = run_rules(lambda: board_post(snapshot, game, name_of, content=bot.content, news=news))
    with bot.metrics.time_step("draw"):
        return await asyncio.gather(text, bot.board_images.draw(game, snapshot, display, urgency=Priority.TURN))


async def _send(
    bot: Client,
    post: Post,
    channel: discord.abc.Messageable,
    text: str,
    picture: Picture,
    *,
    more: Attachment | None = None,
    text_without_files: str | None = None,
    **options: Any,
) -> tuple[int, int | None]:
    """Send a text, a picture and perhaps `more`; where files are barred, `text_without_files` and a text board."""
    letters = as_text_board(text_without_files or text, picture)
    nonce = bot.sender.nonce(post)
    name, files = f"turnpost-{nonce}.png", []
    if picture.png is not None:
        board = Attachment(picture.png, name, picture.alt)
        files = [each.file for each in (board, more) if each]
    return await bot.sender.send_with_files(
        post,
        channel,
        lambda message: has_mark(message, nonce) or has_file(message, name, letters),
        files,
        content=caption(text, picture),
        without_files=letters,
        **options,
    )


def _mover(bot: Client, snapshot: Snapshot) -> Person | None:
    """Return the player to move, or None once a match has ended."""
    seat = None if snapshot.closed else bot.context.game(snapshot.match).to_move(snapshot.state)
    return snapshot.match.seats[seat - 1] if seat else None


async def _load_snapshot(bot: Client, tx: Tx, post: Post) -> Snapshot:
    match = await matches.require(tx, post.match_id or 0)
    snapshot = await take_snapshot(bot.context, tx, match, post.seq or 0)
    if snapshot.event and snapshot.event.source_id:
        bind_request(snapshot.event.source_id)
    return snapshot


async def _load_news(bot: Client, tx: Tx, post: Post, snapshot: Snapshot) -> BoardNews:
    """Return what a board tells of queued moves that were played, or refused, up to its event, and the tip."""
    first, refused = post.body.get("first"), post.body.get("refused")
    played: list[tuple[int, Event]] = []
    if first is not None:
        log = await events.of_match(tx, snapshot.match.id, upto=post.seq)
        played = [
            (entry.ply, entry.event)
            for entry in list_entries(log)
            if entry.counts and entry.event.seq >= int(first) and entry.event.kind in {"move", "leave"}
        ]
    tip = await find_tip(bot.context, tx, snapshot)
    return BoardNews(tuple(played), Refusal(**refused) if refused else None, tip)


async def _event_that_begins(tx: Tx, snapshot: Snapshot) -> Tournament | None:
    """Return the event that a match is of whose first board it is, else None."""
    pairing = None if snapshot.seq else await pairings.of_match(tx, snapshot.match.id)
    return await tournaments.require(tx, pairing.tournament_id) if pairing else None


async def _origin_line(tx: Tx, snapshot: Snapshot) -> str:
    """Return the line above the first board of a match that was played on from another, with a link to that position.

    Where computer players begin, the first board is that after their moves. Nothing is linked in direct messages, where
    each player has boards of their own, and for a line of an analysis.
    """
    match = snapshot.match
    if match.start is None or snapshot.ply >= len(match.seats):
        return ""
    if snapshot.seq and await outbox.board(tx, match.id, 0):
        return ""
    origin = await matches.get(tx, match.origin_id or 0)
    board = None
    ply, same_place = match.origin_ply, origin and origin.channel_id == match.channel_id and not match.is_direct
    if origin and ply is not None and same_place:
        moves = history.mainline_moves(await events.of_match(tx, origin.id, upto=origin.seq))
        board = await outbox.board(tx, origin.id, moves[ply - 1].seq if ply else 0)
    return f"{origin_sentence(match, formatting.post_link(match.guild_id, board))}\n"


def _people_to_mention(snapshot: Snapshot, mover: Person | None) -> list[Person]:
    """Return the player to move if the event began their turn, and a person who took a seat in another one's.

    Nobody's turn begins at a seat that anybody may take. At the end they are all but the one who ended it.
    """
    if mover is None:
        by = snapshot.event.user_id if snapshot.event else None
        return [person for person in snapshot.match.seats if person.id != by]
    newcomer = snapshot.newcomer
    if snapshot.same_turn:
        return [newcomer] if newcomer else []
    opened = snapshot.pause.open_seat
    return [mover] if mover and not (opened and opened.seat == snapshot.match.seat_of(mover.id)) else []


def as_text_board(text: str, picture: Picture) -> str:
    """Return a text and the board in sentences as one message, with the text cut if both are too long."""
    block = f"\n```\n{picture.text}\n```"
    return text[: MAX_LENGTH - len(block)] + block


async def _load_buttons(bot: Client, tx: Tx, post: Post, snapshot: Snapshot) -> View:
    """Return the buttons under a board, in one row.

    A running match's post is recognized by the mark of *My view*, or with a link to the site in its place by *More*'s.
    """
    match, seq, mover, link = snapshot.match, post.seq or 0, _mover(bot, snapshot), board_links(bot, snapshot.match)
    if mover is None:
        review = [ReviewButton(_(REVIEW), match.id)] if snapshot.ply else []
        replay, more = ReplayButton(_(REPLAY), match.id), MoreButton(_(MORE), match.id)
        again = [] if match.has_crowd else [Rematch(_(REMATCH), match.id)]
        return row(*again, replay, *review, *link, more)
    shown = (match.id, seq, bot.sender.nonce(post))
    look = link or [MyViewButton(_(MY_VIEW), *shown)]
    more = MoreButton(_(MORE), *shown) if link else MoreButton(_(MORE), match.id)
    if mover.level or not (mover.is_crowd or await is_anyone_for_buttons(tx, match)):
        return row(*look, more)
    move, where = MoveButton(pgettext("button", MOVE), match.id, seq), WhereButton(_(WHERE), match.id)
    if mover.is_crowd:
        return row(move, VoteButton(pgettext("button", VOTE), match.id), *look, more)
    rules = [RulesButton(_(RULES), match.game)] if await is_first_turn(bot.context, tx, snapshot) else []
    return row(move, where, *look, more, *rules)
