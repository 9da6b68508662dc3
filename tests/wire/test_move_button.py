"""Whole matches on a phone's screen, in real Chromium, by the button Move alone: nobody types a move."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.features.guide.turns import PLAY, PREVIEW
from bot.features.menus import MAX_BUTTONS, MAX_LINES, are_buttons
from bot.referee.turns.aids import find_step
from games.contract import TooManyMoves
from games.translation import in_language
from tests.wire.match import Contest
from tests.wire.phone import find_towards, open_phones

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from games.contract import Choice, Step
    from tests.wire.fixtures import Environment
    from tests.wire.phone import Phone

# One bot and one Chromium for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
GAMES: dict[str, dict[str, int | str]] = {
    "xero-g": {},
    "martian-life": {"target": 10},
    "zyrcan": {},
    "xong": {},
    "force-field-factions": {"facing": "forward"},
}
USUAL_TAPS = {"xong": 6, "martian-life": 5, "xero-g": 8, "zyrcan": 6, "force-field-factions": 100}
"""On the way from a board to the move that is played: a menu takes two, one to open it."""
SETUP_TAPS = 5
PICTURES = os.environ.get("MOVE_BUTTON_PICTURES", "")
"""A folder for pictures of the first turns, step by step."""


def aim(contest: Contest, chance: Random) -> str:
    """Return a move that ends the match soon: one that takes or advances; an empty text if moves can't be listed."""
    game, state = contest.game, contest.state
    try:
        moves = list(game.legal(state))
    except TooManyMoves:
        return ""
    told = {game.format(state, move): game.describe(state, move) for move in moves}
    for deed in ("base", "takes ", "captures ", "advances "):
        found = [text for text, words in told.items() if deed in words]
        if found:
            return chance.choice(found)
    return chance.choice([*told])


def pick(contest: Contest, step: Step, target: str, chance: Random) -> Choice | None:
    """Return the choice that leads to the target, or any if there is none; None to play the move as it stands."""
    if step.move and (step.move == target or not step.choices):
        return None
    usual = step.choices[: MAX_LINES * MAX_BUTTONS] if are_buttons(step.choices) else step.choices
    return (target and find_towards(contest.game, contest.state, step, target)) or chance.choice(usual)


async def play_turn(phone: Phone, contest: Contest, chance: Random, *, pictures: str = "") -> int:
    """Play a turn of the player whose phone it is; return how many taps it took."""
    await phone.begin(contest.ply + 1)
    text, chosen, target, seat = "", 0, aim(contest, chance), contest.game.to_move(contest.state)
    while True:
        if pictures:
            await phone.page.screenshot(path=f"{PICTURES}/{contest.key}-{pictures}-{chosen}.png")
        with in_language(phone.language):
            turned = contest.game.info.homes and seat == contest.game.info.far_seat
            text, step = find_step(contest.game, contest.state, text, turned=turned)
        choice = pick(contest, step, target, chance)
        if choice is None:
            break
        await phone.choose(step, choice)
        text, chosen = choice.text, chosen + 1
    if step.choices:
        await expect(phone.guide.get_by_role("button", name=phone.written(PLAY), exact=True)).to_have_count(0)
        await phone.press(PREVIEW)

    async def play(*_: Any) -> None:
        await phone.press(PLAY)
        played = phone.private.get_by_role("button", name=phone.written(PLAY), exact=True)
        await expect(played).to_have_count(0)

    await contest.turn(play, step.move)
    return phone.taps


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phones(shared_env: Environment) -> AsyncGenerator[dict[str, Phone]]:
    """A phone for each of three people."""
    async with open_phones(shared_env, {}) as opened:
        yield opened


async def play_match(env: Environment, phones: dict[str, Phone], key: str, most: int) -> Contest:
    """Play at most so many turns of a match, each player on a phone of their own."""
    seats = env.people[: 3 if key == "zyrcan" else 2]
    contest, chance = Contest(key, seats, GAMES[key], data=env.bot.data), Random(7)
    await contest.begin()
    for person in contest.people:
        await phones[person.name].open_thread(contest.number)
    while contest.game.to_move(contest.state) and contest.ply < most:
        phone = phones[contest.mover.name]
        pictures = PICTURES and contest.ply < 8
        setup = key == "xero-g" and contest.ply < 2
        taps = await play_turn(phone, contest, chance, pictures=f"{contest.ply:02}" if pictures else "")
        assert taps <= (SETUP_TAPS if setup else USUAL_TAPS[key])
    return contest


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES)
async def test_the_first_turns_of_every_game_take_no_typing(
    shared_env: Environment, phones: dict[str, Phone], key: str
) -> None:
    contest = await play_match(shared_env, phones, key, 3)
    assert contest.ply == 3


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_match_of_every_game_takes_no_typing(
    shared_env: Environment, phones: dict[str, Phone], key: str
) -> None:
    contest = await play_match(shared_env, phones, key, 400)
    assert contest.game.result(contest.state) is not None, contest.ply
