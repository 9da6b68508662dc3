"""Parse the texts of plans: `if d5: e6, if e7: resign; if f3: c4`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import AGREE, ANY, DRAW, MOST_LINES, MOST_PLIES, RESIGN, Ply
from bot.referee.plans import rejections

if TYPE_CHECKING:
    from bot.referee.plan_tree import Line

_LINE_END = re.compile(r"[;\n]+")
_IF = re.compile(r"if\s+", re.IGNORECASE)
_THEN = re.compile(r"\s*:\s*|\s+then\s+", re.IGNORECASE)
_LONGEST_MOVE = 200


def parse_plan(text: str) -> list[Line]:
    """Return the lines of a plan as they were typed. Raises `RequestRejected` for a text that isn't one.

    Semicolons or new lines end lines; commas stand between the moves of one, and a colon before an answer. `if` begins
    what the others play; without it, a move after an answer is the planner's too.

    >>> [[(ply.text, ply.own) for ply in line] for line in parse_plan("if d5, f3: e6, if e7: resign; any: c4")]
    [[('d5', False), ('f3', False), ('e6', True), ('e7', False), ('resign', True)], [('any', False), ('c4', True)]]
    """
    typed = [line for line in _LINE_END.split(text.replace("`", "")) if line.strip()]
    if not typed:
        raise RequestRejected(rejections.PLAN_EXPECTED)
    if len(typed) > MOST_LINES:
        raise RequestRejected(rejections.too_many_lines(len(typed)))
    return [_parse_line(line.strip()) for line in typed]


def _parse_line(typed: str) -> Line:
    line: list[Ply] = []
    answered = False
    for part in typed.split(","):
        rest = _IF.sub("", part.strip(), count=1)
        answered = answered and rest == part.strip()
        move, *answer = _THEN.split(rest, maxsplit=1)
        if move or not answer:
            line.append(_ply(move, typed, own=answered and not answer))
        if answer:
            line.append(_ply(answer[0], typed, own=True))
            answered = True
    if not line[-1].own:
        raise RequestRejected(rejections.no_answer(typed))
    if len(line) > MOST_PLIES:
        raise RequestRejected(rejections.line_too_long(len(line)))
    return tuple(line)


def _ply(text: str, typed: str, *, own: bool) -> Ply:
    """Return a move; the words that stand for moves are the same in upper case. Raises `RequestRejected`."""
    word = text.strip()
    if not word or len(word) > _LONGEST_MOVE or ":" in word:
        raise RequestRejected(rejections.unreadable_line(typed))
    known = {RESIGN, AGREE} if own else {ANY, DRAW}
    return Ply(word.lower() if word.lower() in known else word, own)
