"""Find the match that a move belongs to, before the rules check the move."""

from __future__ import annotations

from datetime import timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bot.logs.fields import bind_match, forget_match
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import GameFailed, NotAMove
from bot.referee.find_match import board_replied_to, find_match
from bot.referee.history.history import count_plies, mainline
from bot.referee.log.turn_start import id_at, turn_start_id
from bot.referee.requests import AmbiguousMatch, StaleBoard
from games.contract import IllegalMove
from games.translation import gettext as _, gettext_noop as N_
from games.typed_words import in_english
from storage.queries import events, matches, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request, ShownBoard
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match


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
    standing = _("the match ended at move {ply}") if match.ended_at else _("the match stands at move {ply}")
    # Translators: "That was move 7; the match stands at move 9."
    sentence = _("{board}; {standing}.").format(board=board, standing=standing.format(ply=count_plies(now)))
    return f"{sentence} {_(HERE)}"


async def _waiting_matches(context: Context, tx: Tx, request: Request, move_text: MoveText) -> tuple[Match, ...]:
    """Return the matches that wait for this person and in which the text parses as a move. Raises `NotAMove`."""
    waiting = [match for match in await matches.to_move(tx, request.user_id) if match.game in context.games]
    if request.guild_id is not None:
        here = [match for match in waiting if match.home == request.channel_id]
        waiting = [match for match in here if match.thread_id is not None or move_text.match is not None]
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
    if last is None or not _is_automatic(last) or await _has_seen_board(tx, request, last):
        return 0, ply
    log = await events.of_match(tx, match.id, upto=match.seq)
    run = takewhile(lambda event: _is_automatic(event) and event.user_id != request.user_id, reversed(log))
    others = len(list(run))
    return match.seq - others, ply - others


def _is_automatic(event: Event) -> bool:
    """Return whether no message brought a move: a computer player's, a plan's or a queue's."""
    return event.kind == "move" and event.source_id is None


async def _has_seen_board(tx: Tx, request: Request, event: Event) -> bool:
    """Return whether a person may have known of an event when they sent a request, by its board or otherwise."""
    board = await outbox.board(tx, event.match_id, event.seq)
    known_from = board.message_id if board and board.message_id else id_at(event.at + WITHOUT_BOARD)
    return known_from < request.source_id


def _name_board(ply: int, *, undone: bool) -> str:
    if not ply:
        return _("That was the start, which was taken back") if undone else _("That was the start")
    name = _("That was move {ply}, which was taken back") if undone else _("That was move {ply}")
    return name.format(ply=ply)
