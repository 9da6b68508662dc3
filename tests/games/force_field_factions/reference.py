"""A second Force Field Factions, slow and plain, written from the rules page alone: it tries every text there is.

A square is a column and a row, both from 1; a board is a list of pieces; a turn copies the board at every action.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WAYS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
FACINGS = [*WAYS, "up"]
NAMES = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "p": "purple", "o": "orange", "c": "clear"}
AT_START = {1: 3, 2: 3, 3: 2}

Square = tuple[int, int]


class TooManyTurnsError(Exception):
    """The position has more texts than the budget."""


@dataclass(slots=True)
class Pyramid:
    side: str
    pips: int
    facing: str
    fields: str
    square: Square

    @property
    def ghostly(self) -> bool:
        return "c" in self.fields

    def copy(self) -> Pyramid:
        return Pyramid(self.side, self.pips, self.facing, self.fields, self.square)

    def order_and_text(self) -> tuple[tuple[Square, bool], str]:
        return order_and_text(self.side, self.pips, self.facing, self.fields, self.square)


@cache
def order_and_text(side: str, pips: int, facing: str, fields: str, square: Square) -> tuple[tuple[Square, bool], str]:
    """Return where a pyramid stands in the position text, and its text."""
    end = "." + fields if fields else ""
    return (square, "c" in fields), f"{name(square)}:{side}{pips}.{facing}{end}"


@dataclass(slots=True)
class Board:
    pyramids: list[Pyramid]
    supply: int = 3

    def text(self) -> str:
        return " ".join([text for _, text in sorted([one.order_and_text() for one in self.pyramids])])

    def solid(self, square: Square) -> Pyramid | None:
        return next((one for one in self.pyramids if one.square == square and not one.ghostly), None)

    def pool(self, colour: str, size: int) -> int:
        used = 0
        for one in self.pyramids:
            for number, worn in enumerate(one.fields):
                if worn == colour and one.pips + number + 1 == size:
                    used += 1
        return self.supply - used

    def copy(self) -> Board:
        return Board([one.copy() for one in self.pyramids], self.supply)


@dataclass(slots=True)
class Turn:
    board: Board
    index: int
    points: int
    words: list[str] = field(default_factory=list[str])
    over: bool = False

    @property
    def actor(self) -> Pyramid:
        return self.board.pyramids[self.index]

    def then(self, word: str) -> Turn:
        return Turn(self.board.copy(), self.index, self.points, [*self.words, word], self.over)


def name(square: Square) -> str:
    return "abcdefgh"[square[0] - 1] + str(square[1])


def points_of(one: Pyramid) -> int:
    points = one.pips
    for worn in one.fields:
        if worn == "y":
            points *= 2
    return points


def ahead_of(square: Square, facing: str) -> Square | None:
    if facing == "up":
        return None
    ahead = (square[0] + WAYS[facing][0], square[1] + WAYS[facing][1])
    return ahead if 1 <= ahead[0] <= 8 and 1 <= ahead[1] <= 8 else None


def turns(board: Board, side: str, budget: int) -> dict[str, str]:
    """Return every text that can be played, however roundabout, with the pieces that it leaves."""
    found: dict[str, str] = {}
    before = board.text()
    for index, one in enumerate(board.pyramids):
        if one.side != side:
            continue
        head = head_of(board, one)
        for turn in turns_of(board, index):
            after = turn.board.text()
            if after != before:
                found[" ".join([head, *turn.words])] = after
            if len(found) > budget:
                raise TooManyTurnsError
    return found


def head_of(board: Board, one: Pyramid) -> str:
    both = [other for other in board.pyramids if other.square == one.square and other.side == one.side]
    return name(one.square) + ("*" if len(both) == 2 and one.ghostly else "") + ":"


def play(board: Board, side: str, text: str) -> str:
    """Return the pieces that a text leaves, having checked that it can be played."""
    head, *words = text.split()
    index = next(i for i, one in enumerate(board.pyramids) if one.side == side and head_of(board, one) == head)
    turn = Turn(board.copy(), index, points_of(board.pyramids[index]))
    for word in words:
        assert not turn.over
        assert not any(done.startswith("+") for done in turn.words)
        following = [*one_more(turn), *adds(turn)]
        if turn.actor.fields and not turn.words:
            following.append(shed(turn))
        turn = next(after for after in following if after.words[-1] == word)
    after = turn.board.text()
    assert after != board.text()
    return after


def listed(texts: dict[str, str]) -> dict[str, str]:
    """Return the one text to list for each position that can follow (R13)."""
    best: dict[str, str] = {}
    for text, after in texts.items():
        known = best.get(after)
        if known is None or (len(text.split()), text) < (len(known.split()), known):
            best[after] = text
    return best


def loser(after: str) -> str:
    """Return which sides lack a size: `b`, `w`, `bw` for a draw, or nothing."""
    return "".join(side for side in "bw" if any(f":{side}{pips}." not in after for pips in (1, 2, 3)))


def turns_of(board: Board, index: int) -> Iterator[Turn]:
    first = Turn(board.copy(), index, points_of(board.pyramids[index]))
    openings = [first]
    if first.actor.fields:
        openings.append(shed(first))
    for opening in openings:
        if opening.over:
            yield opening
            continue
        for moved in moves(opening):
            yield moved
            yield from adds(moved)


def shed(turn: Turn) -> Turn:
    after = turn.then("-" + NAMES[turn.actor.fields[-1]])
    actor = after.actor
    was_ghostly = actor.ghostly
    actor.fields = actor.fields[:-1]
    after.points = points_of(actor)
    if was_ghostly and not actor.ghostly:
        collide(after)
    return after


def collide(turn: Turn) -> None:
    others = [one for one in turn.board.pyramids if one.square == turn.actor.square and one is not turn.actor]
    if others:
        gone = [turn.actor, *others]
        turn.board.pyramids = [one for one in turn.board.pyramids if not any(one is other for other in gone)]
        turn.over = True


def adds(turn: Turn) -> Iterator[Turn]:
    if len(turn.actor.fields) >= 3 - turn.actor.pips:
        return
    size = turn.actor.pips + len(turn.actor.fields) + 1
    for colour, word in NAMES.items():
        if turn.board.pool(colour, size) <= 0:
            continue
        after = turn.then("+" + word)
        was_ghostly = after.actor.ghostly
        after.actor.fields += colour
        if after.actor.ghostly and not was_ghostly:
            collide(after)
        yield after


def moves(turn: Turn) -> Iterator[Turn]:
    """Yield the turn as it stands, and with every sequence of movement behind it."""
    yield turn
    for after in one_more(turn):
        yield from moves(after)


def one_more(turn: Turn) -> Iterator[Turn]:
    actor = turn.actor
    if actor.ghostly or turn.points == 0:
        return
    for facing in FACINGS:
        after = spent(turn, facing)
        after.actor.facing = facing
        yield after
    ahead = ahead_of(actor.square, actor.facing)
    if ahead is None:
        return
    target = turn.board.solid(ahead)
    if target is None:
        after = spent(turn, "f")
        after.actor.square = ahead
        yield after
    elif target.side != actor.side:
        yield from attack(turn, target)


def spent(turn: Turn, word: str) -> Turn:
    after = turn.then(word)
    after.points -= 1
    return after


def attack(turn: Turn, target: Pyramid) -> Iterator[Turn]:
    actor = turn.actor
    value = 1 + actor.fields.count("r")
    needed = (2 if target.facing == "up" else 1) + target.fields.count("b")
    own = [one for one in turn.board.pyramids if one.side == actor.side and one.pips == target.pips]
    where = turn.board.pyramids.index(target)
    converts = value >= needed and "p" in actor.fields and len(own) < AT_START[target.pips]
    strips = value == needed - 1 and "o" in actor.fields and target.fields != ""
    if value < needed and not strips:
        yield spent(turn, "x")
        return
    for facing in FACINGS:
        word = "x" if facing == actor.facing else "x>" + facing
        if converts:
            for new in FACINGS:
                after = spent(turn, f"{word},{new}")
                changed = after.board.pyramids[where]
                changed.side, changed.fields, changed.facing = actor.side, "", new
                after.actor.facing = facing
                yield after
            continue
        after = spent(turn, word)
        changed = after.board.pyramids[where]
        if strips:
            changed.fields = ""
        else:
            if "g" not in actor.fields:
                drop(after, changed)
            for _ in range(actor.fields.count("g")):
                if any(one is changed for one in after.board.pyramids):
                    push(after, changed, actor.facing)
            after.actor.square = target.square
        after.actor.facing = facing
        yield after


def push(turn: Turn, one: Pyramid, direction: str) -> None:
    ahead = ahead_of(one.square, direction)
    if ahead is None:
        drop(turn, one)
        return
    behind = turn.board.solid(ahead)
    if behind is not None:
        push(turn, behind, direction)
    one.square = ahead


def drop(turn: Turn, gone: Pyramid) -> None:
    """Take a pyramid off the board, and keep count of where the actor is in the list."""
    actor = turn.actor
    turn.board.pyramids = [one for one in turn.board.pyramids if one is not gone]
    turn.index = next(index for index, one in enumerate(turn.board.pyramids) if one is actor)
