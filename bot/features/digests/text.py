"""What players read in their daily digest. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.my_matches.text import waiting_lines
from bot.interactions.replies import MAX_LENGTH
from games.translation import ENGLISH, current_language
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from bot.referee.my_matches import MyMatches


def digest_post(mine: MyMatches, title: Callable[[str], str], day: date) -> str:
    """Return what waits for a person, to be sent on a day; empty if nothing does. A text over the limit is cut."""
    lines = list(waiting_lines(mine, title))
    small = _("-# daily list of {day} \u00b7 `/my preferences` with `digest` `off` turns it off").format(
        day=_format_day(day)
    )
    whole = "\n".join([*lines, small])
    if not lines or len(whole) <= MAX_LENGTH:
        return whole if lines else ""
    rest = _("- and more: `/games` lists all") + f"\n{small}"
    while len("\n".join([*lines, rest])) > MAX_LENGTH or lines[-1].endswith(":"):
        lines.pop()
    return "\n".join([*lines, rest])


def _format_day(day: date) -> str:
    """Return the day and its month."""
    if current_language() == ENGLISH:
        return f"{day.day} {day:%B}"
    from babel import dates  # noqa: PLC0415 - English needs no Babel

    return dates.format_skeleton("MMMMd", day, locale=current_language())
