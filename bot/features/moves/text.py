"""The words of moves that are looked at before they are played. Pure, and the texts tell which move they are about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.features.boards import text as wording
from bot.referee import formatting

if TYPE_CHECKING:
    from bot.referee.views import Snapshot
    from games.contract import Game
    from storage.tables.models import Match

PREVIEW = "**A preview, nothing is played.**"
QUESTION = "**Not played yet: is this what you mean?**"
LONGEST = 1000
"""Characters of a move, far more than any game needs."""
_SMALL_PRINT = re.compile(r"^-# #\d+ \u00b7 move (\d+) \u00b7 `([^`]+)`", re.MULTILINE)


def head(moment: Snapshot, game: Game[Any, Any], *, asks: bool) -> str:
    """Return what a move would do, and who would be to move then or how the match would end."""
    match, result = moment.match, game.result(moment.state)
    then = f"Then {wording.outcome(match, game, result)}" if result else f"Then {_next(moment, game)} would be to move"
    told = [*wording.what_happened(moment, game), *game.news(moment.state), then]
    return " ".join([QUESTION if asks else PREVIEW, *map(formatting.sentence, told)])


def small_print(moment: Snapshot, text: str) -> str:
    """Return the last line: the match, the move's number, and the move, which `move_in` reads back."""
    return f"-# #{moment.match.id} \u00b7 move {moment.ply} \u00b7 {formatting.code(text, LONGEST)}"


def move_in(content: str) -> tuple[int, str] | None:
    r"""Return number and text of the move that one of these posts is about; None for other posts.

    >>> move_in("**Not played yet.** ...\n-# #42 \u00b7 move 17 \u00b7 `c4`")
    (17, 'c4')
    """
    found = _SMALL_PRINT.search(content)
    return (int(found[1]), found[2]) if found else None


def played(match: Match, ply: int, text: str) -> str:
    """Return what is said of a move once it is played."""
    return f"Move {ply}, {formatting.code(text)}, is played in <#{match.home}>."


def left(match_id: int, ply: int, text: str) -> str:
    """Return what is said in its place where the move is not wanted."""
    return f"You left it: move {ply} of #{match_id}, {formatting.code(text)}, was not played from here."


def _next(moment: Snapshot, game: Game[Any, Any]) -> str:
    return formatting.name(moment.match.seats[(game.to_move(moment.state) or 1) - 1])
