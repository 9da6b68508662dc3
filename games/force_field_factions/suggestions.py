"""What a player could type next: whole turns that win or take something, then the turn part by part."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.force_field_factions import notation
from games.force_field_factions.choices import completions
from games.force_field_factions.faults import fault
from games.force_field_factions.outcomes import key, kind, number, numbered, outcomes
from games.force_field_factions.powers import AHEAD, attack_value, defence_value, lay_out
from games.force_field_factions.reading import find_piece, follow
from games.force_field_factions.state import GHOST, Move, Piece, State
from games.force_field_factions.turns import Progress, begin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.force_field_factions.outcomes import Key

_WORTH = (-100, 0, 3, 5)
"""What 0, 1, 2 or 3 pieces of a size are worth: the last one everything, and the fewer the more each."""
_OPENING = re.compile(r"[a-h]?|[a-h][1-8]\*?")
_TAKING, _ADVANCING, _FIRST_WORDS = 6, 2, 12


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, best first."""
    tidy = notation.tidy(text)
    if tidy is None or state.mover is None or limit <= 0:
        return []
    found = _openings(state, tidy) if _OPENING.fullmatch(tidy) else _continued(state, tidy, text)
    return list(islice(dict.fromkeys(found), limit))


def _openings(state: State, typed: str) -> Iterator[str]:
    """Suggest whole turns of the pieces on squares that begin as typed, and those squares."""
    board = lay_out(state.board)
    heads = {
        place: notation.head(state.board, place)
        for place in sorted(board, key=lambda place: (place % GHOST, place))
        if board[place].seat == state.mover
    }
    chosen = {place: head for place, head in heads.items() if head.startswith(typed)}
    moves = outcomes(state, tuple(chosen))
    yield from islice(_taking(state, moves, ""), _TAKING)
    quiet = list(_advancing(state, moves))
    yield from quiet[:_ADVANCING]
    yield from chosen.values()
    yield from quiet[_ADVANCING:]


def _continued(state: State, tidy: str, text: str) -> Iterator[str]:
    """Suggest how a text with a square and maybe some actions can go on."""
    typed = notation.take_apart(tidy)
    if typed is None:
        return
    try:
        place = find_piece(state, typed)
        turn = begin(state, place)
        *done, part = (*typed.words, "") if text.endswith(" ") or not typed.words else typed.words
        for count, word in enumerate(done, 1):
            turn = follow(turn, word, count, last=False)
    except IllegalMove:
        return
    head = notation.head(state.board, place)
    original = key(lay_out(state.board))
    words = _texts(head, turn, completions(turn, part), original)
    prefix = " ".join((head, *turn.actions, part))
    taking = list(islice(_taking(state, outcomes(state, (place,)), prefix), _TAKING))
    if not part:
        yield from () if typed.words else (head,)
        yield from chain(taking, _mixed(words))
        return
    after = _stepped(turn, part)
    exact = [] if after is None else _texts(head, turn, after.actions[len(turn.actions) :], original)
    yield from chain(exact[-1:], taking, words)
    if after is not None:
        yield from _mixed(_texts(head, after, completions(after, ""), original))


def _stepped(turn: Progress, typed: str) -> Progress | None:
    """Return the turn after one more typed word, or None where it can't be done."""
    word = notation.read_word(typed)
    if word is None or fault(turn, word) is not None:
        return None
    try:
        return follow(turn, typed, 1, last=True)
    except IllegalMove:
        return None


def _texts(head: str, turn: Progress, words: Iterable[str], original: Key) -> list[str]:
    """Write the turns that end in one of the words, those that change the position."""
    texts: list[str] = []
    for typed in words:
        after = _stepped(turn, typed)
        if after is not None and key(after.board()) != original:
            texts.append(" ".join((head, *after.actions)))
    return texts


def _mixed(texts: list[str]) -> Iterator[str]:
    """Keep the order but let every sort of action be seen early: attacks have up to 81 ways to face."""
    attacks = [text for text in texts if text.rsplit(" ", 1)[-1].startswith("x")]
    others = [text for text in texts if not text.rsplit(" ", 1)[-1].startswith("x")]
    return chain(attacks[:3], others, attacks[3:])


def _taking(state: State, moves: dict[Key, Move], prefix: str) -> Iterator[str]:
    """Write the turns that better a seat's balance of pieces, the best first and each only once facings apart."""
    board = lay_out(state.board)
    before = _balance(key(board), state.mover)
    gains: list[tuple[int, int, str, Move]] = []
    for reached, move in moves.items():
        if len(reached) == len(board) and not any(action[0] == "x" for action in move.actions):
            continue
        gain = _balance(reached, state.mover) - before
        if gain > 0:
            text = notation.write(state.board, move)
            if text.startswith(prefix):
                gains.append((-gain, len(move.actions), text, move))
    shown: set[tuple[int, ...] | tuple[int, tuple[str, ...]]] = set()
    for _, _, text, move in sorted(gains, key=lambda gain: gain[:3]):
        deed = (move.place, tuple(action[0] for action in move.actions if action[0] in "fx-"))
        if deed not in shown:
            shown.add(deed)
            yield text


def _balance(position: Key, seat: int | None) -> int:
    count: dict[tuple[int, int], int] = {(side, pips): 0 for side in (1, 2) for pips in (1, 2, 3)}
    for piece in position:
        count[kind(piece)] += 1
    return sum((1 if side == seat else -1) * _WORTH[number] for (side, _), number in count.items())


def _advancing(state: State, moves: dict[Key, Move]) -> Iterator[str]:
    """Write one quiet turn for each piece: the one that best readies it for an attack."""
    board = lay_out(state.board)
    enemies = [(place, piece) for place, piece in board.items() if piece.seat != state.mover and place < GHOST]
    standing = {number(place, piece) for place, piece in board.items()}
    best: dict[int, tuple[float, int, str]] = {}
    nearness: dict[int, float] = {}
    for reached, move in moves.items():
        if len(reached) != len(board) or any(action[0] == "x" for action in move.actions):
            continue
        (changed,) = reached - standing
        if changed not in nearness:
            place, piece = numbered(changed)
            nearness[changed] = _readiness(place % GHOST, piece, enemies)
        rank = (-nearness[changed], len(move.actions), notation.write(state.board, move))
        best[move.place] = min(rank, best.get(move.place, rank))
    return (text for _, _, text in sorted(best.values()))


def _readiness(square: int, piece: Piece, enemies: list[tuple[int, Piece]]) -> float:
    """Weigh how near a piece is to an enemy it can beat, and whether it points there; more is better."""
    if piece.out_of_phase:
        return -20.0
    ahead = AHEAD[square][piece.facing]
    nearest = 20.0
    for target, enemy in enemies:
        short = max(0, defence_value(enemy) - attack_value(piece))
        apart = _apart(square, target)
        pointed = 0.5 if ahead is not None and _apart(ahead, target) < apart else 0
        nearest = min(nearest, apart + 2 * short - pointed)
    return -nearest


def _apart(first: int, second: int) -> int:
    return max(abs(first // 8 - second // 8), abs(first % 8 - second % 8))
