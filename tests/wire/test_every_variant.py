"""Every game in every variant, played to its end over the wire: the shortest recorded match of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from games import GAMES
from tests.wire.match import Contest, bare, by_slash

if TYPE_CHECKING:
    from tests.wire.conftest import Stage

RECORDS = Path(__file__).parents[1] / "games" / "golden"
DRAWN_BOARDS = ("random", "symmetric", "islands")
"""Boards that the match's own seed draws: a recorded match doesn't fit them, so people take what completion offers."""


# One bot, and so one event loop, for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


class Recorded(NamedTuple):
    """A recorded match: game, number of players, options, moves."""

    game: str
    players: int
    options: dict[str, Any]
    moves: list[str]

    @property
    def drawn(self) -> bool:
        """Whether its board was drawn by its seed."""
        return self.options.get("board") in DRAWN_BOARDS


def shortest_of_each_variant() -> dict[str, Recorded]:
    """Return the shortest finished recording of every game, number of players and choice between words."""
    found: dict[str, Recorded] = {}
    for file in sorted(RECORDS.glob("*.json")):
        record = json.loads(file.read_text("utf-8"))
        if record["game"] not in GAMES or record["result"] is None:
            continue
        kinds = [option.name for option in GAMES[record["game"]].info.options if option.choices]
        words = [str(record["options"][name]) for name in kinds if name in record["options"]]
        variant = " ".join([record["game"], str(record["players"]), *words])
        moves = [move[0] for move in record["moves"]]
        if variant not in found or len(moves) < len(found[variant].moves):
            found[variant] = Recorded(record["game"], record["players"], record["options"], moves)
    return found


MATCHES = shortest_of_each_variant()


@pytest.mark.parametrize("variant", MATCHES)
async def test_a_variant_is_played_to_its_end(lasting_stage: Stage, variant: str) -> None:
    stage, recorded = lasting_stage, MATCHES[variant]
    people, small = stage.people[: recorded.players], {"size": "small"}
    contest = Contest(recorded.game, people, recorded.options, stage.bot.data, small)
    await contest.begin()
    if recorded.drawn:
        await follow_completion(contest)
    else:
        await follow(contest, recorded.moves)
    contest.check_end()


async def follow(contest: Contest, moves: list[str]) -> None:
    """Play recorded moves; `leave 2` is a resignation."""
    for ply, text in enumerate(moves):
        if text.startswith("leave "):
            await contest.resign(int(text.removeprefix("leave ")))
        else:
            await contest.turn(bare if ply % 3 else by_slash, text)


async def follow_completion(contest: Contest) -> None:
    """Play what autocomplete offers first, part by part, until the match is over."""
    while contest.game.to_move(contest.state):
        text = ""
        while not is_move(contest, text):
            choices = await contest.mover.autocomplete("move", "text", contest.thread, text=text)
            assert 0 < len(choices) <= 25
            text = choices[0]["value"]
        await contest.turn(by_slash, text)


def is_move(contest: Contest, text: str) -> bool:
    try:
        contest.game.parse(contest.state, text)
    except ValueError:
        return False
    return True
