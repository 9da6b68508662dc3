"""Help with a move of Force Field Factions: where a piece can go, steps, what could be typed next, and tips."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from games.contract import Choice, Destinations, IllegalMove, Step
from games.force_field_factions import notation
from games.force_field_factions.attacks import AHEAD, movement_points, pieces_by_place
from games.force_field_factions.notation import (
    arrow,
    colour_name,
    describe_event,
    direction,
    list_colours,
    seat_name,
    size_name,
)
from games.force_field_factions.parser import find_piece, follow, normalize, read_move, split_move
from games.force_field_factions.position import SEATS
from games.force_field_factions.reachable_positions import find_positions, key
from games.force_field_factions.rejections import reject_action
from games.force_field_factions.state import FACINGS, GHOST, GRID, UP, Attack, Crash, FieldAddition, Move, Piece, State
from games.force_field_factions.turns import Progress, act, begin, choices, completions, next_words, read_word, run
from games.guide import reject, shorten_words
from games.rejections import match_over
from games.text import format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.force_field_factions.reachable_positions import Key
    from games.force_field_factions.turns import Word


class _Reachable(NamedTuple):
    """The squares where a piece can end its turn, each with a turn of fewest actions; those that it can attack."""

    ends: dict[int, Move]
    attacked: set[int]


def destinations(state: State, text: str) -> Destinations:
    """Return where a piece (`c1`, or `c1*` for one out of phase) can go in one turn, or which pieces there are."""
    normalized = normalize(text)
    typed = split_move(normalized) if normalized else None
    if state.mover is None or (typed is None and normalized != ""):
        raise _rejection(state, text)
    if typed is None:
        return _list_pieces(state, state.mover)
    if typed.words:
        _reject_chat(state, text)
    place = find_piece(state, typed)
    source, found = GRID.names[place % GHOST], _search(state, place)
    piece = _describe_piece(state, place)
    if not found.ends:
        return Destinations((source,), (), " ".join([piece, _("It can't leave its square this turn.")]))
    places = _names(found.ends)
    if found.attacked:
        template = _("It can end its turn on {squares}, and attack what stands on {targets} (`{move}`).")
    else:
        template = _("It can end its turn on {squares} (`{move}`).")
    shortest = min(found.ends.values(), key=lambda move: len(move.actions))
    ways = template.format(
        squares=format_short_list(places),
        targets=format_short_list(_names(found.attacked)),
        move=notation.write(state.board, shortest),
    )
    return Destinations((source,), places, f"{piece} {ways}")


def _rejection(state: State, text: str) -> IllegalMove:
    """Return the rejection of a text that names no piece, or of any text once the match is over."""
    try:
        read_move(state, text or "a1:")
    except IllegalMove as rejection:
        return rejection
    return match_over()


def _reject_chat(state: State, text: str) -> None:
    """Raise `IllegalMove` for a text that only begins like a move; other faults of its actions don't matter."""
    try:
        read_move(state, text)
    except IllegalMove as rejection:
        if rejection.kind == "not_a_move":
            raise


def _list_pieces(state: State, seat: int) -> Destinations:
    """Return the pieces of a seat; each can do something in every position (R10)."""
    board = pieces_by_place(state.board)
    own = sorted((place % GHOST, place) for place in board if board[place].seat == seat)
    heads = format_short_list([f"`{_head(state, place)}`" for _, place in own], "or")
    places = _names({square for square, _ in own})
    template = _("{seat} can play the piece on {pieces}. Ask for one: `{square}`.")
    return Destinations((), places, template.format(seat=seat_name(seat), pieces=heads, square=places[0]))


def _search(state: State, place: int) -> _Reachable:
    ends: dict[int, Move] = {}
    attacked: set[int] = set()
    tried: set[tuple[str, ...]] = set()
    for move in sorted(find_positions(state, (place,)).values(), key=lambda move: len(move.actions)):
        # An added field ends the turn: the piece stands where it did before, after the same attacks.
        actions = move.actions[:-1] if move.actions[-1][0] == "+" else move.actions
        if actions in tried:
            continue
        tried.add(actions)
        turn = run(state, Move(place, actions))
        attacked |= {event.target for event in turn.events if isinstance(event, Attack)}
        if turn.square != place % GHOST:
            ends.setdefault(turn.square, move)
    return _Reachable(ends, attacked)


def _describe_piece(state: State, place: int) -> str:
    """Return a sentence on a piece: its size, where it points, how many points it can spend."""
    piece = pieces_by_place(state.board)[place]
    name, points = f"`{_head(state, place)}`", movement_points(piece)
    if piece.out_of_phase:
        template = _("{square} is a {piece} out of phase: it moves only without a clear field.")
    elif piece.facing == UP:
        template = ngettext(
            "{square} is a {piece}, upright, with {n} movement point.",
            "{square} is a {piece}, upright, with {n} movement points.",
            points,
        )
    else:
        template = ngettext(
            "{square} is a {piece}, pointing {direction}, with {n} movement point.",
            "{square} is a {piece}, pointing {direction}, with {n} movement points.",
            points,
        )
    return template.format(square=name, piece=size_name(piece.pips), direction=direction(piece.facing), n=points)


def _head(state: State, place: int) -> str:
    return notation.head(state.board, place).removesuffix(":")


def _names(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple([GRID.names[square] for square in sorted(squares)])


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
    words = [word for word in _words(turn) if _changes(act(turn, _read(word)), before)]
    actions = [_choose_action(turn, text, word, _menu(word, words)) for word in words]
    move = text if turn.board() != before else ""
    question = _("What does {square} do next?") if turn.actions else _("What does {square} do?")
    question = question.format(square=_name(heads[found[1]])) if actions else ""
    return Step(question, tuple(actions), _mark(turn), move, replace(state, board=turn.whole_board()))


def _places(state: State) -> list[int]:
    """Return the places of the mover's pieces from a1 to h8, of two on one square the one in phase first."""
    own = [place for place, piece in enumerate(state.board) if piece is not None and piece.seat == state.mover]
    return sorted(own, key=lambda place: (place % GHOST, place))


def _choose_piece(state: State, head: str, place: int) -> Choice:
    piece = state.board[place]
    assert piece is not None, "places are those of pieces"  # noqa: S101 - as `_places` finds them
    points = movement_points(piece)
    facing = arrow(piece.facing)
    if piece.facing != UP:
        facing = _("points {direction}").format(direction=facing)
    parts = [
        ngettext("{n} pip", "{n} pips", piece.pips).format(n=piece.pips),
        facing,
        *([_("with {colours}").format(colours=list_colours(piece.fields))] if piece.fields else []),
    ]
    if not piece.out_of_phase:
        parts.append(ngettext("{n} movement point", "{n} movement points", points).format(n=points))
    label = _("{square} (out of phase)") if piece.out_of_phase else "{square}"
    name = _name(place)
    return Choice(label.format(square=name), head, ", ".join(parts), _picture(piece), places=(name,))


_KINDS = ("remove", "advance", "attack", "point", "add")


def _words(turn: Progress) -> list[str]:
    """Return what the turn can go on with, without pointing the way that the piece points already.

    What the piece does as it stands comes before pointing elsewhere; other ways to face after an attack come last.
    """
    words = [word for word in next_words(turn) if word != FACINGS[turn.piece.facing]]
    return sorted(words, key=lambda word: (_is_turned(word, words), _KINDS.index(_read(word).kind)))


def _is_turned(word: str, words: Sequence[str]) -> bool:
    """Return whether a word is an attack after which the piece faces another way than by the plainest one."""
    return _read(word).kind == "attack" and word != next(each for each in words if _read(each).kind == "attack")


def _menu(word: str, words: Sequence[str]) -> str:
    """Return the name of the menu that has a word."""
    if _is_turned(word, words):
        return _("Attack and turn")
    match _read(word).kind:
        case "remove":
            return _("Remove its force field")
        case "add":
            return _("Finish with a force field")
        case _:
            return _("Move it")


def _read(word: str) -> Word:
    read = read_word(word)
    assert read is not None, "words are canonical"  # noqa: S101 - as `next_words` gives them
    return read


def _changes(turn: Progress, before: dict[int, Piece]) -> bool:
    """Return whether a turn changes the position, or can still come to it."""
    return turn.board() != before or any(_changes(act(turn, _read(word)), before) for word in _words(turn))


def _choose_action(turn: Progress, text: str, word: str, menu: str) -> Choice:
    after = act(turn, _read(word))
    words = _tell_more(turn, after)
    if after.points and after.points < turn.points:
        left = ngettext("{n} movement point left", "{n} movement points left", after.points).format(n=after.points)
        words = ", ".join(filter(None, [words, left]))
    return Choice(_label(turn, word), f"{text} {word}", shorten_words(words), group=menu, places=_target(turn, word))


def _target(turn: Progress, word: str) -> tuple[str, ...]:
    """Return the square to which a piece advances or points, or that it attacks; none for other actions."""
    read = _read(word)
    if read.kind not in ("advance", "attack", "point"):
        return ()
    facing = read.facing if read.kind == "point" else turn.piece.facing
    square = AHEAD[turn.square][facing or 0]
    return () if square is None else (GRID.names[square],)


_POWERS = {
    "r": N_("attack +1"),
    "g": N_("pushes instead of taking"),
    "b": N_("defence +1"),
    "y": N_("doubles its movement points"),
    "p": N_("turns enemies into your own pieces"),
    "o": N_("an attack 1 short strips the enemy of its fields"),
    "c": N_("out of phase: it can't move, attack or be attacked"),
}
"""What the fields are good for."""


def _tell_more(turn: Progress, after: Progress) -> str:
    """Return what an action does that its label doesn't say: how an attack ends, or what a field is good for."""
    events = after.events[len(turn.events) :]
    match events[-1]:
        case FieldAddition(colour):
            return _(_POWERS[colour])
        case Attack(facing=facing) as attack:
            return describe_event(attack, facing, arrow)
        case Crash():
            return ", ".join(describe_event(event, turn.piece.facing) for event in events)
        case _:
            return ""


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
            return _("point {direction} ({word})").format(direction=arrow(FACINGS.index(word)), word=word)
        case "advance":
            end = choices(turn).advance
            return _("advance to {square}").format(square=GRID.names[end or 0])
        case "attack":
            return _label_attack(turn, read, word)


def _label_attack(turn: Progress, read: Word, word: str) -> str:
    attack = choices(turn).attack
    turned, new = read.facing, read.new
    if turned is None:
        template = _("attack {square}") if new is None else _("attack {square}, it faces {converted} ({word})")
    elif new is None:
        template = _("attack {square}, then face {facing} ({word})")
    else:
        template = _("attack {square}, then face {facing}, it faces {converted} ({word})")
    return template.format(
        square=GRID.names[attack.target] if attack else "",
        facing=arrow(turned or 0),
        converted=arrow(new or 0),
        word=word,
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


_OPENING = re.compile(r"[a-h]?|[a-h][1-8]\*?")


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`.

    Pieces come from a1 to h8, the actions after them in the order of a turn: remove, point, advance, attack, add.
    """
    normalized = normalize(text)
    if normalized is None or state.mover is None or limit <= 0:
        return []
    found = _suggest_pieces(state, normalized) if _OPENING.fullmatch(normalized) else _continue(state, normalized, text)
    return list(islice(dict.fromkeys(found), limit))


def _suggest_pieces(state: State, typed: str) -> Iterator[str]:
    """Suggest the squares of pieces that begin as typed, of two on one the one in phase first."""
    board = pieces_by_place(state.board)
    for place in sorted(board, key=lambda place: (place % GHOST, place)):
        head = notation.head(state.board, place)
        if board[place].seat == state.mover and head.startswith(typed):
            yield head


def _continue(state: State, normalized: str, text: str) -> Iterator[str]:
    """Suggest how a text with a square and maybe some actions can go on."""
    typed = split_move(normalized)
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
    original = key(pieces_by_place(state.board))
    words = _texts(head, turn, completions(turn, part), original)
    after = _step(turn, part)
    if after is None:
        yield from () if part or typed.words else (head,)
        yield from words
        return
    exact = _texts(head, turn, after.actions[len(turn.actions) :], original)
    yield from (*exact[-1:], *words)
    yield from _texts(head, after, completions(after, ""), original)


def _step(turn: Progress, typed: str) -> Progress | None:
    """Return the turn after one more typed word, or None where it can't be done."""
    word = read_word(typed)
    if word is None or reject_action(turn, word) is not None:
        return None
    try:
        return follow(turn, typed, 1, last=True)
    except IllegalMove:
        return None


def _texts(head: str, turn: Progress, words: Iterable[str], original: Key) -> list[str]:
    """Write the turns that end in one of the words, those that change the position."""
    texts: list[str] = []
    for typed in words:
        after = _step(turn, typed)
        if after is not None and key(after.board()) != original:
            texts.append(" ".join((head, *after.actions)))
    return texts


TIPS = (
    N_("A piece has a movement point for each pip: one of 3 can point, advance and advance again in one turn."),
    N_("An upright piece defends with 2, one that points with 1. Look which of your pieces an enemy could reach."),
    N_("Fields decide fights: red attacks better, blue defends better. Pieces of 3 pips carry none."),
    N_("You lose when you have none left of some size. You began with only two of 3 pips, so watch those."),
    N_("It works both ways: go for the size of which your opponent has the fewest left."),
)
"""In the order in which they are shown."""
