"""Throws texts at the calls of a game that read what people type, and says what broke a promise of the contract.

Everything follows from a game, a seed and a number of texts. Texts come in rounds of some hundred for one position.
"""

from __future__ import annotations

import gc
import heapq
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from time import process_time_ns
from typing import TYPE_CHECKING, Any

from bench.caches import memories
from bench.positions import RecordedTurn, hard, matches, recorded
from games.contract import IllegalMove, TooManyMoves
from tests.games.fuzz_texts import LONGEST, NOTATION, Texts, Thrown
from tests.games.random_matches import choices, play_random_match
from tests.games.sentences import flaw, unsaid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.contract import Game, Kind

ROUND = 200
"""Texts for one position."""

SELDOM = 20
"""Of so many texts one is also given to `suggest`, and one damaged position to `parse_position`."""

TIMED = ("parse", "suggest", "parse_position")
"""The calls whose times are kept."""

DOUBTED = 2_000_000
"""Nanoseconds: those that took longer are timed again, with caches emptied, and the better time counts."""

KINDS: tuple[Kind, ...] = ("not_a_move", "unfinished", "illegal")
LONGEST_SUGGESTION = 100
KEPT = 8


@dataclass(frozen=True)
class Finding:
    """A broken promise: what happened, and the call that shows it, to paste."""

    what: str
    call: str


@dataclass
class Tally:
    """What came of the texts thrown at one game: calls by what they were answered, and the slowest of each sort."""

    counts: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list[Finding])
    slowest: dict[str, list[tuple[int, str]]] = field(default_factory=dict[str, list[tuple[int, str]]])

    def timed(self, sort: str, nanoseconds: int, call: str) -> None:
        """Keep a call if it is among the slowest of its sort."""
        kept = self.slowest.setdefault(sort, [])
        heapq.heappush(kept, (nanoseconds, call))
        if len(kept) > KEPT:
            heapq.heappop(kept)


def fuzz(game: Game[Any, Any], seed: int, texts: int) -> Tally:
    """Throw so many texts at a game's `parse`, and some of them at `suggest` and `parse_position`."""
    tally = Tally()
    spots = _spots(game, seed)
    for start in range(0, texts, ROUND):
        chance = Random(f"{game.info.key} {seed} {start}")
        _Round(game, next(spots), chance, tally).run(min(ROUND, texts - start))
    return tally


def _spots(game: Game[Any, Any], seed: int) -> Iterator[RecordedTurn]:
    """Yield positions without end: of recorded and of random matches by turns, some that are over, some hard ones."""
    chance = Random(f"{game.info.key} {seed}")
    known, slow = recorded_turns(game), list(hard(game))
    number = 0
    while True:
        yield chance.choice(known)
        number += 1
        match = play_random_match(game, seed * 1_000_003 + number, chance.randint(0, 60))
        for state in chance.sample(match.states, min(3, len(match.states))):
            yield RecordedTurn(match.players, match.options, match.seed, state)
            yield chance.choice(known)
        if number % 5 == 0:
            yield RecordedTurn(match.players, match.options, match.seed, game.leave(match.last, 1))
            yield from slow[:1]


@cache
def recorded_turns(game: Game[Any, Any]) -> list[RecordedTurn]:
    """Return all positions of a game's recorded matches."""
    return list(recorded(game))


@cache
def moves_by_game() -> dict[str, tuple[str, ...]]:
    """Return the different moves of all recorded matches, by the key of their game."""
    found: dict[str, dict[str, None]] = {}
    for match in matches():
        found.setdefault(match["game"], {}).update(dict.fromkeys(move[0] for move in match["moves"]))
    return {key: tuple(texts) for key, texts in found.items()}


class _Round:
    """The texts for one position."""

    def __init__(self, game: Game[Any, Any], spot: RecordedTurn, chance: Random, tally: Tally) -> None:
        self._game = game
        self._spot = spot
        self._state = spot.state
        self._chance = chance
        self._tally = tally
        self._position = game.position(spot.state)

    def run(self, texts: int) -> None:
        game, state = self._game, self._state
        moves = choices(game, state, breadth=3)
        own = [game.format(state, move) for move in self._chance.sample(moves, min(40, len(moves)))]
        by_game = moves_by_game()
        foreign = [text for key, known in by_game.items() if key != game.info.key for text in known]
        kin = by_game.get(game.info.key, ()) or ("a1",)
        source = Texts(self._chance, own, game.suggest(state, "", 10), kin, foreign)
        legal = _Legal(game, self._spot)
        gc.disable()
        for _ in range(texts):
            thrown = source.draw()
            self._parse(thrown, legal)
            if self._chance.randrange(SELDOM) == 0:
                self._suggest(thrown.text)
            if self._chance.randrange(SELDOM) == 0:
                self._parse_position(source)
        gc.enable()

    def _parse(self, thrown: Thrown, legal: _Legal) -> None:
        game, state = self._game, self._state
        call = f"parse({thrown.text!r})"
        answer = self._call("parse", call, lambda: game.parse(state, thrown.text), IllegalMove)
        if answer is None:
            return
        if isinstance(answer, IllegalMove):
            self._tally.counts[answer.kind] += 1
            self._check_rejection(thrown, answer, call)
        else:
            self._tally.counts["taken"] += 1
            self._call("taken", call, lambda: self._taken(thrown, answer[0], legal, call))

    def _check_rejection(self, thrown: Thrown, rejection: IllegalMove, call: str) -> None:
        if rejection.kind not in KINDS:
            self._found(f"the kind is {rejection.kind!r}", call)
        wrong = flaw(rejection.reason)
        if wrong:
            self._found(f"the reason {wrong}: {rejection.reason!r}", call)
        if thrown.chat and rejection.kind != "not_a_move":
            self._found(f"chat is {rejection.kind}: {rejection.reason!r}", call)
        if thrown.move is not None:
            self._found(f"the legal move {thrown.move!r} is {rejection.kind}: {rejection.reason!r}", call)

    def _taken(self, thrown: Thrown, move: Any, legal: _Legal, call: str) -> None:
        game, state = self._game, self._state
        written = game.format(state, move)
        if thrown.chat:
            self._found(f"chat is read as {written!r}", call)
        if thrown.move is not None and written != thrown.move:
            self._found(f"{thrown.move!r} is read as {written!r}", call)
        if game.parse(state, written) != move:
            self._found(f"it is written as {written!r}, which is read as another move", call)
        if not legal.leads_to(move):
            self._found(f"it is read as {written!r}, and no listed move leads there", call)

    def _suggest(self, text: str) -> None:
        game, state, limit = self._game, self._state, self._chance.choice((1, 5, 25))
        call = f"suggest({text!r}, {limit})"
        answer = self._call("suggest", call, lambda: game.suggest(state, text, limit))
        if answer is None:
            return
        suggestions: list[str] = answer[0]
        if len(suggestions) > limit or len(set(suggestions)) < len(suggestions):
            self._found(f"{len(suggestions)} suggestions, {len(set(suggestions))} different ones", call)
        for suggestion in suggestions:
            if len(suggestion) > LONGEST_SUGGESTION:
                self._found(f"the suggestion {suggestion!r} is too long", call)
            read = self._call("suggested", call, lambda shown=suggestion: game.parse(state, shown), IllegalMove)
            if isinstance(read, IllegalMove) and read.kind != "unfinished":
                self._found(f"the suggestion {suggestion!r} is {read.kind}: {read.reason!r}", call)

    def _parse_position(self, source: Texts) -> None:
        game, spot = self._game, self._spot
        text = _damaged(self._chance, self._position, source.draw().text)
        call = f"parse_position({text!r})"
        answer = self._call(
            "parse_position",
            call,
            lambda: game.parse_position(text, spot.players, spot.options, spot.seed),
            ValueError,
        )
        if isinstance(answer, ValueError):
            wrong = unsaid(str(answer))
            if wrong:
                self._found(f"the complaint {wrong}: {str(answer)!r}", call)
        elif answer is not None:
            self._call("position taken", call, lambda: self._stands(answer[0], text, call, source))

    def _stands(self, state: Any, text: str, call: str, source: Texts) -> None:
        """See that a position read from a damaged text can be gone on with, and is written as it was read."""
        game = self._game
        written = game.position(state)
        if " ".join(written.split()) != " ".join(text.split()):
            self._found(f"the position is read as {written!r}", call)
        over = game.to_move(state) is None
        if over == (game.result(state) is None) or over == bool(game.task(state)):
            self._found("seat to move, result and task disagree", call)
        for move in choices(game, state, breadth=1)[:3]:
            game.position(game.play(state, move))
        game.news(state)
        game.leave(state, 1)
        game.suggest(state, "", 5)
        for typed in (source.draw().text for _ in range(5)):
            with suppress(IllegalMove):
                game.play(state, game.parse(state, typed))

    def _call(self, sort: str, call: str, calls: Callable[[], Any], expected: type[Exception] | tuple[()] = ()) -> Any:
        """Return the expected exception of a call or, in a tuple, its value; None when it broke its promise."""
        try:
            answer, nanoseconds = _clocked(calls, expected)
            if sort in TIMED and nanoseconds > DOUBTED:
                for forget in memories():
                    forget()
                nanoseconds = min(nanoseconds, _clocked(calls, expected)[1])
        except Exception as broken:  # noqa: BLE001 - anything but the expected is what we are after
            self._found(f"{type(broken).__name__}: {broken}"[:500], call)
            return None
        if sort in TIMED:
            self._tally.timed(sort, nanoseconds, self._pasted(call))
        return answer

    def _found(self, what: str, call: str) -> None:
        self._tally.findings.append(Finding(what, self._pasted(call)))

    def _pasted(self, call: str) -> str:
        spot, key = self._spot, self._game.info.key
        if call.startswith("parse_position("):
            return f"GAMES[{key!r}].{call[:-1]}, {spot.players}, {spot.options!r}, {spot.seed})"
        given = f"{self._position!r}, {spot.players}, {spot.options!r}, {spot.seed}"
        return f"game = GAMES[{key!r}]; game.{call.replace('(', f'(game.parse_position({given}), ', 1)}"


def _clocked(calls: Callable[[], Any], expected: type[Exception] | tuple[()]) -> tuple[Any, int]:
    """Return the expected exception of a call or, in a tuple, its value, and the nanoseconds it took."""
    began = process_time_ns()
    try:
        answer: Any = (calls(),)
    except expected as rejection:
        answer = rejection
    return answer, process_time_ns() - began


class _Legal:
    """Where the listed moves of a position lead, worked out when first asked for."""

    def __init__(self, game: Game[Any, Any], spot: RecordedTurn) -> None:
        self._game = game
        self._spot = spot
        self._listed: set[Any] | None = None
        self._reached: set[str] | None = None

    def leads_to(self, move: Any) -> bool:
        """Tell whether a move is listed, or leads where one does; where none are, whether that position can be read."""
        game, spot, state = self._game, self._spot, self._spot.state
        if self._listed is None:
            try:
                self._listed = set(game.legal(state))
            except TooManyMoves:
                reached = game.position(game.play(state, move))
                return game.position(game.parse_position(reached, spot.players, spot.options, spot.seed)) == reached
        if move in self._listed:
            return True
        if self._reached is None:
            self._reached = {game.position(game.play(state, other)) for other in self._listed}
        return game.position(game.play(state, move)) in self._reached


def _damaged(chance: Random, position: str, noise: str) -> str:
    """Return a position text with a few letters changed, cut off, doubled, or no such text at all."""
    style = chance.randrange(10)
    if style == 0:
        return noise
    if style == 1:
        return position[: chance.randint(0, len(position))]
    if style == 2:
        return chance.choice((position + noise, noise + position, (position * 40)[:LONGEST], f" {position} "))
    letters = list(position)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randint(0, len(letters))
        letters[at : at + chance.randint(0, 2)] = chance.choices(position * 3 + NOTATION, k=chance.randint(0, 2))
    return "".join(letters)
