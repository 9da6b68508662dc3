"""A turn put together from choices: which ship, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Choice, Step
from games.guide import highlights, next_parts
from games.translation import gettext as _
from games.translation import ngettext, pgettext
from games.zyrcan import destinations, moves, notation
from games.zyrcan.field import NUMBERS
from games.zyrcan.names import SEATS, name_within_clause

if TYPE_CHECKING:
    from games.zyrcan.state import Ship, State


def guide(state: State, text: str) -> Step:
    """Return the step after `2@` (a kind of ship), `2@e5`, `c3` (a ship that flies) or a flight.

    Raises `IllegalMove`.
    """
    turns = moves.turns(state, state.mover) if state.mover else ()
    found, move = next_parts((_parts(notation.write(state.board, turn)) for turn in turns), text)
    choices = [_choice(state, each) for each in sorted(found, key=_order)]
    question = _question(state, found[0], text) if found else ""
    return Step(question, tuple(choices), highlights(destinations.destinations, state, text), move)


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
        return Choice(label, text, _("{count} in hand").format(count=left), _piece(seat, engines))
    if "@" in word:
        engines = int(word[0])
        words = ngettext("put a ship of {n} engine here", "put a ship of {n} engines here", engines)
        return Choice(word[2:], text, words.format(n=engines))
    ship = state.board[NUMBERS[word[:2]]]
    if len(word) == 2 and ship:
        words = ngettext(
            "{n} engine, flies {n} cell straight on", "{n} engines, flies {n} cells straight on", ship.engines
        )
        return Choice(word, text, words.format(n=ship.engines), _piece(seat, ship.engines))
    return _landing(text, word[-2:], state.board[NUMBERS[word[-2:]]])


def _landing(text: str, cell: str, target: Ship | None) -> Choice:
    if target is None:
        # Translators: said of a cell.
        return Choice(cell, text, pgettext("cell", "empty"))
    words = ngettext("captures {seat}'s ship of {n} engine", "captures {seat}'s ship of {n} engines", target.engines)
    words = words.format(seat=name_within_clause(target.seat), n=target.engines)
    return Choice(cell, text, words, _piece(target.seat, target.engines))


def _piece(seat: int, engines: int) -> str:
    return f"{SEATS[seat - 1].lower()}-{engines}"
