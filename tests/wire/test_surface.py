"""How much there is to see: the slash commands and their options, and the buttons under posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.client.commands import PANELS
from tests.playground.client import labels
from tests.wire.match import Contest, begin_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.playground.client import Json
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""

SUBCOMMAND, GROUP = 1, 2
"""The types of what stands in a command that is a group."""
MOST_LEAVES, MOST_OPTIONS, MOST_IN_GROUP, SPARE = 20, 8, 25, 5
MOST_CHARACTERS = 8000
"""Characters of one command that Discord takes: names, descriptions and choices, each as long as in its language."""
COUNTED = ("name", "description", "value")


def list_leaves(command: Json) -> Iterator[Json]:
    """Yield what people choose from the list that opens at `/`: commands, and those in a group in its place."""
    parts = [part for part in command.get("options", ()) if part["type"] in {SUBCOMMAND, GROUP}]
    if not parts:
        yield command
    for part in parts:
        yield from list_leaves(part)


def list_groups(command: Json) -> Iterator[Json]:
    """Yield the groups in a command, itself among them."""
    parts = [part for part in command.get("options", ()) if part["type"] in {SUBCOMMAND, GROUP}]
    if parts:
        yield command
    for part in parts:
        yield from list_groups(part)


def count_characters(part: Json) -> int:
    """Return the characters of a command that Discord counts: of each text the longest of its translations."""
    own = 0
    for key in COUNTED:
        texts: list[Any] = [part.get(key, ""), *(part.get(f"{key}_localizations") or {}).values()]
        own += max(len(str(text)) for text in texts)
    return own + sum(count_characters(each) for key in ("options", "choices") for each in part.get(key) or ())


@together
async def test_the_list_of_slash_commands_is_short(shared_env: Environment) -> None:
    registered = [one for one in shared_env.playground.state.all_commands() if one["type"] == 1]
    leaves = [leaf for command in registered for leaf in list_leaves(command)]
    assert len(leaves) <= MOST_LEAVES, [leaf["name"] for leaf in leaves]
    assert {leaf["name"]: len(leaf.get("options", ())) for leaf in leaves if len(leaf.get("options", ())) > 8} == {}
    groups = [group for command in registered for group in list_groups(command)]
    assert all(len(group["options"]) + SPARE <= MOST_IN_GROUP for group in groups)
    assert all(count_characters(command) <= MOST_CHARACTERS for command in registered)
    assert sum(map(count_characters, registered)) <= MOST_CHARACTERS, "all of them together fit into one"


@together
async def test_each_panel_is_a_command_whose_words_fit_a_menu_and_the_list_of_completion(
    shared_env: Environment,
) -> None:
    registered = {one["name"]: one for one in shared_env.playground.state.all_commands() if one["type"] == 1}
    for panel, words in PANELS.items():
        options = {option["name"]: option for option in registered[panel]["options"]}
        assert options["do"]["autocomplete"]
        assert len(words) == len(set(words))
    shown = await shared_env.ann.autocomplete("match", "do", do="")
    assert [choice["value"] for choice in shown] == list(PANELS["match"])[:25]
    for word in PANELS["match"]:
        found = await shared_env.ann.autocomplete("match", "do", do=word)
        assert found[0]["value"] == word, "what is typed whole is chosen at once"


@together
async def test_under_a_board_there_is_one_row_of_buttons(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2], "e4+")
    for post in (contest.board, await _end(contest)):
        assert len(post["components"]) == 1
        assert len(labels(post)) <= 5


async def _end(contest: Contest) -> Json:
    """Let the player to move resign, and return the last board."""
    await contest.resign(contest.people.index(contest.mover) + 1)
    return contest.board


@together
async def test_a_panel_is_short_private_and_answers_what_applies_alone(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    mover, other = contest.mover, next(one for one in contest.people if one is not contest.mover)
    panel = await mover.ask_by_slash("match", contest.thread)
    assert panel["content"].startswith(f"**Martian Life #{contest.number}**: **{mover.name}** to move, since <t:")
    *buttons, menu = panel["components"]
    assert len(buttons) <= 2
    assert all(len(line["components"]) <= 5 for line in buttons)
    assert {"notes", "note", "moves", "words", "history", "export"} <= {
        option["value"] for option in menu["components"][0]["options"]
    }
    assert "plan" not in str(panel["components"]), "it's their turn"
    assert "do:plan" in str((await other.ask_by_slash("match", contest.thread))["components"])
    spectator = await env.cleo.ask_by_slash("match", contest.thread)
    assert labels(spectator) == ["Rules", "Analyse", "Replay"]
