"""What players read about offers. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.offer_outcomes import outcome_text, people_to_answer
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from storage.queries.rows import Event, Match, Offer, OfferKind, Person

KINDS: Mapping[OfferKind, str] = {
    "draw": "Draw",
    "takeback": "Takeback",
    "pause": "Pause",
    "substitute": "Substitute",
    "seat": "Open seat",
    "resignation": "Resignation",
}


BY: Mapping[str, OfferKind] = {"turnpost": "substitute", "anyone": "seat"}
"""Who may play on in a seat, as it is typed, each with the kind of the offer."""
BY_LABELS = {"turnpost": "Turnpost", "anyone": "Anyone who takes the seat"}
BY_WORDS = "`turnpost` or `anyone`"


@dataclass(frozen=True, slots=True)
class OfferDetails:
    """An offer with its match as it now is.

    A takeback has what it would undo: the ply of the first move, and the events; a substitute has its `level`.
    """

    offer: Offer
    match: Match
    title: str
    first_ply: int = 0
    undone: Sequence[Event] = ()
    level: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the offer can be answered."""
        return self.offer.status == "open" and self.offer.seq == self.match.seq


def offer_post(details: OfferDetails, name_of: Callable[[Person], str]) -> str:
    """Return the post of an offer: a question to the players who have yet to answer, or what became of the offer.

    `name_of` names those players.
    """
    offer, match = details.offer, details.match
    present, past = _clauses(details)
    if not details.is_open:
        return f"{past}: {outcome_text(offer, match)}."
    waiting = format_list(map(name_of, people_to_answer(offer, match)))
    question = f"{waiting}, do you agree?"
    if offer.kind == "resignation":
        question = f"{waiting}, shall I resign, or do you want to play on?"
    lines = [f"{present}. {question}"]
    if offer.agreed:
        names = format_list(formatting.name(match.seats[seat - 1]) for seat in sorted(offer.agreed))
        lines.append(f"So far {names} {'agrees' if len(offer.agreed) == 1 else 'agree'}.")
    answers = f"`/match agree #{match.id}`, `/match refuse #{match.id}`"
    small = f"offer {offer.id} \u00b7 until the next move \u00b7 or {answers}"
    return "\n".join([*lines, f"-# {small}"])


def undone_moves(first_ply: int, undone: Sequence[Event]) -> str:
    """Return what a takeback undoes: the move of the ply `first_ply`, and those after it.

    >>> from datetime import UTC, datetime
    >>> from storage.queries.rows import Event
    >>> c4 = Event(1, 17, "move", 1, 1, "c4", 1, datetime(2026, 3, 1, tzinfo=UTC))
    >>> undone_moves(17, [c4, c4, c4])
    'move 17, `c4`, and with it moves 18 to 19'
    """
    texts = [formatting.code(event.text) for event in undone]
    first, last = f"move {first_ply}, {texts[0]}", first_ply + len(texts) - 1
    if len(texts) == 1:
        return first
    rest = f"move {last}, {texts[1]}" if len(texts) == 2 else f"moves {first_ply + 1} to {last}"
    return f"{first}, and with it {rest}"


def parse_substitute(match: str | None, by: str | None, seat: str | None) -> tuple[str | None, OfferKind, int | None]:
    """Return the match, the kind of the offer and the seat in `[#42] [anyone] [2]`. Raises `RequestRejected`.

    >>> parse_substitute("anyone", "2", None)
    (None, 'seat', 2)
    """
    if match is not None and match.lower() in BY:
        match, by, seat = None, match, by
    if by is not None and by.lower() not in BY:
        raise RequestRejected(f"I can play on, or anyone who takes the seat: {BY_WORDS}, not {formatting.code(by)}.")
    if seat is not None and not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise RequestRejected(f"A seat is named by its number, for example `2`, not {formatting.code(seat)}.")
    return match, BY[by.lower()] if by else "substitute", int(seat) if seat else None


def unknown_kind(word: str) -> str:
    """Return the reply to a player who names a kind of offer that doesn't exist."""
    return f"An offer is {format_list(map(formatting.code, KINDS), 'or')}, not {formatting.code(word)}."


def _clauses(details: OfferDetails) -> tuple[str, str]:
    """Return what an offer is while it is open, and what it was, as clauses."""
    where = f"**{details.title} #{details.match.id}**"
    name = formatting.name(details.match.seats[details.offer.seat - 1])
    match details.offer.kind:
        case "draw":
            what = f"a draw in {where}"
            return f"{name} offers {what}", f"{name} offered {what}"
        case "pause":
            what = f"to pause the clock of {where} until the next move"
        case "takeback":
            what = f"to take back {undone_moves(details.first_ply, details.undone)}, in {where}"
        case "substitute":
            how = f"in {where}, at level {details.level}"
            return f"I can play on for {name} {how}", f"I offered to play on for a player {how}"
        case "seat":
            place, rest = f"<#{details.match.channel_id}>", f"whoever takes it plays on, and {name} comes last"
            present = f"{name}'s seat in {where} can be opened to anybody, in {place}: {rest}"
            return present, f"Open {name}'s seat in {where} to anybody, in {place}"
        case "resignation":
            return f"I'm lost in {where}: this can't be saved", f"I offered to resign {where}"
    return f"{name} asks {what}", f"{name} asked {what}"
