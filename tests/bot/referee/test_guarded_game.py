"""Rules that fail or return nonsense: their verdicts pass, everything else becomes a sentence for players."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.referee.context import LONGEST_LOGGED, guard, is_seat, is_texts
from bot.referee.errors import GameFailed
from games import GAMES
from games.contract import BadOption, IllegalMove, Result, TooManyMoves

GAME = GAMES["martian-life"]
START = GAME.start(2, {}, 1)


@pytest.mark.parametrize(
    ("value", "seat"),
    [(None, True), (1, True), (4, True), (0, False), (-1, False), ("1", False), (1.0, False)],
)
def test_a_seat_is_a_number_from_1_or_nobody(value: object, *, seat: bool) -> None:
    assert is_seat(value) is seat


@pytest.mark.parametrize(
    ("value", "texts"),
    [([], True), ((), True), (["a"], True), (("a", "b"), True), ("ab", False), ({"a"}, False), (["a", 1], False)],
)
def test_texts_are_a_list_or_tuple_of_nothing_else(value: object, *, texts: bool) -> None:
    assert is_texts(value) is texts


class Answer:
    """Rules that give one answer to every call, or raise it."""

    info = GAME.info

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __getattr__(self, name: str) -> Any:
        def call(*_: object) -> object:
            if isinstance(self.answer, BaseException):
                raise self.answer
            return self.answer

        return call

    def position(self, state: object) -> str:
        return GAME.position(state)


def guarded(answer: object) -> Any:
    rules: Any = Answer(answer)
    return guard(rules, "#{number}", 42)


GOOD = {
    "start": START,
    "to_move": 2,
    "parse": 0,
    "format": "",
    "play": START,
    "legal": (),
    "suggest": ["a1"],
    "destinations": GAME.destinations(START, ""),
    "result": Result((1, 2), "9 points to 7"),
    "points": (9, 7),
    "can_queue": False,
    "leave": START,
    "parse_position": START,
    "describe": "",
    "task": "",
    "news": (),
}
BAD = {
    **dict.fromkeys(GOOD, object()),
    "to_move": 0,
    "parse": None,
    "suggest": "a1",
    "result": (),
    "points": [1, 2],
    "can_queue": None,
    "news": [1],
}


@pytest.mark.parametrize("name", GOOD)
def test_what_a_call_may_return_passes_and_nonsense_fails(name: str) -> None:
    assert getattr(guarded(GOOD[name]), name)(START) is GOOD[name]
    with pytest.raises(GameFailed, match=GAME.info.title):
        getattr(guarded(BAD[name]), name)(START)


@pytest.mark.parametrize("verdict", [IllegalMove("illegal", "no"), BadOption("no"), TooManyMoves("no")])
def test_verdicts_pass_as_they_are(verdict: Exception) -> None:
    with pytest.raises(type(verdict)) as raised:
        guarded(verdict).play(START, 1)
    assert raised.value is verdict


def test_other_errors_are_logged_without_what_people_wrote(caplog: pytest.LogCaptureFixture) -> None:
    for error in (ValueError("x"), SystemExit(1)):
        with caplog.at_level(logging.ERROR), pytest.raises(GameFailed, match="#42"):
            guarded(error).parse(START, "secret")
    assert len(caplog.records) == 2
    for record in caplog.records:
        assert f"at #42 of martian-life, asked for parse({GAME.position(START)!r}" in record.getMessage()
        assert record.getMessage().endswith(", a text of 6 characters)")


def test_only_positions_that_are_read_may_be_wrong() -> None:
    with pytest.raises(ValueError, match="x"):
        guarded(ValueError("x")).parse_position("x")


def test_nonsense_and_arguments_are_cut_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(GameFailed):
        guarded("y" * 9 * LONGEST_LOGGED).to_move(range(10**9), *range(10**4))
    (record,) = caplog.records
    asked = record.getMessage().partition("to_move(")[2].removesuffix(")")
    assert len(asked) == LONGEST_LOGGED
    assert record.exc_info
    assert len(str(record.exc_info[1])) == len("it returned ") + LONGEST_LOGGED


def test_a_guarded_game_has_the_calls_of_a_game_and_no_others() -> None:
    game: Any = guard(GAME, "#{number}", 42)
    assert game.info is GAME.info
    assert game.to_move(START) == 1
    with pytest.raises(AttributeError, match="cheat"):
        _ = game.cheat
