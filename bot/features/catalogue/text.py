"""What the catalogue says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.snapshots import Snapshot

PIECES = N_("Pieces")


def catalogue_title(title: str, snapshot: Snapshot) -> str:
    """Return which match a catalogue is of, and after how many moves; `title` names the game."""
    heading = ngettext("**#{match} {title}** after {n} move", "**#{match} {title}** after {n} moves", snapshot.ply)
    return heading.format(match=snapshot.match.id, title=title, n=snapshot.ply)


def catalogue_post(heading: str) -> str:
    """Return the text above the picture of a catalogue."""
    # Translators: {heading} is "**#42 Xodd** after 3 moves".
    return _("{heading}: the catalogue.").format(heading=heading)


def no_catalogue(title: str, others: Sequence[str]) -> str:
    """Return that a game has no catalogue, and the titles of those that have one."""
    sentences = [_("{title} has no catalogue.").format(title=title)]
    if others:
        have = ngettext("{titles} has one.", "{titles} have one.", len(others))
        sentences.append(have.format(titles=format_list(others)))
    return " ".join(sentences)
