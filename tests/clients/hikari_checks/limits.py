"""Rate limits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from harness import check_in_real_time, control

if TYPE_CHECKING:
    from hikari_checks.place import Place


@check_in_real_time
async def the_client_waits_by_itself_loses_nothing_and_is_never_refused(place: Place) -> None:
    thread, before = await place.thread(), await control("count_limited")
    sent = await asyncio.gather(*(place.rest.create_message(thread.id, f"{number}") for number in range(12)))
    assert len({message.id for message in sent}) == 12
    assert await control("count_limited") == before


@check_in_real_time
async def channels_are_counted_apart(place: Place) -> None:
    threads, before = [await place.thread(), await place.thread()], await control("count_limited")
    sent = await asyncio.gather(
        *(place.rest.create_message(thread.id, f"{number}") for number in range(4) for thread in threads)
    )
    assert {message.channel_id for message in sent} == {thread.id for thread in threads}
    assert await control("count_limited") == before
