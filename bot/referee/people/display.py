"""How boards look: what a person prefers for boards that only they see, and what a match has for shared boards."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.people.preferences import preference_not_one_of
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from games.contract import Game, Info
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Post

Theme: TypeAlias = Literal["dark", "light"]
Size: TypeAlias = Literal["small", "normal", "large"]
Sides: TypeAlias = Literal["mover", "never"]

DISPLAY_CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": get_args(Theme),
    "size": get_args(Size),
    "sides": get_args(Sides),
}
"""The words for each field of `DisplayPreferences`."""
DISPLAY_WORDS: Mapping[str, str] = {
    "dark": N_("dark"),
    "light": N_("light"),
    "small": N_("small"),
    "normal": N_("normal"),
    "large": N_("large"),
    "mover": N_("turned to the player to move"),
    "never": N_("never turned"),
}
"""What each of them means, for lists of what a match or a challenge has."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """How a person, or a match, wants boards to look.

    `sides` says whether boards turn: `mover` draws a board that all see from the side of the player to move, and one
    that a player alone sees from their own; `never` draws both with row 1 at the bottom. A board with no edge that is a
    player's home never turns.
    """

    theme: Theme = "dark"
    size: Size = "normal"
    sides: Sides = "mover"

    @property
    def as_json(self) -> dict[str, str]:
        """The preferences that differ from the defaults, as they are stored; `display_from_json` reads them."""
        defaults = asdict(DisplayPreferences())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}


@dataclass(frozen=True, slots=True)
class BoardDisplay:
    """How one picture is drawn: from a seat's side (None: row 1 at the bottom), in a theme, in a size."""

    side: int | None = None
    theme: Theme = "dark"
    size: Size = "normal"

    @property
    def as_json(self) -> dict[str, Any]:
        """The same for the body of an outbox row; `post_display` reads it."""
        return asdict(self)


def display_from_json(stored: Mapping[str, str]) -> DisplayPreferences:
    """Return the preferences that a record holds, with the defaults for words that aren't known."""
    known = {name: value for name, value in stored.items() if value in DISPLAY_CHOICES.get(name, ())}
    return _replace(DisplayPreferences(), known)


def choose_display(preferences: DisplayPreferences, **values: str | None) -> DisplayPreferences:
    """Return preferences changed by what a person wrote, by name; None changes nothing.

    Raises `RequestRejected`.
    """
    chosen: dict[str, str] = {}
    for name, typed in values.items():
        if typed is None:
            continue
        word, choices = typed.strip().lower(), DISPLAY_CHOICES[name]
        if word not in choices:
            raise RequestRejected(preference_not_one_of(name, choices, word))
        chosen[name] = word
    return _replace(preferences, chosen)


def split_display(typed: str) -> dict[str, str]:
    """Split `light large` or `theme=light size=large`, in any order, into values by name. Raises `RequestRejected`."""
    values: dict[str, str] = {}
    for word in typed.lower().split():
        given, _equals, value = word.rpartition("=")
        name = given or next((name for name, choices in DISPLAY_CHOICES.items() if value in choices), "")
        if name not in DISPLAY_CHOICES:
            known = [f"{key} ({', '.join(map(formatting.code, words))})" for key, words in DISPLAY_CHOICES.items()]
            raise RequestRejected(
                _("I can't read {typed} here. You can choose {known}, as in `light large`.").format(
                    typed=formatting.code(word), known=format_list(known)
                )
            )
        if values.setdefault(name, value) != value:
            raise RequestRejected(
                _("Choose one {name}: {first} or {second}.").format(
                    name=name, first=formatting.code(values[name]), second=formatting.code(value)
                )
            )
    return values


async def load_display(tx: Tx, user_id: int) -> DisplayPreferences:
    """Return how a person wants boards to look."""
    return display_from_json(await people.look(tx, user_id))


async def change_display(context: Context, user_id: int, values: Mapping[str, str | None]) -> DisplayPreferences:
    """Change how a person wants boards to look, as `choose_display` does, and return it.

    Raises `RequestRejected` and changes nothing where a value isn't known.
    """
    async with context.database.write() as tx:
        preferences = choose_display(await load_display(tx, user_id), **values)
        await people.set_look(tx, user_id, preferences.as_json)
    return preferences


async def private_display(
    context: Context, match: Match, user_id: int, side: str | None = None, **values: str | None
) -> BoardDisplay:
    """Return how to draw a board of a match that one person alone sees.

    It follows their preferences, changed for this board by `values`. `side` is `mine`, or a seat's name or number.
    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        preferences = choose_display(await load_display(tx, user_id), **values)
    info = context.game(match).info
    own = match.seat_of(user_id) if info.homes and preferences.sides != "never" else None
    seat = parse_side(info, match, user_id, side) if side and side.strip() else own
    return BoardDisplay(seat, preferences.theme, preferences.size)


async def page_display(context: Context, user_id: int | None) -> BoardDisplay:
    """Return how to draw a page that belongs to no match, for the person who sees it, or None if everyone does."""
    if user_id is None:
        return BoardDisplay()
    async with context.database.read() as tx:
        preferences = await load_display(tx, user_id)
    return BoardDisplay(None, preferences.theme, preferences.size)


def parse_side(info: Info, match: Match, user_id: int, typed: str) -> int:
    """Return the seat that a person means by `mine`, or by its name or number. Raises `RequestRejected`."""
    word, own = typed.strip().lower(), match.seat_of(user_id)
    if word == "mine":
        if own is None:
            raise RequestRejected(
                _("You don't play in #{match}: choose a seat as side, or leave it out.").format(match=match.id)
            )
        return own
    seats = [name.lower() for name in info.seats[: len(match.seats)]]
    for seat, name in enumerate(seats, 1):
        if word in {name, str(seat)}:
            return seat
    choices = format_list(["`mine`", *map(formatting.code, seats)], "or")
    raise RequestRejected(
        _("There's no side {typed} in #{match}. Choose {choices}.").format(
            typed=formatting.code(word), match=match.id, choices=choices
        )
    )


def shared_display(match: Match, game: Game[Any, Any], state: Any) -> BoardDisplay:
    """Return how to draw a board that all see: from the side of the player to move, or at the end of the one winner.

    A board with no edge that is a player's home never turns. The answer depends on nothing that changes, so a late post
    looks as it would have looked in time.
    """
    preferences, seat = display_from_json(match.look), game.to_move(state)
    result = game.result(state)
    if result and len(result.winners) == 1:
        seat = result.winners[0]
    turns = game.info.homes and preferences.sides != "never"
    return BoardDisplay(seat if turns else None, preferences.theme, preferences.size)


def post_display(post: Post) -> BoardDisplay | None:
    """Return how to draw the board of an outbox row that is for one person alone, or None for other rows."""
    stored = post.body.get("sight")
    return BoardDisplay(**stored) if stored else None


def replay_display(match: Match) -> BoardDisplay:
    """Return how to draw a shared replay: from one side, because a board that turns each second is hard to follow."""
    preferences = display_from_json(match.look)
    return BoardDisplay(None, preferences.theme, preferences.size)


def describe_display(preferences: DisplayPreferences) -> list[str]:
    """Return in words what differs from the defaults."""
    return [_(DISPLAY_WORDS[value]) for value in preferences.as_json.values()]


def _replace(preferences: DisplayPreferences, chosen: Mapping[str, Any]) -> DisplayPreferences:
    return replace(preferences, **chosen)
