"""Zyrcan in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.hex_grid import STANDARD
from games.text import format_count, format_list
from games.zyrcan.field import ENGINES, NAMES, field
from games.zyrcan.standings import SEATS, fleets
from games.zyrcan.text import news
from renderers.board.alt_text import drawable_name, name_with_seat, one_line

if TYPE_CHECKING:
    from games.zyrcan.state import Ship, State, Turn
    from renderers.board.scene import Scene

TITLE = "Zyrcan"
_LETTERS = "RBYGP"


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
        return f"{_describe_ending(scene)}: {state.outcome.reason}" if scene.move else state.outcome.reason
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


def _describe_status(scene: Scene) -> str:
    """A sentence on whose turn it is, or on how the match ended."""
    state: State = scene.state
    if state.mover:
        return f"{name_with_seat(scene.names[state.mover - 1], SEATS[state.mover - 1])} {task(state)}."
    if not state.outcome or not state.outcome.places:
        return "The match is over."
    if state.outcome.drawn:
        return f"Drawn: {state.outcome.reason}."
    names = [name_with_seat(scene.names[seat - 1], SEATS[seat - 1]) for seat in state.outcome.winners]
    return f"{format_list(names)} {'wins' if len(names) == 1 else 'share the win'}: {state.outcome.reason}."


def alt(scene: Scene) -> str:
    """Return the position and the last move in words, at most 1024 characters."""
    state: State = scene.state
    variant = "Zyrcan Blitzkrieg" if state.blitzkrieg else TITLE
    lines = [f"{variant}, {format_count(scene.ply, 'move')} played."]
    if scene.move and state.last:
        who = name_with_seat(scene.names[state.last.seat - 1], SEATS[state.last.seat - 1])
        lines.append(f"{who} played {scene.move}{_describe_moves(state.last)}.")
    elif scene.move:
        lines.append(f"The last move was {scene.move}.")
    lines += [*news(state), _describe_status(scene), _use(state), "Ships by engines:"]
    lines += [_fleet(scene, seat) for seat in range(1, state.players + 1)]
    whole = " ".join(lines)
    if len(whole) <= 1024:
        return whole
    return " ".join(
        [*lines[: -state.players], *(_fleet(scene, seat, brief=True) for seat in range(1, state.players + 1))]
    )


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
    """A row's cells in use: `b1-6`, or one by one where there are gaps."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{row}{numbers[0]}-{numbers[-1]}"
    return " ".join(f"{row}{number}" for number in numbers)


def _fleet(scene: Scene, seat: int, *, brief: bool = False) -> str:
    """A seat's ships by engines: where they are, and how many are in hand."""
    state: State = scene.state
    have = fleets(state)[seat - 1]
    kinds = [
        f"{engines}: {' '.join(NAMES[cell] for cell, ship in enumerate(state.board) if ship == (seat, engines))}"
        for engines in ENGINES
        if (seat, engines) in state.board
    ]
    who = SEATS[seat - 1] if brief else name_with_seat(scene.names[seat - 1], SEATS[seat - 1])
    where = f", {'; '.join(kinds)}" if kinds else ""
    held = f"; in hand {_list_hand(state.hands[seat - 1])}" if state.phase == "deploy" and seat not in state.out else ""
    out = " (out)" if seat in state.out else ""
    return f"{who}{out}: {format_count(have.engines, 'engine')}, {format_count(have.ships, 'ship')}{where}{held}."


def _list_hand(hand: tuple[int, int, int]) -> str:
    held = [f"{count} of {engines}" for engines, count in zip(ENGINES, hand, strict=True) if count]
    return format_list(held) or "nothing"


def text(scene: Scene) -> str:
    """Return the board in letters: a letter for the owner, a figure for the engines, marks for the last turn."""
    state: State = scene.state
    move = state.last.move if state.last else None
    marks: dict[int, str] = {}
    if move and move.flight:
        marks = {move.flight.start: "o", move.flight.landing: "*"}
    if move and move.placement:
        marks[move.placement.cell] = "*"
    last = f", last {scene.move}" if scene.move else ""
    lines = [f"{TITLE}, {format_count(scene.ply, 'move')} played{last}"]
    used = field(state.players).used
    for row in range(8, -1, -1):
        cells = [number for number, cell in enumerate(STANDARD.cells) if cell.row == row]
        spots = [(_spot(state.board[cell], cell in used) + marks.get(cell, "")).ljust(3) for cell in cells]
        first, end = NAMES[cells[0]], NAMES[cells[-1]]
        lines.append(f"{'  ' * abs(row - 4)}{first} {' '.join(spots)} {end}")
    lines.append("R1 Red with 1 engine, . empty, * came last, o left from")
    lines += [_score(scene, seat) for seat in range(1, state.players + 1)]
    lines += [*news(state), _describe_status(scene)]
    return "\n".join(lines)


def _spot(ship: Ship | None, used: bool) -> str:  # noqa: FBT001 - a fact of the cell
    return f"{_LETTERS[ship.seat - 1]}{ship.engines}" if ship else "." if used else ""


def _score(scene: Scene, seat: int) -> str:
    state: State = scene.state
    have = fleets(state)[seat - 1]
    has = f"{format_count(have.engines, 'engine')}, {format_count(have.ships, 'ship')}"
    words = f"{_LETTERS[seat - 1]} {one_line(scene.names[seat - 1])}: {has}"
    if seat in state.out:
        return f"{words}, out"
    return f"{words}, in hand {_list_hand(state.hands[seat - 1])}" if state.phase == "deploy" else words
