"""Sentences that say why something about an event is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from games.contract import Info
    from storage.queries.rows import Tournament

NEEDS_SERVER = "Events need a server: ask in one of its channels."
NEEDS_NAME = "An event needs a name of at most 60 characters, for example Spring Cup."
NEEDS_CLOCK = "An event needs a clock, so that it comes to an end: `3d`, for example, or `3d+1d`."
NOTHING_TO_WITHDRAW = "You didn't sign up for this event."
WITHDREW_BEFORE = "You withdrew from this event already."


def not_an_organizer(role: int | None) -> str:
    """Reject what only organizers may do; `role` is the one that the server chose."""
    others = f"the role <@&{role}> or " if role else ""
    return f"Only people with {others}Manage Server can manage events here."


def no_such_kind(typed: str, kinds: Collection[str]) -> str:
    """Reject a kind of event that there isn't."""
    return (
        f"{formatting.code(typed)} isn't a kind of event. Choose {format_list([f'`{kind}`' for kind in kinds], 'or')}."
    )


def wrong_number_of_players(info: Info, kind: str, other: str) -> str:
    """Reject a kind of event that a game has too many or too few players for; `other` is one that fits."""
    seats = (
        f"{info.min_players}" if info.min_players == info.max_players else f"{info.min_players} to {info.max_players}"
    )
    return f"**{info.title}** is for {seats} players, so it can't be played as a {kind}. `{other}` fits."


def wrong_table_size(info: Info, smallest: int) -> str:
    """Reject a size of tables that the game doesn't take."""
    return f"A table of **{info.title}** has {smallest} to {info.max_players} people."


def out_of_range(name: str, least: int, most: int) -> str:
    """Reject a number that is too small or too large."""
    return f"`{name}` is a number from {least} to {most}."


def no_event(number: int | None) -> str:
    """Reject a request about an event that isn't on this server."""
    named = "no event" if number is None else f"no event {number}"
    return f"There's {named} on this server. `/event list` shows all of them."


def which_event(found: Sequence[Tournament]) -> str:
    """Ask which of several events is meant."""
    names = [f"{formatting.plain(each.name)} ({each.id})" for each in found]
    return f"Which event? Say its number: {format_list(names, 'or')}."


def sign_up_is_over(tournament: Tournament) -> str:
    """Reject a sign-up after the event began."""
    return f"Sign-up for **{formatting.plain(tournament.name)}** is over."


def is_over(tournament: Tournament) -> str:
    """Reject a change of an event that is over."""
    return f"**{formatting.plain(tournament.name)}** is over."


def too_few(tournament: Tournament, count: int, least: int) -> str:
    """Reject a start with too few people."""
    name = formatting.plain(tournament.name)
    return f"**{name}** needs {least} people to begin, and {count} signed up so far."


def not_of_an_event(match_id: int) -> str:
    """Reject the correction of a match that belongs to no event here."""
    return f"#{match_id} isn't a match of an event on this server."


def still_running(match_id: int) -> str:
    """Reject the correction of a match that goes on."""
    return f"#{match_id} goes on. Its result can be corrected once it has one."


def round_is_over(match_id: int) -> str:
    """Reject the correction of a match on which a later round was built."""
    return f"The next round was drawn by the result of #{match_id}, so it stands."


def no_such_result(typed: str) -> str:
    """Reject a corrected result that can't be read."""
    return (
        f"I can't read {formatting.code(typed)} as a result: mention the winner, or write the people in order of their "
        "places, or `draw`, or `void` if the match shouldn't count."
    )


def not_everybody_placed(names: Collection[str]) -> str:
    """Reject a corrected result that leaves people of the match out."""
    return f"Place everybody of the match, the best first. {format_list(names)} still need a place."
