"""All checks of a game, the report of what they found, and how fast it is."""

from __future__ import annotations

import traceback
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Any, TypeAlias

from bot import plugins
from bot.game_checks import fuzz, pictures, rules, texts
from bot.game_checks.subject import LONG, SHORT, Subject, is_listable, rejection_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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
    "places": 0.1,
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
        "guide": lambda: rejection_of(game.guide, state, ""),
        "destinations": lambda: rejection_of(game.destinations, state, ""),
        "position": lambda: game.position(state),
        "parse_position": lambda: _parse_position(subject, scene, position),
        "task": lambda: game.task(state),
        "describe": lambda: game.describe(state, move),
        "draw": lambda: renderer.draw(scene),
        "alt": lambda: renderer.alt(scene),
        "text": lambda: renderer.text(scene),
        "places": lambda: renderer.places(scene),
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


Check: TypeAlias = "Callable[[Subject], Iterator[str]]"

_FRAMES = 3
"""Lines of a package's code that are shown of an exception."""
_HERE = Path(__file__).parent

CHECKS: Mapping[str, Check] = {
    "speed": check_speed,
    "facts": rules.check_facts,
    "help": rules.check_help,
    "options": rules.check_options,
    "legal moves": texts.check_legal_moves,
    "notation": texts.check_notation,
    "chat": texts.check_chat,
    "typed texts": texts.check_typed_texts,
    "fuzz": fuzz.check_fuzz,
    "move counts": texts.check_move_counts,
    "suggestions": texts.check_suggestions,
    "order": texts.check_order,
    "destinations": texts.check_destinations,
    "destinations of chat": texts.check_destinations_of_chat,
    "guide": rules.check_guide,
    "order of choices": rules.check_order_of_choices,
    "states": rules.check_states,
    "replays": rules.check_replays,
    "turns": rules.check_turns,
    "departures": rules.check_departures,
    "position text": rules.check_position_text,
    "damaged positions": rules.check_damaged_positions,
    "pictures": pictures.check_pictures,
    "same pictures": pictures.check_sameness,
    "sizes": pictures.check_sizes,
    "themes": pictures.check_themes,
    "palettes": pictures.check_palettes,
    "last move": pictures.check_last_move,
    "ended matches": pictures.check_ended_matches,
    "highlights": pictures.check_highlights,
    "places": pictures.check_places,
    "names": pictures.check_names,
    "sides": rules.check_sides,
    "diagrams": pictures.check_diagrams,
    "pieces": pictures.check_pieces,
    "words": texts.check_words,
    "distinct words": texts.check_distinct_words,
    "versions": rules.check_versions,
    "engine": rules.check_engine,
}


def run_check(name: str, subject: Subject, most: int = 5) -> list[str]:
    """Return different sentences on what is wrong by one check, at most so many; none if nothing is."""
    found: dict[str, None] = {}
    try:
        for sentence in CHECKS[name](subject):
            found[sentence] = None
            if len(found) == most:
                break
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything, and that is what is reported
        found[describe_error(error)] = None
    return list(found)


def describe_error(error: Exception) -> str:
    """Return what a game raised in a sentence, and below it the last lines of code outside of the checks."""
    said = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent != _HERE]
    if not frames:
        return f"The game returned something of the wrong type: {said}."
    lines = [f"{frame.filename}:{frame.lineno} in {frame.name}: {frame.line}" for frame in frames[-_FRAMES:]]
    return "\n".join([f"The game raised {said}.", *lines])


class UnknownGame(Exception):  # noqa: N818 - what was asked for
    """There is no game of the key; the message is a sentence on those that are there, and on skipped packages."""


def find_subject(key: str, seed: int = 0, *, long: bool = False) -> Subject:
    """Return an installed game for its checks. Raises `UnknownGame`."""
    offered = plugins.read()
    if key not in offered.games:
        sentences = [f"There's no game called {key}; installed: {', '.join(offered.games)}.", *offered.skipped]
        raise UnknownGame(" ".join(sentences))
    engine = offered.engines.get(key)
    return Subject(offered.games[key], offered.renderers[key], engine, seed, LONG if long else SHORT)


def report(subject: Subject, write: Callable[[str], None]) -> bool:
    """Run all checks, write a line for each that passes and the sentences of those that fail; return whether all do."""
    info = subject.game.info
    write(f"{info.title} (`{info.key}`), seed {subject.seed}, {subject.matches} random matches")
    failed = 0
    for name in CHECKS:
        sentences = run_check(name, subject)
        failed += bool(sentences)
        write(f"  {'FAILED' if sentences else 'passed'}  {name}")
        for sentence in sentences:
            write("\n".join(f"          {line}" for line in sentence.splitlines()))
    write(f"{len(CHECKS) - failed} of {len(CHECKS)} checks passed.")
    return not failed
