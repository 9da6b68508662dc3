"""Checks of `suggest`, `guide` and `destinations`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bot.game_checks.odd_texts import CHAT
from bot.game_checks.sentences import LONGEST
from bot.game_checks.subject import is_listable, list_some, quote, rejection_of
from games.contract import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject
    from games.contract import Destinations

_LONGEST_SUGGESTION = 100
_LONGEST_PLACE = 8


def check_suggestions(subject: Subject) -> Iterator[str]:
    """`suggest` completes the beginning of every legal move, never wrongly, and shorter lists are the first of all."""
    game = subject.game
    for _, state in subject.lasts():
        if game.to_move(state) is None:
            if game.suggest(state, "", 5):
                yield f"`suggest` offers {game.suggest(state, '', 5)} when the match is over: offer nothing."
            continue
        legal = [game.format(state, move) for move in game.legal(state)] if is_listable(game, state) else []
        some = [game.format(state, move) for move in subject.moves(state)[:4]]
        for typed in ("", *{text[:length] for text in some for length in (1, 2, 3, len(text))}):
            found = game.suggest(state, typed, 25)
            if not found:
                yield f"`suggest` has nothing for {quote(typed)} at `{game.position(state)}`, which begins a move."
            if found != game.suggest(state, typed, 200)[:25] or game.suggest(state, typed, 0):
                yield f"`suggest` must give the first of all texts when it is asked for fewer: {quote(typed)}."
            yield from _find_flaws_of_suggestions(subject, state, found, legal)
        for text in some if legal else ():
            if text not in game.suggest(state, text, 25):
                yield f"`suggest` doesn't offer `{text}` when it is typed in full at `{game.position(state)}`."


def _find_flaws_of_suggestions(subject: Subject, state: Any, found: list[str], legal: list[str]) -> Iterator[str]:
    position = subject.game.position(state)
    if len(found) > 25 or len(set(found)) < len(found):
        yield f"`suggest` gives {len(found)} texts for 25, {len(set(found))} different ones, at `{position}`."
    for text in found:
        if len(text) > _LONGEST_SUGGESTION:
            yield f"The suggestion {quote(text)} has more than {_LONGEST_SUGGESTION} characters."
        if not _begins_a_move(subject, state, text, legal):
            yield f"`suggest` offers {quote(text)} at `{position}`, which begins no legal move."


def _begins_a_move(subject: Subject, state: Any, text: str, legal: list[str]) -> bool:
    """Return whether a text is a legal move or the beginning of one."""
    game = subject.game
    if any(move.startswith(text) for move in legal) or rejection_of(lambda: game.parse(state, text)) is None:
        return True
    longer = [] if legal else [other for other in game.suggest(state, text, 5) if other != text]
    return any(_begins_a_move(subject, state, other, legal) for other in longer)


def check_destinations(subject: Subject) -> Iterator[str]:
    """`destinations` answers for an empty text and for each of its places, rejects chat, and speaks in sentences."""
    game = subject.game
    for _, state in subject.lasts():
        whole = _reach(subject, state, "")
        if isinstance(whole, IllegalMove):
            if game.to_move(state) is not None:
                yield f"`destinations` must answer for an empty text: {quote(whole.reason)}."
            continue
        if game.to_move(state) is None:
            yield "`destinations` must raise `IllegalMove` when the match is over."
        if whole.source:
            yield f"For an empty text `destinations` names no `source`, but gives {whole.source}."
        yield from _find_flaws(whole, "")
        for name in subject.random("places").sample(whole.places, min(6, len(whole.places))):
            found = _reach(subject, state, name)
            if isinstance(found, IllegalMove):
                yield f"`destinations` names {quote(name)} for an empty text, and rejects it: {found.reason}"
        for text in [game.format(state, move) for move in subject.moves(state)[:4]]:
            found = _reach(subject, state, text)
            if not isinstance(found, IllegalMove):
                yield from _find_flaws(found, text)


def check_destinations_of_chat(subject: Subject) -> Iterator[str]:
    """`destinations` rejects chat."""
    for _, state in list(subject.lasts())[:6]:
        for text in (*CHAT, "x" * 100_000, "\u0130" * 4000, "a1" * 5000):
            if not isinstance(_reach(subject, state, text), IllegalMove):
                yield f"`destinations` answers the chat {quote(text)}: raise `IllegalMove`."


def _reach(subject: Subject, state: Any, text: str) -> Destinations | IllegalMove:
    try:
        return subject.game.destinations(state, text)
    except IllegalMove as rejection:
        return rejection


def _find_flaws(found: Destinations, text: str) -> Iterator[str]:
    if not (8 < len(found.words) < LONGEST and found.words[-1] in ".?!" and "\n" not in found.words):
        yield f"The words of `destinations` for {quote(text)} are no sentence on one line: {quote(found.words)}."
    for names in (found.source, found.places):
        if len(set(names)) < len(names):
            yield f"`destinations` names a place twice for {quote(text)}: {list_some(names)}."
        if long := [name for name in names if not 0 < len(name) < _LONGEST_PLACE]:
            yield f"`destinations` gives {list_some(long)} as places for {quote(text)}: use the names of places."
    if set(found.source) & set(found.places):
        yield f"`destinations` names a place as `source` and among the `places` for {quote(text)}."
    if not set(found.fatal) <= set(found.places):
        yield f"`destinations` names fatal places for {quote(text)} that aren't among its places."


def check_order(subject: Subject) -> Iterator[str]:
    """Suggestions come in one order, that of the board, in every position and whoever is to move."""
    game = subject.game
    before: set[tuple[str, str]] = set()
    for match, state in subject.lasts():
        found = game.suggest(state, "", 60)
        turned = next(((one, other) for one, other in pairwise(found) if (other, one) in before), None)
        if turned:
            yield (
                f"`suggest` gives `{turned[0]}` before `{turned[1]}` at `{game.position(state)}` and behind it "
                f"elsewhere (match {match.seed}): keep to the order of the board, whoever is to move."
            )
        before.update((one, other) for at, one in enumerate(found) for other in found[at + 1 :])
