"""Sentences that say why a request about a puzzle is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

GONE = N_("That puzzle isn't here any more. `/my puzzle` shows another one.")


def no_puzzles(others: Sequence[str], title: str | None) -> str:
    """Reject a game without puzzles, or any if no game has some; `others` are the titles of games that have some."""
    none = _("There are no puzzles of {game} here.").format(game=title) if title else _("There are no puzzles here.")
    if not others:
        return none
    have = ngettext("{games} has some.", "{games} have some.", len(others)).format(games=format_list(others))
    return f"{none} {have}"
