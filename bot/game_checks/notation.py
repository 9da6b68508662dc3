"""Checks of moves and of what players type: `legal`, `format`, `parse` and `describe`."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Any

from bot.game_checks.odd_texts import CHAT, LONG, damage, make_noise
from bot.game_checks.sentences import find_flaw_in_reason
from games.contract import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bot.game_checks.subject import Subject

_KINDS = {"not_a_move", "unfinished", "illegal"}
_SECONDS_FOR_LONG_TEXTS = 0.25
_NOISE = 60
"""Texts of noise for a position."""


def check_moves(subject: Subject) -> Iterator[str]:
    """Every legal move is listed once and read back as itself, in capitals and in backticks, too."""
    game = subject.game
    for match in subject.played:
        state = match.last
        listed = subject.listed(state)
        if listed is not None and len(set(listed)) < len(listed):
            yield f"`legal` lists a move twice after {match.texts}."
        texts: dict[str, Any] = {}
        for move in subject.some_moves(state):
            text = game.format(state, move)
            if text in texts:
                yield f"Two moves are both written `{text}`."
            texts[text] = move
            for typed in (text, f"  `{text.upper()}` "):
                if (read := subject.read(state, typed)) != move:
                    yield f"`parse` reads `{typed.strip()}`, which `format` wrote, as {_said(read)}."
            if len(game.describe(state, move)) <= 5:
                yield f"`describe` says nothing of `{text}`: return a clause such as `places a stone on c4`."


def check_typed_texts(subject: Subject) -> Iterator[str]:
    """Whatever is typed is read as a legal move or refused with a sentence, and nothing else is raised."""
    game, rng = subject.game, subject.rng()
    for match in subject.played:
        state, listed = match.last, subject.listed(match.last)
        reached = {game.position(game.play(state, move)) for move in listed} if listed and len(listed) < 100 else None
        texts = [damage(rng, game.format(state, move)) for move in subject.some_moves(state)]
        for text in (*texts, *(make_noise(rng) for _ in range(_NOISE))):
            read = subject.read(state, text)
            if isinstance(read, IllegalMove):
                yield from _faults_of_refusal(text, read)
            elif game.parse(state, game.format(state, read)) != read:
                yield f"`{text}` is read as a move whose text, `{game.format(state, read)}`, isn't read as that move."
            elif reached is not None and game.position(game.play(state, read)) not in reached:
                yield f"`{text}` is taken, but leads where no legal move leads."


def check_chat(subject: Subject) -> Iterator[str]:
    """Chat is refused as no move, and a very long text at once."""
    for state in subject.played[-1].states[:6]:
        for text in CHAT:
            read = subject.read(state, text)
            if not isinstance(read, IllegalMove) or read.kind != "not_a_move":
                yield f"`{text}` is chat, but it is {_said(read)}: let `shape` match only what looks like a move."
        for text in LONG:
            began = thread_time()
            read = subject.read(state, text)
            if not isinstance(read, IllegalMove) or read.kind != "not_a_move":
                yield f"A text of {len(text)} characters is {_said(read)}, and no move."
            if thread_time() - began > _SECONDS_FOR_LONG_TEXTS:
                yield f"`parse` takes over {_SECONDS_FOR_LONG_TEXTS} s for {len(text)} characters: refuse long texts."


def check_suggestions(subject: Subject) -> Iterator[str]:
    """What begins as a legal move is completed, once each and never wrongly."""
    game, rng = subject.game, subject.rng()
    for match in subject.played:
        state = match.last
        listed = subject.listed(state)
        whole = {game.format(state, move) for move in listed or ()}
        for move in subject.some_moves(state)[:5]:
            text = game.format(state, move)
            if game.suggest(state, text, 0):
                yield "`suggest` gives completions beyond a limit of 0."
            found = game.suggest(state, text[: rng.randint(0, 6)], 25)
            yield from (
                _faults_of_suggestions(subject, state, found, whole)
                if found
                else (f"`suggest` finds nothing for the beginning of `{text}`.",)
            )
        if game.to_move(state) is None and game.suggest(state, "", 5):
            yield "`suggest` gives completions when the match is over."


def _faults_of_suggestions(subject: Subject, state: Any, found: list[str], whole: Collection[str]) -> Iterator[str]:
    if len(set(found)) < len(found) or len(found) > 25:
        yield f"`suggest` gives a completion twice, or more than the limit: {found[:8]}."
    for each in found:
        if len(each) > 100:
            yield f"The suggestion `{each[:40]}...` is longer than 100 characters."
        if not _begins_a_move(subject, state, each, whole):
            yield f"The suggestion `{each}` begins no legal move."


def _begins_a_move(subject: Subject, state: Any, text: str, whole: Collection[str]) -> bool:
    if not isinstance(subject.read(state, text), IllegalMove):
        return True
    if whole:
        return any(move.startswith(text) for move in whole)
    longer = subject.game.suggest(state, text, 5)
    return any(each != text and _begins_a_move(subject, state, each, whole) for each in longer)


def _faults_of_refusal(text: str, refused: IllegalMove) -> Iterator[str]:
    if refused.kind not in _KINDS:
        yield f"`{text}` is refused with the kind `{refused.kind}`, which there isn't."
    if flaw := find_flaw_in_reason(refused.reason):
        yield f"The reason why `{text}` is refused {flaw}: {refused.reason}"


def _said(read: Any) -> str:
    return f"refused as {read.kind} ({read.reason})" if isinstance(read, IllegalMove) else f"the move {read!r}"
