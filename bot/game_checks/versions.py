"""Checks of what a game brings besides rules and pictures: earlier versions of its rules, and an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.game_checks.subject import quote, rejection_of
from games.random_play import play_random_match
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject

_PLIES = 12
_NODES = 20
"""Nodes of a thought, whatever the level."""


def check_versions(subject: Subject) -> Iterator[str]:
    """Matches under earlier versions of the rules are played, read back and drawn."""
    for game in subject.game.info.earlier:
        for number in range(3):
            match = play_random_match(game, subject.seed + number, _PLIES)
            state, rules = match.last, game.info.rules
            last = match.texts[-1] if match.texts else None
            scene = Scene(state, game.info.seats[: match.players], len(match.texts), last)
            subject.renderer.draw(scene)
            if not subject.renderer.alt(scene) or not subject.renderer.text(scene):
                yield f"A position under version {rules} of the rules has no words: the renderer draws all versions."
            again = game.parse_position(game.position(state), match.players, match.options, match.seed)
            if game.position(again) != game.position(state):
                yield f"Version {rules} of the rules doesn't read {quote(game.position(state))} back."


def check_engine(subject: Subject) -> Iterator[str]:
    """The engine of a package plays a legal move at each level, the same one for the same seed."""
    engine, game = subject.engine, subject.game
    if engine is None:
        return
    for match in list(subject.played())[:3]:
        state = next(state for state in reversed(match.states) if game.to_move(state) is not None)
        for level in range(1, len(engine.levels) + 1):
            move = engine.think(state, level, subject.seed, _NODES).move
            if rejection_of(lambda: game.parse(state, move)):  # noqa: B023 - called at once
                yield f"Level {level} of the engine plays {quote(move)} at `{game.position(state)}`, which isn't legal."
            if engine.think(state, level, subject.seed, _NODES).move != move:
                yield f"Level {level} of the engine plays two moves for one seed at `{game.position(state)}`."
