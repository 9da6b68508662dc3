"""Every position that one turn can lead to, and the text to reach it with (R13).

The search goes breadth first, piece by piece, one action a level, each level in the order of its texts. A space sorts
before all else in a text, so two texts of equally many actions keep their order whatever one action is put behind both:
whatever is reached first is reached by the fewest actions, first in the alphabet, with the most movement points left.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from games.force_field_factions.attacks import (
    AHEAD,
    ROOM,
    AttackResult,
    Board,
    addable_fields,
    movement_points,
    pieces_by_place,
    place_of,
    resolve_attack,
)
from games.force_field_factions.notation import write
from games.force_field_factions.state import COLOURS, FACINGS, GHOST, Move, Piece
from games.force_field_factions.turns import attack_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.force_field_factions.state import State

Key: TypeAlias = "frozenset[int]"
"""A position without the side to move: a number for each piece with all that is visible of it."""

_FIELDS = ("", *COLOURS, *map("".join, product(COLOURS, repeat=2)))
_WORN = {fields: number for number, fields in enumerate(_FIELDS)}
_PLACES = 2 * GHOST
_KINDS = _PLACES * len(_FIELDS)
_ONWARD = -1
_WAYS = sorted([("f", _ONWARD), *((word, facing) for facing, word in enumerate(FACINGS))])
_TURNS = [sorted((attack_word(now, then, None), then) for then in range(9)) for now in range(9)]
_CONVERSIONS = [
    sorted((attack_word(now, then, new), then, new) for then in range(9) for new in range(9)) for now in range(9)
]
"""Words of attacks by the attacker's facing, sorted, each with the facings that it leaves."""


def number(place: int, piece: Piece) -> int:
    """Return the number of a piece on a place within a `Key`."""
    return ((piece.seat * 4 + piece.pips) * 9 + piece.facing) * _KINDS + _WORN[piece.fields] * _PLACES + place


def key(board: Board) -> Key:
    """Return the key of a position."""
    return frozenset([number(place, piece) for place, piece in board.items()])


def find_positions(state: State, places: tuple[int, ...] | None = None) -> dict[Key, Move]:
    """Return a move for each position that the seat to move can reach, or that its pieces on some places can."""
    board = pieces_by_place(state.board)
    search = _Search(state, key(board))
    for place, piece in board.items():
        if piece.seat == state.mover and (places is None or place in places):
            search.turns_of(place, piece, {other: board[other] for other in board if other != place})
    return search.found


class _Stand:
    """The other pieces as they stand at one point of a turn, and which squares and facings were reached among them."""

    def __init__(self, rest: Board, piece: Piece, supply: int) -> None:
        self.rest = rest
        self.key = key(rest)
        self.seen: set[int] = set()
        self.adds = [(colour, f"+{COLOURS[colour]}") for colour in addable_fields(rest, piece, supply)]


_Node: TypeAlias = "tuple[_Stand, int, int, tuple[str, ...]]"
"""Other pieces, square and facing of the piece that acts, its actions so far."""


class _Search:
    def __init__(self, state: State, original: Key) -> None:
        self.found: dict[Key, Move] = {}
        self._state = state
        self._original = original
        self._place = 0

    def turns_of(self, place: int, piece: Piece, rest: Board) -> None:
        self._place = place
        self._branch(piece, rest, ())
        if not piece.fields:
            return
        shed = piece._replace(fields=piece.fields[:-1])
        actions = (f"-{COLOURS[piece.fields[-1]]}",)
        square = place % GHOST
        if piece.out_of_phase and not shed.out_of_phase and square in rest:
            self._keep(key({other: rest[other] for other in rest if other != square}), actions)
        else:
            self._branch(shed, rest, actions)

    def _branch(self, piece: Piece, rest: Board, actions: tuple[str, ...]) -> None:
        """Search all turns that begin with a removal, or without one: what the piece carries stays the same."""
        stand = _Stand(rest, piece, self._state.supply)
        stands = {stand.key: stand}
        square = self._place % GHOST
        stand.seen.add(square * 9 + piece.facing)
        level: list[_Node] = [(stand, square, piece.facing, actions)]
        points = 0 if piece.out_of_phase else movement_points(piece)
        self._end_turns(piece, level)
        for _ in range(points):
            level = list(self._next(piece, level, stands))
            self._end_turns(piece, level)

    def _next(self, piece: Piece, level: list[_Node], stands: dict[Key, _Stand]) -> Iterator[_Node]:
        for stand, square, facing, actions in level:
            seen, first = stand.seen, square * 9
            ahead = AHEAD[square][facing]
            for word, turned in _WAYS:
                if turned != _ONWARD:
                    if first + turned not in seen:
                        seen.add(first + turned)
                        yield stand, square, turned, (*actions, word)
                elif ahead is not None and ahead not in stand.rest and ahead * 9 + facing not in seen:
                    seen.add(ahead * 9 + facing)
                    yield stand, ahead, facing, (*actions, word)
            if ahead is not None and ahead in stand.rest:
                attack = resolve_attack(stand.rest, square, piece._replace(facing=facing))
                if attack is not None and attack.outcome != "fails":
                    yield from self._attacks(piece, attack, (square, facing), actions, stands)

    def _attacks(
        self,
        piece: Piece,
        attack: AttackResult,
        spot: tuple[int, int],
        actions: tuple[str, ...],
        stands: dict[Key, _Stand],
    ) -> Iterator[_Node]:
        square, facing = spot
        if attack.outcome != "converts":
            stand = self._stand(attack.rest, piece, stands)
            square = attack.target if attack.moves_in else square
            ways = [(word, turned, stand) for word, turned in _TURNS[facing]]
        else:
            became = attack.rest[attack.target]
            boards = [{**attack.rest, attack.target: became._replace(facing=new)} for new in range(9)]
            converted = [self._stand(board, piece, stands) for board in boards]
            ways = [(word, turned, converted[new]) for word, turned, new in _CONVERSIONS[facing]]
        for word, turned, stand in ways:
            if square * 9 + turned not in stand.seen:
                stand.seen.add(square * 9 + turned)
                yield stand, square, turned, (*actions, word)

    def _stand(self, rest: Board, piece: Piece, stands: dict[Key, _Stand]) -> _Stand:
        stand = _Stand(rest, piece, self._state.supply)
        return stands.setdefault(stand.key, stand)

    def _end_turns(self, piece: Piece, level: list[_Node]) -> None:
        """Keep what a level's nodes are when the turn ends there, and with each field that can be added."""
        room = len(piece.fields) < ROOM[piece.pips]
        bare = piece._replace(facing=0)
        grown = {colour: piece._replace(facing=0, fields=piece.fields + colour) for colour in COLOURS if room}
        # What `number` says of the piece on a1 facing north, to which square and facing are then added.
        as_is = number(place_of(0, bare), bare)
        with_added = {colour: number(place_of(0, larger), larger) for colour, larger in grown.items()}
        for stand, square, facing, actions in level:
            there = facing * _KINDS + square
            self._keep(stand.key | {as_is + there}, actions)
            for colour, word in stand.adds:
                if colour == "c" and square + GHOST in stand.rest:
                    left = {place: other for place, other in stand.rest.items() if place != square + GHOST}
                    self._keep(key(left), (*actions, word))
                else:
                    self._keep(stand.key | {with_added[colour] + there}, (*actions, word))

    def _keep(self, reached: Key, actions: tuple[str, ...]) -> None:
        known = self.found.get(reached)
        if known is None:
            if reached != self._original:
                self.found[reached] = Move(self._place, actions)
        elif len(actions) <= len(known.actions):
            move = Move(self._place, actions)
            if len(actions) < len(known.actions) or self._text(move) < self._text(known):
                self.found[reached] = move

    def _text(self, move: Move) -> str:
        return write(self._state.board, move)
