"""What players read about offers. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.offers.offers import outcome_text, people_to_answer
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

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


_PRESENT: Mapping[OfferKind, str] = {
    "draw": N_("{name} offers a draw in {title}."),
    "pause": N_("{name} asks to pause the clock of {title} until the next move."),
    # Translators: {moves} is "move 17, `c4`" or "move 17, `c4`, and with it moves 18 to 19".
    "takeback": N_("{name} asks to take back {moves}, in {title}."),
    "substitute": N_("I can play on for {name} in {title}, at level {level}."),
    "seat": N_(
        "{name}'s seat in {title} can be opened to anybody, in {channel}: whoever takes it plays on, and "
        "{name} comes last."
    ),
    "resignation": N_("I'm lost in {title}: this can't be saved."),
}
"""What an offer is while it is open, as a sentence."""
_PAST: Mapping[OfferKind, str] = {
    "draw": N_("{name} offered a draw in {title}"),
    "pause": N_("{name} asked to pause the clock of {title} until the next move"),
    # Translators: {moves} is "move 17, `c4`" or "move 17, `c4`, and with it moves 18 to 19".
    "takeback": N_("{name} asked to take back {moves}, in {title}"),
    "substitute": N_("I offered to play on for a player in {title}, at level {level}"),
    "seat": N_("Open {name}'s seat in {title} to anybody, in {channel}"),
    "resignation": N_("I offered to resign {title}"),
}
"""What it was, as a clause."""

BY: Mapping[str, OfferKind] = {"turnpost": "substitute", "anyone": "seat"}
"""Who may play on in a seat, as it is typed, each with the kind of the offer."""
BY_LABELS = {"turnpost": "Turnpost", "anyone": "Anyone who takes the seat"}


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
    if not details.is_open:
        # Translators: {what} is what was offered or asked, {outcome} what became of it.
        return _("{what}: {outcome}.").format(what=_fill(_PAST, details), outcome=outcome_text(offer, match))
    waiting = people_to_answer(offer, match)
    question = ngettext("{names}, do you agree?", "{names}, do you agree?", len(waiting))
    if offer.kind == "resignation":
        question = ngettext(
            "{names}, shall I resign, or do you want to play on?",
            "{names}, shall I resign, or do you want to play on?",
            len(waiting),
        )
    lines = [f"{_fill(_PRESENT, details)} {question.format(names=format_list(map(name_of, waiting)))}"]
    if offer.agreed:
        names = format_list(formatting.name(match.seats[seat - 1]) for seat in sorted(offer.agreed))
        lines.append(ngettext("So far {names} agrees.", "So far {names} agree.", len(offer.agreed)).format(names=names))
    small = _("-# offer {offer} \u00b7 until the next move \u00b7 or {commands}")
    commands = f"`/match agree #{match.id}`, `/match refuse #{match.id}`"
    return "\n".join([*lines, small.format(offer=offer.id, commands=commands)])


def undone_moves(first_ply: int, undone: Sequence[Event]) -> str:
    """Return what a takeback undoes: the move of the ply `first_ply`, and those after it.

    >>> from datetime import UTC, datetime
    >>> from storage.queries.rows import Event
    >>> c4 = Event(1, 17, "move", 1, 1, "c4", 1, datetime(2026, 3, 1, tzinfo=UTC))
    >>> undone_moves(17, [c4, c4, c4])
    'move 17, `c4`, and with it moves 18 to 19'
    """
    texts = [formatting.code(event.text) for event in undone]
    if len(texts) == 1:
        moves = _("move {ply}, {move}")
    elif len(texts) == 2:
        moves = _("move {ply}, {move}, and with it move {next}, {next_move}")
    else:
        moves = _("move {ply}, {move}, and with it moves {next} to {last}")
    return moves.format(
        ply=first_ply, move=texts[0], next=first_ply + 1, next_move=texts[-1], last=first_ply + len(texts) - 1
    )


def parse_substitute(match: str | None, by: str | None, seat: str | None) -> tuple[str | None, OfferKind, int | None]:
    """Return the match, the kind of the offer and the seat in `[#42] [anyone] [2]`. Raises `RequestRejected`.

    >>> parse_substitute("anyone", "2", None)
    (None, 'seat', 2)
    """
    if match is not None and match.lower() in BY:
        match, by, seat = None, match, by
    if by is not None and by.lower() not in BY:
        unknown = _("I can play on, or anyone who takes the seat: `turnpost` or `anyone`, not {word}.")
        raise RequestRejected(unknown.format(word=formatting.code(by)))
    if seat is not None and not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        unknown = _("A seat is named by its number, for example `2`, not {word}.")
        raise RequestRejected(unknown.format(word=formatting.code(seat)))
    return match, BY[by.lower()] if by else "substitute", int(seat) if seat else None


def unknown_kind(word: str) -> str:
    """Return the reply to a player who names a kind of offer that doesn't exist."""
    kinds = format_list(map(formatting.code, KINDS), "or")
    return _("An offer is {kinds}, not {word}.").format(kinds=kinds, word=formatting.code(word))


def _fill(messages: Mapping[OfferKind, str], details: OfferDetails) -> str:
    """Return the message on an offer's kind."""
    return _(messages[details.offer.kind]).format(
        name=formatting.name(details.match.seats[details.offer.seat - 1]),
        title=f"**{details.title} #{details.match.id}**",
        moves=undone_moves(details.first_ply, details.undone) if details.undone else "",
        level=details.level,
        channel=formatting.channel(details.match.channel_id),
    )
