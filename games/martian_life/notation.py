"""Moves as text (`c4` places a small, `c4+` promotes the piece on c4), and turns in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.martian_life import position, rules
from games.martian_life.state import GRID, Move, Piece, State
from games.text import REPEATED, format_list, with_example
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence


def write(move: Move) -> str:
    """Return the canonical text of a move."""
    return f"{GRID.names[move.square]}{'+' if move.promotes else ''}"


def spellings(move: Move) -> tuple[str, ...]:
    """Return every form in which a move can be typed, without spaces."""
    name = GRID.names[move.square]
    return (f"{name}+", f"+{name}", f"promote{name}") if move.promotes else (name, f"place{name}")


_ACTIONS = {
    1: N_("places a small on {square}"),
    2: N_("promotes {square} to a medium"),
    3: N_("promotes {square} to a large"),
}
"""What a move does, as a clause after the player's name, by the size that it leads to."""


def describe(state: State, move: Move) -> str:
    """Return what a move does as a clause after the player's name: "places a small on c4; d4 and d5 die, then c4"."""
    if state.mover is None:
        raise ValueError("The match is over.")
    board, turn = rules.turn(state.board, state.mover, move)
    action = _(_ACTIONS[turn.piece.size]).format(square=GRID.names[move.square])
    if not turn.culled:
        return action
    if turn.culled == (((move.square, turn.piece),),):
        return _("{action}, where it dies").format(action=action)
    # Translators: {action} is "places a small on c4", {deaths} "d4 and d5 die, then c4".
    template = _("{action}; {deaths}") if any(board) else _("{action}; {deaths}; the board is empty")
    return template.format(action=action, deaths=_list_deaths(turn.culled))


def describe_deaths(state: State, move: Move) -> str:
    """Return what dies by a move, as a clause of its own: "nothing dies" or "d4 and d5 die, then c4"."""
    board, turn = rules.turn(state.board, state.mover or 1, move)
    if not turn.culled:
        return _("nothing dies")
    if turn.culled == (((move.square, turn.piece),),):
        return _("nothing else dies")
    deaths = _list_deaths(turn.culled)
    # Translators: {deaths} is "d4 and d5 die, then c4".
    return deaths if any(board) else _("{deaths}; the board is empty").format(deaths=deaths)


def _list_deaths(waves: Sequence[Sequence[tuple[int, Piece]]]) -> str:
    first, *later = ([GRID.names[square] for square, _piece in wave] for wave in waves)
    deaths = ngettext("{squares} dies", "{squares} die", len(first)).format(squares=format_list(first))
    for squares in later:
        # Translators: {deaths} is "d4 dies" or so, {squares} where pieces die in the next wave.
        deaths = _("{deaths}, then {squares}").format(deaths=deaths, squares=format_list(squares))
    return deaths


def task(state: State) -> str:
    """Return what the seat to move can do, with an example in its first turn; empty when the match is over."""
    if state.mover is None:
        return ""
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    return with_example(_name_ways({move.promotes for move in legal}), _find_example(state, state.mover, legal))


def _name_ways(ways: set[bool]) -> str:
    if ways == {True}:
        return _("promote a piece (all your smalls are on the board)")
    return _("place a small or promote a piece") if True in ways else _("place a small")


def _find_example(state: State, seat: int, legal: Sequence[Move]) -> str:
    """Return the first move by which nothing dies, or the first of all; empty after the seat's first turn."""
    if len(state.seen) > len(rules.SEATS):
        return ""
    harmless = (move for move in legal if not rules.turn(state.board, seat, move)[1].culled)
    return write(next(harmless, legal[0]))


def news(state: State) -> tuple[str, ...]:
    """Return sentences on seats passed over and on a repeated position."""
    template = _("{seat} has nothing to play and is passed over.")
    sentences = [template.format(seat=_(rules.SEATS[seat - 1])) for seat in state.passed]
    if state.mover is not None and state.seen.count(position.write(state.board, state.mover)) == 2:
        sentences.append(_(REPEATED))
    return tuple(sentences)
