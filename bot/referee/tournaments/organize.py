"""What organizers do with an event: begin it early, cancel it, and correct the result of a match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import record
from bot.referee.guilds.settings import load_settings
from bot.referee.ratings import rate_ended_match
from bot.referee.requests import AlreadyDone
from bot.referee.tournaments import terms
from bot.referee.tournaments.run import cancel_tournament
from bot.referee.tournaments.settle import find_outcome_of, settle_match
from bot.referee.tournaments.sign_up import check_organizer, hold_tournament
from bot.referee.tournaments.terms import FEWEST, queue_notice, queue_round
from games.text import format_list
from games.translation import gettext as _
from storage.queries import audit_log, corrections, matches, pairings, tournaments
from storage.queries.rows import Correction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Pairing, Tournament

DRAW, VOID = "draw", "void"
_MENTION = re.compile(r"<@!?(\d{1,20})>", re.ASCII)


@dataclass(frozen=True, slots=True)
class CorrectedResult:
    """A match whose result was corrected, and its places in seat order, none if it doesn't count."""

    match: Match
    places: tuple[int, ...]


@rules_outside_transaction
async def correct_result(
    context: Context, request: Request, match_id: int, typed: str, permissions: Permissions
) -> CorrectedResult | AlreadyDone:
    """Store a corrected result, and tell the people of the match. Raises `RequestRejected`.

    The result that a match was corrected to before changes nothing, so that a repeated request counts once.
    """
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        check_organizer(await load_settings(tx, request.guild_id or 0), permissions)
        await matches.lock(tx, match_id)
        pairing, match = await pairings.of_match(tx, match_id), await matches.get(tx, match_id)
        if pairing is None or match is None or match.guild_id != request.guild_id:
            raise RequestRejected(_("#{match} isn't a match of an event on this server.").format(match=match_id))
        if match.ended_at is None:
            raise RequestRejected(
                _("#{match} goes on. Its result can be corrected once it has one.").format(match=match_id)
            )
        tournament = await tournaments.lock(tx, pairing.tournament_id)
        places, made = parse_result(typed, pairing, match), await corrections.of_match(tx, match_id)
        if made and made[-1].places == list(places):
            return CorrectedResult(match, places)
        if tournament is not None and tournament.stage > pairing.stage:
            settled = _("The next round was drawn from the result of #{match}, so it can't change any more.")
            raise RequestRejected(settled.format(match=match_id))
        now = context.now()
        await settle_match(context, tx, match_id)  # so that a loss on time counts, however soon the result is corrected
        await corrections.add(tx, Correction(match_id, 1 + len(made), request.user_id, now, list(places)))
        await pairings.settle(tx, pairing.id, await find_outcome_of(context, tx, pairing), now)
        await queue_round(context, tx, pairing.tournament_id, pairing.stage)
        if tournament is not None and tournament.status == "running":
            await tournaments.change(tx, tournament.id, changed_at=now, due_at=now)
        await rate_ended_match(context, tx, match)
        for user_id in pairing.people:
            await queue_notice(context, tx, pairing.tournament_id, user_id, "corrected", match_id)
        details = {"before": made[-1].places if made else None, "places": list(places)}
        await record(
            context,
            tx,
            request,
            "event_correct",
            match_id=match_id,
            tournament_id=pairing.tournament_id,
            details=details,
        )
    return CorrectedResult(match, places)


def parse_result(typed: str, pairing: Pairing, match: Match) -> tuple[int, ...]:
    """Return the places in seat order that a text gives the people of a pairing; none if the match shouldn't count.

    The text is `draw`, `void`, or mentions people in the order of their places; of two, the winner is enough. Raises
    `RequestRejected`.
    """
    word = typed.strip().lower()
    if word == DRAW:
        return (1,) * len(pairing.people)
    if word == VOID:
        return ()
    named = list(dict.fromkeys(int(found) for found in _MENTION.findall(typed)))
    if not named or not set(named) <= set(pairing.people):
        raise RequestRejected(
            _(
                "I can't read {typed} as a result: mention the winner, or write the people in order of their places, "
                "or `draw`, or `void` if the match shouldn't count."
            ).format(typed=formatting.code(typed))
        )
    missing = [user_id for user_id in pairing.people if user_id not in named]
    if len(missing) > 1:
        raise RequestRejected(
            _("Place everybody in the match, the best first. {names} still need a place.").format(
                names=format_list(_names(match, missing))
            )
        )
    order = [*named, *missing]
    return tuple(order.index(user_id) + 1 for user_id in pairing.people)


def _names(match: Match, user_ids: Sequence[int]) -> list[str]:
    names = {person.id: formatting.name(person) for person in match.seats}
    return [names.get(user_id, f"<@{user_id}>") for user_id in user_ids]


async def start_now(
    context: Context, request: Request, number: int | None, permissions: Permissions
) -> Tournament | AlreadyDone:
    """End the sign-up of an event now, so that the next round of due jobs begins it. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        tournament = await _hold(tx, request, number, permissions)
        count, least = len(await tournaments.people(tx, tournament.id)), FEWEST[tournament.kind]
        if tournament.status != "open":
            raise RequestRejected(terms.sign_up_is_over(tournament))
        if count < least:
            raise RequestRejected(
                _("**{name}** needs {least} people to begin, and {count} signed up so far.").format(
                    name=formatting.plain(tournament.name), least=least, count=count
                )
                + terms.advice_for_fewer(tournament.kind)
            )
        now = context.now()
        await tournaments.change(tx, tournament.id, starts_at=now, due_at=now)
        await record(context, tx, request, "event_start", tournament_id=tournament.id)
    return tournament


async def cancel_now(
    context: Context, request: Request, number: int | None, permissions: Permissions
) -> Tournament | AlreadyDone:
    """Cancel an event that isn't over, and tell its people. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        tournament = await _hold(tx, request, number, permissions)
        if tournament.status not in {"open", "running"}:
            raise RequestRejected(terms.is_over(tournament))
        await cancel_tournament(context, tx, tournament, await tournaments.people(tx, tournament.id))
        await record(context, tx, request, "event_cancel", tournament_id=tournament.id)
    return tournament


async def _hold(tx: Tx, request: Request, number: int | None, permissions: Permissions) -> Tournament:
    check_organizer(await load_settings(tx, request.guild_id or 0), permissions)
    return await hold_tournament(tx, request.guild_id, number)
