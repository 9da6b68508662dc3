"""What the post of the match of the week says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.results.text import result_sentence
from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import ngettext

if TYPE_CHECKING:
    from bot.referee.snapshots import Snapshot
    from games.contract import Game
    from storage.queries.rows import Post


def weekly_post(snapshot: Snapshot, game: Game[Any, Any], views: int, board: Post | None) -> str:
    """Return the post of a match that was viewed so often, with a link to its last board."""
    match = snapshot.match
    if match.ended_at is not None:
        sentence = result_sentence(snapshot, game)
    else:
        people = format_list(map(formatting.name, match.seats))
        text = ngettext(
            "{people} play **{game}**, {n} move so far.", "{people} play **{game}**, {n} moves so far.", snapshot.ply
        )
        if not snapshot.ply:
            text = _("{people} play **{game}**, no moves so far.")
        sentence = text.format(people=people, game=game.info.title, n=snapshot.ply)
    where = formatting.place(match, board)
    head = _("**Match of the week:** {match}").format(match=sentence)
    return f"{head}\n{_viewed(views)}\n-# #{match.id}{f': {where}' if where else ''}"


def _viewed(views: int) -> str:
    match views:
        case 1:
            return _("Watched and replayed once in seven days.")
        case 2:
            return _("Watched and replayed twice in seven days.")
        case n:
            return ngettext(
                "Watched and replayed {n} time in seven days.", "Watched and replayed {n} times in seven days.", n
            ).format(n=n)
