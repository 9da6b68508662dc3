"""Sentences that say why something about an event is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from games.contract import Info
    from storage.queries.rows import Tournament, TournamentKind

NEEDS_SERVER = N_("Events need a server: ask in one of its channels.")
NEEDS_NAME = N_("An event needs a name that can be seen, of at most 60 characters, for example Spring Cup.")
NEEDS_CLOCK = N_("An event needs a clock, so that it comes to an end: `3d`, for example, or `3d+1d`.")
NOTHING_TO_WITHDRAW = N_("You didn't sign up for this event.")
WITHDREW_BEFORE = N_("You withdrew from this event already.")
_WRONG_NUMBER_OF_PLAYERS: Mapping[TournamentKind, str] = {
    "league": N_("**{game}** is for {players} players, so it can't be played as a league. `{other}` fits."),
    "cup": N_("**{game}** is for {players} players, so it can't be played as a cup. `{other}` fits."),
    "tables": N_("**{game}** is for {players} players, so it can't be played at tables. `{other}` fits."),
}


def not_an_organizer(role: int | None) -> str:
    """Reject what only organizers may do; `role` is the one that the server chose."""
    if role:
        return _("Only people with the role <@&{role}> or Manage Server can manage events here.").format(role=role)
    return _("Only people with Manage Server can manage events here.")


def no_such_kind(typed: str, kinds: Collection[str]) -> str:
    """Reject a kind of event that there isn't."""
    choices = format_list([f"`{kind}`" for kind in kinds], "or")
    return _("{typed} isn't a kind of event. Choose {kinds}.").format(typed=formatting.code(typed), kinds=choices)


def wrong_number_of_players(info: Info, kind: TournamentKind, other: TournamentKind) -> str:
    """Reject a kind of event that a game has too many or too few players for; `other` is one that fits."""
    players = f"{info.min_players}"
    if info.min_players < info.max_players:
        players = _("{least} to {most}").format(least=info.min_players, most=info.max_players)
    return _(_WRONG_NUMBER_OF_PLAYERS[kind]).format(game=info.title, players=players, other=other)


def no_event(number: int | None) -> str:
    """Reject a request about an event that isn't on this server."""
    if number is None:
        return _("There's no event on this server. `/event list` shows all of them.")
    return _("There's no event {number} on this server. `/event list` shows all of them.").format(number=number)


def which_event(found: Sequence[Tournament]) -> str:
    """Ask which of several events is meant."""
    names = [f"{formatting.plain(each.name)} ({each.id})" for each in found]
    return _("Which event? Say its number: {names}.").format(names=format_list(names, "or"))


def sign_up_is_over(tournament: Tournament) -> str:
    """Reject a sign-up after the event began."""
    return _("Sign-up for **{name}** is over.").format(name=formatting.plain(tournament.name))


def is_over(tournament: Tournament) -> str:
    """Reject a change of an event that is over."""
    return _("**{name}** is over.").format(name=formatting.plain(tournament.name))


def too_few(tournament: Tournament, count: int, least: int) -> str:
    """Reject a start with too few people."""
    name = formatting.plain(tournament.name)
    return _("**{name}** needs {least} people to begin, and {count} signed up so far.").format(
        name=name, least=least, count=count
    )
