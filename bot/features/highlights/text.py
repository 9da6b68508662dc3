"""What the post of a turning point says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext, pgettext

if TYPE_CHECKING:
    from bot.referee.highlights import TurningPoint
    from games.contract import Game
    from storage.queries.rows import Match

# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# #{match} \u00b7 turning point")
"""The last line of a post, by which it is recognized."""


def highlight_post(game: Game[Any, Any], match: Match, point: TurningPoint) -> str:
    """Return the sentence above a turning point: the move, and how it changed the standing."""
    # Translators: {before} and {after} are "3 points behind", "4 ahead" or "level".
    post = _("The turning point of **{title} #{match}** was move {ply}, {move}: {name} went from {before} to {after}.")
    return post.format(
        title=game.info.title,
        match=match.id,
        ply=point.ply,
        move=formatting.code(point.text, 60),
        name=formatting.name(match.seats[point.seat - 1]),
        before=_describe_lead(point.before),
        after=_describe_lead(point.after, with_unit=not point.before),
    )


def highlight_alt(point: TurningPoint, alt: str) -> str:
    """Return the description of the animation: which moves it shows, and the last board."""
    first, last = point.plies
    moves = _("Moves {first} to {last}, with the turning point at move {ply}.")
    return f"{moves.format(first=first, last=last, ply=point.ply)} {alt}"


def _describe_lead(lead: int, *, with_unit: bool = True) -> str:
    """Return a lead as it stands after "from" or "to"; only one of the two names the unit.

    >>> _describe_lead(-3), _describe_lead(4, with_unit=False), _describe_lead(0)
    ('3 points behind', '4 ahead', 'level')
    """
    if not lead:
        return pgettext("from or to a lead", "level")
    amount = abs(lead)
    if with_unit:
        points = (
            ngettext("{n} point ahead", "{n} points ahead", amount)
            if lead > 0
            else ngettext("{n} point behind", "{n} points behind", amount)
        )
    else:
        points = (
            ngettext("{n} ahead", "{n} ahead", amount) if lead > 0 else ngettext("{n} behind", "{n} behind", amount)
        )
    return points.format(n=amount)
