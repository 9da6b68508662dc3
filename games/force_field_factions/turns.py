"""A turn on its way: one piece of the seat to move, lifted off the board, and what it has done so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.force_field_factions.action_words import Word, attack_word, read_word
from games.force_field_factions.attacks import resolve_attack
from games.force_field_factions.powers import AHEAD, Board, movement_points, pieces_by_place, place_of
from games.force_field_factions.state import (
    COLOURS,
    FACINGS,
    GHOST,
    UP,
    Advance,
    Attack,
    Crash,
    Event,
    FacingChange,
    FieldAddition,
    FieldRemoval,
    Move,
    Piece,
)

if TYPE_CHECKING:
    from games.force_field_factions.state import State


class Progress(NamedTuple):
    """A turn so far.

    `rest` are all other pieces, `square` and `piece` the one that acts as it is now, `points` the movement points it
    has left, `actions` its actions in canonical words, `events` what came of them.
    """

    rest: Board
    square: int
    piece: Piece
    points: int
    supply: int
    actions: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def destroyed(self) -> bool:
        """Whether a change of phase destroyed the piece (R6)."""
        return bool(self.events) and isinstance(self.events[-1], Crash)

    @property
    def over(self) -> bool:
        """Whether nothing more can be done this turn."""
        return self.destroyed or (bool(self.events) and isinstance(self.events[-1], FieldAddition))

    def board(self) -> Board:
        """Return all pieces by place as they stand now."""
        return self.rest if self.destroyed else {**self.rest, place_of(self.square, self.piece): self.piece}


def begin(state: State, place: int) -> Progress:
    """Return the turn of the piece on a place before its first action."""
    rest = pieces_by_place(state.board)
    piece = rest.pop(place)
    return Progress(rest, place % GHOST, piece, movement_points(piece), state.supply)


def act(turn: Progress, word: Word) -> Progress:
    """Return the turn after one more action, which the rules allow; an advance goes one square."""
    match word.kind:
        case "remove":
            return _remove(turn)
        case "point":
            assert word.facing is not None, "a pointing has a facing"  # noqa: S101 - as the reader makes them
            return _done(
                turn._replace(piece=turn.piece._replace(facing=word.facing), points=turn.points - 1),
                FACINGS[word.facing],
                FacingChange(turn.square, word.facing),
            )
        case "advance":
            end = AHEAD[turn.square][turn.piece.facing]
            assert end is not None, "the board goes on"  # noqa: S101 - the rules allow it
            return _done(turn._replace(square=end, points=turn.points - 1), "f", Advance(turn.square, end))
        case "attack":
            return _attack(turn, word)
        case "add":
            return _add(turn, word.colour)


def run(state: State, move: Move) -> Progress:
    """Return the turn after all actions of a legal move."""
    turn = begin(state, move.place)
    for action in move.actions:
        word = read_word(action)
        assert word is not None, "a move has canonical words"  # noqa: S101 - it comes from `parse` or `legal`
        turn = act(turn, word)
    return turn


def _done(turn: Progress, action: str, *events: Event) -> Progress:
    return turn._replace(actions=(*turn.actions, action), events=(*turn.events, *events))


def _remove(turn: Progress) -> Progress:
    colour = turn.piece.fields[-1]
    shed = turn.piece._replace(fields=turn.piece.fields[:-1])
    after = turn._replace(piece=shed, points=movement_points(shed))
    action = f"-{COLOURS[colour]}"
    if turn.piece.out_of_phase and not shed.out_of_phase and turn.square in turn.rest:
        return _crash(after, turn.square, action, FieldRemoval(colour))
    return _done(after, action, FieldRemoval(colour))


def _add(turn: Progress, colour: str) -> Progress:
    after = turn._replace(piece=turn.piece._replace(fields=turn.piece.fields + colour))
    action = f"+{COLOURS[colour]}"
    # Another piece out of phase on its square shows that this one has been in phase until now.
    if colour == "c" and turn.square + GHOST in turn.rest:
        return _crash(after, turn.square + GHOST, action, FieldAddition(colour))
    return _done(after, action, FieldAddition(colour))


def _crash(turn: Progress, place: int, action: str, change: Event) -> Progress:
    rest = dict(turn.rest)
    other = rest.pop(place)
    return _done(turn._replace(rest=rest), action, change, Crash(place % GHOST, other))


def _attack(turn: Progress, word: Word) -> Progress:
    done = resolve_attack(turn.rest, turn.square, turn.piece)
    assert done is not None, "there is something to attack"  # noqa: S101 - the rules allow it
    facing = turn.piece.facing if word.facing is None else word.facing
    rest, became, new = done.rest, None, None
    if done.outcome == "converts":
        new = UP if word.new is None else word.new
        became = rest[done.target]._replace(facing=new)
        rest = {**rest, done.target: became}
    elif done.outcome == "strips":
        became = rest[done.target]
    event = Attack(
        turn.square, done.target, done.outcome, done.attack, done.defence, done.victim, facing, done.pushes, became
    )
    after = turn._replace(
        rest=rest,
        square=done.target if done.moves_in else turn.square,
        piece=turn.piece._replace(facing=facing),
        points=turn.points - 1,
    )
    return _done(after, attack_word(turn.piece.facing, facing, new), event)
