"""The words of what players propose to each other. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.offers import outcome_text, still_to_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from storage.tables.models import Event, Match, Offer, Person


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer with its match as it now is, and of a takeback what would go: the ply of the first move, the events."""

    offer: Offer
    match: Match
    title: str
    first: int = 0
    goes: Sequence[Event] = ()

    @property
    def stands(self) -> bool:
        """Whether it can be answered."""
        return self.offer.status == "open" and self.offer.seq == self.match.seq


def offer_post(proposal: Proposal, call: Callable[[Person], str]) -> str:
    """Return the post of an offer: a question to all who have yet to answer, named by `call`, or what became of it."""
    offer, match = proposal.offer, proposal.match
    who, where = formatting.name(match.seats[offer.seat - 1]), f"**{proposal.title} #{match.id}**"
    if offer.kind == "draw":
        asks, asked = f"{who} offers a draw in {where}", f"{who} offered a draw in {where}"
    elif offer.kind == "pause":
        stop = f"to let the clock of {where} stand still until the next move"
        asks, asked = f"{who} asks {stop}", f"{who} asked {stop}"
    else:
        goes = what_goes(proposal.first, proposal.goes)
        asks, asked = f"{who} asks to take back {goes}, in {where}", f"{who} asked to take back {goes}, in {where}"
    if not proposal.stands:
        return f"{asked}: {outcome_text(offer, match)}."
    missing = formatting.listed(map(call, still_to_answer(offer, match)))
    lines = [f"{asks}. {missing}, do you agree?"]
    if offer.agreed:
        agreed = formatting.listed(formatting.name(match.seats[seat - 1]) for seat in sorted(offer.agreed))
        lines.append(f"So far {agreed} {'agrees' if len(offer.agreed) == 1 else 'agree'}.")
    small = f"offer {offer.id} \u00b7 until the next move \u00b7 or `/agree #{match.id}`, `/refuse #{match.id}`"
    return "\n".join([*lines, f"-# {small}"])


def what_goes(first: int, goes: Sequence[Event]) -> str:
    """Return what a takeback undoes: the move of the ply `first`, and those after it.

    >>> from datetime import UTC, datetime
    >>> from storage.tables.models import Event
    >>> c4 = Event(1, 17, "move", 1, 1, "c4", 1, datetime(2026, 3, 1, tzinfo=UTC))
    >>> what_goes(17, [c4, c4, c4])
    'move 17, `c4`, and with it moves 18 to 19'
    """
    texts = [formatting.code(event.text) for event in goes]
    if len(texts) == 1:
        return f"move {first}, {texts[0]}"
    rest = f"move {first + 1}, {texts[1]}" if len(texts) == 2 else f"moves {first + 1} to {first + len(texts) - 1}"
    return f"move {first}, {texts[0]}, and with it {rest}"
