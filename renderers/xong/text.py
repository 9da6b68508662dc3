"""Xong in words, on the picture, beside it and instead of it, and its board in letters."""

from __future__ import annotations

from itertools import groupby, product
from operator import itemgetter
from textwrap import shorten
from typing import TYPE_CHECKING

from games.hex_grid import DIRECTIONS, STANDARD
from games.translation import gettext as _, ngettext, pgettext
from games.xong import notation, shapes
from games.xong.lattice import bits, cell_index, ends, leg_index, spread
from games.xong.notation import news, xoid
from games.xong.rules import SEATS, count_score
from renderers.board.alt_text import (
    LONGEST_ALT,
    count_moves,
    describe_status,
    format_rows,
    name_with_seat,
    quoted_name,
    write_grid_heading,
)
from renderers.board.scene import sole_winner
from renderers.drawing.typeface import MOVE, text_width
from renderers.kit.words import name_run
from renderers.xong.board import caption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.hex_grid import Cell
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import State, Turn
    from renderers.board.scene import Scene

TITLE = "Xong"
_ROOM = 560


def points(state: State) -> tuple[int, int]:
    """Return the points of red and blue: the result, or the score while the match runs."""
    ended = state.outcome.points if state.outcome else None
    red, blue = ended or count_score(state.board, state.legs).points
    return red, blue


def task(state: State) -> str:
    """Return what the seat to move has to do, as words after its name; empty when the match is over."""
    if not state.mover:
        return ""
    # Translators: what a player has to do, after a name or alone: place a Xoid, or give the other player one.
    return _("to place") if state.hand else _("to give")


def describe_seat(state: State, seat: int) -> str:
    """Return the second line of a seat's panel: what it has to do, what it gave, or how it fared."""
    if state.outcome:
        return pgettext("seat", "wins") if seat == sole_winner(state.outcome) else ""
    if seat == state.mover:
        return task(state)
    if not state.hand or not (state.played or state.last):
        return ""
    # Translators: {xoid} is the number, the walk or the size of the Xoid that this player gave the other.
    return _("gave {xoid}").format(xoid=caption(state.hand))


def write_headline(scene: Scene) -> str:
    """Return the first line below the board: the last move, in few words where its legs are too many."""
    state: State = scene.state
    if not scene.move:
        seat = state.mover or sole_winner(state.outcome)
        if not seat:
            return pgettext("match", "Over")
        who = _(SEATS[seat - 1])
        return _("{who} {task}").format(who=who, task=task(state)) if state.mover else _("{who} wins").format(who=who)
    if text_width(scene.move, MOVE) <= _ROOM:
        return scene.move
    size = state.last.move.legs.bit_count() if state.last else 0
    if not size:
        return f"give {caption(state.hand or 'F')}"
    return ngettext("Xoid {number}: {n} leg", "Xoid {number}: {n} legs", size).format(number=len(state.played), n=size)


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what was given and what the placement changed, or the end."""
    state: State = scene.state
    best, last = sole_winner(state.outcome), state.last
    if state.outcome:
        reason = state.outcome.clause
        if not best or not scene.move:
            return reason
        return _("{who} wins: {reason}").format(who=_(SEATS[best - 1]), reason=reason)
    if not last or not scene.move:
        if not state.hand:
            return _("any Xoid that fits, to begin with")
        return _("{xoid} in hand").format(xoid=caption(state.hand))
    # Translators: a player gave the seat that Xoid.
    gift = _("gives {seat} {xoid}").format(seat=_(SEATS[2 - last.seat]), xoid=caption(state.hand)) if state.hand else ""
    changes = [f"{_(SEATS[seat])} {change:+d}" for seat, change in enumerate(last.change) if change]
    return "; ".join(filter(None, (gift, ", ".join(changes))))


_MOVE, _BRIEF_MOVE = 320, 60
_LONGEST = 1499


def alt(scene: Scene) -> tuple[str, str]:
    """Return the position and the last move in words, and what of the position these have no room for.

    The Xoids played are left over first, then the hexagons of a board made from a seed, then a player's legs. Which
    hexagons are touched follows from the legs; it is told if it fits.
    """
    state: State = scene.state
    cells, played, touched = describe_cells(state.board), describe_played(state), _describe_touched(state)
    for (legs, named, left), (told, untold) in product(_alt_parts(state, cells), ((played, ""), ("", played))):
        for longest, more in product((_MOVE, _BRIEF_MOVE), (touched, "")):
            whole = " ".join(filter(None, [*_open(scene, longest), legs, told, named, more]))
            if len(whole) <= LONGEST_ALT:
                return whole, " ".join(filter(None, (untold, left)))
    legs = min(_describe_legs(state), _describe_vacant(state), key=len)
    return " ".join([*_open(scene, _BRIEF_MOVE), cells]), f"{played} {legs}"


def _alt_parts(state: State, cells: str) -> Iterator[tuple[str, str, str]]:
    """Yield what an alt text may tell, the most first: legs, hexagons, and what it then leaves over."""
    for named, left in ((cells, ""), ("", cells)):
        for describe in (_describe_legs, _describe_vacant):
            yield describe(state), named, left
    red, blue = (
        _("Legs of {seat}: {legs}.").format(seat=_(seat), legs=_list_legs(state, legs))
        for seat, legs in zip(SEATS, state.legs, strict=True)
    )
    yield red, cells, blue


def text(scene: Scene) -> str:
    """Return the position in sentences, the legs row by row, under 1500 characters.

    Where that is too long, the legs are told as in the alt text, and then the Xoids played are left out.
    """
    state: State = scene.state
    cells, played = describe_cells(state.board), describe_played(state)
    ways = (_describe_rows, _describe_legs, _describe_vacant)
    for longest, more, describe in product((_MOVE, _BRIEF_MOVE), ([played], []), ways):
        whole = "\n".join(filter(None, [*_open(scene, longest), describe(state), *more, cells]))
        if len(whole) <= _LONGEST:
            return whole
    return "\n".join([*_open(scene, _BRIEF_MOVE), played, cells])


def _open(scene: Scene, longest: int) -> list[str]:
    """The last move in at most so many characters, whose turn it is, the Xoid in hand, and the score."""
    state: State = scene.state
    lines = [count_moves(TITLE, scene.ply)]
    if scene.move and state.last:
        who = name_with_seat(scene.names[state.last.seat - 1], SEATS[state.last.seat - 1])
        move = _write_move(state, scene.move, state.last, longest)
        lines.append(_("{who} played {move}.").format(who=who, move=move))
    elif scene.move:
        lines.append(_("The last move was {move}.").format(move=_shorten(scene.move, longest)))
    lines += [*news(state), describe_status(scene, SEATS, _describe_task(state))]
    red, blue = points(state)
    score = _("Points: Red {red}, Blue {blue}.") if state.outcome else _("Score: Red {red}, Blue {blue}.")
    return [*lines, score.format(red=red, blue=blue)]


def _write_move(state: State, move: str, last: Turn, longest: int) -> str:
    """The last move in notation; with very many legs, the legs as a walk and what was given."""
    if len(move) <= longest:
        return move
    placed = notation.write_briefly(state.board, last.move.legs, longest // 2) if last.move.legs else ""
    given = f"give {xoid(last.move.gift)}" if last.move.gift else ""
    return _shorten(" ".join(filter(None, (placed, given))), longest)


def _shorten(text: str, longest: int) -> str:
    """Return a text, cut behind a whole word where it is longer."""
    return shorten(text, longest, placeholder=" ...")


def _describe_task(state: State) -> str:
    """What the seat to move has to do, with the Xoid in hand."""
    if not state.hand:
        return _("has to give a new Xoid") if any(state.legs) else _("has to give Red the first Xoid, any that fits")
    hand = xoid(state.hand).replace(shapes.format_walk(state.hand), state.hand, 1)
    return _("has to place {xoid} and give a new Xoid").format(xoid=hand)


def _describe_touched(state: State) -> str:
    """Which hexagons only one player touches, which of these are cashed, and which are greened out."""
    now = count_score(state.board, state.legs)
    # Translators: each is followed by a list of hexagons.
    parts = [
        f"{kind}: {names}"
        for kind, mask in (
            (_("Red alone"), now.only[0] & ~now.cashed[0]),
            (_("Red cashed"), now.cashed[0]),
            (_("Blue alone"), now.only[1] & ~now.cashed[1]),
            (_("Blue cashed"), now.cashed[1]),
            (_("Greened out"), now.greened),
        )
        if (names := " ".join(cell.name for cell in state.board.cells if mask >> cell_index(cell) & 1))
    ]
    return f"{'; '.join(parts)}." if parts else ""


def _describe_legs(state: State) -> str:
    """Both players' legs."""
    red, blue = (_list_legs(state, legs) for legs in state.legs)
    return _("Legs of Red: {red}; of Blue: {blue}.").format(red=red, blue=blue)


def _describe_vacant(state: State) -> str:
    """Both players' legs where few are vacant: those of the player with fewer, and the vacant ones."""
    seat = min((0, 1), key=lambda seat: state.legs[seat].bit_count())
    own, vacant = (_list_legs(state, legs) for legs in (state.legs[seat], state.vacant))
    template = _("Legs of {seat}: {legs}; vacant: {vacant}; all other legs: {other}.")
    return template.format(seat=_(SEATS[seat]), legs=own, vacant=vacant, other=_(SEATS[1 - seat]))


def _describe_rows(state: State) -> str:
    """Both players' legs by the rows of the hexagons that name them."""
    rows: dict[str, list[str]] = {}
    for seat, legs in zip(SEATS, state.legs, strict=True):
        for row, words in groupby(_name_legs(state, legs), key=itemgetter(0)):
            rows.setdefault(row, []).append(f"{_(seat)}: {', '.join(words)}")
    names = sorted({cell.name[0] for cell in state.board.cells})
    return "\n".join(format_rows(names, [(row, "; ".join(words)) for row, words in rows.items()]))


def _list_legs(state: State, legs: Mask) -> str:
    """Some legs as sides of few hexagons, as a list."""
    return ", ".join(_name_legs(state, legs)) or pgettext("legs", "none")


def _name_legs(state: State, legs: Mask) -> list[str]:
    """Some legs as sides of few hexagons, in the order of the board: "e5 e ne" for e5e and e5ne, "e6 all" for six."""
    around = [(cell, spread(1 << cell_index(cell))) for cell in state.board.cells]
    named: dict[Cell, str] = {}
    for most, (cell, sides) in product(range(len(DIRECTIONS), 0, -1), around):
        if (legs & sides).bit_count() == most:
            names = [name for side, name in enumerate(DIRECTIONS) if legs >> leg_index(cell, side) & 1]
            # Translators: all sides of a hexagon, in the place of their names.
            named[cell] = pgettext("legs", "all") if most == len(DIRECTIONS) else " ".join(names)
            legs &= ~sides
    return [f"{cell.name} {named[cell]}" for cell in sorted(named)]


def describe_played(state: State) -> str:
    """Return the Xoids played, by number and the larger ones by their walks, as a sentence."""
    names = [shapes.number(walk) or walk for walk in state.played]
    return _("Xoids played: {xoids}.").format(xoids=", ".join(names) or pgettext("Xoids", "none"))


def describe_cells(board: LegBoard) -> str:
    """Return which hexagons a board made from a seed has, as a sentence; empty for the standard board."""
    if board.area == STANDARD.area:
        return ""
    rows: dict[str, list[Cell]] = {}
    for cell in board.cells:
        rows.setdefault(cell.name[0], []).append(cell)
    named = ", ".join(", ".join(_name_runs(cells)) for cells in rows.values())
    return _("Hexagons: {hexagons}.").format(hexagons=named)


def _name_runs(cells: list[Cell]) -> list[str]:
    """Cells of a row as runs: "b1 to b4", "b6"."""
    runs: list[list[Cell]] = []
    for cell in sorted(cells):
        if runs and runs[-1][-1].number + 1 == cell.number:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return [run[0].name if len(run) == 1 else name_run(run[0].name, run[-1].name) for run in runs]


LONGEST = 1499
_TO_MOVE = 200


def write_grid(scene: Scene) -> str:
    """Return the board in letters, under 1500: drawn, or where that is too much hexagon by hexagon."""
    state: State = scene.state
    move = scene.move or ""
    head = write_grid_heading(TITLE, scene.ply, _shorten(move, _TO_MOVE))
    red, blue = points(state)
    tail = [f"r {quoted_name(scene.names[0])}: {red}   b {quoted_name(scene.names[1])}: {blue}"]
    if state.hand:
        shape = state.hand if len(state.hand) <= _TO_MOVE else f"{state.hand[: _TO_MOVE - 3]}..."
        number = caption(state.hand)
        tail.append(_("In hand: {walk} ({xoid})").format(walk=shape, xoid=number))
    tail.append(describe_status(scene, SEATS, task(state)))
    for board in (_draw_board(state), _list_hexagons(state)):
        whole = "\n".join([head, *board, *tail])
        if len(whole) <= LONGEST:
            return whole
    return "\n".join([head, _("This board is too large for letters."), *tail])


def _letters(state: State) -> dict[int, str]:
    """A letter for each leg: r and b for the owner, capital if it came last, a point if vacant."""
    newest = state.last.move.legs if state.last else 0
    letters = dict.fromkeys(bits(state.board.legs), ".")
    for letter, legs in zip("rb", state.legs, strict=True):
        letters |= dict.fromkeys(bits(legs), letter)
        letters |= dict.fromkeys(bits(legs & newest), letter.upper())
    return letters


def _draw_board(state: State) -> list[str]:
    """The board as a drawing: a letter in the middle of every leg, round the names of the hexagons."""
    spots: dict[tuple[int, int], str] = {}
    for leg, letter in _letters(state).items():
        (x, y), (end_x, end_y) = ends(leg)
        spots[(y + end_y) // 3, x + end_x] = letter
    for cell in state.board.cells:
        x, y = cell.centre
        for i, letter in enumerate(cell.name):
            spots[2 * y // 3, 2 * x - 1 + i] = letter
    west = min(column for _, column in spots)
    rows = sorted({row for row, _ in spots}, reverse=True)
    lines: list[str] = []
    for row in rows:
        columns = {column - west: letter for (line, column), letter in spots.items() if line == row}
        lines.append("".join(columns.get(i, " ") for i in range(max(columns) + 1)))
    # Translators: the legend of a board in letters, in which `r`, `b` and `.` stand.
    return [*lines, _("Sides: r red, b blue, capital if placed last, . vacant")]


def _list_hexagons(state: State) -> list[str]:
    """The six sides of every hexagon that is touched, a row a line."""
    letters = _letters(state)
    rows: dict[int, list[str]] = {}
    for cell in state.board.cells:
        sides = "".join(letters[leg_index(cell, direction)] for direction in range(len(DIRECTIONS)))
        if sides.strip("."):
            rows.setdefault(cell.row, []).append(f"{cell.name}:{sides}")
    lines = [" ".join(row) for row in rows.values()]
    legend = _("Sides in the order {directions}: r red, b blue, capital if placed last, . vacant")
    return [*lines, legend.format(directions=" ".join(DIRECTIONS))]
