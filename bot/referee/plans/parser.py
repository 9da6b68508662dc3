"""Read the texts of plans, `if d5: e6, if e7: resign; if f3: c4`, and say why one is rejected. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN, Line, Ply
from games.contract import IllegalMove
from games.translation import gettext as _
from games.typed_words import in_english

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game
    from storage.queries.rows import Match

MOST_LINES = 30
"""Lines of a plan."""
MOST_PLIES = 30
"""Moves of a line, those of all players."""
LONGEST_MOVE = 200
"""Characters of a move as it is typed in a plan."""


EXAMPLE = "`if d5: e6`"


def too_many_lines(count: int) -> str:
    """Reject a plan with too many lines."""
    return _("A plan has at most {most} lines, and this would make {count}. Nothing was saved.").format(
        most=MOST_LINES, count=count
    )


def at_ply(ply: int, text: str, reason: str) -> str:
    """Reject a plan for one of its moves: "Move 19, `e6`: e6 is taken."."""
    # Translators: {reason} is a clause or a sentence, with its full stop
    move = _("Move {ply}, {move}: {reason}").format(
        ply=ply, move=formatting.code(text), reason=formatting.sentence(reason)
    )
    return f"{move} " + _("Nothing was saved.")


def own_turn(match: Match) -> str:
    """Reject a plan in the planner's own turn."""
    return _(
        "It's your turn in #{match}, and plans are for when you wait. Send both at once: `/move` takes `c4, if d5: e6`."
    ).format(match=match.id)


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
        raise RequestRejected(_("What do you plan? For example `if d5: e6`: if they play `d5`, I play `e6` for you."))
    if len(found) > MOST_LINES:
        raise RequestRejected(too_many_lines(len(found)))
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
                raise RequestRejected(
                    _("I can't read {line} as a plan. Write it like {example}. Nothing was saved.").format(
                        line=formatting.code(typed), example=EXAMPLE
                    )
                )
            word = text.lower() if text.lower() in ({RESIGN, AGREE} if is_own else {ANY, DRAW}) else text
            line.append(Ply(word, is_own))
            state = _try_move(game, state, text) or state
    if whole and not line[-1].own:
        raise RequestRejected(
            _("{line} has no answer at its end. Put your move after a colon: {example}.").format(
                line=formatting.code(typed), example=EXAMPLE
            )
        )
    if len(line) > MOST_PLIES:
        raise RequestRejected(
            _("A line has at most {most} moves, and this one has {count}. Nothing was saved.").format(
                most=MOST_PLIES, count=len(line)
            )
        )
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
