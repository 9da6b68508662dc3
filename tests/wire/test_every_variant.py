"""Every game with every number of players and every option, as recorded, and whole matches in every way of moving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from games import GAMES
from tests.wire import match
from tests.wire.match import SCRIPTS, Contest, bare, by_slash

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment
    from tests.wire.match import Way

RECORDS = Path(__file__).parents[1] / "games" / "golden"
DRAWN_BOARDS = ("random", "symmetric", "islands")
"""Boards that the match's own seed draws: a recorded match doesn't fit them, so people take what completion offers."""
MOST_MOVES = 10
"""Moves after which all players of a longer recording but one resign: its rest is in `tests/games/golden` only."""

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

    @property
    def words(self) -> list[str]:
        """What was chosen of its game: how many play, and the word of each option that has a choice of words."""
        kinds = [option.name for option in GAMES[self.game].info.options if option.choices]
        return [str(self.players), *(str(self.options[name]) for name in kinds if name in self.options)]


def few_and_short() -> dict[str, Recorded]:
    """Return finished recordings in which every game, number of players and word of an option comes, all of them short.

    What only long matches have is seen to first: they have most of the rest.
    """
    shortest: dict[tuple[str, str], Recorded] = {}
    for file in sorted(RECORDS.glob("*.json")):
        record = json.loads(file.read_text("utf-8"))
        game = GAMES.get(record["game"])
        if game is None or record["rules"] != game.info.rules or record["result"] is None:
            continue
        moves = [move[0] for move in record["moves"]]
        recorded = Recorded(record["game"], record["players"], record["options"], moves)
        for word in recorded.words:
            known = shortest.get((recorded.game, word))
            if known is None or len(moves) < len(known.moves):
                shortest[recorded.game, word] = recorded
    found: dict[str, Recorded] = {}
    for (game, word), recorded in sorted(shortest.items(), key=lambda one: -len(one[1].moves)):
        if not any(word in other.words for other in found.values() if other.game == game):
            found[" ".join([game, *recorded.words])] = recorded
    return found


MATCHES = few_and_short()
SHORTEST = {
    min((len(one.moves), name) for name, one in MATCHES.items() if one.game == key)[1] for key in {*GAMES} - {*SCRIPTS}
}
"""The shortest match of each game that isn't among `SCRIPTS`; the others are played with `--thorough`."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "variant", [pytest.param(name, marks=[] if name in SHORTEST else pytest.mark.thorough) for name in MATCHES]
)
async def test_a_variant_is_played_to_its_end(shared_env: Environment, variant: str) -> None:
    env, recorded = shared_env, MATCHES[variant]
    contest = Contest(recorded.game, env.people[: recorded.players], recorded.options, env.bot.data)
    await contest.begin()
    if recorded.drawn:
        await follow_completion(contest)
    else:
        await follow(contest, recorded.moves[:MOST_MOVES])
        await resign_all_but_one(contest)
    contest.check_end()


async def follow(contest: Contest, moves: list[str]) -> None:
    """Play recorded moves; `leave 2` is a resignation."""
    for ply, text in enumerate(moves):
        if text.startswith("leave "):
            await contest.resign(int(text.removeprefix("leave ")))
        else:
            await contest.turn(bare if ply % 3 else by_slash, text)


async def resign_all_but_one(contest: Contest) -> None:
    """Let one player after the other resign until the match is over."""
    while seat := contest.game.to_move(contest.state):
        await contest.resign(seat)


async def follow_completion(contest: Contest) -> None:
    """Play what autocomplete offers first, part by part, at most `MOST_MOVES` moves; then all but one resign."""
    while contest.game.to_move(contest.state) and contest.ply < MOST_MOVES:
        text = ""
        while not is_move(contest, text):
            choices = await contest.mover.autocomplete("move", "move", contest.thread, move=text)
            assert 0 < len(choices) <= 25
            text = choices[0]["value"]
        await contest.turn(by_slash, text)
    await resign_all_but_one(contest)


def is_move(contest: Contest, text: str) -> bool:
    try:
        contest.game.parse(contest.state, text)
    except ValueError:
        return False
    return True


WAYS: list[Way] = [match.by_text, match.by_slash, match.by_reply, match.by_mention, match.bare, match.directly]
WAYS_WITHOUT_CONTENT: list[Way] = [match.by_slash, match.by_reply, match.by_mention, match.directly]


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[] if key == "xero-g" else pytest.mark.thorough) for key in SCRIPTS]
)
async def test_a_match_is_played_to_its_win(shared_env: Environment, key: str) -> None:
    env = shared_env
    contest = Contest(key, (env.ann, env.bob))
    await contest.begin()
    await play(contest, WAYS)
    contest.check_win()


@pytest.mark.thorough
@pytest.mark.parametrize("key", SCRIPTS)
async def test_a_match_is_played_to_its_win_without_the_content_intent(
    shared_env_without_content: Environment, key: str
) -> None:
    env = shared_env_without_content
    contest = Contest(key, (env.ann, env.bob))
    await contest.begin_by_slash()
    await play(contest, WAYS_WITHOUT_CONTENT)
    contest.check_win()


async def play(contest: Contest, ways: list[Way]) -> None:
    """Play a whole match in all ways by turns; each round begins one way later, so that each seat has each way."""
    for ply, text in enumerate(SCRIPTS[contest.key].split()):
        await contest.turn(ways[(ply + ply // len(ways)) % len(ways)], text)


@pytest.mark.thorough
async def test_a_match_goes_on_after_a_restart_at_any_turn(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    texts = SCRIPTS["xero-g"].split()
    for ply, text in enumerate(texts):
        if ply in (1, len(texts) // 2):
            assert await env.bot.stop() == 0
            await env.bot.start()
        await contest.turn(WAYS[ply % len(WAYS)], text)
    contest.check_win()
