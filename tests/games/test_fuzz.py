"""A short run of `make fuzz`, and tests that it finds faults."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game_checks.fuzz import ROUND, Finding, Tally
from bot.game_checks.texts import find_flaw_in_reason
from games import GAMES
from games.contract import IllegalMove
from games.martian_life import MartianLife
from tests.games.fuzz import fuzz

SHARE = 2 * ROUND


@pytest.mark.thorough  # on positions of recorded matches; the check has random ones
@pytest.mark.parametrize("key", GAMES)
def test_no_text_makes_a_game_break_its_promises(key: str) -> None:
    tally = fuzz(GAMES[key], 2026, SHARE)
    assert not tally.findings, tally.findings[0]
    assert sum(tally.counts.values()) == SHARE
    assert set(tally.counts) == {"taken", "not_a_move", "unfinished", "illegal"}


def test_the_seed_decides_every_text() -> None:
    first, again, other = (fuzz(GAMES["zyrcan"], seed, SHARE).counts for seed in (1, 1, 2))
    assert first == again != other


class Crashing(MartianLife):
    def parse(self, state: Any, text: str) -> Any:
        if "++" in text:
            raise KeyError(text)
        return super().parse(state, text)


class Mumbling(MartianLife):
    def parse(self, state: Any, text: str) -> Any:
        try:
            return super().parse(state, text)
        except IllegalMove as refused:
            raise IllegalMove(refused.kind, f"I can't read {text}!") from None


class Turning(MartianLife):
    def parse(self, state: Any, text: str) -> Any:
        move = super().parse(state, text)
        return self.legal(state)[0] if text.endswith("`") else move


class Talkative(MartianLife):
    def parse(self, state: Any, text: str) -> Any:
        taken = state.mover and text.lower().startswith(("good", "place your", "that", "thanks"))
        return self.legal(state)[0] if taken else super().parse(state, text)


class Hiding(MartianLife):
    def legal(self, state: Any) -> Any:
        return super().legal(state)[::2]


class Blurting(MartianLife):
    def parse(self, state: Any, text: str) -> Any:
        try:
            return super().parse(state, text)
        except IllegalMove as refused:
            raise IllegalMove("illegal", refused.reason) from None


class Hopeful(MartianLife):
    def suggest(self, state: Any, text: str, limit: int) -> list[str]:
        return [*super().suggest(state, text, limit), "z9"]


class Gullible(MartianLife):
    def parse_position(self, text: str, players: int = 2, options: Any = None, seed: int = 0) -> Any:
        return super().parse_position(text[:73], players, options, seed)


class Stumbling(MartianLife):
    def parse_position(self, text: str, players: int = 2, options: Any = None, seed: int = 0) -> Any:
        rows, mover = text.split(" ", maxsplit=2)[:2]
        return super().parse_position(f"{rows} {int(mover) if mover != '-' else mover}", players, options, seed)


class Losing(MartianLife):
    def parse_position(self, text: str, players: int = 2, options: Any = None, seed: int = 0) -> Any:
        return super().parse_position(text, players, options, seed) if len(text) > 20 else self.info.seats[9]


def finds(game: MartianLife, what: str) -> Finding | None:
    """Return the first finding that says `what`, of six rounds at most."""
    found = (finding for rounds in (1, 6) for finding in fuzz(game, 1, rounds * ROUND).findings)
    return next((finding for finding in found if what in finding.what), None)


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (Crashing(), "KeyError"),
        (Mumbling(), "the reason holds a control character"),
        (Mumbling(), "the reason holds a single backtick"),
        (Turning(), "' is read as '"),
        (Talkative(), "chat is read as"),
        (Blurting(), "chat is illegal"),
        (Hiding(), "no listed move leads there"),
        (Hopeful(), "the suggestion 'z9' is illegal"),
        (Gullible(), "the position is read as"),
        (Stumbling(), "the complaint is no sentence"),
        (Losing(), "IndexError"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, MartianLife) else "",
)
def test_a_careless_game_is_found_out(game: MartianLife, what: str) -> None:
    assert finds(game, what)


def test_a_finding_can_be_pasted() -> None:
    crash = finds(Crashing(), "KeyError")
    assert crash
    with pytest.raises(KeyError):
        exec(crash.call, {"GAMES": {"martian-life": Crashing()}})  # noqa: S102 - our own words


@pytest.mark.parametrize(
    ("reason", "flaw"),
    [
        ("`a1` is taken: play `b2`.", ""),
        ("no", "has 2 letters"),
        ("x" * 700 + ".", "has 701 letters"),
        ("This goes on and on", "is no sentence"),
        ("It says \x07 here.", "holds a control character"),
        ("It says \ud800 here.", "holds a control character"),
        ("`a1 is taken.", "holds a single backtick"),
        ("`` is taken already.", "holds an empty code span"),
        ("*a1* is taken by now.", "holds markup outside of code spans"),
        ("Take `a1*` then.", ""),
    ],
)
def test_a_reason_is_a_sentence_that_can_be_shown(reason: str, flaw: str) -> None:
    assert find_flaw_in_reason(reason) == flaw


def test_only_the_slowest_calls_are_kept() -> None:
    tally = Tally()
    for time in (5, 1, 9, 7, *range(100, 120)):
        tally.add_time("parse", time, f"call {time}")
    assert sorted(time for time, _ in tally.slowest["parse"]) == list(range(112, 120))
