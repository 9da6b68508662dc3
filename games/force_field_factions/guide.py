"""A turn put together from choices: a piece, then its actions one by one until it is played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.contract import Choice, Destinations, Step
from games.force_field_factions import notation
from games.force_field_factions.action_words import read_word
from games.force_field_factions.choices import choices, next_words
from games.force_field_factions.names import colour_name, direction, list_colours
from games.force_field_factions.position import SEATS
from games.force_field_factions.powers import movement_points, pieces_by_place
from games.force_field_factions.state import FACINGS, GHOST, GRID, UP, Piece
from games.force_field_factions.turn_descriptions import describe_event
from games.force_field_factions.turns import act, begin
from games.guide import reject, shorten_words
from games.translation import gettext as _
from games.translation import ngettext

if TYPE_CHECKING:
    from games.force_field_factions.action_words import Word
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
        return Step(_("Which piece acts?"), tuple(pieces), shown)
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
    question = _("What does {square} do next?") if turn.actions else _("What does {square} do?")
    question = question.format(square=_name(heads[found[1]])) if actions else ""
    return Step(question, tuple(actions), _mark(turn), move)


def _places(state: State) -> list[int]:
    """Return the places of the mover's pieces from a1 to h8, of two on one square the one in phase first."""
    own = [place for place, piece in enumerate(state.board) if piece is not None and piece.seat == state.mover]
    return sorted(own, key=lambda place: (place % GHOST, place))


def _choose_piece(state: State, head: str, place: int) -> Choice:
    piece = state.board[place]
    assert piece is not None, "places are those of pieces"  # noqa: S101 - as `_places` finds them
    points = movement_points(piece)
    facing = direction(piece.facing)
    if piece.facing != UP:
        facing = _("points {direction}").format(direction=facing)
    parts = [
        ngettext("{n} pip", "{n} pips", piece.pips).format(n=piece.pips),
        facing,
        *([_("with {colours}").format(colours=list_colours(piece.fields))] if piece.fields else []),
        ngettext("{n} movement point", "{n} movement points", points).format(n=points),
    ]
    label = _("{square} (out of phase)") if piece.out_of_phase else "{square}"
    return Choice(label.format(square=_name(place)), head, ", ".join(parts), _picture(piece))


def _words(turn: Progress) -> list[str]:
    """Return what the turn can go on with, without pointing the way that the piece points already."""
    return [word for word in next_words(turn) if word != FACINGS[turn.piece.facing]]


def _read(word: str) -> Word:
    read = read_word(word)
    assert read is not None, "words are canonical"  # noqa: S101 - as `next_words` gives them
    return read


def _changes(turn: Progress, before: dict[int, Piece]) -> bool:
    """Return whether a turn changes the position, or can still come to it."""
    return turn.board() != before or any(_changes(act(turn, _read(word)), before) for word in _words(turn))


def _choose_action(turn: Progress, text: str, word: str) -> Choice:
    after = act(turn, _read(word))
    words = ", ".join(describe_event(event, turn.piece.facing) for event in after.events[len(turn.events) :])
    if after.points and after.points < turn.points:
        # Translators: {deeds} are clauses: "points north, advances to c2".
        template = ngettext("{deeds}, {n} movement point left", "{deeds}, {n} movement points left", after.points)
        words = template.format(deeds=words, n=after.points)
    return Choice(_label(turn, word), f"{text} {word}", shorten_words(words))


def _label(turn: Progress, word: str) -> str:
    read = _read(word)
    match read.kind:
        case "remove":
            return _("remove {colour}").format(colour=colour_name(read.colour))
        case "add":
            return _("add {colour}").format(colour=colour_name(read.colour))
        case "point":
            if word == FACINGS[UP]:
                return _("stand upright")
            return _("point {direction}").format(direction=direction(FACINGS.index(word)))
        case "advance":
            end = choices(turn).advance
            return _("advance to {square}").format(square=GRID.names[end or 0])
        case "attack":
            return _label_attack(turn, read)


def _label_attack(turn: Progress, word: Word) -> str:
    attack = choices(turn).attack
    turned, new = word.facing, word.new
    if turned is None:
        template = _("attack {square}") if new is None else _("attack {square}, it faces {converted}")
    elif new is None:
        template = _("attack {square}, then face {facing}")
    else:
        template = _("attack {square}, then face {facing}, it faces {converted}")
    return template.format(
        square=GRID.names[attack.target] if attack else "",
        facing=direction(turned or 0),
        converted=direction(new or 0),
    )


def _mark(turn: Progress) -> Destinations:
    """Mark the piece where it is now, and the square that it can advance to or attack."""
    can = choices(turn)
    targets = [can.advance] if can.advance is not None else [can.attack.target] if can.attack else []
    return Destinations((GRID.names[turn.square],), tuple(GRID.names[square] for square in targets), "")


def _name(place: int) -> str:
    return GRID.names[place % GHOST]


def _picture(piece: Piece) -> str:
    return f"{SEATS[piece.seat - 1].lower()}-{piece.pips}"
