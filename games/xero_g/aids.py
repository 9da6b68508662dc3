"""Help with a move of Xero-G: where a piece can go, steps, what could be typed next, and tips."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice, permutations
from typing import TYPE_CHECKING

from games.contract import Choice, Destinations, Step
from games.guide import highlights, next_parts
from games.rejections import match_over
from games.text import format_list, format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from games.xero_g import rejections
from games.xero_g.flights import legal_flights, movable_fleet, shortest
from games.xero_g.notation import write
from games.xero_g.parser import landing_of, normalize, off_board, read_flight, read_setup
from games.xero_g.position import FULL_ROW
from games.xero_g.ship import BadPath, Ship, follow, ways_on
from games.xero_g.state import BASE, BASE_BIT, GRID, SIZES, Flight, a_size, seat_name, size, squares_in, the_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.xero_g.flights import Board, Fleet
    from games.xero_g.parser import Typed
    from games.xero_g.state import State


def destinations(state: State, text: str) -> Destinations:
    """Return where a ship (`b1`) can fly, where one landed on (`b1xe4`) can be sent, or which ships fly (no text)."""
    normalized = normalize(text)
    typed = read_flight(normalized) if normalized else None
    if normalized is None or (normalized and typed is None and (state.laid == 2 or read_setup(normalized) is None)):
        raise rejections.not_a_move(state.laid)
    if state.mover is None:
        raise match_over()
    if state.laid < 2:
        return _describe_setup(state.mover, typed)
    flying = movable_fleet(state.board, state.mover)
    if typed is None:
        return _list_fleet(state.mover, flying)
    wrong = off_board(typed)
    if wrong is not None:
        raise rejections.no_such_square(wrong)
    ship = Ship(state.board, state.mover, GRID.numbers[typed.start])
    if ship.start not in flying.landings:
        raise rejections.wrong_start(state.board, flying, ship.start)
    landings = flying.landings[ship.start]
    if typed.landing != "base" and typed.landing not in GRID.numbers:
        return _list_landings(ship, landings)
    landing = landing_of(ship, typed, landings)
    return _list_reprograms(ship, landing) if ship.beneath(landing) else _list_landings(ship, landings)


def _describe_setup(seat: int, typed: Typed | None) -> Destinations:
    row = 1 if seat == 1 else 6
    if typed is not None:
        raise rejections.no_flight_yet(_(seat_name(seat)), row)
    template = _(
        "{seat} lays six ships on row {row}, from a to f: two each of 1, 2 and 3, in any order. "
        "Type for example `321123`."
    )
    return Destinations((), (), template.format(seat=_(seat_name(seat)), row=row))


def _list_fleet(seat: int, flying: Fleet) -> Destinations:
    names = _names(flying.landings)
    template = ngettext(
        "{seat} flies the ship on {squares}. Ask for one: `{square}`.",
        "{seat} flies one of the ships on {squares}. Ask for one: `{square}`.",
        len(names),
    )
    squares = format_short_list(names, "or")
    return Destinations((), names, template.format(seat=_(seat_name(seat)), squares=squares, square=names[0]))


def _list_landings(ship: Ship, landings: int) -> Destinations:
    """Return where a ship can land: on empty squares, on ships, in the base."""
    ends = squares_in(landings)
    free, taken = ([end for end in ends if bool(ship.beneath(end)) == onto] for onto in (False, True))
    ways: list[str] = []
    if free:
        ways.append(f"{format_short_list(_names(free))} (`{ship.text(free[0])}`)")
    if taken:
        template = ngettext("the ship on {squares} (`{move}`)", "the ships on {squares} (`{move}`)", len(taken))
        example = ship.text(taken[0], ship.sends(taken[0])[0])
        ways.append(template.format(squares=format_short_list(_names(taken)), move=example))
    if landings & BASE_BIT:
        ways.append(_("the base (`{move}`)").format(move=ship.text(BASE)))
    places = (*_names(ends), *(["base"] if landings & BASE_BIT else []))
    # Translators: {size} is "small" as in "a small ship"; {places} are squares, "the ship on b2" and "the base".
    template = ngettext(
        "{square} is a {size} ship: it flies {n} step, or on by boosts. It can reach {places}.",
        "{square} is a {size} ship: it flies {n} steps, or on by boosts. It can reach {places}.",
        ship.pips,
    )
    words = template.format(square=ship.name, size=a_size(ship.pips), n=ship.pips, places=format_list(ways))
    return Destinations((ship.name,), places, words)


def _list_reprograms(ship: Ship, landing: int) -> Destinations:
    """Return where the ship beneath can be put."""
    open_squares, name = ship.sends(landing), GRID.names[landing]
    template = _(
        "{start} can land on the {size} ship on {landing} and send that one to {squares} (`{move}`), or boost on."
    )
    words = template.format(
        start=ship.name,
        size=ship.size_beneath(landing),
        landing=name,
        squares=format_short_list(_names(open_squares)),
        move=ship.text(landing, open_squares[0]),
    )
    return Destinations((name,), _names(open_squares), words)


def _names(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple([GRID.names[square] for square in sorted(squares)])


_SEND_HERE = {1: N_("send the small here"), 2: N_("send the medium here"), 3: N_("send the large here")}
_STAY_ON = {
    1: N_("stay on the small there and send it elsewhere"),
    2: N_("stay on the medium there and send it elsewhere"),
    3: N_("stay on the large there and send it elsewhere"),
}
"""What a reprogram does, by the pips of the ship that is sent."""


def guide(state: State, text: str) -> Step:
    """Return the step after a part of a setup (`32`), or of a flight: `b1`, `b1xe4`. Raises `IllegalMove`."""
    if state.mover is not None and state.laid < 2:
        return _guide_setup(state, text)
    flights = legal_flights(state.board, state.mover) if state.mover else []
    found, move = next_parts((_parts(flight) for flight in flights), text)
    choices = [_choice(state, each) for each in sorted(found, key=_order)]
    shown = highlights(destinations, state, text)
    return Step(_question(state, found[0]) if found else "", tuple(choices), shown, move)


def _guide_setup(state: State, text: str) -> Step:
    """Return the step after a part of a setup, which each seat lays out from its own left to its own right.

    A part of North's has a dot for each square still empty: `....31` is a small ship on f6 and a large one on e6.
    """
    south = state.mover == 1
    row, columns = (1, "abcdef") if south else (6, "fedcba")

    def turn(layout: str) -> str:
        """Return a layout, as the seat sees it, from a to f; or the other way round."""
        return layout if south else layout[::-1].rjust(6, ".")

    found, move = next_parts(([*map(turn, (each[:2], each[:4], each))] for each in LAYOUTS), text)
    laid = turn(text).strip(".")
    first, second = (columns[len(laid) : len(laid) + 2] + "  ")[:2]
    question = _("Your ships on {first} and {second}? 1 is small, 2 medium, 3 large.")
    question = question.format(first=f"{first}{row}", second=f"{second}{row}") if found else ""
    board = list(state.board)
    for column, pips in zip(columns, laid, strict=False):
        board[GRID.numbers[f"{column}{row}"]] = int(pips)
    pairs = (turn(each).strip(".")[-2:] for each in found)
    choices = tuple([Choice(" ".join(pair), each) for pair, each in zip(pairs, found, strict=True)])
    return Step(question, choices, Destinations((), (), ""), move, replace(state, board=tuple(board)))


def _parts(flight: Flight) -> list[str]:
    """Return the texts that lead to a flight: `b1`, then `b1-e4` or `b1-base`, or `b1xe4` and `b1xe4@c3`."""
    text = write(flight)
    return [text[:2], text] if flight.sent is None else [text[:2], text[:5], text]


def _order(text: str) -> tuple[bool, str, str]:
    """Order squares row by row, the base last."""
    return text.endswith("base"), text[-1], text[-2]


def _question(state: State, following: str) -> str:
    if len(following) == 2:
        row = movable_fleet(state.board, state.mover or 1).row
        return _("Which ship of row {row} flies?").format(row=row)
    start = following[:2]
    if "@" not in following:
        return _("Where does {start} land?").format(start=start)
    landing = following[3:5]
    size_there = the_size(state.board[GRID.numbers[landing]])
    # Translators: {size} is "small" as in "the small ship".
    template = _("{start} lands on the {size} ship on {landing}. Where does that one go?")
    return template.format(start=start, size=size_there, landing=landing)


def _choice(state: State, text: str) -> Choice:
    board, start = state.board, GRID.numbers[text[:2]]
    pips = board[start]
    if len(text) == 2:
        return Choice(text, text, _describe_ship(state, start), SIZES[pips], places=(text,))
    if "@" in text:
        sent = board[GRID.numbers[text[3:5]]]
        return Choice(text[-2:], text, _(_SEND_HERE[sent]), SIZES[sent], places=(text[-2:],))
    end = text[3:]
    landing = BASE if end == "base" else GRID.numbers[end]
    boosts = len(shortest(board, state.mover or 1, start, landing).boosts)
    if landing == BASE:
        words = ngettext("wins, with {n} boost", "wins, with {n} boosts", boosts) if boosts else _("wins")
        return Choice(_("the base"), text, words.format(n=boosts), places=(end,))
    if text[2] == "x":
        words = _(_STAY_ON[board[landing]])
        if boosts:
            template = ngettext("after {n} boost, {action}", "after {n} boosts, {action}", boosts)
            words = template.format(action=words, n=boosts)
        return Choice(_("onto {square}").format(square=end), text, words, SIZES[board[landing]], places=(end,))
    words = (
        ngettext("empty, with {n} boost", "empty, with {n} boosts", boosts) if boosts else pgettext("square", "empty")
    )
    return Choice(end, text, words.format(n=boosts), places=(end,))


def _describe_ship(state: State, start: int) -> str:
    pips = state.board[start]
    reached = movable_fleet(state.board, state.mover or 1).landings[start].bit_count()
    return _("{size}, flies {steps}, reaches {places}").format(
        size=size(pips),
        steps=ngettext("{n} step", "{n} steps", pips).format(n=pips),
        places=ngettext("{n} place", "{n} places", reached).format(n=reached),
    )


LAYOUTS = tuple("".join(map(str, row)) for row in sorted(set(permutations(FULL_ROW))))
_TYPED = re.compile(r"([a-f]?)|([a-f][1-6])(?:(base|bas?|#|[a-f]?)|([a-f][1-6])((?:[a-f][1-6]?)?))")
"""A half-typed flight without its signs: a column, or a start and part of a landing, or of the square sent to."""


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, from a1 to f6."""
    normalized = normalize(text)
    if normalized is None or state.mover is None:
        return []
    found = _setups(normalized) if state.laid < 2 else _flights(state.board, state.mover, normalized)
    return list(islice(found, max(0, limit)))


def _setups(text: str) -> Iterator[str]:
    prefix = text.replace(" ", "").translate(str.maketrans("sml", "123"))
    return (layout for layout in LAYOUTS if layout.startswith(prefix))


def _flights(board: Board, seat: int, text: str) -> Iterator[str]:
    flying = movable_fleet(board, seat)
    typed = read_flight(text) if ":" in text else None
    if typed is not None and typed.path is not None:
        start = GRID.numbers.get(typed.start)
        if start in flying.landings:
            yield from _follow_path(Ship(board, seat, start), flying.landings[start], typed.path, typed.sent or "")
        return
    match = _TYPED.fullmatch(re.sub(r"[ @x-]", "", text))
    if match is None:
        return
    column, name, part, landing, sent = match.groups()
    if name is None:
        yield from _starts(flying, column)
    elif (start := GRID.numbers[name]) in flying.landings:
        ship, landings = Ship(board, seat, start), flying.landings[start]
        if landing is None:
            yield from _landings(ship, landings, "base" if part == "#" else part)
        elif landings >> GRID.numbers[landing] & 1:
            yield from _end_flight(ship, GRID.numbers[landing], sent)


def _starts(flying: Fleet, column: str) -> Iterator[str]:
    return (GRID.names[start] for start in sorted(flying.landings) if GRID.names[start].startswith(column))


def _landings(ship: Ship, landings: int, part: str) -> Iterator[str]:
    """Write flights to landings, the base last."""
    for end in sorted(squares_in(landings)):
        if GRID.names[end].startswith(part):
            yield ship.text(end)
    if landings & BASE_BIT and "base".startswith(part):
        yield ship.text(BASE)


def _end_flight(ship: Ship, landing: int, sent: str) -> Iterator[str]:
    """Write the flight that ends on a square, or the reprograms of the ship there."""
    if not ship.beneath(landing):
        if not sent:
            yield ship.text(landing)
        return
    for square in sorted(ship.sends(landing)):
        if GRID.names[square].startswith(sent):
            yield ship.text(landing, square)


def _follow_path(ship: Ship, landings: int, path: str, sent: str) -> Iterator[str]:
    """Follow a half-typed path, and offer what its present stage can end in."""
    try:
        progress = follow(ship, path)
    except BadPath:
        return
    if not progress.landed:
        ends = set[int]().union(*ways_on(ship, progress).values())
        mask = sum(BASE_BIT if end == BASE else 1 << end for end in ends)
        yield from _landings(ship, mask & landings, "")
    elif progress.square == BASE:
        yield ship.text(BASE)
    elif landings >> progress.square & 1:
        yield from _end_flight(ship, progress.square, sent)


TIPS = (
    N_("Mix the sizes along your row: ships of several sizes give you more ways to fly."),
    N_("The ships belong to nobody. You both fly from the nearest row that holds one: look which that is."),
    N_("Landing on a ship lets you fly on by its size. Look for a chain of such boosts that ends in the far base."),
    N_("Look for your opponent's way into your base, too. A ship in the way, or one less to boost on, can stop it."),
    N_("A reprogram moves the ship that you land on. Use it to build your next chain, or to break your opponent's."),
)
"""In the order in which they are shown."""
