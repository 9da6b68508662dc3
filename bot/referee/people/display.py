"""How boards look: what a person chose for what they alone see, and what a match has for what everybody sees."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from storage.tables import people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from games.contract import Game, Info
    from storage.engine.database import Tx
    from storage.tables.models import Match, Post

Theme: TypeAlias = Literal["dark", "light"]
Size: TypeAlias = Literal["small", "normal", "large"]
Sides: TypeAlias = Literal["mover", "never"]

CHOICES: Mapping[str, tuple[str, ...]] = {"theme": get_args(Theme), "size": get_args(Size), "sides": get_args(Sides)}
"""What can be chosen, and the words for it."""


@dataclass(frozen=True, slots=True)
class Look:
    """A choice of looks.

    `sides` says whether boards turn: `mover` draws one that all see from the side of whoever is to move, and one that
    a player alone sees from their own; `never` draws both with row 1 at the bottom, as are all boards of which no edge
    is anybody's home.
    """

    theme: Theme = "dark"
    size: Size = "normal"
    sides: Sides = "mover"

    @property
    def kept(self) -> dict[str, str]:
        """What is not as usual, as it is stored; `known` reads it."""
        usual = asdict(Look())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


@dataclass(frozen=True, slots=True)
class Sight:
    """How one picture is drawn: from a seat's side (None: row 1 at the bottom), in a theme, in a size."""

    side: int | None = None
    theme: Theme = "dark"
    size: Size = "normal"

    @property
    def packed(self) -> dict[str, Any]:
        """The same for the body of an outbox row, where `of_post` finds it."""
        return asdict(self)


def known(kept: Mapping[str, str]) -> Look:
    """Return the look that a record keeps."""
    return _with(Look(), {name: value for name, value in kept.items() if value in CHOICES.get(name, ())})


def checked(look: Look, **said: str | None) -> Look:
    """Return a look changed by what somebody said of it, by name; None is unsaid. Raises `RequestRejected`."""
    chosen: dict[str, str] = {}
    for name, text in said.items():
        if text is None:
            continue
        word, choices = text.strip().lower(), CHOICES[name]
        if word not in choices:
            raise RequestRejected(
                f"`{name}` is {formatting.listed(map(formatting.code, choices), 'or')}, not {formatting.code(word)}."
            )
        chosen[name] = word
    return _with(look, chosen)


def read_words(text: str) -> dict[str, str]:
    """Read `light large` or `theme=light size=large`, in any order, as what `checked` takes. Raises `RequestRejected`."""
    said: dict[str, str] = {}
    for word in text.lower().split():
        given, _, value = word.rpartition("=")
        name = given or next((name for name, choices in CHOICES.items() if value in choices), "")
        if name not in CHOICES:
            choices = formatting.listed(
                f"{name} ({', '.join(map(formatting.code, CHOICES[name]))})" for name in CHOICES
            )
            raise RequestRejected(
                f"I can't read {formatting.code(word)} here. A look is {choices}, as in `light large`."
            )
        if said.setdefault(name, value) != value:
            raise RequestRejected(f"Choose one {name}: {formatting.code(said[name])} or {formatting.code(value)}.")
    return said


async def liked(tx: Tx, user_id: int) -> Look:
    """Return how a person wants boards to look."""
    return known(await people.look(tx, user_id))


async def choose(context: Context, user_id: int, said: Mapping[str, str | None]) -> Look:
    """Change how a person wants boards to look, and return it. Raises `RequestRejected`, and then nothing was changed."""
    async with context.database.write() as tx:
        look = checked(await liked(tx, user_id), **said)
        await people.set_look(tx, user_id, look.kept)
    return look


async def private(context: Context, match: Match, user_id: int, side: str | None = None, **said: str | None) -> Sight:
    """Return how a board of a match is drawn that one person alone sees.

    That is as they chose for all boards, but for what they `said` this time. `side` is `mine`, or a seat's name or
    number. Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        look = checked(await liked(tx, user_id), **said)
    info = context.game(match).info
    own = match.seat_of(user_id) if info.homes and look.sides != "never" else None
    seat = named_side(info, match, user_id, side) if side and side.strip() else own
    return Sight(seat, look.theme, look.size)


async def page(context: Context, user_id: int | None) -> Sight:
    """Return how a page of no match is drawn: as the person likes who alone sees it, None if all do."""
    if user_id is None:
        return Sight()
    async with context.database.read() as tx:
        look = await liked(tx, user_id)
    return Sight(None, look.theme, look.size)


def named_side(info: Info, match: Match, user_id: int, text: str) -> int:
    """Return the seat that a person means by `mine`, or by its name or number. Raises `RequestRejected`."""
    word, own = text.strip().lower(), match.seat_of(user_id)
    if word == "mine":
        if own is None:
            raise RequestRejected(f"You don't play in #{match.id}: name a seat as side, or none.")
        return own
    seats = [name.lower() for name in info.seats[: len(match.seats)]]
    for seat, name in enumerate(seats, 1):
        if word in {name, str(seat)}:
            return seat
    choices = formatting.listed(["`mine`", *map(formatting.code, seats)], "or")
    raise RequestRejected(f"There is no side {formatting.code(word)} in #{match.id}: it's {choices}.")


def shared(match: Match, game: Game[Any, Any], state: Any) -> Sight:
    """Return how a board that all see is drawn in this state: from the side of whoever is to move, then the winner's.

    Where no edge of the board is anybody's home, it is never turned. It depends on nothing that changes, so that a post
    that is late looks as it would have looked in time.
    """
    look, seat = known(match.look), game.to_move(state)
    result = game.result(state)
    if result and len(result.winners) == 1:
        seat = result.winners[0]
    return Sight(seat if game.info.homes and look.sides != "never" else None, look.theme, look.size)


def of_post(post: Post) -> Sight | None:
    """Return how a row of the outbox asks to be drawn, if it is for one person alone."""
    packed = post.body.get("sight")
    return Sight(**packed) if packed else None


def shared_film(match: Match) -> Sight:
    """Return how a replay is drawn that all see: from one side, since nobody follows a board that turns each second."""
    look = known(match.look)
    return Sight(None, look.theme, look.size)


def described(look: Look) -> list[str]:
    """Return in words what is not as usual."""
    named = {"sides": "never turned"}
    return [named.get(name, value) for name, value in look.kept.items()]


def _with(look: Look, chosen: Mapping[str, Any]) -> Look:
    return replace(look, **chosen)
