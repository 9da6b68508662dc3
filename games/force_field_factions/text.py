"""Turns and tasks in words."""

from __future__ import annotations

from games.force_field_factions.position import SEATS
from games.force_field_factions.state import (
    COLOURS,
    COMPASS,
    GRID,
    UP,
    Attack,
    Crash,
    Event,
    FacingChange,
    FieldAddition,
    FieldRemoval,
    Move,
    Piece,
    Push,
    State,
    Step,
)
from games.force_field_factions.turns import begin, run
from games.text import REPEATED


def describe(state: State, move: Move) -> str:
    """Return what a move does, as "plays c1 (1 pip): points north, advances to c2, adds red"."""
    before = begin(state, move.place)
    piece, square = before.piece, GRID.names[before.square]
    phase = ", out of phase" if piece.out_of_phase else ""
    facing = piece.facing
    deeds: list[str] = []
    events = run(state, move).events
    for number, event in enumerate(events):
        if isinstance(event, Step):
            if number + 1 == len(events) or not isinstance(events[number + 1], Step):
                deeds.append(f"advances to {GRID.names[event.end]}")
        else:
            deeds.append(describe_event(event, facing))
        if isinstance(event, FacingChange | Attack):
            facing = event.facing
    return f"plays {square} ({piece.pips} pip{'s' if piece.pips > 1 else ''}{phase}): {', '.join(deeds)}"


def describe_event(event: Event, facing: int) -> str:
    """Return what an event of a turn is, as a clause; `facing` is how the piece faced before it."""
    match event:
        case FieldRemoval(colour):
            return f"removes {COLOURS[colour]}"
        case FieldAddition(colour):
            return f"adds {COLOURS[colour]}"
        case FacingChange(_, turned):
            return "stands upright" if turned == UP else f"points {COMPASS[turned]}"
        case Crash(square, other):
            return f"which destroys it and {_name_piece(other)} on {GRID.names[square]}"
        case Attack():
            turned = f" and turns {COMPASS[event.facing]}" if event.facing != facing else ""
            return f"{_attack(event)}{turned}"
        case Step(_, end):
            return f"advances to {GRID.names[end]}"


def _attack(event: Attack) -> str:
    target = GRID.names[event.target]
    match event.outcome:
        case "takes":
            return f"takes {_name_piece(event.victim)} on {target}"
        case "pushes":
            return f"pushes {' and '.join(_push(push) for push in event.pushes)}, and moves to {target}"
        case "converts":
            facing = COMPASS[UP if event.became is None else event.became.facing]
            return f"converts {_name_piece(event.victim)} on {target} (now facing {facing})"
        case "strips":
            fields = " and ".join(COLOURS[colour] for colour in event.victim.fields)
            return f"strips {_name_piece(event.victim)} on {target} of {fields}"
        case "fails":
            return f"attacks {target} in vain ({event.attack} against {event.defence})"


def _push(push: Push) -> str:
    start = GRID.names[push.start]
    where = "over the edge" if push.end is None else f"to {GRID.names[push.end]}"
    return f"{_name_piece(push.piece)} from {start} {where}"


def _name_piece(piece: Piece) -> str:
    return f"{SEATS[piece.seat - 1]}'s {piece.pips}-pip piece"


def is_first_turn(state: State) -> bool:
    """Return whether the seat to move acts for the first time."""
    return len(state.seen) <= len(SEATS)


def task(state: State, example: str) -> str:
    """Return what the seat to move has to do, with an example of a turn if given; empty when the match is over."""
    if state.mover is None:
        return ""
    what = "take one of your pieces and, in this order, remove a field, move it (point, advance, attack), add a field"
    return f"{what}; for example `{example}`" if example else what


def news(state: State) -> tuple[str, ...]:
    """Return the sentence on a position that stands for the second time."""
    if state.mover is None or state.seen.count(state.seen[-1]) != 2:
        return ()
    return (REPEATED,)
