"""Zyrcan in words, on the picture, beside it and instead of it, and its board in letters."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.hex_grid import STANDARD
from games.text import format_list
from games.translation import gettext as _, ngettext, pgettext
from games.zyrcan.field import ENGINES, NAMES, field
from games.zyrcan.notation import SEATS, describe_hand, news
from games.zyrcan.rules import fleets
from renderers.board.alt_text import (
    LONGEST_ALT,
    count_moves,
    drawable_name,
    format_rows,
    name_with_seat,
    open_grid,
    quoted_name,
)
from renderers.kit.words import name_run

if TYPE_CHECKING:
    from games.zyrcan.rules import Fleet
    from games.zyrcan.state import Ship, State, Turn
    from renderers.board.scene import Scene

TITLE = "Zyrcan"
_LONGEST = 1499


def task(state: State) -> str:
    """Return what the seat to move has to do, as words after its name; empty when the match is over."""
    if not state.mover:
        return ""
    if state.phase != "deploy":
        return _("has to capture")
    if not state.blitzkrieg or all(ship is None or ship.seat != state.mover for ship in state.board):
        return _("has to place a ship")
    return _("has to place and fly") if any(state.hands[state.mover - 1]) else _("has to fly a ship")


def write_headline(scene: Scene) -> str:
    """Return the first line below the board: the last move, or without one whose turn it is or who won."""
    state: State = scene.state
    if scene.move:
        return scene.move
    if not state.mover:
        return _describe_ending(scene)
    return _("{who} {task}").format(who=_(SEATS[state.mover - 1]), task=task(state))


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move did, and what followed from it."""
    state: State = scene.state
    last = state.last
    if state.outcome:
        reason = state.outcome.clause
        if not scene.move:
            return reason
        # Translators: {ending} is how the match ended ("Ann wins"), {reason} a clause on why ("24 engines to 20").
        return _("{ending}: {reason}").format(ending=_describe_ending(scene), reason=reason)
    words = _describe_action(scene, last) if scene.move and last else []
    for note in state.notes:
        text = {
            "left": _("{who} is out"),
            "idle": _("{who} passed over"),
            "attack": _("the attack begins"),
            "stranded": _("the attack begins"),
            "stuck": _("{who} passed over"),
            "last": _("last round"),
        }[note.kind]
        words.append(text.format(who=_name(scene, note.seat) if note.seat else ""))
    return "; ".join(words) or (_("twelve ships each") if state.phase == "deploy" else _("the most engines win"))


def _name(scene: Scene, seat: int) -> str:
    return drawable_name(scene.names[seat - 1], SEATS[seat - 1])


def _describe_action(scene: Scene, last: Turn) -> list[str]:
    """What the last turn did, in few words."""
    words: list[str] = []
    if last.move.placement:
        # Translators: few words, for a picture: a ship of {engines} engines was put on the board.
        words.append(_("places a {engines}-engine ship").format(engines=last.move.placement.engines))
    if last.taken:
        who = _name(scene, last.taken.seat)
        words.append(_("takes a {engines}-engine ship from {who}").format(engines=last.taken.engines, who=who))
    elif last.flown:
        words.append(_("flies a {engines}-engine ship").format(engines=last.flown.engines))
    return [", ".join(words)]


def _describe_ending(scene: Scene) -> str:
    """How the match ended, without the reason."""
    outcome = scene.state.outcome
    if outcome.drawn:
        return _("Drawn")
    if not outcome.winners:
        return pgettext("match", "Over")
    names = [_name(scene, seat) for seat in outcome.winners]
    return ngettext("{who} wins", "{who} share the win", len(names)).format(who=format_list(names))


def describe_status(scene: Scene) -> str:
    """Return a sentence on whose turn it is, or on how the match ended."""
    state: State = scene.state
    if state.mover:
        who = name_with_seat(scene.names[state.mover - 1], SEATS[state.mover - 1])
        return _("{who} {task}.").format(who=who, task=task(state))
    if not state.outcome or not state.outcome.places:
        return _("The match is over.")
    if state.outcome.drawn:
        return _("Drawn: {reason}.").format(reason=state.outcome.clause)
    names = [name_with_seat(scene.names[seat - 1], SEATS[seat - 1]) for seat in state.outcome.winners]
    template = ngettext("{who} wins: {reason}.", "{who} share the win: {reason}.", len(names))
    return template.format(who=format_list(names), reason=state.outcome.clause)


def alt(scene: Scene) -> str:
    """Return the position and the last move in words, at most 1024 characters."""
    ships = [_list_ships(scene.state, seat) for seat in range(1, scene.state.players + 1)]
    return _shorten(scene, " ", [], ships, LONGEST_ALT)


def text(scene: Scene) -> str:
    """Return the position in sentences, a row of the board a line, ships with their engines."""
    state: State = scene.state
    ships = [
        (NAMES[cell][0], f"{NAMES[cell]} {_(SEATS[ship.seat - 1])} {ship.engines}")
        for cell, ship in enumerate(state.board)
        if ship
    ]
    rows = [_("Ships, with their engines:"), *format_rows("abcdefghi", ships)]
    return _shorten(scene, "\n", rows, [""] * state.players, _LONGEST)


def _shorten(scene: Scene, gap: str, rows: list[str], ships: list[str], limit: int) -> str:
    """Return the most words on the last move and the players that fit beside the board."""
    seats = range(1, scene.state.players + 1)
    wholes = [
        gap.join(
            [*_open(scene, told=brevity == 0), *rows, *map(partial(_count_fleet, scene, brevity=brevity), seats, ships)]
        )
        for brevity in range(3)
    ]
    return next((whole for whole in wholes if len(whole) <= limit), wholes[-1])


def _open(scene: Scene, *, told: bool) -> list[str]:
    """The last move, with the ships in it if `told`, what it led to, whose turn it is, and the cells in use."""
    state: State = scene.state
    lines = [count_moves("Zyrcan Blitzkrieg" if state.blitzkrieg else TITLE, scene.ply)]
    if scene.move and state.last:
        lines.append(_describe_move(scene, scene.move, state.last, told=told))
    elif scene.move:
        lines.append(_("The last move was {move}.").format(move=scene.move))
    return [*lines, *news(state), describe_status(scene), _use(state)]


def _describe_move(scene: Scene, move: str, last: Turn, *, told: bool) -> str:
    """Return a sentence on the last move; if `told`, with what its notation doesn't say: which ships were involved."""
    if told and last.taken:
        template = _("{who} played {move}: a {engines}-engine ship flew and took {seat}'s {captured}-engine ship.")
    elif told and last.flown:
        template = _("{who} played {move}: a {engines}-engine ship flew.")
    else:
        template = _("{who} played {move}.")
    return template.format(
        who=name_with_seat(scene.names[last.seat - 1], SEATS[last.seat - 1]),
        move=move,
        engines=last.flown.engines if last.flown else 0,
        seat=_(SEATS[last.taken.seat - 1]) if last.taken else "",
        captured=last.taken.engines if last.taken else 0,
    )


def _use(state: State) -> str:
    """The cells in use, row by row."""
    if state.players == 5:
        return _("All 61 cells are in use.")
    rows = [
        _row([STANDARD.cells[cell].number for cell in cells], name)
        for name, cells in reversed(field(state.players).rows)
    ]
    return _("In use: {cells}.").format(cells=", ".join(filter(None, rows)))


def _row(numbers: list[int], row: str) -> str:
    """A row's cells in use: "b1 to b6", or one by one where there are gaps."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return name_run(f"{row}{numbers[0]}", f"{row}{numbers[-1]}")
    return ", ".join(f"{row}{number}" for number in numbers)


def _count_fleet(scene: Scene, seat: int, ships: str, *, brevity: int) -> str:
    """How many engines and ships a seat has, where the `ships` are, and how many are in hand.

    With a `brevity` of 1 without the player's name, with 2 also without the sums, which follow from the ships.
    """
    state: State = scene.state
    have = fleets(state)[seat - 1]
    who = _(SEATS[seat - 1]) if brevity else name_with_seat(scene.names[seat - 1], SEATS[seat - 1])
    if seat in state.out:
        who = _("{who} (out)").format(who=who)
    held = ""
    if state.phase == "deploy" and seat not in state.out:
        one, two, three = hand = state.hands[seat - 1]
        template = _("In hand: {ships}.")
        if brevity == 2:
            template = _("In hand, of 1, 2 and 3 engines: {one}, {two} and {three}.")
        held = " " + template.format(ships=list_hand(hand), one=one, two=two, three=three)
    if brevity == 2 and ships:
        return f"{who}:{ships}{held}"
    return f"{who}: {count_fleet(have)}.{ships}{held}"


def _list_ships(state: State, seat: int) -> str:
    """A seat's ships by engines, as sentences: " One engine: d5, f7. Two engines: b4."."""
    cells = {
        engines: [NAMES[cell] for cell, ship in enumerate(state.board) if ship == (seat, engines)]
        for engines in ENGINES
    }
    templates = {1: _("One engine: {cells}."), 2: _("Two engines: {cells}."), 3: _("Three engines: {cells}.")}
    found = [templates[engines].format(cells=", ".join(names)) for engines, names in cells.items() if names]
    return "".join(f" {sentence}" for sentence in found)


def list_hand(hand: tuple[int, int, int]) -> str:
    """Return how many ships of each kind a seat has in hand, in words.

    >>> list_hand((4, 6, 1))
    '4 of 1 engine, 6 of 2 engines and 1 of 3 engines'
    """
    return describe_hand(hand) or pgettext("hand", "nothing")


def count_fleet(fleet: Fleet) -> str:
    """Return how many engines and ships a seat has on the board: "24 engines, 12 ships"."""
    engines = ngettext("{n} engine", "{n} engines", fleet.engines).format(n=fleet.engines)
    ships = ngettext("{n} ship", "{n} ships", fleet.ships).format(n=fleet.ships)
    return f"{engines}, {ships}"


_LETTERS = "RBYGP"


def write_grid(scene: Scene) -> str:
    """Return the board in letters: a letter for the owner, a figure for the engines, marks for the last turn."""
    state: State = scene.state
    move = state.last.move if state.last else None
    marks: dict[int, str] = {}
    if move and move.flight:
        marks = {move.flight.start: "o", move.flight.landing: "*"}
    if move and move.placement:
        marks[move.placement.cell] = "*"
    lines = [open_grid(scene, TITLE)]
    used = field(state.players).used
    for row in range(8, -1, -1):
        cells = [number for number, cell in enumerate(STANDARD.cells) if cell.row == row]
        spots = [(_spot(state.board[cell], cell in used) + marks.get(cell, "")).ljust(3) for cell in cells]
        first, end = NAMES[cells[0]], NAMES[cells[-1]]
        lines.append(f"{'  ' * abs(row - 4)}{first} {' '.join(spots)} {end}")
    # Translators: the legend of a board in letters, in which `R1`, `.`, `*` and `o` stand.
    lines.append(_("R1 Red with 1 engine, . empty, * came last, o left from"))
    lines += [_score(scene, seat) for seat in range(1, state.players + 1)]
    lines += [*news(state), describe_status(scene)]
    return "\n".join(lines)


def _spot(ship: Ship | None, used: bool) -> str:  # noqa: FBT001 - a fact of the cell
    return f"{_LETTERS[ship.seat - 1]}{ship.engines}" if ship else "." if used else ""


def _score(scene: Scene, seat: int) -> str:
    state: State = scene.state
    have = fleets(state)[seat - 1]
    words = f"{_LETTERS[seat - 1]} {quoted_name(scene.names[seat - 1])}: {count_fleet(have)}"
    if seat in state.out:
        # Translators: {fleet} is what a seat that has left has on the board: "Ann: 24 engines, 12 ships".
        return _("{fleet}, out").format(fleet=words)
    if state.phase != "deploy":
        return words
    return _("{fleet}, in hand {ships}").format(fleet=words, ships=list_hand(state.hands[seat - 1]))
