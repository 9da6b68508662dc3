"""Lines of flights as texts, and the positions of a match that stood before."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engines.xero_g.board import compact
from games.xero_g.notation import write
from games.xero_g.position import read
from games.xero_g.rules import play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engines.xero_g.board import Position
    from games.xero_g.state import Flight, State


def texts_of(state: State, line: Iterable[Flight]) -> tuple[str, ...]:
    """Return the canonical texts of flights that follow each other, up to the end of the match."""
    texts: list[str] = []
    for flight in line:
        if state.mover is None:
            break
        texts.append(write(flight))
        state = play(state, flight)
    return tuple(texts)


def positions_before(state: State, times: int) -> set[Position]:
    """Return the positions of a match that have stood at least so many times."""
    return {compact(read(text)) for text, count in Counter(state.seen).items() if count >= times}
