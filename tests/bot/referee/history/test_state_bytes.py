"""States as bytes: each state of recorded matches is read as it was written, and nothing but states is."""

from __future__ import annotations

import pickle
import subprocess
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from bench.positions import matches as recordings
from bot.referee.history.rebuild import UnreadableState, read_state, write_state
from games import GAMES
from games.contract import Result

if TYPE_CHECKING:
    from games.contract import Game


class Command:
    """Runs a command when it is read."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that reading makes."""
        return subprocess.run, ("true",)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_each_state_of_a_match_is_read_as_it_was_written(game: Game[Any, Any]) -> None:
    for recording in islice(recordings(game.info.key), 2):
        state = game.start(recording["players"], recording["options"], recording["seed"])
        for text, *_ in recording["moves"]:
            seat, leaves = (int(text.removeprefix("leave ")), True) if text.startswith("leave ") else (0, False)
            state = game.leave(state, seat) if leaves else game.play(state, game.parse(state, text))
            read = read_state("games", write_state("games", state))
            assert read == state
            assert (game.position(read), game.to_move(read)) == (game.position(state), game.to_move(state))


@pytest.mark.parametrize(
    "written",
    [
        pickle.dumps(Command()),
        pickle.dumps(print),
        pickle.dumps(GAMES["xong"].start(2, {}, 1)).replace(b"games.xong.state", b"games.xong.stale"),
        b"cgames.contract\nre.compile\n.",
        b"\x80\x04\x8c\x0egames.contract\x94\x8c\nre.compile\x94\x93\x94.",
        b"",
        b"x",
    ],
    ids=["command", "built-in", "no such module", "import", "import by a dotted name", "nothing", "no bytes of ours"],
)
def test_nothing_of_other_packages_is_read(written: bytes) -> None:
    with pytest.raises(UnreadableState, match="it can't be read"):
        read_state("games", written)


def test_a_package_reads_its_own_classes_and_those_of_games() -> None:
    result = Result((1, 2), "two ships to one")
    assert read_state("chomp", write_state("chomp", result)) == result
    with pytest.raises(UnreadableState):
        write_state("chomp", Command())


def test_a_state_that_bytes_cannot_hold_is_refused() -> None:
    with pytest.raises(UnreadableState, match="it can't be written"):
        write_state("games", lambda: None)
    with pytest.raises(UnreadableState, match="it isn't read as it was written"):
        write_state("games", float("nan"))
