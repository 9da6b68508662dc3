"""Choices and completions in every game: a match can be played by them alone, in the order of the board."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot import plugins
from bot.game_checks.rules import walk
from games import GAMES
from games.guide import LONGEST_WORDS, shorten_words
from games.random_play import play_random_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.contract import Game

INSTALLED = plugins.read().games
LONG_AT_RANDOM = {"force-field-factions"}
"""Games of which a random match takes thousands of moves."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=key, marks=[pytest.mark.thorough] * (key in LONG_AT_RANDOM))
        for key, game in INSTALLED.items()
    ],
)
def test_a_match_is_played_to_its_end_by_choices_alone(game: Game[Any, Any]) -> None:
    chance, state = Random(7), game.start(game.info.min_players, {}, 7)
    for _ in range(4000):
        if game.to_move(state) is None:
            break
        move, _, flaws = walk(game, state, chance)
        assert flaws == []
        state = game.play(state, game.parse(state, move))
    assert game.result(state) is not None


def test_long_words_are_cut_behind_a_whole_word() -> None:
    assert shorten_words("d4 dies") == "d4 dies"
    cut = shorten_words("pushes " + "pieces to c3, " * 10)
    assert len(cut) <= LONGEST_WORDS
    assert cut.endswith("c3, pieces \u2026")


MATCHES, PLIES, ALL = 4, 30, 100_000
HEXAGONS = ("zyrcan", "xong")
SIDES = ("e", "ne", "nw", "w", "sw", "se")

every_game = pytest.mark.parametrize("key", GAMES)


def placed(key: str, name: str) -> tuple[int, int, int]:
    """Return where a place lies: its row from the lowest, its column from the west, and the side of a hexagon."""
    if name == "base":
        return (99, 0, 0)
    found = re.fullmatch(r"([a-z])([0-9]+)(e|ne|nw|w|sw|se)?", name)
    assert found, name
    letter, number, side = ord(found[1]) - ord("a"), int(found[2]), SIDES.index(found[3]) if found[3] else 0
    return (letter, number, side) if key in HEXAGONS else (number, letter, side)


def order(key: str, text: str) -> list[tuple[int, int, int]]:
    """Return the places of a text in its order, and behind the first the engines that a ship of Zyrcan comes with."""
    if key == "xong":
        return sorted(placed(key, name) for name in text.partition(" give")[0].split()[1:])
    if key == "force-field-factions":
        return [placed(key, text[:2])]
    places = [placed(key, name) for name in re.findall(r"base|[a-i][1-9]", text)]
    engines = re.match(r"([123])@", text)
    return [*places[:1], *([(int(engines[1]), 0, 0)] if engines else []), *places[1:]]


def positions(key: str) -> Iterator[Any]:
    """Yield positions of random matches in which somebody is to move."""
    game = GAMES[key]
    for seed in range(MATCHES):
        states = [state for state in play_random_match(game, seed, PLIES).states if game.to_move(state) is not None]
        yield from states[::4]


def texts_to_complete(game: Game[Any, Any], state: Any) -> list[str]:
    """Return texts to complete: none, and some that completions of none lead to."""
    first = game.suggest(state, "", 200)
    return ["", *Random(len(first)).sample(first, min(3, len(first)))]


@every_game
def test_suggestions_stand_in_the_order_of_the_board(key: str) -> None:
    game = GAMES[key]
    for state in positions(key):
        for text in texts_to_complete(game, state):
            if key == "xong" and text:
                continue  # what follows a placement are gifts, in the order of the catalogue
            found = game.suggest(state, text, ALL if key != "xong" else 200)
            assert found
            if key == "xong" and found[0].startswith("give"):
                continue
            if re.fullmatch(r"[1-3]{6}", found[0]):
                assert found == sorted(found)
            else:
                orders = [order(key, one) for one in found]
                assert orders == sorted(orders)
