"""Calls the parsers of a game with many texts, and finds violations of the contract.

A game, a seed and a number of texts decide everything. Each position gets a round of some hundred texts.
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
from bot.game_checks.sentences import find_flaw, find_flaw_in_reason
from games.contract import IllegalMove, TooManyMoves
from games.random_play import choices, play_random_match
from tests.games.fuzz_texts import LONGEST, NOTATION, FuzzText, Texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.contract import Game, Kind

ROUND = 200
"""Texts for one position."""

ONE_IN = 20
"""One in so many texts is also given to `suggest` and to `guide`.

As often a damaged position is given to `parse_position`.
"""

TIMED = ("parse", "suggest", "guide", "parse_position")
"""The calls whose times are kept."""

SLOW = 2_000_000
"""Nanoseconds: a slower call is timed again with empty caches, and the better time counts."""

KINDS: tuple[Kind, ...] = ("not_a_move", "unfinished", "illegal")
LONGEST_SUGGESTION = 100
SLOWEST_COUNT = 8


@dataclass(frozen=True)
class Finding:
    """A violation: what happened, and the Python call that shows it."""

    what: str
    call: str


@dataclass
class Tally:
    """The outcomes for one game: calls by their result, findings, and the slowest calls of each sort."""

    counts: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list[Finding])
    slowest: dict[str, list[tuple[int, str]]] = field(default_factory=dict[str, list[tuple[int, str]]])

    def add_time(self, sort: str, nanoseconds: int, call: str) -> None:
        """Keep a call if it is among the slowest of its sort."""
        kept = self.slowest.setdefault(sort, [])
        heapq.heappush(kept, (nanoseconds, call))
        if len(kept) > SLOWEST_COUNT:
            heapq.heappop(kept)


def fuzz(game: Game[Any, Any], seed: int, texts: int) -> Tally:
    """Give so many texts to a game's `parse`, and some of them to `suggest` and `parse_position`."""
    tally = Tally()
    turns = _pick_turns(game, seed)
    for start in range(0, texts, ROUND):
        chance = Random(f"{game.info.key} {seed} {start}")
        _Round(game, next(turns), chance, tally).run(min(ROUND, texts - start))
    return tally


def _pick_turns(game: Game[Any, Any], seed: int) -> Iterator[RecordedTurn]:
    """Yield positions without end, of recorded and of random matches in turn, some over, some hard."""
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

    def __init__(self, game: Game[Any, Any], turn: RecordedTurn, chance: Random, tally: Tally) -> None:
        self._game = game
        self._turn = turn
        self._state = turn.state
        self._chance = chance
        self._tally = tally
        self._position = game.position(turn.state)

    def run(self, texts: int) -> None:
        game, state = self._game, self._state
        moves = choices(game, state, breadth=3)
        legal_moves = [game.format(state, move) for move in self._chance.sample(moves, min(40, len(moves)))]
        by_game = moves_by_game()
        foreign = [text for key, known in by_game.items() if key != game.info.key for text in known]
        own_game = by_game.get(game.info.key, ()) or ("a1",)
        source = Texts(self._chance, legal_moves, game.suggest(state, "", 10), own_game, foreign)
        legal = _Legal(game, self._turn)
        gc.disable()
        for _ in range(texts):
            fuzz_text = source.draw()
            self._parse(fuzz_text, legal)
            if self._chance.randrange(ONE_IN) == 0:
                self._suggest(fuzz_text.text)
                self._guide(fuzz_text.text)
            if self._chance.randrange(ONE_IN) == 0:
                self._parse_position(source)
        gc.enable()

    def _parse(self, fuzz_text: FuzzText, legal: _Legal) -> None:
        game, state = self._game, self._state
        call = f"parse({fuzz_text.text!r})"
        outcome = self._call("parse", call, lambda: game.parse(state, fuzz_text.text), IllegalMove)
        if outcome is None:
            return
        if isinstance(outcome, IllegalMove):
            self._tally.counts[outcome.kind] += 1
            self._check_rejection(fuzz_text, outcome, call)
        else:
            self._tally.counts["taken"] += 1
            self._call("taken", call, lambda: self._check_move(fuzz_text, outcome[0], legal, call))

    def _check_rejection(self, fuzz_text: FuzzText, rejection: IllegalMove, call: str) -> None:
        if rejection.kind not in KINDS:
            self._add_finding(f"the kind is {rejection.kind!r}", call)
        flaw = find_flaw_in_reason(rejection.reason)
        if flaw:
            self._add_finding(f"the reason {flaw}: {rejection.reason!r}", call)
        if fuzz_text.chat and rejection.kind != "not_a_move":
            self._add_finding(f"chat is {rejection.kind}: {rejection.reason!r}", call)
        if fuzz_text.move is not None:
            self._add_finding(f"the legal move {fuzz_text.move!r} is {rejection.kind}: {rejection.reason!r}", call)

    def _check_move(self, fuzz_text: FuzzText, move: Any, legal: _Legal, call: str) -> None:
        game, state = self._game, self._state
        written = game.format(state, move)
        if fuzz_text.chat:
            self._add_finding(f"chat is read as {written!r}", call)
        if fuzz_text.move is not None and written != fuzz_text.move:
            self._add_finding(f"{fuzz_text.move!r} is read as {written!r}", call)
        if game.parse(state, written) != move:
            self._add_finding(f"it is written as {written!r}, which is read as another move", call)
        if not legal.leads_to(move):
            self._add_finding(f"it is read as {written!r}, and no listed move leads there", call)

    def _suggest(self, text: str) -> None:
        game, state, limit = self._game, self._state, self._chance.choice((1, 5, 25))
        call = f"suggest({text!r}, {limit})"
        outcome = self._call("suggest", call, lambda: game.suggest(state, text, limit))
        if outcome is None:
            return
        suggestions: list[str] = outcome[0]
        if len(suggestions) > limit or len(set(suggestions)) < len(suggestions):
            self._add_finding(f"{len(suggestions)} suggestions, {len(set(suggestions))} different ones", call)
        for suggestion in suggestions:
            if len(suggestion) > LONGEST_SUGGESTION:
                self._add_finding(f"the suggestion {suggestion!r} is too long", call)
            read = self._call("suggested", call, lambda shown=suggestion: game.parse(state, shown), IllegalMove)
            if isinstance(read, IllegalMove) and read.kind != "unfinished":
                self._add_finding(f"the suggestion {suggestion!r} is {read.kind}: {read.reason!r}", call)

    def _guide(self, text: str) -> None:
        game, state = self._game, self._state
        call = f"guide({text!r})"
        outcome = self._call("guide", call, lambda: game.guide(state, text), IllegalMove)
        if isinstance(outcome, IllegalMove):
            if outcome.kind != "illegal":
                self._add_finding(f"the kind is {outcome.kind!r}", call)
        elif outcome is not None and outcome[0].move not in {"", text}:
            self._add_finding(f"the move is {outcome[0].move!r}", call)

    def _parse_position(self, source: Texts) -> None:
        game, turn = self._game, self._turn
        text = _damage_position(self._chance, self._position, source.draw().text)
        call = f"parse_position({text!r})"
        outcome = self._call(
            "parse_position",
            call,
            lambda: game.parse_position(text, turn.players, turn.options, turn.seed),
            ValueError,
        )
        if isinstance(outcome, ValueError):
            flaw = find_flaw(str(outcome))
            if flaw:
                self._add_finding(f"the complaint {flaw}: {str(outcome)!r}", call)
        elif outcome is not None:
            self._call("position taken", call, lambda: self._check_position(outcome[0], text, call, source))

    def _check_position(self, state: Any, text: str, call: str, source: Texts) -> None:
        """Check that a position parsed from a damaged text can be played on, and is written as it was read."""
        game = self._game
        written = game.position(state)
        if " ".join(written.split()) != " ".join(text.split()):
            self._add_finding(f"the position is read as {written!r}", call)
        over = game.to_move(state) is None
        if over == (game.result(state) is None) or over == bool(game.task(state)):
            self._add_finding("seat to move, result and task disagree", call)
        for move in choices(game, state, breadth=1)[:3]:
            game.position(game.play(state, move))
        game.news(state)
        game.leave(state, 1)
        game.suggest(state, "", 5)
        for typed in (source.draw().text for _ in range(5)):
            with suppress(IllegalMove):
                game.play(state, game.parse(state, typed))

    def _call(self, sort: str, call: str, calls: Callable[[], Any], expected: type[Exception] | tuple[()] = ()) -> Any:
        """Return the expected exception of a call or, in a tuple, its value; None for an unexpected exception."""
        try:
            outcome, nanoseconds = _time_call(calls, expected)
            if sort in TIMED and nanoseconds > SLOW:
                for forget in memories():
                    forget()
                nanoseconds = min(nanoseconds, _time_call(calls, expected)[1])
        except Exception as broken:  # noqa: BLE001 - any other exception is a finding
            self._add_finding(f"{type(broken).__name__}: {broken}"[:500], call)
            return None
        if sort in TIMED:
            self._tally.add_time(sort, nanoseconds, self._to_python(call))
        return outcome

    def _add_finding(self, what: str, call: str) -> None:
        self._tally.findings.append(Finding(what, self._to_python(call)))

    def _to_python(self, call: str) -> str:
        turn, key = self._turn, self._game.info.key
        if call.startswith("parse_position("):
            return f"GAMES[{key!r}].{call[:-1]}, {turn.players}, {turn.options!r}, {turn.seed})"
        given = f"{self._position!r}, {turn.players}, {turn.options!r}, {turn.seed}"
        return f"game = GAMES[{key!r}]; game.{call.replace('(', f'(game.parse_position({given}), ', 1)}"


def _time_call(calls: Callable[[], Any], expected: type[Exception] | tuple[()]) -> tuple[Any, int]:
    """Return the expected exception of a call or, in a tuple, its value, and the nanoseconds it took."""
    began = process_time_ns()
    try:
        outcome: Any = (calls(),)
    except expected as rejection:
        outcome = rejection
    return outcome, process_time_ns() - began


class _Legal:
    """The listed moves of a position and where they lead, computed at first use."""

    def __init__(self, game: Game[Any, Any], turn: RecordedTurn) -> None:
        self._game = game
        self._turn = turn
        self._moves: set[Any] | None = None
        self._positions: set[str] | None = None

    def leads_to(self, move: Any) -> bool:
        """Return whether a listed move leads where a move does; without a list, whether its position can be parsed."""
        game, turn, state = self._game, self._turn, self._turn.state
        if self._moves is None:
            try:
                self._moves = set(game.legal(state))
            except TooManyMoves:
                position = game.position(game.play(state, move))
                return game.position(game.parse_position(position, turn.players, turn.options, turn.seed)) == position
        if move in self._moves:
            return True
        if self._positions is None:
            self._positions = {game.position(game.play(state, other)) for other in self._moves}
        return game.position(game.play(state, move)) in self._positions


def _damage_position(chance: Random, position: str, noise: str) -> str:
    """Return a position text with a few letters changed, cut off or doubled, or another text."""
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
