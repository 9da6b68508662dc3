"""What tests ask of a game about the places that a move can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games.contract import IllegalMove

if TYPE_CHECKING:
    from games.contract import Game


def places(game: Game[Any, Any], state: Any, text: str) -> str:
    return " ".join(game.destinations(state, text).places)


def refusal(game: Game[Any, Any], state: Any, text: str) -> str:
    with pytest.raises(IllegalMove) as rejection:
        game.destinations(state, text)
    return rejection.value.reason
