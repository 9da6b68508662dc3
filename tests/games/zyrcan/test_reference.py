"""Zyrcan against a slow second implementation, on positions of random matches from which seats leave at random."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.contract import find_version
from games.zyrcan import Zyrcan
from tests.games.zyrcan.reference import Reference

if TYPE_CHECKING:
    from games.contract import Game
    from games.zyrcan.state import State

GAME = Zyrcan()
MATCHES = {("standard", 1): 2, ("standard", 2): 6, ("blitzkrieg", 1): 1, ("blitzkrieg", 2): 4}
"""How many random matches are compared, by variant and round."""
SCATTERED = {1: 10, 2: 30}
"""How many positions with ships strewn over the board are compared, by round."""
ROUNDS = pytest.mark.parametrize("round_", [1, pytest.param(2, marks=pytest.mark.thorough)])
"""A second, longer round, with other positions, runs with `--thorough`."""
RECORDED = sorted((Path(__file__).parents[1] / "golden").glob("zyrcan-*.json"))


def check_end(state: State, reference: Reference) -> None:
    result = GAME.result(state)
    assert (result is None) == (reference.phase != "over")
    if result is not None:
        assert list(result.places) == reference.places
        assert result.points == tuple(reference.score(seat)[0] for seat in range(1, reference.players + 1))


@ROUNDS
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("variant", "rules"), [("standard", 2), ("blitzkrieg", 2), ("blitzkrieg", 1)])
@pytest.mark.parametrize("leaving", [0, 0.02, 0.1], ids=["loyal", "restless", "fleeting"])
def test_both_implementations_agree_on_every_position_of_random_matches(
    players: int, variant: str, rules: int, leaving: float, round_: int
) -> None:
    chance, game = Random(f"{players} {variant} {rules} {leaving} {round_}"), find_game(rules)
    for _ in range(MATCHES[variant, round_]):
        state, reference = game.start(players, {"variant": variant}, 0), Reference(players, variant, rules)
        while reference.phase != "over":
            assert game.position(state) == reference.position()
            assert game.to_move(state) == reference.mover
            assert game.task(state)
            if chance.random() < leaving:
                seat = chance.randint(1, players)
                state = game.leave(state, seat)
                reference.leave(seat)
                check_end(state, reference)
                continue
            moves = game.legal(state)
            texts = [game.format(state, move) for move in moves]
            # Blitzkrieg's first phase has hundreds of moves a position; a fifth of its positions are compared in full.
            if len(texts) < 100 or chance.random() < 0.2:
                assert len(texts) == len(set(texts))
                assert set(texts) == reference.legal()
            move = chance.choice(moves)
            text = game.format(state, move)
            assert game.parse(state, text) == move
            state = game.play(state, move)
            reference.play(text)
            check_end(state, reference)
        assert game.position(state) == reference.position()
        assert game.legal(state) == ()


@ROUNDS
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("phase", ["deploy", "attack", "last"])
@pytest.mark.parametrize("rules", [1, 2])
def test_both_agree_on_blitzkrieg_positions_that_play_seldom_reaches(
    players: int, phase: str, rules: int, round_: int
) -> None:
    chance, game = Random(f"{players} {phase} {round_}"), find_game(rules)
    found = 0
    while found < SCATTERED[round_]:
        reference = scatter(chance, players, phase, rules)
        legal = reference.legal()
        if not legal:
            with pytest.raises(ValueError, match="nothing to play"):
                game.parse_position(reference.position(), players, {"variant": "blitzkrieg"})
            continue
        found += 1
        state = game.parse_position(reference.position(), players, {"variant": "blitzkrieg"})
        assert game.task(state)
        texts = {game.format(state, move) for move in game.legal(state)}
        assert texts == legal
        text = chance.choice(sorted(texts))
        state = game.play(state, game.parse(state, text))
        reference.play(text)
        assert game.position(state) == reference.position()
        check_end(state, reference)


def find_game(rules: int) -> Game[State, Any]:
    game = find_version(GAME, rules)
    assert game
    return game


def scatter(chance: Random, players: int, phase: str, rules: int) -> Reference:
    """A position with ships strewn over the board, few ships left in the hands, and any seat to move."""
    reference = Reference(players, "blitzkrieg", rules)
    cells = chance.sample(reference.cells, chance.randint(players, len(reference.cells)))
    for name in cells:
        seat, engines = chance.randint(1, players), chance.choice((1, 2, 2, 3))
        if reference.hands[seat][engines]:
            reference.hands[seat][engines] -= 1
            reference.board[name] = f"{seat}{engines}"
    for hand in reference.hands.values():
        for engines, count in hand.items():
            hand[engines] = 0 if phase != "deploy" or chance.random() < 0.7 else chance.randint(0, count)
    reference.phase, reference.mover = phase, chance.randint(1, players)
    return reference


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_the_reference_agrees_with_the_recorded_matches(file: Path) -> None:
    match = json.loads(file.read_text(encoding="utf-8"))
    reference = Reference(match["players"], match["options"]["variant"], match["rules"])
    for text, *position in match["moves"]:
        if text.startswith("leave "):
            reference.leave(int(text.removeprefix("leave ")))
        else:
            reference.play(text)
        assert position in ([], [reference.position()])
    assert match["result"]["places"] == reference.places
    assert match["result"]["points"] == [reference.score(seat)[0] for seat in range(1, reference.players + 1)]
