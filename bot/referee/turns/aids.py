"""Help with a move: completions of half a text, where a piece can go, and the steps of a guided move."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.referee import formatting
from bot.referee.boards import take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import ChoiceUnavailable, RequestRejected, ended, wait_for_turn
from bot.referee.find_match import HERE, find_match, get_match, get_playing_seat, stale_board_note
from bot.referee.people.display import private_display
from bot.referee.requests import AmbiguousMatch, MoveText
from games.contract import IllegalMove
from games.guide import shorten_words
from games.translation import gettext as _, pgettext, pgettext_noop
from games.typed_words import in_english

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.boards import Snapshot
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from games.contract import Choice, Destinations, Game, Step


class Completion(NamedTuple):
    """A completion, and in words what that move does or how it can go on."""

    text: str
    description: str


@rules_outside_transaction
async def complete_move(context: Context, request: Request, move_text: MoveText, limit: int) -> list[Completion]:
    """Return completions of a half-typed move, in the order of the board; none if the person isn't to move."""
    if move_text.plan:
        return []
    try:
        async with context.database.read() as tx:
            match = await find_match(tx, request, move_text.match)
            if isinstance(match, AmbiguousMatch):
                return [Completion(f"#{each.id} ", context.title(each.game)) for each in match.matches][:limit]
            if match.to_move is None or match.to_move != match.seat_of(request.user_id):
                return []
            state = await context.state(tx, match)
        found = await run_rules(_suggest, context.game(match), state, move_text.text, limit)
    except RequestRejected:
        return []
    return [Completion(move_text.prefix + text, description) for text, description in found]


def _suggest(game: Game[Any, Any], state: Any, text: str, limit: int) -> list[tuple[str, str]]:
    found = game.suggest(state, in_english(game.info, text), limit)
    return [(completed, _describe(game, state, completed)) for completed in found]


def _describe(game: Game[Any, Any], state: Any, text: str) -> str:
    """Return what a suggested move does; for a part of a move, the first sentence on how it can go on, if any."""
    try:
        return game.describe(state, game.parse(state, text))
    except IllegalMove:
        pass
    try:
        words = game.destinations(state, text).words.replace("`", "")
    except IllegalMove:
        return ""
    return words.partition(". ")[0]


_PIECE = re.compile(r"[a-z][1-9][0-9]?\*?", re.IGNORECASE)
"""How a piece's place is written in most games, at the beginning of a move."""


@dataclass(frozen=True, slots=True)
class MatchDestinations:
    """A match after its last event, and where a piece can go. `turn_note` says whose turn it is, if it isn't yours."""

    snapshot: Snapshot
    destinations: Destinations
    turn_note: str


@rules_outside_transaction
async def get_destinations(
    context: Context, request: Request, move_text: MoveText
) -> MatchDestinations | AmbiguousMatch:
    """Return where the piece that a text names can go, in the match that it means. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await find_match(tx, request, move_text.match)
        if isinstance(match, AmbiguousMatch):
            return match
        snapshot = await take_snapshot(context, tx, match, match.seq)
    if match.ended_at is not None:
        raise RequestRejected(ended(match) + " " + _("There's nothing left to play."))
    game = context.game(match)
    if move_text.ply not in {None, snapshot.ply + 1}:
        raise RequestRejected(
            _("#{match} waits for move {due}, not for move {ply}.").format(
                match=match.id, due=snapshot.ply + 1, ply=move_text.ply
            )
        )
    seat = game.to_move(snapshot.state) or 1
    mover, turn_note = match.seats[seat - 1], ""
    if mover.id != request.user_id:
        whose_turn = _("It's {name}'s turn ({seat}).")
        turn_note = whose_turn.format(name=formatting.name(mover), seat=_(game.info.seats[seat - 1])) + " "
    try:
        typed = in_english(game.info, move_text.text)
        return MatchDestinations(snapshot, await run_rules(game.destinations, snapshot.state, typed), turn_note)
    except IllegalMove as illegal:
        # Translators: a sentence of the rules follows, in which "you" is the named player
        addressee = _("For {name}:").format(name=formatting.name(mover)) + " " if turn_note else ""
        raise RequestRejected(f"{turn_note}{addressee}{illegal.reason}") from None


async def list_movable_pieces(context: Context, found: MatchDestinations) -> dict[str, Destinations]:
    """Return where each piece can go that can move in that turn, by its place, in the order of the board."""
    game, state = context.game(found.snapshot.match), found.snapshot.state

    def find() -> dict[str, Destinations]:
        found = {place: game.destinations(state, place) for place in game.destinations(state, "").places}
        return {place: each for place, each in found.items() if each.source and each.places}

    return await run_rules(find)


async def suggest_places(context: Context, request: Request, move_text: MoveText, limit: int) -> list[str]:
    """Return the places that begin as typed: those of pieces that can move, or where a new piece can come."""
    try:
        found = await get_destinations(context, request, MoveText("", move_text.match, move_text.ply))
    except RequestRejected:
        return []
    if isinstance(found, AmbiguousMatch):
        return [f"#{each.id} " for each in found.matches][:limit]
    typed = move_text.text.lower()
    return [move_text.prefix + place for place in found.destinations.places if place.startswith(typed)][:limit]


async def find_movable_piece(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return the piece that a rejected move begins with if it can move, else None."""
    found = _PIECE.match(text.strip("` "))
    if found is None:
        return None
    try:
        destinations = await run_rules(game.destinations, state, found[0])
    except IllegalMove:
        return None
    return found[0].lower() if destinations.source and destinations.places else None


@dataclass(frozen=True, slots=True)
class GuidedMove:
    """How far a player has got with a move: the match, the labels of what was chosen, the text so far, the next step.

    `stale_note` says how far the match has moved on since the board that the player began at; then nothing is chosen.
    `taps` are the places that were tapped and that decide nothing yet: the step has only those choices that they leave.
    """

    snapshot: Snapshot
    labels: tuple[str, ...]
    text: str
    step: Step
    stale_note: str = ""
    taps: tuple[str, ...] = ()


@rules_outside_transaction
async def guide_move(
    context: Context,
    request: Request,
    match_id: int,
    seq: int,
    labels: Sequence[str] = (),
    taps: Sequence[str] = (),
) -> GuidedMove:
    """Return the step after the choices `labels`, of a move that was begun after event `seq` of a match.

    `taps` are places tapped after these choices, and what `taps_after` says of the last one. If the match has moved on,
    it is the first step of the present turn. Raises `RequestRejected` if it isn't the person's turn, or if a choice
    doesn't exist.
    """
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_playing_seat(match, request.user_id)
        stale_note = await stale_board_note(tx, match, min(seq, match.seq))
        if match.to_move != seat:
            raise RequestRejected(f"{stale_note.removesuffix(_(HERE))}{wait_for_turn(match)}")
        snapshot = await take_snapshot(context, tx, match, match.seq)
    chosen, tapped = ((), ()) if stale_note else (labels, taps)
    guided = await guide_from(context, snapshot, request.user_id, chosen, tapped)
    return replace(guided, stale_note=stale_note)


async def guide_from(
    context: Context, snapshot: Snapshot, user_id: int, labels: Sequence[str], taps: Sequence[str] = ()
) -> GuidedMove:
    """Return the step after some choices and taps at a position, with arrows as on the board that a person sees.

    Raises `RequestRejected` if a choice doesn't exist.
    """
    game, display = context.game(snapshot.match), await private_display(context, snapshot.match, user_id)
    turned = game.info.homes and display.side == game.info.far_seat
    walk = await run_rules(lambda: walk_choices(game, snapshot.state, labels, taps, turned=turned))
    return GuidedMove(snapshot, walk.labels, walk.text, walk.step, taps=walk.taps)


class Walk(NamedTuple):
    """The labels of all choices made, the text that they make, the step after it, and the taps that decide nothing yet.

    The step has only those choices that the taps leave.
    """

    labels: tuple[str, ...]
    text: str
    step: Step
    taps: tuple[str, ...]


def walk_choices(
    game: Game[Any, Any], state: Any, labels: Sequence[str], taps: Sequence[str] = (), *, turned: bool
) -> Walk:
    """Return how far labels of choices lead, and then taps on places. Raises `RequestRejected` for an unknown label.

    A tap that fits no choice together with those before it begins anew, or does nothing if it fits none alone.
    """
    try:
        text, step = find_step(game, state, "", turned=turned)
        for label in labels:
            found = [choice for choice in step.choices if choice.label == label]
            if not found:
                raise ChoiceUnavailable
            text, step = find_step(game, state, found[0].text, turned=turned)
        chosen, tapped = [*labels], tuple[str, ...]()
        for place in taps:
            together = tuple(dict.fromkeys((*tapped, place)))
            tapped = next((each for each in (together, (place,)) if _tapped_choices(step, each)), ())
            while tapped and len(found := _tapped_choices(step, tapped)) == 1:
                chosen.append(found[0].label)
                text, step = find_step(game, state, found[0].text, turned=turned)
                tapped = taps_after(found[0], tapped) if _tapped_choices(step, tapped) else ()
    except IllegalMove as illegal:
        raise RequestRejected(illegal.reason) from None
    return Walk(tuple(chosen), text, replace(step, choices=_tapped_choices(step, tapped)), tapped)


def taps_after(choice: Choice, taps: Sequence[str]) -> tuple[str, ...]:
    """Return the taps that go on to the next step after one of the choices that they left: none if it has no others."""
    return () if {*choice.places} == {*taps} and not choice.ways else tuple(taps)


def _tapped_choices(step: Step, taps: Sequence[str]) -> tuple[Choice, ...]:
    """Return the choices of a step that all the places tapped stand for, of several ways only those that have them."""
    if not taps:
        return step.choices
    found: list[Choice] = []
    for choice in step.choices:
        ways = [way for way in choice.ways or (choice.places,) if {*taps} <= {*way}]
        if ways:
            found.append(replace(choice, places=tuple(dict.fromkeys(chain(*ways)))))
    return tuple(found)


def find_step(game: Game[Any, Any], state: Any, text: str, *, turned: bool) -> tuple[str, Step]:
    """Return the next step at which there is something to choose, and the text that leads there.

    A single choice is taken by itself, unless nothing was chosen before it (`text` is empty) and it makes a whole move.
    Raises `IllegalMove`.
    """
    reached, step = text, game.guide(state, text)
    while len(step.choices) == 1 and not step.move:
        only = step.choices[0].text
        following = game.guide(state, only)
        if following.move and not (following.choices or text):
            break
        reached, step = only, following
    return reached, name_arrows(step, turned=turned)


_ARROWS = "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196"
_ARROW_NAMES = (
    pgettext_noop("direction", "up"),
    pgettext_noop("direction", "up and right"),
    pgettext_noop("direction", "right"),
    pgettext_noop("direction", "down and right"),
    pgettext_noop("direction", "down"),
    pgettext_noop("direction", "down and left"),
    pgettext_noop("direction", "left"),
    pgettext_noop("direction", "up and left"),
)
_ARROW = re.compile(f"[{_ARROWS}]")


def name_arrows(step: Step, *, turned: bool) -> Step:
    """Return a step with the names of its arrows behind them, which point as on a board that may be turned.

    Choices that begin alike come clockwise from the one that points up.
    """
    if not any(_ARROW.search(choice.label + choice.words) for choice in step.choices):
        return step

    def name(text: str) -> str:
        return _ARROW.sub(lambda found: _name_arrow(_ARROWS.index(found[0]) + 4 * turned), text)

    def order(choice: Choice) -> list[int]:
        return [(_ARROWS.index(arrow) + 4 * turned) % len(_ARROWS) for arrow in _ARROW.findall(choice.label)]

    choices: list[Choice] = []
    for _beginning, alike in groupby(step.choices, lambda choice: _ARROW.split(choice.label)[0]):
        choices += sorted(alike, key=order)
    named = [replace(each, label=name(each.label), words=shorten_words(name(each.words))) for each in choices]
    return replace(step, choices=tuple(named))


def _name_arrow(eighths: int) -> str:
    """Return an arrow so many eighths of a turn clockwise from up, and its name."""
    place = eighths % len(_ARROWS)
    name = pgettext("direction", _ARROW_NAMES[place])
    return f"{_ARROWS[place]} {name}"
