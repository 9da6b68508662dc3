"""Reviews of finished matches: who may ask for one, and how it is kept."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.referee import formatting
from bot.referee.announce import queue_row
from bot.referee.context import lane, rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.history.history import count_plies, mainline
from bot.referee.history.rebuild import apply_event, start_state
from engines.reviews.contract import KINDS, PlayedMatch, PlayedMove, Review, Standing, TurningPoint
from games.text import format_list
from games.translation import gettext as _
from storage.engine.database import AlreadyStored
from storage.queries import events, matches, outbox, reviews

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.queries.rows import Event, Match


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """A match, its game, how it went, and its review, or None until that is found."""

    match: Match
    game: Game[Any, Any]
    played: PlayedMatch
    review: Review | None


@rules_outside_transaction
async def load_reviewed_match(context: Context, match_id: int) -> ReviewedMatch:
    """Return a match with its review. Raises `RequestRejected` if its rules aren't installed any more."""
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        await context.state(tx, match, 0)
        log = await events.of_match(tx, match.id, upto=match.seq)
        content = await reviews.of_match(tx, match.id)
    game = context.game(match)
    played = await run_rules(build_played_match, game, match, log)
    return ReviewedMatch(match, game, played, read_review(content) if content else None)


async def store_review(context: Context, match_id: int, review: Review) -> Review:
    """Store what was found, and return the review that is kept: another process may have stored one before."""
    async with context.database.write() as tx:
        await reviews.store(tx, match_id, write_review(review))
        return read_review(await reviews.of_match(tx, match_id) or {})


Json: TypeAlias = "dict[str, Any]"


class UnreadableReview(ValueError):  # noqa: N818 - a verdict on a stored object
    """A JSON object that isn't a review."""


def write_review(review: Review) -> Json:
    """Return a review as a JSON object."""
    return asdict(review)


def read_review(content: Json) -> Review:
    """Return the review of a JSON object. Raises `UnreadableReview`."""
    try:
        curve = tuple(_read_standing(one) for one in content["curve"])
        points = tuple(_read_turning_point(one) for one in content["turning_points"])
        counted = content["counted"]
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise UnreadableReview("a field of the review is missing or of another kind") from error
    if not isinstance(counted, bool) or not all(each.kind in KINDS for each in points):
        raise UnreadableReview("the review is neither counted nor estimated, or has a turning point of no kind")
    return Review(curve, points, counted)


def _read_standing(content: Json) -> Standing:
    return Standing(int(content["ply"]), tuple(float(share) for share in content["shares"]))


def _read_turning_point(content: Json) -> TurningPoint:
    fields: Json = {**content, "line": tuple(content["line"])}
    return TurningPoint(**fields)


def build_played_match(game: Game[Any, Any], match: Match, log: Iterable[Event]) -> PlayedMatch:
    """Return a match as it went by its mainline. Raises `IllegalMove` if the rules reject one of its moves."""
    states = [start_state(game, match)]
    gone, moves, ply = [frozenset[int]()], list[PlayedMove | None](), 0
    for event in mainline(log):
        if event.kind not in {"move", "leave"}:
            continue
        seat, left = event.seat or 0, event.kind == "leave"
        ply += not left
        states.append(apply_event(game, states[-1], event))
        gone.append(gone[-1] | {seat} if left else gone[-1])
        moves.append(None if left else PlayedMove(seat, ply, event.text))
    return PlayedMatch(game, len(match.seats), tuple(states), tuple(moves), tuple(gone))


@rules_outside_transaction
async def find_match_to_review(context: Context, request: Request, number: int | None) -> Match:
    """Return the finished match whose review one of its players asks for. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match do:review")
        if match.seat_of(request.user_id) is None:
            people = format_list((formatting.name(person) for person in match.seats if person.level is None), "or")
            raise RequestRejected(
                _("Only {people} can ask for the review of #{match}.").format(people=people, match=match.id)
            )
        if match.ended_at is None:
            raise RequestRejected(
                _("#{match} isn't over yet. You can have it reviewed when it is.").format(match=match.id)
            )
        if not count_plies(await events.of_match(tx, match.id, upto=match.seq)):
            raise RequestRejected(
                _("Nothing was played in #{match}, so there's nothing to review.").format(match=match.id)
            )
        await context.state(tx, match, 0)
        return match


async def request_review(context: Context, request: Request, match: Match) -> bool:
    """Return whether the review of a match is there; if not, put it into the outbox unless it waits there already."""
    async with context.write() as tx:
        await matches.lock(tx, match.id)
        content = await reviews.of_match(tx, match.id)
        if content:
            return True
        if content is None:
            await reviews.ask(tx, match.id, context.now())
        if not await outbox.is_waiting(tx, match.id, "review"):
            asker, own_lane = request.user_id, f"{lane(match)}:review"
            body = {"channel": match.home, "asker": asker} | ({"user": asker} if match.is_direct else {})
            with suppress(AlreadyStored):
                await queue_row(
                    tx, match, "review", body, context.now(), own_lane=own_lane, source_id=request.source_id
                )
    return False
