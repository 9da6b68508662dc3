"""Help with a move of Martian Life: where a piece can go, steps, what could be typed next, and tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Choice, Destinations, Step
from games.guide import highlights, reject, shorten_words
from games.martian_life import notation, parser, rejections, rules
from games.martian_life.notation import describe
from games.martian_life.state import GRID
from games.rejections import match_over
from games.text import clean, format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.martian_life.state import Move, State

_KINDS = {"small": (False, 1), "place": (False, 1), "promote": (True, 0), "medium": (True, 2), "large": (True, 3)}
"""What each word names: whether a promotion, and the size that the move leads to (0: any)."""

_LONGEST = 40
_FEW = 12


def destinations(state: State, text: str) -> Destinations:
    """Return what a move on a square does (`c4`), where a `small`, `medium` or `large` can come, or all squares."""
    typed = clean(text).lower() if len(text) <= _LONGEST else text
    if typed and typed not in _KINDS:
        move = parser.read_move(state, text)
        # Translators: {action} is "places a small on c4" or so.
        template = _("`{move}`: {seat} {action}.")
        seat = _(rules.SEATS[(state.mover or 1) - 1])
        words = template.format(move=notation.write(move), seat=seat, action=describe(state, move))
        return Destinations((), _names([move]), words, _names(_find_dying(state, [move])))
    if state.mover is None:
        raise match_over()
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    if typed:
        promotes, size = _KINDS[typed]
        legal = [move for move in legal if move.promotes == promotes and size in (0, _size(state, move))]
    if not legal:
        raise rejections.nothing_of_kind(typed)
    dying = _find_dying(state, legal)
    return Destinations((), _names(legal), _list_moves(state.mover, legal, dying), _names(dying))


def _size(state: State, move: Move) -> int:
    """Return the size that a move leads to."""
    before = state.board[move.square]
    return before.size + 1 if before else 1


def _find_dying(state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose piece dies in the same turn."""
    return [move for move in moves if rules.is_fatal(state.board, state.mover or 1, move)]


def _list_moves(seat: int, legal: Sequence[Move], dying: Sequence[Move]) -> str:
    placements = [move for move in legal if not move.promotes]
    promotions = [move for move in legal if move.promotes]
    name = _(rules.SEATS[seat - 1])
    if placements and promotions:
        template = _("{seat} can {first}; or {second}.")
        first, second = _describe_placements(placements, dying), _describe_promotions(promotions, dying)
        return template.format(seat=name, first=first, second=second)
    way = _describe_placements(placements, dying) if placements else _describe_promotions(promotions, dying)
    # Translators: {way} begins with a verb: "place a small on a1 (`a1`), and it lives".
    return _("{seat} can {way}.").format(seat=name, way=way)


def _describe_placements(moves: Sequence[Move], dying: Sequence[Move]) -> str:
    if len(moves) <= _FEW:
        # Translators: {fate} is "and it lives", "and it lives on a1 and b2" or "but each dies at once".
        template = _("place a small on {squares} (`{move}`), {fate}")
    else:
        template = ngettext(
            "place a small on any of {n} empty squares (`{move}`), {fate}",
            "place a small on any of {n} empty squares (`{move}`), {fate}",
            len(moves),
        )
    squares = format_short_list(_names(moves))
    fate = _survivors(moves, dying)
    return template.format(squares=squares, n=len(moves), move=_example(moves, dying), fate=fate)


def _describe_promotions(moves: Sequence[Move], dying: Sequence[Move]) -> str:
    # Translators: {squares} are the pieces to promote, {fate} is as with "place a small".
    template = _("promote {squares} (`{move}`), {fate}")
    squares = format_short_list(_names(moves))
    return template.format(squares=squares, move=_example(moves, dying), fate=_survivors(moves, dying))


def _example(moves: Sequence[Move], dying: Sequence[Move]) -> str:
    """Return the first move whose piece lives, or the first of all."""
    return notation.write(next((move for move in moves if move not in dying), moves[0]))


def _survivors(moves: Sequence[Move], dying: Sequence[Move]) -> str:
    """Return a clause on which of the pieces played survive the turn."""
    living = [move for move in moves if move not in dying]
    if 0 < len(living) < len(moves):
        return _("and it lives on {squares}").format(squares=format_short_list(_names(living)))
    if len(moves) == 1:
        return _("and it lives") if living else _("but it dies at once")
    return _("and each lives") if living else _("but each dies at once")


def _names(moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple([GRID.names[move.square] for move in moves])


LIVING, DYING = N_("lives"), N_("dies at once")
"""What the menus say of squares on which a piece survives the turn or doesn't, where there are both."""
_BECOMES = {2: N_("becomes a medium; {deaths}"), 3: N_("becomes a large; {deaths}")}


def guide(state: State, text: str) -> Step:
    """Return the step after `promote` or `place`, between which one chooses first if there are both, or a move.

    Squares where the piece lives come first. Raises `IllegalMove`.
    """
    if state.mover is None:
        raise reject("")
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    kinds = {
        "promote": [move for move in legal if move.promotes],
        "place": [move for move in legal if not move.promotes],
    }
    both = all(kinds.values())
    if both and not text:
        dying = _find_dying(state, legal)
        living = _names([move for move in legal if move not in dying])
        promote, place = (_names(moves) for moves in kinds.values())
        choices = (Choice(_("Promote"), "promote", places=promote), Choice(_("Place"), "place", places=place))
        return Step(_("Do you promote a piece or place a small?"), choices, Destinations((), living, ""))
    if text in (kinds if both else ("",)):
        return _squares(state, kinds.get(text, legal))
    if text not in [notation.write(move) for move in legal]:
        raise reject(text)
    return Step("", (), highlights(destinations, state, text), text)


def _squares(state: State, moves: Sequence[Move]) -> Step:
    """Return the choice of one of some moves, all of which promote or all of which place."""
    dying = _find_dying(state, moves)
    living = LIVING if dying else ""
    ordered = sorted(moves, key=dying.__contains__)
    choices = [_choice(state, move, DYING if move in dying else living) for move in ordered]
    question = _("Which piece do you promote?") if moves[0].promotes else _("Where do you place a small?")
    return Step(question, tuple(choices), Destinations((), _names(moves), "", _names(dying)))


def _choice(state: State, move: Move, group: str) -> Choice:
    """Return a choice with the piece that stands on its square after the move, if it lives, and with what dies."""
    text, size = notation.write(move), _size(state, move)
    words = notation.describe_deaths(state, move)
    if move.promotes:
        # Translators: {deaths} is "nothing dies" or "d4 and d5 die, then c4".
        words = _(_BECOMES[size]).format(deaths=words)
    piece = f"{rules.SEATS[(state.mover or 1) - 1].lower()}-{rules.SIZES[size - 1]}"
    return Choice(text, text, shorten_words(words), piece, _(group) if group else "", _names([move]))


TIPS = (
    N_("Count before you place: a small lives with 1 to 3 neighbours on the eight squares round it, else it dies."),
    N_("Your piece is a neighbour of everything round it. Look whether one of those now has too many."),
    N_("A medium needs 3 neighbours and a large 5, so promote where it's crowded."),
    N_("Deaths come in waves: when pieces are taken off, count again for those that lost a neighbour."),
    N_("Points count after every turn, your opponent's too. Look how far each of you is from the score that wins."),
)
"""In the order in which they are shown."""
