"""Rematches: a match that is over is played once more, with the seats changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import accepting, limits, servers, words
from bot.referee import challenges as issuing
from bot.referee.answers import Again, Refused
from bot.referee.asked import PLAIN
from bot.referee.clock import NONE
from bot.referee.lookup import meant, only
from games.contract import BadOption, settle
from storage import challenges, clocks, matches
from storage.database import Repeated

if TYPE_CHECKING:
    from bot.referee.asked import Asked, Rights
    from bot.referee.table import Table
    from storage.database import Tx
    from storage.records import Challenge, Match, Person


async def rematch(
    table: Table, asked: Asked, person: Person, number: int | None, rights: Rights = PLAIN
) -> Challenge | Match | Again:
    """Challenge the others of a match that is over to another one: the same game and terms, seats changed.

    A match has one rematch: whoever else asks for it accepts the challenge. Returns as `accepting.accept`
    does. Raises `Refused`.
    """
    try:
        async with table.database.write() as tx:
            match = only(await meant(tx, asked, number, to_move=False), "rematch")
            _may_ask(match, person)
            await matches.hold(tx, match.id)
            known = await challenges.rematch(tx, match.id)
            if known is None:
                limits.may_challenge(await servers.chosen(tx, match.guild_id), rights)
                made = await _put_up(table, tx, match, person, asked.source_id)
                table.wake.set()
                return made
    except Repeated:
        return Again()
    if asked.source_id == known.source_id:
        return Again()
    _still_wanted(match, known, person)
    return await accepting.accept(table, known.id, person, asked.source_id, guild_id=asked.guild_id)


def changed_seats(match: Match) -> tuple[Person, ...]:
    """Return who sits where in the rematch: of two the other way round, of more everybody one seat on."""
    first, *others = match.seats
    return (*others, first)


async def _put_up(table: Table, tx: Tx, match: Match, person: Person, source_id: int) -> Challenge:
    info = table.rules(match.game).info
    try:
        options = settle(info, match.options)
    except BadOption as bad:
        raise Refused(f"{info.title} is no longer played as it was in #{match.id}: {bad}") from None
    clock = await clocks.of_match(tx, match.id)
    seats = [person if each.id == person.id else each for each in changed_seats(match)]
    place = seats.index(person)
    return await issuing.put_up(
        table,
        tx,
        [*seats[place:], *seats[:place]],
        game=match.game,
        options=options,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        size=len(seats),
        seat=place + 1,
        look=match.look,
        clock=clock.control if clock else NONE,
        source_id=source_id,
        rematch_of=match.id,
    )


def _may_ask(match: Match, person: Person) -> None:
    if match.seat_of(person.id) is None:
        raise Refused(f"You didn't play in #{match.id}. `/challenge` starts a match of your own.")
    if match.ended_at is None:
        raise Refused(f"#{match.id} isn't over yet. Its rematch comes after it.")


def _still_wanted(match: Match, known: Challenge, person: Person) -> None:
    if known.match_id is not None:
        raise Refused(f"The rematch of #{match.id} is #{known.match_id}.")
    if known.status != "open":
        raise Refused(f"The rematch of #{match.id} was {known.status}, and a match has but one. Try `/challenge`.")
    if person.id in known.accepted:
        others = words.listed(words.name(each) for each in known.people if each.id not in known.accepted)
        raise Refused(f"Challenge {known.id}, the rematch of #{match.id}, waits for {others} in <#{known.channel_id}>.")
