"""Checks of the time that calls take: processor time of the quickest of three tries, with a generous limit."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Any

from bot.game_checks.subject import is_listable, rejection_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.game_checks.subject import Subject
    from renderers.board.scene import Scene

SECONDS: Mapping[str, float] = {
    "parse": 0.05,
    "format": 0.02,
    "play": 0.05,
    "legal": 0.5,
    "suggest": 0.3,
    "guide": 0.3,
    "destinations": 0.3,
    "position": 0.02,
    "parse_position": 0.05,
    "task": 0.05,
    "describe": 0.05,
    "draw": 0.3,
    "alt": 0.1,
    "text": 0.1,
}
"""The limit of each call."""
_TRIES = 3


def check_speed(subject: Subject) -> Iterator[str]:
    """No call takes so long that players or other matches would wait for it."""
    for scene in subject.scenes(8):
        if subject.game.to_move(scene.state) is None:
            continue
        for name, call in _list_calls(subject, scene).items():
            took = min(_time(call) for _ in range(_TRIES))
            if took > SECONDS[name]:
                yield (
                    f"`{name}` takes {took:.2f} seconds at `{subject.game.position(scene.state)}`: at most "
                    f"{SECONDS[name]}, so that nobody waits."
                )


def _list_calls(subject: Subject, scene: Scene) -> dict[str, Callable[[], object]]:
    """Return the calls to time in a position, by name."""
    game, renderer, state = subject.game, subject.renderer, scene.state
    move: Any = subject.moves(state)[0]
    text, position = game.format(state, move), game.position(state)
    calls: dict[str, Callable[[], object]] = {
        "parse": lambda: game.parse(state, text),
        "format": lambda: game.format(state, move),
        "play": lambda: game.play(state, move),
        "suggest": lambda: game.suggest(state, "", 25),
        "guide": lambda: rejection_of(lambda: game.guide(state, "")),
        "destinations": lambda: rejection_of(lambda: game.destinations(state, "")),
        "position": lambda: game.position(state),
        "parse_position": lambda: _parse_position(subject, scene, position),
        "task": lambda: game.task(state),
        "describe": lambda: game.describe(state, move),
        "draw": lambda: renderer.draw(scene),
        "alt": lambda: renderer.alt(scene),
        "text": lambda: renderer.text(scene),
    }
    return calls | ({"legal": lambda: game.legal(state)} if is_listable(game, state) else {})


def _parse_position(subject: Subject, scene: Scene, position: str) -> None:
    """Read a position by the default options, which may not fit it."""
    try:
        subject.game.parse_position(position, len(scene.names))
    except ValueError:
        return


def _time(call: Callable[[], object]) -> float:
    began = thread_time()
    call()
    return thread_time() - began
