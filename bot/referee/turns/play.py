"""Play moves: check a text against the rules, preview it or store it once, and queue its board."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.logs.fields import bind_match, seconds_since_request
from bot.referee import formatting
from bot.referee.boards import snapshot_of_move
from bot.referee.context import MatchState, rules_outside_transaction, run_rules
from bot.referee.crowds import propose_move
from bot.referee.errors import (
    MoveRejected,
    MoveUnreadable,
    NotStored,
    RequestRejected,
    not_your_turn,
    progress,
    went_another_way,
)
from bot.referee.find_match import (
    find_match,
    get_match,
    get_playing_seat,
    match_of_command,
    match_of_text,
    repeats_last_move,
    stale_board_note,
)
from bot.referee.history.history import mainline_moves
from bot.referee.log.append import append_event
from bot.referee.people.preferences import load_preferences
from bot.referee.plans.plans import plan_after, put_plan
from bot.referee.requests import (
    AlreadyDone,
    AmbiguousMatch,
    MovePlayed,
    MovePreview,
    MoveProposed,
    MoveText,
    StaleBoard,
    idempotent,
)
from bot.referee.turn_start import cache_turn_start, save_state, turn_start_id
from bot.referee.turns.aids import find_movable_piece
from games.contract import IllegalMove
from games.translation import gettext as _
from games.typed_words import in_english
from storage.engine.database import StorageError, WriteConflict
from storage.queries import events, matches
from storage.queries.rows import Match, NewEvent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.referee.boards import Snapshot
    from bot.referee.context import Context
    from bot.referee.plan_tree import Plan
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind

    AfterTurn = Callable[[Tx, Match], Awaitable[None]]
    BeforeTurn = Callable[[Tx], Awaitable[None]]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayableTurn:
    """A turn in which a person may play: the state before the move, and the ply of the move.

    `needs_confirmation` is as in `MovePreview`.
    """

    match: Match
    state: Any
    ply: int
    needs_confirmation: bool


@rules_outside_transaction
async def play_move(
    context: Context, request: Request, move_text: MoveText
) -> MovePlayed | MoveProposed | MovePreview | AlreadyDone | AmbiguousMatch:
    """Play the move of a command; for players who want to confirm their moves, return its preview.

    Raises `RequestRejected`, and then nothing was changed.
    """
    async with context.database.read() as tx:
        match = await match_of_command(context, tx, request, move_text)
        if isinstance(match, AmbiguousMatch):
            return match
        turn = await _find_turn(context, tx, request, move_text, match)
    return await _play(context, request, move_text, turn) if isinstance(turn, PlayableTurn) else turn


@rules_outside_transaction
async def play_text(
    context: Context, request: Request, move_text: MoveText
) -> MovePlayed | MoveProposed | MovePreview | AlreadyDone | AmbiguousMatch | StaleBoard:
    """Play a text without a command, as `play_move` does: in a thread, as a reply to a board, or by direct message.

    If a match has no thread and shares a channel with other talk, the text must name the match: `#42 c4`. Raises
    `NotAMove` if it isn't a move by the player to move, and `RequestRejected` for a move against the rules.
    """
    async with context.database.read() as tx:
        found = await match_of_text(context, tx, request, move_text)
        turn = await _find_turn(context, tx, request, move_text, found) if isinstance(found, Match) else found
    return await _play(context, request, move_text, turn) if isinstance(turn, PlayableTurn) else turn


async def _play(
    context: Context, request: Request, move_text: MoveText, turn: PlayableTurn
) -> MovePlayed | MoveProposed | MovePreview | AlreadyDone:
    preview = await _preview(context, request, move_text, turn)
    if isinstance(preview, AlreadyDone):
        return preview
    plan = await plan_after(context, request, preview, move_text.plan) if move_text.plan else None
    return preview if preview.needs_confirmation else await play_preview(context, request, preview, plan)


@rules_outside_transaction
async def preview_in_match(
    context: Context, request: Request, move_text: MoveText, match: Match
) -> MovePreview | AlreadyDone:
    """Return a preview of a move in this match, and store nothing. Raises `RequestRejected` if it can't be played."""
    async with context.database.read() as tx:
        turn = await _find_turn(context, tx, request, move_text, match)
    return turn if isinstance(turn, AlreadyDone) else await _preview(context, request, move_text, turn)


async def _find_turn(
    context: Context, tx: Tx, request: Request, move_text: MoveText, match: Match
) -> PlayableTurn | AlreadyDone:
    """Return the turn that a move by this person would be. Raises `RequestRejected`.

    A request that is stored already is neither rejected nor confirmed again.
    """
    bind_match(match)
    try:
        reached = await context.match_state(tx, match)
        bind_match(match, reached.ply + 1)
        if await _check_turn(context, tx, request, move_text, match):
            redelivered = await events.by_source(tx, request.source_id) is not None
            last = await events.get(tx, match.id, match.seq)
            played = _already_played(reached.ply, last.text if last else "")
            return AlreadyDone("" if redelivered else played)
        needs_confirmation = (await load_preferences(tx, request.user_id)).confirm == "always"
    except RequestRejected:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        raise
    if needs_confirmation and await events.by_source(tx, request.source_id):
        return AlreadyDone()
    return PlayableTurn(match, reached.state, reached.ply + 1, needs_confirmation)


async def _preview(
    context: Context, request: Request, move_text: MoveText, turn: PlayableTurn
) -> MovePreview | AlreadyDone:
    game = context.game(turn.match)
    typed = in_english(game.info, move_text.text)
    try:
        text, after = await run_rules(try_move, game, turn.state, typed)
    except IllegalMove as illegal:
        async with context.database.read() as tx:
            if await events.by_source(tx, request.source_id):
                return AlreadyDone()
        piece = await find_movable_piece(game, turn.state, typed)
        if piece:
            raise MoveRejected(illegal.reason, turn.match, turn.ply, piece) from None
        error = MoveUnreadable if illegal.kind == "not_a_move" else RequestRejected
        raise error(illegal.reason) from None
    return MovePreview(turn.match, turn.ply, text, turn.state, after, turn.needs_confirmation)


def try_move(game: Game[Any, Any], state: Any, text: str) -> tuple[str, Any]:
    """Return the canonical text of a move and the state after it. Raises `IllegalMove`."""
    move = game.parse(state, text)
    return game.format(state, move), game.play(state, move)


async def play_preview(
    context: Context, request: Request, preview: MovePreview, plan: Plan | None = None
) -> MovePlayed | MoveProposed | AlreadyDone:
    """Play a previewed move, or propose it to the person's crowd; `plan` begins with it. Raises `RequestRejected`."""
    if preview.match.crowd_of(request.user_id):
        _check_may_propose(request, preview.match)
        return await propose_move(context, request, preview)
    return await _play_as_player(context, request, preview, plan)


def _check_may_propose(request: Request, match: Match) -> None:
    """Raise `RequestRejected` for a move that people on the other side read before it is played."""
    others = [person for seat, person in enumerate(match.seats, 1) if seat != match.to_move]
    if request.is_open and any(person.level is None for person in others):
        raise RequestRejected(
            _("The other side can read this channel, so your move wasn't proposed. Press **Move** under the board.")
        )


@idempotent
async def _play_as_player(
    context: Context, request: Request, preview: MovePreview, plan: Plan | None
) -> MovePlayed | AlreadyDone:

    async def store_plan(tx: Tx) -> None:
        if plan:
            await put_plan(tx, preview.match, request, plan)

    try:
        stored = await store_move(context, preview, request.user_id, request.source_id, first=store_plan)
    except WriteConflict:
        return await _lost_race(context, request, preview)
    return MovePlayed(stored, preview.ply, preview.text)


async def store_move(
    context: Context,
    preview: MovePreview,
    user_id: int,
    source_id: int | None,
    *,
    first: BeforeTurn | None = None,
    then: AfterTurn | None = None,
) -> Match:
    """Store a previewed move by a player, and return the match then. The rest and errors are those of `store_turn`."""
    for listener in context.move_listeners:
        listener(preview.match, preview.after, preview.ply, preview.text)
    after = MatchState(preview.after, preview.ply)
    stored = await store_turn(
        context, preview.match, after, user_id, source_id, kind="move", text=preview.text, first=first, then=then
    )
    log.info("Move played", extra={"game": stored.game, "seconds": seconds_since_request()})
    return stored


async def store_turn(  # noqa: PLR0913 - a turn has that many parts
    context: Context,
    match: Match,
    after: MatchState,
    user_id: int,
    source_id: int | None,
    *,
    kind: EventKind,
    text: str,
    first: BeforeTurn | None = None,
    then: AfterTurn | None = None,
) -> Match:
    """Store a move or leave by a player's seat and what must be posted, in one transaction.

    `first` and `then` store more in it, before and after.

    Raises `WriteConflict`, `AlreadyStored` and `NotStored`.
    """
    bind_match(match, after.ply)
    game = context.game(match)
    try:
        async with context.write() as tx:
            if first:
                await first(tx)
            stored = await append_event(
                context,
                tx,
                match,
                NewEvent(
                    kind=kind,
                    seat=match.seat_of(user_id),
                    user_id=user_id,
                    text=text,
                    source_id=source_id,
                    position=game.position(after.state),
                    to_move=game.to_move(after.state),
                ),
            )
            await save_state(context, tx, match, match.seq + 1, after)
            if then:
                await then(tx, stored)
    except StorageError as error:
        raise NotStored(kind) from error
    context.cache_state(match.id, match.seq + 1, after)
    cache_turn_start(context, match.id, match.seq + 1, kind, source_id)
    return stored


async def _check_turn(context: Context, tx: Tx, request: Request, move_text: MoveText, match: Match) -> bool:
    """Return True if this repeats the person's own last move, False if they are to move. Raises `RequestRejected`."""
    ply = (await context.match_state(tx, match)).ply
    seat = get_playing_seat(match, request.user_id)
    if await repeats_last_move(context, tx, request, move_text, match):
        return True
    if move_text.ply is not None and move_text.ply <= ply:
        if move_text.ply == 0:
            raise RequestRejected(_("Move 0 was already played: the setup.") + f" {progress(match, ply)}")
        played = mainline_moves(await events.of_match(tx, match.id, upto=match.seq))[move_text.ply - 1].text
        raise RequestRejected(f"{_already_played(move_text.ply, played)} {progress(match, ply)}")
    if move_text.ply is not None and move_text.ply > ply + 1:
        raise RequestRejected(
            _("Move {ply} isn't due yet: the next in #{match} is move {due}.").format(
                ply=move_text.ply, match=match.id, due=ply + 1
            )
        )
    if match.to_move != seat:
        raise RequestRejected(not_your_turn(match, _("Your move wasn't played.")))
    if request.source_id < await turn_start_id(context, tx, match):
        raise RequestRejected(
            _("It wasn't your turn yet when you sent this, so it wasn't played. Now it is: send it again.")
        )
    return False


def _already_played(ply: int, text: str) -> str:
    return _("Move {ply} was already played: {move}.").format(ply=ply, move=formatting.code(text) if text else "")


async def _lost_race(context: Context, request: Request, preview: MovePreview) -> AlreadyDone:
    """Answer a move that came second: return `AlreadyDone` if the same person played the same move, else reject it."""
    match = preview.match
    async with context.database.read() as tx:
        winner = await events.get(tx, match.id, match.seq + 1)
    if winner is None or winner.kind != "move":
        raise RequestRejected(
            _("#{match} has just moved on, so your move wasn't played. Look at the board first.").format(match=match.id)
        )
    if winner.user_id == request.user_id and winner.text == preview.text:
        return AlreadyDone()
    raise RequestRejected(f"{_already_played(preview.ply, winner.text)} " + _("Yours wasn't."))


async def find_move_before_edit(context: Context, message_id: int, move_text: MoveText) -> MovePlayed | None:
    """Return the move that a message played before it was edited, None if it played none or doesn't read as another."""
    async with context.database.read() as tx:
        event = await events.by_source(tx, message_id)
        if event is None or event.kind != "move":
            return None
        match = await matches.require(tx, event.match_id)
        before = await context.match_state(tx, match, event.seq - 1)
    game = context.game(match)
    try:
        text, _after = await run_rules(try_move, game, before.state, in_english(game.info, move_text.text))
    except IllegalMove as illegal:
        text = event.text if illegal.kind == "not_a_move" else ""
    return None if text == event.text else MovePlayed(match, before.ply + 1, event.text)


async def preview_move(
    context: Context, request: Request, move_text: MoveText
) -> MovePreview | AlreadyDone | AmbiguousMatch:
    """Return a preview of a move by the player to move, and store nothing. Raises `RequestRejected`."""
    if move_text.plan:
        raise RequestRejected(_("A preview shows one move, without a plan."))
    async with context.database.read() as tx:
        match = await find_match(tx, request, move_text.match)
    if isinstance(match, AmbiguousMatch):
        return match
    if match.to_move and match.seat_of(request.user_id) not in {None, match.to_move}:
        raise RequestRejected(not_your_turn(match, _("You can preview a move when it's yours.")))
    return await preview_in_match(context, request, move_text, match)


@rules_outside_transaction
async def preview_after(context: Context, request: Request, match_id: int, seq: int, text: str) -> MovePreview:
    """Return a preview of a move in the turn that follows event `seq` of a match. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        ply = (await context.match_state(tx, match, min(seq, match.seq))).ply + 1
    preview = await preview_in_match(context, request, MoveText(text, match.id, ply), match)
    if isinstance(preview, AlreadyDone):
        raise RequestRejected(went_another_way(match, ply, text))
    return preview


@rules_outside_transaction
async def confirm_move(
    context: Context, request: Request, match_id: int, seq: int, text: str
) -> MovePlayed | MoveProposed | StaleBoard:
    """Play a move that was previewed after event `seq` of a match, in that turn and once.

    Returns `StaleBoard` with the reason if the match has moved on, so that it can never be played. Raises
    `RequestRejected` if it can't be played now.
    """
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        stale_note = await stale_board_note(tx, match, seq)
        ply = (await context.match_state(tx, match, min(seq, match.seq))).ply + 1
    try:
        preview = await preview_in_match(context, request, MoveText(text, match.id, ply), match)
    except RequestRejected as rejected:
        if not stale_note:
            raise
        return StaleBoard(rejected.reason, match)
    if isinstance(preview, AlreadyDone):
        return MovePlayed(match, ply, text)
    if stale_note:
        return StaleBoard(went_another_way(match, ply, text), match)
    result = await play_preview(context, request, preview)
    return MovePlayed(match, ply, text) if isinstance(result, AlreadyDone) else result


def take_snapshot_after(context: Context, preview: MovePreview) -> Snapshot:
    """Return a snapshot of the match as it would be after a previewed move."""
    match, game = preview.match, context.game(preview.match)
    seat = game.to_move(preview.before) or 1
    return snapshot_of_move(
        match, seat, preview.text, context.now(), before=preview.before, after=preview.after, ply=preview.ply
    )
