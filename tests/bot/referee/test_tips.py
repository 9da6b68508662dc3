"""Tips: one in each of the first turns of a person's first match of a game, against level 1."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.boards import find_tip, take_snapshot
from games import GAMES
from storage.queries import events, matches
from storage.queries.rows import Event, NewEvent, Person
from tests.bot.referee.offer_context import ANN, BOB, make_offer_context
from tests.storage.samples import NOON, new_match, source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.referee.context import Context

TIPS = GAMES["xero-g"].info.tips
BEGINNERS_OPPONENT = Person.computer(1)


async def tips_of(context: Context, seats: Sequence[Person], turns: int, earlier: Sequence[Person] = ()) -> list[str]:
    """Return the tip before each of the first moves of a match; there was an `earlier` one of some people."""
    game, found = GAMES["xero-g"], list[str]()
    async with context.database.write() as tx:
        if earlier:
            await new_match(tx, seats=earlier)
        state = game.start(2, {}, 7)
        match = await matches.create(
            tx,
            game="xero-g",
            rules=game.info.rules,
            options={},
            seed=7,
            guild_id=1,
            channel_id=2,
            seats=seats,
            position=game.position(state),
            to_move=1,
            challenge_id=None,
            look={},
            at=NOON,
        )
        for _ in range(turns):
            found.append(await find_tip(context, tx, await take_snapshot(context, tx, match, match.seq)))
            move = next(iter(game.legal(state)))
            text, state = game.format(state, move), game.play(state, move)
            match = await events.append(
                tx,
                match,
                NewEvent(
                    kind="move",
                    seat=match.to_move,
                    user_id=match.player_to_move.id,
                    text=text,
                    source_id=source(),
                    position=game.position(state),
                    to_move=game.to_move(state),
                ),
                at=NOON,
            )
    return found


async def test_each_turn_of_a_beginner_has_the_next_tip_until_there_are_no_more(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        found = await tips_of(context, (ANN, BEGINNERS_OPPONENT), 2 * len(TIPS) + 1, (BOB, BEGINNERS_OPPONENT))
    assert found[::2] == [*TIPS, ""]
    assert set(found[1::2]) == {""}


@pytest.mark.parametrize(
    ("seats", "earlier"),
    [((ANN, BEGINNERS_OPPONENT), (ANN, BOB)), ((ANN, Person.computer(2)), ()), ((ANN, BOB), ())],
)
async def test_other_matches_have_no_tips(
    tmp_path: Path, seats: tuple[Person, ...], earlier: tuple[Person, ...]
) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        assert await tips_of(context, seats, 1, earlier) == [""]


async def test_a_match_that_is_over_has_no_tip(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = await new_match(tx, seats=(ANN, BEGINNERS_OPPONENT), rules=GAMES["xero-g"].info.rules)
        start = await take_snapshot(context, tx, match, 0)
        assert await find_tip(context, tx, start) == TIPS[0]
        closed = Event(match.id, 1, "end", None, None, "", None, NOON)
        assert await find_tip(context, tx, replace(start, event=closed)) == ""
