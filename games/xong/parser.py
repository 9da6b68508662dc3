"""Reading a typed turn: what is placed, then what is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.xong import giving, notation, placing, walks
from games.xong.fitting import new_xoid
from games.xong.notation import ask, refuse
from games.xong.rules import with_played
from games.xong.state import Move

if TYPE_CHECKING:
    from games.xong.state import State


def read_move(state: State, text: str) -> Move:
    """Read a move in canonical or loose notation. Raises `IllegalMove`, whatever the text."""
    typed = notation.read(text)
    if state.mover is None:
        refuse("The match is over: nothing more is played.")
    if state.hand is None:
        if typed.placing is not None:
            refuse("Red has no Xoid to place yet: first blue gives one, for example `give F`.")
        return Move(0, giving.read(state.board, state.vacant, (), typed.giving or []))
    hand = walks.shown(state.hand)
    if typed.placing is None:
        refuse(f"Place the Xoid in your hand first, `{hand}`, and then give: `place ... give ...`.")
    legs = placing.read(state, typed.placing)
    vacant, played = state.vacant & ~legs, with_played(state.played, state.hand)
    owes = new_xoid(vacant, played) is not None
    if typed.giving is None and not owes:
        return Move(legs, None)
    if not owes:
        refuse(
            f"After that no new Xoid fits, of any size: end your turn with the placement, "
            f"`{notation.brief(state.board, legs, 200)}`, without a gift."
        )
    if typed.giving is None:
        ask(f"Right so far. Now add a new Xoid for your opponent, for example {giving.examples(vacant, played)}.")
    return Move(legs, giving.read(state.board, vacant, played, typed.giving))
