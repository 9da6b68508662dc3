"""Search ended matches by person, game, opening and result. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from sqlalchemy import and_, exists, func, not_, select

from storage.queries import matches as stored_matches
from storage.queries.rows import Ending
from storage.schema import matches, outcomes, seats

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx
    from storage.queries.rows import Match

PersonResult: TypeAlias = Literal["won", "lost", "drawn"]
SearchResult: TypeAlias = "PersonResult | Ending"
"""What a match can be searched by: the result of a person, or how it ended; `drawn` also says that nobody won alone."""

SEARCH_RESULTS: tuple[SearchResult, ...] = (*get_args(PersonResult), *get_args(Ending))
_PLIES = (outcomes.c.ply_1, outcomes.c.ply_2, outcomes.c.ply_3)


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which ended matches to find.

    `guild_id` and `channels` are those of the server that is searched. Without a server, by direct message, these are
    the matches in which `reader` has or had a seat. `user_id` names a person; with `of_computers` a computer player
    must have a seat, and results are the computer players'. `opening` is the first moves in canonical notation, at most
    three; it belongs to a `game`. `won` and `lost` need a person or `of_computers`.
    """

    guild_id: int | None
    channels: frozenset[int]
    reader: int
    user_id: int | None = None
    of_computers: bool = False
    game: str | None = None
    opening: tuple[str, ...] = ()
    result: SearchResult | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return what the joined rows of `matches` and `outcomes` meet."""
        found: list[ColumnElement[bool]] = [matches.c.ended_at.is_not(None)]
        if self.guild_id is None:
            found.append(stored_matches.played_by(self.reader))
        else:
            found += [matches.c.guild_id == self.guild_id, matches.c.channel_id.in_(self.channels)]
        if self.of_computers:
            found.append(matches.c.id.in_(select(seats.c.match_id).where(seats.c.user_id < 0)))
        elif self.user_id is not None:
            found.append(stored_matches.played_by(self.user_id))
        if self.game is not None:
            found.append(outcomes.c.game == self.game)
        found += [column == text for column, text in zip(_PLIES, self.opening, strict=False)]
        return [*found, *self._result_conditions()]

    def _result_conditions(self) -> list[ColumnElement[bool]]:
        if self.result is None:
            return []
        if self.result in get_args(Ending):
            return [outcomes.c.ending == self.result]
        somebody = self.of_computers or self.user_id is not None
        person = seats.c.user_id < 0 if self.of_computers else seats.c.user_id == self.user_id
        in_seat = and_(seats.c.match_id == outcomes.c.match_id, person)
        leads = exists().where(in_seat, outcomes.c.leaders.bitwise_rshift(seats.c.seat - 1).bitwise_and(1) == 1)
        if self.result == "won":
            return [exists().where(in_seat, seats.c.seat == outcomes.c.winner)]
        if self.result == "lost":
            return [outcomes.c.leaders != 0, not_(leads)]
        return [outcomes.c.winner.is_(None), leads if somebody else outcomes.c.leaders != 0]


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A match that was found, and its opening: no moves as long as the rules have yet to be asked."""

    match: Match
    opening: tuple[str, ...]


async def count(tx: Tx, wanted: MatchFilter) -> int:
    """Return how many ended matches there are."""
    query = select(func.count()).select_from(matches.join(outcomes)).where(*wanted.conditions())
    return (await tx.execute(query)).scalar_one()


async def page(tx: Tx, wanted: MatchFilter, *, offset: int, limit: int) -> list[FoundMatch]:
    """Return some of the ended matches, those that ended last first."""
    query = select(matches.c.id, *_PLIES).select_from(matches.join(outcomes)).where(*wanted.conditions())
    newest = query.order_by(matches.c.ended_at.desc(), matches.c.id.desc()).offset(offset).limit(limit)
    openings = {int(row[0]): _read_plies(row[1:]) for row in await tx.execute(newest)}
    if not openings:
        return []
    found = {match.id: match for match in await stored_matches.find(tx, matches.c.id.in_(openings))}
    return [FoundMatch(found[number], opening) for number, opening in openings.items()]


async def get_opening(tx: Tx, match_id: int, plies: int) -> tuple[str, ...]:
    """Return the first moves of an ended match, at most `plies`; none if they aren't stored."""
    row = (await tx.execute(select(*_PLIES).where(outcomes.c.match_id == match_id))).first()
    return _read_plies(row or ())[:plies]


def _read_plies(columns: Iterable[str | None]) -> tuple[str, ...]:
    """Return the moves of an opening without the columns that have none."""
    return tuple(text for text in columns if text)
