"""Moves in canonical notation (`2@e5`, `e5xg7`, `2@e5 c3-d4`), the names of seats, and turns in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list, with_example
from games.translation import gettext as _, gettext_noop as N_, ngettext
from games.zyrcan.field import ENGINES, NAMES
from games.zyrcan.moves import flights, in_hand, placements
from games.zyrcan.state import FULL_HAND, remaining_seats

if TYPE_CHECKING:
    from games.zyrcan.state import Board, Flight, Hand, Move, Note, Placement, State


def write(board: Board, move: Move) -> str:
    """Return the canonical text of a move on the board as it stands before."""
    words = [write_placement(move.placement)] if move.placement else []
    if move.flight:
        words.append(write_flight(board, move.flight))
    return " ".join(words)


def write_placement(placement: Placement) -> str:
    """Return `2@e5`."""
    return f"{placement.engines}@{NAMES[placement.cell]}"


def write_flight(board: Board, flight: Flight) -> str:
    """Return `e5-g7`, or `e5xg7` where a ship is captured."""
    return f"{NAMES[flight.start]}{'x' if board[flight.landing] else '-'}{NAMES[flight.landing]}"


SEATS = (N_("Red"), N_("Blue"), N_("Yellow"), N_("Green"), N_("Purple"))


def describe(state: State, move: Move) -> str:
    """Return what a move does as a clause after the player's name: "puts a 2-engine ship on e5"."""
    deeds: list[str] = []
    if move.placement:
        # Translators: what follows the player's name, as all texts that begin with a verb in the third person.
        template = _("puts a {engines}-engine ship on {cell}")
        deeds.append(template.format(engines=move.placement.engines, cell=NAMES[move.placement.cell]))
    if move.flight:
        deeds.append(_flight(state.board, move.flight))
    return format_list(deeds)


def _flight(board: Board, flight: Flight) -> str:
    ship, target = board[flight.start], board[flight.landing]
    engines = ship.engines if ship else 0
    start, landing = NAMES[flight.start], NAMES[flight.landing]
    if target is None:
        template = _("flies a {engines}-engine ship from {start} to {landing}")
        return template.format(engines=engines, start=start, landing=landing)
    # Translators: {seat} is whose ship of {captured} engines is captured.
    template = _("captures {seat}'s {captured}-engine ship on {landing} with the {engines}-engine ship from {start}")
    return template.format(
        seat=_(SEATS[target.seat - 1]), captured=target.engines, landing=landing, engines=engines, start=start
    )


def begins_phase(state: State) -> bool:
    """Return whether the seat to move does for the first time what it has to do: place, fly as well, or capture."""
    if state.mover is None:
        return False
    if state.phase == "deploy":
        placed = sum(FULL_HAND) - sum(state.hands[state.mover - 1])
        return placed <= state.blitzkrieg
    return any(note.kind in {"attack", "stranded"} for note in state.notes)


def task(state: State, example: str = "") -> str:
    """Return what the seat to move has to do, with an example of a turn if given; empty when the match is over."""
    if state.mover is None:
        return ""
    what = _deploy(state, state.mover) if state.phase == "deploy" else _("capture a ship")
    return with_example(what, example)


def _deploy(state: State, seat: int) -> str:
    if state.blitzkrieg and not placements(state, seat):
        return _("fly a ship (you can place none)")
    if not state.blitzkrieg:
        template = _("put a ship on an empty cell (in hand: {ships})")
    elif next(flights(state, seat), None) is None:
        template = _("put a ship on an empty cell, away from your own (in hand: {ships})")
    else:
        template = _(
            "put a ship on an empty cell, away from your others, then fly one placed earlier (in hand: {ships})"
        )
    return template.format(ships=_list_hand(state.hands[seat - 1]))


def describe_hand(hand: Hand) -> str:
    """Return the ships that a seat has in hand, empty for none.

    >>> describe_hand((4, 6, 1))
    '4 of 1 engine, 6 of 2 engines and 1 of 3 engines'
    """
    # Translators: {count} ships of {n} engines.
    kinds = [(ngettext("{count} of {n} engine", "{count} of {n} engines", kind), kind) for kind in ENGINES]
    return format_list([form.format(count=in_hand(hand, kind), n=kind) for form, kind in kinds if in_hand(hand, kind)])


def _list_hand(hand: Hand) -> str:
    kinds = [engines for engines in ENGINES if in_hand(hand, engines)]
    # Translators: {count} ships of {engines} engines; they are listed as "4 of 1, 6 of 2 and 2 of 3 engines".
    kind = _("{count} of {engines}")
    counts = format_list([kind.format(count=in_hand(hand, engines), engines=engines) for engines in kinds])
    return ngettext("{ships} engine", "{ships} engines", 1 if kinds == [1] else 2).format(ships=counts)


def news(state: State) -> tuple[str, ...]:
    """Return sentences on seats that left or were passed over, on the attack beginning, and on the last round."""
    sentences = [_sentence(note, state) for note in state.notes]
    return tuple(filter(None, [*sentences, _last_round(state)]))


def _last_round(state: State) -> str:
    """Who still has a turn in the last round, in every turn of it."""
    if state.phase != "last" or not state.mover:
        return ""
    seats = [_(SEATS[seat - 1]) for seat in remaining_seats(state) if seat >= state.mover]
    template = ngettext(
        "This is the last round: {seats} still plays.", "This is the last round: {seats} still play.", len(seats)
    )
    return template.format(seats=format_list(seats))


def _sentence(note: Note, state: State) -> str:
    if note.kind == "left" and not state.mover:
        return ""
    if note.kind == "left":
        sentence = _("{seat} is out; its ships stay on the board and can be captured.")
    elif note.kind == "idle" and state.blitzkrieg:
        sentence = _("{seat} can neither place nor fly a ship and is passed over.")
    elif note.kind == "idle":
        sentence = _("{seat} has no ship to place and is passed over.")
    elif note.kind == "stuck":
        sentence = _("{seat} can capture nothing and is passed over.")
    elif note.kind == "attack":
        sentence = _("All ships are down: the attack begins.")
    elif note.kind == "stranded":
        sentence = _(
            "Nobody placed a ship in this round: the attack begins, and ships left in hand are out of the game."
        )
    else:
        return ""
    return sentence.format(seat=_(SEATS[note.seat - 1]))
