"""Read the texts of plans: `if d5: e6, if e7: resign; if f3: c4`.

Games have colons and commas in their moves, too. So a text is read along the positions to which its moves lead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN, Ply
from bot.referee.plans import rejections
from bot.referee.plans.limits import LONGEST_MOVE, MOST_LINES, MOST_PLIES
from games.contract import IllegalMove
from games.translation import gettext as _
from games.typed_words import in_english

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.plan_tree import Line
    from games.contract import Game

_LINE_END = re.compile(r"[;\n]+")
_PART_END = re.compile(r",(?=\s|if\b)", re.IGNORECASE)
_IF = re.compile(r"if\s+", re.IGNORECASE)
_THEN = re.compile(r"\s+then\s+", re.IGNORECASE)


def split_lines(text: str) -> list[str]:
    """Return the lines of a plan, between which stand semicolons or new lines. Raises `RequestRejected`.

    >>> split_lines("if d5: e6, if e7: resign; any: c4")
    ['if d5: e6, if e7: resign', 'any: c4']
    """
    found = [line.strip() for line in _LINE_END.split(text.replace("`", "")) if line.strip()]
    if not found:
        raise RequestRejected(_(rejections.PLAN_EXPECTED))
    if len(found) > MOST_LINES:
        raise RequestRejected(rejections.too_many_lines(len(found)))
    return found


def read_line(game: Game[Any, Any], state: Any, seat: int, typed: str, *, whole: bool = True) -> Line:
    """Return the moves of a line that the player at `seat` typed, from a state on, whether they can be played or not.

    Commas stand between moves, a colon or `then` before an answer; `if` begins what the others play. A `whole` line
    ends with an answer. Raises `RequestRejected` for a text that isn't a line.
    """
    line: list[Ply] = []
    for part in _PART_END.split(in_english(game.info, typed)):
        body = _IF.sub("", part.strip(), count=1)
        move, answer = _split_answer(game, state, body)
        own = answer is None and game.to_move(state) == seat
        for text, is_own in [(move, own), *([(answer, True)] if answer is not None else [])]:
            if not text or len(text) > LONGEST_MOVE:
                raise RequestRejected(rejections.unreadable_line(typed))
            word = text.lower() if text.lower() in ({RESIGN, AGREE} if is_own else {ANY, DRAW}) else text
            line.append(Ply(word, is_own))
            state = _try_move(game, state, text) or state
    if whole and not line[-1].own:
        raise RequestRejected(rejections.no_answer(typed))
    if len(line) > MOST_PLIES:
        raise RequestRejected(rejections.line_too_long(len(line)))
    return tuple(line)


def format_line(line: Sequence[Ply]) -> str:
    """Return a line as it's typed, with `then` where moves have colons of their own.

    >>> format_line([Ply("d5", own=False), Ply("f3", own=False), Ply("e6", own=True), Ply("e7", own=True)])
    'if d5, f3: e6, e7'
    """
    then = " then " if any(":" in ply.text for ply in line) else ": "
    text = ""
    for before, ply in zip((None, *line), line, strict=False):
        begins = not ply.own and (before is None or before.own)
        gap = "" if before is None else then if ply.own and not before.own else ", "
        text += f"{gap}{'if ' if begins else ''}{ply.text}"
    return text


def _split_answer(game: Game[Any, Any], state: Any, body: str) -> tuple[str, str | None]:
    """Return another player's move and the answer to it, None if there is none; or an own move without a colon."""
    if len(found := _THEN.split(body, maxsplit=1)) > 1:
        return found[0].strip(), found[1].strip()
    colons = [at for at, character in enumerate(body) if character == ":"]
    for at in colons:
        move = body[:at].strip()
        if move.lower() in {ANY, DRAW} or _try_move(game, state, move) is not None:
            return move, body[at + 1 :].strip()
    if not colons or _try_move(game, state, body) is not None:
        return body.strip(), None
    return body[: colons[0]].strip(), body[colons[0] + 1 :].strip()


def _try_move(game: Game[Any, Any], state: Any, text: str) -> Any:
    """Return the state after a move, None if it can't be played."""
    if game.to_move(state) is None:
        return None
    try:
        return game.play(state, game.parse(state, text))
    except IllegalMove:
        return None
