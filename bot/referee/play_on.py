"""Find the position of a finished match, or of an analysis of one, from which people can play on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.analysis import tree
from bot.referee.analysis.analysis import load_board
from bot.referee.challenges.issue import ChallengeTerms, Start, issue_challenge
from bot.referee.challenges.start import parse_start
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import board_replied_to, find_match, require_single
from bot.referee.guilds.audit_log import check_not_blocked
from bot.referee.history.history import mainline, mainline_moves
from bot.referee.people.display import display_from_json
from games.translation import gettext as _
from storage.queries import events

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.analysis.analysis import Target
    from bot.referee.analysis.tree import Point
    from bot.referee.context import Context
    from bot.referee.requests import AlreadyDone, Request
    from storage.queries.rows import Challenge, Event, Match


@dataclass(frozen=True, slots=True)
class PlayableStart:
    """A position of a finished match that can be played on from, and the seat to move there.

    `options` are those of the match, as they are typed.
    """

    match: Match
    start: Start
    to_move: int
    options: Mapping[str, str]


@rules_outside_transaction
async def find_start(context: Context, request: Request, number: int | None, ply: int | None) -> PlayableStart:
    """Return the position of a finished match after move `ply`, 0 for the setup.

    None stands for that of the board which the person replied to, or else for the last one that can be played on from:
    before the last move if that ended the match, and before a player left a match of more than two. Raises
    `RequestRejected`.
    """
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match do:playon")
    await _check(context, request, match)
    async with context.database.read() as tx:
        log = await events.of_match(tx, match.id, upto=match.seq)
        moves = mainline_moves(log)
        shown = await board_replied_to(tx, request)
        if ply is None and shown and shown.match_id == match.id and shown.seq < match.seq:
            ply = sum(event.seq <= shown.seq for event in moves)
        if ply is not None and ply > len(moves):
            raise RequestRejected(
                _("#{match} has no move {ply}: the last one is {last}.").format(
                    match=match.id, ply=ply, last=len(moves)
                )
            )
        at = _count_before_departures(match, log) if ply is None else ply
        state = await context.state(tx, match, _seq_of(moves, at))
        if ply is None and at and context.game(match).to_move(state) is None:
            at -= 1
            state = await context.state(tx, match, _seq_of(moves, at))
    return await _read(context, match, state, at, log, _seq_of(moves, at))


def _count_before_departures(match: Match, log: Sequence[Event]) -> int:
    """Return the number of moves after which all players are still in, which is each move of a match of two."""
    left = next((event.seq for event in mainline(log) if event.kind == "leave"), None)
    return sum(len(match.seats) == 2 or left is None or event.seq < left for event in mainline_moves(log))


def _seq_of(moves: Sequence[Event], ply: int) -> int:
    """Return the number of the event of a move, 0 for the start."""
    return moves[ply - 1].seq if ply else 0


async def find_start_in_analysis(context: Context, request: Request, target: Target, point: Point) -> PlayableStart:
    """Return the position at a point of an analysis of a finished match; nothing else of it is told.

    Raises `RequestRejected`.
    """
    board = await load_board(context, request, target, point)
    await _check(context, request, board.match)
    if board.unplayable:
        raise RequestRejected(_(tree.CANNOT_GO_ON))
    ply = None if board.point.number else board.snapshot.ply
    return await _read(context, board.match, board.snapshot.state, ply, board.changes, board.path.seq)


async def play_computer(
    context: Context, request: Request, begun: PlayableStart, level: int
) -> Challenge | Match | AlreadyDone:
    """Begin a match from a position against computer players, for a player of the match that had it, where that was.

    The player has the seat to move. Raises `RequestRejected`.
    """
    match, info = begun.match, context.rules(begun.match.game).info
    person = next((person for person in match.seats if person.id == request.user_id), None)
    if person is None:  # their name isn't known here
        raise RequestRejected(_("You had no seat of your own in #{match}: play on in Discord.").format(match=match.id))
    terms = ChallengeTerms(
        info,
        begun.options,
        begun.to_move,
        len(match.seats),
        display_from_json(match.look).as_json,
        computers=len(match.seats) - 1,
        level=level,
        rated=False,
        start=begun.start,
    )
    return await issue_challenge(
        context,
        terms,
        [person],
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        source_id=request.source_id,
    )


async def _check(context: Context, request: Request, match: Match) -> None:
    await check_not_blocked(context, match.guild_id, request.user_id)
    if match.ended_at is None:
        raise RequestRejected(
            _("#{match} isn't over yet. You can play on from its positions when it is.").format(match=match.id)
        )


async def _read(
    context: Context, match: Match, state: Any, ply: int | None, log: Sequence[Event], seq: int
) -> PlayableStart:
    """Return a position, which came after event `seq` of a log, as the newest rules take it.

    Move `ply` of the match led to it, or a line of an analysis if that is None. Raises `RequestRejected`, also where a
    player had left: nobody could take that seat.
    """
    if len(match.seats) > 2 and any(event.kind == "leave" and event.seq <= seq for event in mainline(log)):
        left_after = _("A player left after move {ply}. Play on from there, or from an earlier move.")
        raise RequestRejected(left_after.format(ply=_count_before_departures(match, log)))
    position = context.game(match).position(state)
    game = context.rules(match.game)
    begun = await run_rules(parse_start, game, position, len(match.seats), match.options, match.seed)
    options = {one.name: one.write(match.options.get(one.name, one.default)) for one in game.info.options}
    return PlayableStart(match, Start(position, match.id, ply), game.to_move(begun) or 1, options)
