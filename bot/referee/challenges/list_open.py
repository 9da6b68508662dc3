"""List the challenges that a person can answer, waits for, or can join."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage.queries import challenges, outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.queries.rows import Challenge, Post


@dataclass(frozen=True, slots=True)
class OpenChallenges:
    """A person's challenges: `waiting` for their answer, `issued` by them, `joined` but not yet started, `joinable`."""

    waiting: list[Challenge]
    issued: list[Challenge]
    joined: list[Challenge]
    joinable: list[Challenge]

    @property
    def everything(self) -> list[Challenge]:
        """All of them."""
        return [*self.waiting, *self.issued, *self.joined, *self.joinable]


async def list_open_challenges(context: Context, request: Request, can_see: Callable[[int], bool]) -> OpenChallenges:
    """Return a person's challenges on the server of the request; by direct message on all servers, none to join.

    Challenges to join are listed only from channels for which `can_see` is true. Each list has the oldest first.
    """
    async with context.database.read() as tx:
        own = await challenges.open_with(tx, request.user_id)
        there = await challenges.joinable(tx, request.guild_id) if request.guild_id else []
    now = context.now()
    own = [each for each in own if each.expires_at > now and request.guild_id in {None, each.guild_id}]
    known = {each.id for each in own}
    issued = [each for each in own if each.challenger.id == request.user_id]
    joined = [each for each in own if request.user_id in each.accepted and each not in issued]
    return OpenChallenges(
        waiting=[each for each in own if request.user_id not in each.accepted],
        issued=issued,
        joined=joined,
        joinable=[
            each for each in there if each.id not in known and each.expires_at > now and can_see(each.channel_id)
        ],
    )


async def load_challenge_posts(context: Context, found: OpenChallenges) -> dict[int, Post]:
    """Return the posts of challenges, by challenge, for those that were sent."""
    async with context.database.read() as tx:
        return await outbox.challenge_posts(tx, [each.id for each in found.everything])
