"""A log is replayed, and each of its events is checked."""

from __future__ import annotations

import pickle
import subprocess
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from turnpost_chomp.rules import Chomp
from turnpost_hex.rules import Hex

from bench.positions import matches as recordings
from bot.referee.history.rebuild import (
    LogMismatch,
    UnreadableState,
    check_other_rules,
    describe_moves,
    read_state,
    rebuild_state,
    replay_and_check,
    start_state,
    write_state,
)
from games import GAMES
from games.contract import Result
from games.random_play import play_random_match
from storage.queries.rows import Event
from tests.bot.features.match_sample import MATCH, NOON

if TYPE_CHECKING:
    from games.contract import Game

GAME = GAMES["martian-life"]
MATCH_OF_TWO = replace(MATCH, game="martian-life", options={}, seed=0)


def moves(*texts: str) -> list[Event]:
    """Return a log of moves that the players make by turns."""
    return [
        Event(MATCH.id, seq, "move", 2 - seq % 2, 2 - seq % 2, text, None, NOON) for seq, text in enumerate(texts, 1)
    ]


def test_a_takeback_leads_back_to_the_state_before_what_it_undoes() -> None:
    taken = [*moves("e4+", "b7"), Event(MATCH.id, 3, "takeback", 2, 2, "to 1", None, NOON)]
    again = [*taken, Event(MATCH.id, 4, "move", 2, 2, "c6", None, NOON)]
    assert replay_and_check(GAME, MATCH_OF_TWO, taken) == replay_and_check(GAME, MATCH_OF_TWO, moves("e4+"))
    assert replay_and_check(GAME, MATCH_OF_TWO, again) == replay_and_check(GAME, MATCH_OF_TWO, moves("e4+", "c6"))


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (moves("e4+", "b7")[1:], "event 1 is missing: the next one is 2."),
        (
            [replace(moves("e4+")[0], seat=2)],
            "event 1 (move `e4+`) is by seat 2, but the rules have seat 1 to move.",
        ),
    ],
)
def test_what_does_not_fit_is_named(log: list[Event], sentence: str) -> None:
    with pytest.raises(LogMismatch) as wrong:
        replay_and_check(GAME, MATCH_OF_TWO, log)
    assert str(wrong.value) == sentence


def test_other_rules_must_lead_to_the_stored_position() -> None:
    log = moves("e4+", "b7")
    end = replay_and_check(GAME, MATCH_OF_TWO, log)
    stored = replace(MATCH_OF_TWO, position=GAME.position(end.state), to_move=1)
    assert check_other_rules(GAME, stored, log) == end
    for other in (replace(stored, to_move=2), replace(stored, position="elsewhere")):
        with pytest.raises(LogMismatch, match="with seat 1 to move, and it stands at something else"):
            check_other_rules(GAME, other, log)


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


def seated(log: list[Event], seat: int) -> list[Event]:
    """Return a log in which this seat begins."""
    return [replace(event, seat=seat if event.seq % 2 else 3 - seat) for event in log]


def test_a_match_from_a_position_is_replayed_from_there() -> None:
    position = GAME.position(rebuild_state(GAME, MATCH_OF_TWO, moves("c4", "d5", "e6")))
    match = replace(MATCH_OF_TWO, start=position)
    log = seated(moves("f3", "g2"), 2)
    whole = rebuild_state(GAME, MATCH_OF_TWO, moves("c4", "d5", "e6", "f3", "g2"))
    assert GAME.position(start_state(GAME, match)) == position
    assert GAME.position(rebuild_state(GAME, match, log)) == GAME.position(whole)
    assert replay_and_check(GAME, match, log).to_move == GAME.to_move(whole)
    assert len(describe_moves(GAME, match, log)) == 2
    with pytest.raises(LogMismatch, match="is by seat 1, but the rules have seat 2 to move"):
        replay_and_check(GAME, match, moves("f3"))
    with pytest.raises(LogMismatch, match="the position it began from is no longer taken by the rules: "):
        replay_and_check(GAME, replace(match, start="nowhere"), log)


@pytest.mark.parametrize("game", [*GAMES.values(), Chomp(), Hex()], ids=lambda game: game.info.key)
def test_a_position_is_played_on_as_the_match_was(game: Game[Any, Any]) -> None:
    for seed in range(5):
        played = play_random_match(game, seed, 60)
        match = replace(
            MATCH, game=game.info.key, seed=seed, options=played.options, seats=MATCH.seats[:1] * played.players
        )
        for at in range(0, len(played.texts), 7):
            begun = start_state(game, replace(match, start=game.position(played.states[at])))
            for text, expected in zip(played.texts[at : at + 6], played.states[at + 1 :], strict=False):
                assert game.to_move(begun) is not None
                begun = game.play(begun, game.parse(begun, text))
                if game.to_move(expected) is None:
                    break  # perhaps by what a position doesn't tell, such as a repetition
                assert game.position(begun) == game.position(expected)
