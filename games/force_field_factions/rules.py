"""How a match begins, what it can choose, what a turn makes of it, when it ends and who wins."""

from __future__ import annotations

from dataclasses import replace

from games.contract import Option, Result, win_of_two
from games.force_field_factions import position
from games.force_field_factions.attacks import missing_sizes
from games.force_field_factions.notation import SIZES
from games.force_field_factions.position import SEATS
from games.force_field_factions.state import FACINGS, GHOST, UP, Move, Piece, State, Turn
from games.force_field_factions.turns import run
from games.message import message
from games.translation import gettext_noop as N_

_ROW = (3, 2, 1, 2, 1, 2, 1, 3)
"""Pips of each player's back row, from the player's own left."""
# Translators: {first}, {second} and {third} are "1-pip piece" or so.
_MISSING = (
    N_("{seat} has no {first} left"),
    N_("{seat} has no {first} and no {second} left"),
    N_("{seat} has no {first} and no {second} and no {third} left"),
)
"""Why a player loses who has lost the last pieces of one, two or all sizes."""
_FORWARD = {1: FACINGS.index("s"), 2: FACINGS.index("n")}


def start(*, forward: bool, supply: int) -> State:
    """Return the first position: pieces upright, or facing the enemy; `supply` fields of each colour and size."""
    board: list[Piece | None] = [None] * (2 * GHOST)
    for column, pips in enumerate(_ROW):
        board[column] = Piece(2, pips, _FORWARD[2] if forward else UP)
        board[63 - column] = Piece(1, pips, _FORWARD[1] if forward else UP)
    whole = tuple(board)
    return State(whole, 1, supply, seen=(position.write(whole, 1),))


def play(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    assert state.mover is not None, "the match is over"  # noqa: S101 - the contract gives legal moves only
    piece = state.board[move.place]
    assert piece is not None, "the chosen piece stands there"  # noqa: S101 - as above
    done = run(state, move)
    turn = Turn(state.mover, move, piece, done.events)
    after = State(done.whole_board(), 3 - state.mover, state.supply, turn, state.seen)
    outcome = _end(after)
    if outcome is not None:
        return replace(after, mover=None, outcome=outcome)
    text = position.write(after.board, after.mover)
    seen = (*state.seen, text)
    if seen.count(text) < 3:
        return replace(after, seen=seen)
    draw = Result((1, 1), N_("the same position has come up for the third time"))
    return replace(after, mover=None, seen=seen, outcome=draw)


def _end(state: State) -> Result | None:
    """Return the result after a turn (R7): a player without a piece of some size loses. None if both have all sizes."""
    pieces = [piece for piece in state.board if piece is not None]
    missing = [missing_sizes(pieces, seat) for seat in (1, 2)]
    if not any(missing):
        return None
    if all(missing):
        return Result((1, 1), N_("each side has lost its last piece of some size"))
    loser = 1 if missing[0] else 2
    template = _MISSING[len(missing[loser - 1]) - 1]
    sizes = dict(zip(("first", "second", "third"), [SIZES[pips] for pips in missing[loser - 1]], strict=False))
    return win_of_two(3 - loser, message(template, seat=SEATS[loser - 1], **sizes))


OPTIONS = (
    Option(
        "facing",
        N_("How the pieces stand at the start"),
        "upright",
        choices=("upright", "forward"),
        label=N_("Pieces face"),
        labels=(N_("upright"), N_("forward")),
    ),
    Option(
        "pool",
        N_("How many force fields of each colour and size there are"),
        "3",
        choices=("3", "5"),
        label=N_("Fields of each kind"),
    ),
)
