"""Stored guesses: the last form counts, a substitute voids those before, and a corrected result is what is judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from storage.queries import corrections, guesses, matches, outcomes
from storage.queries.guesses import Guess
from storage.queries.rows import Correction, MatchEnd, Outcome
from tests.storage.queries.test_server_matches import substitute
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, move, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database

END = MatchEnd(Outcome("rules", 2, 7), (2,), ("c4",))


def guess(match_id: int, user_id: int, source: int, *, seq: int = 0, result: int = 1) -> Guess:
    return Guess(match_id, user_id, "Cleo", 3, result, 70, seq, source, NOON)


async def test_the_last_form_counts_and_one_that_comes_again_changes_nothing(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        first, last = guess(match.id, CLEO.id, 5), guess(match.id, CLEO.id, 6, result=2)
        for one in (first, last, first, last, replace(last, percent=90)):
            await guesses.put(tx, one)
        assert await guesses.get(tx, match.id, CLEO.id) == last
        assert await guesses.of_match(tx, match.id) == [], "it goes on"


async def test_a_substitute_voids_guesses_before_and_a_correction_counts(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await substitute(tx, match, ANN)
        match = await matches.require(tx, match.id)
        await guesses.put(tx, guess(match.id, 105, 5, seq=match.seq - 1))
        await guesses.put(tx, guess(match.id, 106, 6, seq=match.seq))
        match = await move(tx, match, to_move=None)
        assert await guesses.of_server(tx, GUILD) == [], "nobody has asked the rules yet"
        await outcomes.store(tx, match.id, END)
        (one,) = await guesses.of_server(tx, GUILD)
        assert (one.guess.user_id, one.players, one.winners) == (106, 2, (2,))
        assert await guesses.of_server(tx, GUILD + 1) == []
        for number, places in ((1, [1, 2]), (2, [1, 1])):
            await corrections.add(tx, Correction(match.id, number, ANN.id, NOON, places))
        (one,) = await guesses.of_match(tx, match.id)
        assert one.winners == (1, 2)


async def test_lengths_are_of_like_matches_that_ended_before_with_a_result(database: Database) -> None:
    async with database.write() as tx:
        for end in (END, replace(END, leaders=())):
            match = await move(tx, await new_match(tx, seats=(ANN, BOB)), to_move=None)
            await outcomes.store(tx, match.id, end)
        ended = match.ended_at or NOON
        assert await guesses.lengths(tx, match.game, 2, ended) == [7]
        assert await guesses.lengths(tx, match.game, 3, ended) == []
        assert await guesses.lengths(tx, "go", 2, ended) == []
        assert await guesses.lengths(tx, match.game, 2, NOON - HOUR) == []
