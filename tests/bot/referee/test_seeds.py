"""Seeds: none where nothing is drawn by lot, and a number that the bot didn't draw is told from its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee.computer import Turn
from bot.referee.context import MatchState
from bot.referee.history.rebuild import rebuild_state
from bot.referee.seeds import FACTOR, draw_seed, explain_seed
from games import GAMES
from storage.queries import matches
from tests.bot.referee.challenge_context import ANN, BOB, CLEO, make_challenge_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

    from storage.queries.rows import Match

BOARD = {"board": "random"}
NOTHING, STRANGE = "but it decides nothing, so it was `0`", "which is none that is drawn"


async def begin(tmp_path: Path, game: str, options: dict[str, str]) -> Match:
    people = (ANN, BOB, CLEO)[: GAMES[game].info.min_players]
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        challenge = await at.issue(*people, game=game, size=len(people), options=options)
        for person in people[1:-1]:
            await at.accept(challenge, person)
        match = await at.begin_match(challenge, people[-1])
        async with at.context.database.read() as tx:
            assert await matches.first_with_checked_seed(tx) == match.id
        return match


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_without_lots_has_no_seed(tmp_path: Path, game: str) -> None:
    match = await begin(tmp_path, game, {"board": "standard"} if game == "xong" else {})
    assert match.seed == 0
    assert explain_seed(GAMES[game], match) is None
    for seed in (1, FACTOR, 2**32, 2**63 - 1):
        for challenge_id in (match.challenge_id, None):
            changed = replace(match, seed=seed, challenge_id=challenge_id)
            assert explain_seed(GAMES[game], changed) == f"seed is stored as `{seed}`, {NOTHING}"


@pytest.mark.parametrize("board", ["random", "symmetric", "islands"])
async def test_a_match_on_a_drawn_board_has_a_seed_that_can_be_checked(tmp_path: Path, board: str) -> None:
    match = await begin(tmp_path, "xong", {"board": board})
    assert match.seed % FACTOR == 0
    assert 0 < match.seed < 2**53
    assert explain_seed(GAMES["xong"], match) is None
    for seed in (match.seed - 1, match.seed + 1, match.seed // FACTOR, 0):
        assert explain_seed(GAMES["xong"], replace(match, seed=seed)) == f"seed is stored as `{seed}`, {STRANGE}"
    imported = replace(match, challenge_id=None)
    for seed in (0, 7, 2**32 - 1):  # earlier releases drew such numbers
        assert explain_seed(GAMES["xong"], replace(imported, seed=seed)) is None
    for seed in (2**32, match.seed + 1):
        assert explain_seed(GAMES["xong"], replace(imported, seed=seed)) == f"seed is stored as `{seed}`, {STRANGE}"


def test_a_seed_is_never_0_where_it_decides_something() -> None:
    class Zero(Random):
        def getrandbits(self, k: int, /) -> int:
            return 0 if k == 32 else super().getrandbits(k)

    assert draw_seed(Zero(), GAMES["xong"], 2, BOARD) == FACTOR
    assert draw_seed(Zero(), GAMES["xero-g"], 2, {}) == 0


async def test_computers_think_with_another_seed_in_each_match_and_turn(tmp_path: Path) -> None:
    match = await begin(tmp_path, "xero-g", {})
    state = rebuild_state(GAMES["xero-g"], match, [])

    def seed(match: Match, ply: int = 0) -> int:
        return Turn(match, MatchState(state, ply)).seed

    assert seed(match) == seed(replace(match))
    later = replace(match, created_at=match.created_at + timedelta(microseconds=1))
    assert len({seed(match), seed(match, 1), seed(later), seed(later, 1)}) == 4
