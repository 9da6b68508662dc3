"""Takebacks: what one would undo, whether it can be asked for, and carrying it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.history.history import DEPARTURES, count_plies, mainline, split_takeback, takeback_text
from bot.referee.log.append import append_event
from bot.referee.people.preferences import load_preferences
from games.text import format_list
from games.translation import gettext as _, ngettext
from storage.queries import events
from storage.queries.rows import NewEvent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Offer


async def check_takeback(tx: Tx, match: Match, seat: int, log: Sequence[Event]) -> None:
    """Raise `RequestRejected` if a seat has no move to take back, or a player accepts no takebacks."""
    gone = split_takeback(mainline(log), seat)[1]
    if not gone:
        raise RequestRejected(_("You have no move in #{match} to take back.").format(match=match.id))
    left = [formatting.name(match.seats[(event.seat or 1) - 1]) for event in gone if event.kind in DEPARTURES]
    if left:
        raise RequestRejected(
            ngettext(
                "{names} left #{match} after your last move, so it can't be taken back any more.",
                "{names} left #{match} after your last move, so it can't be taken back any more.",
                len(left),
            ).format(names=format_list(left), match=match.id)
        )
    for other, person in enumerate(match.seats, 1):
        if other in {seat, *match.gone}:
            continue
        if (await load_preferences(tx, person.id)).takebacks == "never":
            raise RequestRejected(_("{name} never accepts takebacks.").format(name=formatting.name(person)))


async def check_last_move(tx: Tx, match: Match, seat: int, ply: int) -> None:
    """Raise `RequestRejected` unless a move is the last one of a seat."""
    kept, gone = split_takeback(mainline(await events.of_match(tx, match.id)), seat)
    if gone and count_plies(kept) + 1 != ply:
        later = _("Move {ply} isn't your last one any more. `/match do:takeback #{match}` takes back the last one.")
        raise RequestRejected(later.format(ply=ply, match=match.id))


async def undone_events(tx: Tx, offer: Offer) -> tuple[int, list[Event]]:
    """Return the events that a takeback would undo, and the ply of the first of them."""
    counting = mainline(await events.of_match(tx, offer.match_id, upto=offer.seq))
    kept, gone = split_takeback(counting, offer.seat)
    return count_plies(kept) + 1, gone


async def take_back(context: Context, tx: Tx, match: Match, seat: int, offer: Offer, source_id: int | None) -> Match:
    """Take back the last move of the seat that asked, and what came after it; `seat` agreed last."""
    kept = split_takeback(mainline(await events.of_match(tx, match.id)), offer.seat)[0]
    game, state = context.game(match), await context.state(tx, match, kept[-1].seq if kept else 0)
    return await append_event(
        context,
        tx,
        match,
        NewEvent(
            kind="takeback",
            seat=offer.seat,
            user_id=match.seats[seat - 1].id,
            text=takeback_text(kept),
            source_id=source_id,
            position=game.position(state),
            to_move=game.to_move(state),
        ),
    )
