"""A turn put together from choices: a piece, then its actions one by one until it is played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.contract import Choice, Destinations, Step
from games.force_field_factions import notation
from games.force_field_factions.choices import choices, next_words
from games.force_field_factions.position import SEATS
from games.force_field_factions.powers import movement_points, pieces_by_place
from games.force_field_factions.state import COLOURS, COMPASS, FACINGS, GHOST, GRID, Piece
from games.force_field_factions.text import describe_event
from games.force_field_factions.turns import act, begin
from games.guide import reject, shorten_words
from games.text import format_count, format_list

if TYPE_CHECKING:
    from games.force_field_factions.notation import Word
    from games.force_field_factions.state import State
    from games.force_field_factions.turns import Progress

_TEXT = re.compile(r"([a-h][1-8]\*?:)((?: [^ ]+)*)")


def guide(state: State, text: str) -> Step:
    """Return the step after a piece (`c1:`) and the actions so far (`c1: n f`). Raises `IllegalMove`."""
    if state.mover is None:
        raise reject("")
    heads = {notation.head(state.board, place): place for place in _places(state)}
    if not text:
        pieces = [_choose_piece(state, head, place) for head, place in heads.items()]
        shown = Destinations((), tuple(dict.fromkeys(_name(place) for place in heads.values())), "")
        return Step("Which piece acts?", tuple(pieces), shown)
    found = _TEXT.fullmatch(text)
    if found is None or found[1] not in heads:
        raise reject(text)
    turn = begin(state, heads[found[1]])
    for word in found[2].split():
        if word not in _words(turn):
            raise reject(text)
        turn = act(turn, _read(word))
    before = pieces_by_place(state.board)
    actions = [_choose_action(turn, text, word) for word in _words(turn) if _changes(act(turn, _read(word)), before)]
    move = text if turn.board() != before else ""
    question = f"What does {_name(heads[found[1]])} do{' next' if turn.actions else ''}?" if actions else ""
    return Step(question, tuple(actions), _mark(turn), move)


def _places(state: State) -> list[int]:
    """Return the places of the mover's pieces from a1 to h8, of two on one square the one in phase first."""
    own = [place for place, piece in enumerate(state.board) if piece is not None and piece.seat == state.mover]
    return sorted(own, key=lambda place: (place % GHOST, place))


def _choose_piece(state: State, head: str, place: int) -> Choice:
    piece = state.board[place]
    assert piece is not None, "places are those of pieces"  # noqa: S101 - as `_places` finds them
    facing = COMPASS[piece.facing]
    parts = [format_count(piece.pips, "pip"), facing if facing == "upright" else f"points {facing}"]
    if piece.fields:
        parts.append(f"with {format_list(COLOURS[colour] for colour in piece.fields)}")
    parts.append(format_count(movement_points(piece), "point"))
    label = f"{_name(place)}{' (out of phase)' if piece.out_of_phase else ''}"
    return Choice(label, head, ", ".join(parts), _picture(piece))


def _words(turn: Progress) -> list[str]:
    """Return what the turn can go on with, without pointing the way that the piece points already."""
    return [word for word in next_words(turn) if word != FACINGS[turn.piece.facing]]


def _read(word: str) -> Word:
    read = notation.read_word(word)
    assert read is not None, "words are canonical"  # noqa: S101 - as `next_words` gives them
    return read


def _changes(turn: Progress, before: dict[int, Piece]) -> bool:
    """Return whether a turn changes the position, or can still come to it."""
    return turn.board() != before or any(_changes(act(turn, _read(word)), before) for word in _words(turn))


def _choose_action(turn: Progress, text: str, word: str) -> Choice:
    after = act(turn, _read(word))
    words = ", ".join(describe_event(event, turn.piece.facing) for event in after.events[len(turn.events) :])
    left = f", {format_count(after.points, 'point')} left" if after.points and after.points < turn.points else ""
    return Choice(_label(turn, word), f"{text} {word}", shorten_words(f"{words}{left}"))


def _label(turn: Progress, word: str) -> str:
    read = _read(word)
    match read.kind:
        case "remove":
            return f"remove {word[1:]}"
        case "add":
            return f"add {word[1:]}"
        case "point":
            return "stand upright" if word == "up" else f"point {COMPASS[FACINGS.index(word)]}"
        case "advance":
            end = choices(turn).advance
            return f"advance to {GRID.names[end or 0]}"
        case "attack":
            attack = choices(turn).attack
            target = GRID.names[attack.target] if attack else ""
            turned = "" if read.facing is None else f", then face {COMPASS[read.facing]}"
            new = "" if read.new is None else f", it faces {COMPASS[read.new]}"
            return f"attack {target}{turned}{new}"


def _mark(turn: Progress) -> Destinations:
    """Mark the piece where it is now, and the square that it can advance to or attack."""
    can = choices(turn)
    targets = [can.advance] if can.advance is not None else [can.attack.target] if can.attack else []
    return Destinations((GRID.names[turn.square],), tuple(GRID.names[square] for square in targets), "")


def _name(place: int) -> str:
    return GRID.names[place % GHOST]


def _picture(piece: Piece) -> str:
    return f"{SEATS[piece.seat - 1].lower()}-{piece.pips}"
