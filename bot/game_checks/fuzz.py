"""Fuzzing: many texts made from moves, chat and noise for the parsers of a game, and flaws of the answers."""

from __future__ import annotations

import gc
from contextlib import suppress
from dataclasses import dataclass
from time import process_time_ns
from typing import TYPE_CHECKING, Any

from bot.game_checks.fuzz_positions import ReachedPositions, damage_position
from bot.game_checks.fuzz_tally import Finding, Tally, Turn
from bot.game_checks.fuzz_texts import FuzzText, Texts
from bot.game_checks.sentences import find_flaw, find_flaw_in_reason
from games import GAMES
from games.contract import IllegalMove
from games.random_play import choices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from bot.game_checks.subject import Subject
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


def _forget_nothing() -> None:
    """Leave all caches as they are."""


@dataclass(frozen=True)
class Corpus:
    """Moves of a game and of others that texts are made from, and a call that empties the caches of games."""

    own_game: tuple[str, ...]
    foreign: tuple[str, ...]
    forget: Callable[[], None] = _forget_nothing


def check_fuzz(subject: Subject) -> Iterator[str]:
    """Strange texts are read or rejected as the contract says, by all calls that take them."""
    game, tally = subject.game, Tally()
    foreign = tuple(text for other in GAMES.values() if other.info.key != game.info.key for text in other.info.examples)
    for match in subject.played():
        corpus = Corpus(match.texts or game.info.examples, foreign)
        turn = Turn(match.players, match.options, match.seed, match.last)
        FuzzRound(game, turn, subject.random(f"fuzz {match.seed}"), tally, corpus).run(ROUND)
        yield from (f"In `{finding.call}` {finding.what}." for finding in tally.findings)


class FuzzRound:
    """The texts for one position."""

    def __init__(self, game: Game[Any, Any], turn: Turn, chance: Random, tally: Tally, corpus: Corpus) -> None:
        self._game = game
        self._turn = turn
        self._state = turn.state
        self._chance = chance
        self._tally = tally
        self._corpus = corpus
        self._position = game.position(turn.state)

    def run(self, texts: int) -> None:
        """Draw so many texts and give them to the game."""
        game, state = self._game, self._state
        moves = choices(game, state, breadth=3)
        legal_moves = [game.format(state, move) for move in self._chance.sample(moves, min(40, len(moves)))]
        source = Texts(
            self._chance, legal_moves, game.suggest(state, "", 10), self._corpus.own_game, self._corpus.foreign
        )
        legal = ReachedPositions(game, self._turn)
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

    def _parse(self, fuzz_text: FuzzText, legal: ReachedPositions) -> None:
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

    def _check_move(self, fuzz_text: FuzzText, move: Any, legal: ReachedPositions, call: str) -> None:
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
        text = damage_position(self._chance, self._position, source.draw().text)
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
                self._corpus.forget()
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
