"""Sentences that say why an offer or its answer is rejected, or what was stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from storage.queries.rows import Match, OfferKind, Person

NO_SUCH_OFFER = N_("There is no such offer.")
OFFER_IS_NEWER = N_("You sent this before that offer was made, so nothing was done. Look at the offer, then answer.")
OWN_OFFER = N_("This is your own offer: the others have to agree to it.")

_NONE_OPEN: Mapping[OfferKind, str] = {
    "draw": N_("No draw is on offer in #{match} right now."),
    "takeback": N_("No takeback is on offer in #{match} right now."),
    "pause": N_("No pause is on offer in #{match} right now."),
    "substitute": N_("No substitute is on offer in #{match} right now."),
    "seat": N_("No seat is on offer in #{match} right now."),
    "resignation": N_("No resignation is on offer in #{match} right now."),
}
_YOU_OFFER: Mapping[OfferKind, str] = {
    "draw": N_("You offer {names} a draw in #{match}."),
    "takeback": N_("You ask {names} for a takeback in #{match}."),
    "pause": N_("You ask {names} for a pause in #{match}."),
    "substitute": N_("You ask {names} for a substitute in #{match}."),
    "seat": N_("You ask {names} for an open seat in #{match}."),
}
_OFFERED_BEFORE: Mapping[tuple[OfferKind, str], str] = {
    ("draw", "declined"): N_("You asked for a draw since your last move, and it was declined."),
    ("draw", "withdrawn"): N_("You asked for a draw since your last move, and it was withdrawn."),
    ("takeback", "declined"): N_("You asked for a takeback since your last move, and it was declined."),
    ("takeback", "withdrawn"): N_("You asked for a takeback since your last move, and it was withdrawn."),
    ("pause", "declined"): N_("You asked for a pause since your last move, and it was declined."),
    ("pause", "withdrawn"): N_("You asked for a pause since your last move, and it was withdrawn."),
    ("substitute", "declined"): N_("A substitute in that seat was declined."),
    ("substitute", "withdrawn"): N_("A substitute in that seat was withdrawn."),
    ("seat", "declined"): N_("Opening that seat was declined."),
    ("seat", "withdrawn"): N_("Opening that seat was withdrawn."),
}
_YOU_DECLINED: Mapping[OfferKind, str] = {
    "draw": N_("You declined a draw in #{match}."),
    "takeback": N_("You declined a takeback in #{match}."),
    "pause": N_("You declined a pause in #{match}."),
    "substitute": N_("You declined a substitute in #{match}."),
    "seat": N_("You declined an open seat in #{match}."),
    # Translators: "my" is the bot's, which plays and offered to resign
    "resignation": N_("You declined my resignation in #{match}."),
}
_YOU_WITHDREW: Mapping[OfferKind, str] = {
    "draw": N_("You withdrew your offer of a draw in #{match}."),
    "takeback": N_("You withdrew your offer of a takeback in #{match}."),
    "pause": N_("You withdrew your offer of a pause in #{match}."),
    "substitute": N_("You withdrew your offer of a substitute in #{match}."),
    "seat": N_("You withdrew your offer of an open seat in #{match}."),
}
_YOU_AGREE: Mapping[OfferKind, str] = {
    "draw": N_("You agree to a draw in #{match}."),
    "takeback": N_("You agree to a takeback in #{match}."),
    "pause": N_("You agree to a pause in #{match}."),
    "substitute": N_("You agree to a substitute in #{match}."),
    "seat": N_("You agree to an open seat in #{match}."),
    "resignation": N_("You agree to my resignation in #{match}."),
}


def none_open(match: Match, kind: OfferKind | None) -> str:
    """Say that no offer is open, of a kind or at all."""
    if kind is None:
        return _("Nothing is on offer in #{match} right now.").format(match=match.id)
    return _(_NONE_OPEN[kind]).format(match=match.id)


def several_open(match: Match, command: str, kinds: Iterable[OfferKind]) -> str:
    """Say that several offers are open, and how to answer one."""
    choices = format_list((f"`/{command} #{match.id} {kind}`" for kind in kinds), "or")
    return _("Several offers are open in #{match}: {choices}.").format(match=match.id, choices=choices)


def offer_closed(outcome: str) -> str:
    """Say that an offer can no longer be answered, because of its outcome, a clause."""
    # Translators: {outcome} is for example "agreed", "declined by Ann" or "the match is over"
    return _("That offer is closed: {outcome}.").format(outcome=outcome)


def you_offer(match: Match, kind: OfferKind, others: Iterable[Person]) -> str:
    """Say that an offer was made, and to which players."""
    names = format_list(formatting.name(person) for person in others)
    offer = _(_YOU_OFFER[kind]).format(names=names, match=match.id)
    rest = _("Your offer is open until the next move; `/match refuse #{match}` withdraws it.").format(match=match.id)
    return f"{offer} {rest}"


def done_at_once(match: Match, kind: OfferKind) -> str:
    """Return the reply to an offer that took effect at once: of any kind but a draw."""
    match kind:
        case "seat":
            return _("The seat in #{match} is open: the post is in {channel}.").format(
                match=match.id, channel=formatting.channel(match.channel_id)
            )
        case "takeback":
            return _("Your move in #{match} is taken back.").format(match=match.id)
        case "pause":
            return _("The clock of #{match} is paused until the next move.").format(match=match.id)
        case _:
            return _("I play on in #{match} now.").format(match=match.id)


def offered_before(kind: OfferKind, status: str) -> str:
    """Say that the player's last offer of a kind was declined or withdrawn, or the last substitute for a seat."""
    again = (
        _("You can ask again after that player's next move.")
        if kind in {"substitute", "seat"}
        else _("You can ask again after your next move.")
    )
    return f"{_(_OFFERED_BEFORE[kind, status])} {again}"


def offer_declined(match: Match, kind: OfferKind, *, own: bool) -> str:
    """Say that the player declined an offer, or withdrew their own."""
    return _((_YOU_WITHDREW if own else _YOU_DECLINED)[kind]).format(match=match.id)


def you_agree(match: Match, kind: OfferKind, missing: Iterable[Person] = ()) -> str:
    """Say that the player agrees to an offer, and which players are `missing`."""
    agreement = _(_YOU_AGREE[kind]).format(match=match.id)
    names = format_list(formatting.name(person) for person in missing)
    return agreement + " " + _("It's up to {names} now.").format(names=names) if names else agreement


def nothing_to_take_back(match: Match) -> str:
    """Say that the player has made no move."""
    return _("You have no move in #{match} to take back.").format(match=match.id)


def left_since(match: Match, people: Iterable[Person]) -> str:
    """Say that players have left after the move that should be taken back."""
    names = [formatting.name(person) for person in people]
    return ngettext(
        "{names} left #{match} after your last move, so it can't be taken back any more.",
        "{names} left #{match} after your last move, so it can't be taken back any more.",
        len(names),
    ).format(names=format_list(names), match=match.id)


def never_accepts_takebacks(person: Person) -> str:
    """Say that a player accepts no takebacks."""
    return _("{name} never accepts takebacks.").format(name=formatting.name(person))
