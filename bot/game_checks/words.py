"""Checks of alt texts and of boards in sentences: short, and enough to know the position by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.game_checks.subject import NAMES, quote
from renderers.board.alt_text import LONGEST_ALT
from renderers.board.scene import CatalogueRenderer, GridRenderer, OverflowRenderer, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject
    from games.random_play import RandomMatch

_LONGEST_TEXT = 1500
_LONGEST_OVERFLOW = 1000
_NEIGHBOURS = 150
"""Texts with one other character that are tried of a position."""


def check_words(subject: Subject) -> Iterator[str]:
    """The words name the last move and are short enough for Discord."""
    renderer = subject.renderer
    for scene in subject.scenes(60):
        alt, text = renderer.alt(scene), renderer.text(scene)
        if len(alt) > LONGEST_ALT:
            yield f"The alt text of ply {scene.ply} has {len(alt)} characters, and at most {LONGEST_ALT} are shown."
        if len(text) >= _LONGEST_TEXT:
            yield f"The text of ply {scene.ply} has {len(text)} characters: keep it under {_LONGEST_TEXT}."
        for kind, words in (("alt text", alt), ("text", text)):
            if scene.move and scene.move not in words:
                yield f"The {kind} of ply {scene.ply} doesn't name the last move, `{scene.move}`."
        if isinstance(renderer, OverflowRenderer):
            rest = renderer.overflow(scene)
            if len(rest) >= _LONGEST_OVERFLOW or "\n" in rest:
                yield f"The overflow of ply {scene.ply} is one line of fewer than {_LONGEST_OVERFLOW} characters."
        if isinstance(renderer, GridRenderer) and len(renderer.grid(scene)) >= _LONGEST_TEXT:
            yield f"The board in letters of ply {scene.ply} has more than {_LONGEST_TEXT} characters."


def check_distinct_words(subject: Subject) -> Iterator[str]:
    """No two positions that go on have the same words: neither of a match, nor those that differ in one character."""
    game = subject.game
    for match in subject.played():
        told: dict[tuple[str, str], str] = {}
        chance = subject.random(f"words {match.seed}")
        positions = list(dict.fromkeys(game.position(state) for state in match.states))
        last = positions[-1]
        near = [
            last[:at] + letter + last[at + 1 :]
            for at in range(len(last))
            for letter in sorted(set("".join(positions)) - {last[at]})
        ]
        for text in (*positions, *chance.sample(near, min(_NEIGHBOURS, len(near)))):
            state = _read(subject, match, text)
            if state is None or game.to_move(state) is None:
                continue
            scene = Scene(state, NAMES[: match.players], 0)
            for kind, words in _tell(subject, scene).items():
                other = told.setdefault((kind, words), game.position(state))
                if other != game.position(state):
                    yield (
                        f"The {kind} of two positions is the same, {quote(words)}: tell what differs between "
                        f"`{other}` and `{game.position(state)}`."
                    )


def _read(subject: Subject, match: RandomMatch, text: str) -> Any:
    """Return the position of a text, or None if it has none."""
    try:
        return subject.game.parse_position(text, match.players, match.options, match.seed)
    except ValueError:
        return None


def _tell(subject: Subject, scene: Scene) -> dict[str, str]:
    """Return all that stands beside a picture, and in its place, with the catalogue if there is one."""
    renderer = subject.renderer
    rest = renderer.overflow(scene) if isinstance(renderer, OverflowRenderer) else ""
    catalogue = renderer.catalogue_text(scene) if isinstance(renderer, CatalogueRenderer) else ""
    return {"alt text": f"{renderer.alt(scene)} {rest} {catalogue}", "text": f"{renderer.text(scene)} {catalogue}"}
