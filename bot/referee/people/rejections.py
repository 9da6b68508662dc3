"""Sentences that say why a change of preferences or of the display is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


def preference_not_one_of(name: str, choices: Collection[str], typed: str) -> str:
    """Reject a value that isn't one of the words for a preference."""
    return _("`{name}` is {choices}, not {typed}.").format(
        name=name, choices=format_list(map(formatting.code, choices), "or"), typed=formatting.code(typed)
    )


def unknown_preference(typed: str, choices: str) -> str:
    """Reject what isn't a preference; `choices` are all of them in Markdown."""
    return _("I can't read {typed} here. You can choose {choices}.").format(
        typed=formatting.code(typed), choices=choices
    )


def unknown_display(typed: str, choices: Mapping[str, Collection[str]]) -> str:
    """Reject what isn't a choice of how boards look; `choices` are the words by name."""
    known = format_list(f"{name} ({', '.join(map(formatting.code, words))})" for name, words in choices.items())
    return _("I can't read {typed} here. You can choose {known}, as in `light large`.").format(
        typed=formatting.code(typed), known=known
    )


def two_values(name: str, first: str, second: str) -> str:
    """Reject two values for one preference."""
    return _("Choose one {name}: {first} or {second}.").format(
        name=name, first=formatting.code(first), second=formatting.code(second)
    )


def no_side_of_your_own(match_id: int) -> str:
    """Reject `mine` as the side of a board, from a person who doesn't play."""
    return _("You don't play in #{match}: choose a seat as side, or leave it out.").format(match=match_id)


def unknown_side(typed: str, match_id: int, seats: Sequence[str]) -> str:
    """Reject what isn't a side of a board."""
    choices = format_list(["`mine`", *map(formatting.code, seats)], "or")
    return _("There's no side {typed} in #{match}. Choose {choices}.").format(
        typed=formatting.code(typed), match=match_id, choices=choices
    )
