"""Ask for the deletion of what is kept of a person, and see beforehand what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.privacy.carry_out import carry_out_deletions
from storage.queries import blocks, challenges, deletions, matches, personal_data, tournaments

if TYPE_CHECKING:
    from bot.referee.context import Context


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a deletion does: how many running matches are resigned, challenges closed and events left.

    `matches` is in how many matches the person has or had a seat, `blocks` on how many servers they stay blocked.
    """

    running: int
    challenges: int
    events: int
    matches: int
    blocks: int


async def foresee_deletion(context: Context, user_id: int) -> Consequences:
    """Return what the deletion of a person would do."""
    async with context.database.read() as tx:
        return Consequences(
            sum(match.seat_of(user_id) not in match.gone for match in await matches.of_player(tx, user_id)),
            len(await challenges.open_with(tx, user_id)),
            len(await tournaments.entered_by(tx, user_id)),
            len(await personal_data.matches_of(tx, user_id)),
            await blocks.count_of_person(tx, user_id),
        )


async def delete_person(context: Context, user_id: int) -> bool:
    """Delete what is kept of a person, and return whether it is done.

    If not, due jobs go on: posts to the person still have to go out, such as the last boards of their matches.
    """
    async with context.database.write() as tx:
        await deletions.request(tx, user_id, context.now())
    await carry_out_deletions(context)
    async with context.database.read() as tx:
        waiting = [each.user_id for each in await deletions.everyone(tx) if each.erased_at is None]
    return user_id not in waiting
