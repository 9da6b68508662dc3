"""Check the lines of a plan on the positions to which they lead. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN, Ply
from bot.referee.plans import rejections
from games.contract import IllegalMove, TooManyMoves
from games.random_play import choose_move
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.referee.plan_tree import Line
    from games.contract import Game
    from storage.queries.rows import Person

MOST_TRIED = 100
"""Continuations that are tried for an answer to any move."""


@dataclass(frozen=True, slots=True)
class Risk:
    """An answer to any move: after how many of the `tried` continuations it can be played."""

    answer: str
    possible: int
    tried: int


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line with the canonical texts of its moves, and the risk if its last answer is one to any move."""

    line: Line
    risk: Risk | None = None


def check_line(
    game: Game[Any, Any], state: Any, seat: int, ply: int, people: Sequence[Person], typed: Line
) -> CheckedLine:
    """Check a line of the planner at `seat` from a state on, after move `ply` of the match.

    Raises `RequestRejected` with the first move that can't be played, and the reason.
    """
    line: list[Ply] = []
    for number, one in enumerate(typed):
        ply += one.own or one.text != DRAW  # an offer is no move
        rest = typed[number + 1 :]
        misread = _misread(one, typed[number - 1] if number else None, rest)
        if reason := misread or _out_of_turn(game, state, seat, people, one):
            raise RequestRejected(rejections.at_ply(ply, one.text, reason))
        if one.text == ANY and not one.own:
            risk = _try_answer(game, state, seat, ply, rest[-1])
            return CheckedLine((*line, one, rest[-1]), risk)
        if (one.text in {RESIGN, AGREE} and one.own) or (one.text == DRAW and not one.own):
            line.append(one)
            continue
        try:
            move = game.parse(state, one.text)
            line.append(Ply(game.format(state, move), one.own))
            state = game.play(state, move)
        except IllegalMove as illegal:
            raise RequestRejected(rejections.at_ply(ply, one.text, illegal.reason)) from None
    return CheckedLine(tuple(line))


def _misread(one: Ply, before: Ply | None, rest: Line) -> str | None:
    """Return why a move can't stand where it does in its line, by the words of the line alone; None if it can."""
    after_draw = before is not None and before.text == DRAW and not before.own
    others = [ply for ply in rest if not ply.own]
    wrong = {
        rejections.DRAW_TAKES_AGREE: after_draw and not (one.own and one.text == AGREE),
        rejections.AGREES_TO_A_DRAW: one.own and one.text == AGREE and not after_draw,
        rejections.ENDS_THE_LINE: one.own and one.text in {AGREE, RESIGN} and rest,
        rejections.ANY_ENDS_THE_LINE: not one.own
        and one.text == ANY
        and (len(rest) != len(others) + 1 or any(ply.text != ANY for ply in others)),
    }
    return next((_(reason) for reason, holds in wrong.items() if holds), None)


def _out_of_turn(game: Game[Any, Any], state: Any, seat: int, people: Sequence[Person], one: Ply) -> str | None:
    """Return why a move doesn't come in the turn of its player; None if it does."""
    mover = game.to_move(state)
    wrong = {
        _(rejections.OVER_BY_THEN): mover is None,
        rejections.your_turn_there(people[seat - 1]): not one.own and mover == seat,
        rejections.others_turn_there(people[(mover or 1) - 1]): one.own and one.text != AGREE and mover != seat,
        rejections.no_draws(game.info.title): not one.own and one.text == DRAW and not game.info.draws,
    }
    return next((reason for reason, holds in wrong.items() if holds), None)


def _try_answer(game: Game[Any, Any], state: Any, seat: int, ply: int, answer: Ply) -> Risk | None:
    """Return after how many continuations an answer is possible, None for a resignation. Raises `RequestRejected`."""
    if answer.text == RESIGN:
        return None
    rng, possible, tried = Random(0), 0, 0  # noqa: S311 - a sample, the same every time
    for move in _sample_moves(game, state, rng):
        reached = game.play(state, move)
        while game.to_move(reached) not in {seat, None}:  # further players move before the planner
            reached = game.play(reached, choose_move(game, reached, rng))
        if game.to_move(reached) is None:
            continue
        tried += 1
        try:
            game.play(reached, game.parse(reached, answer.text))
        except IllegalMove:
            continue
        possible += 1
    if not possible:
        raise RequestRejected(rejections.at_ply(ply + 1, answer.text, rejections.never_possible(tried)))
    return Risk(answer.text, possible, tried)


def _sample_moves(game: Game[Any, Any], state: Any, rng: Random) -> Collection[Any]:
    """Return all moves, or `MOST_TRIED` of them where there are more; random ones where they can't be listed."""
    try:
        moves = game.legal(state)
    except TooManyMoves:
        chosen = (choose_move(game, state, rng) for _ in range(MOST_TRIED))
        return {game.format(state, move): move for move in chosen}.values()
    return moves if len(moves) <= MOST_TRIED else rng.sample(moves, MOST_TRIED)
