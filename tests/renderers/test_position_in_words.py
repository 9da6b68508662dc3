"""Whole positions are read back from alt texts and boards in sentences, and compared with what they tell."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from games import GAMES
from games.force_field_factions.state import COLOURS, GHOST
from games.hex_grid import STANDARD
from games.random_play import choose_move
from games.xong.board import standard
from games.zyrcan.field import field
from games.zyrcan.state import remaining_seats
from renderers import RENDERERS, Scene
from renderers.force_field_factions.text import pool
from renderers.xero_g.text import home_row
from renderers.xong import text as sentences
from renderers.xong.catalogue import text as catalogue_text
from tests.renderers import position_reader as reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.renderers.position_reader import Facts

NAMES = ("Annabella Red", "Bartholomew: Row 1", "Cid (Blue)", "Dan to play", "Eve")


SEEDS = {"martian-life": 8}
"""Matches with each setting, for games in which random ones are short."""

PLIES = {"zyrcan": 150}
"""Moves after which a match is left, for games in which something new comes late: the last round."""


def settings(key: str) -> list[tuple[int, dict[str, int | str]]]:
    """Every number of players with every choice of every option, numbers at both ends."""
    info = GAMES[key].info
    choices = [option.choices or (option.low, option.high) for option in info.options]
    counts, names = range(info.min_players, info.max_players + 1), [option.name for option in info.options]
    return [(players, dict(zip(names, values, strict=True))) for players in counts for values in product(*choices)]


def unusual(key: str, options: dict[str, int | str]) -> int:
    """How many options have another word than the default, or their highest number."""
    return sum(options[option.name] not in {option.default, option.low} for option in GAMES[key].info.options)


CASES = [
    pytest.param(key, *each, id=f"{key} {each}", marks=[pytest.mark.thorough] * (unusual(key, each[1]) > 1))
    for key in GAMES
    for each in settings(key)
]


def scenes(key: str, players: int, options: dict[str, int | str], seed: int, plies: int) -> Iterator[Scene]:
    """Yield the scenes of a random match; in matches of three and more a seat leaves sometimes."""
    game, chance = GAMES[key], random.Random(f"{key} {players} {options} {seed}")
    state, names = game.start(players, options, seed), NAMES[:players]
    yield Scene(state, names, 0)
    for ply in range(1, plies + 1):
        if game.to_move(state) is None:
            return
        if players > 2 and chance.random() < 0.01:
            state = game.leave(state, chance.randint(1, players))
            yield Scene(state, names, ply - 1)
            if game.to_move(state) is None:
                return
        move = choose_move(game, state, chance)
        text, state = game.format(state, move), game.play(state, move)
        yield Scene(state, names, ply, text)


def facts_of_xero_g(state: Any) -> Facts:
    task = ("lay" if state.laid < 2 else "fly", home_row(state)) if state.mover else None
    ships = {square: pips for square, pips in enumerate(state.board) if pips}
    return {"ships": ships, "mover": state.mover, "task": task}


def facts_of_martian_life(state: Any) -> Facts:
    pieces = {square: tuple(piece) for square, piece in enumerate(state.board) if piece}
    return {"pieces": pieces, "mover": state.mover, "target": state.target, "unlimited": state.unlimited}


def facts_of_factions(state: Any) -> Facts:
    pieces = {place: tuple(piece) for place, piece in enumerate(state.board) if piece}
    assert all((place >= GHOST) == ("c" in piece[3]) for place, piece in pieces.items())
    left = pool(state)
    stock = {letter: (left[letter, 2], left[letter, 3]) for letter in COLOURS}
    return {"pieces": pieces, "mover": state.mover, "pool": stock}


def facts_of_zyrcan(state: Any) -> Facts:
    remaining = remaining_seats(state)
    deploys = state.phase == "deploy"
    puts = "has to place" if state.mover and any(state.hands[state.mover - 1]) else "has to fly"
    return {
        "players": list(range(1, state.players + 1)),
        "blitzkrieg": state.blitzkrieg,
        "ships": {name: tuple(ship) for name, ship in zip(STANDARD.names, state.board, strict=True) if ship},
        "hands": {
            seat: {engines: count for engines, count in enumerate(state.hands[seat - 1], 1) if count}
            for seat in remaining
            if deploys
        },
        "task": (puts if deploys else "has to capture") if state.mover else "",
        "still": [seat for seat in remaining if state.phase == "last" and state.mover and seat >= state.mover],
        "mover": state.mover,
        "out": set(state.out),
        "cells": {STANDARD.names[cell] for cell in field(state.players).cells},
    }


def facts_of_xong(state: Any) -> Facts:
    hand = state.hand if state.mover else None
    return {"board": state.board.area, "legs": state.legs, "hand": hand, "mover": state.mover}


GAMES_IN_WORDS = {
    "xero-g": (facts_of_xero_g, reader.read_xero_g),
    "martian-life": (facts_of_martian_life, reader.read_martian_life),
    "force-field-factions": (facts_of_factions, reader.read_factions),
    "zyrcan": (facts_of_zyrcan, reader.read_zyrcan),
}


def check(key: str, scene: Scene) -> None:
    """Read a position back from alt text and post alone, and from its board in sentences alone."""
    alt, text = RENDERERS[key].alt(scene), RENDERERS[key].text(scene)
    assert len(alt) <= 1024
    assert len(text) < 1500
    assert text.isascii()
    if key != "xong":
        facts, read = GAMES_IN_WORDS[key]
        assert read(alt) == facts(scene.state) == read(text)
        return
    state, facts = scene.state, facts_of_xong(scene.state)
    assert reader.read_xong(text, standard()) == facts
    if "Xoids played" in text or state.board.area == STANDARD.area:
        assert reader.read_played(text) == set(state.played)
    left = sentences.alt(scene)[1]
    assert len(left) < 1000
    assert "\n" not in left
    assert reader.read_xong(f"{alt} {left}", standard()) == facts


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "players", "options"), CASES)
def test_every_position_is_read_back_from_its_words(key: str, players: int, options: dict[str, int | str]) -> None:
    for seed in range(SEEDS.get(key, 1)):
        for scene in scenes(key, players, options, seed, PLIES.get(key, 45)):
            check(key, scene)


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "players", "options"), CASES)
def test_every_position_of_whole_matches_is_read_back(key: str, players: int, options: dict[str, int | str]) -> None:
    for seed in range(10, 20):
        for scene in scenes(key, players, options, seed, 500):
            check(key, scene)


@pytest.mark.parametrize("seed", range(2))
def test_every_xoid_played_is_read_from_the_catalogue_in_words(seed: int) -> None:
    for scene in scenes("xong", 2, {}, seed, 60):
        words = catalogue_text(scene)
        assert len(words) < 1700
        assert reader.read_catalogue(words) == set(scene.state.played)
