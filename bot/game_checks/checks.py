"""All checks by their names, and how one of them is run."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bot.game_checks import (
    diagrams,
    facts,
    fuzz,
    guide,
    notation,
    palettes,
    pictures,
    pieces,
    position_text,
    speed,
    states,
    suggestions,
    turned_boards,
    versions,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.game_checks.subject import Subject

Check: TypeAlias = "Callable[[Subject], Iterator[str]]"

_FRAMES = 3
"""Lines of a package's code that are shown of an exception."""
_HERE = Path(__file__).parent

CHECKS: Mapping[str, Check] = {
    "speed": speed.check_speed,
    "facts": facts.check_facts,
    "help": facts.check_help,
    "options": facts.check_options,
    "legal moves": notation.check_legal_moves,
    "notation": notation.check_notation,
    "chat": notation.check_chat,
    "typed texts": notation.check_typed_texts,
    "fuzz": fuzz.check_fuzz,
    "move counts": notation.check_move_counts,
    "suggestions": suggestions.check_suggestions,
    "order": suggestions.check_order,
    "destinations": suggestions.check_destinations,
    "destinations of chat": suggestions.check_destinations_of_chat,
    "guide": guide.check_guide,
    "order of choices": guide.check_order_of_choices,
    "states": states.check_states,
    "replays": states.check_replays,
    "turns": states.check_turns,
    "departures": states.check_departures,
    "position text": position_text.check_position_text,
    "damaged positions": position_text.check_damaged_positions,
    "pictures": pictures.check_pictures,
    "same pictures": pictures.check_sameness,
    "sizes": pictures.check_sizes,
    "themes": pictures.check_themes,
    "palettes": palettes.check_palettes,
    "last move": pictures.check_last_move,
    "ended matches": pictures.check_ended_matches,
    "highlights": pictures.check_highlights,
    "names": pictures.check_names,
    "sides": turned_boards.check_sides,
    "diagrams": diagrams.check_diagrams,
    "pieces": pieces.check_pieces,
    "words": words.check_words,
    "distinct words": words.check_distinct_words,
    "versions": versions.check_versions,
    "engine": versions.check_engine,
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
