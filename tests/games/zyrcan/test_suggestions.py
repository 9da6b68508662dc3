"""What Zyrcan suggests and shows when there is nothing to play, and for texts that are too long."""

from __future__ import annotations

import pytest

from games import GAMES
from games.contract import IllegalMove
from games.zyrcan.parser import LONGEST

GAME = GAMES["zyrcan"]
START = GAME.start(3, {}, 1)
OVER = GAME.leave(GAME.leave(START, 1), 2)


def test_nothing_is_suggested_when_the_match_is_over_or_the_text_is_too_long() -> None:
    (first,) = GAME.suggest(START, "", 1)
    assert GAME.parse(START, first)
    assert GAME.suggest(OVER, "", 5) == []
    assert GAME.suggest(START, " " * LONGEST, 1) == [first]
    assert GAME.suggest(START, " " * (LONGEST + 1), 1) == []


@pytest.mark.parametrize("text", ["", "e5", "2"])
def test_there_are_no_destinations_when_the_match_is_over(text: str) -> None:
    assert GAME.to_move(OVER) is None
    with pytest.raises(IllegalMove):
        GAME.destinations(OVER, text)
