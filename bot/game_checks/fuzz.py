"""Play a game at random, with odd texts and positions, and count what happens."""

from __future__ import annotations

import gc
import heapq
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from time import process_time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.game_checks import texts
from bot.game_checks.texts import KINDS, LONGEST_SUGGESTION, find_flaw, find_flaw_in_reason
from games import GAMES
from games.contract import IllegalMove, TooManyMoves
from games.random_play import choices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from bot.game_checks.subject import Subject
    from games.contract import Game, Options

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


@dataclass(frozen=True)
class Corpus:
    """Moves of a game and of others that texts are made from, and a call that empties the caches of games."""

    own_game: tuple[str, ...]
    foreign: tuple[str, ...]
    forget: Callable[[], object] = lambda: None


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


class ReachedPositions:
    """The listed moves of a position and where they lead, computed at first use."""

    def __init__(self, game: Game[Any, Any], turn: Turn) -> None:
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


def damage_position(chance: Random, position: str, noise: str) -> str:
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


SLOWEST_COUNT = 8


@dataclass(frozen=True)
class Turn:
    """A state of a match, and how the match was set up."""

    players: int
    options: Options
    seed: int
    state: Any


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


LONGEST = 2000
NOTATION = "abcdefghijlnoprstvwx0123456789 +-x@:#=*>(),/`\u2013\u00d7"
CONTROLS = "".join(map(chr, [*range(32), *range(0x7F, 0xA0), 0x200B, 0x200E, 0x202E, 0x2028, 0x2066, 0xFEFF]))
ODDITIES = "\u0130\u0131\u00df\ufb01\u2460\u0661\u00b2\uff11\u0441\u0430e\u0301\U0001f680\U0001d7d9\ud800\u212a\u017f"
WORDS = ("place", "give", "promote", "base", "leave", "start", "f2", "f99", "move", "+", "-", "x", "@", ":", ">", "*")
CHAT = (
    *texts.CHAT,
    "!",
    "...",
    "haha",
    "yes",
    "no",
    "brb",
    "wp",
    "good game",
    "well played :)",
    ":D",
    "What a move!",
    "I'm at work, will play tonight",
    "sorry, was asleep",
    "b3 or c4, I can't decide",
    "is e5 mine?",
    "you could have taken on d4",
    "wait, what does the star mean?",
    "<@123456789012345678> it's you",
    "@everyone come and look",
    "https://example.org/a1-b2",
    "**bold** and _thin_ and ||hidden||",
    "```py\nprint('a1')\n```",
    "Zug um Zug",
    "\u00e7a va ?",
    "\u3042\u308a\u304c\u3068\u3046",
    "\u0441\u043f\u0430\u0441\u0438\u0431\u043e",
    "\u0645\u0631\u062d\u0628\u0627",
    "\U0001f602\U0001f602",
    "\U0001f44d",
    "no way!!",
    "see you in 3 hours",
    "1 minute",
    "10/10",
    "50-50",
    "3-2",
    "let me place my bets",
    "I give up",
    "give me a second",
    "the base is lost",
    "place your bets",
    "that is game 2 of 3",
    "",
    " ",
    "``",
)


class FuzzText(NamedTuple):
    """A text; it must be read as the legal move `move`, or as no move if it is `chat`, or else as anything."""

    text: str
    move: str | None = None
    chat: bool = False


class Texts:
    """A source of texts for one position.

    `legal` are legal moves there, in canonical notation; `half` the beginnings of some; `own_game` moves of other
    positions of the game; `foreign` those of other games.
    """

    def __init__(
        self, chance: Random, legal: Sequence[str], half: Sequence[str], own_game: Sequence[str], foreign: Sequence[str]
    ) -> None:
        self._chance = chance
        self._legal_moves = legal
        self._all = (*legal, *half, *own_game, *foreign)
        self._pools = [pool for pool in (legal, legal, half, own_game, own_game, foreign) if pool]
        sorts: tuple[tuple[Callable[[], FuzzText], int], ...] = (
            (self._restyle_legal, 8 if legal else 0),
            (self._half, 8),
            (self._change_squares, 32),
            (self._edit, 22),
            (self._splice, 14),
            (self._shuffle_words, 10),
            (self._copy_move, 10),
            (self._write_chat, 6),
            (self._scribble, 8),
            (self._noise, 6),
            (self._long, 2),
        )
        self._sorts, self._weights = zip(*sorts, strict=True)

    def draw(self) -> FuzzText:
        """Return the next text."""
        (sort,) = self._chance.choices(self._sorts, self._weights)
        return sort()

    def _any(self) -> str:
        return self._chance.choice(self._chance.choice(self._pools))

    def _restyle_legal(self) -> FuzzText:
        """A legal move in another style: case, backticks, kinds of dash, the sign for `x`, spaces."""
        move = text = self._chance.choice(self._legal_moves)
        if self._chance.random() < 0.4:
            text = self._chance.choice((str.upper, str.lower, str.title, str.swapcase))(text)
        if self._chance.random() < 0.3:
            text = text.replace("-", self._chance.choice("\u2010\u2011\u2012\u2013\u2014\u2015\u2212"))
            text = text.replace("x", "\u00d7")
        if self._chance.random() < 0.3:
            text = text.replace(" ", self._chance.choice(("  ", "\t", "\n", "\u00a0 ")))
        if self._chance.random() < 0.3:
            ticks = "`" * self._chance.choice((1, 1, 2, 3))
            text = f"{ticks}{text}{ticks}"
        if self._chance.random() < 0.3:
            text = f" \n{text}  "
        return FuzzText(text, move=move)

    def _half(self) -> FuzzText:
        text = self._any()
        return FuzzText(text[: self._chance.randint(0, len(text))])

    def _change_squares(self) -> FuzzText:
        """A move of the same form: some letters and digits changed for others of their sort."""
        letters = list(self._chance.choice(self._legal_moves) if self._legal_moves else self._any())
        places = [at for at, letter in enumerate(letters) if letter.isalnum()]
        for at in self._chance.sample(places, min(len(places), self._chance.choice((1, 1, 2, 3)))):
            letters[at] = self._chance.choice("0123456789" if letters[at].isdigit() else "abcdefghijnweslr")
        return FuzzText("".join(letters))

    def _edit(self) -> FuzzText:
        """A move with a few letters changed, put in or left out."""
        letters = list(self._any())
        for _ in range(self._chance.choice((1, 1, 1, 2, 2, 3, 4))):
            at = self._chance.randint(0, len(letters))
            letters[at : at + self._chance.randint(0, 2)] = self._chance.choices(
                self._alphabet(), k=self._chance.randint(0, 2)
            )
        return FuzzText("".join(letters))

    def _alphabet(self) -> str:
        return self._chance.choices((NOTATION, ODDITIES, CONTROLS, self._any() or " "), (8, 1, 1, 4))[0]

    def _splice(self) -> FuzzText:
        head, tail = self._any(), self._any()
        between = self._chance.choice(("", "", " ", "x", "-", ":", " give ", ","))
        return FuzzText(
            f"{head[: self._chance.randint(0, len(head))]}{between}{tail[self._chance.randint(0, len(tail)) :]}"
        )

    def _shuffle_words(self) -> FuzzText:
        """The words of moves in another order, doubled, left out, and strange ones between."""
        words = f"{self._any()} {self._any() if self._chance.random() < 0.3 else ''}".split()
        words += self._chance.choices(WORDS, k=self._chance.randint(0, 2))
        return FuzzText(" ".join(self._chance.choices(words, k=self._chance.randint(0, len(words)))) if words else "")

    def _copy_move(self) -> FuzzText:
        return FuzzText(self._any())

    def _write_chat(self) -> FuzzText:
        line = self._chance.choice(CHAT)
        style = self._chance.randrange(6)
        if style == 0:
            return FuzzText(f"{line} {self._any()}")
        if style == 1:
            return FuzzText(f"{self._any()} {line}")
        return FuzzText(self._chance.choice((line, line.upper(), line.capitalize(), f"{line}\n")), chat=True)

    def _scribble(self) -> FuzzText:
        return FuzzText("".join(self._chance.choices(NOTATION, k=self._chance.randint(0, 14))))

    def _noise(self) -> FuzzText:
        """Letters from all of Unicode, lone surrogates too."""
        tops = (0x7F, 0x250, 0x3000, 0xFFFF, 0x10FFFF)
        count = self._chance.randint(0, 30)
        return FuzzText("".join(chr(self._chance.randint(0, self._chance.choice(tops))) for _ in range(count)))

    def _long(self) -> FuzzText:
        """One part repeated, or parts of many moves."""
        length = self._chance.randint(60, LONGEST)
        head, bit = self._any(), self._any() if self._chance.random() < 0.5 else self._scribble().text
        gap = self._chance.choice(("", " ", " ", "  "))
        if self._chance.random() < 0.3:
            return FuzzText(gap.join(self._chance.choices(self._all, k=length // 4))[:length])
        start = self._chance.choice(("", head, f"{head} ", "place ", "give F", f"{head[:3]} "))
        if self._chance.random() < 0.3:
            bit = self._chance.choice((*WORDS, *"fFlLrR()n+`1 ", "f(", "l)", "(l", "lr"))
        return FuzzText((start + (bit + gap or " ") * length)[:length])
