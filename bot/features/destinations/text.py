"""What players read about destinations. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import SelectOption

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.turns.destinations import MatchDestinations
    from games.contract import Destinations
    from storage.queries.rows import Match

WHERE = N_("Where?")
FATAL_KEY = N_("-# Rings with a dot: it lives. Crosses: it dies at once.")
MOST_NAMED = 25
"""Matches that a sentence names."""


def destinations_text(found: MatchDestinations) -> str:
    """Return where a piece can go, the key to the marks, and the turn that it is for."""
    lines = [f"{found.turn_note}{found.destinations.words}"]
    if found.destinations.fatal:
        lines.append(_(FATAL_KEY))
    snapshot = found.snapshot
    small_print = _("-# #{match} \u00b7 for move {ply}, nothing is played")
    lines.append(small_print.format(match=snapshot.match.id, ply=snapshot.ply + 1))
    return "\n".join(lines)


def piece_option(place: str, destinations: Destinations) -> SelectOption:
    """Return a piece as an option of a menu, with where it can go in plain words."""
    words = destinations.words.replace("`", "")
    return SelectOption(label=place, description=words if len(words) <= 100 else f"{words[:99]}\u2026")


def menu_name(options: Sequence[SelectOption]) -> str:
    """Return what a menu of pieces says before one is chosen."""
    if len(options) == 1:
        return _("Which piece?")
    return _("Which piece? {first} to {last}").format(first=options[0].label, last=options[-1].label)


def name_one_match(matches: Sequence[Match], place: str) -> str:
    """Return the reply to a player who asks where a piece can go while it's their turn in several matches."""
    numbers = (formatting.code(f"#{match.id} {place}".strip()) for match in matches[:MOST_NAMED])
    several = _("It's your turn in several matches. Name one: {matches}.")
    return several.format(matches=format_list(numbers, "or"))
