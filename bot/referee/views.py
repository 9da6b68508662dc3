"""What people look up: a board, their matches, how a half-typed move can go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bot.referee import words
from bot.referee.answers import Choose, Refused
from bot.referee.lookup import meant
from bot.referee.table import lane, plies, think
from storage import events, matches, outbox

if TYPE_CHECKING:
    from bot.referee.asked import Asked, Named
    from bot.referee.table import Table
    from games.contract import Info
    from storage.database import Tx
    from storage.records import Event, Match


@dataclass(frozen=True, slots=True)
class Moment:
    """A match as it stood after one of its events: that event (None at the start), the states round it, the ply."""

    match: Match
    event: Event | None
    before: Any
    state: Any
    ply: int


@dataclass(frozen=True, slots=True)
class Sight:
    """How a person looks at a board: from a seat's side (None as all see it), in a theme."""

    side: int | None = None
    theme: Literal["dark", "light"] = "dark"


SHARED = Sight()
"""How boards look that everybody sees."""


def sight(info: Info, match: Match, user_id: int, side: str | None, theme: str | None) -> Sight:
    """Return how a person wants to see a board of a match.

    `side` is `mine`, or a seat's name or number; unless said it is the person's own, and seat 1's for a bystander.
    `theme` is `dark`, also unless said, or `light`. Raises `Refused` for anything else.
    """
    tone = (theme or "dark").strip().lower()
    if tone not in {"dark", "light"}:
        raise Refused(f"There is no theme {words.code(tone)}: it's `dark` or `light`.")
    return Sight(_side(info, match, user_id, side), "light" if tone == "light" else "dark")


def _side(info: Info, match: Match, user_id: int, text: str | None) -> int | None:
    word, own = (text or "").strip().lower(), match.seat_of(user_id)
    if not word:
        return own
    if word == "mine":
        if own is None:
            raise Refused(f"You don't play in #{match.id}: name a seat as side, or none.")
        return own
    seats = [name.lower() for name in info.seats[: len(match.seats)]]
    for seat, name in enumerate(seats, 1):
        if word in {name, str(seat)}:
            return seat
    choices = words.listed(["`mine`", *map(words.code, seats)], "or")
    raise Refused(f"There is no side {words.code(word)} in #{match.id}: it's {choices}.")


async def moment(table: Table, tx: Tx, match: Match, seq: int) -> Moment:
    """Return a match as it stood after event `seq`."""
    log = await events.of_match(tx, match.id, upto=seq)
    before = await table.state(tx, match, max(seq - 1, 0))
    state = await table.state(tx, match, seq)
    return Moment(match, log[-1] if log else None, before, state, plies(log))


async def board(table: Table, asked: Asked, number: int | None) -> Match | Choose:
    """Return the match whose board a person wants to see. Raises `Refused`."""
    async with table.database.read() as tx:
        return await meant(tx, asked, number, to_move=False)


async def show(table: Table, asked: Asked, match: Match, note: str = "") -> None:
    """Put the present board of a match into the outbox, as a reply to the message that asked for it."""
    async with table.database.write() as tx:
        await outbox.put(
            tx,
            lane=lane(match),
            kind="show",
            body={"channel": asked.channel_id, "reply_to": asked.source_id, "note": note},
            at=table.now(),
            match_id=match.id,
            seq=match.seq,
        )
    table.wake.set()


async def mine(table: Table, user_id: int, guild_id: int | None) -> tuple[list[Match], list[Match]]:
    """Return a person's matches on a server (or everywhere): those that wait for them, longest first; the others."""
    async with table.database.read() as tx:
        found = await matches.of_player(tx, user_id)
    found = [match for match in found if guild_id in (None, match.guild_id)]
    waiting = [match for match in found if match.to_move == match.seat_of(user_id)]
    return waiting, [match for match in found if match not in waiting]


async def suggestions(table: Table, asked: Asked, named: Named, limit: int) -> list[str]:
    """Return what a half-typed move can become, best first; nothing where the person isn't to move."""
    try:
        async with table.database.read() as tx:
            match = await meant(tx, asked, named.match)
            if isinstance(match, Choose):
                return [f"#{each.id} " for each in match.matches][:limit]
            if match.to_move is None or match.to_move != match.seat_of(asked.user_id):
                return []
            state = await table.state(tx, match)
    except Refused:
        return []
    texts = await think(table.game(match).suggest, state, named.text, limit)
    return [named.prefix + text for text in texts]
