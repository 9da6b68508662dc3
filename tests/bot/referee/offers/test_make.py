"""Offers that another player makes already: agreed to if they are the same, made beside them if not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.offers.offers import make_offer
from storage.queries import offers
from tests.bot.referee.offer_context import ANN, BOB, CLEO, begin_match, by, known, offered

if TYPE_CHECKING:
    from bot.referee.context import Context


async def test_offers_of_two_seats_stand_beside_each_other(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    first, second = [await offered(context, match, person, "substitute") for person in (ANN, BOB)]
    async with context.database.read() as tx:
        standing = await offers.list_open(tx, await known(context, match))
    assert [(one.id, one.seat, one.agreed) for one in standing] == [(first, 1, frozenset()), (second, 2, frozenset())]
    for person in (ANN, BOB):
        with pytest.raises(RequestRejected, match="already"):
            await make_offer(context, by(person), match.id, "substitute")
