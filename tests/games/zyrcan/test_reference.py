"""Zyrcan against a slow second implementation, on positions of random matches from which seats leave at random."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.contract import find_version
from games.zyrcan import Zyrcan
from tests.games.zyrcan.reference import Twin

if TYPE_CHECKING:
    from games.contract import Game
    from games.zyrcan.state import State

GAME = Zyrcan()
MATCHES = {"standard": 12, "blitzkrieg": 8}
RECORDED = sorted((Path(__file__).parents[1] / "golden").glob("zyrcan-*.json"))


def check_end(state: State, twin: Twin) -> None:
    result = GAME.result(state)
    assert (result is None) == (twin.phase != "over")
    if result is not None:
        assert list(result.places) == twin.places
        assert result.points == tuple(twin.score(seat)[0] for seat in range(1, twin.players + 1))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("variant", "rules"), [("standard", 2), ("blitzkrieg", 2), ("blitzkrieg", 1)])
@pytest.mark.parametrize("leaving", [0, 0.02, 0.1], ids=["loyal", "restless", "fleeting"])
def test_both_implementations_agree_on_every_position_of_random_matches(
    players: int, variant: str, rules: int, leaving: float
) -> None:
    chance, game = Random(f"{players} {variant} {leaving}"), under(rules)
    for _ in range(MATCHES[variant]):
        state, twin = game.start(players, {"variant": variant}, 0), Twin(players, variant, rules)
        while twin.phase != "over":
            assert game.position(state) == twin.position()
            assert game.to_move(state) == twin.mover
            assert game.task(state)
            if chance.random() < leaving:
                seat = chance.randint(1, players)
                state = game.leave(state, seat)
                twin.leave(seat)
                check_end(state, twin)
                continue
            moves = game.legal(state)
            texts = [game.format(state, move) for move in moves]
            # Blitzkrieg's first phase has hundreds of moves a position; a fifth of its positions are compared in full.
            if len(texts) < 100 or chance.random() < 0.2:
                assert len(texts) == len(set(texts))
                assert set(texts) == twin.legal()
            move = chance.choice(moves)
            text = game.format(state, move)
            assert game.parse(state, text) == move
            state = game.play(state, move)
            twin.play(text)
            check_end(state, twin)
        assert game.position(state) == twin.position()
        assert game.legal(state) == ()


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("phase", ["deploy", "attack", "last"])
@pytest.mark.parametrize("rules", [1, 2])
def test_both_agree_on_blitzkrieg_positions_that_play_seldom_reaches(players: int, phase: str, rules: int) -> None:
    chance, game = Random(f"{players} {phase}"), under(rules)
    found = 0
    while found < 60:
        twin = scattered(chance, players, phase, rules)
        if not twin.legal():
            with pytest.raises(ValueError, match="nothing to play"):
                game.parse_position(twin.position(), players, {"variant": "blitzkrieg"})
            continue
        found += 1
        state = game.parse_position(twin.position(), players, {"variant": "blitzkrieg"})
        assert game.task(state)
        texts = {game.format(state, move) for move in game.legal(state)}
        assert texts == twin.legal()
        text = chance.choice(sorted(texts))
        state = game.play(state, game.parse(state, text))
        twin.play(text)
        assert game.position(state) == twin.position()
        check_end(state, twin)


def under(rules: int) -> Game[State, Any]:
    game = find_version(GAME, rules)
    assert game
    return game


def scattered(chance: Random, players: int, phase: str, rules: int) -> Twin:
    """A position with ships strewn over the board, few ships left in the hands, and any seat to move."""
    twin = Twin(players, "blitzkrieg", rules)
    cells = chance.sample(twin.cells, chance.randint(players, len(twin.cells)))
    for name in cells:
        seat, engines = chance.randint(1, players), chance.choice((1, 2, 2, 3))
        if twin.hands[seat][engines]:
            twin.hands[seat][engines] -= 1
            twin.board[name] = f"{seat}{engines}"
    for hand in twin.hands.values():
        for engines, count in hand.items():
            hand[engines] = 0 if phase != "deploy" or chance.random() < 0.7 else chance.randint(0, count)
    twin.phase, twin.mover = phase, chance.randint(1, players)
    return twin


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_the_twin_agrees_with_the_recorded_matches(file: Path) -> None:
    match = json.loads(file.read_text(encoding="utf-8"))
    twin = Twin(match["players"], match["options"]["variant"], match["rules"])
    for text, *position in match["moves"]:
        if text.startswith("leave "):
            twin.leave(int(text.removeprefix("leave ")))
        else:
            twin.play(text)
        assert position in ([], [twin.position()])
    assert match["result"]["places"] == twin.places
    assert match["result"]["points"] == [twin.score(seat)[0] for seat in range(1, twin.players + 1)]
