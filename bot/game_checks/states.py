"""Checks of states: values that no call changes, rebuilt by the same moves, and right about who is to move."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, fields
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.game_checks.sentences import find_flaw
from bot.game_checks.subject import quote, rejection_of
from games.random_play import choices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject
    from games.contract import Result
    from games.random_play import RandomMatch


def check_states(subject: Subject) -> Iterator[str]:
    """States are frozen, hashable and picklable, and no call changes them."""
    game = subject.game
    for _, state in subject.lasts():
        before, kind = repr(state), type(state).__name__
        hash(state)
        if pickle.loads(pickle.dumps(state)) != state:  # noqa: S301 - of our own making
            yield f"A `{kind}` that is pickled and read back isn't equal to itself: compare by value."
        for field in fields(state):
            if _can_set(state, field.name):
                yield f"`{kind}.{field.name}` can be changed: declare `@dataclass(frozen=True, slots=True)`."
        for move in subject.moves(state)[:3]:
            game.describe(state, move)
            game.play(state, move)
        game.suggest(state, "", 3)
        rejection_of(lambda at=state: game.parse(at, "a1"))
        rejection_of(lambda at=state: game.destinations(at, ""))
        rejection_of(lambda at=state: game.guide(at, ""))
        game.leave(state, 1)
        game.news(state)
        if repr(state) != before:
            yield f"A call changed the state at `{game.position(state)}`: keep tuples, and return new states."


def _can_set(state: Any, name: str) -> bool:
    try:
        setattr(state, name, getattr(state, name))
    except (FrozenInstanceError, AttributeError, TypeError):
        return False
    return True


def check_replays(subject: Subject) -> Iterator[str]:
    """The options, the seed and the texts of the moves rebuild every state, in many threads too."""
    matches = list(subject.played())
    for match in matches:
        states = _replay(subject, match)
        differing = next((ply for ply, state in enumerate(states) if state != match.states[ply]), None)
        if differing is not None:
            yield (
                f"Match {match.seed} played again gives another state after {differing} moves: everything random must "
                "come from the seed that `start` gets, and nothing from a clock or a global."
            )
        elif [*map(hash, states)] != [*map(hash, match.states)]:
            yield "Equal states have different hashes: let the dataclass make both, from values."
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(partial(_replay, subject), matches[:4] * 2))
    if again != [list(match.states) for match in matches[:4]] * 2:
        yield "Matches played in threads beside each other come out differently: keep nothing between calls."


def _replay(subject: Subject, match: RandomMatch) -> list[Any]:
    game = subject.game
    states = [game.start(match.players, match.options, match.seed)]
    for text in match.texts:
        states.append(game.play(states[-1], game.parse(states[-1], text)))
    return states


def check_turns(subject: Subject) -> Iterator[str]:
    """Somebody is to move and has a task until there is a result, and what a task shows can be played."""
    game = subject.game
    for match in subject.played():
        if not re.search("`[^`]+`", game.task(match.states[0])):
            yield f"The first task shows no move in a code span: {quote(game.task(match.states[0]))}."
        for state in match.states:
            at, result, points = f"at `{game.position(state)}`", game.result(state), game.points(state)
            yield from _check_mover(subject, state, at)
            yield from _check_task(subject, state, at)
            if points is not None and len(points) != match.players:
                yield f"`points` gives {len(points)} numbers for {match.players} players {at}."
            yield from (f"The news {flaw} {at}." for flaw in map(find_flaw, game.news(state)) if flaw)
            if result is not None:
                yield from find_flaws_of_result(result, match.players)
                if result.drawn and match.players > 1 and not game.info.draws:
                    yield f"The match is drawn {at}, and `draws` says that it can't be."
        if bool(choices(game, match.last, breadth=1)) != (game.to_move(match.last) is not None):
            yield f"A seat is to move exactly if there are moves: not at `{game.position(match.last)}`."


def _check_mover(subject: Subject, state: Any, at: str) -> Iterator[str]:
    mover, result = subject.game.to_move(state), subject.game.result(state)
    if (result is None) != (mover is not None):
        yield f"There must be a result exactly if nobody is to move: {mover} and {result} {at}."
    if mover != state.mover or result != state.outcome:
        yield f"`mover` and `outcome` of the state must be what `to_move` and `result` return {at}."


def _check_task(subject: Subject, state: Any, at: str) -> Iterator[str]:
    game, task = subject.game, subject.game.task(state)
    if bool(task) != (game.to_move(state) is not None):
        yield f"`task` says {quote(task)} {at}, where the seat to move is {game.to_move(state)}."
    for example in re.findall("`([^`]+)`", task):
        if rejection := rejection_of(lambda: game.parse(state, example)):  # noqa: B023 - called at once
            yield f"The task shows `{example}` {at}, which is rejected: {rejection.reason}"


def check_departures(subject: Subject) -> Iterator[str]:
    """A seat that leaves neither moves nor wins, and when all but one have left the match is over."""
    game = subject.game
    for match in subject.played():
        was_over = game.to_move(match.last) is None
        at = f"at `{game.position(match.last)}`"
        for seat in range(1, match.players + 1):
            left = game.leave(match.last, seat)
            result = game.result(left)
            if was_over:
                if left != match.last:
                    yield f"`leave` changes a match that is over, {at}."
                continue
            if game.to_move(left) == seat:
                yield f"Seat {seat} has left and is to move {at}."
            if (result is None) != (game.to_move(left) is not None):
                yield f"After seat {seat} left there must be a result exactly if nobody is to move, {at}."
            if match.players == 2 and (result is None or result.winners != (3 - seat,)):
                yield f"Seat {seat} has left, so seat {3 - seat} must win; the result is {result} {at}."
        yield from _leave_one_by_one(subject, match)


def _leave_one_by_one(subject: Subject, match: RandomMatch) -> Iterator[str]:
    game, state = subject.game, match.last
    leavers = subject.random(f"leave {match.seed}").sample(range(1, match.players + 1), match.players)
    for seat in leavers[:-1]:
        state = game.leave(state, seat)
        if game.leave(state, seat) != state:
            yield f"`leave` changes something when seat {seat} leaves a second time."
    result = game.result(state)
    if match.players == 1:
        return
    if result is None:
        yield f"All seats but {leavers[-1]} have left, and the match isn't over."
        return
    if game.legal(state) or game.task(state):
        yield "There are moves or a task after all seats but one have left."
    yield from find_flaws_of_result(result, match.players)
    if game.to_move(match.last) is not None and set(result.winners) & set(leavers[:1]):
        yield f"Seat {leavers[0]} left first and wins: a seat that leaves comes behind those that stay."


def find_flaws_of_result(result: Result, players: int) -> Iterator[str]:
    """Yield what the contract doesn't allow in a result."""
    if len(result.places) != players or min(result.places, default=0) != 1:
        yield f"The places of a result are one for each of {players} seats, 1 the best: {result.places}."
    if not result.clause or result.clause[-1] in ".!":
        yield f'The reason of a result is a clause that follows "Ann wins", without a full stop: {result.clause!r}.'
    if result.points is not None and len(result.points) != players:
        yield f"The points of a result are one for each of {players} seats: {result.points}."
