"""Help with a move of Zyrcan: where a piece can go, steps, what could be typed next, and tips."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from games.contract import Choice, Destinations, IllegalMove, Step
from games.guide import highlights, next_parts
from games.text import clean, format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from games.zyrcan import moves, notation, rejections, rules
from games.zyrcan.field import NAMES, NUMBERS
from games.zyrcan.notation import SEATS, write_flight, write_placement
from games.zyrcan.parser import (
    LONGEST,
    check_engines,
    find_cell_or_reject,
    flight_options,
    placement_of,
    read_move,
    split_move,
)
from games.zyrcan.state import Placement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.zyrcan.parser import FlightOptions, Typed
    from games.zyrcan.state import Board, Flight, Ship, State


def destinations(state: State, text: str) -> Destinations:
    """Return where a ship can fly (`e5`), what can be put on a cell, where a kind of ship can (`2`), or all of it.

    In Blitzkrieg `2@e5` asks which ships can fly after that, and `2@e5 c3` where one of them can.
    """
    has_text = bool(text) and (len(text) > LONGEST or bool(clean(text)))
    typed, seat = split_move(text) if has_text else None, state.mover
    if seat is None or (has_text and typed is None):
        raise _rejection(state, text if has_text else "a1")
    places = moves.placements(state, seat) if state.phase == "deploy" else []
    if typed is None:
        return _list_placements(seat, places) if places else _list_starts(state, flight_options(state, seat, None))
    if state.phase != "deploy" or not places:
        if typed.cell is not None or len(typed.start or "") < 2:
            raise _rejection(state, text)
        return _list_landings(state, seat, typed, flight_options(state, seat, None))
    if typed.cell is not None:
        return _after_placement(state, seat, typed, places)
    if len(typed.start or "") < 2:
        raise _rejection(state, text)
    cell = find_cell_or_reject(state.players, typed.start or "")
    if state.board[cell] is None:
        return _list_engines(state, seat, cell, places)
    if not state.blitzkrieg:
        raise rejections.occupied(state, seat, cell, None, places)
    return _list_landings(state, seat, typed, _flights_after_placement(state, seat, places))


def _rejection(state: State, text: str) -> IllegalMove:
    """Return the rejection of a text that names nothing that can be placed or flown."""
    try:
        read_move(state, text)
    except IllegalMove as rejection:
        return rejection
    return rejections.not_a_move(state)


def _flights_after_placement(state: State, seat: int, places: Sequence[Placement]) -> FlightOptions:
    """Return the flights that can follow at least one of the placements (Blitzkrieg)."""
    options = flight_options(state, seat, None)
    cells = {placement.cell for placement in places}
    return options._replace(flights=[flight for flight in options.flights if cells - {flight.landing}])


def _list_placements(seat: int, places: Sequence[Placement]) -> Destinations:
    cells = _names(placement.cell for placement in places)
    example = notation.write_placement(places[-1])
    kinds = format_short_list([str(kind) for kind in sorted({placement.engines for placement in places})], "or")
    template = ngettext(
        "{seat} can put a ship of {kinds} engine on {cells} (`{example}`).",
        "{seat} can put a ship of {kinds} engines on {cells} (`{example}`).",
        1 if kinds == "1" else 2,
    )
    words = template.format(seat=_(SEATS[seat - 1]), kinds=kinds, cells=format_short_list(cells), example=example)
    return Destinations((), cells, words)


def _list_engines(state: State, seat: int, cell: int, places: Sequence[Placement]) -> Destinations:
    fitting = [placement for placement in places if placement.cell == cell]
    if not fitting:
        raise rejections.engines_missing(state, seat, cell, places)
    texts = format_short_list([f"`{notation.write_placement(placement)}`" for placement in fitting], "or")
    words = _("{seat} can put a ship on {cell}: {placements}.")
    words = words.format(seat=_(SEATS[seat - 1]), cell=NAMES[cell], placements=texts)
    return Destinations((), (NAMES[cell],), words)


def _after_placement(state: State, seat: int, typed: Typed, places: Sequence[Placement]) -> Destinations:
    """Return the destinations of a kind of ship, or of the flights after a placement."""
    if not typed.cell:
        engines = typed.engines or 0
        check_engines(state, seat, engines, places)
        fitting = [placement for placement in places if placement.engines == engines]
        if not fitting:
            raise rejections.placement_unfinished(engines, "", places)
        return _list_placements(seat, fitting)
    placement = placement_of(state, seat, typed, places)
    text, options = notation.write_placement(placement), flight_options(state, seat, placement)
    if typed.start is not None and len(typed.start) == 2 and options.flights:
        return _list_landings(state, seat, typed, options)
    if not options.flights:
        return Destinations((), (NAMES[placement.cell],), _("`{placement}` is the whole turn.").format(placement=text))
    return _list_starts(state, options)


def _list_starts(state: State, options: FlightOptions) -> Destinations:
    """Return the ships that can fly."""
    names = _names(flight.start for flight in options.flights)
    if options.placement:
        template = _("After `{placement}` {seat} can fly {cells} (`{example}`).")
    elif options.attack:
        template = _("{seat} can capture with {cells} (`{example}`).")
    else:
        template = _("{seat} can fly {cells} (`{example}`).")
    words = template.format(
        placement=notation.write_placement(options.placement) if options.placement else "",
        seat=_(SEATS[options.seat - 1]),
        cells=format_short_list(names, "or"),
        example=f"{_lead(options)}{notation.write_flight(state.board, options.flights[0])}",
    )
    return Destinations((), names, words)


def _list_landings(state: State, seat: int, typed: Typed, options: FlightOptions) -> Destinations:
    """Return where the ship on a cell can fly."""
    start = find_cell_or_reject(state.players, typed.start or "")
    ship, lead, name = options.board[start], _lead(options), NAMES[start]
    if not options.flights:
        raise rejections.no_flights()
    if ship is None or ship.seat != seat:
        raise rejections.not_yours(options.board, options.flights, start, lead)
    if options.placement and start == options.placement.cell:
        raise rejections.just_placed(options.board, options.flights, start, lead)
    mine = [flight for flight in options.flights if flight.start == start]
    if not mine:
        raise rejections.cannot_fly(options.board, ship, options.flights, start, lead, attack=options.attack)
    template = ngettext(
        "{cell} is a ship of {n} engine: it flies {n} cell straight on.",
        "{cell} is a ship of {n} engines: it flies {n} cells straight on.",
        ship.engines,
    )
    how = template.format(cell=name, n=ship.engines)
    return Destinations(
        (name,), _names(flight.landing for flight in mine), f"{how} {_describe_flights(state, options, mine, lead)}"
    )


def _describe_flights(state: State, options: FlightOptions, mine: Sequence[Flight], lead: str) -> str:
    captures = [flight for flight in mine if state.board[flight.landing]]
    others = [flight for flight in mine if not state.board[flight.landing]]
    placed_first = not options.attack and not options.placement and bool(moves.placements(state, options.seat))
    if captures and others and placed_first:
        template = _("It can capture on {victims} and fly to {cells}, after a ship has been put on the board.")
    elif captures and others:
        template = _("It can capture on {victims} and fly to {cells}.")
    elif captures and placed_first:
        template = _("It can capture on {victims}, after a ship has been put on the board.")
    elif captures:
        template = _("It can capture on {victims}.")
    elif placed_first:
        template = _("It can fly to {cells}, after a ship has been put on the board.")
    else:
        template = _("It can fly to {cells}.")
    return template.format(
        victims=_list_landings_with_example(state, captures, lead),
        cells=_list_landings_with_example(state, others, lead),
    )


def _list_landings_with_example(state: State, flights: Sequence[Flight], lead: str) -> str:
    """Return where flights end, and in brackets how one is written; empty for none."""
    if not flights:
        return ""
    cells = format_short_list(_names(flight.landing for flight in flights))
    return f"{cells} (`{lead}{notation.write_flight(state.board, flights[0])}`)"


def _lead(options: FlightOptions) -> str:
    return f"{notation.write_placement(options.placement)} " if options.placement else ""


def _names(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple([NAMES[cell] for cell in sorted(set(cells))])


def guide(state: State, text: str) -> Step:
    """Return the step after `2@` (a kind of ship), `2@e5`, `c3` (a ship that flies) or a flight.

    Raises `IllegalMove`.
    """
    turns = moves.turns(state, state.mover) if state.mover else ()
    found, move = next_parts((_parts(notation.write(state.board, turn)) for turn in turns), text)
    choices = [_choice(state, each) for each in sorted(found, key=_order)]
    question = _question(state, found[0], text) if found else ""
    return Step(question, tuple(choices), highlights(destinations, state, text), move, _show_placed(state, text))


def _show_placed(state: State, text: str) -> State | None:
    """Return the state with the ship that was put on the board so far; None without one."""
    word = text.partition(" ")[0]
    if state.mover is None or "@" not in word[:-1]:
        return None
    placement = Placement(NUMBERS[word[2:]], int(word[0]))
    board = moves.with_ship(state.board, placement, state.mover)
    return replace(state, board=board, hands=rules.hands_after(state.hands, state.mover, placement))


def _parts(move: str) -> list[str]:
    """Return the texts that lead to a move: `2@`, `2@e5`, `2@e5 c3`, `2@e5 c3-d4`."""
    found: list[str] = []
    lead = ""
    for word in move.split():
        found += [lead + word[:2], lead + word]
        lead = f"{lead}{word} "
    return found


def _order(text: str) -> tuple[str, ...]:
    """Order kinds by engines, and cells by the board."""
    word = text.rpartition(" ")[2]
    return (word[-2:],)


def _question(state: State, following: str, text: str) -> str:
    word = following.rpartition(" ")[2]
    if word.endswith("@"):
        return _("Which ship do you put on the board?")
    if "@" in word:
        engines = int(word[0])
        template = ngettext(
            "Where do you put the ship of {n} engine?", "Where do you put the ship of {n} engines?", engines
        )
        return template.format(n=engines)
    if len(word) > 2:
        return _("Where does {cell} fly?").format(cell=text[-2:])
    if text:
        return _("Which ship flies then?")
    return _("Which ship captures?") if state.phase != "deploy" else _("Which flies?")


def _choice(state: State, text: str) -> Choice:
    seat, word = state.mover or 1, text.rpartition(" ")[2]
    if word.endswith("@"):
        engines = int(word[0])
        left = moves.in_hand(state.hands[seat - 1], engines)
        label = ngettext("{n} engine", "{n} engines", engines).format(n=engines)
        cells = _names(placement.cell for placement in moves.placements(state, seat) if placement.engines == engines)
        return Choice(label, text, _("{count} in hand").format(count=left), _piece(seat, engines), places=cells)
    if "@" in word:
        engines = int(word[0])
        words = ngettext("put a ship of {n} engine here", "put a ship of {n} engines here", engines)
        return Choice(word[2:], text, words.format(n=engines), places=(word[2:],))
    ship = state.board[NUMBERS[word[:2]]]
    if len(word) == 2 and ship:
        words = ngettext(
            "{n} engine, flies {n} cell straight on", "{n} engines, flies {n} cells straight on", ship.engines
        )
        return Choice(word, text, words.format(n=ship.engines), _piece(seat, ship.engines), places=(word,))
    return _landing(text, word[-2:], state.board[NUMBERS[word[-2:]]])


def _landing(text: str, cell: str, target: Ship | None) -> Choice:
    if target is None:
        # Translators: said of a cell.
        return Choice(cell, text, pgettext("cell", "empty"), places=(cell,))
    words = ngettext("captures {seat}'s ship of {n} engine", "captures {seat}'s ship of {n} engines", target.engines)
    words = words.format(seat=_(SEATS[target.seat - 1]), n=target.engines)
    return Choice(cell, text, words, _piece(target.seat, target.engines), places=(cell,))


def _piece(seat: int, engines: int) -> str:
    return f"{SEATS[seat - 1].lower()}-{engines}"


_PLACED = re.compile(r"([123])([a-i][1-9])|([a-i][1-9])([123])")


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, from a1 to i9."""
    if state.mover is None or len(text) > LONGEST:
        return []
    typed = clean(text).lower()
    if typed.startswith(("@", "=", "x", "-")):
        return []
    typed = re.sub("[ @=x-]", "", typed)
    return list(islice(_fitting(state, state.mover, typed), max(0, limit)))


def _fitting(state: State, seat: int, typed: str) -> Iterator[str]:
    places = moves.placements(state, seat) if state.phase == "deploy" else []
    if not places:
        yield from _flights(state.board, flight_options(state, seat, None).flights, "", typed)
        return
    found = _PLACED.match(typed) if state.blitzkrieg else None
    if found is None:
        yield from (write_placement(placement) for placement in sorted(places) if _is_begun_by(placement, typed))
        return
    kind, cell = found[1] or found[4], found[2] or found[3]
    placement = next((one for one in places if (str(one.engines), NAMES[one.cell]) == (kind, cell)), None)
    if placement is None:
        return
    flights = flight_options(state, seat, placement).flights
    rest = typed[found.end() :]
    if flights:
        yield from _flights(state.board, flights, f"{write_placement(placement)} ", rest)
    elif not rest:
        yield write_placement(placement)


def _flights(board: Board, flights: Iterable[Flight], lead: str, typed: str) -> Iterator[str]:
    for flight in sorted(flights):
        if f"{NAMES[flight.start]}{NAMES[flight.landing]}".startswith(typed):
            yield f"{lead}{write_flight(board, flight)}"


def _is_begun_by(placement: Placement, typed: str) -> bool:
    cell, engines = NAMES[placement.cell], str(placement.engines)
    return f"{engines}{cell}".startswith(typed) or f"{cell}{engines}".startswith(typed)


TIPS = (
    N_("A ship captures exactly as many cells away as it has engines. Place where few others can hit yours."),
    N_("Ships with 3 engines count most in the end. Fewer lines lead to a cell at the rim."),
    N_("Look for targets as you place: in phase two, a ship with no enemy at its distance can't fly."),
    N_("If you can't capture, the round is the last. Keep more captures in hand than the others."),
    N_("Only the most engines win, so take from the leader."),
)
"""In the order in which they are shown."""
