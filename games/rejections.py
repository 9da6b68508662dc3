"""Why a text can't be played: what the rejections of all games share."""

from __future__ import annotations

from games.contract import IllegalMove
from games.translation import gettext as _


def illegal(reason: str) -> IllegalMove:
    """Return the rejection of a move against a rule."""
    return IllegalMove("illegal", reason)


def unfinished(reason: str) -> IllegalMove:
    """Return the rejection of a text that is right so far."""
    return IllegalMove("unfinished", reason)


def match_over() -> IllegalMove:
    """Return the rejection of any move once the match is over."""
    return illegal(_("The match is over."))


def off_board(square: str) -> IllegalMove:
    """Return the rejection of a square that a board of eight rows and columns doesn't have."""
    return illegal(_("`{square}` isn't on the board: its squares go from `a1` to `h8`.").format(square=square))
