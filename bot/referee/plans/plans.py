"""Store, show and clear plans, alone or with a move, and check their lines on the positions to which they lead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from bot.referee import errors, formatting
from bot.referee.boards import Snapshot, snapshot_of_move
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_active_seat, get_match, require_single
from bot.referee.log.automatic_moves import Dropped, follow_plans
from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN, Answer, Branch, Ply, lines_of, merge, plan_of_line, to_json
from bot.referee.plans import parser
from bot.referee.plans.parser import EXAMPLE, MOST_LINES, read_line, split_lines
from bot.referee.requests import AlreadyDone, idempotent
from bot.referee.turn_start import turn_start_id
from games.contract import IllegalMove, TooManyMoves
from games.random_play import choose_move
from games.translation import gettext as _, ngettext
from games.typed_words import in_english
from storage.queries import events, matches, plans

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.referee.context import Context
    from bot.referee.plan_tree import Line, Plan
    from bot.referee.requests import MovePreview, Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Person

    ReadLines = Callable[[Game[Any, Any], Any], Sequence[Line]]


@dataclass(frozen=True, slots=True)
class PlanInMatch:
    """The plan of a seat as the match stands; it is empty if nothing waits."""

    match: Match
    seat: int
    plan: Plan

    @property
    def lines(self) -> list[Line]:
        """Its lines, in the order in which they were made."""
        return lines_of(self.plan)


@dataclass(frozen=True, slots=True)
class RiskyPlan:
    """A plan that isn't stored yet: it answers to any move, and its owner has to know how often that is possible."""

    match: Match
    risks: tuple[Risk, ...]


async def load_plan(context: Context, request: Request, number: int | None) -> PlanInMatch:
    """Return a person's plan in a match. Raises `RequestRejected`."""
    match, seat = await _find(context, request, number)
    async with context.database.read() as tx:
        match = await matches.require(tx, match.id)
        return PlanInMatch(match, seat, await _plan_of(tx, match, seat))


async def clear_plan(context: Context, request: Request, number: int | None) -> tuple[Match, bool]:
    """Drop a person's plan; return the match, and whether anything waited. Raises `RequestRejected`."""
    match, seat = await _find(context, request, number)
    async with context.database.write() as tx:
        await matches.lock(tx, match.id)
        match = await get_match(tx, request, match.id)
        waited = await _plan_of(tx, match, seat) != Branch()
        if waited:
            await plans.keep(tx, match.id, seat, match.seq, to_json(Branch()))
    return match, waited


async def add_plan(
    context: Context,
    request: Request,
    number: int | None,
    text: str,
    *,
    seq: int | None = None,
    knows_risks: bool = False,
) -> PlanInMatch | RiskyPlan | AlreadyDone:
    """Add the lines of a text to a person's plan. A newer answer to the same moves replaces the older one.

    They begin after event `seq`, by default the last one. Raises `RequestRejected` if a move can't be played, and then
    nothing is stored.
    """
    typed = split_lines(text)
    match, seat = await _find(context, request, number)
    seq = match.seq if seq is None else seq
    read = partial(_read_lines, typed, seat)
    return await _add(context, request, match.id, seq, read, knows_risks=knows_risks)


def _read_lines(typed: Sequence[str], seat: int, game: Game[Any, Any], state: Any) -> list[Line]:
    return [read_line(game, state, seat, line) for line in typed]


async def add_lines(
    context: Context, request: Request, match_id: int, seq: int, lines: Sequence[Line]
) -> PlanInMatch | RiskyPlan | AlreadyDone:
    """Add lines, which begin after event `seq` of a match, to a person's plan. Raises `RequestRejected`."""
    return await _add(context, request, match_id, seq, lambda _game, _state: lines)


@idempotent
@rules_outside_transaction
async def _add(
    context: Context, request: Request, match_id: int, seq: int, read: ReadLines, *, knows_risks: bool = False
) -> PlanInMatch | RiskyPlan | AlreadyDone:
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        _check_waiting(match, seat)
        reached = await context.match_state(tx, match)
        late = request.source_id < await turn_start_id(context, tx, match)
    if late or match.seq != seq:
        raise RequestRejected(errors.moved_on_since(match))
    checked = await run_rules(check_lines, context.game(match), reached.state, seat, reached.ply, match.seats, read)
    risks = tuple(one.risk for one in checked if one.risk)
    if risks and not knows_risks:
        return RiskyPlan(match, risks)
    async with context.database.write() as tx:
        await matches.lock(tx, match.id)
        now = await matches.require(tx, match.id)
        if now.seq != seq:
            raise RequestRejected(errors.moved_on_since(now))
        plan = add_to_plan(await _plan_of(tx, match, seat), [one.line for one in checked])
        await plans.replace(tx, match.id, seat, match.seq, to_json(plan), request.source_id)
    return PlanInMatch(match, seat, plan)


def check_lines(
    game: Game[Any, Any], state: Any, seat: int, ply: int, people: Sequence[Person], read: ReadLines
) -> list[CheckedLine]:
    """Return the lines that `read` reads from a state on, with canonical texts. Raises `RequestRejected`."""
    return [check_line(game, state, seat, ply, people, line) for line in read(game, state)]


def add_to_plan(plan: Plan, lines: Sequence[Line]) -> Plan:
    """Return a plan with further lines. Raises `RequestRejected` if these are too many."""
    for line in lines:
        plan = merge(plan, plan_of_line(line)) or plan
    if (count := len(lines_of(plan))) > MOST_LINES:
        raise RequestRejected(parser.too_many_lines(count))
    return plan


async def _find(context: Context, request: Request, number: int | None) -> tuple[Match, int]:
    """Return the match that a request about a plan means, and the person's seat. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match do:plan")
    return match, get_active_seat(match, request.user_id)


def _check_waiting(match: Match, seat: int) -> None:
    if match.to_move == seat:
        raise RequestRejected(parser.own_turn(match))


async def _plan_of(tx: Tx, match: Match, seat: int) -> Plan:
    """Return what is left of a seat's plan as the match stands; an empty one if nothing is."""
    stored = [row for row in await plans.of_match(tx, match.id) if row.seat == seat]
    if not stored:
        return Branch()
    left = follow_plans(stored, await events.of_match(tx, match.id, upto=match.seq))[seat]
    return Branch() if isinstance(left, Dropped) else left


MOST_TRIED = 100
"""Continuations that are tried for an answer to any move."""


@dataclass(frozen=True, slots=True)
class Risk:
    """An answer to any move: after how many of the `tried` continuations it can be played."""

    answer: str
    possible: int
    tried: int


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line with the canonical texts of its moves, and the risk if its last answer is one to any move."""

    line: Line
    risk: Risk | None = None


def check_line(
    game: Game[Any, Any], state: Any, seat: int, ply: int, people: Sequence[Person], typed: Line
) -> CheckedLine:
    """Check a line of the planner at `seat` from a state on, after move `ply` of the match.

    Raises `RequestRejected` with the first move that can't be played, and the reason.
    """
    line: list[Ply] = []
    for number, one in enumerate(typed):
        ply += one.own or one.text != DRAW  # an offer is no move
        rest = typed[number + 1 :]
        misread = _misread(one, typed[number - 1] if number else None, rest)
        if reason := misread or _out_of_turn(game, state, seat, people, one):
            raise RequestRejected(parser.at_ply(ply, one.text, reason))
        if one.text == ANY and not one.own:
            risk = _try_answer(game, state, seat, ply, rest[-1])
            return CheckedLine((*line, one, rest[-1]), risk)
        if (one.text in {RESIGN, AGREE} and one.own) or (one.text == DRAW and not one.own):
            line.append(one)
            continue
        try:
            move = game.parse(state, one.text)
            line.append(Ply(game.format(state, move), one.own))
            state = game.play(state, move)
        except IllegalMove as illegal:
            raise RequestRejected(parser.at_ply(ply, one.text, illegal.reason)) from None
    return CheckedLine(tuple(line))


def _misread(one: Ply, before: Ply | None, rest: Line) -> str | None:
    """Return why a move can't stand where it does in its line, by the words of the line alone; None if it can."""
    after_draw = before is not None and before.text == DRAW and not before.own
    others = [ply for ply in rest if not ply.own]
    wrong = {
        _("the only answer to a draw offer is `agree`, as in `draw: agree`"): after_draw
        and not (one.own and one.text == AGREE),
        _("that answers a draw offer, as in `draw: agree`"): one.own and one.text == AGREE and not after_draw,
        _("nothing can follow that"): one.own and one.text in {AGREE, RESIGN} and rest,
        _("after `any` comes one answer, and nothing else"): not one.own
        and one.text == ANY
        and (len(rest) != len(others) + 1 or any(ply.text != ANY for ply in others)),
    }
    return next((reason for reason, holds in wrong.items() if holds), None)


def _out_of_turn(game: Game[Any, Any], state: Any, seat: int, people: Sequence[Person], one: Ply) -> str | None:
    """Return why a move doesn't come in the turn of its player; None if it does."""
    mover = game.to_move(state)
    wrong = {
        _("the match would be over by then"): mover is None,
        _("it's your own turn there, {name}. Put your move after a colon").format(
            name=formatting.name(people[seat - 1])
        ): not one.own and mover == seat,
        (
            _("it's {name}'s turn there. Name their move before yours, as in {example}").format(
                name=formatting.name(people[(mover or 1) - 1]), example=EXAMPLE
            )
        ): one.own and one.text != AGREE and mover != seat,
        _("{game} has no draws").format(game=game.info.title): not one.own and one.text == DRAW and not game.info.draws,
    }
    return next((reason for reason, holds in wrong.items() if holds), None)


def _try_answer(game: Game[Any, Any], state: Any, seat: int, ply: int, answer: Ply) -> Risk | None:
    """Return after how many continuations an answer is possible, None for a resignation. Raises `RequestRejected`."""
    if answer.text == RESIGN:
        return None
    rng, possible, tried = Random(0), 0, 0  # noqa: S311 - a sample, the same every time
    for move in _sample_moves(game, state, rng):
        reached = game.play(state, move)
        while game.to_move(reached) not in {seat, None}:  # further players move before the planner
            reached = game.play(reached, choose_move(game, reached, rng))
        if game.to_move(reached) is None:
            continue
        tried += 1
        try:
            game.play(reached, game.parse(reached, answer.text))
        except IllegalMove:
            continue
        possible += 1
    if not possible:
        raise RequestRejected(
            parser.at_ply(
                ply + 1,
                answer.text,
                ngettext(
                    "I tried {n} of their moves, and you can't play that after it",
                    "I tried {n} of their moves, and you can't play that after any of them",
                    tried,
                ).format(n=tried),
            )
        )
    return Risk(answer.text, possible, tried)


def _sample_moves(game: Game[Any, Any], state: Any, rng: Random) -> Collection[Any]:
    """Return all moves, or `MOST_TRIED` of them where there are more; random ones where they can't be listed."""
    try:
        moves = game.legal(state)
    except TooManyMoves:
        chosen = (choose_move(game, state, rng) for _ in range(MOST_TRIED))
        return {game.format(state, move): move for move in chosen}.values()
    return moves if len(moves) <= MOST_TRIED else rng.sample(moves, MOST_TRIED)


@dataclass(frozen=True, slots=True)
class LineEnd:
    """Where a line leads: the states before and after its last move, that move and its seat, and how many moves."""

    before: Any
    state: Any
    move: str | None
    seat: int
    count: int


@rules_outside_transaction
async def snapshot_after_line(context: Context, match: Match, line: Line) -> Snapshot:
    """Return a snapshot of a match as it would be after a line from its present position on.

    An answer to any move, an agreed draw and a resignation leave the board as it was before them.
    """
    async with context.database.read() as tx:
        reached = await context.match_state(tx, match)
    end = await run_rules(play_line, context.game(match), reached.state, line)
    ply = reached.ply + end.count
    if not end.move:
        return Snapshot(match, None, end.before, end.state, ply)
    return snapshot_of_move(match, end.seat, end.move, context.now(), before=end.before, after=end.state, ply=ply)


def play_line(game: Game[Any, Any], state: Any, line: Line) -> LineEnd:
    """Return where a line leads from a state on, as far as its moves are known."""
    end = LineEnd(state, state, None, 1, 0)
    for ply in line:
        if ply.text in ({AGREE, RESIGN} if ply.own else {ANY, DRAW}):
            break
        seat = game.to_move(end.state) or 1
        end = LineEnd(end.state, game.play(end.state, game.parse(end.state, ply.text)), ply.text, seat, end.count + 1)
    return end


@dataclass(frozen=True, slots=True)
class LinePosition:
    """A line of the planner at `seat`, which may end with another player's move, and the match after it."""

    match: Match
    game: Game[Any, Any]
    seat: int
    line: Line
    snapshot: Snapshot

    @property
    def state(self) -> Any:
        """The state after the line."""
        return self.snapshot.state

    @property
    def mover(self) -> int | None:
        """The seat to move after the line, None if the match would be over."""
        return self.game.to_move(self.state)


@rules_outside_transaction
async def load_line_position(context: Context, request: Request, match_id: int, seq: int, typed: str) -> LinePosition:
    """Return where a line leads that begins after event `seq` of a match. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        reached = await context.match_state(tx, match)
    if match.seq != seq:
        raise RequestRejected(errors.moved_on_since(match))
    game = context.game(match)
    line = await run_rules(_read, game, reached.state, seat, reached.ply, match, typed) if typed else ()
    return LinePosition(match, game, seat, line, await snapshot_after_line(context, match, line))


async def add_ply(context: Context, position: LinePosition, text: str) -> LinePosition:
    """Return where a line leads with one more move. Raises `RequestRejected`."""

    def play() -> Ply:
        try:
            move = position.game.parse(position.state, in_english(position.game.info, text))
            position.game.play(position.state, move)
        except IllegalMove as illegal:
            raise RequestRejected(illegal.reason) from None
        return Ply(position.game.format(position.state, move), own=position.mover == position.seat)

    line = (*position.line, await run_rules(play))
    snapshot = await snapshot_after_line(context, position.match, line)
    return LinePosition(position.match, position.game, position.seat, line, snapshot)


def _read(game: Game[Any, Any], state: Any, seat: int, ply: int, match: Match, typed: str) -> Line:
    line = read_line(game, state, seat, typed, whole=False)
    return check_line(game, state, seat, ply, match.seats, line).line


async def plan_after(context: Context, request: Request, preview: MovePreview, text: str) -> Plan:
    """Return the plan that begins with a previewed move and goes on with a text. Raises `RequestRejected`."""
    if preview.needs_confirmation:
        raise RequestRejected(
            _(
                "You've asked to confirm your moves, so nothing was played. Send the move alone, then use "
                "`/match do:plan`."
            )
        )
    match, typed = preview.match, split_lines(text)
    seat = match.seat_of(request.user_id) or 0
    read = partial(_read_lines, typed, seat)
    checked = await run_rules(check_lines, context.game(match), preview.after, seat, preview.ply, match.seats, read)
    if any(one.risk for one in checked):
        raise RequestRejected(
            _(
                "An answer to `any` move has to be confirmed, so nothing was played. Send the move alone, then use "
                "`/match do:plan`."
            )
        )
    return Answer(preview.text, add_to_plan(Branch(), [one.line for one in checked]))


async def put_plan(tx: Tx, match: Match, request: Request, plan: Plan) -> None:
    """Store the plan of the player to move, before the move with which it begins. Raises `AlreadyStored`."""
    await matches.lock(tx, match.id)
    seat = match.seat_of(request.user_id) or 0
    await plans.replace(tx, match.id, seat, match.seq, to_json(plan), request.source_id)
