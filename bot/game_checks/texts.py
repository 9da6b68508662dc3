"""Check the texts of a game: notation, sentences, words, suggestions, and what it says to odd texts."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from time import thread_time
from typing import TYPE_CHECKING, Any

from bot.game_checks.subject import NAMES, is_listable, list_some, quote, rejection_of
from games.contract import IllegalMove
from games.random_play import choices, play_random_match
from renderers.board.alt_text import LONGEST_ALT
from renderers.board.scene import CatalogueRenderer, GridRenderer, OverflowRenderer, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from bot.game_checks.subject import Subject
    from games.contract import Destinations
    from games.random_play import RandomMatch

KINDS = {"not_a_move", "unfinished", "illegal"}
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
            rejection = rejection_of(game.parse, state, text)
            if rejection is None or rejection.kind != "not_a_move":
                kind = f"it is `{rejection.kind}`" if rejection else "it is read as a move"
                yield f"The chat {quote(text)} must be rejected as `not_a_move`, but {kind}: tighten the notation."
    for state in play_random_match(game, subject.seed, 10).states[::4]:
        for text in LONG:
            began = thread_time()
            rejection = rejection_of(game.parse, state, text)
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
            rejection = rejection_of(game.parse, state, text)
            if rejection:
                yield from _find_notation_flaws(text, rejection)
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


def _find_notation_flaws(text: str, rejection: IllegalMove) -> Iterator[str]:
    if rejection.kind not in KINDS:
        yield f"{quote(text)} is rejected with the kind `{rejection.kind}`: use one of {', '.join(sorted(KINDS))}."
    if flaw := find_flaw_in_reason(rejection.reason):
        yield f"The reason why {quote(text)} is rejected {flaw}: {quote(rejection.reason)}."


CHAT = (
    "nice one",
    "a1 was better?",
    "gg",
    "ok",
    "hi",
    "thanks!",
    "I have to think about it",
    "lol",
    "your turn",
    "?",
    "plus one",
    "to be or not to be",
    "on it",
    "and you?",
    "forward!",
    "one on one",
    "two to one",
    "and then",
    "a1 and b2 to begin with",
    "a1 plus one.",
    "to a1",
    "on a1 and then some",
)
LONG = ("x" * 100_000, "\u0130" * 4000, "1 " * 5000, "+" * 5000, "a1" * 5000, "`" * 5000, "\U0001f680" * 999)
NOTATION = "abcdefghi123456789 +-x@:#=`nesw\u2013\u00d7"
_ODDITIES = (
    "\u0130\u0131\u00df\ufb01\u2460\u0661\u00b2\uff11\u0441\u0430e\u0301\U0001f680\u212a\u0000\u202e\n\t\\*_~|<>"
)


def damage(rng: Random, text: str) -> str:
    """Return a text with one to three letters changed, added or left out."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(letters))
        letters[at : at + rng.randint(0, 2)] = rng.choices(NOTATION, k=rng.randint(0, 2))
    return "".join(letters)


def make_noise(rng: Random) -> str:
    """Return a short text of letters that notation has, or of ones that it hasn't."""
    return "".join(rng.choices(rng.choice([NOTATION, NOTATION + _ODDITIES, _ODDITIES]), k=rng.randint(0, 12)))


LONGEST = 600
_MARKUP = "*_~|<>\\#[]"


def find_flaw_in_reason(reason: str) -> str:
    """Return what is wrong with a reason for a player, or nothing."""
    if flaw := find_flaw(reason):
        return flaw
    plain, *spans = reason.split("`")
    if len(spans) % 2:
        return "holds a single backtick"
    if "" in spans[::2]:
        return "holds an empty code span"
    outside = plain + "".join(spans[1::2])
    return "holds markup outside of code spans" if set(outside) & set(_MARKUP) else ""


def find_flaw(sentence: str) -> str:
    """Return what is wrong with a sentence, or nothing."""
    if not 8 < len(sentence) <= LONGEST:
        return f"has {len(sentence)} letters"
    if sentence[-1] not in ".?!":
        return "is no sentence"
    strange = any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for letter in sentence)
    return "holds a control character" if strange else ""


LONGEST_SUGGESTION = 100
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
        if len(text) > LONGEST_SUGGESTION:
            yield f"The suggestion {quote(text)} has more than {LONGEST_SUGGESTION} characters."
        if not _begins_a_move(subject, state, text, legal):
            yield f"`suggest` offers {quote(text)} at `{position}`, which begins no legal move."


def _begins_a_move(subject: Subject, state: Any, text: str, legal: list[str]) -> bool:
    """Return whether a text is a legal move or the beginning of one."""
    game = subject.game
    if any(move.startswith(text) for move in legal) or rejection_of(game.parse, state, text) is None:
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


_LONGEST_TEXT = 1500
_LONGEST_OVERFLOW = 1000
_NEIGHBOURS = 150
"""Texts with one other character that are tried of a position."""


def check_words(subject: Subject) -> Iterator[str]:
    """The words name the last move and are short enough for Discord."""
    renderer = subject.renderer
    for scene in subject.scenes(60):
        alt, text = renderer.alt(scene), renderer.text(scene)
        if len(alt) > LONGEST_ALT:
            yield f"The alt text of ply {scene.ply} has {len(alt)} characters, and at most {LONGEST_ALT} are shown."
        if len(text) >= _LONGEST_TEXT:
            yield f"The text of ply {scene.ply} has {len(text)} characters: keep it under {_LONGEST_TEXT}."
        for kind, words in (("alt text", alt), ("text", text)):
            if scene.move and scene.move not in words:
                yield f"The {kind} of ply {scene.ply} doesn't name the last move, `{scene.move}`."
        if isinstance(renderer, OverflowRenderer):
            rest = renderer.overflow(scene)
            if len(rest) >= _LONGEST_OVERFLOW or "\n" in rest:
                yield f"The overflow of ply {scene.ply} is one line of fewer than {_LONGEST_OVERFLOW} characters."
        if isinstance(renderer, GridRenderer) and len(renderer.grid(scene)) >= _LONGEST_TEXT:
            yield f"The board in letters of ply {scene.ply} has more than {_LONGEST_TEXT} characters."


def check_distinct_words(subject: Subject) -> Iterator[str]:
    """No two positions that go on have the same words: neither of a match, nor those that differ in one character."""
    game = subject.game
    for match in subject.played():
        told: dict[tuple[str, str], str] = {}
        chance = subject.random(f"words {match.seed}")
        positions = list(dict.fromkeys(game.position(state) for state in match.states))
        last = positions[-1]
        near = [
            last[:at] + letter + last[at + 1 :]
            for at in range(len(last))
            for letter in sorted(set("".join(positions)) - {last[at]})
        ]
        for text in (*positions, *chance.sample(near, min(_NEIGHBOURS, len(near)))):
            state = _read(subject, match, text)
            if state is None or game.to_move(state) is None:
                continue
            scene = Scene(state, NAMES[: match.players], 0)
            for kind, words in _tell(subject, scene).items():
                other = told.setdefault((kind, words), game.position(state))
                if other != game.position(state):
                    yield (
                        f"The {kind} of two positions is the same, {quote(words)}: tell what differs between "
                        f"`{other}` and `{game.position(state)}`."
                    )


def _read(subject: Subject, match: RandomMatch, text: str) -> Any:
    """Return the position of a text, or None if it has none."""
    try:
        return subject.game.parse_position(text, match.players, match.options, match.seed)
    except ValueError:
        return None


def _tell(subject: Subject, scene: Scene) -> dict[str, str]:
    """Return all that stands beside a picture, and in its place, with the catalogue if there is one."""
    renderer = subject.renderer
    rest = renderer.overflow(scene) if isinstance(renderer, OverflowRenderer) else ""
    catalogue = renderer.catalogue_text(scene) if isinstance(renderer, CatalogueRenderer) else ""
    return {"alt text": f"{renderer.alt(scene)} {rest} {catalogue}", "text": f"{renderer.text(scene)} {catalogue}"}
