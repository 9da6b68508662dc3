"""Checks of `legal`, `parse`, `format` and `describe`."""

from __future__ import annotations

from itertools import pairwise
from time import thread_time
from typing import TYPE_CHECKING, Any

from bot.game_checks.odd_texts import CHAT, LONG, damage, make_noise
from bot.game_checks.sentences import find_flaw_in_reason
from bot.game_checks.subject import is_listable, list_some, quote, rejection_of
from games.contract import IllegalMove
from games.random_play import choices, play_random_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject

_KINDS = {"not_a_move", "unfinished", "illegal"}
_CHAT_SECONDS = 0.25
_NOISE = 60
"""Texts of noise for a position."""


def check_legal_moves(subject: Subject) -> Iterator[str]:
    """`legal` lists every move once and in a fixed order, the same in every position."""
    game = subject.game
    before: dict[tuple[str, str], int] = {}
    for match, state in subject.lasts():
        if not is_listable(game, state):
            continue
        moves = list(game.legal(state))
        position = game.position(state)
        if len(set(moves)) < len(moves):
            twice = [move for move in set(moves) if moves.count(move) > 1]
            yield f"`legal` lists {list_some([game.format(state, move) for move in twice])} twice at `{position}`."
        if moves != list(game.legal(state)):
            yield f"`legal` gives another order when it is asked again at `{position}`."
        if bool(moves) != (game.to_move(state) is not None):
            yield f"`legal` lists {len(moves)} moves at `{position}`, where the seat to move is {game.to_move(state)}."
        texts = [game.format(state, move) for move in subject.moves(state)]
        turned = next(((one, other) for one, other in pairwise(texts) if (other, one) in before), None)
        if turned:
            yield (
                f"`legal` lists `{turned[0]}` before `{turned[1]}` at `{position}` and behind it elsewhere (match "
                f"{match.seed}): give all moves in the order of the board, not in that of a set."
            )
        before.update(dict.fromkeys(((one, other) for at, one in enumerate(texts) for other in texts[at + 1 :]), 1))


def check_notation(subject: Subject) -> Iterator[str]:
    """`parse` reads back what `format` writes, in capitals and code spans too, and `describe` says what it does."""
    game = subject.game
    for _, state in subject.lasts():
        texts: dict[str, Any] = {}
        for move in subject.moves(state):
            text = game.format(state, move)
            if text in texts:
                yield f"`format` writes two moves as `{text}` at `{game.position(state)}`."
            texts[text] = move
            for typed in (text, f"  `{text.upper()}` "):
                yield from _read_back(subject, state, typed, move)
            if len(game.describe(state, move)) <= 5:
                yield f"`describe` says {quote(game.describe(state, move))} about `{text}`: say what the move does."


def _read_back(subject: Subject, state: Any, typed: str, move: Any) -> Iterator[str]:
    """Yield what is wrong if a text isn't read as a move."""
    game = subject.game
    try:
        read = game.parse(state, typed)
    except IllegalMove as rejection:
        yield (
            f"`parse` doesn't take {quote(typed)}, a legal move at `{game.position(state)}`, but says: "
            f"{rejection.reason}"
        )
        return
    if read != move:
        yield f"`parse` reads {quote(typed)} as `{game.format(state, read)}` at `{game.position(state)}`."


def check_chat(subject: Subject) -> Iterator[str]:
    """Chat is never a move, and a very long text is known for chat at once."""
    game = subject.game
    for state in play_random_match(game, subject.seed, 10).states[::2]:
        for text in CHAT:
            rejection = rejection_of(lambda at=state, typed=text: game.parse(at, typed))
            if rejection is None or rejection.kind != "not_a_move":
                kind = f"it is `{rejection.kind}`" if rejection else "it is read as a move"
                yield f"The chat {quote(text)} must be rejected as `not_a_move`, but {kind}: tighten the notation."
    for state in play_random_match(game, subject.seed, 10).states[::4]:
        for text in LONG:
            began = thread_time()
            rejection = rejection_of(lambda at=state, typed=text: game.parse(at, typed))
            took = thread_time() - began
            if rejection is None or rejection.kind != "not_a_move":
                yield f"The text {quote(text)} must be rejected as `not_a_move`: limit the length of a move."
            if took > _CHAT_SECONDS:
                yield (
                    f"`parse` took {took:.2f} seconds to reject {quote(text)}: limit the length before you look closer."
                )


def check_move_counts(subject: Subject) -> Iterator[str]:
    """Two moves deep there are as many sequences by the moves of `legal` as by reading their texts."""
    game = subject.game
    for match in subject.played():
        state = match.last
        if not is_listable(game, state):
            continue
        for move in subject.moves(state)[:6]:
            listed, parsed = game.play(state, move), game.play(state, game.parse(state, game.format(state, move)))
            counts = [len(choices(game, after)) for after in (listed, parsed)]
            if counts[0] != counts[1]:
                yield (
                    f"After `{game.format(state, move)}` at `{game.position(state)}` there are {counts[0]} moves, and "
                    f"{counts[1]} if the move is read from its text."
                )


def check_typed_texts(subject: Subject) -> Iterator[str]:
    """Whatever is typed is read as a move that leads where a legal one leads, or rejected in a sentence."""
    game, chance = subject.game, subject.random("typed texts")
    for match in subject.played():
        state = match.last
        reached = _find_reached(subject, state)
        texts = [damage(chance, game.format(state, move)) for move in subject.moves(state)]
        for text in (*texts, *(make_noise(chance) for _ in range(_NOISE))):
            rejection = rejection_of(lambda: game.parse(state, text))  # noqa: B023 - called at once
            if rejection:
                yield from _find_flaws(text, rejection)
                continue
            move = game.parse(state, text)
            if game.parse(state, game.format(state, move)) != move:
                yield f"{quote(text)} is read as a move that is written `{game.format(state, move)}`, another move."
            if reached and game.position(game.play(state, move)) not in reached:
                yield f"{quote(text)} is taken at `{game.position(state)}`, and leads where no legal move leads."


def _find_reached(subject: Subject, state: Any) -> set[str]:
    """Return the positions that legal moves lead to; none where they are many."""
    game = subject.game
    moves = game.legal(state) if is_listable(game, state) else ()
    return {game.position(game.play(state, move)) for move in moves} if len(moves) < 200 else set()


def _find_flaws(text: str, rejection: IllegalMove) -> Iterator[str]:
    if rejection.kind not in _KINDS:
        yield f"{quote(text)} is rejected with the kind `{rejection.kind}`: use one of {', '.join(sorted(_KINDS))}."
    if flaw := find_flaw_in_reason(rejection.reason):
        yield f"The reason why {quote(text)} is rejected {flaw}: {quote(rejection.reason)}."
