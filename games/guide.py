"""What the games' calls of `guide` share: steps made from the parts of all legal moves' texts."""

from __future__ import annotations

from string import digits
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from games.contract import Choice, Destinations, IllegalMove, Step
from games.move_texts import beginnings, places_in
from games.rejections import illegal, match_over
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from games.contract import Game

MOST_CHOICES = 75
"""How many moves the default lists at once; of more, it asks for a place first."""

LONGEST_LABEL, LONGEST_WORDS = 60, 100
"""Characters of the parts of a `Choice`."""


def guide_by_list(
    game: Game[Any, Any], state: Any, text: str, places_of: Callable[[Any, Any], tuple[str, ...]]
) -> Step:
    """Return the step after `text` in a game whose moves can all be listed. Raises `IllegalMove`.

    `places_of` returns the places of a move in a state, in its order. A choice stands for those that come behind the
    ones in `text`, a column for those of the choices that come next.
    """
    moves = {game.format(state, move): move for move in game.legal(state)}
    paths = _paths_to(list(moves))
    next_texts, move = next_parts(paths, text)

    def find_places(each: str) -> tuple[str, ...]:
        named = places_of(state, moves[each]) if each in moves else places_in(each)
        return named[len(places_in(text)) :]

    choices: list[Choice] = []
    for each in next_texts:
        words = shorten_words(game.describe(state, moves[each])) if each in moves else ""
        places = find_places(each)
        if not places and each not in moves:
            places = [place for below in next_parts(paths, each)[0] for place in find_places(below)]
        choices.append(Choice(each[:LONGEST_LABEL], each, words, places=tuple(dict.fromkeys(places))))
    question = _("How does {move} go on?").format(move=text) if text else _("Which move?")
    question = question if choices else ""
    return Step(question, tuple(choices), highlights(game.destinations, state, text), move)


def _paths_to(names: Sequence[str], depth: int = 0) -> list[list[str]]:
    """Return the texts that lead to each move: of many, first their beginnings, and of many of these, the columns."""
    if len(names) <= MOST_CHOICES:
        return [[name] for name in names]
    begun: dict[str, list[str]] = {}
    for name in names:
        texts = beginnings(name)
        begun.setdefault(texts[min(depth, len(texts) - 1)], []).append(name)
    paths: list[list[str]] = []
    for text, members in begun.items():
        column = [text.rstrip(digits)] * (len(begun) > MOST_CHOICES)
        paths += [list(dict.fromkeys([*column, text, *path])) for path in _paths_to(members, depth + 1)]
    return paths


def next_parts(moves: Iterable[Sequence[str]], text: str) -> tuple[list[str], str]:
    """Return the texts that can follow `text`, each once, and `text` itself if it is a move, else an empty text.

    Each move is given as the texts that lead to it, the move's own the last. Raises `IllegalMove` if no move has `text`
    among them.
    """
    found: dict[str, None] = {}
    known, move = False, ""
    for parts in moves:
        if text and text not in parts:
            continue
        known = True
        at = parts.index(text) + 1 if text else 0
        if at < len(parts):
            found[parts[at]] = None
        else:
            move = text
    if not known:
        raise reject(text)
    return [*found], move


def reject(text: str) -> IllegalMove:
    """Return the rejection of a text that doesn't come from a choice."""
    if not text:
        return match_over()
    typed = text[:40].replace("`", "'")
    return illegal(_("`{typed}` can't be chosen here.").format(typed=typed))


def shorten_words(words: str) -> str:
    """Return the words of a choice, cut behind a whole word if they are too long."""
    return shorten(words, LONGEST_WORDS, placeholder=" \u2026")


def highlights(call: Callable[[Any, str], Destinations], state: Any, text: str) -> Destinations:
    """Return the destinations of what a half-typed move names, none for a part that names nothing that can go."""
    try:
        return call(state, text)
    except IllegalMove:
        return Destinations((), (), "")
