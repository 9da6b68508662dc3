"""Why a text can't be played, in sentences that name the square, the ship or the rule, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.rejections import illegal, unfinished
from games.text import format_code_list, format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from games.xero_g.flights import letters, shortest
from games.xero_g.ship import Progress, follow, ways_on
from games.xero_g.state import BASE, BASE_BIT, GRID, SOUTH, a_size, seat_name, square_name, squares_in

if TYPE_CHECKING:
    from games.xero_g.flights import Board, Fleet
    from games.xero_g.ship import BadPath, BarredStep, Barrier, Ship

_FEW = 8
"""How many landings a sentence lists in full."""


_TOO_MANY = {
    1: N_("You have two small ships (`{pips}`) to lay, not {count}: two each of 1, 2 and 3."),
    2: N_("You have two medium ships (`{pips}`) to lay, not {count}: two each of 1, 2 and 3."),
    3: N_("You have two large ships (`{pips}`) to lay, not {count}: two each of 1, 2 and 3."),
}
_UNDERNEATH = {
    1: N_("The flying ship stays on {landing}: the small underneath is put on another square."),
    2: N_("The flying ship stays on {landing}: the medium underneath is put on another square."),
    3: N_("The flying ship stays on {landing}: the large underneath is put on another square."),
}
_AS_BEFORE = {
    1: N_("Both ships are small: with the one from {landing} on {target} the board would be as before."),
    2: N_("Both ships are medium: with the one from {landing} on {target} the board would be as before."),
    3: N_("Both ships are large: with the one from {landing} on {target} the board would be as before."),
}
_OCCUPIED = {
    1: N_("{target} is occupied: the small from {landing} is put on an empty square."),
    2: N_("{target} is occupied: the medium from {landing} is put on an empty square."),
    3: N_("{target} is occupied: the large from {landing} is put on an empty square."),
}
_WRITE_WHERE = {
    1: N_(
        "Write where the small from {landing} is put: any empty square not beyond {foe}'s home row (row {row}), "
        "as in `{move}`."
    ),
    2: N_(
        "Write where the medium from {landing} is put: any empty square not beyond {foe}'s home row (row {row}), "
        "as in `{move}`."
    ),
    3: N_(
        "Write where the large from {landing} is put: any empty square not beyond {foe}'s home row (row {row}), "
        "as in `{move}`."
    ),
}
_NO_SQUARE = {
    1: N_(
        "No square on {column} is open to the small from {landing}: it is put on any empty square not beyond {foe}'s "
        "home row (row {row}), as in `{move}`."
    ),
    2: N_(
        "No square on {column} is open to the medium from {landing}: it is put on any empty square not beyond {foe}'s "
        "home row (row {row}), as in `{move}`."
    ),
    3: N_(
        "No square on {column} is open to the large from {landing}: it is put on any empty square not beyond {foe}'s "
        "home row (row {row}), as in `{move}`."
    ),
}
"""Sentences by the pips of the ship that they are about."""

_BARRED: dict[Barrier, str] = {
    # Translators: {step} is "Step 2 (`n`)", here as in all sentences that begin with it.
    "in the base": N_("{step} is one too many: the flight ends in the base."),
    "on an empty square": N_("{step} is one too many: the flight ends on {square}, which is empty."),
    "gate used": N_("{step} crosses the border between {here} and {there} again: a gate is used once in a turn."),
    "own base": N_("{step} enters {seat}'s own base, which nobody may."),
    "edge": N_("{step} leaves the board from {square}."),
}
"""Sentences by what bars a step."""


def not_a_move(laid: int) -> IllegalMove:
    """Return the rejection of chat, with the notation after `laid` setups."""
    if laid < 2:
        why = _("That isn't a setup: write six sizes for the squares a to f, for example `321123`.")
    else:
        why = _("That isn't a flight: write `b1-e4`, `b1xe4@c3`, `b1-base` or a path `b1:nne`.")
    return IllegalMove("not_a_move", why)


def lay_first(row: int) -> IllegalMove:
    """Return the rejection of a flight before the ships are laid."""
    why = _("First lay your six ships on row {row}, for example `321123`; then ships fly.")
    return illegal(why.format(row=row))


def already_laid() -> IllegalMove:
    """Return the rejection of a setup once the ships are laid."""
    return illegal(_("The ships are laid already: fly one, for example `b1-e4`."))


def too_many_ships(pips: int, count: int) -> IllegalMove:
    """Return the rejection of a setup with more than two ships of a size."""
    return illegal(_(_TOO_MANY[pips]).format(pips=pips, count=count))


def ships_missing(sizes: tuple[int, ...], row: int) -> IllegalMove:
    """Return the rejection of the beginning of a setup on a row, with the ships still to lay."""
    missing = " ".join(str(pips) for pips in (1, 2, 3) for _each in range(2 - sizes.count(pips)))
    why = ngettext(
        "{n} ship laid from {square} on; still to lay: {missing}, in any order.",
        "{n} ships laid from {square} on; still to lay: {missing}, in any order.",
        len(sizes),
    )
    return unfinished(why.format(n=len(sizes), square=f"a{row}", missing=missing))


def no_flight_yet(seat: str, row: int) -> IllegalMove:
    """Return the rejection of a question about flights before the ships are laid."""
    why = _("No ship flies yet: first {seat} lays six on row {row}.")
    return illegal(why.format(seat=seat, row=row))


def no_such_square(name: str) -> IllegalMove:
    """Return the rejection of a square that the board doesn't have."""
    return illegal(_("There's no square {square}: the board runs from a1 to f6.").format(square=name))


def wrong_start(board: Board, flying: Fleet, start: int) -> IllegalMove:
    """Return the rejection of a start that isn't a ship of the home row or can't fly."""
    name, row = GRID.names[start], GRID.row(start)
    if not board[start]:
        why = _("{square} is empty.")
    elif row == flying.row:
        why = _("{square} is a {size} ship with no legal flight now.")
    elif row in flying.stuck:
        why = _("No ship on row {row} has a legal flight now.")
    else:
        why = _("{square} isn't on your home row, which is row {home}.")
    sentences = [why.format(square=name, size=a_size(board[start]), row=row, home=flying.row)]
    if flying.stuck and row not in flying.stuck:
        rows = format_list(map(str, flying.stuck), "or")
        sentences.append(_("(No ship on row {rows} has a legal flight.)").format(rows=rows))
    squares = format_list([GRID.names[square] for square in flying.landings], "or")
    sentences.append(_("Fly {squares}.").format(squares=squares))
    return illegal(" ".join(sentences))


def unreachable(ship: Ship, landing: int, landings: int) -> IllegalMove:
    """Return the rejection of a landing that the ship can't reach."""
    if landing == BASE:
        why = ngettext(
            "{start} is a {size} ship: it flies exactly {n} step, and neither that nor any boost ends in {foe}'s base.",
            "{start} is a {size} ship: it flies exactly {n} steps, and neither that nor any boost ends "
            "in {foe}'s base.",
            ship.pips,
        )
    else:
        why = ngettext(
            "{start} is a {size} ship: it flies exactly {n} step, and neither that nor any boost ends on {landing}.",
            "{start} is a {size} ship: it flies exactly {n} steps, and neither that nor any boost ends on {landing}.",
            ship.pips,
        )
    sentence = why.format(
        start=ship.name, size=a_size(ship.pips), n=ship.pips, foe=ship.foe, landing=square_name(landing)
    )
    return illegal(f"{sentence} {_list_landings(ship, landings, near=landing)}")


def _list_landings(ship: Ship, landings: int, *, near: int) -> str:
    """Return a sentence on where a ship can land: all places if they are few, or the nearest to `near`."""
    ends = squares_in(landings)
    base = [pgettext("place", "base")] if landings & BASE_BIT else []
    count = len(ends) + len(base)
    if count <= _FEW:
        places = format_list([*map(square_name, ends), *base])
        return _("From {start} it can reach {places}.").format(start=ship.name, places=places)
    nearest = sorted(ends, key=lambda square: (_distance(ship, square, near), square))[:5]
    template = ngettext(
        "From {start} it can reach {n} place, the nearest {places}.",
        "From {start} it can reach {n} places, the nearest {places}.",
        count,
    )
    return template.format(start=ship.name, n=count, places=format_list(map(square_name, nearest)))


def _distance(ship: Ship, square: int, target: int) -> int:
    if target == BASE:
        return 6 - GRID.row(square) if ship.seat == SOUTH else GRID.row(square) - 1
    return abs(GRID.row(square) - GRID.row(target)) + abs(GRID.column(square) - GRID.column(target))


def no_change(ship: Ship) -> IllegalMove:
    """Return the rejection of a flight that ends where it began (R7)."""
    why = _(
        "A flight can't end on its own starting square, {square}: the board must have changed. "
        "Passing through it is fine."
    )
    return illegal(why.format(square=ship.name))


def nothing_beneath(ship: Ship, landing: int) -> IllegalMove:
    """Return the rejection of a reprogram where no ship is."""
    if landing == BASE:
        why = _("In the base no ship is reprogrammed: `{move}` is the whole move.")
    else:
        why = _("{square} is empty, there's no ship to reprogram: `{move}` ends the flight there.")
    return illegal(why.format(square=square_name(landing), move=ship.text(landing)))


def bad_reprogram(ship: Ship, landing: int, sent: int) -> IllegalMove:
    """Return the rejection of a reprogram that puts the ship underneath where it may not go."""
    pips = ship.beneath(landing)
    if sent == landing:
        why = _UNDERNEATH[pips]
    elif sent == ship.start and pips == ship.pips:
        why = _AS_BEFORE[pips]
    elif ship.beneath(sent):
        why = _OCCUPIED[pips]
    else:
        why = N_("{target} is beyond {foe}'s home row, which is row {row}.")
    nearest = min(ship.sends(landing), key=lambda square: (_distance(ship, square, sent), square))
    sentence = _(why).format(landing=GRID.names[landing], target=GRID.names[sent], foe=ship.foe, row=ship.far_row)
    advice = _("The nearest square open to it: `{move}`.").format(move=ship.text(landing, nearest))
    return illegal(f"{sentence} {advice}")


def landing_missing(ship: Ship, landings: int, ends: list[int], typed: str) -> IllegalMove:
    """Return the rejection of a start without a whole landing; `ends` are the landings that begin with `typed`."""
    if not ends:
        why = _("No flight begins with `{text}` now.").format(text=f"{ship.name}{typed}")
        return illegal(f"{why} {_list_landings(ship, landings, near=ship.start)}")
    first = min(ends, key=lambda end: (ship.beneath(end) > 0, end))
    example = ship.text(first, ship.sends(first)[0] if ship.beneath(first) else None)
    fitting = format_list(map(square_name, ends))
    if typed.strip("-x"):
        destinations = _("Landings that begin like that: {places}.").format(places=fitting)
    elif len(ends) > _FEW:
        destinations = _list_landings(ship, landings, near=ship.start)
    else:
        destinations = _("It can reach {places}.").format(places=fitting)
    why = _("{start} is a {size} ship: write where it flies, for example `{move}`.")
    sentence = why.format(start=ship.name, size=a_size(ship.pips), move=example)
    return unfinished(f"{sentence} {destinations}")


def reprogram_missing(ship: Ship, landing: int, typed: str) -> IllegalMove:
    """Return the rejection of a reprogram without a whole square for the ship underneath."""
    open_squares, pips = ship.sends(landing), ship.beneath(landing)
    fitting = [square for square in open_squares if GRID.names[square].startswith(typed)]
    kind, why = ("unfinished", _WRITE_WHERE[pips]) if fitting else ("illegal", _NO_SQUARE[pips])
    sentence = _(why).format(
        column=typed,
        landing=GRID.names[landing],
        foe=ship.foe,
        row=ship.far_row,
        move=ship.text(landing, (fitting or open_squares)[0]),
    )
    return IllegalMove(kind, sentence)


def on_a_ship(ship: Ship, landing: int, path: str | None) -> IllegalMove:
    """Return the rejection of a flight that stops on a ship (R8); `path` is the path typed, if one was."""
    flown = path or letters(ship.seat, shortest(*ship, landing).squares, landing)
    here = _("{start} lands on the {size} ship on {landing}.").format(
        start=ship.name, size=ship.size_beneath(landing), landing=GRID.names[landing]
    )
    can_boost = bool(ways_on(ship, follow(ship, flown)))
    open_squares = ship.sends(landing)
    example = ""
    if open_squares:
        near = min(open_squares, key=lambda square: (_distance(ship, square, landing), square))
        example = ship.text(landing, near) if path is None else f"{ship.name}:{path}@{GRID.names[near]}"
    pips = ship.beneath(landing)
    if can_boost and open_squares:
        how = ngettext(
            "Either boost on with its {n} step (name the square where the flight ends, or go on from `{path}`) or "
            "write where the ship underneath is put (`{move}`).",
            "Either boost on with its {n} steps (name the square where the flight ends, or go on from `{path}`) or "
            "write where the ship underneath is put (`{move}`).",
            pips,
        )
    elif open_squares:
        how = _("No boost leads on by that path, so write where the ship underneath is put (`{move}`).")
    elif can_boost:
        how = ngettext(
            "There's no square to put that one on, so boost on with its {n} step (name the square where the flight "
            "ends, or go on from `{path}`).",
            "There's no square to put that one on, so boost on with its {n} steps (name the square where the flight "
            "ends, or go on from `{path}`).",
            pips,
        )
    else:
        how = _("No boost leads on by that path, and there's no square to put that one on.")
    sentence = how.format(n=pips, path=f"{ship.name}:{flown}", move=example)
    return IllegalMove("unfinished" if can_boost or open_squares else "illegal", f"{here} {sentence}")


def bad_path(ship: Ship, wrong: BadPath) -> IllegalMove:
    """Return the rejection of a path with a step that can't be flown."""
    barred = wrong.barred
    step = _("Step {number} (`{letter}`)").format(number=wrong.number, letter=wrong.letter)
    here, there = square_name(barred.square), "" if barred.ahead is None else GRID.names[barred.ahead]
    sentence = _why_barred(barred).format(
        step=step, here=here, there=there, square=there or here, seat=_(seat_name(ship.seat)), n=barred.left
    )
    return illegal(sentence)


def _why_barred(barred: BarredStep) -> str:
    """Return the sentence on a step that can't be flown; `square` in it is the one ahead, or else that of the ship."""
    if barred.why == "ship in the way":
        return ngettext(
            "{step} meets the ship on {square} with {n} step left over: a ship passes only through empty squares.",
            "{step} meets the ship on {square} with {n} steps left over: a ship passes only through empty squares.",
            barred.left,
        )
    if barred.why == "base too soon":
        return ngettext(
            "{step} enters the base with {n} step left over: the base must be the very last step of a stage.",
            "{step} enters the base with {n} steps left over: the base must be the very last step of a stage.",
            barred.left,
        )
    return _(_BARRED[barred.why])


def steps_left(ship: Ship, path: str, progress: Progress) -> IllegalMove:
    """Return the rejection of a path that stops within a stage."""
    ways = ways_on(ship, progress)
    if ways:
        why = ngettext(
            "On {square} the ship has {n} step left over: go on with {paths}.",
            "On {square} the ship has {n} steps left over: go on with {paths}.",
            progress.left,
        )
    else:
        why = ngettext(
            "On {square} the ship has {n} step left over and no open way leads on from `{path}`.",
            "On {square} the ship has {n} steps left over and no open way leads on from `{path}`.",
            progress.left,
        )
    typed = f"{ship.name}:{path}"
    paths = format_code_list(f"{typed}{letter}" for letter in ways)
    sentence = why.format(square=GRID.names[progress.square], n=progress.left, paths=paths, path=typed)
    return IllegalMove("unfinished" if ways else "illegal", sentence)


def reprogram_too_soon(progress: Progress) -> IllegalMove:
    """Return the rejection of a reprogram within a stage."""
    why = ngettext(
        "On {square} the ship has {n} step left over: it must fly them first.",
        "On {square} the ship has {n} steps left over: it must fly them first.",
        progress.left,
    )
    return illegal(why.format(square=GRID.names[progress.square], n=progress.left))
