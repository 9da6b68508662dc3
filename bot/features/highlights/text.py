"""What the post of a turning point says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from games.text import format_count

if TYPE_CHECKING:
    from bot.referee.history.turning_point import TurningPoint
    from games.contract import Game
    from storage.queries.rows import Match

REPLAY = "Replay"
NO_HIGHLIGHT = "It has no turning point."


def highlight_post(game: Game[Any, Any], match: Match, point: TurningPoint) -> str:
    """Return the sentence above a turning point: the move, and how it changed the standing."""
    move = f"move {point.ply}, {formatting.code(point.text, 60)}"
    change = _describe_change(point.before, point.after)
    head = f"The turning point of **{game.info.title} #{match.id}** was {move}:"
    return f"{head} {formatting.name(match.seats[point.seat - 1])} went {change}."


def highlight_alt(point: TurningPoint, alt: str) -> str:
    """Return the description of the animation: which moves it shows, and the last board."""
    first, last = point.plies
    return f"Moves {first} to {last}, with the turning point at move {point.ply}. {alt}"


def _describe_change(before: int, after: int) -> str:
    """Return how a lead changed: "from 3 points behind to 4 ahead", "from level to 1 point ahead".

    >>> _describe_change(-3, 4), _describe_change(0, 1)
    ('from 3 points behind to 4 ahead', 'from level to 1 point ahead')
    """
    if not before:
        return f"from level to {_describe_lead(after, with_unit=True)}"
    return f"from {_describe_lead(before, with_unit=True)} to {_describe_lead(after, with_unit=False)}"


def _describe_lead(lead: int, *, with_unit: bool) -> str:
    if not lead:
        return "level"
    amount = format_count(abs(lead), "point") if with_unit else str(abs(lead))
    return f"{amount} {'ahead' if lead > 0 else 'behind'}"
