"""What `/move` offers while a move is typed: in the order of the board, with what it does in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire.match import begin_match
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

# One bot, and so one event loop, for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def complete(contest: Contest, text: str, command: str = "move") -> list[tuple[str, str]]:
    """Return the words and the value of each choice that the mover is offered."""
    choices = await contest.mover.autocomplete(command, "move", contest.thread, move=text)
    return [(choice["name"], choice["value"]) for choice in choices]


@pytest.mark.parametrize("command", ["move", "preview"])
async def test_a_choice_says_what_the_move_does(shared_env: Environment, command: str) -> None:
    contest = await begin_match(shared_env.people[:2])
    found = await complete(contest, "d", command)
    assert found[:2] == [("d1: places a small on d1, where it dies", "d1"), *found[1:2]]
    assert ("d5+: promotes d5 to a medium", "d5+") in found
    assert [value[:2] for _, value in found] == [f"d{row}" for row in (1, 2, 3, 5, 6, 7, 8)]


async def test_a_winning_flight_is_not_listed_first(shared_env: Environment) -> None:
    *texts, last = SCRIPTS["xero-g"].split()
    contest = await begin_match(shared_env.people[:2], *texts, key="xero-g")
    assert last == "a1-base"
    start = await complete(contest, "")
    assert start[0] == ("a1: a1 is a large ship: it flies 3 steps, or on by boosts", "a1")
    assert all(value in {"a1", "b1", "c1", "d1", "e1", "f1"} for _, value in start)
    landings = [value for _, value in await complete(contest, "a1")]
    assert landings[-1] == "a1-base"
    assert len(landings) > 2


async def test_descriptions_too_long_for_a_choice_are_cut_and_moves_never_are(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2], "b8: s +red", key="force-field-factions")
    for name, value in await complete(contest, "a1: ") + await complete(contest, ""):
        assert len(name) <= 100
        assert name.startswith(f"{value.rstrip(' :')}: ")
    other = await begin_match(shared_env.people[:2], "give FLLLLR", key="xong")
    (placing, *_), *_ = [(value, name) for name, value in await complete(other, "")]
    long = await complete(other, f"{placing} give ")
    assert long
    assert all(len(name) == 100 and name.endswith("\u2026") for name, _ in long if len(name) > 99)
    assert any(name.endswith("\u2026") for name, _ in long)
    for _, value in long:
        assert other.game.parse(other.state, value)
