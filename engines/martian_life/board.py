"""Positions of Martian Life as bits, what a turn makes of them, and lines of turns as texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.martian_life.notation import write
from games.martian_life.position import read
from games.martian_life.rules import play
from games.martian_life.state import Move, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STASH = 5
BOARD = (1 << 64) - 1
_WEST = sum(1 << 8 * row for row in range(8))
_NOT_WEST, _NOT_EAST = BOARD & ~_WEST, BOARD & ~(_WEST << 7)


Pieces: TypeAlias = tuple[int, int, int]
"""The squares of a seat's smalls, mediums and larges."""


class Position(NamedTuple):
    """The seat to move and the squares of both seats' pieces, by size."""

    mover: int
    red: Pieces
    yellow: Pieces


def compact(state: State) -> Position:
    """Return the position of a state."""
    masks = [[0, 0, 0], [0, 0, 0]]
    for square, piece in enumerate(state.board):
        if piece:
            masks[piece.seat - 1][piece.size - 1] |= 1 << square
    red, yellow = masks
    return Position(state.mover or 1, (red[0], red[1], red[2]), (yellow[0], yellow[1], yellow[2]))


def spread(mask: int) -> int:
    """Return the squares of a mask and all that touch them."""
    mask |= (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1
    return (mask | mask << 8 | mask >> 8) & BOARD


def count_neighbours(taken: int) -> tuple[int, int, int, int]:
    """Return the bits of how many of the eight squares round each square are taken: ones, twos, fours and eights."""
    east, west = (taken & _NOT_EAST) << 1, (taken & _NOT_WEST) >> 1
    sides, both = east ^ west, east & west
    ones, twos = sides ^ taken, both | sides & taken  # of three squares in a row
    above, below = ones << 8 & BOARD, ones >> 8
    above_twos, below_twos = twos << 8 & BOARD, twos >> 8
    half, carry = above ^ below, above & below | (above ^ below) & sides
    pair, rest = above_twos ^ below_twos, both ^ carry
    first, second, third = above_twos & below_twos, both & carry, pair & rest  # each stands for four
    return (
        half ^ sides,
        pair ^ rest,
        first ^ second ^ third,
        first & second | first & third | second & third,
    )


def settle(red: Pieces, yellow: Pieces) -> tuple[Pieces, Pieces]:
    """Return the pieces that are left when all that can't live have died, wave by wave."""
    (rs, rm, rl), (ys, ym, yl) = red, yellow
    while True:
        small, medium, large = rs | ys, rm | ym, rl | yl
        ones, twos, fours, eights = count_neighbours(small | medium | large)
        odd_or_more, few = ones | twos, ~(fours | eights)
        fours &= ~eights
        live_small = odd_or_more & few
        live_medium = ones & twos & few | fours & ~twos
        live_large = odd_or_more & fours
        if not (small & ~live_small or medium & ~live_medium or large & ~live_large):
            return (rs, rm, rl), (ys, ym, yl)
        rs, rm, rl = rs & live_small, rm & live_medium, rl & live_large
        ys, ym, yl = ys & live_small, ym & live_medium, yl & live_large


def points(pieces: Pieces) -> int:
    """Return the points of a seat's pieces."""
    return pieces[0].bit_count() + 2 * pieces[1].bit_count() + 3 * pieces[2].bit_count()


def can_move(position: Position, seat: int, *, unlimited: bool) -> bool:
    """Return whether a seat can place or promote anything."""
    small, medium, _ = own = position.red if seat == 1 else position.yellow
    if unlimited:
        taken = sum(position.red) + sum(position.yellow)
        return taken != BOARD or bool(small | medium)
    left = [STASH - mask.bit_count() for mask in own]
    return bool(left[0] or (left[1] and small) or (left[2] and medium))


def turns(position: Position, *, unlimited: bool) -> Iterator[tuple[int, Position]]:
    """Yield turns and the positions after them: the square to place on, or 64 more to promote what stands there.

    Of all turns that place a piece far from any other, where it dies at once, only the first is among them. If neither
    seat can move after a turn, the other seat is the mover.
    """
    mover, red, yellow = position
    own = red if mover == 1 else yellow
    small, medium, large = own
    taken = red[0] | red[1] | red[2] | yellow[0] | yellow[1] | yellow[2]
    free = BOARD & ~taken
    if unlimited or small.bit_count() < STASH:
        far = free & ~spread(taken)
        places = free & ~far | far & -far
        while places:
            bit = places & -places
            places ^= bit
            yield bit.bit_length() - 1, _after(position, (small | bit, medium, large), unlimited=unlimited)
    if unlimited or medium.bit_count() < STASH:
        left = small
        while left:
            bit = left & -left
            left ^= bit
            yield 63 + bit.bit_length(), _after(position, (small ^ bit, medium | bit, large), unlimited=unlimited)
    if unlimited or large.bit_count() < STASH:
        left = medium
        while left:
            bit = left & -left
            left ^= bit
            yield 63 + bit.bit_length(), _after(position, (small, medium ^ bit, large | bit), unlimited=unlimited)


def _after(position: Position, own: Pieces, *, unlimited: bool) -> Position:
    """Return the position after the mover's pieces changed and the board has settled."""
    mover, red, yellow = position
    red, yellow = settle(own, yellow) if mover == 1 else settle(red, own)
    after = Position(3 - mover, red, yellow)
    if can_move(after, 3 - mover, unlimited=unlimited):
        return after
    passed = Position(mover, red, yellow)
    return passed if can_move(passed, mover, unlimited=unlimited) else after


def positions_before(state: State) -> set[Position]:
    """Return the positions that stood before in a match: to repeat one is to offer a draw."""
    boards = (read(text) for text in state.seen[:-1])
    return {compact(State(board, mover, state.unlimited, state.target)) for board, mover in boards}


def texts_of(state: State, turns: Iterable[int]) -> tuple[str, ...]:
    """Return the canonical texts of turns that follow each other, up to the end of the match."""
    texts: list[str] = []
    for turn in turns:
        if state.mover is None:
            break
        move = Move(turn % 64, turn >= 64)
        texts.append(write(move))
        state = play(state, move)
    return tuple(texts)
