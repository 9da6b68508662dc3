"""Zyrcan in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.hex_grid import STANDARD
from games.text import format_count, format_list
from games.zyrcan.field import ENGINES, NAMES, field
from games.zyrcan.standings import SEATS, fleets
from games.zyrcan.text import news
from renderers.board.alt_text import LONGEST_ALT, drawable_name, format_rows, name_with_seat

if TYPE_CHECKING:
    from games.zyrcan.state import State, Turn
    from renderers.board.scene import Scene

TITLE = "Zyrcan"
_LONGEST = 1499
_ENGINES = {1: "One engine", 2: "Two engines", 3: "Three engines"}


def task(state: State) -> str:
    """Return what the seat to move has to do, as words after its name; empty when the match is over."""
    if not state.mover:
        return ""
    if state.phase != "deploy":
        return "to capture"
    return "to place and fly" if state.blitzkrieg else "to place a ship"


def write_headline(scene: Scene) -> str:
    """Return the first line below the board: the last move, or without one whose turn it is or who won."""
    state: State = scene.state
    if scene.move:
        return scene.move
    return f"{SEATS[state.mover - 1]} {task(state)}" if state.mover else _describe_ending(scene)


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move did, and what followed from it."""
    state: State = scene.state
    last = state.last
    if state.outcome:
        return f"{_describe_ending(scene)}: {state.outcome.clause}" if scene.move else state.outcome.clause
    words = _describe_action(scene, last) if scene.move and last else []
    for note in state.notes:
        who = _name(scene, note.seat) if note.seat else ""
        words += {
            "left": [f"{who} is out"],
            "idle": [f"{who} passed over"],
            "attack": ["the attack begins"],
            "stranded": ["the attack begins"],
            "stuck": [f"{who} passed over"],
            "last": ["last round"],
        }[note.kind]
    return "; ".join(words) or ("twelve ships each" if state.phase == "deploy" else "the most engines win")


def _name(scene: Scene, seat: int) -> str:
    return drawable_name(scene.names[seat - 1], SEATS[seat - 1])


def _describe_action(scene: Scene, last: Turn) -> list[str]:
    """What the last turn did, in few words."""
    words: list[str] = []
    if last.move.placement:
        words.append(f"puts a {last.move.placement.engines}")
    if last.taken:
        words.append(f"takes a {last.taken.engines} from {_name(scene, last.taken.seat)}")
    elif last.flown:
        words.append(f"flies a {last.flown.engines}")
    return [", ".join(words)]


def _describe_ending(scene: Scene) -> str:
    """How the match ended, without the reason."""
    outcome = scene.state.outcome
    if outcome.drawn:
        return "Drawn"
    if not outcome.winners:
        return "Over"
    names = [_name(scene, seat) for seat in outcome.winners]
    return f"{format_list(names)} {'wins' if len(names) == 1 else 'share the win'}"


def describe_status(scene: Scene) -> str:
    """Return a sentence on whose turn it is, or on how the match ended."""
    state: State = scene.state
    if state.mover:
        return f"{name_with_seat(scene.names[state.mover - 1], SEATS[state.mover - 1])} {task(state)}."
    if not state.outcome or not state.outcome.places:
        return "The match is over."
    if state.outcome.drawn:
        return f"Drawn: {state.outcome.clause}."
    names = [name_with_seat(scene.names[seat - 1], SEATS[seat - 1]) for seat in state.outcome.winners]
    return f"{format_list(names)} {'wins' if len(names) == 1 else 'share the win'}: {state.outcome.clause}."


def alt(scene: Scene) -> str:
    """Return the position and the last move in words, at most 1024 characters."""
    ships = [_list_ships(scene.state, seat) for seat in range(1, scene.state.players + 1)]
    return _shorten(scene, " ", [], ships, LONGEST_ALT)


def text(scene: Scene) -> str:
    """Return the position in sentences, a row of the board a line, ships with their engines."""
    state: State = scene.state
    ships = [
        (NAMES[cell][0], f"{NAMES[cell]} {SEATS[ship.seat - 1]} {ship.engines}")
        for cell, ship in enumerate(state.board)
        if ship
    ]
    rows = ["Ships, with their engines:", *format_rows("abcdefghi", ships)]
    return _shorten(scene, "\n", rows, [""] * state.players, _LONGEST)


def _shorten(scene: Scene, gap: str, rows: list[str], ships: list[str], limit: int) -> str:
    """Return the most words on the last move and the players that fit beside the board."""
    seats = range(1, scene.state.players + 1)
    wholes = [
        gap.join([*_open(scene, told=not brief), *rows, *map(partial(_count_fleet, scene, brief=brief), seats, ships)])
        for brief in (False, True)
    ]
    return next((whole for whole in wholes if len(whole) <= limit), wholes[-1])


def _open(scene: Scene, *, told: bool) -> list[str]:
    """The last move, with the ships in it if `told`, what it led to, whose turn it is, and the cells in use."""
    state: State = scene.state
    variant = "Zyrcan Blitzkrieg" if state.blitzkrieg else TITLE
    lines = [f"{variant}, {format_count(scene.ply, 'move')} played."]
    if scene.move and state.last:
        who = name_with_seat(scene.names[state.last.seat - 1], SEATS[state.last.seat - 1])
        lines.append(f"{who} played {scene.move}{_describe_moves(state.last) if told else ''}.")
    elif scene.move:
        lines.append(f"The last move was {scene.move}.")
    return [*lines, *news(state), describe_status(scene), _use(state)]


def _describe_moves(last: Turn) -> str:
    """What the notation of a move doesn't tell: which ships were involved."""
    words: list[str] = []
    if last.flown:
        words.append(f"a {last.flown.engines}-engine ship flew")
    if last.taken:
        words.append(f"took {SEATS[last.taken.seat - 1]}'s {last.taken.engines}-engine ship")
    return f": {' and '.join(words)}" if words else ""


def _use(state: State) -> str:
    """The cells in use, row by row."""
    if state.players == 5:
        return "All 61 cells are in use."
    rows = [
        _row([STANDARD.cells[cell].number for cell in cells], name)
        for name, cells in reversed(field(state.players).rows)
    ]
    return f"In use: {', '.join(filter(None, rows))}."


def _row(numbers: list[int], row: str) -> str:
    """A row's cells in use: "b1 to b6", or one by one where there are gaps."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{row}{numbers[0]} to {row}{numbers[-1]}"
    return ", ".join(f"{row}{number}" for number in numbers)


def _count_fleet(scene: Scene, seat: int, ships: str, *, brief: bool) -> str:
    """How many engines and ships a seat has, where the `ships` are, and how many are in hand."""
    state: State = scene.state
    have = fleets(state)[seat - 1]
    who = SEATS[seat - 1] if brief else name_with_seat(scene.names[seat - 1], SEATS[seat - 1])
    out = " (out)" if seat in state.out else ""
    held = ""
    if state.phase == "deploy" and seat not in state.out:
        held = f" In hand: {list_hand(state.hands[seat - 1])}."
    return f"{who}{out}: {format_count(have.engines, 'engine')}, {format_count(have.ships, 'ship')}.{ships}{held}"


def _list_ships(state: State, seat: int) -> str:
    """A seat's ships by engines, as sentences: " One engine: d5, f7. Two engines: b4."."""
    cells = {
        engines: [NAMES[cell] for cell, ship in enumerate(state.board) if ship == (seat, engines)]
        for engines in ENGINES
    }
    return "".join(f" {_ENGINES[engines]}: {', '.join(names)}." for engines, names in cells.items() if names)


def list_hand(hand: tuple[int, int, int]) -> str:
    """Return how many ships of each kind a seat has in hand, in words.

    >>> list_hand((4, 6, 1))
    '4 of 1 engine, 6 of 2 engines and 1 of 3 engines'
    """
    held = [
        f"{count} of {format_count(engines, 'engine')}" for engines, count in zip(ENGINES, hand, strict=True) if count
    ]
    return format_list(held) or "nothing"
