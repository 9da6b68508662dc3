"""Find the match that a request or a move is about: by its number, a reply, its thread, or as the only one possible."""

from __future__ import annotations

from datetime import timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bot.logs.fields import bind_match, forget_match
from bot.referee import errors
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import GameFailed, NotAMove, NotInAMatch, RequestRejected
from bot.referee.history.history import count_plies, mainline
from bot.referee.requests import AmbiguousMatch, ShownBoard, ShownMatch, StaleBoard
from bot.referee.turn_start import id_at, turn_start_id
from games.contract import IllegalMove
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_
from games.typed_words import in_english
from storage.queries import events, matches, outbox
from storage.queries.rows import Match

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event

BOARD_KINDS = ("board", "direct", "show")
"""Kinds of posts that show a board and can be replied to with a move."""


async def board_replied_to(tx: Tx, request: Request) -> ShownBoard | None:
    """Return the board that a person replied to, or None."""
    post = None if request.replied_to is None else await outbox.by_message(tx, request.replied_to)
    if post is None:
        return request.board  # people can reply to a board before the record says that it was posted
    return ShownBoard(post.match_id, post.seq or 0) if post.kind in BOARD_KINDS and post.match_id is not None else None


async def find_shown(context: Context, request: Request, shown: ShownMatch | None) -> tuple[Match, int | None]:
    """Return the match of the message that a request refers to, and the event that it shows, None if it's no board.

    `shown` is what the buttons under the message say. In the thread of a match every message is about that match.
    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        post = None if request.replied_to is None else await outbox.by_message(tx, request.replied_to)
        if post and post.match_id is not None:
            seq = post.seq if post.kind in BOARD_KINDS else None
            return await get_match(tx, request, post.match_id), seq
        if shown:
            return await get_match(tx, request, shown.match_id), shown.seq
        here = await matches.in_channel(tx, request.channel_id)
        if here and here[0].thread_id is not None:
            return here[0], None
        raise RequestRejected(_("That message isn't about a match. Try it on one of my boards."))


async def find_match(tx: Tx, request: Request, number: int | None, *, to_move: bool = True) -> Match | AmbiguousMatch:
    """Return the match that a command is about, or those among which to choose.

    If nothing names a match and `to_move` is true, only matches that wait for this person count. Raises
    `RequestRejected`, a `NotInAMatch` for somebody who plays in none.
    """
    found = await _find_match(tx, request, number, to_move=to_move)
    if isinstance(found, Match):
        bind_match(found)
    return found


async def _find_match(tx: Tx, request: Request, number: int | None, *, to_move: bool) -> Match | AmbiguousMatch:
    if number is not None:
        return await get_match(tx, request, number)
    if board := await board_replied_to(tx, request):
        return await get_match(tx, request, board.match_id)
    here = await matches.in_channel(tx, request.channel_id)
    mine_here = [match for match in here if match.seat_of(request.user_id)]
    active = [match for match in mine_here if match.ended_at is None]
    if here and here[0].thread_id is not None:
        return here[0]
    waiting = [match for match in active if to_move and match.to_move == match.seat_of(request.user_id)]
    found = waiting or active or await _matches_of_player(tx, request, to_move=to_move)
    if found:
        return found[0] if len(found) == 1 else AmbiguousMatch(tuple(found))
    if to_move and await _matches_of_player(tx, request, to_move=False):
        raise RequestRejected(errors.no_match_found(to_move=True))
    raise NotInAMatch(errors.no_match_found(to_move=False))


def require_single(found: Match | AmbiguousMatch, command: str) -> Match:
    """Return a match if it is the only one. Raises `RequestRejected` with a choice if several are possible."""
    if isinstance(found, Match):
        return found
    choices = format_list((f"`/{command} #{match.id}`" for match in found.matches[:25]), "or")
    raise RequestRejected(_("You play several matches. Name one: {choices}.").format(choices=choices))


async def find_single_match(context: Context, request: Request, number: int | None, command: str) -> Match:
    """Return the one match that a command is about, in any turn. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        return require_single(await find_match(tx, request, number, to_move=False), command)


async def _matches_of_player(tx: Tx, request: Request, *, to_move: bool) -> list[Match]:
    found = await (matches.to_move(tx, request.user_id) if to_move else matches.of_player(tx, request.user_id))
    return [match for match in found if request.guild_id in (None, match.guild_id)]


async def get_match(tx: Tx, request: Request, number: int) -> Match:
    """Return a match by its number: one of this server, or by direct message one in which the person has or had a seat.

    Raises `RequestRejected`.
    """
    match = await matches.get(tx, number)
    on_server = match and request.guild_id in (None, match.guild_id)
    plays = match and match.seat_of(request.user_id) is not None
    if request.guild_id is None and not plays:
        plays = await events.left_seat(tx, number, request.user_id)
    if match is None or not on_server or (request.guild_id is None and not plays):
        raise RequestRejected(errors.no_such_match(number, on_server=request.guild_id is not None))
    bind_match(match)
    return match


def get_active_seat(match: Match, user_id: int, *, as_member: bool = False) -> int:
    """Return a person's seat, theirs alone; `as_member` also that of a crowd that they are in.

    Raises `RequestRejected` if they don't play, share it with a crowd, have left, or the match has ended.
    """
    seat = match.seat_of(user_id)
    if seat is None:
        raise RequestRejected(errors.not_a_player(match))
    if match.ended_at is not None:
        raise RequestRejected(errors.ended(match))
    if match.crowd_of(user_id) and not as_member:
        raise RequestRejected(errors.belongs_to_crowd(match))
    if seat in match.gone:
        raise RequestRejected(_("You've already left #{match}.").format(match=match.id))
    return seat


def get_playing_seat(match: Match, user_id: int) -> int:
    """Return the seat of a person who sends a move. Raises `RequestRejected` if they have none or the match is over."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise RequestRejected(f"{errors.not_a_player(match)} " + _("Watch along, or `/play` someone."))
    if match.ended_at is not None:
        raise RequestRejected(f"{errors.ended(match)} " + _("`/play` starts another."))
    return seat


HERE = N_("Here it is now.")
"""The last sentence of a note above a board."""
WITHOUT_BOARD = timedelta(minutes=1)
"""How long after an event whose board can't be posted people are taken to know of it from elsewhere."""


async def match_of_command(context: Context, tx: Tx, request: Request, move_text: MoveText) -> Match | AmbiguousMatch:
    """Return the match that a command is a move of, or those among which to choose. Raises `RequestRejected`."""
    found = await find_match(tx, request, move_text.match)
    if isinstance(found, AmbiguousMatch) or request.replied_to is not None or not _names_no_match(request, move_text):
        return found
    others = [each for each in await _matches_repeated(context, tx, request, move_text) if each.id != found.id]
    return AmbiguousMatch((found, *others)) if others else found


def _names_no_match(request: Request, move_text: MoveText) -> bool:
    """Return whether neither the text nor its channel says which match it is about."""
    return request.guild_id is None and move_text.match is None


async def match_of_text(
    context: Context, tx: Tx, request: Request, move_text: MoveText
) -> Match | AmbiguousMatch | StaleBoard:
    """Return the match that a text without a command is a move of, or another result. Raises `NotAMove`.

    A letter alone is chat unless it replies to a board or names its match.
    """
    board = await board_replied_to(tx, request)
    if board:
        return await _match_of_reply(context, tx, request, move_text, board)
    if move_text.match is None and is_letter(move_text):
        raise NotAMove
    found = await _waiting_matches(context, tx, request, move_text)
    return found[0] if len(found) == 1 else AmbiguousMatch(found)


@rules_outside_transaction
async def resolve_match(context: Context, request: Request, move_text: MoveText) -> Match | AmbiguousMatch | StaleBoard:
    """Return the same as `match_of_text`, in a transaction of its own."""
    async with context.database.read() as tx:
        return await match_of_text(context, tx, request, move_text)


async def _match_of_reply(
    context: Context, tx: Tx, request: Request, move_text: MoveText, board: ShownBoard
) -> Match | StaleBoard:
    match = await matches.get(tx, board.match_id)
    if match is None or match.seat_of(request.user_id) is None or board.seq > match.seq:
        raise NotAMove
    bind_match(match)
    shown = await context.match_state(tx, match, board.seq)
    bind_match(match, shown.ply + 1)
    if not await parses_as_move(context.game(match), shown.state, move_text.text):
        raise NotAMove
    if note := await stale_board_note(tx, match, board.seq):
        return StaleBoard(note, match, board.seq)
    if match.to_move != match.seat_of(request.user_id):
        raise NotAMove
    return match


async def stale_board_note(tx: Tx, match: Match, seq: int) -> str:
    """Return a note on how far a match has moved on from event `seq`, empty if it hasn't.

    It hasn't, either, if all events since then were taken back.
    """
    if seq == match.seq:
        return ""
    log = await events.of_match(tx, match.id, upto=match.seq)
    then, now = mainline(log[:seq]), mainline(log)
    if then == now:
        return ""
    board = _name_board(count_plies(then), undone=then != now[: len(then)])
    standing = _("the match ended at move {ply}") if match.ended_at else _("the match is at move {ply}")
    # Translators: "That was move 7; the match stands at move 9."
    sentence = _("{board}; {standing}.").format(board=board, standing=standing.format(ply=count_plies(now)))
    return f"{sentence} {_(HERE)}"


async def _waiting_matches(context: Context, tx: Tx, request: Request, move_text: MoveText) -> tuple[Match, ...]:
    """Return the matches that wait for this person and in which the text parses as a move. Raises `NotAMove`."""
    waiting = [match for match in await matches.to_move(tx, request.user_id) if match.game in context.games]
    if request.guild_id is not None:
        here = [match for match in waiting if match.home == request.channel_id]
        waiting = [match for match in here if match.thread_id is not None or move_text.match is not None]
        waiting = waiting or await _crowd_matches(tx, request)
    if move_text.match is not None:
        waiting = [match for match in waiting if match.id == move_text.match]
    found: list[Match] = []
    failure: GameFailed | None = None
    for each in waiting:
        try:
            bind_match(each)
            reached = await context.match_state(tx, each)
            bind_match(each, reached.ply + 1)
            if await parses_as_move(context.game(each), reached.state, move_text.text):
                found.append(each)
        except GameFailed as failed:  # which is no concern of the others
            failure = failed
    if failure and not found:
        raise failure
    forget_match()
    found = [each for each in found if await was_sent_in_this_turn(context, tx, request, each)]
    if not found:
        raise NotAMove
    if _names_no_match(request, move_text):
        found += await _matches_repeated(context, tx, request, move_text)
    return tuple(found)


async def _crowd_matches(tx: Tx, request: Request) -> list[Match]:
    """Return the match whose thread this is if the person's crowd is to move in it."""
    here = await matches.in_channel(tx, request.channel_id)
    return [
        match
        for match in here
        if match.thread_id is not None
        and match.to_move is not None
        and match.members.get(request.user_id) == match.to_move
    ]


async def _matches_repeated(context: Context, tx: Tx, request: Request, move_text: MoveText) -> list[Match]:
    """Return the matches in which a text repeats its author's last move, whose board they hadn't seen yet."""
    own = [match for match in await matches.of_player(tx, request.user_id) if match.game in context.games]
    boards = await outbox.last_boards(tx, [match.id for match in own])
    seen = {
        key: board.seq for key, board in boards.items() if board.message_id and board.message_id < request.source_id
    }
    unseen = [match for match in own if seen.get(match.id) != match.seq]
    return [match for match in unseen if await repeats_last_move(context, tx, request, move_text, match)]


async def was_sent_in_this_turn(context: Context, tx: Tx, request: Request, match: Match) -> bool:
    """Return whether a request was sent since the present turn began, even if it is read late."""
    return request.source_id > await turn_start_id(context, tx, match)


async def parses_as_move(game: Game[Any, Any], state: Any, text: str) -> bool:
    """Return the same as `reads_as_move`, from a thread."""
    return game.to_move(state) is not None and await run_rules(reads_as_move, game, state, text)


def is_letter(move_text: MoveText) -> bool:
    """Return whether a text is one letter alone, as people write it in chat."""
    return len(move_text.text) == 1 and move_text.text.isalpha()


def reads_as_move(game: Game[Any, Any], state: Any, text: str) -> bool:
    """Return whether a typed text is written as a move of the player to move, however legal it is."""
    try:
        game.parse(state, in_english(game.info, text))
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return True


async def repeats_last_move(context: Context, tx: Tx, request: Request, move_text: MoveText, match: Match) -> bool:
    """Return whether a text is the move that this person made last, and they can't have seen an event after it.

    They can't see what computer players, plans and queues played at once before its board is posted.
    """
    seq, ply = await _own_last_event(context, tx, request, match)
    last = await events.get(tx, match.id, seq) if seq else None
    if last is None or last.kind != "move" or last.user_id != request.user_id or move_text.ply not in {None, ply}:
        return False
    game, before = context.game(match), await context.state(tx, match, seq - 1)
    try:
        typed = in_english(game.info, move_text.text)
        return game.format(before, await run_rules(game.parse, before, typed)) == last.text
    except IllegalMove:
        return False


async def _own_last_event(context: Context, tx: Tx, request: Request, match: Match) -> tuple[int, int]:
    """Return the event that may be a person's last move, 0 for none, and how many moves counted after it."""
    ply = (await context.match_state(tx, match)).ply
    if match.to_move != match.seat_of(request.user_id):
        return match.seq, ply
    if (match.id, match.seq) in context.turn_starts:  # a message brought the last event, as it mostly does
        return 0, ply
    last = await events.get(tx, match.id, match.seq)
    if last is None or not _is_automatic(last) or await _has_seen_board(context, tx, request, last):
        return 0, ply
    log = await events.of_match(tx, match.id, upto=match.seq)
    run = takewhile(lambda event: _is_automatic(event) and event.user_id != request.user_id, reversed(log))
    others = len(list(run))
    return match.seq - others, ply - others


def _is_automatic(event: Event) -> bool:
    """Return whether no message brought a move: a computer player's, a plan's or a queue's."""
    return event.kind == "move" and event.source_id is None


async def _has_seen_board(context: Context, tx: Tx, request: Request, event: Event) -> bool:
    """Return whether a person may have known of an event when they sent a request, by its board or otherwise."""
    board = await outbox.board(tx, event.match_id, event.seq)
    shown = board and context.message_of(board)
    return (shown or id_at(event.at + WITHOUT_BOARD)) < request.source_id


def _name_board(ply: int, *, undone: bool) -> str:
    if not ply:
        return _("That was the start, which was taken back") if undone else _("That was the start")
    name = _("That was move {ply}, which was taken back") if undone else _("That was move {ply}")
    return name.format(ply=ply)
