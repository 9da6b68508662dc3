"""Checks of `position` and `parse_position`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.game_checks.sentences import find_flaw
from bot.game_checks.subject import quote
from games.random_play import choices, choose_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject
    from games.random_play import RandomMatch

_PLIES = 4
"""Moves that are played on from a position and from what was read back."""


def check_position_text(subject: Subject) -> Iterator[str]:
    """A position text is one line, is read back, and hardly ever forgets what matters later."""
    game, forgotten = subject.game, list[str]()
    for match in subject.played():
        for state in match.states:
            text = game.position(state)
            if "\n" in text:
                yield f"A position is one line of text: {quote(text)}."
            again = game.parse_position(text, match.players, match.options, match.seed)
            if game.position(again) != text:
                yield f"`parse_position` reads {quote(text)}, which `position` then writes as {game.position(again)!r}."
            if game.to_move(again) != game.to_move(state):
                yield (
                    f"`position` forgets who is to move: {quote(text)} is read back with seat {game.to_move(again)} "
                    f"to move in place of {game.to_move(state)}."
                )
            if (game.result(again) is None) != (game.result(state) is None):
                yield f"`position` forgets whether the match is over: {quote(text)}."
        forgotten += _play_on(subject, match)
    # A rare difference may come of what only the history tells, as who could not move earlier in a round.
    if len(forgotten) > subject.matches // 10:
        yield from forgotten


def _play_on(subject: Subject, match: RandomMatch) -> Iterator[str]:
    """Yield how a position that was read back differs when it is played on."""
    game, chance = subject.game, subject.random(f"position {match.seed}")
    text = game.position(match.last)
    state, again = match.last, game.parse_position(text, match.players, match.options, match.seed)
    for ply in range(_PLIES):
        if game.to_move(state) is None or game.to_move(again) is None:
            return
        if choices(game, state) != choices(game, again):
            yield f"`position` forgets something: {ply} moves after {quote(text)} was read back other moves are legal."
            return
        move = game.format(state, choose_move(game, state, chance))
        state, again = (game.play(one, game.parse(one, move)) for one in (state, again))
        if game.to_move(state) is None or game.to_move(again) is None:
            return  # a match may end by what a position doesn't tell, such as a repetition
        if game.position(state) != game.position(again):
            yield (
                f"`position` forgets something: `{move}` leads to {quote(game.position(state))}, and after "
                f"{quote(text)} was read back to {quote(game.position(again))}."
            )
            return


def check_damaged_positions(subject: Subject) -> Iterator[str]:
    """A damaged position text is rejected in a sentence, or read as it is written."""
    game, chance = subject.game, subject.random("damage")
    for match in subject.played():
        whole = game.position(match.last)
        damaged = ["", "\ud800", "?" * 2000, whole + " ", whole[: chance.randint(0, len(whole))], whole * 20]
        for _ in range(20):
            at = chance.randrange(len(whole))
            damaged.append(whole[:at] + chance.choice(whole + "x9/ -") + whole[at + 1 :])
        for text in damaged:
            yield from _damage(subject, match, text)


def _damage(subject: Subject, match: RandomMatch, text: str) -> Iterator[str]:
    game = subject.game
    state: Any
    try:
        state = game.parse_position(text, match.players, match.options, match.seed)
    except ValueError as wrong:
        if flaw := find_flaw(str(wrong)):
            yield f"The complaint about the position {quote(text)} {flaw}: {quote(str(wrong))}."
        return
    if " ".join(game.position(state).split()) != " ".join(text.split()):
        yield f"`parse_position` takes {quote(text)} and reads it as {quote(game.position(state))}: reject it."
